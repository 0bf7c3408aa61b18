"""Turns made by pointing, without any screen; and thinking in the background."""

from __future__ import annotations

import queue
import random
import time
from collections.abc import Callable

import pytest
from driving import GAMES

import tabuleiro
from tabuleiro import Move, Position
from tabuleiro.bots import Bot
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_bot
from tabuleiro.bots.search import Search
from tabuleiro.kernel.contract import STOP
from tabuleiro.terminal.picking import Picking
from tabuleiro.terminal.thinking import Thinking

PATIENCE = 300
"""Seconds: what is to be searched may first have to be compiled."""


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_step_can_be_pointed_at(name: str) -> None:
    chance = random.Random(5)
    here = tabuleiro.game(name).start()
    for _ in range(12):
        if here.outcome is not None:
            break
        picking = Picking(here)
        while not picking.turn.is_over:
            choice = chance.choice([*picking.turn.choices, picking.turn.finish])
            if choice is None:
                continue
            before = picking.turn
            if choice is before.finish:
                assert picking.finish()
            else:
                given = picking.source == choice.cells[0]
                for cell in choice.cells[1:] if given else choice.cells:
                    assert picking.pick(cell) is None
                if picking.open:
                    assert choice.action in [each.action for each in picking.open]
                    picking.take(choice)
            assert picking.turn.actions == (*before.actions, choice.action)
        here = here.play(picking.turn.move)


def test_undo_goes_back_pick_by_pick() -> None:
    here = tabuleiro.game("shobu").start()
    picking = Picking(here)
    names = [cell.name for cell in here.game.geometry.cells]
    assert not picking.undo()
    for name in ("h1", "h2", "a1"):
        assert picking.pick(names.index(name)) is None
    assert picking.source == names.index("a1")
    assert picking.undo()
    assert (picking.source, len(picking.turn.actions)) == (None, 1)
    assert picking.undo()
    assert not picking.is_begun
    assert picking.here is here


def test_a_second_pick_of_the_same_piece_lets_it_go() -> None:
    picking = Picking(tabuleiro.game("fanorona").start())
    source = picking.turn.sources[0]
    picking.pick(source)
    assert picking.source == source
    picking.pick(source)
    assert picking.source is None
    picking.pick(source)
    other = picking.turn.sources[1]
    picking.pick(other)
    assert picking.source == other


def test_a_second_pick_of_the_moving_piece_takes_its_step_back() -> None:
    position = tabuleiro.game("fanorona", width=5, height=5).start()
    while not [move for move in position.legal_moves if move.actions[1:] == (STOP,)]:
        position = position.play(position.legal_moves[0])
    first = next(move for move in position.legal_moves if move.actions[1:] == (STOP,)).actions[0]
    picking = Picking(position)
    picking.take(next(choice for choice in picking.turn.choices if choice.action == first))
    assert picking.source is not None
    picking.pick(picking.source)
    assert picking.turn.actions == ()
    assert not picking.is_begun


# Searches that a screen follows

START = tabuleiro.game("fanorona", width=5).start()


class Desk:
    """A screen's own thread, as far as searches are concerned: it does what it is posted."""

    def __init__(self) -> None:
        self.posted: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()

    def work(self, until: Callable[[], object]) -> None:
        while not until():
            self.posted.get(timeout=PATIENCE)()


def test_a_search_is_followed_to_its_end() -> None:
    desk = Desk()
    thinking = Thinking(desk.posted.put)
    heard: list[int] = []
    ended: list[Search] = []
    search = make_bot(START.game, "master").search(START, Limit(depth=3))
    thinking.follow(search, ended.append, lambda now: heard.append(now.depth))
    assert thinking.is_busy
    desk.work(lambda: ended)
    assert heard == [1, 2, 3]
    assert ended == [search]
    assert not thinking.is_busy


def test_a_search_that_fails_is_told_of_at_its_end() -> None:
    class Broken(Bot):
        def choose(self, position: Position) -> Move:
            raise tabuleiro.JobFailed("no")

    desk = Desk()
    ended: list[Search] = []
    Thinking(desk.posted.put).follow(Broken().think(START), ended.append, lambda now: None)
    desk.work(lambda: ended)
    with pytest.raises(tabuleiro.JobFailed, match="no"):
        _ = ended[0].move


def test_nothing_is_heard_of_a_search_that_was_called_off() -> None:
    """Not even what it had posted before."""
    desk = Desk()
    thinking = Thinking(desk.posted.put)
    old: list[object] = []
    new: list[object] = []
    bot = make_bot(START.game, "master")
    first = bot.search(START, Limit(seconds=600))
    thinking.follow(first, old.append, old.append)
    while len(first._told) < 2:
        time.sleep(0.01)
    thinking.follow(make_bot(START.game, "master").search(START, Limit(depth=1)), new.append)
    desk.work(lambda: new)
    assert first.wait(PATIENCE)
    assert first.stopped
    assert old == []
    thinking.call_off()  # nothing runs: nobody is stopped
