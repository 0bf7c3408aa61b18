"""The sentence under "Your turn", and why a game is over."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tabuleiro.coaching import coach_words
from tabuleiro.endings import ending_of
from tabuleiro.game import CLASSICS, FIVE, Game, game
from tabuleiro.kernel.loader import rules_module
from tabuleiro.turn import Turn

OWN = Path(__file__).parent / "examples" / "tictactoe.py"
SMALL: dict[str, dict[str, object]] = {
    "aboyne": {"side": 3},
    "fanorona": {"width": 5, "height": 5},
    "focus": {"size": 4},
    "hex": {"size": 5},
    "othello": {"size": 4},
}


@pytest.mark.parametrize("name", [*FIVE, *CLASSICS])
def test_something_is_said_at_every_step_and_at_the_end(name: str) -> None:
    chance = random.Random(5)
    here = game(name, **SMALL.get(name, {})).start()
    for _ in range(60):
        if here.outcome is not None:
            break
        turn = Turn(here)
        while not turn.is_over:
            said = coach_words(turn)
            assert said is not None
            for text in (said.en, said.pt):
                assert text[0].isupper()
                assert text.endswith(".")
                assert "{" not in text
            assert said.en != said.pt
            finish = () if turn.finish is None else (turn.finish,)
            turn = turn.take(chance.choice((*turn.choices, *finish)))
        here = here.play(turn.move)
        assert (coach_words(Turn(here)) is None) == (here.outcome is not None)
        assert (ending_of(here) is None) == (here.outcome is None)


def said_at(name: str, text: str, *steps: str, **options: object) -> str:
    """The sentence after some steps of a turn."""
    turn = Turn(game(name, **options).position(text))
    for step in steps:
        turn = turn.take(next(choice for choice in turn.choices if choice.text == step))
    words = coach_words(turn)
    assert words is not None
    return words.en


def test_the_phases_of_a_turn_are_named() -> None:
    shobu = game("shobu").start().text
    assert said_at("shobu", shobu).startswith("First the passive step")
    assert "any light board, two cells forward" in said_at("shobu", shobu, "b1-b3")
    white = game("shobu", first="white").start().text
    assert "any light board, one cell forward" in said_at("shobu", white, "b8-b7", first="white")
    small = {"width": 5, "height": 5}
    assert "No capture" in said_at("fanorona", ".B.B./...../...../...../W.... w", **small)
    one = "....B/...../..B../...../W.... w"
    assert "only the piece on a1 can" in said_at("fanorona", one, **small)
    assert said_at("fanorona", game("fanorona").start().text).endswith("4 pieces can.")


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("fanorona", "...../...../...../...../..W.. b", "White wins: Black has lost all pieces"),
        (
            "cifra",
            "bbbbb/...../...../...../www.. WBWBW/WBBWB/BW.BW/WWBBW/BWBWB top w",
            "Blue wins: all five pieces home, 5 to 3",
        ),
    ],
)
def test_ends_are_explained(name: str, text: str, words: str) -> None:
    options = {"width": 5, "height": 5} if name == "fanorona" else {}
    ending = ending_of(game(name, **options).position(text))
    assert ending is not None
    assert ending.en == words


def test_a_game_without_words_has_the_general_ones() -> None:
    own = Game("tictactoe", rules_module(OWN, {}), {})
    words = coach_words(Turn(own.start()))
    assert words is not None
    assert words.en == "Choose one of 9 places."
    assert words.pt == "Escolhe um de 9 lugares."
