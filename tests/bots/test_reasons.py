"""Why a move is good: what its line changes, never more than the search believes."""

from __future__ import annotations

import pytest

import tabuleiro
from tabuleiro import Move, Position
from tabuleiro.bots.analysis import Line, Score
from tabuleiro.bots.hints import hint_at
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_analyst
from tabuleiro.bots.reasons import (
    Change,
    _favours,
    _listed,
    best_weights,
    other_side,
    reason,
    why_best,
)
from tabuleiro.bots.review import review
from tabuleiro.record import Record
from tabuleiro.text import Text

FANORONA = tabuleiro.game("fanorona", width=5, height=5)
HERE = FANORONA.position("B..../....B/W..WB/....W/.W... w")
"""e2-e1w takes two stones for one; d3-c3w takes one for two."""
GOOD = "e2-e1w a5-a4a"
BAD = "d3-c3w a5-b4a,c5w"


def line(position: Position, moves: str, score: Score) -> Line:
    played, here = [], position
    for text in moves.split():
        played.append(Move.parse(here, text))
        here = here.play(played[-1])
    return Line(score, tuple(played))


def even(points: int = 0, player: int = 0) -> Score:
    return Score(points, player, steepness=390)


def test_a_gain_is_said_in_both_languages() -> None:
    found = reason(HERE, line(HERE, GOOD, even(200)))
    assert found is not None
    assert found.turns == 2
    assert found.text.en.startswith("After 2 turns: 1 more stone")
    assert found.text.pt.startswith("Ao fim de 2 jogadas: mais 1 pedra")
    assert found.changes[0].term == "pieces"
    assert found.changes[0].share == 100
    assert found.facts()["changes"]["pieces"] == 100


def test_the_other_move_is_compared() -> None:
    best = line(HERE, GOOD, even(200))
    other = line(HERE, BAD, even(-300))
    found = reason(HERE, best, other)
    assert found is not None
    assert found.other == other.moves[0]
    assert "; with d3-c3w instead: " in found.text.en
    assert "; com d3-c3w: " in found.text.pt
    told = found.text.en.partition("; ")[2]
    assert "1 fewer stone" in told


def test_no_reason_promises_more_than_the_search() -> None:
    """A line that ends in the middle of an exchange shows a gain that the search does not see."""
    assert reason(HERE, line(HERE, GOOD, even(-400))) is None


def test_a_move_that_loses_is_a_reason_whatever_the_line_promises() -> None:
    found = reason(HERE, line(HERE, GOOD, even(-400)), line(HERE, BAD, Score(0, 0, -2)))
    assert found is not None
    assert found.text.en == "With d3-c3w instead: loses in 2."
    assert found.text.pt == "Com d3-c3w: perde em 2."


def test_no_reason_where_the_terms_do_not_favour_the_move() -> None:
    assert reason(HERE, line(HERE, BAD, even(300))) is None


def test_another_move_that_the_search_likes_as_much_is_not_called_worse() -> None:
    best = line(HERE, GOOD, even(200))
    found = reason(HERE, best, line(HERE, BAD, even(200)))
    assert found is not None
    assert found.other is None
    assert "d3-c3w" not in found.text.en


@pytest.mark.parametrize(
    ("score", "en", "pt"),
    [
        (Score(0, 0, 3), "Proven: wins in 3.", "Provado: ganha em 3."),
        (Score(0, 0, -2), "Proven: loses in 2.", "Provado: perde em 2."),
        (Score(0, 0, decided="draw"), "Proven: a draw.", "Provado: empate."),
        (
            Score(0, 0, if_in_time=4),
            "Known: wins in 4, if in time.",
            "Sabe-se: ganha em 4, se for a tempo.",
        ),
    ],
)
def test_a_known_end_is_said_and_nothing_else(score: Score, en: str, pt: str) -> None:
    found = reason(HERE, line(HERE, GOOD, score), line(HERE, BAD, even(-900)))
    assert found is not None
    assert (found.text.en, found.text.pt) == (en, pt)
    assert not found.changes


def test_a_move_that_is_known_to_lose_says_so() -> None:
    best = line(HERE, GOOD, even(200))
    found = reason(HERE, best, line(HERE, BAD, Score(0, 0, -2)))
    assert found is not None
    assert found.text.en.endswith("; with d3-c3w instead: loses in 2.")


def test_the_reason_is_the_players_own() -> None:
    """The same gain for the second player, and from whichever side the score is seen."""
    here = FANORONA.position(
        HERE.text.replace("W", "x").replace("B", "W").replace("x", "B")[:-1] + "b"
    )
    gain = line(here, GOOD, even(200, 1))
    found = reason(here, gain)
    assert found is not None
    assert found.text.en.startswith("After 2 turns: 1 more stone")
    assert reason(here, Line(gain.score.seen_by(0), gain.moves)) == found


@pytest.mark.parametrize("moves", ["e2-e1w", GOOD])
def test_terms_about_whose_turn_it_is_are_left_out(moves: str) -> None:
    """`grab` counts what the side to move could take: no lasting gain."""
    found = reason(HERE, line(HERE, moves, even(300)))
    assert found is not None
    assert "more stone" in found.text.en
    assert "grab" in best_weights(HERE)
    assert all(change.term != "grab" for change in found.changes)


def test_a_game_without_terms_is_silent() -> None:
    class Bare:
        terms = ()

    class Somewhere:
        game = Bare()
        player = 0

    some = Line(even(), (Move((0,), "x"),))
    assert reason(Somewhere(), some, some) is None  # type: ignore[arg-type]


@pytest.mark.parametrize("name", tabuleiro.game_names())
def test_reasons_of_real_searches_agree_with_the_verdict(name: str) -> None:
    game = tabuleiro.game(name)
    here = game.start()
    bot = make_analyst(game, "hard,net=no", 1)
    for _ in range(4):
        if here.outcome is not None:
            break
        found = bot.analyse(here, Limit(depth=2), 2)
        why = why_best(here, found)
        if why is not None:
            assert why.text.en.endswith(".")
            assert why.text.pt.endswith(".")
            assert "{" not in why.text.en + why.text.pt
            if why.changes and why.text.en.startswith("After"):
                assert why.changes[0].share > 0
            if why.other is not None:
                best, second = found.lines[0].score, found.lines[1].score
                assert best.win_probability > second.win_probability
        here = here.play(found.lines[-1].moves[0])


@pytest.mark.parametrize("name", tabuleiro.game_names())
def test_units_are_of_terms_that_there_are(name: str) -> None:
    game = tabuleiro.game(name)
    assert set(game.people.TERM_UNITS) <= set(game.terms)


@pytest.mark.parametrize("name", tabuleiro.game_names())
def test_words_of_changes_are_of_terms_that_there_are(name: str) -> None:
    game = tabuleiro.game(name)
    assert set(game.people.TERM_CHANGES) <= set(game.terms)
    for words in game.people.TERM_CHANGES.values():
        assert all(text.en and text.pt for text in words)


def test_a_game_may_say_what_two_boards_show() -> None:
    """Black pushes a stone off the board where White has two."""
    game = tabuleiro.game("shobu")
    here = game.position(
        "w..w/..../.b../bb.b wwww/..../..../bbbb wwww/..../..../bbbb wwww/..../..../bbbb b"
    )
    found = reason(here, line(here, "e1-g3,b6-d8", Score(300, 0, steepness=280)))
    assert found is not None
    assert "White's weakest board has 1 stone instead of 2" in found.text.en
    assert "o tabuleiro mais fraco das Brancas tem 1 pedra em vez de 2" in found.text.pt


def test_what_one_had_better_have_fewer_of_is_not_told() -> None:
    game = tabuleiro.game("aboyne")
    assert best_weights(game.start())["free"] < 0
    bot = make_analyst(game, "hard,net=no", 1)
    found = bot.analyse(game.start(), Limit(depth=2), 2)
    why = reason(game.start(), found.lines[0])
    assert why is None or all(change.term != "free" for change in why.changes)


def test_little_gain_for_much_loss_is_no_reason() -> None:
    """Ten hundredths of a stone for a whole one; what is against a move follows "but"."""
    text = Text("so", "assim")
    assert not _favours([Change("a", 110, text), Change("b", -100, text)])
    assert _favours([Change("a", 110, text), Change("b", -50, text)])
    told = _listed([Change("a", 110, Text("this", "isto")), Change("b", -50, text)])
    assert (told.en, told.pt) == ("this, but so", "isto, mas assim")


def test_a_move_that_brings_nothing_is_told_so() -> None:
    here = FANORONA.position("B...B/.B.../...../..W../...W. w")
    found = reason(here, line(here, "c2-c3", even(500)), line(here, "d1-c1", even(0)))
    assert found is not None
    assert found.text.en == "After this turn: 4 more free steps; with d1-c1 nothing of that."
    assert found.text.pt == "Depois desta jogada: mais 4 passos livres; com d1-c1 nada disso."


def test_the_other_side_of_a_board() -> None:
    passed = other_side(HERE)
    assert passed is not None
    assert passed.player == 1
    assert other_side(passed) == HERE


def test_a_whole_hint_gives_the_reason_and_lesser_ones_do_not() -> None:
    best = line(HERE, GOOD, even(200))
    why = reason(HERE, best)
    assert why is not None
    said = [hint_at(HERE, best.moves[0], grade, why).text.en for grade in (1, 2, 3)]
    assert said[2] == f"Play e2-e1w. {why.text.en}"
    assert all("more stone" not in text for text in said[:2])


def test_a_review_says_why_the_better_move_is_better() -> None:
    record = Record.parse(
        f'[Game "fanorona"]\n[Options "width=5 height=5"]\n[Start "{HERE.text}"]\n\n1. d3-c3w\n'
    )
    (turn,) = review(record, "hard,net=no", limit=Limit(depth=3)).turns
    assert turn.grade == "blunder"
    assert turn.why is not None
    assert turn.comment().endswith(turn.why.text.en)
    assert turn.facts()["why"]["text"]["pt"] == turn.why.text.pt
