"""What results say about strength: scores, Elo, superiority and SPRT, with intervals.

A result is worth 1 for a win, a half for a draw, 0 for a loss. Where games come in pairs, with the
same opening and the seats swapped, the pair is the unit: its two games are not independent.
`docs/statistics.md` explains every number; the formulas are those of the field's tools.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log, log10, sinh, sqrt
from statistics import NormalDist
from typing import Literal

from tabuleiro.errors import InvalidOption

Model = Literal["logistic", "normalised"]

CONFIDENCE = 0.95
NORMALISED = 800 / log(10)
"""Normalised Elo points for one standard deviation of a game's result."""
TINY = 1e-3
"""The count that stands for none in likelihoods, as in the field's tools."""
NORMAL = NormalDist()


@dataclass(frozen=True)
class Estimate:
    """A value and the interval around it; None where the data set no bound."""

    value: float | None
    low: float | None
    high: float | None

    def facts(self) -> dict[str, float | None]:
        """The estimate as plain data."""
        return {"value": self.value, "low": self.low, "high": self.high}


@dataclass(frozen=True)
class Tally:
    """One side's results, counted from the worst outcome of a unit to the best.

    Three counts are of single games: lost, drawn, won. Five are of pairs of games by their points:
    0, ½, 1, 1½, 2.
    """

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.counts) not in (3, 5):
            raise InvalidOption(
                f"results are three counts (won, drawn, lost) or five (pairs with 0, ½, 1, 1½ and "
                f"2 points), not {len(self.counts)}",
                f"os resultados são três contagens (ganhas, empatadas, perdidas) ou cinco "
                f"(pares com 0, "
                f"½, 1, 1½ e 2 pontos), não {len(self.counts)}",
            )
        if min(self.counts) < 0:
            raise InvalidOption(
                f"a count cannot be {min(self.counts)}; it must be 0 or more",
                f"uma contagem não pode ser {min(self.counts)}; tem de ser 0 ou mais",
            )

    @classmethod
    def of_games(cls, wins: int, draws: int, losses: int) -> Tally:
        """Single games."""
        return cls((losses, draws, wins))

    @classmethod
    def of_pairs(cls, points: Iterable[float]) -> Tally:
        """Pairs by the points that the side made in each."""
        counts = [0] * 5
        for each in points:
            counts[round(2 * each)] += 1
        return cls(tuple(counts))

    @property
    def paired(self) -> bool:
        """Whether the units are pairs of games."""
        return len(self.counts) == 5

    @property
    def units(self) -> int:
        """How many independent units there are."""
        return sum(self.counts)

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.units * (2 if self.paired else 1)

    @property
    def values(self) -> tuple[float, ...]:
        """The mean result of a game in each outcome."""
        best = len(self.counts) - 1
        return tuple(place / best for place in range(best + 1))

    @property
    def mean(self) -> float:
        """The mean result of a game."""
        self._need_games()
        return sum(c * v for c, v in zip(self.counts, self.values, strict=True)) / self.units

    @property
    def variance(self) -> float:
        """The variance of a unit's mean result."""
        mean = self.mean
        squares = zip(self.counts, self.values, strict=True)
        return sum(c * (v - mean) ** 2 for c, v in squares) / self.units

    @property
    def reverse(self) -> Tally:
        """The same results from the other side."""
        return Tally(self.counts[::-1])

    def __add__(self, other: Tally) -> Tally:
        return Tally(tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)))

    def _need_games(self) -> None:
        if not self.units:
            raise InvalidOption(
                "there are no games to count; at least one is needed",
                "não há partidas para contar; é precisa pelo menos uma",
            )


def quantile(confidence: float) -> float:
    """How many standard deviations an interval of this confidence reaches to each side."""
    if not 0 < confidence < 1:
        raise InvalidOption(
            f"the confidence cannot be {confidence:g}; it lies between 0 and 1",
            f"a confiança não pode ser {confidence:g}; fica entre 0 e 1",
        )
    return NORMAL.inv_cdf((1 + confidence) / 2)


def expected_score(elo: float) -> float:
    """The mean result that a lead in Elo promises."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float | None:
    """The lead in Elo that a mean result means; None for all or nothing."""
    return None if score <= 0 or score >= 1 else -400 * log10(1 / score - 1)


def score(tally: Tally, confidence: float = CONFIDENCE) -> Estimate:
    """The mean result with Wilson's interval, which never leaves 0 to 1.

    Draws and pairs vary less than wins and losses alone, so they count as more games. Of games that
    were all won (or lost) one bound is known: where so clean a sample would be a surprise.
    """
    mean, z = tally.mean, quantile(confidence)
    if mean in (0, 1):
        unseen = _unseen(tally.games, confidence)
        return Estimate(mean, mean * (1 - unseen), mean + (1 - mean) * unseen)
    games = worth(tally, confidence)
    middle = (mean + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(mean * (1 - mean) / games + (z / (2 * games)) ** 2)
    return Estimate(mean, max(0.0, middle - half), min(1.0, middle + half))


def worth(tally: Tally, confidence: float = CONFIDENCE) -> float:
    """How many games without draws would tell as much, where points were shared.

    Units that all ended alike still leave room for an outcome that has not shown yet. They are
    worth so many games that the interval reaches to where so clean a sample would be a surprise,
    on the side where that is farther.
    """
    mean = tally.mean
    if tally.variance > 0:
        return tally.units * mean * (1 - mean) / tally.variance
    unseen = _unseen(tally.units, confidence)
    ends = mean * (1 - unseen), mean + (1 - mean) * unseen
    reach = max(abs(_log_odds(end) - _log_odds(mean)) for end in ends)
    # Wilson's interval is symmetric in log-odds; this is its width, turned round.
    return (quantile(confidence) / (2 * sinh(reach / 2))) ** 2 / (mean * (1 - mean))


def _unseen(units: int, confidence: float) -> float:
    """The share that an outcome may have which did not show in so many units."""
    share: float = 1 - ((1 - confidence) / 2) ** (1 / units)
    return share


def _log_odds(score: float) -> float:
    return log(score / (1 - score))


def elo(tally: Tally, confidence: float = CONFIDENCE) -> Estimate:
    """The difference in Elo; of a side that won (or lost) every game only one bound is known."""
    found = score(tally, confidence)
    return Estimate(*(elo_of(each) for each in found.facts().values()))  # type: ignore[arg-type]


def normalised_elo(tally: Tally, confidence: float = CONFIDENCE) -> Estimate:
    """The difference in standard deviations of a game, scaled like Elo; None without variance.

    It tells how many games a difference takes to be seen, whatever the share of draws.
    """
    if tally.variance == 0:
        return Estimate(None, None, None)
    deviation = sqrt(tally.variance * (2 if tally.paired else 1))
    value = (tally.mean - 0.5) / deviation * NORMALISED
    half = quantile(confidence) * NORMALISED / sqrt(tally.games)
    return Estimate(value, value - half, value + half)


def superiority(tally: Tally) -> float:
    """The likelihood that the side is the stronger one (LOS).

    It passes 97.5 % where Wilson's interval leaves a half behind.
    """
    if tally.mean not in (0, 1):
        return NORMAL.cdf((2 * tally.mean - 1) * sqrt(worth(tally)))
    surprise = 0.5 ** (tally.games + 1)
    return 1 - surprise if tally.mean == 1 else surprise


@dataclass(frozen=True)
class Sprt:
    """A sequential test of two hypotheses: its log-likelihood ratio and where it stops."""

    llr: float
    lower: float
    upper: float
    elo0: float
    elo1: float
    model: Model

    @property
    def accepted(self) -> Literal["H0", "H1"] | None:
        """The hypothesis that the test accepts, or None while it has to go on."""
        if self.llr >= self.upper:
            return "H1"
        return "H0" if self.llr <= self.lower else None

    @property
    def progress(self) -> float:
        """How far the test has come toward its nearer bound, from 0 to 1."""
        return min(1.0, max(self.llr / self.upper, self.llr / self.lower))


def sprt(
    tally: Tally,
    elo0: float,
    elo1: float,
    alpha: float = 0.05,
    beta: float = 0.05,
    model: Model = "logistic",
) -> Sprt:
    """Whether the results speak for `elo1` (H1) or `elo0` (H0), or not yet clearly.

    A generalised SPRT: under each hypothesis, the outcomes' probabilities are those that fit the
    results best among all that have its Elo (logistic), or the likelihood is Student's of a mean so
    many deviations away (normalised). `alpha` is the risk of accepting H1 where H0 holds,
    `beta` the reverse.
    """
    lower, upper = sprt_bounds(elo0, elo1, alpha, beta)
    if not tally.units:
        return Sprt(0.0, lower, upper, elo0, elo1, model)
    counts = [max(count, TINY) for count in tally.counts]
    units = sum(counts)
    seen = [count / units for count in counts]
    if model == "logistic":
        fits = [_with_mean(tally.values, seen, expected_score(each)) for each in (elo0, elo1)]
        ratios = zip(seen, *fits, strict=True)
        llr = units * sum(share * log(p1 / p0) for share, p0, p1 in ratios)
    else:
        mean = sum(share * value for share, value in zip(seen, tally.values, strict=True))
        squares = ((value - mean) ** 2 for value in tally.values)
        variance = sum(share * square for share, square in zip(seen, squares, strict=True))
        lead = (mean - 0.5) / sqrt(variance)
        lead = min(max(lead, -1.0), 1.0)  # beyond, a clearer lead would count for less
        scale = sqrt(2 if tally.paired else 1) / NORMALISED
        away = [1 + (lead - each * scale) ** 2 for each in (elo0, elo1)]
        llr = units / 2 * log(away[0] / away[1])
    return Sprt(llr, lower, upper, elo0, elo1, model)


def sprt_bounds(elo0: float, elo1: float, alpha: float, beta: float) -> tuple[float, float]:
    """The log-likelihood ratios at which a test stops, after a check of what was asked."""
    if not elo0 < elo1:
        raise InvalidOption(
            f"elo0 must be below elo1, not {elo0:g} and {elo1:g}",
            f"elo0 tem de ser menor que elo1, não {elo0:g} e {elo1:g}",
        )
    for name, risk in (("alpha", alpha), ("beta", beta)):
        if not 0 < risk < 0.5:
            raise InvalidOption(
                f"{name} cannot be {risk:g}; it must lie between 0 and 0.5",
                f"{name} não pode ser {risk:g}; tem de ficar entre 0 e 0.5",
            )
    return log(beta / (1 - alpha)), log((1 - beta) / alpha)


def _with_mean(values: Sequence[float], seen: Sequence[float], mean: float) -> list[float]:
    """The most likely probabilities of outcomes that have this mean.

    They are `seen / (1 + x · (value - mean))`, for the one `x` that makes the mean right.
    """
    away = [value - mean for value in values]
    low, high = -1 / max(away), -1 / min(away)
    for _ in range(60):
        middle = (low + high) / 2
        if sum(share * gap / (1 + middle * gap) for share, gap in zip(seen, away, strict=True)) > 0:
            low = middle
        else:
            high = middle
    return [share / (1 + middle * gap) for share, gap in zip(seen, away, strict=True)]
