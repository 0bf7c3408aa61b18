"""Scores, Elo, superiority and SPRT against published figures, their properties and simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabuleiro.errors import InvalidOption
from tabuleiro.experiments.statistics import (
    Model,
    Tally,
    elo,
    elo_of,
    expected_score,
    normalised_elo,
    score,
    sprt,
    sprt_bounds,
    superiority,
)


def half(low: float | None, high: float | None) -> float:
    assert low is not None
    assert high is not None
    return (high - low) / 2


def pairs(ll: int, ld: int, wl: int, dd: int, wd: int, ww: int) -> Tally:
    """Pairs as fastchess counts them: one point can be a win and a loss, or two draws."""
    return Tally((ll, ld, wl + dd, wd, ww))


@pytest.mark.parametrize(
    ("tally", "normalised", "error", "difference", "margin", "stronger"),
    [
        (Tally.of_games(76, 123, 89), -20.76, 40.13, None, None, 0.1553),
        (Tally.of_games(136, 111, 96), 49.77, 36.77, 40.70, 30.43, 0.9960),
        (Tally.of_games(34, 0, 356), -508.44, 34.48, None, None, None),
        (pairs(34, 54, 31, 32, 64, 75), 57.94, 28.28, 55.58, 27.65, 1.0),
        (pairs(332, 433, 457, 41, 333, 334), -9.17, 10.96, -8.64, 10.33, 0.0505),
        (pairs(7895, 8757, 5485, 200, 568, 9999), -19.01, 2.65, -21.04, 2.95, None),
    ],
)
def test_published_elo(
    tally: Tally,
    normalised: float,
    error: float,
    difference: float | None,
    margin: float | None,
    stronger: float | None,
) -> None:
    """The figures of fastchess's own tests (Disservin/fastchess, app/tests/elo_test.cpp).

    Its interval and superiority are the plain normal ones, with the results' own variance;
    Wilson's differ by less than a hundredth and by a few ten-thousandths here.
    """
    found = normalised_elo(tally)
    assert found.value == pytest.approx(normalised, rel=0.01)
    assert half(found.low, found.high) == pytest.approx(error, rel=0.01)
    if stronger is not None:
        assert superiority(tally) == pytest.approx(stronger, abs=0.0003)
    if difference is not None:
        logistic = elo(tally)
        assert logistic.value == pytest.approx(difference, rel=0.001)
        assert half(logistic.low, logistic.high) == pytest.approx(margin, rel=0.01)


@pytest.mark.parametrize(
    ("tally", "model", "bounds", "llr"),
    [
        (Tally.of_games(36433, 68692, 36027), "normalised", (0, 2), 0.92),
        (Tally.of_games(10871, 20431, 10650), "normalised", (-1.75, 0.25), 2.30),
        (Tally.of_games(21404, 40708, 21184), "logistic", (0.5, 2.5), -1.57),
        (Tally.of_games(57433, 106593, 57030), "logistic", (0, 2), -2.59),
        (pairs(365, 16618, 36029, 200, 16974, 390), "normalised", (0, 2), 2.25),
        (pairs(127, 4883, 10311, 401, 5150, 104), "normalised", (-1.75, 0.25), 3.01),
        (pairs(223, 9863, 20279, 1000, 10037, 246), "logistic", (0.5, 2.5), -3.07),
        (pairs(871, 26175, 55003, 980, 26678, 821), "logistic", (0, 2), -4.98),
    ],
)
def test_published_sprt(
    tally: Tally, model: Model, bounds: tuple[float, float], llr: float
) -> None:
    """The figures of fastchess's own tests (Disservin/fastchess, app/tests/sprt_test.cpp)."""
    found = sprt(tally, *bounds, model=model)
    assert found.llr == pytest.approx(llr, abs=0.01)
    assert (found.lower, found.upper) == pytest.approx((-2.94, 2.94), abs=0.01)


def test_published_bounds() -> None:
    """The bounds of Cute Chess's own test (projects/lib/tests/sprt/tst_sprt.cpp)."""
    assert sprt_bounds(0, 10, 0.01, 0.01) == pytest.approx((-4.6, 4.6), abs=0.01)


def test_published_wilson_interval() -> None:
    """The examples of Newcombe (1998), Statistics in Medicine 17: 81 of 263 and 15 of 148 by his
    method 3, and 0 of 20 by the exact method 5, which is what a clean sample gets here. The figures
    are those of statsmodels 0.15 (`proportion_confint`, methods `wilson` and `beta`)."""
    found = score(Tally.of_games(81, 0, 182))
    assert (found.low, found.high) == pytest.approx((0.2553, 0.3662), abs=0.0001)
    found = score(Tally.of_games(15, 0, 133))
    assert (found.low, found.high) == pytest.approx((0.0624, 0.1605), abs=0.0001)
    found = score(Tally.of_games(0, 0, 20))
    assert (found.low, found.high) == pytest.approx((0, 0.1684), abs=0.0001)


@pytest.mark.parametrize(
    ("lead", "expected"), [(0, 0.5), (100, 0.64), (200, 0.76), (400, 10 / 11), (-100, 0.36)]
)
def test_elo_scale(lead: float, expected: float) -> None:
    """The usual table of Elo: 100 points are 64 %, 200 are 76 %, 400 are ten to one."""
    assert expected_score(lead) == pytest.approx(expected, abs=0.0005)
    assert elo_of(expected_score(lead)) == pytest.approx(lead)


counts3 = st.tuples(*[st.integers(0, 300)] * 3).filter(any).map(Tally)
counts5 = st.tuples(*[st.integers(0, 300)] * 5).filter(any).map(Tally)
tallies = st.one_of(counts3, counts5)
few = st.tuples(*[st.integers(0, 6)] * 5).filter(any).map(Tally)


@given(tallies)
def test_the_other_side_sees_the_reverse(tally: Tally) -> None:
    ours, theirs = score(tally), score(tally.reverse)
    assert ours.value is not None
    assert theirs.value is not None
    assert ours.value + theirs.value == pytest.approx(1)
    assert (ours.low or 0) + (theirs.high or 0) == pytest.approx(1)
    assert superiority(tally) + superiority(tally.reverse) == pytest.approx(1)
    forward = sprt(tally, -7, 12).llr
    assert sprt(tally.reverse, -12, 7).llr == pytest.approx(-forward, abs=1e-6)


@given(few)
def test_superiority_and_interval_agree(tally: Tally) -> None:
    """Where the interval lies above a half, superiority is above 97.5 %, and nowhere else."""
    found = score(tally)
    assert found.low is not None
    if abs(found.low - 0.5) > 1e-9 and 0 < tally.mean < 1:
        assert (superiority(tally) > 0.975) == (found.low > 0.5)


@pytest.mark.parametrize(
    ("wins", "losses", "stronger"), [(7, 3, 0.897), (60, 40, 0.977), (3, 7, 0.103)]
)
def test_superiority_of_decided_games(wins: int, losses: int, stronger: float) -> None:
    """Without draws it is the field's usual formula, the normal share below (W - L) / √(W + L)."""
    assert superiority(Tally.of_games(wins, 0, losses)) == pytest.approx(stronger, abs=0.0005)


@given(tallies)
def test_interval_contains_the_value_and_is_possible(tally: Tally) -> None:
    found = score(tally)
    assert found.value is not None
    assert found.low is not None
    assert found.high is not None
    assert 0 <= found.low <= found.value + 1e-9
    assert found.value - 1e-9 <= found.high <= 1
    assert found.high > found.low


@given(counts3)
def test_ten_times_the_games_say_more(tally: Tally) -> None:
    more = Tally(tuple(10 * count for count in tally.counts))
    few, many = score(tally), score(more)
    assert few.value == pytest.approx(many.value)
    assert half(many.low, many.high) < half(few.low, few.high)


@given(counts3)
def test_pairs_of_independent_games_say_the_same(tally: Tally) -> None:
    """Pairs whose games have nothing to do with each other vary half as much as one game."""
    lost, drawn, won = (count / tally.units for count in tally.counts)
    shares = (lost**2, 2 * lost * drawn, drawn**2 + 2 * lost * won, 2 * drawn * won, won**2)
    paired = Tally(tuple(round(share * 1_000_000) for share in shares))
    assert paired.variance == pytest.approx(tally.variance / 2, abs=1e-5)


@pytest.mark.parametrize("tally", [Tally.of_games(10, 0, 0), Tally((0, 0, 0, 0, 5))])
def test_all_won_has_a_lower_bound_alone(tally: Tally) -> None:
    found = elo(tally)
    assert found.value is None
    assert found.high is None
    # Ten wins in a row are a surprise of 2.5 % for somebody who wins 69 % of games.
    assert found.low == pytest.approx(elo_of(0.025 ** (1 / 10)))
    assert elo(tally.reverse).low is None
    assert 0.999 < superiority(tally) < 1
    assert math.isfinite(sprt(tally, 0, 10).llr)
    assert sprt(tally, 0, 10).llr > 0


def test_all_drawn_is_not_certain() -> None:
    found = elo(Tally.of_games(0, 30, 0))
    assert found.value == pytest.approx(0)
    assert found.low is not None
    assert found.low < -10
    assert superiority(Tally.of_games(0, 30, 0)) == 0.5
    normalised = sprt(Tally.of_games(0, 16700, 0), 0, 5, model="normalised")
    assert normalised.accepted is None
    assert normalised.llr < 0


def test_nothing_played() -> None:
    assert sprt(Tally((0, 0, 0, 0, 0)), 0, 5).llr == 0
    with pytest.raises(InvalidOption, match="at least one"):
        score(Tally((0, 0, 0)))


@pytest.mark.parametrize("counts", [(1, 2), (1, 2, 3, 4), (-1, 2, 3)])
def test_counts_that_mean_nothing(counts: tuple[int, ...]) -> None:
    with pytest.raises(InvalidOption):
        Tally(counts)


@pytest.mark.parametrize(
    "wrong", [(5, 5, 0.05, 0.05), (5, 0, 0.05, 0.05), (0, 5, 0, 0.05), (0, 5, 0.05, 0.7)]
)
def test_tests_that_mean_nothing(wrong: tuple[float, float, float, float]) -> None:
    with pytest.raises(InvalidOption):
        sprt(Tally.of_games(1, 1, 1), *wrong)


@pytest.mark.parametrize("shares", [(0.1, 0.2, 0.7), (0.45, 0.1, 0.45), (0.02, 0.08, 0.9)])
@pytest.mark.parametrize(("games", "least"), [(20, 0.92), (200, 0.94)])
def test_intervals_cover_the_truth(
    shares: tuple[float, float, float], games: int, least: float
) -> None:
    """Of 95 % intervals about 95 of 100 contain the truth, in an uneven match of 20 games too."""
    random = np.random.default_rng(7)
    truth = shares[2] + shares[1] / 2
    samples = [tuple(map(int, each)) for each in random.multinomial(games, shares, 4000)]
    found = [score(Tally(each)) for each in samples]
    inside = sum((each.low or 0) <= truth <= (each.high or 0) for each in found)
    assert least <= inside / 4000 <= 0.985


@pytest.mark.parametrize(("truth", "wrong", "risk"), [(0.0, "H1", 0.05), (30.0, "H0", 0.05)])
def test_sprt_errs_as_rarely_as_promised(truth: float, wrong: str, risk: float) -> None:
    """Matches of pairs simulated until the test stops, 400 at a time, looked at after each pair."""
    random = np.random.default_rng(11)
    win = expected_score(truth)
    errors = 0
    for _ in range(400):
        counts = [0] * 5
        while True:
            points = (random.random((40, 2)) < win).sum(axis=1) * 2
            for each in points:
                counts[int(each)] += 1
            accepted = sprt(Tally(tuple(counts)), 0, 30).accepted
            if accepted:
                errors += accepted == wrong
                break
    # Three standard deviations above the promise; Wald's bounds are a little cautious.
    assert errors / 400 <= risk + 3 * math.sqrt(risk * (1 - risk) / 400)
    assert errors > 0
