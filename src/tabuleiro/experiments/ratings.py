"""Elo ratings of many players at once, by maximum likelihood over their cross table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log

import numpy as np
from numpy.typing import NDArray

from tabuleiro.errors import InvalidOption
from tabuleiro.experiments.statistics import CONFIDENCE, Estimate, Tally, quantile, worth

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
    it has nothing. Where nobody has shared points there is no such group: 0 is then the middle of
    the order, one player, or halfway between two who both have bounds alone.
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
    much the results of each pairing truly vary: draws and pairs make them narrower. Those of two
    players are those of their match: its own with an anchor, half of it around their mean.
    """
    table = _CrossTable(results)
    names = table.names
    if anchor is not None and anchor not in names:
        raise InvalidOption(
            f"there are no results of {anchor!r}; accepted: {', '.join(names)}",
            f"não há resultados de {anchor!r}; aceites: {', '.join(names)}",
        )
    if not names:
        return []
    beats = _closure(table.points > 0)
    if anchor is None:
        zero = _middle(beats)
    else:
        zero = np.eye(len(names))[names.index(anchor)]
    base = zero > 0
    main = np.asarray((beats & beats.T)[:, base].all(axis=1))
    linked = np.asarray(_closure(table.points + table.points.T > 0)[:, base].any(axis=1))
    strengths, halves = table.inside(main, zero, confidence)
    surprise = log((1 - confidence) / 2)

    def estimate(player: int) -> Estimate:
        if main[player]:
            value, half = strengths[player], halves[player]
            return Estimate(*(POINTS * float(x) for x in (value, value - half, value + half)))
        if beats[player, base].all():
            return Estimate(None, POINTS * table.least(player, zero, surprise), None)
        if beats[base, player].all():
            return Estimate(None, None, -POINTS * table.mirror.least(player, zero, surprise))
        return Estimate(None, None, None)

    order = table.fit(prior=0.5)
    found = [
        Rating(name, estimate(player), bool(main[player]), bool(linked[player]))
        for player, name in enumerate(names)
    ]
    return sorted(found, key=lambda each: (not each.connected, -order[names.index(each.name)]))


def _middle(beats: NDArray[np.bool_]) -> Floats:
    """What 0 is: the shares that players have in it, given who reaches whom by points."""
    alike, comparable = beats & beats.T, beats | beats.T
    lead = beats.sum(axis=1) - beats.sum(axis=0)
    order = np.arange(len(beats))
    best = np.lexsort((order, abs(lead), -comparable.sum(axis=1), -alike.sum(axis=1)))[0]
    members = alike[best].copy()
    if members.sum() == 1:  # nobody has shared points: two may be equally near the middle
        twins = (comparable == comparable[best]).all(axis=1) & (lead == -lead[best])
        members |= twins & (order == np.argmax(twins & (order != best)))
    shares: Floats = members / members.sum()
    return shares


class _CrossTable:
    """Who scored how many points against whom, and how likely strengths make that."""

    def __init__(self, results: Mapping[tuple[str, str], Tally]) -> None:
        self.names = list(dict.fromkeys(name for pair in results for name in pair))
        self.points: Floats = np.zeros((len(self.names),) * 2)
        self.tallies: list[tuple[int, int, Tally]] = []
        for (first, second), tally in results.items():
            if first == second:
                raise InvalidOption(
                    f"{first!r} cannot be rated by games against itself",
                    f"{first!r} não pode ser avaliado por partidas contra si próprio",
                )
            if tally.units:
                a, b = self.names.index(first), self.names.index(second)
                self.tallies.append((a, b, tally))
                self.points[a, b] += tally.games * tally.mean
                self.points[b, a] += tally.games * (1 - tally.mean)

    @property
    def mirror(self) -> _CrossTable:
        """The table with every result reversed."""
        other = _CrossTable({})
        other.names, other.points = self.names, self.points.T
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

    def inside(
        self, group: NDArray[np.bool_], zero: Floats, confidence: float
    ) -> tuple[Floats, Floats]:
        """The strengths of a group alone, `zero @ strengths` being 0, and how far their intervals
        reach to each side."""
        both = np.zeros((2, len(group)))
        if not group.any():
            return both[0], both[1]
        part = _CrossTable({})
        part.points = self.points[np.ix_(group, group)]
        place = np.cumsum(group) - 1
        part.tallies = [
            (place[a], place[b], tally) for a, b, tally in self.tallies if group[a] and group[b]
        ]
        weights = zero[group]
        strengths = part.fit(conditions=[(weights, 0.0)])
        shift = np.eye(len(weights)) - weights
        variances = np.diag(shift @ part.covariance(strengths, confidence) @ shift.T)
        deviations = np.sqrt(np.maximum(variances, 0))
        # A player's lead over the others is this many times its distance from 0, and has an
        # interval like Wilson's of a match, which is symmetric in log-odds.
        times = 1 / np.maximum(1 - weights, FAINT)
        both[0, group] = strengths
        both[1, group] = 2 * np.arcsinh(quantile(confidence) * deviations * times / 2) / times
        return both[0], both[1]

    def covariance(self, strengths: Floats, confidence: float) -> Floats:
        """How the strengths that were found vary, given how much results vary in each pairing."""
        _, hessian = _slopes(self.points, strengths)
        spread = hessian * self._dispersions(strengths, confidence)
        np.fill_diagonal(spread, 0)
        np.fill_diagonal(spread, -spread.sum(axis=1))
        inverse = np.linalg.pinv(-hessian)
        found: Floats = inverse @ -spread @ inverse
        return found

    def _dispersions(self, strengths: Floats, confidence: float) -> Floats:
        """How much the results of each pairing vary against single games without draws.

        A pairing whose units all ended alike does not tell; it has that of all others. Where all
        of them ended as expected, room is left for an outcome that has not shown yet.
        """
        seen, plain, clean = (np.zeros_like(self.points) for _ in range(3))
        told = np.zeros_like(self.points, dtype=bool)
        for a, b, tally in self.tallies:
            off = (tally.mean - 1 / (1 + exp(strengths[b] - strengths[a]))) ** 2
            for at in ((a, b), (b, a)):
                seen[at] += tally.games * (tally.variance + off) * tally.games / tally.units
                plain[at] += tally.games * (tally.mean * (1 - tally.mean) + off)
                told[at] |= tally.variance > 0
                if 0 < tally.mean < 1:
                    clean[at] += tally.games / worth(tally, confidence)
        if seen.sum() <= STEADY * plain.sum():
            return clean
        ratios: Floats = np.divide(seen, plain, where=told, out=np.full_like(seen, 1.0))
        return np.where(told, ratios, seen.sum() / plain.sum())

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
