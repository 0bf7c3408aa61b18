"""Hex for people: options, names, the drawing, positions as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabuleiro.games.base import (
    Cell,
    Geometry,
    Label,
    Option,
    Piece,
    Player,
    Text,
    View,
    grid_text,
    read_side,
)
from tabuleiro.games.grids import fields_of, read_grid
from tabuleiro.games.hex.rules import BITS

TITLE = Text("Hex", "Hex")
SUMMARY = Text(
    "Join your two edges with an unbroken chain; one of the two always can.",
    "Une as tuas duas margens com uma cadeia sem falhas; um dos dois consegue sempre.",
)
OPTIONS = (
    Option(
        "size",
        11,
        Text("Cells along each edge.", "Casas em cada margem."),
        range(3, 12),
        title=Text("Size", "Tamanho"),
    ),
)
TERM_TITLES = {
    "distance": Text("distance to connect", "distância à ligação"),
    "bridged": Text("bridges", "pontes"),
}
TERM_UNITS = {"distance": 0, "bridged": 0}
RED = Player(Text("Red", "Vermelhas"), "r", "red")
BLUE = Player(Text("Blue", "Azuis"), "b", "blue")
LETTERS = "rb"
COLUMNS = "abcdefghijk"
ROW = 0.866
"""How far apart rows of hexagons are, if cells of a row are one apart."""

TAKEN = Text("There is already a stone there.", "Já lá está uma peça.")


def players(board: Any, s: Any) -> tuple[Player, Player]:
    return RED, BLUE


def name(board: Any, p: int) -> str:
    """Columns have letters, rows have numbers from the top."""
    return f"{COLUMNS[p % board.size]}{p // board.size + 1}"


def geometry(board: Any) -> Geometry:
    size = board.size
    cells = tuple(
        Cell(
            name(board, p),
            p % size + 0.5 + p // size / 2,
            ROW * (p // size) + 0.5,
            "hexagon",
            "goal" if edge(board, p) is not None else "",
            edge(board, p),
        )
        for p in range(board.cells)
    )
    columns = [Label(COLUMNS[x], x, -0.6) for x in range(size)]
    rows = [Label(str(y + 1), y / 2 - 0.45, ROW * y + 0.5) for y in range(size)]
    width, height = size + (size - 1) / 2, ROW * (size - 1) + 1
    return Geometry(width, height, cells, (), (*columns, *rows))


def edge(board: Any, p: int) -> int | None:
    """The player to whose edge a cell belongs; corners belong to both, and to nobody here."""
    y, x = divmod(p, board.size)
    upright, level = y in (0, board.size - 1), x in (0, board.size - 1)
    if upright == level:
        return None
    return 0 if upright else 1


def has(s: Any, side: int, p: int) -> bool:
    return bool(s.stones[side, p // BITS] >> p % BITS & 1)


def view(board: Any, s: Any) -> View:
    sides = [(p, side) for p in range(board.cells) for side in (0, 1) if has(s, side, p)]
    return View(tuple(Piece(p, (side,)) for p, side in sides))


def touched(board: Any, s: Any, action: int) -> tuple[int, ...]:
    return (action - 1,)


def position_text(board: Any, s: Any) -> str:
    letters = {piece.cell: LETTERS[piece.owners[0]] for piece in view(board, s).pieces}
    cells = [letters.get(p, ".") for p in range(board.cells)]
    return f"{grid_text(cells, board.size)} {LETTERS[s.player]}"


def read_position(board: Any, s: Any, text: str) -> None:
    what = "the rows and the side to move (r or b)", "as linhas e quem joga (r ou b)"
    rows, mover = fields_of(text, 2, *what)
    for p, letter in enumerate(read_grid(rows, board.size, board.size, LETTERS)):
        if letter != ".":
            board.rules.place(board, s, LETTERS.index(letter), p)
    s.player = read_side(mover, LETTERS)


def why_not(board: Any, s: Any, cells: tuple[int, ...]) -> tuple[Text, tuple[int, ...]] | None:
    return (TAKEN, cells[:1]) if has(s, 0, cells[0]) or has(s, 1, cells[0]) else None


PLACE_NOW = Text(
    "Place a stone on any free cell, towards a chain between your two edges.",
    "Põe uma pedra numa casa livre, para formares uma cadeia entre as tuas duas margens.",
)
JOINED = Text("a chain from edge to edge", "uma cadeia de margem a margem")


def coach(board: Any, s: Any, legal: Sequence[int]) -> Text:
    return PLACE_NOW


def ending(board: Any, s: Any, winner: int | None) -> Text:
    return JOINED


def arrange(board: Any, s: Any, pieces: Mapping[int, Piece], player: int, reserve: Any) -> None:
    s.stones, s.linked = dict.fromkeys(s.stones, 0), dict.fromkeys(s.linked, 0)
    s.player = player
    for p, piece in pieces.items():
        board.rules.place(board, s, piece.owners[-1], p)
