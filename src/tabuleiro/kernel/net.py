"""A net as data, and how it is put into the memory of a search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tabuleiro.kernel.memory import PlainMemory, lined_up
from tabuleiro.kernel.nets import ONE, OUTPUT_ONE, OUTPUTS, PIECES, WIDTHS, WORDS

if TYPE_CHECKING:
    import numpy as np

ALONE, WITH_TERMS = 1, 2
LOGIT = ONE * OUTPUT_ONE
"""What a net says for log-odds of one."""

MARGIN = 0.25
"""The lead, in log-odds for each turn of depth, with which a net is right in 97 to 99 of 100 cases
about who is ahead after a short search."""


@dataclass(frozen=True, eq=False)
class Net:
    """The rows of a net for one board, with what chooses among its outputs."""

    rows: np.ndarray[Any, np.dtype[np.int16]]
    """What every hidden number starts from, the features, the outputs."""
    bias: Sequence[int]
    output: Sequence[int]
    """By number of pieces."""
    numbers: Sequence[int] = ()
    """The words of a state that hold numbers, and no sets of cells."""
    moves: int = 0
    """The first row of the moves of both sides; 0 if it does not see them."""
    cells: int = 0
    """The cells of a plane, where it sees planes."""

    def __post_init__(self) -> None:
        fits = len(self.bias) == OUTPUTS and len(self.output) == PIECES
        if self.rows.shape[1] not in WIDTHS or not fits:
            raise ValueError(f"a net is {self.rows.shape[1]} wide and has {len(self.bias)} outputs")
        if not self.rows.flags.c_contiguous or self.rows.dtype.str != "<i2":
            raise ValueError("the rows of a net are 16-bit integers, one after the other")

    @property
    def features(self) -> int:
        """How many features it knows."""
        return len(self.rows) - 1 - OUTPUTS


def rows_of(numbers: np.ndarray[Any, Any]) -> np.ndarray[Any, np.dtype[np.int16]]:
    """A net's rows from such numbers, each of which fills a line of the processor's cache."""
    rows = lined_up(numbers.shape, "<i2")
    rows[:] = numbers
    return rows


@dataclass(frozen=True, eq=False)
class NetUse:
    """A net as an evaluation: alone or with the terms, in the units of a search."""

    net: Net
    unit: float
    """What log-odds of one are worth."""
    with_terms: bool = False

    def put(self, k: Any) -> None:
        """Have a search use it. Whoever calls must hold on to it while the search runs."""
        net = self.net
        plain = isinstance(k, PlainMemory)
        k.net_at = net.rows.tolist() if plain else net.rows.ctypes.data
        k.net_rows = net.features
        k.net_bias[:] = net.bias
        k.net_output[:] = net.output
        see_as(k, net.numbers, net.moves, net.cells)
        k.net_scale = round(self.unit * 65536 / LOGIT)
        k.net_on = WITH_TERMS if self.with_terms else ALONE
        k.margin = round(MARGIN * self.unit)


def see_as(k: Any, numbers: Sequence[int], moves: int, cells: int = 0) -> None:
    """Say how the words of a state are seen, from which row on moves are, and a plane's cells."""
    flags = [0] * WORDS
    for word in numbers:
        flags[word] = 1
    k.net_numbers[:] = flags
    k.net_moves = moves
    k.net_cells = cells


def put(k: Any, use: NetUse | None) -> None:
    """Have a search use a net, or none."""
    if use is None:
        k.net_on = k.margin = 0
    else:
        use.put(k)
