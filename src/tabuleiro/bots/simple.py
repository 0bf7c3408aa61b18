"""What a bot is, and the simplest one."""

from __future__ import annotations

import random
from typing import Protocol

from tabuleiro.move import Move
from tabuleiro.position import Position


class Bot(Protocol):
    """Anything that has a name and chooses a legal move."""

    name: str

    def choose(self, position: Position) -> Move:
        """A legal move in a position that is not over."""


class RandomBot:
    """Any legal turn is as likely as any other; equal seeds play equal games."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, position: Position) -> Move:
        """A legal move drawn uniformly."""
        return self._random.choice(list(position.legal_moves))

    def new_game(self, seed: int | None = None) -> None:
        """With a seed, play as a new bot would."""
        if seed is not None:
            self._random.seed(seed)
