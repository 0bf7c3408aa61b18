"""What is known of a position, as one small number: 0 unknown, DRAWN, or lost or won in n turns.

It is what the side to move gets. `lost(0)` is the smallest but DRAWN; won numbers are odd.
"""

from __future__ import annotations

UNKNOWN, DRAWN = 0, 1
UNTOLD = 1 << 20
"""Turns to an end of which nobody knows how far it is: more than any game has."""


def lost(turns: int) -> int:
    """Lost after so many turns."""
    return 2 * turns + 2


def won(turns: int) -> int:
    """Won after so many turns."""
    return 2 * turns + 3


def is_won(verdict: int) -> bool:
    """Whether a decided verdict is a win."""
    return verdict & 1 != 0


def turns_of(verdict: int) -> int:
    """The turns to the end of a decided verdict."""
    return verdict - 2 >> 1


def some_time(pair: int) -> int:
    """The verdict of a position of which two bits are known: lost or won, some time."""
    return pair if pair <= DRAWN else pair + 2 * UNTOLD
