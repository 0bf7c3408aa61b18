"""Othello for people: options, names, the drawing, positions as text."""

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
    grid_name,
    grid_text,
    read_side,
)
from tabuleiro.games.grids import fields_of, read_grid, square_grid
from tabuleiro.games.othello.rules import PASS

TITLE = Text("Othello", "Othello")
SUMMARY = Text(
    "Trap the enemy's discs between yours and turn them over.",
    "Encurrala os discos do adversário entre os teus e vira-os.",
)
OPTIONS = (
    Option(
        "size",
        8,
        Text("Rows and columns.", "Linhas e colunas."),
        range(4, 9, 2),
        title=Text("Size", "Tamanho"),
    ),
)
TERM_TITLES = {
    "mobility": Text("mobility", "mobilidade"),
    "frontier": Text("frontier", "fronteira"),
    "corners": Text("corners", "cantos"),
    "danger": Text("discs beside corners", "discos junto aos cantos"),
    "edges": Text("edges", "margens"),
    "discs": Text("discs", "discos"),
}
TERM_UNITS = {"mobility": 1, "frontier": 0, "corners": 1, "danger": 0, "edges": 1, "discs": 1}
BLACK = Player(Text("Black", "Pretas"), "b", "black")
WHITE = Player(Text("White", "Brancas"), "w", "white")
LETTERS = "bw"

TURNS_NOTHING = Text(
    "A disc must turn at least one of the enemy's: trap some between it and another of yours.",
    "Um disco tem de virar pelo menos um do adversário: encurrala alguns entre ele e outro teu.",
)
TAKEN = Text("There is already a disc there.", "Já lá está um disco.")
MUST_PASS = Text(
    "No disc can be placed, so you must pass.",
    "Não é possível colocar nenhum disco, por isso tens de passar.",
)
PASSES = Text("passes", "passa")


def players(board: Any, s: Any) -> tuple[Player, Player]:
    return BLACK, WHITE


def geometry(board: Any) -> Geometry:
    return square_grid(board.size, board.size, ("felt",))


def view(board: Any, s: Any) -> View:
    sides = [(p, side) for p in range(board.cells) for side in (0, 1) if s.discs[side] >> p & 1]
    black, white = (s.discs[side].bit_count() for side in range(2))
    note = Text(f"Black {black}, White {white}", f"Pretas {black}, Brancas {white}")
    return View(tuple(Piece(p, (side,)) for p, side in sides), note=note)


def touched(board: Any, s: Any, action: int) -> tuple[int, ...]:
    return () if action == PASS else (action - 1,)


def step_text(board: Any, s: Any, action: int) -> str:
    if action == PASS:
        return "pass"
    return grid_name((action - 1) % board.size, (action - 1) // board.size, board.size)


def read_step(board: Any, s: Any, text: str) -> int | None:
    if text == "pass":
        return PASS
    cells = (action for action in range(1, board.cells + 1))
    return next((action for action in cells if step_text(board, s, action) == text), None)


def step_words(board: Any, s: Any, action: int) -> Text:
    if action == PASS:
        return PASSES
    name = step_text(board, s, action)
    return Text(name, name)


def position_text(board: Any, s: Any) -> str:
    letters = {piece.cell: LETTERS[piece.owners[0]] for piece in view(board, s).pieces}
    cells = [letters.get(p, ".") for p in range(board.cells)]
    return f"{grid_text(cells, board.size)} {LETTERS[s.player]}"


def read_position(board: Any, s: Any, text: str) -> None:
    what = "the rows and the side to move (b or w)", "as linhas e quem joga (b ou w)"
    rows, mover = fields_of(text, 2, *what)
    for p, letter in enumerate(read_grid(rows, board.size, board.size, LETTERS)):
        if letter != ".":
            s.discs[LETTERS.index(letter)] |= 1 << p
    s.player = read_side(mover, LETTERS)


def why_not(board: Any, s: Any, cells: tuple[int, ...]) -> tuple[Text, tuple[int, ...]] | None:
    if not board.rules.places(board, s.discs[s.player], s.discs[1 - s.player]):
        return MUST_PASS, ()
    taken = (s.discs[0] | s.discs[1]) >> cells[0] & 1
    return (TAKEN, (cells[0],)) if taken else (TURNS_NOTHING, ())


PLACE_NOW = Text(
    "Place a disc so that enemy discs stand between it and another of yours, {count} places; "
    "you have {mine} discs, the enemy {theirs}.",
    "Põe um disco de modo a prender discos inimigos entre ele e outro teu, {count} lugares; "
    "tens {mine} discos, o inimigo {theirs}.",
)
PLACE_ONE = Text(
    "Place a disc so that enemy discs stand between it and another of yours, one place; "
    "you have {mine} discs, the enemy {theirs}.",
    "Põe um disco de modo a prender discos inimigos entre ele e outro teu, um lugar; "
    "tens {mine} discos, o inimigo {theirs}.",
)
PASS_NOW = Text("No disc can be placed: pass.", "Não se pode pôr nenhum disco: passa.")
COUNTED = Text("{more} discs to {fewer}", "{more} discos contra {fewer}")


def coach(board: Any, s: Any, legal: Sequence[int]) -> Text:
    if list(legal) == [PASS]:
        return PASS_NOW
    mine, theirs = (s.discs[side].bit_count() for side in (s.player, 1 - s.player))
    said = PLACE_ONE if len(legal) == 1 else PLACE_NOW
    return said.format(count=len(legal), mine=mine, theirs=theirs)


def ending(board: Any, s: Any, winner: int | None) -> Text:
    fewer, more = sorted(s.discs[side].bit_count() for side in range(2))
    return COUNTED.format(more=more, fewer=fewer)


def arrange(board: Any, s: Any, pieces: Mapping[int, Piece], player: int, reserve: Any) -> None:
    s.discs, s.player = [0, 0], player
    for p, piece in pieces.items():
        s.discs[piece.owners[-1]] |= 1 << p
