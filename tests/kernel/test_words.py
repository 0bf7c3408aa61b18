"""The hash of a state."""

from __future__ import annotations

import random

import pytest

import tabuleiro
from tabuleiro.kernel.words import hash_words


def test_pieces_that_trade_places_change_the_hash() -> None:
    """Positions of one Focus game; with multipliers in equal steps all three had one hash."""
    states = (
        (0, 0x81, 0x103, 0x81, 0x83, 0x81, 0x101, 0, 0),
        (0, 0x81, 0x083, 0x101, 0x83, 0x101, 0x81, 0, 0),
        (0, 0x83, 0x101, 0x81, 0x81, 0x83, 0x101, 0, 0),
    )
    assert len({hash_words(words, 0) for words in states}) == 3


@pytest.mark.parametrize("name", ["aboyne", "cifra", "fanorona", "focus", "shobu"])
def test_different_positions_have_different_hashes(name: str) -> None:
    start = tabuleiro.game(name, seed=None).start()
    chance = random.Random(1)
    seen: dict[int, tuple[int, ...]] = {}
    here = start
    for _ in range(4000):
        words = here.state().words()
        assert seen.setdefault(hash_words(words, 0), words) == words
        here = here.step(chance.choice(here.steps)) if here.steps else start
    assert len(seen) > 1000
