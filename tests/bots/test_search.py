"""A search is an object: it is followed, stopped at any moment, and asked for its result."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import tabuleiro
from tabuleiro import AlreadySearching, EngineFailed, IllegalMove, Move, Position, Stopped
from tabuleiro.bots.analysis import Analysis, Line, Score
from tabuleiro.bots.base import Bot, SearchBot, as_bot, is_forced
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_bot
from tabuleiro.bots.search import Search
from tabuleiro.bots.simple import RandomBot
from tabuleiro.kernel.deepening import GLANCE

GAME = tabuleiro.game("fanorona", width=5)
START = GAME.start()
LONG = Limit(seconds=600)
SEARCHING = ("master", "mcts", "easy")


def analysis(depth: int, move: Move) -> Analysis:
    return Analysis(0, (Line(Score(depth, 0), (move,)),), depth, depth, 0.1, 0, 0, {})


class Steps(SearchBot):
    """Knows another depth whenever it is let; getting ready and working wait for the test."""

    name = "steps"

    def __init__(self, ready: bool = True) -> None:
        self.game = GAME
        self.limit = LONG
        self.ready, self.go, self.halted = (threading.Event() for _ in range(3))
        self.begun = threading.Event()
        self.most = 3
        self.failure: Exception | None = None
        if ready:
            self.ready.set()

    def prepare(self) -> None:
        assert self.ready.wait(30)

    def run(self, position: Position, limit: Limit, lines: int, search: Search) -> None:
        self.halted.clear()
        search.on_stop(self.halted.set)
        self.begun.set()
        move = next(iter(position.legal_moves))
        for depth in range(1, self.most + 1):
            search.tell(partial(analysis, depth, move))
        if self.failure is not None:
            raise self.failure
        if not self.go.is_set():
            assert self.halted.wait(30)


def test_it_tells_of_every_depth_and_its_result_is_the_last() -> None:
    bot = make_bot(GAME, "master")
    with bot.search(START, Limit(depth=4), lines=2) as search:
        told = list(search)
    assert [each.depth for each in told] == [1, 2, 3, 4]
    assert all(len(each.lines) == 2 for each in told)
    assert search.result.says == told[-1].says
    assert search.result.nodes >= told[-1].nodes
    assert [each.depth for each in search] == [1, 2, 3, 4]  # also for who comes late


def test_a_growing_tree_tells_now_and_then() -> None:
    bot = make_bot(GAME, "mcts", seed=1)
    with bot.search(START, Limit(iterations=3000)) as search:
        told = [each.nodes for each in search]
    assert told == sorted(told)
    assert told[0] < 3000
    assert search.result.nodes == 3000


def test_who_is_slow_may_follow_the_newest_alone() -> None:
    bot = Steps()
    with bot.search(START) as search:
        followed = search.every(0.0)
        assert bot.begun.wait(30)
        while len(search._told) < 3:
            pass
        assert next(followed).depth == 3
        bot.most = 0
        search.stop()
        assert list(followed) == []


@pytest.mark.parametrize("text", SEARCHING)
def test_a_stop_at_once_is_never_missed(text: str) -> None:
    bot = make_bot(GAME, text, seed=1)
    for _ in range(20):
        with bot.think(START, LONG) as search:
            search.stop()
            assert search.wait(30)
            assert search.move in START.legal_moves


def test_a_stop_while_it_gets_ready_returns_at_once_and_getting_ready_goes_on() -> None:
    bot = Steps(ready=False)
    search = bot.search(START)
    search.stop()
    assert search.wait(0)
    with pytest.raises(Stopped, match="before anything was known"):
        _ = search.result
    assert list(search) == []
    assert search.move in START.legal_moves
    again = bot.search(START)  # nothing else has to be stopped
    bot.ready.set()
    assert next(iter(again)).depth == 1
    again.stop()
    assert again.result.depth == 3


def test_one_search_at_a_time() -> None:
    bot = Steps()
    with bot.search(START) as search:
        with pytest.raises(AlreadySearching, match="'steps' is searching already; stop that"):
            bot.search(START)
        with pytest.raises(AlreadySearching):
            bot.think(START)
        search.stop()
        bot.go.set()
        following = bot.search(START)  # begins when the one that was stopped has ended
        assert following.result.depth == 3
        assert search.is_over


def test_searches_that_were_stopped_are_waited_for_in_turn() -> None:
    bot = Steps()
    working = threading.Event()

    class Stubborn(Steps):
        def run(self, position: Position, limit: Limit, lines: int, search: Search) -> None:
            self.begun.set()
            assert working.wait(30)

    bot = Stubborn()
    first = bot.search(START)
    assert bot.begun.wait(30)
    first.stop()
    second = bot.search(START)
    second.stop()
    assert second.wait(30)
    third = bot.search(START)
    assert not first.is_over
    assert not third.wait(0.05)
    working.set()
    assert third.wait(30)
    assert first.is_over


def test_a_late_stop_meets_nobody() -> None:
    bot = make_bot(GAME, "master")
    first = bot.search(START, Limit(depth=1))
    assert first.result.depth == 1
    second = bot.search(START, Limit(depth=6))
    first.stop()
    assert second.result.depth == 6
    assert not first.stopped


def test_leaving_the_block_stops_it() -> None:
    bot = Steps()
    with pytest.raises(KeyError), bot.search(START) as search:
        raise KeyError
    assert search.is_over
    assert search.stopped


def test_what_goes_wrong_is_raised_where_one_looks() -> None:
    bot = Steps()
    bot.failure = EngineFailed("it is on fire")
    search = bot.search(START)
    looks: list[Callable[[], object]] = [
        lambda: list(search),
        lambda: search.result,
        lambda: search.move,
    ]
    for look in looks:
        with pytest.raises(EngineFailed, match="on fire"):
            look()


def test_a_finished_game_is_not_searched() -> None:
    over = GAME.position("W..../...../...../...../..... b")
    with pytest.raises(IllegalMove, match="the game is over"):
        make_bot(GAME, "master").search(over)


def test_a_bot_that_does_not_search_says_so_and_can_be_asked_for_its_move() -> None:
    bot = RandomBot(1)
    with pytest.raises(tabuleiro.InvalidOption, match="'random' does not search"):
        bot.search(START)
    with bot.think(START) as search:
        assert list(search) == []
        assert search.move in START.legal_moves
    bot.prepare()
    bot.stop()
    bot.close()
    assert (bot.limit, bot.last, bot.needs, bot.searches) == (None, None, (), False)


def test_a_move_that_was_thought_about_leaves_what_it_rests_on() -> None:
    bot = make_bot(GAME, "master,depth=3")
    with bot.think(START, lines=4) as search:
        assert search.move == search.result.move
    assert bot.last is search.result
    assert len(search.result.lines) == 4
    with bot.think(START, Limit(depth=2)) as search:
        assert search.move in START.legal_moves
    assert bot.last is not None
    assert bot.last.depth == 2


# Objects from elsewhere


class Old:
    """As bots were written before there was a class for them."""

    name = "old"

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed
        self.limit = Limit(seconds=5)
        self.stops = 0
        self.waits: list[threading.Event] = []

    def choose(self, position: Position) -> Move:
        for wait in self.waits:
            wait.wait(30)
        return position.legal_moves[-1]

    def analyse(
        self,
        position: Position,
        limit: Limit | None = None,
        lines: int = 1,
        listener: Any = None,
    ) -> Analysis:
        self.stops = 0  # and so a stop before this is lost
        found = analysis(0, position.legal_moves[0])
        while not self.stops:
            found = analysis(found.depth + 1, found.move)
            if listener is not None:
                listener(found)
        return found

    def stop(self) -> None:
        self.stops += 1
        for wait in self.waits:
            wait.set()


def test_an_object_that_only_chooses_is_a_bot() -> None:
    class Last:
        def choose(self, position: Position) -> Move:
            return position.legal_moves[-1]

    bot = as_bot(Last())
    assert bot.name == "Last"
    assert bot.think(START).move == START.legal_moves[-1]
    assert as_bot(bot) is bot
    bot.new_game(3)
    bot.close()
    bot.stop()


def test_an_object_that_analyses_is_a_bot_that_searches() -> None:
    old = Old()
    bot = as_bot(old)
    assert isinstance(bot, SearchBot)
    assert bot.stops == 0  # type: ignore[attr-defined]  # what it has besides is still there
    with bot.search(START) as search:
        assert next(iter(search)).depth == 1
        search.stop()
        assert search.result.depth >= 1
    with bot.search(START) as search:
        search.stop()
        assert search.wait(30)


def test_an_object_with_a_stop_is_stopped_while_it_chooses() -> None:
    old = Old()
    old.waits = [threading.Event()]
    search = as_bot(old).think(START, Limit(seconds=1))
    while not search._begun:
        pass
    search.stop()
    assert search.move == START.legal_moves[-1]
    assert old.limit == Limit(seconds=5)


def test_an_object_that_cannot_begin_a_new_game_is_made_anew() -> None:
    bot = as_bot(Old(1), Old)
    bot.new_game(7)
    assert bot.seed == 7  # type: ignore[attr-defined]
    assert isinstance(bot, Bot)


MILLIONS = (
    "bbbbbbbbb./.bb..bb.bb/bbbb..b..b/bb.bbb.b.b/b.b..bbb../"
    "b.bb..bb.b/.bb..bb.bb/bb..b..bbb/..bb..wb.b/bbbb.bbb.b w"
)
"""One piece that can capture in 2,611,018 ways."""


def test_a_turn_that_branches_into_millions_ends_in_time_too() -> None:
    here = tabuleiro.game("fanorona", width=10, height=10).position(MILLIONS)
    for text in ("hard,nodes=1000", "hard,nodes=1000,error=100"):
        with make_bot(here.game, text, 1).search(here) as search:
            found = search.result
        assert found.nodes < 2 * GLANCE
        assert found.move in here.legal_moves
        assert search.move == found.move


@pytest.mark.parametrize("name", ["master,seconds=600", "mcts,seconds=600"])
def test_a_forced_move_takes_no_time(name: str) -> None:
    """It would not come back for ten minutes if it thought."""
    chance = random.Random(1)
    here = START
    while here.outcome is not None or not is_forced(here):
        here = START if here.outcome is not None else here.play(chance.choice(here.legal_moves))
    assert len(here.legal_moves) == 1
    assert make_bot(GAME, name).choose(here) == here.legal_moves[0]
    assert not is_forced(START)
