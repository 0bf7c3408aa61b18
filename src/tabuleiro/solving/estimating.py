"""How large a board is, before it is explored: by random games, and by how its layers grow."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from time import perf_counter
from typing import TYPE_CHECKING, Any

from tabuleiro.kernel.explore import WALK

if TYPE_CHECKING:
    from tabuleiro.solving.exploring import Explorer

SAMPLE = 1 << 18
"""Positions of random games that an estimate rests on, at most: a board with fewer needs none."""
PART = 1 << 13
"""The same, between two looks at the clock."""
SECONDS = 1.0
SLOWING = 0.75
"""Growth from layer to layer falls by this factor, or faster if it just did."""
SLOWLY, SLOWEST = 0.85, 0.97
SPAN = 3
"""Layers over which a fall is looked at."""
TAIL = 3
"""These four are chosen so that the true number was within the bounds on the boards of
bench/solved.py from the first wide layer on."""
ENOUGH = 1e15


def by_random_games(explorer: Explorer) -> float:
    """At least about how many positions there are, symmetric ones once.

    Random games are asked how often they met a position once and how often twice, which bounds from
    below what they can meet (Chao): all of them, and those after some numbers of turns. The largest
    bound counts.
    """
    import numpy as np

    begin = perf_counter()
    sample, turns = np.zeros(SAMPLE, np.int64), np.zeros(SAMPLE, np.int32)
    at = 0
    while at < SAMPLE and perf_counter() < begin + SECONDS:
        explorer.walk(sample, turns, at, at + PART)
        at += PART
    sample, turns = sample[:at], turns[:at]
    parts = [sample, *(sample[turns >> bit == 1] for bit in range(WALK.bit_length()))]
    return max(_chao(part) for part in parts)


def _chao(sample: Any) -> float:
    import numpy as np

    _, times = np.unique(sample, return_counts=True)
    once, twice = int((times == 1).sum()), int((times == 2).sum())
    return float(len(times) + once * (once - 1) / (2 * (twice + 1)))


def by_growth(layers: Sequence[int]) -> float:
    """At least about how many positions there are, from how many first come after 0, 1, 2 … turns.

    The growth of the last layer goes on, but ever slower.
    """
    if len(layers) < 3 or 0 in layers:
        return float(sum(layers))
    before, growth = ([b / a for a, b in pairwise(layers)])[-2:]
    return _grown(layers, growth, min(SLOWING, growth / before))


def at_most(layers: Sequence[int]) -> float:
    """How many positions there hardly are more than, by the same.

    Growth falls as it did over the last layers, or slower; and the last layers take longer to die
    out than the first ones took to grow.
    """
    if len(layers) < 4 or 0 in layers:
        return float(sum(layers))
    growths = [b / a for a, b in pairwise(layers)]
    span = min(SPAN, len(growths) - 1)
    slowing = (growths[-1] / growths[-1 - span]) ** (1 / span)
    growth = (growths[-1] * growths[-2]) ** 0.5
    return TAIL * _grown(layers, growth, min(max(slowing, SLOWLY), SLOWEST))


def _grown(layers: Sequence[int], growth: float, slowing: float) -> float:
    """All positions if layers go on to grow, each time less by a factor."""
    total = float(sum(layers))
    layer = float(layers[-1])
    while layer >= 1 and total < ENOUGH:
        growth *= slowing
        layer *= growth
        total += layer
    return total
