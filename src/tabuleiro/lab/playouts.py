"""Facts of a game from random play: how wide, how long, how fair, how often drawn."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import log10, sqrt
from statistics import fmean, stdev
from typing import Any

from tabuleiro.errors import InvalidOption
from tabuleiro.experiments.openings import random_turn
from tabuleiro.experiments.statistics import CONFIDENCE, Estimate, Tally, quantile, score
from tabuleiro.game import Game

MOST = 100_000
WALKS = 30
"""Games, at most, in which the legal turns of every position are counted."""


@dataclass(frozen=True)
class GameFigures:
    """What random games say of a game, each with an interval of 95 %."""

    games: int
    branching: Estimate
    """Legal turns in a position, the mean over games."""
    length: Estimate
    """Turns of a game."""
    tree: Estimate
    """Estimated size of the game's tree, as a power of ten."""
    first_player: Estimate
    """The first player's share of the points."""
    draws: Estimate

    def facts(self) -> dict[str, Any]:
        """The figures as plain data."""
        return asdict(self)


def game_figures(game: Game, games: int, seed: int = 1) -> GameFigures:
    """Play random games from the start, equal ones for equal seeds."""
    if not 2 <= games <= MOST:
        raise InvalidOption(
            f"facts cannot rest on {games} games; accepted: 2 to {MOST}",
            f"os factos não podem assentar em {games} partidas; aceites: 2 a {MOST}",
        )
    chance = random.Random(seed)
    start = game.start().state()
    lengths: list[int] = []
    won = lost = drawn = 0
    for _ in range(games):
        number = chance.getrandbits(60)
        one = game.engine.playouts(start, 1, game.max_plies, game.quiet_limit, number)
        lengths.append(one.plies)
        won += one.first
        lost += one.second
        drawn += one.draws
    widths, powers = _walks(game, min(games, WALKS), chance)
    wide, long = _mean(widths), _mean(lengths)
    return GameFigures(
        games,
        wide,
        long,
        _product(_mean(powers), long),
        score(Tally((lost, drawn, won))),
        score(Tally((games - drawn, 0, drawn))),
    )


def _walks(game: Game, games: int, chance: random.Random) -> tuple[list[float], list[float]]:
    """For each game: the mean number of legal turns, and of its logarithm."""
    widths, powers = [], []
    for _ in range(games):
        here = game.start()
        counts: list[int] = []
        while here.outcome is None and here.ply < game.max_plies:
            counts.append(max(1, game.engine.perft(here.state(), 1)))
            here = random_turn(here, chance)
        widths.append(fmean(counts))
        powers.append(fmean(log10(count) for count in counts))
    return widths, powers


def _mean(values: Sequence[float]) -> Estimate:
    mean = fmean(values)
    half = quantile(CONFIDENCE) * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Estimate(mean, mean - half, mean + half)


def _product(one: Estimate, other: Estimate) -> Estimate:
    """The product of two means that vary on their own."""
    assert one.value is not None
    assert other.value is not None
    assert one.high is not None
    assert other.high is not None
    value = one.value * other.value
    share = ((one.high - one.value) / one.value) ** 2 if one.value else 0.0
    half = value * sqrt(share + ((other.high - other.value) / other.value) ** 2)
    return Estimate(value, value - half, value + half)
