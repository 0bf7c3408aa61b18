"""Openings: balanced, the same everywhere, or from a file."""

from __future__ import annotations

from pathlib import Path

import pytest

import tabuleiro
from tabuleiro import InvalidOption, InvalidPosition, JobFailed
from tabuleiro.bots.alphabeta import AlphaBetaBot
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.weights import read_weights
from tabuleiro.experiments.openings import Openings, load, read
from tabuleiro.experiments.settings import Settings

SMALL = {"width": "5", "height": "5"}
SETTINGS = Settings("fanorona", ("random", "random"), SMALL, seed=3)


def test_random_openings_are_balanced() -> None:
    openings = Openings(SETTINGS)
    game = tabuleiro.game("fanorona", width=5, height=5)
    for number in range(12):
        opening, here = openings[number]
        assert here.ply == len(opening.moves.split()) == 4
        fresh = AlphaBetaBot(game, read_weights(game, "best"), Limit(depth=3))
        chance = fresh.analyse(read(game, opening.moves)).score.win_probability
        assert 0.4 <= chance <= 0.6
    assert len({openings[number][0].moves for number in range(12)}) > 8


def test_without_the_bound_openings_are_not_balanced() -> None:
    everything = Settings("fanorona", ("random", "random"), SMALL, seed=3, balance=0.5)
    loose = {Openings(everything)[number][0].moves for number in range(12)}
    strict = {Openings(SETTINGS)[number][0].moves for number in range(12)}
    assert loose - strict


def test_an_opening_does_not_depend_on_those_before_it() -> None:
    straight = Openings(SETTINGS)
    found = [straight[number][0] for number in range(5)]
    assert [Openings(SETTINGS)[number][0] for number in (4, 3, 2, 1, 0)] == found[::-1]


def test_no_turns_are_the_start() -> None:
    opening, here = Openings(Settings("shobu", ("random", "random"), openings=0))[7]
    assert (opening.start, opening.moves) == ("", "")
    assert here == tabuleiro.game("shobu").start()


def test_options_that_are_left_to_chance_are_drawn_for_each_opening() -> None:
    settings = Settings("cifra", ("random", "random"), {"tiles": "random"}, openings=0, seed=1)
    openings = Openings(settings)
    boards = {openings[number][0].options for number in range(6)}
    assert len(boards) == 6
    assert openings[2][1].game == Openings(settings)[2][1].game


def test_where_nothing_is_balanced_a_sentence_says_so() -> None:
    tiny = {"width": "3", "height": "3"}
    settings = Settings("fanorona", ("random", "random"), tiny, openings=300)
    with pytest.raises(JobFailed, match="none of 500 openings of 300 random turns is balanced"):
        Openings(settings)[0]


def test_openings_from_a_file(tmp_path: Path) -> None:
    game = tabuleiro.game("fanorona", width=5, height=5)
    after = game.start().play("c2-c3a")
    file = tmp_path / "openings.txt"
    file.write_text(f"# mine\nc2-c3a d4-c5w\n\n{after.text}\n")
    lines = load(file, game)
    assert lines == ("c2-c3a d4-c5w", after.text)
    openings = Openings(Settings("fanorona", ("random", "random"), SMALL, openings=lines))
    assert [move.text for move in openings[0][1].history] == ["c2-c3a", "d4-c5w"]
    assert openings[1][0].start == after.text
    assert openings[1][0].player == openings[1][1].player == 1
    assert openings[2][0].moves == openings[0][0].moves


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "are empty; write one on each line"),
        ("# nothing\n", "are empty"),
        ("c2-c3a\nrubbish\n", "line 2 of the openings .* is neither a position nor moves"),
        ("c2-c3a z9", "turn 2|move 'z9'"),
        ("...../...../..W../...../..... b", "line 1 .*the game is over after"),
    ],
)
def test_files_that_are_none(tmp_path: Path, text: str, message: str) -> None:
    game = tabuleiro.game("fanorona", width=5, height=5)
    file = tmp_path / "openings.txt"
    file.write_text(text)
    with pytest.raises((InvalidOption, InvalidPosition), match=message):
        load(file, game)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    game = tabuleiro.game("fanorona", width=5, height=5)
    with pytest.raises(InvalidOption, match="cannot be read: No such file"):
        load(tmp_path / "none", game)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidOption, match="cannot be read: it is not a text file"):
        load(tmp_path / "binary", game)
