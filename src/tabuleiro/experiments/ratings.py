"""Elo ratings of many players at once, by maximum likelihood over their cross table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from tabuleiro.errors import InvalidOption
from tabuleiro.experiments.statistics import CONFIDENCE, Estimate, Tally, quantile

Floats = NDArray[np.float64]
Condition = tuple[Floats, float]

POINTS = 400 / log(10)
"""Elo points for one unit of log-odds."""
FAINT = 1e-3
"""A prior in drawn games that keeps strengths finite and changes nothing else."""
STRIDE = 2.0
"""How far Newton's method may go at once, in log-odds."""
STEADY = 1e-9
"""What keeps Newton's equations solvable where nothing ties two groups together."""


@dataclass(frozen=True)
class Rating:
    """A player's Elo among all.

    The main group are players who have all scored against each other, directly or in a circle: the
    largest such group, or of equally large ones the one that most others can be compared with.
    Whoever won (or lost) everything against it has a bound alone; whoever cannot be compared with
    it has nothing.
    """

    name: str
    elo: Estimate
    in_main_group: bool
    connected: bool
    """Whether games connect the player with the main group at all."""


def ratings(
    results: Mapping[tuple[str, str], Tally],
    anchor: str | None = None,
    confidence: float = CONFIDENCE,
) -> list[Rating]:
    """Everyone's Elo, strongest first; `results[a, b]` are those of `a` against `b`.

    The model is Bradley and Terry's, a draw half a win and half a loss. `anchor` stands at 0;
    without one, the mean of the main group does. The intervals come from the Hessian, scaled by how
    much the results truly vary: draws and pairs make them narrower.
    """
    table = _CrossTable(results)
    names = table.names
    if anchor is not None and anchor not in names:
        raise InvalidOption(f"there are no results of {anchor!r}; accepted: {', '.join(names)}")
    if not names:
        return []
    beats = _closure(table.points > 0)
    alike = beats & beats.T
    comparable = (beats | beats.T).sum(axis=1)
    best = np.lexsort((-np.arange(len(names)), comparable, alike.sum(axis=1)))[-1]
    centre = names.index(anchor) if anchor is not None else int(best)
    main = alike[centre]
    linked = _closure(table.points + table.points.T > 0)[centre]
    zero = np.eye(len(names))[centre] if anchor is not None else main / main.sum()
    strengths, deviations = table.inside(main, zero)
    reach, surprise = quantile(confidence), log((1 - confidence) / 2)

    def estimate(player: int) -> Estimate:
        if main[player]:
            value, half = strengths[player], reach * deviations[player]
            return Estimate(*(POINTS * float(x) for x in (value, value - half, value + half)))
        if beats[player, centre]:
            return Estimate(None, POINTS * table.least(player, zero, surprise), None)
        if beats[centre, player]:
            return Estimate(None, None, -POINTS * table.mirror.least(player, zero, surprise))
        return Estimate(None, None, None)

    order = table.fit(prior=0.5)
    found = [
        Rating(name, estimate(player), bool(main[player]), bool(linked[player]))
        for player, name in enumerate(names)
    ]
    return sorted(found, key=lambda each: (not each.connected, -order[names.index(each.name)]))


class _CrossTable:
    """Who scored how many points against whom, and how likely strengths make that."""

    def __init__(self, results: Mapping[tuple[str, str], Tally]) -> None:
        self.names = list(dict.fromkeys(name for pair in results for name in pair))
        self.points: Floats = np.zeros((len(self.names),) * 2)
        self.dispersion = _dispersion(results.values())
        for (first, second), tally in results.items():
            if first == second:
                raise InvalidOption(f"{first!r} cannot be rated by games against itself")
            if tally.units:
                a, b = self.names.index(first), self.names.index(second)
                self.points[a, b] += tally.games * tally.mean
                self.points[b, a] += tally.games * (1 - tally.mean)

    @property
    def mirror(self) -> _CrossTable:
        """The table with every result reversed."""
        other = _CrossTable({})
        other.names, other.points, other.dispersion = self.names, self.points.T, self.dispersion
        return other

    def likelihood(self, strengths: Floats) -> float:
        """The logarithm of the results' likelihood, given strengths in log-odds."""
        leads = strengths[:, None] - strengths[None, :]
        return -float((self.points * np.logaddexp(0, -leads)).sum())

    def fit(self, prior: float = 0.0, conditions: Sequence[Condition] = ()) -> Floats:
        """The most likely strengths `x` with `a @ x == b` for each condition, by Newton's method.

        `prior` adds so many drawn games to every pairing that was played.
        """
        points = self.points + prior / 2 * (self.points + self.points.T > 0)
        rows = np.array([row for row, _ in conditions] or [np.ones(len(points))])
        goals = np.array([goal for _, goal in conditions] or [0.0])
        found: Floats = np.linalg.lstsq(rows, goals, rcond=None)[0]
        for _ in range(200):
            gradient, hessian = _slopes(points, found)
            hessian -= STEADY * np.eye(len(points))
            system = np.block([[hessian, rows.T], [rows, np.zeros((len(rows),) * 2)]])
            right = np.concatenate([-gradient, np.zeros(len(rows))])
            step = np.linalg.solve(system, right)[: len(points)]
            longest = np.abs(step).max()
            found = found + step * min(1.0, STRIDE / max(longest, STRIDE))
            if longest < 1e-9:
                break
        return found

    def inside(self, group: NDArray[np.bool_], zero: Floats) -> tuple[Floats, Floats]:
        """The strengths of a group alone, `zero @ strengths` being 0, and their deviations."""
        part = _CrossTable({})
        part.points = self.points[np.ix_(group, group)]
        weights = zero[group]
        strengths = part.fit(conditions=[(weights, 0.0)])
        _, hessian = _slopes(part.points, strengths)
        shift = np.eye(len(weights)) - weights
        covariance = shift @ np.linalg.pinv(-hessian) @ shift.T * self.dispersion
        both = np.zeros((2, len(group)))
        both[0, group] = strengths
        both[1, group] = np.sqrt(np.maximum(np.diag(covariance), 0))
        return both[0], both[1]

    def least(self, player: int, zero: Floats, surprise: float) -> float:
        """The least strength of a player who lost no point: less would make that a surprise."""
        best = self.likelihood(self.fit(FAINT))
        one = np.eye(len(self.names))[player]
        low, high = -20.0, 20.0
        for _ in range(30):
            middle = (low + high) / 2
            fit = self.fit(FAINT, [(zero, 0.0), (one, middle)])
            if self.likelihood(fit) - best < surprise:
                low = middle
            else:
                high = middle
        return high


def _dispersion(tallies: Iterable[Tally]) -> float:
    """How much results vary against single games without draws."""
    seen = plain = 0.0
    units = 0
    for tally in tallies:
        if tally.units:
            seen += tally.games * tally.variance * tally.games / tally.units
            plain += tally.games * tally.mean * (1 - tally.mean)
            units += tally.units
    if not plain:
        return 1.0
    # Units that all ended alike leave room for an outcome that has not shown yet.
    return max(seen / plain, min(1.0, 2 * quantile(CONFIDENCE) ** 2 / units))


def _slopes(points: Floats, strengths: Floats) -> tuple[Floats, Floats]:
    """The gradient and the Hessian of the log-likelihood."""
    games = points + points.T
    chances = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    weights = games * chances * chances.T
    return (points - games * chances).sum(axis=1), weights - np.diag(weights.sum(axis=1))


def _closure(links: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Who is reached from whom over any number of links; everyone from themselves."""
    reached = links | np.eye(len(links), dtype=bool)
    for middle in range(len(links)):
        reached |= reached[:, [middle]] & reached[[middle], :]
    return reached
