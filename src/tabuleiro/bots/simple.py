"""The simplest bot."""

from __future__ import annotations

import random

from tabuleiro.bots.base import Bot
from tabuleiro.move import Move
from tabuleiro.position import Position

__all__ = ["Bot", "RandomBot"]


class RandomBot(Bot):
    """Any legal step is as likely as any other; equal seeds play equal games.

    Not any turn: where a step may earn another one, there are more long turns than short ones, and
    whoever draws among them plays well by chance.
    """

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, position: Position) -> Move:
        """A legal move drawn at random, step by step."""
        here = position.step(self._random.choice(position.steps))
        while not here.turn_is_over:
            here = here.step(self._random.choice(here.steps))
        return here.move_since(position)

    def new_game(self, seed: int | None = None) -> None:
        """With a seed, play as a new bot would."""
        if seed is not None:
            self._random.seed(seed)
