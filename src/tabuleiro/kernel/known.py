"""Files of what is known for certain, as compiled code reads them: addresses in a memory `k`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tabuleiro.kernel import knowledge


@dataclass(frozen=True)
class SolvedArrays:
    """A solved board: its arrays, and how its positions are packed."""

    edges: Any
    rows: Any
    verdicts: Any
    bits: int
    words: int
    symmetries: int
    plan: Any

    @property
    def fits(self) -> bool:
        """Whether compiled code has room for it."""
        return len(self.plan) <= knowledge.MOST_PARTS


@dataclass(frozen=True)
class Knowledge:
    """Arrays that are mapped into memory; they stay there as long as this does."""

    classes: Mapping[int, Any] = field(default_factory=dict)
    """Verdicts of endings by class."""
    solved: SolvedArrays | None = None
    brief: frozenset[int] = frozenset()
    """The classes of which two bits a position are kept, the value alone."""

    def load(self, k: Any) -> None:
        """Let a search in this memory ask."""
        k.known = int(bool(self.classes) or self.solved is not None)
        k.classes[:] = 0
        k.brief[:] = 0
        for group, values in self.classes.items():
            k.classes[group] = values.ctypes.data
            k.brief[group] = int(group in self.brief)
        k.solved[:] = 0
        solved = self.solved
        if solved is not None:
            for i, array in enumerate((solved.edges, solved.rows, solved.verdicts)):
                k.solved[i] = array.ctypes.data
            numbers = (solved.bits, solved.words, solved.symmetries, len(solved.plan))
            k.solved[knowledge.BITS :] = numbers
            k.plan[: solved.plan.size] = solved.plan.reshape(-1)


NOTHING = Knowledge()
