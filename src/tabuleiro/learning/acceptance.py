"""Whether a new player is stronger than the one before: paired games at equal time, until clear."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from statistics import fmean

from tabuleiro.experiments.statistics import Estimate, Tally, elo, sprt, superiority
from tabuleiro.game import Game
from tabuleiro.kernel.contract import DRAW
from tabuleiro.learning.players import Judgement, SelfPlayer

ELO0, ELO1 = 0.0, 40.0
"""What is tested: no gain at all, or one that is worth having."""
EVEN = 0.5
"""How uneven an opening may be, in log-odds."""
SPEEDS = 24
"""Games in which each player's speed is measured, in turns: games differ more than players do."""
LIKELY = 0.75
"""How likely a new player must be the stronger one if time is up before the test is clear."""


FEWEST, SURE = 8, 0.95
"""Pairs, and how likely it must be, to be sure of it."""


@dataclass(frozen=True)
class MatchVerdict:
    """The outcome of a match, for the new player."""

    tally: Tally
    accepted: bool
    nodes: tuple[int, int]
    """What each player had for a move."""

    @property
    def is_sure(self) -> bool:
        """Whether the new player is better, and more than luck of a few games says so."""
        enough = self.tally.units >= FEWEST
        return self.accepted and enough and superiority(self.tally) >= SURE

    @property
    def elo(self) -> Estimate:
        """The difference in Elo."""
        return elo(self.tally)


def compare(
    game: Game,
    new: Judgement,
    old: Judgement,
    *,
    seconds: float = 0.01,
    pairs: int = 200,
    seed: int = 1,
    nodes: int | None = None,
    threads: int = 1,
    stops: bool = True,
    enough: Callable[[], bool] = lambda: False,
    heard: Callable[[Tally], None] = lambda tally: None,
) -> MatchVerdict:
    """Pairs of games from even openings, each player in each seat.

    Each has as many nodes for a move as it looks at in so many seconds of processor time; with
    `nodes` both have that many, so that the match is the same each time. It ends when the test
    (SPRT) is clear, if it `stops` there, or with the last pair: then the new player must be the
    stronger one by three to one.
    """
    tables = [(SelfPlayer(game, new, 4), SelfPlayer(game, old, 4)) for _ in range(threads)]
    budget = equal_time(*tables[0], seconds) if nodes is None else (nodes, nodes)
    points: list[float] = []
    tally = Tally((0,) * 5)
    with ThreadPoolExecutor(threads) as workers:
        for number in range(0, pairs, threads):
            seeds = range(seed + number, seed + number + threads)
            played = workers.map(play_pair, tables, seeds, [budget] * threads)
            points += [score for score in played if score is not None]
            if not points:
                if enough():
                    break
                continue
            tally = Tally.of_pairs(points)
            heard(tally)
            clear = sprt(tally, ELO0, ELO1).accepted if stops else None
            if clear is not None:
                return MatchVerdict(tally, clear == "H1", budget)
            if enough():
                break
    better = bool(points) and tally.mean > 0.5 and superiority(tally) >= LIKELY
    return MatchVerdict(tally, better, budget)


def equal_time(first: SelfPlayer, second: SelfPlayer, seconds: float) -> tuple[int, int]:
    """The nodes that each of two players looks at in so many seconds of processor time."""
    speeds = [(first.speed(2000, [i]), second.speed(2000, [i])) for i in range(SPEEDS)]
    return (
        max(500, round(seconds * fmean(speed for speed, _ in speeds))),
        max(500, round(seconds * fmean(speed for _, speed in speeds))),
    )


def play_pair(
    players: tuple[SelfPlayer, SelfPlayer], seed: int, budget: tuple[int, int]
) -> float | None:
    """What the first player scores in two games from one opening; None if there is none."""
    first, second = players
    second.clear(seed)
    if not second.opening(3, 9, 3000, EVEN):
        return None
    opening = second.states[0].copy()
    score = 0.0
    for seat in (0, 1):
        first.clear(seed)
        second.clear(seed)
        first.states[0] = opening
        played = first.against(second, seat, *budget)
        result = DRAW if played is None else played.result
        score += 0.5 if result == DRAW else float(result == seat)
    return score
