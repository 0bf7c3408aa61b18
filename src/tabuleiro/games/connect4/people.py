"""Connect Four for people: options, names, the drawing, positions as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabuleiro.errors import InvalidOption, InvalidPosition
from tabuleiro.games.base import (
    Geometry,
    Option,
    Piece,
    Player,
    Text,
    Value,
    View,
    grid_text,
    read_side,
)
from tabuleiro.games.grids import fields_of, read_grid, square_grid

TITLE = Text("Connect Four", "Quatro em Linha")
SUMMARY = Text(
    "Drop stones into columns; four in a row win.",
    "Deixa cair peças nas colunas; quatro em linha ganham.",
)
OPTIONS = (
    Option(
        "width",
        7,
        Text("Columns.", "Colunas."),
        range(4, 10),
        title=Text("Width", "Largura"),
    ),
    Option(
        "height",
        6,
        Text("Rows.", "Linhas."),
        range(4, 9),
        title=Text("Height", "Altura"),
    ),
)
TERM_TITLES = {
    "threes": Text("threes", "trios"),
    "pairs": Text("pairs", "pares"),
    "right_threats": Text("well-placed threats", "ameaças bem colocadas"),
    "centre": Text("centre", "centro"),
}
TERM_UNITS = {"threes": 1, "pairs": 1, "right_threats": 1, "centre": 1}
PLACES = 63
"""Bits for columns, each of which needs one more than it has places."""

RED = Player(Text("Red", "Vermelhas"), "r", "red")
BLUE = Player(Text("Blue", "Azuis"), "b", "blue")
LETTERS = "rb"

FULL = Text("This column is full.", "Esta coluna está cheia.")
FALLS = Text(
    "A stone falls to the lowest free place of its column.",
    "Uma peça cai para o lugar livre mais baixo da sua coluna.",
)


def check_options(options: Mapping[str, Value]) -> None:
    width, height = int(options["width"]), int(options["height"])
    if width * (height + 1) > PLACES:
        most = PLACES // width - 1
        raise InvalidOption(
            f"option height cannot be '{height}' with {width} columns; accepted: 4 to {most}",
            f"height não pode ser '{height}' com {width} colunas; aceites: 4 a {most}",
        )


def players(board: Any, s: Any) -> tuple[Player, Player]:
    return RED, BLUE


def geometry(board: Any) -> Geometry:
    return square_grid(board.width, board.height)


def place(board: Any, cell: int) -> int:
    """The bit of a cell; cells are counted along the rows from the top."""
    y, x = divmod(cell, board.width)
    return int(board.step * x + board.height - 1 - y)


def view(board: Any, s: Any) -> View:
    return View(
        tuple(
            Piece(cell, (side,))
            for cell in range(board.width * board.height)
            for side in range(2)
            if s.stones[side] >> place(board, cell) & 1
        )
    )


def touched(board: Any, s: Any, action: int) -> tuple[int, ...]:
    x = action - 1
    height = ((s.stones[0] | s.stones[1]) & board.column[x]).bit_count()
    return ((board.height - 1 - height) * board.width + x,)


def position_text(board: Any, s: Any) -> str:
    letters = {piece.cell: LETTERS[piece.owners[0]] for piece in view(board, s).pieces}
    cells = [letters.get(cell, ".") for cell in range(board.width * board.height)]
    return f"{grid_text(cells, board.width)} {LETTERS[s.player]}"


def read_position(board: Any, s: Any, text: str) -> None:
    what = "the rows and the side to move (r or b)", "as linhas e quem joga (r ou b)"
    rows, mover = fields_of(text, 2, *what)
    letters = read_grid(rows, board.width, board.height, LETTERS)
    for cell, letter in enumerate(letters):
        if letter != ".":
            s.stones[LETTERS.index(letter)] |= 1 << place(board, cell)
            below = cell + board.width
            if below < len(letters) and letters[below] == ".":
                raise InvalidPosition(
                    "a stone cannot hang over an empty place",
                    "uma peça não pode ficar por cima de um lugar vazio",
                )
    s.player = read_side(mover, LETTERS)


def why_not(board: Any, s: Any, cells: tuple[int, ...]) -> tuple[Text, tuple[int, ...]] | None:
    x = cells[0] % board.width
    full = (s.stones[0] | s.stones[1]) & board.tops & board.column[x]
    return (FULL, ()) if full else (FALLS, ())


DROP_NOW = Text(
    "Drop a stone into one of {count} columns; four in a row win.",
    "Deixa cair uma peça numa de {count} colunas; quatro em linha ganham.",
)
FOUR = Text("four in a row", "quatro em linha")
FULL_BOARD = Text("the board is full", "o tabuleiro está cheio")


def coach(board: Any, s: Any, legal: Sequence[int]) -> Text:
    return DROP_NOW.format(count=len(legal))


def ending(board: Any, s: Any, winner: int | None) -> Text:
    return FULL_BOARD if winner is None else FOUR


def arrange(board: Any, s: Any, pieces: Mapping[int, Piece], player: int, reserve: Any) -> None:
    s.stones, s.player = [0, 0], player
    for x in range(board.width):
        column = [c for c in range(x, board.width * board.height, board.width) if c in pieces]
        for y, cell in enumerate(reversed(column)):  # they fall
            s.stones[pieces[cell].owners[-1]] |= 1 << board.step * x + y
