"""Two-player board games and adversarial search: rules in plain Python, at compiled speed."""

from __future__ import annotations

from tabuleiro.bots.worths import worths
from tabuleiro.errors import (
    AlreadySearching,
    AmbiguousMove,
    BrokenFile,
    BrokenRules,
    EngineFailed,
    IllegalMove,
    InvalidNotation,
    InvalidOption,
    InvalidPosition,
    InvalidRecord,
    JobFailed,
    MissingExtra,
    Stopped,
    TabuleiroError,
    TooSlow,
    UnknownFile,
    UnknownGame,
    UnknownOption,
)
from tabuleiro.experiments.api import arena
from tabuleiro.game import Game, game, game_names
from tabuleiro.learning.api import learn
from tabuleiro.move import Move
from tabuleiro.position import Outcome, Position, Termination
from tabuleiro.record import Record
from tabuleiro.solving.api import solve
from tabuleiro.solving.marked import marked
from tabuleiro.version import VERSION

__version__ = VERSION

__all__ = [
    "AlreadySearching",
    "AmbiguousMove",
    "BrokenFile",
    "BrokenRules",
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
    "Stopped",
    "TabuleiroError",
    "Termination",
    "TooSlow",
    "UnknownFile",
    "UnknownGame",
    "UnknownOption",
    "arena",
    "game",
    "game_names",
    "learn",
    "marked",
    "solve",
    "worths",
]
