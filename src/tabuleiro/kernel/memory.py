"""The working memory `k` of the templates: one record, made of what each of them declares.

A template declares its part as `MEMORY`, beside the code that uses it: fields, sizes and notes.
A size is NUMBER, a number of words, or a product of names and numbers as a text, such as
"2 * plies": `plies` is room for the steps of the longest line, `actions` is the game's MAX_ACTIONS.
"STATE * plies" is so many states of the game.

Compiled, `k` is a numpy record; plain, an object with the same fields. Both are read and written as
`k.field`, in templates and by the modules that call them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tabuleiro.kernel import records

if TYPE_CHECKING:
    import numpy as np

Declared = Mapping[str, tuple[int | str, str]]
"""Field -> size and note."""

NUMBER = "number"

TURNS = 64
"""The deepest line that there is room for."""

CACHE_LINE = 64
"""Bytes of a line of the processor's cache."""

MEMORY: Declared = dict(
    states=("STATE * plies", "the position at every ply of the line under way, the root first"),
    actions=("plies * actions", "the legal actions of every ply, those of the next after them"),
    stop=(NUMBER, "set by another thread, or at a limit: return as soon as possible"),
    done=(NUMBER, "how much is done, for whoever shows progress"),
    total=(NUMBER, "of how much"),
)
"""What every template works on."""


def layout(
    declared: Declared, rules: ModuleType
) -> Iterator[tuple[str, records.Layout | None, tuple[int, ...]]]:
    """The fields for a game: name, layout of a state (None for numbers), shape."""
    sizes = {"plies": TURNS * rules.MAX_STEPS + 2, "actions": rules.MAX_ACTIONS}
    for name, (size, _) in declared.items():
        factors = str(size).split(" * ")
        state = rules.STATE if "STATE" in factors else None
        if size == NUMBER:
            yield name, None, ()
        else:
            numbers = (sizes.get(each) or int(each) for each in factors if each != "STATE")
            yield name, state, (prod(numbers),)


def lined_up(shape: tuple[int, ...], kind: str) -> np.ndarray[Any, Any]:
    """An array of zeros whose first number is the first of a line of the processor's cache."""
    import numpy as np

    size = prod(shape) * np.dtype(kind).itemsize
    room = np.zeros(size + CACHE_LINE, np.uint8)
    begin = -room.ctypes.data % CACHE_LINE
    return room[begin : begin + size].view(kind).reshape(shape)


def dtype(declared: Declared, rules: ModuleType) -> np.dtype[Any]:
    """The memory as a structured type."""
    import numpy as np

    fields = [
        (name, np.int64 if state is None else records.dtype(state), shape)
        for name, state, shape in layout(declared, rules)
    ]
    return np.dtype((np.record, fields))


class PlainMemory:
    """The memory as a plain object: what one looks into while stepping through a search."""

    def __init__(self, declared: Declared, rules: ModuleType) -> None:
        for name, state, shape in layout(declared, rules):
            if state is not None:
                setattr(self, name, States(state))
            else:
                setattr(self, name, Numbers([0]) * shape[0] if shape else 0)

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def __setitem__(self, name: str, value: Any) -> None:
        setattr(self, name, value)


class States(dict[int, records.Plain]):
    """Plain states by ply, made when first used."""

    def __init__(self, layout: records.Layout) -> None:
        super().__init__()
        self.layout = layout

    def __missing__(self, ply: int) -> records.Plain:
        self[ply] = records.Plain(self.layout)
        return self[ply]


class Numbers(list[int]):
    """Plain numbers that are set and divided all at once, as numpy's are.

    They are Python's own: numpy's overflow, and plain rules hold sets of 64 cells.
    """

    def __getitem__(self, at: Any) -> Any:
        found = super().__getitem__(at)
        return Numbers(found) if isinstance(at, slice) else found

    def __setitem__(self, at: Any, value: Any) -> None:
        if isinstance(at, slice) and isinstance(value, int):
            value = [value] * len(range(*at.indices(len(self))))
        super().__setitem__(at, value)

    def __mul__(self, times: Any) -> Numbers:
        return Numbers(super().__mul__(times))

    def __ifloordiv__(self, divisor: int) -> Numbers:
        return Numbers([number // divisor for number in self])
