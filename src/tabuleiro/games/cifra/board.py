"""What stands where on a board of CIFRA Code25, and whose it is."""

from __future__ import annotations

from typing import Any

from tabuleiro.games.base import Player, grid_cell, grid_name
from tabuleiro.games.cifra.rules import WHITE
from tabuleiro.text import Text

SIDES_OF_PLAY = (
    Player(Text("White", "Brancas"), "w", "white"),
    Player(Text("Blue", "Azuis"), "b", "blue"),
)
UNDECIDED = (
    Player(Text("First player", "Primeiro jogador"), "1", "black"),
    Player(Text("Second player", "Segundo jogador"), "2", "black"),
)
COLOURS = ("white", "blue")


def players(board: Any, s: Any) -> tuple[Player, Player]:
    if s.setting == 0:
        return UNDECIDED
    return SIDES_OF_PLAY[colour(s, 0)], SIDES_OF_PLAY[colour(s, 1)]


def colour(s: Any, player: int) -> int:
    return int(s.setting ^ player) & 1


def white_home(setting: int) -> int:
    """White's side of the board; the setting holds that of the second player."""
    side, second = (setting - 1) >> 1, (setting - 1) & 1
    return side if second == WHITE else side ^ 1


def name(board: Any, p: int) -> str:
    size = board.rules.SIZE
    return grid_name(p % size, p // size, size)


def cell(board: Any, text: str) -> int | None:
    """The cell that a text names."""
    size = int(board.rules.SIZE)
    return grid_cell(text, size, size)


def members(board: Any, words: Any) -> list[int]:
    """The cells of a set."""
    cells, count = range(board.rules.CELLS), range(board.rules.WORDS)
    return [p for p in cells if any(words[w] & board.cell[p, w] for w in count)]


def pieces(board: Any, s: Any, player: int) -> list[int]:
    return members(board, s.mine if player == s.player else s.theirs)


def goals(board: Any, s: Any, player: int) -> list[int]:
    """A player's goal row."""
    count = range(board.rules.WORDS)
    return members(board, [board.goal[2 * s.setting + player, w] for w in count])


def number(board: Any, s: Any, p: int) -> int:
    """The number of the piece on a cell; 0 where pieces have none."""
    planes, count = range(board.rules.PLANES), range(board.rules.WORDS)
    return sum(any(s.planes[b, w] & board.cell[p, w] for w in count) << b for b in planes)
