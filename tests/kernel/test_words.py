"""The hash of a state."""

from __future__ import annotations

import random

import numba
import numpy as np
import pytest

import tabuleiro
from tabuleiro.kernel.records import Plain, dtype, fill
from tabuleiro.kernel.words import board_key, hash_words


def test_pieces_that_trade_places_change_the_hash() -> None:
    """Positions of one Focus game; with multipliers in equal steps all three had one hash."""
    states = (
        (0, 0x81, 0x103, 0x81, 0x83, 0x81, 0x101, 0, 0),
        (0, 0x81, 0x083, 0x101, 0x83, 0x101, 0x81, 0, 0),
        (0, 0x83, 0x101, 0x81, 0x81, 0x83, 0x101, 0, 0),
    )
    assert len({hash_words(words) for words in states}) == 3


@pytest.mark.parametrize("layout", [{"player": 1, "a": 2}, {"a": 2, "player": 1}])
def test_the_hash_of_a_board_leaves_out_the_player_wherever_it_stands(
    layout: dict[str, int],
) -> None:
    from tabuleiro.kernel import intrinsics  # noqa: F401  teaches Numba our operations

    compiled = numba.njit(lambda record: board_key(record))
    plain = Plain(layout)
    record = np.zeros(1, dtype(layout))[0]
    keys = set()
    for plain.player, plain.a[0], plain.a[1] in ((0, 5, 9), (1, 5, 9), (0, 9, 5), (1, 9, 6)):
        fill(record, plain)
        assert compiled(record) == board_key(plain)
        keys.add(board_key(plain))
    assert len(keys) == 3


@pytest.mark.parametrize("name", ["aboyne", "cifra", "fanorona", "focus", "shobu"])
def test_different_positions_have_different_hashes(name: str) -> None:
    start = tabuleiro.game(name, seed=None).start()
    chance = random.Random(1)
    seen: dict[int, tuple[int, ...]] = {}
    here = start
    for _ in range(4000):
        words = here.state().words()
        assert seen.setdefault(hash_words(words), words) == words
        here = here.step(chance.choice(here.steps)) if here.steps else start
    assert len(seen) > 1000
