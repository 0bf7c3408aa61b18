"""Ratings over a cross table: a textbook's figures, what they must not depend on, and guards."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tabuleiro.errors import InvalidOption
from tabuleiro.experiments.ratings import POINTS, ratings
from tabuleiro.experiments.statistics import Tally, elo, expected_score, quantile

TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
WINS = (
    (0, 7, 9, 7, 7, 9, 11),
    (6, 0, 7, 5, 11, 9, 9),
    (4, 6, 0, 7, 7, 8, 12),
    (6, 8, 6, 0, 6, 7, 10),
    (6, 2, 6, 7, 0, 7, 12),
    (4, 4, 5, 6, 6, 0, 6),
    (2, 4, 1, 3, 1, 7, 0),
)
BASEBALL = {
    (TEAMS[a], TEAMS[b]): Tally.of_games(WINS[a][b], 0, WINS[b][a])
    for a in range(7)
    for b in range(a)
}


def test_published_bradley_terry_model() -> None:
    """Agresti (2002), Categorical Data Analysis, section 10.6: the 1987 season of baseball's
    American League, East. The results are those of the R package BradleyTerry2
    (data/baseball.csv), which tests itself against table 10.11 to two decimals
    (tests/testthat/test-baseball.R); the further decimals, and the standard errors that Agresti
    calls about 0.3, are from a binomial regression with statsmodels 0.15."""
    found = {each.name: each.elo for each in ratings(BASEBALL, anchor="Baltimore")}
    strengths = [(found[team].value or 0) / POINTS for team in TEAMS]
    wanted = [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0]
    assert strengths == pytest.approx(wanted, abs=0.0001)
    bounds = [(found[team].low, found[team].high) for team in TEAMS]
    halves = [((high or 0) - (low or 0)) / 2 / POINTS for low, high in bounds]
    errors = [2 * math.sinh(half / 2) / quantile(0.95) for half in halves]  # as Wilson's intervals
    wanted = [0.3433, 0.3396, 0.3367, 0.3359, 0.3339, 0.3319, 0.0]
    assert errors == pytest.approx(wanted, abs=0.0001)


def test_strongest_first() -> None:
    assert [each.name for each in ratings(BASEBALL)] == list(TEAMS)


def test_an_anchor_only_moves_the_zero() -> None:
    plain = {each.name: each.elo.value for each in ratings(BASEBALL)}
    assert sum(value or 0 for value in plain.values()) == pytest.approx(0, abs=1e-6)
    for anchor in ("Boston", "Milwaukee"):
        moved = {each.name: each.elo for each in ratings(BASEBALL, anchor=anchor)}
        shift = plain[anchor] or 0
        for team in TEAMS:
            assert moved[team].value == pytest.approx((plain[team] or 0) - shift, abs=1e-6)
        assert moved[anchor].low == pytest.approx(moved[anchor].high, abs=1e-6)


def test_seats_in_the_table_do_not_matter() -> None:
    turned = {(b, a): tally.reverse for (a, b), tally in BASEBALL.items()}
    found = {each.name: each.elo.value for each in ratings(turned)}
    for each in ratings(BASEBALL):
        assert found[each.name] == pytest.approx(each.elo.value, abs=1e-6)


MATCHES = [
    Tally.of_games(60, 20, 40),
    Tally.of_games(7, 0, 3),
    Tally((10, 40, 60, 50, 20)),
    Tally((0, 0, 2, 8, 0)),  # +147 [+96, +198] as a match
    Tally((0, 0, 0, 10, 0)),
    Tally((0, 0, 20, 0, 0)),
    Tally((0, 0, 1, 0, 0)),
    Tally((0, 0, 0, 1, 0)),
]


@pytest.mark.parametrize("tally", MATCHES)
def test_two_players_have_the_interval_of_their_match(tally: Tally) -> None:
    """All of it seen from one of them; half of it seen from their mean."""
    match = elo(tally).facts()
    best, other = ratings({("a", "b"): tally}, anchor="b")
    assert (best.name, other.elo.value) == ("a", 0)
    assert best.elo.facts() == pytest.approx(match, abs=1e-6)
    found = {each.name: each.elo.facts() for each in ratings({("a", "b"): tally})}
    assert match["value"] is not None
    assert found["a"] == pytest.approx({key: (v or 0) / 2 for key, v in match.items()}, abs=1e-6)
    assert found["b"]["value"] == pytest.approx(-match["value"] / 2, abs=1e-6)


def test_each_pairing_of_a_gauntlet_keeps_its_own_interval() -> None:
    """One that varies much does not widen another, nor the reverse."""
    gauntlet = {
        ("weak", "anchor"): Tally((0, 8, 12, 0, 0)),
        ("wild", "anchor"): Tally((20, 10, 10, 0, 40)),
    }
    found = {each.name: each.elo.facts() for each in ratings(gauntlet, anchor="anchor")}
    for (name, _), tally in gauntlet.items():
        assert found[name] == pytest.approx(elo(tally).facts(), abs=1e-6)


def test_pairs_that_never_repeat_tell_how_much_they_vary() -> None:
    """One pair of every pairing: no pairing varies, all of them do."""
    random = np.random.default_rng(5)
    names = [f"bot {number:02}" for number in range(16)]
    inside = 0
    for _ in range(20):
        table = {
            (one, other): Tally.of_pairs([float(random.binomial(2, 0.5))])
            for place, one in enumerate(names)
            for other in names[place + 1 :]
        }
        elos = [each.elo for each in ratings(table)]
        inside += sum((each.low or 0) <= 0 <= (each.high or 0) for each in elos)
    assert 0.92 <= inside / 320 <= 0.98


@pytest.mark.parametrize("games", [Tally((0, 0, 0, 0, 10)), Tally((0, 0, 0, 0, 2)),
                                   Tally((0, 0, 0, 0, 1)), Tally.of_games(1, 0, 0)])  # fmt: skip
def test_two_players_of_a_clean_sweep_have_a_bound_each(games: Tally) -> None:
    """Neither is more at 0 than the other, whoever is named first."""
    match = elo(games)
    assert match.low is not None
    for results in ({("a", "b"): games}, {("b", "a"): games.reverse}):
        winner, loser = ratings(results)
        assert (winner.name, loser.name) == ("a", "b")
        assert winner.elo.low == pytest.approx(match.low / 2, abs=0.1)
        assert loser.elo.high == pytest.approx(-match.low / 2, abs=0.1)
        assert winner.elo.value is winner.elo.high is loser.elo.value is loser.elo.low is None
        assert not winner.in_main_group
        assert winner.connected
        assert loser.connected


def test_in_a_row_of_clean_sweeps_0_is_the_middle() -> None:
    """The one in the middle, or halfway between the two."""
    for names in ("abc", "abcd", "abcde"):
        sweeps = {
            (one, other): Tally((0, 0, 0, 0, 5))
            for place, one in enumerate(names)
            for other in names[place + 1 :]
        }
        found = ratings(sweeps)
        assert [each.name for each in found] == list(names)
        ends = [each.elo.low if each.elo.high is None else each.elo.high for each in found]
        assert ends == sorted(ends, key=lambda end: -(end or 0))
        assert ends == pytest.approx([-(end or 0) for end in reversed(ends)], abs=0.1)
        assert [each.in_main_group for each in found].count(True) == len(names) % 2


def test_truth_is_found_again() -> None:
    """Of simulated tournaments, the 95 % intervals contain the true differences 95 of 100 times."""
    random = np.random.default_rng(3)
    truth = {"a": 0.0, "b": 60.0, "c": 150.0, "d": -80.0}
    inside = total = 0
    for _ in range(150):
        results = {}
        for one in "abc":
            for other in "abcd"["abcd".index(one) + 1 :]:
                chance = expected_score(truth[one] - truth[other])
                won = int(random.binomial(100, chance))
                results[one, other] = Tally.of_games(won, 0, 100 - won)
        for each in ratings(results, anchor="a"):
            if each.name != "a":
                total += 1
                assert each.elo.low is not None
                assert each.elo.high is not None
                inside += each.elo.low <= truth[each.name] <= each.elo.high
    assert 0.91 <= inside / total <= 0.98


def test_a_sweep_gives_bounds_not_infinities() -> None:
    found = {
        each.name: each
        for each in ratings(
            {
                ("a", "b"): Tally.of_games(10, 0, 0),
                ("b", "c"): Tally.of_games(5, 2, 3),
                ("c", "d"): Tally.of_games(20, 0, 0),
                ("e", "d"): Tally.of_games(10, 0, 0),
                ("f", "g"): Tally.of_games(1, 1, 1),
            }
        )
    }
    assert found["b"].in_main_group
    assert found["c"].in_main_group
    best, worst = found["a"].elo, found["d"].elo
    assert best.value is None
    assert best.high is None
    assert best.low is not None
    assert found["b"].elo.value is not None
    # Ten wins in a row against b alone bound the lead over b by this.
    assert best.low == pytest.approx(found["b"].elo.value + 140, abs=40)
    assert worst.value is None
    assert worst.low is None
    assert worst.high is not None
    assert worst.high < -200
    # Both have beaten d and nobody has beaten them: nothing compares e with b and c.
    assert found["e"].connected
    assert found["e"].elo.facts() == {"value": None, "low": None, "high": None}
    assert not found["f"].connected


def test_where_nobody_shared_points_all_stand_against_the_one_they_met() -> None:
    """A gauntlet of clean sweeps: the common opponent is 0, so that every bot has a bound."""
    sweeps = {(name, "weak"): Tally.of_games(10, 0, 0) for name in ("a", "b", "c")}
    found = {each.name: each.elo for each in ratings(sweeps)}
    assert found["weak"].value == 0
    for name in ("a", "b", "c"):
        assert found[name].low == pytest.approx(140, abs=2)
        assert found[name].high is None


def test_everything_alike_is_not_certain() -> None:
    first, second = ratings({("a", "b"): Tally((0, 0, 20, 0, 0))})
    assert first.elo.value == pytest.approx(0, abs=1e-9)
    assert first.elo.low is not None
    assert first.elo.low < -10
    assert second.elo.high is not None
    assert second.elo.high > 10


def test_a_large_table_with_sweeps_is_rated() -> None:
    names = [f"bot {number}" for number in range(16)]
    results = {
        (names[a], names[b]): Tally.of_games(20, 0, 0) for a in range(16) for b in range(a + 1, 16)
    }
    found = ratings(results, anchor="bot 8")
    assert [each.name for each in found] == names
    bounds = [each.elo.low for each in found[:8]]
    assert all(bound is not None and math.isfinite(bound) for bound in bounds)


def test_bad_input() -> None:
    with pytest.raises(InvalidOption, match="itself"):
        ratings({("a", "a"): Tally.of_games(1, 0, 1)})
    with pytest.raises(InvalidOption, match="accepted: a, b"):
        ratings({("a", "b"): Tally.of_games(1, 0, 1)}, anchor="c")
    assert ratings({}) == []
