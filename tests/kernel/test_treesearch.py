"""Monte-Carlo trees: what they keep, what they say, and several at once."""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

import tabuleiro
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.mcts import MctsBot
from tabuleiro.kernel import mcts
from tabuleiro.kernel.engine import Engine
from tabuleiro.kernel.treesearch import TreeSearcher, TreeSettings


@pytest.fixture(scope="module")
def game() -> tabuleiro.Game:
    return tabuleiro.game("fanorona", width=5, height=5)


@pytest.fixture(scope="module")
def morris() -> tabuleiro.Game:
    return tabuleiro.Game("morris", example("morris"), {"max_plies": 200})


def example(name: str) -> ModuleType:
    path = Path(__file__).parents[1] / "examples" / f"{name}.py"
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def settings(game: tabuleiro.Game) -> TreeSettings:
    return TreeSettings(weights=[0] * len(game.terms), cap=60)


def test_what_grew_below_the_moves_played_is_kept(game: tabuleiro.Game) -> None:
    searcher = TreeSearcher(game.engine, 1, seed=3)
    here = game.start()
    searcher.search(here.state(), settings(game), 3000)
    known = {branch.actions[0]: branch for branch in searcher.children()}
    move = max(here.legal_moves, key=lambda each: known[each.actions[0]].visits)
    after = here.play(move)
    (line,) = [b for b in searcher.turns() if b.actions[: len(move.actions)] == move.actions][:1]
    searcher.search(after.state(), settings(game), 1, since=move.actions)
    kept = sum(branch.visits for branch in searcher.children())
    # Its own visits, but for the one that found it and one that listed its steps; and a new one.
    assert line.visits - 1 <= kept <= line.visits + 1
    assert line.visits > 100
    searcher.search(after.state(), settings(game), 1)
    assert sum(branch.visits for branch in searcher.children()) == 1


def test_steps_are_credited_with_games_in_which_they_came_later() -> None:
    game = tabuleiro.Game("tictactoe", example("tictactoe"), {})
    engine = Engine(game.source, game.tables, plain=True)
    found = {}
    for rave in (0, 100):
        searcher = TreeSearcher(engine, 1, seed=3)
        searcher.search(game.start().state(), TreeSettings([], rave=rave), 200)
        (tree,) = searcher._trees
        found[rave] = tree.rows[1:10]
        assert sum(row[mcts.VISITS] for row in found[rave]) == 200
    assert all(row[mcts.LATER] == 0 for row in found[0])
    games = [row[mcts.LATER] >> mcts.GAMES_BIT for row in found[100]]
    totals = [row[mcts.LATER] & (1 << mcts.GAMES_BIT) - 1 for row in found[100]]
    # Who begins takes three to five of nine cells in a game; the last cell only if it is needed.
    assert 3 * 200 <= sum(games) <= 5 * 200
    assert all(row[mcts.VISITS] <= number for row, number in zip(found[100], games, strict=True))
    assert all(0 < total < mcts.WIN * number for total, number in zip(totals, games, strict=True))


def test_two_trees_are_read_as_one(game: tabuleiro.Game) -> None:
    runs = []
    for _ in range(2):
        searcher = TreeSearcher(game.engine, 1, seed=5, threads=2)
        done, _ = searcher.search(game.start().state(), settings(game), 501)
        assert done == 502  # half each, rounded up
        runs.append(searcher.children())
        assert sum(branch.visits for branch in runs[-1]) == 502
    assert runs[0] == runs[1]


def test_a_search_reports_while_it_runs(game: tabuleiro.Game) -> None:
    bot = MctsBot(game, {}, Limit(iterations=4000), cap=60, seed=1)
    heard = []
    found = bot.analyse(game.start(), lines=3, listener=heard.append)
    assert len(heard) > 1
    assert [each.nodes for each in heard] == sorted(each.nodes for each in heard)
    assert found.nodes == 4000
    assert len({line.moves[0] for line in found.lines}) == 3
    assert all(line.moves[0] in game.start().legal_moves for line in found.lines)


def test_a_game_where_boards_must_not_recur_is_played_legally() -> None:
    game = tabuleiro.game("shobu", repetition="forbid")
    bots = [MctsBot(game, {}, Limit(iterations=30), cap=30, seed=seed) for seed in (1, 2)]
    here = game.start()
    while here.outcome is None and here.ply < 12:
        here = here.play(bots[here.player].choose(here))
    assert here.ply > 4


def test_a_tree_that_is_full_goes_on_with_what_it_has(game: tabuleiro.Game) -> None:
    searcher = TreeSearcher(game.engine, 1, seed=1)
    tree = searcher._trees[0]
    tree.rows = tree.rows[:64].copy()
    done, _ = searcher.search(game.start().state(), settings(game), 2000)
    assert done == 2000
    assert sum(branch.visits for branch in searcher.children()) == 2000


def test_a_turn_that_branches_late_loses_no_votes(morris: tabuleiro.Game) -> None:
    """A mill and the stones that it may take are many turns, but one good step."""
    here = morris.position("ww......bb.b............ 5 5 0 w")
    bot = MctsBot(morris, {}, Limit(iterations=150), cap=100, seed=1)
    found = bot.analyse(here, lines=5)
    assert found.move.text.startswith("g7,")
    assert found.lines[0].moves[0] == found.move
    assert len({line.moves[0] for line in found.lines}) == 5
    searcher = TreeSearcher(morris.engine, 1, seed=1)
    searcher.search(here.state(), replace(settings(morris), cap=100), 150)
    turn = next(searcher.turns())
    assert turn.actions[:2] == searcher.chosen().actions[:2]
    assert turn.actions[0] == found.move.actions[0]
    mill, second, *_ = searcher.children()
    assert mill.visits > second.visits > turn.visits


def test_each_step_of_a_turn_rests_on_as_many_iterations(morris: tabuleiro.Game) -> None:
    here = morris.position("ww......bb.b............ 5 5 0 w")
    bot = MctsBot(morris, {}, Limit(iterations=150), cap=100, seed=1)
    found = bot.analyse(here)
    assert len(found.move.actions) == 2
    searcher = bot._searcher
    assert searcher is not None
    assert searcher.visits(found.move.actions[:1]) == 150
    assert sum(branch.visits for branch in searcher.children()) == found.nodes > 150
    # The tree is kept for the next turn as ever.
    after = here.play(found.move)
    kept = searcher.visits(found.move.actions)
    bot.analyse(after, Limit(iterations=1))
    assert kept - 1 <= sum(branch.visits for branch in searcher.children()) <= kept + 1


def test_a_limit_of_time_holds_for_all_steps_together(morris: tabuleiro.Game) -> None:
    here = morris.position("ww......bb.b............ 5 5 0 w")
    bot = MctsBot(morris, {}, Limit(iterations=10**9, seconds=0.05), cap=100, seed=1)
    assert bot.choose(here) in here.legal_moves


def test_few_iterations_beat_chance_clearly(morris: tabuleiro.Game) -> None:
    won = 0
    for seed in range(10):
        bot, chance = (
            MctsBot(morris, {}, Limit(iterations=150), cap=100, seed=seed),
            random.Random(seed),
        )
        here = morris.start()
        while here.outcome is None:
            mine = here.player == seed % 2
            here = here.play(bot.choose(here) if mine else chance.choice(here.legal_moves))
        won += here.outcome.winner == seed % 2
    assert won >= 8


def test_a_turn_that_the_tree_has_not_finished_is_finished(game: tabuleiro.Game) -> None:
    """However few the iterations, the turn begins with the step that was chosen."""
    for seed in range(8):
        here = game.start()
        bot = MctsBot(game, {}, Limit(iterations=1 + seed), cap=60, seed=seed)
        found = bot.analyse(here, lines=3)
        assert found.move in here.legal_moves
        assert len({line.moves[0] for line in found.lines}) == len(found.lines)
