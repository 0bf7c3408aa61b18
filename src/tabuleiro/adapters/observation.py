"""What a learner sees of a position: planes over a grid, one number for each cell of the board.

A game may draw its own planes in compiled code (`planes.py`, see `kernel.contract`). Of any other
game a learner sees what a person sees: the drawing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabuleiro.game import Game
from tabuleiro.games.base import Geometry, View
from tabuleiro.kernel.loader import part_module
from tabuleiro.position import Position

VIEWED = (
    "own pieces on top",
    "the opponent's pieces on top",
    "own pieces in the stack",
    "the opponent's pieces in the stack",
    "pieces with a mark, and those of nobody",
    "everywhere: own pieces in reserve",
    "everywhere: the opponent's pieces in reserve",
)
"""The planes of a game that does not draw its own."""

CORE = (
    "everywhere: 1 for the second player, 0 for the first",
    "everywhere: how often the position has been there before",
    "everywhere: turns without progress, where the rules limit them",
)
"""The planes that follow those of every game."""

MOST = 127

Planes = NDArray[np.int8]


def own_planes(game: Game) -> tuple[str, ...]:
    """The names of the planes that a game draws itself."""
    return tuple(part_module("planes", game.source, game.rules).OBSERVED)


def plane_names(game: Game) -> tuple[str, ...]:
    """What each plane shows, in order."""
    return (*(own_planes(game) or VIEWED), *CORE)


def grid(geometry: Geometry) -> tuple[tuple[int, int], NDArray[np.int64]]:
    """The rows and columns of the smallest grid for a board, and the place of each cell in it.

    Cells in one line stay in one row or column. Rows of hexagons are half a cell apart, so on such
    boards neighbours in a row are two columns apart.
    """
    spots = [(round(cell.y, 3), round(cell.x, 3)) for cell in geometry.cells]
    rows = sorted({y for y, _ in spots})
    columns = sorted({x for _, x in spots})
    places = [rows.index(y) * len(columns) + columns.index(x) for y, x in spots]
    return (len(rows), len(columns)), np.array(places, np.int64)


def draw_view(view: View, me: int, places: NDArray[np.int64], out: Any) -> None:
    """The planes VIEWED of a drawing, as player `me` sees them, into `out[plane, place]`."""
    out[: len(VIEWED)] = 0
    for piece in view.pieces:
        place = places[piece.cell]
        own = piece.owners.count(me)
        if piece.owners:
            out[0 if piece.owner == me else 1, place] = 1
        out[2, place] = min(own, MOST)
        out[3, place] = min(len(piece.owners) - own, MOST)
        out[4, place] = piece.mark != "" or not piece.owners
    out[5, places] = min(view.reserve[me], MOST)
    out[6, places] = min(view.reserve[1 - me], MOST)


def planes_of(position: Position, me: int) -> Planes:
    """All planes of a position as player `me` sees it: what a batch draws, one by one."""
    game = position.game
    names = plane_names(game)
    (rows, columns), places = grid(game.geometry)
    out = np.zeros((len(names), rows * columns), np.int8)
    module = part_module("planes", game.source, game.rules)
    if module.OBSERVED:
        cells = np.zeros((len(module.OBSERVED), len(places)), np.int8)
        module.observe(game.board, position.state(), me, cells)
        out[: len(cells), places] = cells
    else:
        draw_view(position.view, me, places, out)
    before = position
    while not before.turn_is_over and before.parent is not None:
        before = before.parent
    words = before.state().words()
    times = sum(earlier.state().words() == words for earlier in before.earlier())
    core = (me, times if game.repetition == "draw3" else 0, before.quiet if game.quiet_limit else 0)
    for plane, value in zip(out[-len(CORE) :], core, strict=True):
        plane[places] = min(value, MOST)
    return out.reshape(len(names), rows, columns)
