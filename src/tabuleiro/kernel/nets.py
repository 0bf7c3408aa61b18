"""A small net as an evaluation: rows are summed for what is seen, clipped, and weighed once more.

One hidden layer, of WIDTH numbers if the game does not say otherwise. Each feature of a position (a
stone on a cell, say) adds its row to them, on top of row 0. They are clipped to 0..ONE and
multiplied by one of OUTPUTS further rows, chosen by the number of pieces. All is done in 16-bit
integers, the same compiled and plain.

The rows are outside the memory, which holds their address: threads share them, and a net is put in
place of another without compiling. Plain, the memory holds the rows themselves.

`begin`, `see` and `finish` are plain here; `intrinsics` has the compiled forms, in which the hidden
numbers stay in registers.
"""

from __future__ import annotations

from typing import Any

from tabuleiro.kernel.memory import NUMBER

WIDTH = 32
WIDTHS = (32, 64, 128)
"""How many hidden numbers a net may have: as many for all nets of a game."""

OUTPUTS = 8
ONE = 255
"""What stands for 1.0 in the hidden layer."""

OUTPUT_ONE = 64
"""And in the output rows."""

PIECES = 256
"""Numbers of pieces that are told apart."""

SEEN = 4608
"""The most features of a position: bits of its words, and moves."""

MOVES = 256
"""The most moves of a side that are seen."""

WORDS = 512
"""The most words of a state."""

TOLD_APART = 8
"""Numbers in a plane that are told apart; greater ones count as that."""

MEMORY = dict(
    net_on=(NUMBER, "0 for the terms alone, 1 for the net alone, 2 for the mean of both"),
    net_at=(NUMBER, "the address of the net's rows; plain, the rows"),
    net_rows=(NUMBER, "how many of them are features"),
    net_output=(PIECES, "by number of pieces: which output row is used"),
    net_bias=(OUTPUTS, "by output row: what is added"),
    net_scale=(NUMBER, "what the sum is multiplied by, in 65536ths, to be an evaluation"),
    net_numbers=(WORDS, "by word of a state: whether a number stands in it, and no set of cells"),
    net_moves=(NUMBER, "the first row of the moves that each side has; 0 if they are not seen"),
    net_steps=("actions", "the moves of a side, while they are seen"),
    net_cells=(NUMBER, "the cells of a plane, where planes are what is seen"),
    net_seen=(SEEN, "the features of a position, where they are listed"),
)


def begin(k: Any, width: int) -> Any:
    """The hidden numbers before anything is seen; compiled, their number must be a constant."""
    return list(k.net_at[0])


def see(seen: Any, k: Any, row: int) -> Any:
    """The hidden numbers with one feature more; or, if `seen` is a number, a list with one more."""
    if isinstance(seen, int):
        k.net_seen[seen] = row
        return seen + 1
    if not 0 <= row < k.net_rows:
        raise IndexError("a net has no such row")
    added = zip(seen, k.net_at[row + 1], strict=True)
    return [min(max(a + b, -32768), 32767) for a, b in added]


def see_both(seen: Any, k: Any, row: int, other: int) -> Any:
    """The hidden numbers with two features more, which are added first: one wait less."""
    if isinstance(seen, int):
        return see(see(seen, k, row), k, other)
    both = see(see([0] * len(seen), k, row), k, other)
    return [min(max(a + b, -32768), 32767) for a, b in zip(seen, both, strict=True)]


def empty_planes(planes: int, cells: int) -> Any:
    """Planes in which nothing is drawn yet."""
    import numpy as np

    return np.zeros((planes, cells), np.int8)


def finish(seen: Any, k: Any, output: int) -> int:
    """The clipped hidden numbers times an output row."""
    row = k.net_at[k.net_rows + 1 + output]
    return sum(min(max(a, 0), ONE) * int(b) for a, b in zip(seen, row, strict=True))
