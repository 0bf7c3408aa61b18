"""Which game is which: a game's number says who plays, in which seats, from which opening.

Games are numbered so that all pairings advance together: first the two games of every pairing's
first pair, then those of the second, and so on. Everything that is left to chance in a game comes
from the experiment's seed and the game's number, so it does not matter who plays it, or when.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from tabuleiro.experiments.settings import Settings


class Fixture(NamedTuple):
    """A game that is to be played."""

    number: int
    pairing: int
    pair: int
    """Counted within the pairing; also the number of the opening, the same for all pairings."""
    first: int
    second: int


def fixture(settings: Settings, number: int) -> Fixture:
    """The game of a number."""
    place, swapped = divmod(number, 2)
    pair, pairing = divmod(place, len(settings.pairings))
    first, second = settings.pairings[pairing]
    if swapped:
        first, second = second, first
    return Fixture(number, pairing, pair, first, second)


def seed_of(settings: Settings, *what: object) -> int:
    """A seed of its own for something in an experiment."""
    text = " ".join(map(str, (settings.seed, *what)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") >> 1
