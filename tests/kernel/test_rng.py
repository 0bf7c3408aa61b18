"""Random numbers: the same plain and compiled, in range, even, and different for each seed."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numba
import numpy as np
import pytest

from tabuleiro.kernel import rng

SEEDS = (0, 1, 2, 3, 7, 12345, 2**31, 2**32 + 1, 2**40 + 9, 2**61 + 5, -1)


def draws(seed: int, count: int, n: int) -> list[int]:
    word = [0]
    rng.seed(word, seed)
    return [rng.below(word, n) for _ in range(count)]


@pytest.fixture(scope="module")
def compiled() -> Any:
    """`below` and a loop around it, compiled."""
    below = numba.njit(rng.below)

    @numba.njit
    def fill(word: Any, out: Any, n: int) -> None:
        for i in range(len(out)):
            out[i] = below(word, n)

    return fill


@pytest.mark.parametrize("n", [1, 2, 7, 1000, 2**31])
def test_equal_streams_plain_and_compiled(compiled: Any, n: int) -> None:
    for seed in SEEDS:
        word, out = np.zeros(1, np.int64), np.zeros(1000, np.int64)
        rng.seed(word, seed)
        compiled(word, out, n)
        assert out.tolist() == draws(seed, 1000, n)


def test_seeding_is_the_same_plain_and_compiled() -> None:
    seed = numba.njit(rng.seed)
    for value in SEEDS:
        plain, word = [0], np.zeros(1, np.int64)
        rng.seed(plain, value)
        seed(word, value)
        assert word.tolist() == plain


def test_the_word_stays_in_its_range() -> None:
    for seed in SEEDS:
        word = [0]
        rng.seed(word, seed)
        for _ in range(1000):
            assert 1 <= word[0] <= 2**63 - 2
            rng.below(word, 10)
    for word in ([1], [2**63 - 2]):
        rng.below(word, 10)
        assert 1 <= word[0] <= 2**63 - 2


@pytest.mark.parametrize("n", [1, 2, 3, 64, 2**31])
def test_numbers_are_below_n(n: int) -> None:
    found = draws(1, 2000, n)
    assert min(found) >= 0
    assert max(found) < n


@pytest.mark.parametrize("n", [2, 7, 36])
def test_every_number_is_about_as_frequent(n: int) -> None:
    expected = 2000
    found = draws(3, expected * n, n)
    # Five standard deviations; the stream is always the same, so this never varies.
    assert all(abs(found.count(i) - expected) < 5 * expected**0.5 for i in range(n))


def test_successive_numbers_do_not_hang_together() -> None:
    found = draws(5, 40001, 4)
    pairs = list(pairwise(found))
    for pair in {(a, b) for a in range(4) for b in range(4)}:
        assert abs(pairs.count(pair) - 2500) < 5 * 2500**0.5


def test_seeds_differ() -> None:
    streams = {tuple(draws(seed, 5, 2**31)) for seed in range(2000)}
    assert len(streams) == 2000
    assert len({tuple(draws(seed, 5, 2**31)) for seed in SEEDS}) == len(SEEDS)


def test_nearby_seeds_are_unrelated() -> None:
    firsts = [draws(seed, 1, 8)[0] for seed in range(8000)]
    assert all(abs(firsts.count(i) - 1000) < 5 * 1000**0.5 for i in range(8))


def test_equal_seeds_are_equal() -> None:
    assert draws(11, 100, 50) == draws(11, 100, 50)
