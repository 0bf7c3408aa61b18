"""Puzzles: the files that are shipped, how they are read, and how they are found."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from itertools import islice

import pytest

from tabuleiro.bots.limit import Limit
from tabuleiro.errors import InvalidRecord
from tabuleiro.game import game
from tabuleiro.teaching.harvest import harvest, self_play
from tabuleiro.teaching.puzzles import (
    key_of,
    puzzle_of_the_day,
    puzzles_of,
    read_puzzles,
    written,
)

GAMES = ("aboyne", "cifra", "fanorona", "focus", "shobu")
GOOD = "2 | win 1 | side=3 | .../..../...B./R.../... b | c4-c5"


@pytest.mark.parametrize("name", GAMES)
def test_a_hundred_of_every_game_each_once(name: str) -> None:
    puzzles = puzzles_of(game(name))
    assert len(puzzles) >= 100
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert len({key_of(puzzle.start()) for puzzle in puzzles}) == len(puzzles)


@pytest.mark.parametrize("name", GAMES)
def test_there_is_something_for_beginners_and_for_others(name: str) -> None:
    puzzles = puzzles_of(game(name))
    levels = Counter(puzzle.level for puzzle in puzzles)
    assert len(levels) >= 3
    assert min(levels[1], levels[2]) >= 20
    assert sum(puzzle.win_in == 1 for puzzle in puzzles) <= len(puzzles) / 4


@pytest.mark.parametrize("name", GAMES)
def test_every_line_can_be_played_and_wins_win(name: str) -> None:
    for puzzle in puzzles_of(game(name)):
        here = puzzle.start()
        player = here.player
        for text in puzzle.line:
            here = here.play(text)
        if puzzle.win_in is not None and len(puzzle.line) == puzzle.win_in:
            assert here.outcome is not None
            assert here.outcome.winner == player


def test_files_are_read_as_they_were_written() -> None:
    puzzles = puzzles_of(game("focus"))[:5]
    again = read_puzzles("focus", written(puzzles))
    assert {puzzle.text for puzzle in again} == {puzzle.text for puzzle in puzzles}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("2 | win 1 | side=3 | x", "5 fields"),
        (GOOD.replace("2 |", "deep |", 1), "'deep'"),
        (GOOD.replace("win 1", "loss"), "accepted: win N, best"),
        (GOOD.replace("c4-c5", ""), "turn is missing"),
    ],
)
def test_mistakes_are_named_by_their_line(line: str, said: str) -> None:
    with pytest.raises(InvalidRecord, match="line 2: ") as caught:
        read_puzzles("aboyne", f"# puzzles\n{line}\n")
    assert said in str(caught.value)


def test_the_answer_is_known_by_where_it_leads() -> None:
    (puzzle,) = read_puzzles("aboyne", GOOD)
    start = puzzle.start()
    assert puzzle.is_right(start.play("c4-c5"))
    assert not puzzle.is_right(start.play("c4-c3"))
    assert puzzle.task.pt == "Azuis: ganha numa jogada."


def test_every_day_has_another_one() -> None:
    puzzles = puzzles_of(game("shobu"))
    first = date(2026, 11, 16)
    days = [puzzle_of_the_day(puzzles, first + timedelta(days)) for days in range(len(puzzles))]
    assert len({puzzle.id for puzzle in days}) == len(puzzles)


def test_a_harvest_can_be_repeated() -> None:
    def gather() -> list[str]:
        games = islice(self_play("aboyne", {"side": "3"}, 1), 4)
        return [puzzle.text for puzzle in harvest(games, 1, Limit(nodes=20_000))]

    found = gather()
    assert found
    assert found == gather()


def test_a_harvest_of_deep_puzzles_has_no_others() -> None:
    games = list(islice(self_play("aboyne", {"side": "3"}, 4), 4))
    all_found, deep = (harvest(games, 20, Limit(nodes=20_000), ahead=ahead) for ahead in (1, 2))
    assert any(puzzle.depth < 2 for puzzle in all_found)
    assert deep
    assert all(puzzle.depth >= 2 for puzzle in deep)
