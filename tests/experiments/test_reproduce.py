"""The published experiments: complete, playable, judged rightly, and played by the real arena."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tabuleiro import game
from tabuleiro.bots.presets import make_bot
from tabuleiro.errors import InvalidOption, UnknownGame
from tabuleiro.experiments.charts import svg
from tabuleiro.experiments.published import (
    Cost,
    Experiment,
    PublishedRow,
    experiments,
    games_with_experiments,
    settings_of,
)
from tabuleiro.experiments.ratings import ratings
from tabuleiro.experiments.reproduce import answer, count_verdicts, judge, reproduce
from tabuleiro.experiments.result_charts import result_charts
from tabuleiro.experiments.results_page import game_cells, mean_cells, results_markdown, steps_text
from tabuleiro.experiments.results_report import results_html
from tabuleiro.experiments.statistics import Tally, elo, score, superiority
from tabuleiro.experiments.store import Store
from tabuleiro.experiments.tables import Effort, Pairing, PlayerResults, Results, Tables

ALL = [each for name in games_with_experiments() for each in experiments(name)]


def pairing(*pairs: int) -> Pairing:
    """A pairing with these counts of pairs by points."""
    tally = Tally(pairs)
    wins, draws = pairs[3] + 2 * pairs[4] + pairs[2], pairs[1] + pairs[3]
    results = Results(wins, draws, tally.games - wins - draws)
    return Pairing(
        "a",
        "b",
        results,
        Results(),
        pairs,
        score(tally),
        elo(tally),
        superiority(tally),
        40.0,
        None,
    )


def row(claim: Any, **more: Any) -> PublishedRow:
    return PublishedRow("a", "b", claim=claim, **more)


def test_every_game_has_experiments() -> None:
    assert games_with_experiments() == ["aboyne", "cifra", "fanorona", "focus", "shobu"]
    assert games_with_experiments("shobu") == ["shobu"]
    with pytest.raises(UnknownGame, match="accepted"):
        games_with_experiments("chess")


@pytest.mark.parametrize("experiment", ALL, ids=lambda each: f"{each.game}-{each.name}")
def test_every_row_can_be_played(experiment: Experiment) -> None:
    for each in experiment.rows:
        settings = settings_of(experiment, each, 2, 1)
        assert settings.options["max_plies"] == "400"
        played = game(experiment.game, **settings.options)
        for text in settings.players:
            assert make_bot(played, text, 1).choose
    for cost in experiment.costs:
        assert cost.bot in {name for each in experiment.rows for name in (each.first, each.second)}
        assert 0 < cost.published[0] <= cost.published[1]


def test_the_four_charts_of_fanorona() -> None:
    found = [each for each in ALL if each.game == "fanorona"]
    families = found[0].families
    assert list(families) == ["chance", "minimax", "both", "mcts"]
    rows = [row for each in found for row in each.rows if row.family]
    assert {row.family for row in rows} == set(families)
    for row in rows:
        first, second = ("mcts" in name for name in (row.first, row.second))
        expected = "mcts" if first and second else "both" if first or second else "minimax"
        assert row.family == ("chance" if row.second == "random" else expected)
    drawn = [name for each in found for name in each.draws]
    assert drawn == [f"family-{name}" for name in families]


def test_published_depths_of_aboyne() -> None:
    """The table of the original, in its order: depths, and games won, drawn and lost of 100."""
    found = next(each for each in ALL if (each.game, each.name) == ("aboyne", "depths"))
    rows = [(each.first[-1], each.second[-1], each.published) for each in found.rows]
    assert rows == [
        ("1", "1", (42, 11, 47)),
        ("2", "1", (56, 8, 36)),
        ("2", "2", (38, 21, 41)),
        ("3", "1", (78, 10, 12)),
        ("3", "2", (57, 11, 32)),
        ("3", "3", (39, 28, 33)),
        ("4", "1", (55, 15, 30)),
        ("4", "2", (67, 13, 20)),
        ("4", "3", (43, 21, 36)),
    ]
    assert all(sum(each.published or ()) == 100 for each in found.rows)


CLEAR, EVEN, WORSE, SWEEP = (
    pairing(2, 5, 20, 15, 8),
    pairing(5, 5, 30, 5, 5),
    pairing(8, 15, 20, 5, 2),
    pairing(0, 0, 0, 1, 49),
)


@pytest.mark.parametrize(
    ("claim", "measured", "verdict"),
    [
        ("better", CLEAR, "holds"),
        ("better", EVEN, "open"),
        ("better", WORSE, "not"),
        ("worse", CLEAR, "not"),
        ("worse", EVEN, "open"),
        ("worse", WORSE, "holds"),
        ("even", CLEAR, "not"),
        ("even", EVEN, "holds"),
        ("even", WORSE, "not"),
        ("always", SWEEP, "holds"),
        ("always", CLEAR, "in part"),
        ("always", EVEN, "open"),
        ("always", WORSE, "not"),
        ("", CLEAR, ""),
    ],
)
def test_verdicts(claim: str, measured: Pairing, verdict: str) -> None:
    found, sentence = judge(row(claim, said="so they said"), measured, None)
    assert found == verdict
    assert sentence.endswith(".")
    if measured is CLEAR and claim in ("better", "worse"):
        assert "a is stronger." in sentence


def test_a_score_that_falls() -> None:
    falls, _ = judge(row("less"), EVEN, SWEEP)
    rises, sentence = judge(row("less"), SWEEP, EVEN)
    same, _ = judge(row("less"), EVEN, EVEN)
    assert (falls, rises, same) == ("holds", "not", "open")
    assert "50.0 % before, 99.5 % here" in sentence


def test_published_figures_are_compared() -> None:
    _, near = judge(row("better", published=(60, 0, 40)), CLEAR, None)
    assert "The published 60.0 % agrees." in near
    _, far = judge(row("better", published=(20, 0, 80)), CLEAR, None)
    assert "The published 20.0 % is lower than chance explains." in far
    _, sweep = judge(row("always", published=(10, 0, 0)), SWEEP, None)
    assert "The published 100.0 % agrees." in sweep


def test_a_question_of_ours_is_answered_not_judged() -> None:
    assert judge(row("better"), CLEAR, None)[1] == "Yes: a is stronger."
    assert judge(row("better", said="better"), CLEAR, None)[1] == "Holds: a is stronger."


def tables_with(
    found: Pairing, seconds: float, considered: float, times: tuple[float, ...]
) -> Tables:
    players = tuple(
        PlayerResults(
            name, Results(), Results(), found.score, found.elo, "rated",
            Effort(100, value, value, considered, 0, 0, 3), times,
        )
        for name, value in (("a", seconds), ("b", 9.0))
    )  # fmt: skip
    return Tables("t", "aboyne", {}, "", 4, 4, 1.0, players, (found,), Results(), {}, {}, "", ())


@pytest.mark.parametrize(
    ("measure", "published", "value", "sentence"),
    [
        ("seconds", (1.0, 3.0), 0.02, "100 times as fast."),
        ("seconds", (0.01, 0.01), 0.02, "Slower than published."),
        ("seconds_early", (1.0, 1.0), 0.5, "2 times as fast."),
        ("seconds_late", (1.0, 1.0), 0.25, "4 times as fast."),
        ("considered", (6000.0, 6000.0), 2000, "3 times fewer than published."),
        ("considered", (2500.0, 2500.0), 2000, "About as many as published."),
        ("turns", (8.0, 25.0), 20, "As published."),
        ("turns", (8.0, 12.0), 20, "More than published."),
    ],
)
def test_costs(measure: Any, published: tuple[float, float], value: float, sentence: str) -> None:
    experiment = Experiment(
        "aboyne",
        "x",
        "X",
        "?",
        (row("better"),),
        (Cost("a", measure, published),),
        2,
        {},
        "",
        False,
    )
    times = (0.5,) * 10 + (0.25,) * 10
    (cost,) = answer(experiment, [tables_with(CLEAR, 0.02, 2000, times)]).costs
    assert cost.measured == pytest.approx(value)
    assert cost.sentence == sentence


def test_what_a_turn_more_is_worth() -> None:
    results = {
        ("a,depth=2", "a,depth=1"): Tally.of_games(64, 0, 36),
        ("a,depth=3", "a,depth=2"): Tally.of_games(50, 0, 50),
        ("b", "a,depth=3"): Tally.of_games(50, 0, 50),
    }
    found = steps_text(ratings(results))
    assert found == "One turn more is worth, in Elo: depth 1 to 2: +100, depth 2 to 3: 0."
    assert steps_text(ratings({("a", "b"): Tally.of_games(1, 0, 1)})) == ""


def test_an_experiment_is_played_judged_and_resumed(tmp_path: Path) -> None:
    experiment = Experiment(
        "cifra",
        "small",
        "A small one",
        "Does greed help?",
        (
            PublishedRow("greedy", "random", claim="better"),
            PublishedRow("greedy,depth=2", "greedy", said="deeper"),
        ),
        (Cost("greedy", "seconds", (60.0, 60.0)),),
        openings=0,
        options={"max_plies": "60"},
        source="",
        rated=True,
        times=("greedy", "random"),
        rounds=("greedy",),
        lists_games=True,
    )
    heard: list[int] = []
    found = reproduce(experiment, tmp_path, games=4, seed=2, workers=1, watch=heard.append)
    assert found is not None
    assert [each.pairing.results.games for each in found.findings] == [4, 4]
    assert max(heard) == 8
    assert {each.name for each in found.ratings} == {"greedy", "random", "greedy,depth=2"}
    with Store.open(tmp_path / "cifra" / "small-1") as store:
        assert store.settings.seed == 2
        assert store.settings.options == {"max_plies": "60"}
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("games.sqlite")}
    again = reproduce(experiment, tmp_path, games=4, seed=2, workers=1)
    assert again is not None
    assert again.facts() == found.facts()
    assert {path: path.stat().st_mtime_ns for path in before} == before
    with pytest.raises(InvalidOption, match="another experiment"):
        reproduce(experiment, tmp_path, games=6, seed=2, workers=1)
    page = results_markdown([found], 4, 2)
    assert "### A small one" in page
    assert f"| greedy – random |  | {found.findings[0].pairing.results} |" in page
    assert "| greedy | time of a turn | 60 s |" in page
    assert count_verdicts([found]) in page


def test_charts_and_report_of_an_experiment(tmp_path: Path) -> None:
    rows = (
        PublishedRow("greedy", "random", published=(9, 0, 1), family="one", claim="better"),
        PublishedRow("greedy,depth=2", "greedy", said="deeper <is> better", family="one"),
    )
    experiment = Experiment(
        "cifra",
        "small",
        "A small one",
        "Does greed help?",
        rows,
        (Cost("greedy", "seconds_early", (20.0, 20.0)), Cost("greedy", "seconds", (5.0, 60.0))),
        openings=0,
        options={"max_plies": "60"},
        source="",
        rated=False,
        times=("greedy", "random"),
        rounds=("greedy",),
        lists_games=True,
        families={"one": "The one family"},
        draws=("family-one", "times", "rounds"),
    )
    found = reproduce(experiment, tmp_path, games=4, seed=2, workers=1)
    assert found is not None
    (rounds,) = found.rounds
    (games, _) = found.games
    usual = next(each for each in games if each["game"] == rounds.game)
    seat = "first" if usual["first"] == "greedy" else "second"
    assert len(rounds.seconds) == usual[f"{seat}_turns"]
    assert sum(rounds.seconds) == pytest.approx(usual[f"{seat}_seconds"], abs=1e-5)
    assert len(rounds.means) == usual["turns"] // 2
    assert list(found.times) == ["greedy", "random"]

    drawn = {name: svg(figure) for name, figure in result_charts([found]).items()}
    assert set(drawn) == {"cifra-small", "cifra-family-one", "cifra-times", "cifra-rounds"}
    texts = {
        name: " ".join(ElementTree.fromstring(text).itertext()) for name, text in drawn.items()
    }
    assert "greedy – random" in texts["cifra-family-one"]
    assert "published, 95 % interval" in texts["cifra-small"]
    assert "5 s to 60 s" in texts["cifra-times"]
    assert "published: 20 s" in texts["cifra-rounds"]

    page = results_html([found], 4, 2, drawn)
    for name in drawn:
        assert page.count(f'id="chart-{name}"') == 1
    assert "deeper &lt;is&gt; better" in page
    assert "var(--series-1)" in page  # so that it is readable in the dark
    assert page.count("<details>") == 2
    text = results_markdown([found], 4, 2, {name: f"charts/{name}.svg" for name in drawn})
    assert all(f"](charts/{name}.svg)" in text for name in drawn)
    assert "greedy – random, the first 4 of 4 games:" in text
    first = " | ".join(game_cells(games[0]))
    assert f"| {first} |" in text
    assert f"| {' | '.join(mean_cells(games))} |" in text
