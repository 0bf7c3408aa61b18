"""The words of the protocol are read back as they were written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tabuleiro
from tabuleiro.bots.analysis import Line, Score
from tabuleiro.bots.limit import Clock, Limit
from tabuleiro.bots.settings import SETTINGS
from tabuleiro.bots.ugi import (
    Declared,
    Go,
    Info,
    option_text,
    position_command,
    read_option,
    read_position,
    score_text,
)
from tabuleiro.bots.weights import steepness
from tabuleiro.errors import InvalidNotation

GAME = tabuleiro.game("fanorona", width=5, height=5)
MILLISECONDS = st.integers(1, 10**8).map(lambda number: number / 1000)
COUNTS = st.none() | st.integers(1, 10**9)
CLOCKS = st.none() | st.builds(Clock, MILLISECONDS, MILLISECONDS)
SCORES = st.one_of(
    st.builds(Score, st.integers(-(10**6), 10**6), st.just(0), steepness=st.just(steepness(GAME))),
    st.builds(Score, st.just(0), st.just(0), st.integers(1, 500)),
    st.builds(Score, st.just(0), st.just(0), st.integers(-500, -1)),
)


def refuse(message: str) -> None:
    raise AssertionError(message)


@given(
    st.builds(
        Go,
        st.builds(Limit, st.none() | MILLISECONDS, COUNTS, COUNTS, COUNTS),
        st.tuples(CLOCKS, CLOCKS),
        st.booleans(),
    )
)
def test_go(go: Go) -> None:
    assert Go.read(go.text().split()[1:], refuse) == go


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("depth", "go depth needs a whole number after it"),
        ("depth deep", "go depth needs a whole number after it"),
        ("mate 3", "go does not know 'mate'; accepted: infinite, movetime"),
    ],
)
def test_what_go_cannot_read_is_passed_over(text: str, complaint: str) -> None:
    said: list[str] = []
    go = Go.read([*text.split(), "nodes", "7"], said.append)
    assert go.limit == Limit(nodes=7)
    assert said[0].startswith(complaint)


@given(SCORES, st.integers(0, 60), st.integers(0, 10**12), st.integers(0, 10**6), st.integers(1, 9))
def test_info(score: Score, depth: int, nodes: int, time: int, number: int) -> None:
    line = Line(score, (GAME.start().legal_moves[0],))
    info = Info(line, depth, nodes, time / 1000, number)
    assert Info.read(info.text().split()[1:], GAME.start()) == info


@pytest.mark.parametrize("decided", ["win", "loss", "draw"])
def test_a_decided_game_of_unknown_length(decided: str) -> None:
    score = Score(0, 0, decided=decided)  # type: ignore[arg-type]
    info = Info(Line(score, (GAME.start().legal_moves[0],)))
    found = Info.read(info.text().split()[1:], GAME.start())
    assert found is not None
    assert found.line.score.decided == decided
    assert found.line.score.win_in is None


@pytest.mark.parametrize(
    ("win_in", "text"),
    [(1, "mate 1 win_in 1"), (5, "mate 3 win_in 5"), (-2, "mate -1 win_in -2"), (-6, "mate -3 ")],
)
def test_a_mate_counts_the_turns_of_the_player_to_move(win_in: int, text: str) -> None:
    assert score_text(Score(0, 0, win_in)).startswith(text)


@pytest.mark.parametrize(
    ("text", "win_in"), [("mate 1", 1), ("mate 3", 5), ("mate -1", -2), ("mate -3", -6)]
)
def test_the_mates_of_other_programs_count_their_own_turns(text: str, win_in: int) -> None:
    move = GAME.start().legal_moves[0].text
    found = Info.read(f"depth 3 score {text} pv {move}".split(), GAME.start())
    assert found is not None
    assert found.line.score.win_in == win_in


@pytest.mark.parametrize(
    "text", ["currmove a1-a2", "string pv is broken", "depth 3 pv nothing", "depth 1 score cp 3"]
)
def test_what_says_nothing_of_a_line_is_passed_over(text: str) -> None:
    assert Info.read(text.split(), GAME.start()) is None


def test_a_position_is_told_with_its_history() -> None:
    here = GAME.start()
    for _ in range(6):
        words = position_command(here).split()[1:]
        again = read_position(GAME, words)
        assert again == here
        assert again.history == here.history
        here = here.play(here.legal_moves[-1])
    later = GAME.position(here.text).play(here.legal_moves[0])
    assert read_position(GAME, position_command(later).split()[1:]).history == later.history


def test_a_half_made_turn_is_told_as_it_stands() -> None:
    shobu = tabuleiro.game("shobu")
    here = shobu.start().step(shobu.start().steps[0])
    assert not here.turn_is_over
    assert read_position(shobu, position_command(here).split()[1:]).text == here.text


def test_every_option_is_declared_so_that_it_can_be_read() -> None:
    for option in (*GAME.option_list, *SETTINGS):
        declared = Declared.read(option_text(option).split()[1:])
        assert declared.name == option.name
        assert option.read(declared.facts["default"]) == option.default


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("name Clear Hash", ("Clear Hash", "")),
        ("name book file value my book.bin", ("book file", "my book.bin")),
        ("name weights value <empty>", ("weights", "")),
    ],
)
def test_setting_an_option(text: str, found: tuple[str, str]) -> None:
    assert read_option(text.split()) == found
    with pytest.raises(InvalidNotation):
        read_option(text.split()[1:])
