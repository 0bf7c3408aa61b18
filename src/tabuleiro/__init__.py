"""Two-player board games and adversarial search: rules in plain Python, at compiled speed."""

from __future__ import annotations

from tabuleiro.errors import (
    AmbiguousMove,
    IllegalMove,
    InvalidNotation,
    InvalidOption,
    InvalidPosition,
    InvalidRecord,
    JobFailed,
    TabuleiroError,
    UnknownGame,
    UnknownOption,
)
from tabuleiro.game import Game, game, game_names
from tabuleiro.move import Move
from tabuleiro.position import Outcome, Position, Termination
from tabuleiro.record import Record

__version__ = "0.1.0"

__all__ = [
    "AmbiguousMove",
    "Game",
    "IllegalMove",
    "InvalidNotation",
    "InvalidOption",
    "InvalidPosition",
    "InvalidRecord",
    "JobFailed",
    "Move",
    "Outcome",
    "Position",
    "Record",
    "TabuleiroError",
    "Termination",
    "UnknownGame",
    "UnknownOption",
    "game",
    "game_names",
]
