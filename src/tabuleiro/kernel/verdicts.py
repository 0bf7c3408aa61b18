"""What is known of a position, as one small number: 0 unknown, DRAWN, or lost or won in n turns.

It is what the side to move gets. `lost(0)` is the smallest but DRAWN; won numbers are odd.
"""

from __future__ import annotations

UNKNOWN, DRAWN = 0, 1


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
