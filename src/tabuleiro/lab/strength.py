"""What an idea is worth in games: each search against the one before it."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tabuleiro.bots.base import Bot
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_bot
from tabuleiro.errors import InvalidOption
from tabuleiro.experiments.openings import random_turn
from tabuleiro.experiments.statistics import Estimate, Tally, elo
from tabuleiro.game import Game
from tabuleiro.position import Position

OPENING = 4
"""Random turns before a game begins; both sides get each opening."""


@dataclass(frozen=True)
class StrengthRow:
    """A match between two searches."""

    search: str
    against: str
    games: int
    wins: int
    draws: int
    losses: int
    elo: Estimate

    def facts(self) -> dict[str, Any]:
        """The row as plain data."""
        return {**vars(self), "elo": self.elo.facts()}


def play_ladder(
    game: Game,
    bots: Sequence[tuple[str, str]],
    games: int,
    limit: Limit,
    seed: int = 1,
    listener: Callable[[StrengthRow], None] | None = None,
) -> list[StrengthRow]:
    """Each bot against the one before it, in pairs of games with the seats swapped."""
    if games < 2 or games % 2:
        raise InvalidOption(
            f"{games} games are no pairs; accepted: an even number from 2 on",
            f"{games} partidas não são pares de partidas; aceite: um número par a partir de 2",
        )
    rows = []
    for (before, old), (name, new) in itertools.pairwise(bots):
        chance = random.Random(seed)
        pair = make_bot(game, new, seed), make_bot(game, old, seed)
        results = [0, 0, 0]
        pairs = [0] * 5
        for _ in range(games // 2):
            start = _opening(game, chance)
            points = 0
            for first in (0, 1):
                result = _result(start, pair, first, limit)
                results[result] += 1
                points += result
            pairs[points] += 1
        lost, drawn, won = results
        row = StrengthRow(name, before, games, won, drawn, lost, elo(Tally(tuple(pairs))))
        rows.append(row)
        if listener is not None:
            listener(row)
    return rows


def _opening(game: Game, chance: random.Random) -> Position:
    while True:
        here = game.start()
        for _ in range(OPENING):
            if here.outcome is None:
                here = random_turn(here, chance)
        if here.outcome is None:
            return here


def _result(start: Position, pair: tuple[Bot, Bot], first: int, limit: Limit) -> int:
    """Half points of the first of the pair, who sits first or second."""
    for bot in pair:
        bot.new_game()
    here = start
    seats = pair if first == 0 else pair[::-1]
    while here.outcome is None:
        with seats[here.player].think(here, limit) as search:
            here = here.play(search.move)
    winner = here.outcome.winner
    return 1 if winner is None else 2 * int(winner == first)
