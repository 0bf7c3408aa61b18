"""Every idea of the searches can be switched off on its own, and changes only what it may."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import tabuleiro
from tabuleiro import Position
from tabuleiro.bots.alphabeta import moves_of, root_of
from tabuleiro.bots.presets import read_weights
from tabuleiro.kernel.deepening import Root
from tabuleiro.kernel.engine import Engine
from tabuleiro.kernel.records import Plain
from tabuleiro.kernel.searcher import Searcher
from tabuleiro.kernel.switches import ALL, IDEAS, MINIMAX, Switches
from tabuleiro.kernel.treesearch import TreeSearcher, TreeSettings

UNIFORM = Path(__file__).with_name("uniform.py")
SELECTIVE = ("reductions", "exchanges")
SAFE = [idea for idea in IDEAS if idea not in SELECTIVE]
CASES: list[tuple[str, dict[str, object], int]] = [
    ("aboyne", {"side": 3}, 4),
    ("cifra", {"choose": False}, 4),
    ("fanorona", {"width": 5, "height": 5}, 4),
    ("focus", {"size": 4}, 4),
    ("shobu", {}, 2),
]
SMALL: dict[str, dict[str, object]] = {
    "fanorona": {"width": 5, "height": 5},
    "aboyne": {"side": 3},
}


def weights(game: tabuleiro.Game) -> list[int]:
    given = read_weights(game, "best")
    return [given.get(term, 0) for term in game.terms]


def positions(game: tabuleiro.Game, count: int) -> list[Position]:
    """The start, and open positions from random games."""
    chance = random.Random(4)
    found = [game.start()]
    while len(found) < count:
        here = game.start()
        turns = chance.randrange(1, 40)
        while here.outcome is None and (here.ply < turns or not here.turn_is_over):
            here = here.step(chance.choice(here.steps))
        if here.outcome is None:
            found.append(here)
    return found


@pytest.mark.parametrize(("name", "options", "depth"), CASES, ids=lambda value: str(value))
def test_values_stay_the_same_where_theory_says_so(
    name: str, options: dict[str, object], depth: int
) -> None:
    """Whatever is off, with one table for all of them: they do not mislead each other."""
    game = tabuleiro.game(name, seed=None, **options)
    searcher = Searcher(game.engine, table_mb=1)
    given = weights(game)
    exact = ALL.without(*SELECTIVE)
    chance = random.Random(1)
    some = [exact.without(*chance.sample(SAFE, chance.randrange(2, 8))) for _ in range(4)]
    for here in positions(game, 5):
        root = root_of(here)
        value = searcher.minimax(root, given, depth)
        for switches in (exact, MINIMAX, *some, *(exact.without(idea) for idea in SAFE)):
            found = searcher.search(root, given, depth, window=100, switches=switches)
            assert found.value == value, (here.text, switches)
            assert moves_of(here, found.actions), switches


def test_every_idea_is_worth_something() -> None:
    """Each switch changes what a search looks at; cuts and the table save the most."""
    game = tabuleiro.game("focus", seed=None)
    given, root = weights(game), root_of(game.start())
    costs = {
        off: Searcher(game.engine, 1).search(
            root, given, 5, window=100, switches=ALL.without(*off.split())
        )
        for off in ("", *IDEAS)
        if off not in ("cuts", "aspiration", "exchanges")
    }
    full = costs.pop("")
    assert all(found.nodes != full.nodes for found in costs.values())
    assert costs["table"].hits == 0
    assert costs["table"].nodes > full.nodes
    others = {"cuts": "fanorona", "aspiration": "fanorona", "exchanges": "aboyne"}
    for off, name in others.items():  # where they show: few games play exchanges out
        other = tabuleiro.game(name, seed=None, **SMALL[name])
        runs = [
            Searcher(other.engine, 1).search(
                root_of(other.start()), weights(other), 5, window=1, switches=switches
            )
            for switches in (ALL, ALL.without(off))
        ]
        assert runs[0].nodes != runs[1].nodes, off


@pytest.mark.parametrize(("name", "options", "depth"), CASES, ids=lambda value: str(value))
def test_the_turns_of_plain_minimax_are_those_of_perft(
    name: str, options: dict[str, object], depth: int
) -> None:
    game = tabuleiro.game(name, seed=None, **options)
    start = game.start()
    found = Searcher(game.engine, 1).search(root_of(start), weights(game), depth, switches=MINIMAX)
    counted = [game.engine.perft(start.state(), deep) for deep in range(1, depth + 1)]
    assert found.turns == sum(counted)
    assert (found.hits, found.cuts, found.depth) == (0, 0, depth)


TREES = [(n, depth) for n in (2, 3, 5) for depth in range(1, 8) if n**depth < 3000]
"""Choices and depths that are quick without compiling."""


@pytest.mark.parametrize(("choices", "depth"), TREES)
@pytest.mark.parametrize("ordered", [0, 1])
def test_the_leaves_of_alphabeta_lie_within_the_known_bounds(
    choices: int, depth: int, ordered: int
) -> None:
    """Knuth and Moore's minimum, which the best order reaches, and all the leaves of minimax."""
    engine = Engine(UNIFORM, {"CHOICES": choices, "SORTED": ordered, "symmetries": 1}, plain=True)
    root = Root(Plain(engine.rules.STATE))
    searcher = Searcher(engine, 1)
    least = choices ** (depth // 2) + choices ** (-(-depth // 2)) - 1
    most = choices**depth
    plain = searcher.search(root, [1], depth, switches=MINIMAX)
    assert searcher.memories[0].guesses == most
    for switches in (Switches(**dict.fromkeys(IDEAS, False) | {"cuts": True}), EXACT):
        searcher.clear()
        found = searcher.search(root, [1], depth, switches=switches)
        leaves = searcher.memories[0].guesses
        assert found.value == plain.value
        assert least <= leaves <= most
        if ordered:
            assert leaves == least


EXACT = ALL.without(*SELECTIVE, "deepening", "table", "pvs")


def test_without_deepening_only_the_last_depth_is_searched() -> None:
    game = tabuleiro.game("focus", size=4)
    heard: list[int] = []
    straight = ALL.without("deepening")
    found = Searcher(game.engine, 1).search(
        root_of(game.start()),
        weights(game),
        4,
        listener=lambda now: heard.append(now.depth),
        switches=straight,
    )
    assert heard == [4]
    assert found.depth == 4
    timed = Searcher(game.engine, 1).search(
        root_of(game.start()), weights(game), nodes=5000, switches=straight
    )
    assert len(timed.values) > 1  # without a depth to go to, it has to deepen
    hurried = Searcher(game.engine, 1).search(
        root_of(game.start()), weights(game), depth=9, nodes=500, switches=straight
    )
    assert hurried.depth == 1  # one turn ahead is always known
    assert moves_of(game.start(), hurried.actions)


def test_the_solver_of_a_tree_can_be_switched_off() -> None:
    """A win in one is proven with it; without, it is only visited more and more."""
    game = tabuleiro.game("fanorona", width=5, height=5)
    here = game.position("...../...../..B../...../..W.. w")
    runs = []
    for solver in (True, False):
        tree = TreeSearcher(game.engine, 1, seed=1)
        done, _ = tree.search(here.state(), TreeSettings([], cap=30, solver=solver), 400)
        runs.append((done, tree.children()[0]))
    (soon, won), (all_of_them, visited) = runs
    assert soon < 400 == all_of_them
    assert (won.proven, visited.proven) == (1, 0)
    assert won.actions == visited.actions
