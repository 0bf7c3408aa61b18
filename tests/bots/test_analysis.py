"""Scores and analyses: whose they are, and what they say."""

from __future__ import annotations

import pytest

import tabuleiro
from tabuleiro import InvalidOption
from tabuleiro.bots.analysis import Analyst, Score
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_analyst, make_bot


@pytest.fixture(scope="module")
def small() -> tabuleiro.Game:
    return tabuleiro.game("fanorona", width=5, height=5)


@pytest.mark.parametrize(
    ("score", "english", "portuguese", "probability"),
    [
        (Score(150, 0), "+1.50", "+1.50", 0.646),
        (Score(0, 0, 3), "wins in 3", "ganha em 3", 1.0),
        (Score(0, 0, -2), "loses in 2", "perde em 2", 0.0),
        (Score(0, 0, decided="win"), "wins", "ganha", 1.0),
        (Score(0, 0, decided="draw"), "draw", "empate", 0.5),
    ],
)
def test_a_score_in_words(score: Score, english: str, portuguese: str, probability: float) -> None:
    assert str(score) == english
    assert score.words("pt") == portuguese
    assert score.percent == f"{probability:.0%}"
    assert score.win_probability == pytest.approx(probability, abs=0.001)
    other = score.seen_by(1)
    assert other.player == 1
    assert other.win_probability == pytest.approx(1 - probability, abs=0.001)
    assert other.seen_by(0) == score


@pytest.mark.parametrize("bot", ["master", "mcts"])
def test_an_analysis_has_a_point_of_view(small: tabuleiro.Game, bot: str) -> None:
    limit = Limit(depth=3) if bot == "master" else Limit(iterations=100)
    heard = []
    analyst = make_analyst(small, bot, 1, limit=limit)
    found = analyst.analyse(small.start(), limit, 1, heard.append)
    assert heard[-1].move == found.move
    assert found.player == 0
    other = found.seen_by(1)
    assert other.player == 1
    assert other.score == found.score.seen_by(1)
    assert other.terms == {term: -share for term, share in found.terms.items()}
    assert other.seen_by(0) == found
    facts = other.facts()
    assert facts["lines"][0]["win_probability"] == pytest.approx(1 - found.score.win_probability)
    assert facts["states_considered"] == found.nodes > 0
    assert facts["nodes_per_second"] > 0
    assert {"states_avoided", "branches_pruned", "depth", "terms", "seconds"} <= facts.keys()


def test_a_decided_game_says_so(small: tabuleiro.Game) -> None:
    here = small.position("...../...../..B../...../..W.. w")
    found = make_analyst(small, "master").analyse(here, Limit(depth=3))
    facts = found.facts()["lines"][0]
    assert (facts["decided"], facts["win_in"], facts["win_probability"]) == ("win", 1, 1.0)
    assert found.seen_by(1).score.words() == "loses in 1"


def test_only_what_is_decided_is_certain() -> None:
    assert Score(5000, 0).percent == "99%"
    assert Score(-5000, 0).percent == "1%"


def test_who_can_analyse(small: tabuleiro.Game) -> None:
    assert isinstance(make_bot(small, "mcts"), Analyst)
    assert isinstance(make_bot(small, "novice"), Analyst)
    assert not isinstance(make_bot(small, "random"), Analyst)


@pytest.mark.parametrize("lines", [0, 65, 10**6])
def test_more_lines_than_a_search_keeps_are_refused(small: tabuleiro.Game, lines: int) -> None:
    analyst = make_analyst(small, "master,depth=1")
    with pytest.raises(InvalidOption, match=f"there cannot be {lines} lines; accepted: 1 to 64"):
        analyst.analyse(small.start(), lines=lines)
    assert len(analyst.analyse(small.start(), lines=64).lines) == len(small.start().legal_moves)
