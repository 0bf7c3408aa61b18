"""What the templates do with whole records. Plain here; `intrinsics` has the compiled forms."""

from __future__ import annotations

from typing import Any

MULTIPLIERS = tuple(
    (0x9E3779B97F4A7C15 * (2 * i + 1) + (i << 40)) % (1 << 64) | 1 for i in range(64)
)
MASK = (1 << 64) - 1


def copy_record(target: Any, source: Any) -> None:
    """Make `target` equal to `source`."""
    target.assign(source)


def key_of(record: Any) -> int:
    """A hash of all words of a state."""
    return hash_words(record.words(), 0)


def board_key(record: Any) -> int:
    """A hash of all words but the first, the player: the board, whoever is to move."""
    return hash_words(record.words(), 1)


def hash_words(words: tuple[int, ...], first: int) -> int:
    """Each word folded and multiplied on its own, so that compiled code does them at once."""
    total = 0
    for i in range(first, len(words)):
        word = words[i] & MASK
        total += (word ^ word >> 32) * MULTIPLIERS[i]
    total = ((total & MASK) ^ (total & MASK) >> 32) * MULTIPLIERS[0] & MASK
    total ^= total >> 29
    return total - (1 << 64) if total >> 63 else total
