"""A game with some options, and positions of random games in it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from tabuleiro.errors import TabuleiroError
from tabuleiro.game import Game, make_game
from tabuleiro.kernel.contract import OPEN
from tabuleiro.kernel.records import Plain
from tabuleiro.position import Position

TURNS = 60
GAMES = 6
SAMPLES = 12
MOST_CASES = 10


@dataclass
class Case:
    """What a check looks at."""

    game: Game

    @property
    def rules(self) -> Path:
        """The file of the rules."""
        return self.game.source

    @property
    def people(self) -> Path:
        """The file for people."""
        return Path(str(self.game.people.__file__))

    @property
    def label(self) -> str:
        """The options that are not the usual ones, in words."""
        changed = self.game.changed_options
        return " with " + ", ".join(f"{k}={v}" for k, v in changed.items()) if changed else ""

    @cached_property
    def walks(self) -> list[list[Position]]:
        """Random games, half-made turns included."""
        return [list(self._walk(seed)) for seed in range(GAMES)]

    @property
    def samples(self) -> list[Position]:
        """Some positions of each, the first and the last among them."""
        found = []
        for walk in self.walks:
            found += walk[:: max(1, len(walk) // SAMPLES)] + walk[-1:]
        return found

    def _walk(self, seed: int) -> Iterator[Position]:
        chance = random.Random(seed)
        here = self.game.start()
        yield here
        while here.ply < TURNS and here.steps:
            here = here.step(chance.choice(here.steps))
            yield here


def listed(game: Game, state: Plain) -> list[int]:
    """What `actions` writes for a state."""
    out = [0] * game.rules.MAX_ACTIONS
    return out[: game.rules.actions(game.board, state, out, 0)]


def is_open(position: Position) -> bool:
    """Whether the rules themselves say that the game goes on."""
    return bool(position.game.rules.outcome(position.game.board, position.state()) == OPEN)


def cases(game: Game) -> list[Case]:
    """A game with its usual options, and with the least and the most of each."""
    found = [Case(game)]
    for option in game.people.OPTIONS:
        accepts: Any = option.accepts
        if isinstance(option.default, bool):
            values: list[Any] = [not option.default]
        elif isinstance(accepts, range | tuple) and accepts:
            values = [accepts[0], accepts[-1]]
        else:
            continue
        for value in values:
            if value == option.default or len(found) >= MOST_CASES:
                continue
            try:
                found.append(Case(make_game(game.name, {option.name: value}, 1)))
            except TabuleiroError:  # values that do not go together
                continue
    return found
