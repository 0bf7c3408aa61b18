"""What the templates do with whole records. Plain here; `intrinsics` has the compiled forms."""

from __future__ import annotations

from typing import Any

MASK = (1 << 64) - 1


def multiplier(i: int) -> int:
    """An odd number for word i (SplitMix64), in no simple relation to the others.

    With multipliers in equal steps, pieces that trade places can leave the hash as it was.
    """
    x = 0x9E3779B97F4A7C15 * (i + 1) & MASK
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return (x ^ x >> 31) | 1


MULTIPLIERS = tuple(multiplier(i) for i in range(512))
"""As many as a state may have words: two for each cell of a board of 256."""


def copy_record(target: Any, source: Any) -> None:
    """Make `target` equal to `source`."""
    target.assign(source)


def word_at(record: Any, i: int) -> int:
    """Word i of a state."""
    return int(record.words()[i])


def bits_at(record: Any, i: int) -> int:
    """Word i of a state as a set; plain, a word below zero is one of 64 bits too."""
    return word_at(record, i) & MASK


def put_word(record: Any, i: int, value: int) -> None:
    """Set word i of a state."""
    words = list(record.words())
    words[i] = value
    record.load(words)


def put_at(place: Any, i: int, value: int) -> None:
    """Set number i of those at a place: compiled, an address; plain, a list."""
    place[i] = value


def number_at(place: Any, i: int) -> int:
    """Number i of those at a place."""
    return int(place[i])


def prefetch(rows: Any, i: int) -> None:
    """Say that row i of a table will be read soon; plain, memory does not matter."""


def key_of(record: Any) -> int:
    """A hash of all words of a state."""
    return hash_words(record.words())


def board_key(record: Any) -> int:
    """A hash of all words but the player: the board, whoever is to move."""
    return hash_words(record.words(), record.place("player"))


def hash_words(words: tuple[int, ...], left_out: int = -1) -> int:
    """Each word folded and multiplied on its own, so that compiled code does them at once."""
    total = 0
    for i in range(len(words)):
        word = words[i] & MASK if i != left_out else 0
        total += (word ^ word >> 32) * MULTIPLIERS[i]
    total = ((total & MASK) ^ (total & MASK) >> 32) * MULTIPLIERS[0] & MASK
    total ^= total >> 29
    return total - (1 << 64) if total >> 63 else total
