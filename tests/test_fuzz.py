"""Whatever somebody types is read, or refused in a sentence: positions, moves, options, records."""

from __future__ import annotations

import contextlib
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tabuleiro
from tabuleiro import Game, Position, Record, TabuleiroError

GAMES = {
    "aboyne": [{"side": 3}, {"stalemate": "majority"}],
    "cifra": [{}, {"choose": False}, {"mode": "king", "choose": False}, {"size": 9, "mode": "sum"}],
    "fanorona": [{"width": 5, "height": 5}, {"width": 10, "height": 10, "first_turn_limit": True}],
    "focus": [{"size": 4}, {"size": 6, "capture_target": 2}],
    "shobu": [{}, {"repetition": "forbid", "no_push_limit": 9}],
}
MADE = {
    f"{name}-{number}": tabuleiro.game(name, seed=None, **options)
    for name, sets in GAMES.items()
    for number, options in enumerate(sets)
}
ODD = ["", " ", "\0", "\n", ".", "/", ",", ":", "-", "+", "*", "#", "=", "0", "-1", "٣", "²", "İ"]
ODD += ["ß", "\ud800", "\x1b[31m", "9" * 5000, "a1", "stop", "pass", "quiet=3", "chain:a1:a2:n"]
ODD += ["passive:a1-a2", "first:w", "opened:wb", "first:", "quiet=", "{", "}", "[Game", '"]']

fuzzed = settings(
    deadline=None,
    derandomize=True,
    max_examples=120,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.fixture(params=MADE)
def game(request: pytest.FixtureRequest) -> Game:
    return MADE[request.param]


def played(game: Game, seed: int) -> Position:
    """A position some random steps into a game, perhaps in the middle of a turn."""
    chance = random.Random(seed)
    here = game.start()
    for _ in range(seed % 40):
        if here.steps:
            here = here.step(chance.choice(here.steps))
    return here


@st.composite
def spoilt(draw: st.DrawFn, text: str) -> str:
    """A good text in which a few pieces are exchanged, or something else altogether."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.text() | st.sampled_from(ODD))
    for _ in range(draw(st.integers(1, 3))):
        at, length = draw(st.integers(0, len(text))), draw(st.integers(0, 3))
        put = draw(st.sampled_from([*ODD, *text[:40]]) | st.text(max_size=3))
        text = text[:at] + put + text[at + length :]
    return text


def use(here: Position) -> None:
    """What a reader would do with a position that was accepted."""
    again = here.game.position(here.text)
    assert again == here
    assert again.text == here.text
    assert here.outcome is not None or here.steps
    here._repr_svg_()
    for action in here.steps:
        here.step(action)


@fuzzed
@given(data=st.data(), seed=st.integers(0, 500))
def test_positions(game: Game, data: st.DataObject, seed: int) -> None:
    text = data.draw(spoilt(played(game, seed).text))
    with contextlib.suppress(TabuleiroError):
        use(game.position(text))


@fuzzed
@given(data=st.data(), seed=st.integers(0, 500))
def test_moves(game: Game, data: st.DataObject, seed: int) -> None:
    here = played(game, seed)
    moves = [move.text for move in here.legal_moves] or ["a1-a2"]
    text = data.draw(spoilt(data.draw(st.sampled_from(moves))))
    with contextlib.suppress(TabuleiroError):
        after = here.play(text)
        assert after.history[-1] in here.legal_moves or not here.turn_is_over


@fuzzed
@given(data=st.data())
def test_options(game: Game, data: st.DataObject) -> None:
    option = data.draw(st.sampled_from(game.option_list))
    value = data.draw(spoilt(option.write(option.default)) | st.integers() | st.booleans())
    with contextlib.suppress(TabuleiroError):
        again = tabuleiro.game(game.name, seed=1, **{option.name: value})
        assert tabuleiro.game(game.name, seed=2, **again.changed_options) == again


@fuzzed
@given(data=st.data(), seed=st.integers(0, 500))
def test_records(game: Game, data: st.DataObject, seed: int) -> None:
    here = played(game, seed)
    while not here.turn_is_over:
        here = here.step(here.steps[-1])
    text = data.draw(spoilt(Record.of(here, ("Ana", "Rui")).text()))
    with contextlib.suppress(TabuleiroError):
        record = Record.parse(text)
        assert Record.parse(record.text()).moves == record.moves
