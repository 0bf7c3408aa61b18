"""The values of searches: evaluations in hundredths, and wins by their distance in turns."""

from __future__ import annotations

from tabuleiro.kernel.contract import DRAW

WIN = 1_000_000_000
PROVEN = WIN - 1000
"""Values from here on are wins that the rules have decided, less than 1000 turns away."""

ILLEGAL = 2 * WIN
"""The answer of a half-made turn that cannot be completed legally."""


def decided(result: int, me: int, turn: int) -> int:
    """The value of a finished game, for the player `me`: a nearer win is worth more."""
    if result == DRAW:
        return 0
    return WIN - turn if result == me else turn - WIN


def turns_to_end(value: int) -> int | None:
    """For a decided value: turns until the win (positive) or the loss (negative)."""
    if value >= PROVEN:
        return WIN - value
    if value <= -PROVEN:
        return -(value + WIN)
    return None
