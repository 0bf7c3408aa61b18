"""What people read and see: texts that are read back, and a drawing without faults."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from tabuleiro.checking.case import Case
from tabuleiro.checking.finding import Fault, at
from tabuleiro.errors import TabuleiroError

NEAREST = 0.45
"""How near the middles of two cells may be; a cell is about 1 wide."""
OVERHANG = 0.01
MOST_MOVES = 300
"""Moves of a position that are written; where a turn has many steps, there may be millions."""


def position_texts(case: Case) -> Iterator[Fault]:
    """A position is read back as it was written."""
    mend = "position_text() must write all that matters, and read_position() must read it"
    for here in case.samples:
        if not here.turn_is_over:
            continue
        try:
            again = case.game.position(here.text)
        except TabuleiroError as error:
            yield at(
                case.people, "def read_position(", f"{here.text!r} is not read back: {error}", mend
            )
            return
        if again.text != here.text:
            yield at(
                case.people,
                "def read_position(",
                f"{here.text!r} is read as {again.text!r}",
                mend,
            )
            return
        if again.state().words() != here.state().words():
            names = [
                name
                for name in case.game.rules.STATE
                if getattr(again._state, name) != getattr(here._state, name)
            ]
            yield at(
                case.people,
                "def position_text(",
                f"read back, {here.text!r} differs in {', '.join(names)}",
                f"{mend}; fields that matter only inside a turn must be 0 when a turn starts",
            )
            return


def move_texts(case: Case) -> Iterator[Fault]:
    """Moves have texts of their own, which are read back."""
    for here in case.samples:
        moves = list(islice(here.legal_moves, MOST_MOVES))
        by_text = {move.text.lower(): move for move in moves}
        if len(by_text) < len(moves):
            twice = next(move for move in moves if by_text[move.text.lower()] != move)
            yield at(
                case.people,
                ("def step_text(", "def touched("),
                f"two moves are written {twice.text!r} in the position {here.text}",
                "touched() must name different cells for different steps, or step_text() must tell "
                "them apart",
            )
            return
        for move in moves[:30]:
            try:
                found = here.play(move.text).move_since(here)
            except TabuleiroError as error:
                found, said = None, str(error)
            else:
                said = f"it is read as {found}"
            if found is None or found.actions != move.actions:
                yield at(
                    case.people,
                    ("def read_step(", "def step_text(", "def touched("),
                    f"the move {move.text!r} is not read back: {said}",
                    "read_step() must be the reverse of step_text()",
                )
                return


def drawing(case: Case) -> Iterator[Fault]:
    """Every cell is inside the board, and none lies on another."""
    board, path = case.game.geometry, case.people
    mend = "x and y are the middle of a cell, counted from the top left corner; a cell is 1 wide"
    if not board.cells:
        yield at(path, "def geometry(", "the drawing has no cells", "give a Cell for each place")
        return
    for cell in board.cells:
        inside = -OVERHANG <= cell.x <= board.width + OVERHANG
        if not (inside and -OVERHANG <= cell.y <= board.height + OVERHANG):
            yield at(
                path,
                "def geometry(",
                f"the cell {cell.name} at ({cell.x:g}, {cell.y:g}) is outside the drawing of "
                f"{board.width:g} x {board.height:g}{case.label}",
                mend,
            )
            return
    names = [cell.name for cell in board.cells]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        yield at(path, "def geometry(", f"two cells are called {twice!r}", "give each its name")
    order = sorted(board.cells, key=lambda cell: cell.x)
    for place, cell in enumerate(order):
        for other in order[place + 1 :]:
            if other.x - cell.x >= NEAREST:
                break
            if (other.x - cell.x) ** 2 + (other.y - cell.y) ** 2 < NEAREST**2:
                yield at(
                    path,
                    "def geometry(",
                    f"the cells {cell.name} and {other.name} overlap{case.label}",
                    mend,
                )
                return


def pieces(case: Case) -> Iterator[Fault]:
    """Pieces stand on cells, one each; steps point at cells."""
    count = len(case.game.geometry.cells)
    for here in case.samples:
        found = here.view.pieces
        cells = [piece.cell for piece in found]
        wrong = [cell for cell in cells if not 0 <= cell < count]
        if wrong or len(set(cells)) < len(cells):
            yield at(
                case.people,
                "def view(",
                f"a piece stands on cell {wrong[0]}, which is not drawn"
                if wrong
                else f"two pieces stand on one cell in the position {here.text}",
                "cells of the rules and of geometry() must be numbered alike; a stack is one Piece "
                "with several owners",
            )
            return
        for action in here.steps[:60]:
            touched = case.game.touched(here, action)
            if any(not 0 <= cell < count for cell in touched):
                yield at(
                    case.people,
                    "def touched(",
                    f"the action {action} points at the cells {tuple(touched)}; there are {count}",
                    "give the numbers of cells of geometry(), from 0 on",
                )
                return
            if not touched and action != 0 and not here.game.step_text(here, action):
                yield at(
                    case.people,
                    "def touched(",
                    f"the action {action} points at no cell, so nobody can make it on the board",
                    "give the cells that a person points at",
                )
                return
