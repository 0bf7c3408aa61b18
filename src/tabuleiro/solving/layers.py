"""What a table of endings holds, and its positions in a byte or in two bits each."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from tabuleiro.kernel.verdicts import DRAWN, lost, turns_of, won

FORMAT = "tabuleiro endings 3"
FORMATS = (FORMAT, "tabuleiro endings 2")
"""Those that are read; the older one says no `bits`, which are WHOLE."""
HEAD = 4096
"""Bytes before the first position."""
WHOLE, BRIEF = 8, 2
"""Bits a position: its verdict; the same without its turns."""
PART = 1 << 18


@dataclass(frozen=True)
class Layer:
    """What a class holds, for the side to move."""

    group: int
    positions: int
    wins: int
    losses: int
    draws: int
    longest: int | None
    """The most turns to an end; None where distances are not kept."""
    seconds: float
    processor: float = 0.0
    """Seconds of processor time, of all threads together; 0 if nobody has measured it."""

    def facts(self, name: str) -> dict[str, Any]:
        """As data; `name` is what the game calls its classes."""
        facts = asdict(self)
        return {name: facts.pop("group"), **facts}


def bytes_for(positions: int, bits: int) -> int:
    """The bytes that so many positions take."""
    return -(-positions * bits // 8)


def pair_of(values: Any, number: int) -> int:
    """The two bits of a position."""
    return int(values[number >> 2]) >> 2 * (number & 3) & 3


def in_pairs(values: Any) -> Any:
    """Verdicts in two bits each."""
    import numpy as np

    packed = np.zeros(bytes_for(len(values), BRIEF), np.uint8)
    for begin in range(0, len(values), PART):
        part = values[begin : begin + PART]
        pairs = np.where(part <= DRAWN, part, lost(0) | part & 1).astype(np.uint8)
        pairs = np.concatenate([pairs, np.zeros(-len(pairs) % 4, np.uint8)]).reshape(-1, 4)
        at = begin // 4
        packed[at : at + len(pairs)] = pairs @ np.array([1, 4, 16, 64], np.uint8)
    return packed


def counted(values: Any) -> dict[str, Any]:
    """What is in a class of whole verdicts."""
    import numpy as np

    counts = np.zeros(256, np.int64)
    for begin in range(0, len(values), PART):  # in parts: counting takes eight bytes for each
        counts += np.bincount(values[begin : begin + PART], minlength=256)
    decided = np.nonzero(counts[lost(0) :])[0] + lost(0)
    return {
        "positions": int(counts[DRAWN:].sum()),
        "wins": int(counts[won(0) :: 2].sum()),
        "losses": int(counts[lost(0) :: 2].sum()),
        "draws": int(counts[DRAWN]),
        "longest": turns_of(int(decided.max(initial=lost(0)))),
    }


def counted_pairs(values: Any) -> dict[str, Any]:
    """What is in a class of verdicts without turns; behind the last position stand zeros."""
    import numpy as np

    bytes_ = np.zeros(256, np.int64)
    for begin in range(0, len(values), PART):
        bytes_ += np.bincount(values[begin : begin + PART], minlength=256)
    counts = [0] * 4
    for byte, times in enumerate(bytes_.tolist()):
        for place in range(4):
            counts[byte >> 2 * place & 3] += times
    return {
        "positions": sum(counts[DRAWN:]),
        "wins": counts[won(0)],
        "losses": counts[lost(0)],
        "draws": counts[DRAWN],
        "longest": None,
    }
