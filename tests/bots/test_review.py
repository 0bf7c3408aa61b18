"""Recorded games looked over: grades, losses, turning points, summaries."""

from __future__ import annotations

from dataclasses import replace

import pytest

import tabuleiro
from tabuleiro import InvalidOption, InvalidRecord, Record, Stopped
from tabuleiro.bots.analysis import Score
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_analyst, make_bot
from tabuleiro.bots.review import GRADES, Judged, Known, Summary, grade_of, review
from tabuleiro.bots.search import Search

DEPTH = Limit(depth=3)
FORK = "...../.B.../...B./.WB../....W w"
"""White wins at once with b2-b3a,c3a,c4w; b2-a2w takes one stone alone."""
FANORONA = tabuleiro.game("fanorona", width=5, height=5)
SMALL = '[Game "fanorona"]\n[Options "width=5 height=5"]\n'


def parse(moves: str, start: str = "") -> Record:
    tag = f'[Start "{start}"]\n' if start else ""
    return Record.parse(f"{SMALL}{tag}\n{moves}\n")


@pytest.fixture(scope="module")
def played() -> Record:
    """A whole game between a bot that thinks and one that does not."""
    game = tabuleiro.game("fanorona", width=7, height=5)
    bots = [make_bot(game, "hard", 3), make_bot(game, "random", 4)]
    here = game.start()
    while here.outcome is None:
        here = here.play(bots[here.player].choose(here))
    return Record.of(here, ("hard", "random"))


@pytest.mark.parametrize(
    ("loss", "grade"),
    [
        (0.0, "best"),
        (0.009, "best"),
        (0.01, "good"),
        (0.05, "inaccuracy"),
        (0.1, "mistake"),
        (0.2, "blunder"),
        (1.0, "blunder"),
    ],
)
def test_grades_go_by_what_was_given_away(loss: float, grade: str) -> None:
    assert grade_of(loss) == grade


def test_a_missed_win_is_a_blunder_and_the_better_move_is_named() -> None:
    found = review(parse("1. b2-a2w", FORK), limit=DEPTH)
    (turn,) = found.turns
    assert turn.grade == "blunder"
    assert turn.before == Score(turn.before.points, 0, 1)  # the best move wins at once
    assert turn.after.decided is None
    assert turn.loss == pytest.approx(1 - turn.after.win_probability)
    assert [move.text for move in turn.best] == ["b2-b3a,c3a,c4w"]
    assert turn.comment().startswith("blunder (wins in 1 → ")
    assert turn.comment().endswith("; better: b2-b3a,c3a,c4w")
    assert "erro grave" in turn.comment("pt")
    assert len(found.values) == 2


def test_the_winning_move_is_best_and_wins_in_one() -> None:
    found = review(parse("1. c1-c2a", "...../...../..B../...../..W.. w"), limit=DEPTH)
    (turn,) = found.turns
    assert turn.grade == "best"
    assert turn.after.win_in == 1
    assert turn.loss == 0
    assert found.values[-1].win_probability == 1.0  # for the first player, after the end
    assert found.summaries[0].accuracy == 100
    assert found.summaries[1].accuracy is None


def test_a_slower_win_is_good_but_not_best() -> None:
    record = parse("1. c2-c3a,b2a", "...../..B../...W./..W../B.B.. w")
    (turn,) = review(record, limit=DEPTH).turns
    assert (turn.before.win_in, turn.after.win_in) == (1, 3)
    assert (turn.grade, turn.loss) == ("good", 0)


def test_a_game_turns_where_the_favourite_changes() -> None:
    bots = [make_bot(FANORONA, "random", 9), make_bot(FANORONA, "random", 10)]
    here = FANORONA.start()
    while here.outcome is None:
        here = here.play(bots[here.player].choose(here))
    found = review(Record.of(here), limit=DEPTH)
    assert found.turning_points
    for turn in found.turning_points:
        assert turn.grade in ("mistake", "blunder")
        assert turn.before.win_probability >= 0.5 > turn.after.win_probability


def test_every_turn_of_a_game_is_judged(played: Record) -> None:
    heard: list[Judged] = []
    found = review(played, limit=DEPTH, listener=heard.append)
    assert tuple(heard) == found.turns
    assert [turn.move for turn in found.turns] == list(played.moves)
    assert [turn.number for turn in found.turns] == list(range(1, len(played.moves) + 1))
    assert [turn.player for turn in found.turns[:4]] == [0, 1, 0, 1]
    assert len(found.values) == len(played.moves) + 1
    for turn in found.turns:
        assert 0 <= turn.loss <= 1
        assert turn.before.player == turn.after.player == turn.player
        if turn.best[0] == turn.move:
            assert turn.grade == "best"
            assert turn.loss == 0
    first, second = found.summaries
    assert first.accuracy is not None
    assert second.accuracy is not None
    assert first.accuracy > second.accuracy  # thinking helps
    assert sum(second.counts.values()) == len(played.moves) // 2
    facts = found.facts()
    assert facts["turning_points"] == [turn.number for turn in found.turning_points]
    assert list(facts["summaries"][0]["counts"]) == list(GRADES)


def test_the_end_of_the_game_counts_as_it_ended(played: Record) -> None:
    found = review(played, limit=Limit(depth=2))
    last = found.turns[-1]
    assert played.result == "1-0"
    assert last.player == 0
    assert last.after.win_in == 1
    assert found.values[-1].decided == "win"


def test_unfinished_games_and_trees_are_reviewed() -> None:
    record = parse("1. c2-c3a {} {!? odd} {{nested}")
    found = review(record, "mcts", Limit(iterations=200), seed=1)
    assert found.bot == "mcts"
    assert found.turns[0].after.decided is None
    assert len(found.values) == 2


def test_comments_are_kept_and_added_to() -> None:
    record = parse("1. b2-a2w {hm}", FORK)
    text = review(record, limit=DEPTH).annotated().text()
    assert "{hm blunder (wins in 1 → " in text
    assert Record.parse(text).moves == record.moves
    assert record.comments == {1: "hm"}


def test_nothing_to_review() -> None:
    with pytest.raises(InvalidRecord, match="the record has no moves to review"):
        review(parse(""))
    with pytest.raises(InvalidOption, match="the bot 'random' does not search"):
        review(parse("1. c2-c3a"), "random")


def test_a_listener_can_end_a_review(played: Record) -> None:
    class Enough(Exception):
        pass

    def hear(turn: Judged) -> None:
        if turn.number == 2:
            raise Enough

    with pytest.raises(Enough):
        review(played, limit=Limit(depth=1), listener=hear)


def test_accuracy_falls_with_what_is_given_away(played: Record) -> None:
    best = review(played, limit=Limit(depth=1)).turns
    clean = [turn for turn in best if turn.loss == 0]
    wrong = [turn for turn in best if turn.loss > 0]
    assert wrong
    assert Summary.of(clean).accuracy == 100
    accuracy = Summary.of(wrong).accuracy
    assert accuracy is not None
    assert 0 < accuracy < 100


def test_a_review_can_be_repeated(played: Record) -> None:
    bot = make_analyst(played.game)
    limit = Limit(nodes=1_000)
    first = review(played, limit=limit, bot=bot)
    bot.analyse(played.positions()[3], Limit(nodes=100_000))
    assert review(played, limit=limit, bot=bot).facts() == first.facts()
    assert review(played, limit=limit).facts() == first.facts()


def test_turns_that_were_drawn_at_random_are_not_judged(played: Record) -> None:
    drawn = " ".join(move.text for move in played.moves[:4])
    found = review(replace(played, tags={"Opening": drawn}), limit=Limit(depth=1))
    assert [turn.number for turn in found.turns] == list(range(5, len(played.moves) + 1))
    assert len(found.values) == len(played.moves) + 1
    other = replace(played, tags={"Opening": "z9-z8"})
    assert len(review(other, limit=Limit(depth=1)).turns) == len(played.moves)


def test_whoever_stops_a_search_ends_the_review(played: Record) -> None:
    searches: list[Search] = []

    def follow(search: Search) -> Search:
        searches.append(search)
        search.stop()
        return search

    with pytest.raises(Stopped):
        review(played, limit=Limit(seconds=600), follow=follow)
    assert len(searches) == 1


def test_a_review_goes_on_with_what_it_knows(played: Record) -> None:
    limit = Limit(nodes=1_000)
    whole = review(played, limit=limit)
    known: Known = {}
    looks = 0

    class Enough(Exception):
        pass

    def hear(turn: Judged) -> None:
        if turn.number == 5:
            raise Enough

    with pytest.raises(Enough):
        review(played, limit=limit, listener=hear, known=known)

    def follow(search: Search) -> Search:
        nonlocal looks
        looks += 1
        return search

    before = len(known)
    again = review(played, limit=limit, known=known, follow=follow)
    assert again.facts() == whole.facts()
    assert looks <= len(known) - before
