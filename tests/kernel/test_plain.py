"""The same searches uncompiled: what one steps through in a debugger is what plays."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import tabuleiro
from tabuleiro.bots.alphabeta import root_of
from tabuleiro.bots.presets import read_weights
from tabuleiro.kernel import loader
from tabuleiro.kernel.deepening import Root
from tabuleiro.kernel.engine import Engine
from tabuleiro.kernel.records import Plain
from tabuleiro.kernel.searcher import Searcher
from tabuleiro.kernel.treesearch import TreeSearcher, TreeSettings

COMMAND = Path(sys.executable).with_name("tabuleiro")

CASES: list[tuple[str, dict[str, object], int]] = [
    ("aboyne", {"side": 3}, 3),
    ("cifra", {"choose": False}, 2),
    ("fanorona", {"width": 5, "height": 5}, 3),
    ("focus", {"size": 4}, 3),
    ("shobu", {}, 1),
    ("shobu", {"repetition": "forbid"}, 1),
]


@pytest.mark.parametrize(("name", "options", "depth"), CASES, ids=lambda value: str(value))
def test_plain_and_compiled_searches_are_one(
    name: str, options: dict[str, object], depth: int
) -> None:
    game = tabuleiro.game(name, seed=None, **options)
    plain = Engine(game.source, game.tables, plain=True)
    given = read_weights(game, "best")
    weights = [given.get(term, 0) for term in game.terms]
    here = game.start()
    for _ in range(4):
        runs = []
        for engine in (game.engine, plain):
            searcher = Searcher(engine, table_mb=1)
            for reductions in (True, False):
                found = searcher.search(
                    root_of(here), weights, depth=depth, reductions=reductions, lines=2
                )
                runs.append((found.lines, found.nodes, found.hits, found.cuts, found.values))
            assert searcher.minimax(root_of(here), weights, 1) == found.values[0]
            tree = TreeSearcher(engine, 1, seed=3)
            tree.search(here.state(), TreeSettings(weights, rollout=0.5, cap=20), 40)
            runs.append(tuple(tree.children()))
        assert runs[:3] == runs[3:]
        here = here.play(here.legal_moves[len(here.legal_moves) // 2])


def test_what_grew_is_kept_in_plain_trees_too() -> None:
    game = tabuleiro.game("fanorona", width=5, height=5)
    plain = Engine(game.source, game.tables, plain=True)
    settings = TreeSettings([0] * len(game.terms), cap=20)
    known = []
    for engine in (game.engine, plain):
        tree = TreeSearcher(engine, 1, seed=1)
        tree.search(game.start().state(), settings, 200)
        move = next(iter(game.start().legal_moves))
        tree.search(game.start().play(move).state(), settings, 20, since=move.actions)
        known.append(tree.children())
    assert known[0] == known[1]
    assert sum(branch.visits for branch in known[0]) > 20


@pytest.mark.parametrize("bot", ["hard,depth=2", "mcts,iterations=20", "expert,depth=1,threads=2"])
def test_every_bot_plays_uncompiled(bot: str) -> None:
    words = ("play", "fanorona", "-o", "width=3", "-o", "height=3", "--seed", "1", "--json")
    done = subprocess.run(
        [COMMAND, *words, "--first", bot, "--second", "random"],
        env=os.environ | {"TABULEIRO_PLAIN": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert '"outcome"' in done.stdout


def test_every_field_of_the_memory_has_one_place_and_a_note() -> None:
    places: dict[str, str] = {}
    for module in loader.MEMORIES:
        for name, (_, note) in module.MEMORY.items():
            assert name not in places, f"{name} is declared in {places[name]} too"
            assert len(note) > 5
            places[name] = module.__name__
    assert places.keys() == loader.MEMORY.keys()


def test_helpers_of_a_game_may_have_the_names_of_the_kernels(tmp_path: Path) -> None:
    """A game is free in its names: what templates call is their own."""
    names = ("assess", "decided", "earlier", "find", "rate", "reward", "store", "playout")
    source = Path(__file__).parents[1] / "examples" / "tictactoe.py"
    helpers = "".join(f"\n\ndef {name}(board, s):\n    return 99\n" for name in names)
    path = tmp_path / "tictactoe.py"
    path.write_text(source.read_text() + helpers)
    values = []
    for rules in (source, path):
        engine = Engine(rules, loader.rules_module(rules, {}).tables(), plain=True)
        state = Plain(engine.rules.STATE)
        engine.rules.start(engine.board, state)
        for action in (1, 5, 9):
            engine.rules.play(engine.board, state, action)
        found = Searcher(engine, 1).search(Root(state), [], depth=4)
        tally = engine.playouts(state, 20, 20, 0, 1)
        values.append((found.value, found.actions, found.nodes, tally))
    assert values[0] == values[1]
