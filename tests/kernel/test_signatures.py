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
    ("aboyne", {}, 8, 102_968, 3000),
    ("cifra", {"choose": False}, 8, 99_374, -4600),
    ("fanorona", {"width": 5, "height": 5}, 9, 142_117, 5000),
    ("fanorona", {}, 8, 600_381, -6000),
    ("focus", {}, 6, 146_508, 0),
    ("shobu", {"repetition": "forbid"}, 4, 575_173, -3000),
    ("shobu", {}, 5, 1_883_349, 8400),
    ("breakthrough", {}, 7, 174_166, 3200),
    ("connect4", {}, 12, 168_486, -20),
    ("draughts", {}, 12, 142_983, -400),
    ("hex", {}, 4, 54_285, 0),
    ("morris", {}, 8, 166_561, 1600),
    ("othello", {}, 12, 127_405, 40),
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
