"""The transposition table: an array of rows (key ^ data, data), shared by threads without locks.

A row that two threads wrote at once does not match its key and is not found. Data is one word:
value in the upper half; in the lower depth (7 bits), bound (2), solved (1), age (6), action (16).
What is solved rests on the rules alone, not on an evaluation.

Most positions are near the last depth and soon forgotten. They have a region of their own, so small
that it stays in the processor's cache: to ask memory takes as long as to search many of them. It
grows with the number of threads, which would else search again what others have found.
"""

from __future__ import annotations

from typing import Any

from tabuleiro.kernel.words import prefetch

EXACT, LOWER, UPPER = 1, 2, 3
AGES = 64
ACTIONS = 1 << 16
"""Actions are below it: they have sixteen bits."""


NEAR = 3
"""Up to which depth positions are in that region."""

REGION = 1 << 18
"""Its rows for one thread. Other positions have the whole table, the region included."""


def further_rows(threads: int) -> int:
    """The rows that further threads add to the region: whole regions, in all a power of two."""
    return REGION * ((1 << (threads - 1).bit_length()) - 1)


def slot_of(table: Any, key: int, depth: int, further: int) -> int:
    """The first of the two rows of a position that is searched to a depth."""
    if depth <= NEAR:
        key &= REGION - 1 + further
    return key & (len(table) - 2)


def fetch(table: Any, slot: int) -> None:
    """Have the processor read two rows that will soon be looked at."""
    prefetch(table, slot)


def find(table: Any, slot: int, key: int) -> int:
    """The data of a position, or 0."""
    for i in range(slot, slot + 2):
        if table[i, 0] ^ table[i, 1] == key:
            return table[i, 1]
    return 0


def store(
    table: Any,
    slot: int,
    key: int,
    value: int,
    depth: int,
    bound: int,
    solved: int,
    action: int,
    age: int,
) -> None:
    """Keep a value: in the place of the same position, or of the older or less deep of two."""
    if table[slot, 0] ^ table[slot, 1] != key:
        old = table[slot, 1]
        worth_keeping = (old >> 16) & (AGES - 1) == age and depth_of(old) > depth
        if worth_keeping or table[slot + 1, 0] ^ table[slot + 1, 1] == key:
            slot += 1
    data = (value << 32) | (depth << 25) | (bound << 23) | (solved << 22) | (age << 16) | action
    table[slot, 0] = key ^ data
    table[slot, 1] = data


def value_of(data: int) -> int:
    return data >> 32


def depth_of(data: int) -> int:
    return (data >> 25) & 127


def bound_of(data: int) -> int:
    return (data >> 23) & 3


def is_solved(data: int) -> bool:
    return (data >> 22) & 1 != 0


def move_of(data: int) -> int:
    return data & (ACTIONS - 1)
