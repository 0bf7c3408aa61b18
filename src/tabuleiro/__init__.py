"""Two-player board games and adversarial search: rules in plain Python, at compiled speed."""

from __future__ import annotations

from tabuleiro.errors import (
    AmbiguousMove,
    EngineFailed,
    IllegalMove,
    InvalidNotation,
    InvalidOption,
    InvalidPosition,
    InvalidRecord,
    JobFailed,
    MissingExtra,
    TabuleiroError,
    UnknownGame,
    UnknownOption,
)
from tabuleiro.game import Game, game, game_names
from tabuleiro.experiments.api import arena
from tabuleiro.move import Move
from tabuleiro.position import Outcome, Position, Termination
from tabuleiro.record import Record
from tabuleiro.version import VERSION

__version__ = VERSION

__all__ = [
    "AmbiguousMove",
    "EngineFailed",
    "Game",
    "IllegalMove",
    "InvalidNotation",
    "InvalidOption",
    "InvalidPosition",
    "InvalidRecord",
    "JobFailed",
    "MissingExtra",
    "Move",
    "Outcome",
    "Position",
    "Record",
    "TabuleiroError",
    "Termination",
    "UnknownGame",
    "UnknownOption",
    "arena",
    "game",
    "game_names",
]
