"""Numbers that several threads share. Plain here; `intrinsics` has the compiled forms."""

from __future__ import annotations

from typing import Any


def borrowed(array: Any) -> Any:
    """The same array without the count of its users, which threads would change at every call."""
    return array


def load(array: Any, i: int) -> int:
    """An entry as the other threads left it last."""
    return array[i]  # type: ignore[no-any-return]


def publish(array: Any, i: int, value: int) -> None:
    """Set an entry, after everything that was written before."""
    array[i] = value


def add_to(array: Any, i: int, amount: int) -> int:
    """Add to an entry; returns what it was before."""
    before = array[i]
    array[i] = before + amount
    return before  # type: ignore[no-any-return]


def swap_if(array: Any, i: int, expected: int, value: int) -> bool:
    """Set an entry if it is as expected; whether it was."""
    if array[i] != expected:
        return False
    array[i] = value
    return True
