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
    ("aboyne", {}, 8, 170_113, 3000),
    ("cifra", {"choose": False}, 8, 153_803, -7800),
    ("fanorona", {"width": 5, "height": 5}, 9, 137_933, 5000),
    ("fanorona", {}, 8, 757_012, -6000),
    ("focus", {}, 6, 289_981, 0),
    ("shobu", {"repetition": "forbid"}, 4, 1_243_114, -3600),
    ("shobu", {}, 5, 2_356_878, 9000),
    ("breakthrough", {}, 7, 134_261, 3000),
    ("connect4", {}, 12, 168_486, -20),
    ("draughts", {}, 12, 155_290, -300),
    ("hex", {}, 4, 62_395, 0),
    ("morris", {}, 8, 130_720, 1600),
    ("othello", {}, 12, 156_871, 30),
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
