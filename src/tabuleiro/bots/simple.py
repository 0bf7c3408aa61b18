"""The simplest bot."""

from __future__ import annotations

import random
from itertools import islice

from tabuleiro.bots.base import Bot
from tabuleiro.move import Move
from tabuleiro.position import Position

__all__ = ["Bot", "RandomBot"]


LISTED = 4000
"""How many turns are listed to draw one; chains of captures can branch into millions."""


class RandomBot(Bot):
    """Any legal turn is as likely as any other; equal seeds play equal games.

    Where there are too many turns to list, any step is as likely as any other.
    """

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, position: Position) -> Move:
        """A legal move drawn at random."""
        listed = list(islice(position.legal_moves, LISTED + 1))
        if len(listed) <= LISTED:
            return self._random.choice(listed)
        here = position.step(self._random.choice(position.steps))
        while not here.turn_is_over:
            here = here.step(self._random.choice(here.steps))
        return here.move_since(position)

    def new_game(self, seed: int | None = None) -> None:
        """With a seed, play as a new bot would."""
        if seed is not None:
            self._random.seed(seed)
