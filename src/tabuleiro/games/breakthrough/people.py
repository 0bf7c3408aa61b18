"""Breakthrough for people: options, names, the drawing, positions as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tabuleiro.games.base import (
    Geometry,
    Option,
    Piece,
    Player,
    Text,
    View,
    captured_trays,
    grid_text,
    read_side,
)
from tabuleiro.games.grids import fields_of, read_grid, square_grid

TITLE = Text("Breakthrough", "Breakthrough")
SUMMARY = Text(
    "A race of pawns: reach the far side first.",
    "Uma corrida de peões: chega primeiro ao outro lado.",
)
OPTIONS = (
    Option(
        "size",
        8,
        Text("Rows and columns.", "Linhas e colunas."),
        range(4, 9),
        title=Text("Size", "Tamanho"),
    ),
)
TERM_TITLES = {
    "pieces": Text("pieces", "peças"),
    "advance": Text("advance", "avanço"),
    "front": Text("leading pawn", "peão da frente"),
    "guarded": Text("guarded pawns", "peões protegidos"),
    "home": Text("home row", "linha de base"),
}
TERM_UNITS = {"front": 0}
WHITE = Player(Text("White", "Brancas"), "w", "white")
BLACK = Player(Text("Black", "Pretas"), "b", "black")
LETTERS = "wb"

FORWARD = Text(
    "A pawn goes one step forward, straight or slanting.",
    "Um peão anda uma casa em frente, a direito ou na diagonal.",
)
TAKES_SLANTING = Text("A pawn takes only on the slant.", "Um peão só captura na diagonal.")
OWN = Text("Your own pawn stands there.", "Está lá um peão teu.")


def players(board: Any, s: Any) -> tuple[Player, Player]:
    return WHITE, BLACK


def geometry(board: Any) -> Geometry:
    return square_grid(
        board.size, board.size, ("light", "dark"), captured_trays(board.size, board.size)
    )


def view(board: Any, s: Any) -> View:
    sides = [(p, side) for p in range(board.cells) for side in (0, 1) if s.pawns[side] >> p & 1]
    lost = [2 * board.size - s.pawns[side].bit_count() for side in range(2)]
    pieces = tuple(Piece(p, (side,)) for p, side in sides)
    return View(pieces, captured=(max(0, lost[0]), max(0, lost[1])))


def touched(board: Any, s: Any, action: int) -> tuple[int, ...]:
    return (action - 1) // 3, board.reach[s.player, action - 1]


def position_text(board: Any, s: Any) -> str:
    letters = {piece.cell: LETTERS[piece.owners[0]] for piece in view(board, s).pieces}
    cells = [letters.get(p, ".") for p in range(board.cells)]
    return f"{grid_text(cells, board.size)} {LETTERS[s.player]}"


def read_position(board: Any, s: Any, text: str) -> None:
    what = "the rows and the side to move (w or b)", "as linhas e quem joga (w ou b)"
    rows, mover = fields_of(text, 2, *what)
    for p, letter in enumerate(read_grid(rows, board.size, board.size, LETTERS)):
        if letter != ".":
            s.pawns[LETTERS.index(letter)] |= 1 << p
    s.player = read_side(mover, LETTERS)


def why_not(board: Any, s: Any, cells: tuple[int, ...]) -> tuple[Text, tuple[int, ...]] | None:
    if len(cells) < 2:
        return None
    p, q = cells[:2]
    if s.pawns[s.player] >> q & 1:
        return OWN, (q,)
    ahead = board.size * (2 * s.player - 1)
    if q == p + ahead and s.pawns[1 - s.player] >> q & 1:
        return TAKES_SLANTING, (q,)
    return FORWARD, ()


RUN = Text(
    "Bring a pawn to the far row: straight ahead or slanting, and only slanting it captures"
    "{captures}.",
    "Leva um peão à última linha: em frente ou na diagonal, e só na diagonal captura{captures}.",
)
CAN_CAPTURE = Text("; {count} moves capture", "; {count} jogadas capturam")
CAN_CAPTURE_ONE = Text("; one move captures", "; uma jogada captura")
ARRIVED = Text("a pawn on the far row", "um peão na última linha")
ALL_TAKEN = Text("{side} has lost all pawns", "{side} sem peões")


def coach(board: Any, s: Any, legal: Sequence[int]) -> Text:
    taking = sum(s.pawns[1 - s.player] >> touched(board, s, a)[1] & 1 for a in legal)
    captures = CAN_CAPTURE_ONE if taking == 1 else CAN_CAPTURE.format(count=taking)
    return RUN.format(captures=captures if taking else "")


def ending(board: Any, s: Any, winner: int | None) -> Text | None:
    if s.pawns[s.player] == 0:
        return ALL_TAKEN.format(side=players(board, s)[s.player].name)
    return ARRIVED


def arrange(board: Any, s: Any, pieces: Mapping[int, Piece], player: int, reserve: Any) -> None:
    s.pawns, s.player = [0, 0], player
    for p, piece in pieces.items():
        s.pawns[piece.owners[-1]] |= 1 << p
