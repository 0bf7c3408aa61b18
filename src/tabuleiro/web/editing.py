"""Positions that somebody has put together piece by piece."""

from __future__ import annotations

from collections.abc import Sequence

from tabuleiro.errors import InvalidPosition
from tabuleiro.game import Game
from tabuleiro.games.base import Piece
from tabuleiro.kernel.records import Plain
from tabuleiro.position import Position

Placed = tuple[int, tuple[int, ...], str]
"""A cell, the owners of what stands on it from bottom to top, and its label."""


def arranged(
    game: Game, placed: Sequence[Placed], player: int, reserve: tuple[int, int], base: str | None
) -> Position:
    """The position with these pieces; what they do not tell is as in `base`, or at the start."""
    cells = len(game.geometry.cells)
    pieces = {cell: Piece(cell, owners, label=label) for cell, owners, label in placed}
    if len(pieces) < len(placed) or any(cell >= cells for cell in pieces):
        raise InvalidPosition(
            f"every cell can be named once; the board has {cells} cells",
            f"cada casa só pode aparecer uma vez; o tabuleiro tem {cells} casas",
        )
    state: Plain = (game.start() if base is None else game.position(base)).state()
    game.people.arrange(game.board, state, pieces, player, reserve)
    made = game.position(Position(game, state).text)
    for piece in made.view.pieces:
        if pieces[piece.cell].owners != piece.owners:
            name = game.geometry.cells[piece.cell].name
            count = len(pieces[piece.cell].owners)
            raise InvalidPosition(
                f"{name} cannot hold {count} pieces", f"em {name} não cabem {count} peças"
            )
    return made
