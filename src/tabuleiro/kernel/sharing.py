"""How threads share the steps of a position: what one of them is at, the others put off.

Each says what it searches, in places that all of them read, without locks. Where two threads write
at once, or two steps have the same place, a step is searched in another order, and that is all.
`k.under_way` is the address of the places, or a list where nothing is compiled.
"""

from __future__ import annotations

from typing import Any

from tabuleiro.kernel.memory import NUMBER
from tabuleiro.kernel.words import number_at, put_at

PLACES = 1 << 12

DIVIDED = 2
"""From which depth on steps are shared; what is less deep is searched before others hear of it."""

MEMORY = dict(
    under_way=(NUMBER, "where threads say what they search; 0 for one that is alone"),
)


def is_under_way(k: Any, step: int) -> bool:
    """Whether a thread is at a step, which is known by its position's key and its number."""
    return number_at(k.under_way, step & (PLACES - 1)) == step


def begins(k: Any, step: int) -> None:
    """Say that this thread searches a step."""
    put_at(k.under_way, step & (PLACES - 1), step)


def is_done(k: Any, step: int) -> None:
    """Take it back."""
    if is_under_way(k, step):
        put_at(k.under_way, step & (PLACES - 1), 0)
