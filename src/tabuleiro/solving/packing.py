"""Positions in few bits: those of a state that are ever set, close together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tabuleiro.kernel.explore import MOST_WORDS
from tabuleiro.kernel.records import signed

WORD = 64


@dataclass(frozen=True)
class Packing:
    """Which bits of each word of a state have a place, and where that is."""

    allowed: tuple[int, ...]

    @property
    def plan(self) -> list[tuple[int, int, int, int, int]]:
        """Runs of bits: the state's word, their shift there, their mask, their place and shift."""
        parts = []
        place, shift = 0, 0
        for word, bits in enumerate(self.allowed):
            begin = 0
            while bits >> begin:
                while not bits >> begin & 1:
                    begin += 1
                size = 0
                while bits >> begin + size & 1:
                    size += 1
                if shift + size > WORD:
                    place, shift = place + 1, 0
                parts.append((word, begin, (1 << size) - 1, place, shift))
                begin, shift = begin + size, shift + size
        return parts

    @property
    def words(self) -> int:
        """How many words a packed position has."""
        return 1 + max((part[3] for part in self.plan), default=0)

    @property
    def fits(self) -> bool:
        """Whether a packed position is short enough to be kept."""
        return self.words <= MOST_WORDS

    def wider(self, wanted: Iterable[int]) -> Packing:
        """The same with room for more bits."""
        mask = (1 << WORD) - 1
        return Packing(tuple(a | w & mask for a, w in zip(self.allowed, wanted, strict=True)))

    def arrays(self) -> tuple[Any, Any]:
        """The plan and the allowed bits for compiled code."""
        import numpy as np

        plan = [[signed(number) for number in part] for part in self.plan]
        return (
            np.array(plan, np.int64).reshape(-1, 5),
            np.array([signed(word) for word in self.allowed], np.int64),
        )

    def pack(self, words: Iterable[int]) -> tuple[int, ...] | None:
        """A state's words, packed; None if it has bits without a place."""
        given = [word & (1 << WORD) - 1 for word in words]
        if any(word & ~bits for word, bits in zip(given, self.allowed, strict=True)):
            return None
        packed = [0] * self.words
        for word, begin, mask, place, shift in self.plan:
            packed[place] |= (given[word] >> begin & mask) << shift
        return tuple(packed)

    def repack(self, rows: Any, new: Packing) -> Any:
        """Packed positions in another packing."""
        import numpy as np

        old = rows.view(np.uint64)
        words = np.zeros((len(rows), len(self.allowed)), np.uint64)
        for word, begin, mask, place, shift in self.plan:
            part = old[:, place] >> np.uint64(shift) & np.uint64(mask)
            words[:, word] |= part << np.uint64(begin)
        packed = np.zeros((len(rows), new.words), np.uint64)
        for word, begin, mask, place, shift in new.plan:
            part = words[:, word] >> np.uint64(begin) & np.uint64(mask)
            packed[:, place] |= part << np.uint64(shift)
        return packed.view(np.int64)
