"""A search signature per game: nodes and value at a fixed depth, from the start.

A change here is a change of how the bots think. Where it is meant, the commit says so, with what
was measured; where it is not, it is a mistake.
"""

from __future__ import annotations

import pytest

import tabuleiro
from tabuleiro.bots.alphabeta import root_of
from tabuleiro.bots.presets import read_weights
from tabuleiro.kernel.searcher import Searcher

SIGNATURES: list[tuple[str, dict[str, object], int, int, int]] = [
    ("aboyne", {}, 8, 159_384, 3000),
    ("cifra", {"choose": False}, 8, 89_988, -3900),
    ("fanorona", {"width": 5, "height": 5}, 9, 134_471, 5000),
    ("fanorona", {}, 8, 707_213, -6000),
    ("focus", {}, 6, 291_868, 0),
    ("shobu", {"repetition": "forbid"}, 4, 1_249_726, -3900),
    ("shobu", {}, 5, 1_631_527, 10_600),
    ("breakthrough", {}, 7, 150_715, 3000),
    ("connect4", {}, 12, 162_202, -20),
    ("draughts", {}, 12, 169_727, -400),
    ("hex", {}, 4, 62_205, 0),
    ("morris", {}, 8, 149_946, 1600),
    ("othello", {}, 12, 149_621, 30),
]


def test_every_game_has_a_signature() -> None:
    assert {name for name, *_ in SIGNATURES} == set(tabuleiro.game_names())


@pytest.mark.parametrize(
    ("name", "options", "depth", "nodes", "value"), SIGNATURES, ids=lambda value: str(value)
)
def test_signature(
    name: str, options: dict[str, object], depth: int, nodes: int, value: int
) -> None:
    game = tabuleiro.game(name, seed=None, **options)
    given = read_weights(game, "best")
    weights = [given.get(term, 0) for term in game.terms]
    found = Searcher(game.engine).search(root_of(game.start()), weights, depth=depth)
    assert (found.nodes, found.value) == (nodes, value)
