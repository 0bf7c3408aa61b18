"""Square boards, as most games have them: their drawing, and positions as rows of letters."""

from __future__ import annotations

from collections.abc import Sequence

from tabuleiro.errors import InvalidPosition
from tabuleiro.games.base import Cell, Geometry, Tray, grid_labels, grid_name


def square_grid(
    width: int, height: int, tints: Sequence[str] = ("",), trays: tuple[Tray, ...] = ()
) -> Geometry:
    """A board of squares, counted along the rows from the top; two tints alternate, as in chess."""
    cells = tuple(
        Cell(grid_name(x, y, height), x + 0.5, y + 0.5, "square", tints[(x + y) % len(tints)])
        for y in range(height)
        for x in range(width)
    )
    return Geometry(width, height, cells, (), grid_labels(width, height), trays)


def read_grid(text: str, width: int, height: int, letters: str) -> str:
    """The letters of all cells, from rows that a stroke parts; capitals and others are alike."""
    rows = text.lower().split("/")
    if len(rows) != height or any(len(row) != width for row in rows):
        raise InvalidPosition(
            f"position {text!r} must have {height} rows of {width} cells, joined by '/'",
            f"a posição {text!r} tem de ter {height} linhas de {width} casas, unidas por '/'",
        )
    joined = "".join(rows)
    for cell, letter in enumerate(joined):
        if letter != "." and letter not in letters:
            name = grid_name(cell % width, cell // width, height)
            accepted = ", ".join(letters)
            raise InvalidPosition(
                f"position has {letter!r} on {name}; accepted: {accepted} and '.'",
                f"a posição tem {letter!r} em {name}; aceites: {accepted} e '.'",
            )
    return joined


def fields_of(text: str, count: int, what: str, what_pt: str) -> list[str]:
    """The fields of a position, as many as there must be."""
    fields = text.split()
    if len(fields) != count:
        raise InvalidPosition(
            f"position {text!r} must have {count} fields: {what}",
            f"a posição {text!r} tem de ter {count} campos: {what_pt}",
        )
    return fields
