"""States and boards: plain objects for Python, structured records for compiled code.

A layout (STATE or TABLES of a rules module) maps a field to 1 (a number), a length, or a shape. In
a plain object a number is an int, a row of them a list, and a table of two dimensions a dict keyed
by (i, j), so that the same `s.stones[side]` and `board.next[d, p]` run plain and compiled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    import numpy as np

Layout = Mapping[str, int | tuple[int, ...]]

FILL = -1
"""What unused entries of a table hold: an index that cannot be mistaken for a cell."""


def shape(size: int | tuple[int, ...]) -> tuple[int, ...]:
    """The shape of a field; () for a number."""
    if isinstance(size, tuple):
        return size
    return () if size == 1 else (size,)


def first_word(layout: Layout, field: str) -> int:
    """Where the numbers of a field begin among the words of a record."""
    names = list(layout)
    return sum(prod(shape(layout[name])) for name in names[: names.index(field)])


class Plain:
    """A record as a plain object: one attribute per field. Each layout has a class of its own."""

    player: int
    rules: Any

    def __new__(cls, layout: Layout) -> Plain:
        return object.__new__(_kind(tuple(layout.items())))

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        for name, size in layout.items():
            match shape(size):
                case ():
                    setattr(self, name, 0)
                case (length,):
                    setattr(self, name, [0] * length)
                case (rows, columns):
                    table = {(i, j): 0 for i in range(rows) for j in range(columns)}
                    setattr(self, name, table)

    def assign(self, other: Plain) -> None:
        """Become equal to another record of the same layout."""
        for name in self._layout:
            value = getattr(other, name)
            setattr(self, name, value if isinstance(value, int) else value.copy())

    def copy(self) -> Plain:
        """Another record with the same numbers."""
        raise NotImplementedError  # each class has its own

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (dict(self._layout), self.words())

    def words(self) -> tuple[int, ...]:
        """All numbers of the record in order."""
        numbers: list[int] = []
        for name in self._layout:
            value = getattr(self, name)
            if isinstance(value, int):
                numbers.append(value)
            else:
                numbers.extend(value.values() if isinstance(value, dict) else value)
        return tuple(numbers)

    def place(self, field: str) -> int:
        """Where the numbers of a field begin among the words."""
        return first_word(self._layout, field)

    def load(self, numbers: Iterable[int]) -> None:
        """The reverse of `words`."""
        source = iter(numbers)
        for name in self._layout:
            value = getattr(self, name)
            if isinstance(value, int):
                setattr(self, name, next(source))
            else:
                for key in value if isinstance(value, dict) else range(len(value)):
                    value[key] = next(source)


@lru_cache(maxsize=64)
def _kind(layout: tuple[tuple[str, int | tuple[int, ...]], ...]) -> type[Plain]:
    """The class of a layout, with `copy` written out: much time of plain rules goes there."""
    names = ("_layout", *(name for name, _ in layout))
    rows = {name for name, size in layout if shape(size)}
    fields = (f"other.{name} = self.{name}" + ".copy()" * (name in rows) for name in names)
    body = "\n    ".join(("def copy(self):", "other = new(kind)", *fields, "return other"))
    made: dict[str, Any] = {"new": object.__new__}
    exec(body, made)
    made["kind"] = type("Plain", (Plain,), {"copy": made["copy"]})
    return cast("type[Plain]", made["kind"])


def _loaded(layout: Layout, numbers: tuple[int, ...]) -> Plain:
    record = Plain(layout)
    record.load(numbers)
    return record


def plain_board(layout: Layout, tables: Mapping[str, Any]) -> Plain:
    """The board as a plain object, unused entries filled."""
    board = Plain(layout)
    for name, size in layout.items():
        if name not in tables:
            raise ValueError(f"tables() gives nothing for the field {name!r} of TABLES")
        value = tables[name]
        match shape(size):
            case ():
                setattr(board, name, int(value))
            case (length,):
                _check(name, len(value), length)
                setattr(board, name, [int(v) for v in value] + [FILL] * (length - len(value)))
            case (rows, columns):
                _check(name, len(value), rows)
                table = {(i, j): FILL for i in range(rows) for j in range(columns)}
                for i, row in enumerate(value):
                    _check(name, len(row), columns)
                    table.update({(i, j): int(v) for j, v in enumerate(row)})
                setattr(board, name, table)
    return board


def _check(name: str, length: int, most: int) -> None:
    if length > most:
        raise ValueError(f"table {name!r} has {length} entries, but its layout allows {most}")


def dtype(layout: Layout) -> np.dtype[Any]:
    """The layout as a structured type of 64-bit integers."""
    import numpy as np

    return np.dtype([(name, np.int64, shape(size)) for name, size in layout.items()])


def signed(number: int) -> int:
    """A 64-bit word as compiled code sees it."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


def fill(record: Any, plain: Plain) -> None:
    """Copy a plain object into another, or into a record (a numpy void), of its layout."""
    if isinstance(record, Plain):
        record.assign(plain)
        return
    import numpy as np

    words = np.array([signed(number) for number in plain.words()], np.int64)
    at = 0
    for name in record.dtype.names:
        size = record.dtype[name].itemsize // 8
        record[name] = words[at : at + size].reshape(record.dtype[name].shape)
        at += size


def unsigned_words(record: Any) -> tuple[int, ...]:
    """All numbers of a record in order, as unsigned words: comparable with plain ones."""
    import numpy as np

    return tuple(int(word) for word in np.frombuffer(record.tobytes(), np.uint64))
