"""Hints in three grades, for every game and in both languages."""

from __future__ import annotations

import pytest

import tabuleiro
from tabuleiro import InvalidOption, Move
from tabuleiro.bots.hints import hint, hint_at, rest_of
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_analyst
from tabuleiro.turn import RESERVE

# game, options, position, move, and the sentences of grades 1, 2 and 3
CASES = [
    (
        "fanorona",
        None,
        "d3-e3a",
        ("Look at the piece on d3.", "Repara na peça em d3."),
        ("Move the piece on d3 to the right.", "Move a peça de d3 para a direita."),
        ("Play d3-e3a.", "Joga d3-e3a."),
    ),
    (
        "shobu",
        None,
        "c1-b2,g5-f6",
        ("Look at the piece on c1.", "Repara na peça em c1."),
        (
            "Move the piece on c1 up and to the left.",
            "Move a peça de c1 para cima e para a esquerda.",
        ),
        ("Play c1-b2,g5-f6.", "Joga c1-b2,g5-f6."),
    ),
    (
        "aboyne",
        None,
        "f1-d2",
        ("Look at the piece on f1.", "Repara na peça em f1."),
        (
            "Move the piece on f1 down and to the right.",
            "Move a peça de f1 para baixo e para a direita.",
        ),
        ("Play f1-d2.", "Joga f1-d2."),
    ),
    (
        "cifra",
        None,
        "top-blue",
        ("Look in the upper half.", "Procura na metade de cima."),
        ("Choose c5.", "Escolhe c5."),
        ("Play top-blue.", "Joga top-blue."),
    ),
    (
        "focus",
        None,
        "d7-d6",
        ("Look at the piece on d7.", "Repara na peça em d7."),
        ("Move the piece on d7 down.", "Move a peça de d7 para baixo."),
        ("Play d7-d6.", "Joga d7-d6."),
    ),
]


@pytest.mark.parametrize(
    ("name", "position", "text", "first", "second", "third"), CASES, ids=[case[0] for case in CASES]
)
def test_three_grades(
    name: str,
    position: str | None,
    text: str,
    first: tuple[str, str],
    second: tuple[str, str],
    third: tuple[str, str],
) -> None:
    game = tabuleiro.game(name)
    here = game.start() if position is None else game.position(position)
    move = Move.parse(here, text)
    for grade, said in enumerate((first, second, third), 1):
        found = hint_at(here, move, grade)
        assert (found.text["en"], found.text["pt"]) == said
        assert found.move == (move if grade == 3 else None)
        if grade < 3 and (grade == 2 or name != "cifra"):
            assert found.cells == game.touched(here, move.actions[0])[:1]


def test_a_drop_is_hinted_at_by_its_place() -> None:
    game = tabuleiro.game("focus", size=6)
    rows = "#,.,.,.,.,#/B,.,BB,.,B,./.,A,.,.,.,./.,A,.,.,BA,AAA/.,.,A,B,.,./#,B,.,.,.,# A 1 0"
    here = game.position(rows)
    corner, middle = Move.parse(here, "*b6"), Move.parse(here, "*c3")
    first = hint_at(here, corner, 1)
    assert (first.text["en"], first.text["pt"]) == (
        "Look at your reserve.",
        "Repara na tua reserva.",
    )
    assert first.cells == (RESERVE,)
    second = hint_at(here, corner, 2).text
    assert second["en"] == "Drop a piece in the upper left."
    assert second["pt"] == "Põe uma peça da reserva em cima, à esquerda."
    assert hint_at(here, middle, 2).text["en"] == "Drop a piece near the centre."
    assert hint_at(here, corner, 3).text["en"] == "Play *b6."


def _random_game(game: tabuleiro.Game) -> list[tabuleiro.Position]:
    from tabuleiro.bots import RandomBot

    bot, here = RandomBot(2), game.start()
    found = [here]
    while here.outcome is None and here.ply < 200:
        here = here.play(bot.choose(here))
        found.append(here)
    return found


def test_a_half_made_turn_may_best_be_finished() -> None:
    game = tabuleiro.game("fanorona")
    here = next(
        half
        for position in _random_game(game)
        for half in (position.step(action) for action in position.steps)
        if not half.turn_is_over and 0 in half.steps
    )
    stop = here.step(0).move_since(here)
    for grade in (1, 2, 3):
        assert hint_at(here, stop, grade).text["en"] == "Finish your turn here."


def test_a_hint_is_the_best_move_at_full_strength() -> None:
    small = tabuleiro.game("fanorona", width=5, height=5)
    win = small.position("...../...../..B../...../..W.. w")
    found = hint(win, 3, Limit(depth=3))
    assert found.move is not None
    assert found.move.text == "c1-c2a"
    assert found.direction == (0.0, -1.0)
    assert hint(win, 2, Limit(depth=3)).text["en"] == "Move the piece on c1 up."
    with pytest.raises(InvalidOption, match="the grade of a hint cannot be 4; accepted: 1"):
        hint(win, 4)


@pytest.mark.parametrize("name", ["fanorona", "shobu"])
def test_all_grades_are_about_one_move_whatever_was_searched_before(name: str) -> None:
    game = tabuleiro.game(name)
    limit = Limit(nodes=5_000)
    bot = make_analyst(game)
    for here in _random_game(game)[:12:3]:
        move = hint(here, 3, limit).move
        assert move is not None
        assert hint(here, 3, limit, bot=bot).move == move
        for grade in (1, 2):
            assert hint(here, grade, limit, bot=bot) == hint_at(here, move, grade)
        bot.analyse(here, Limit(nodes=50_000))


def test_the_whole_turn_is_shown() -> None:
    game = tabuleiro.game("shobu")
    here = game.start()
    names = [cell.name for cell in game.geometry.cells]
    shown = hint_at(here, Move.parse(here, "c1-b2,g5-f6"), 3)
    assert [names[cell] for cell in shown.cells] == ["c1", "b2", "g5", "f6"]
    fanorona = tabuleiro.game("fanorona", width=5, height=5)
    fork = fanorona.position("...../.B.../...B./.WB../....W w")
    names = [cell.name for cell in fanorona.geometry.cells]
    chain = hint_at(fork, Move.parse(fork, "b2-b3a,c3a,c4w"), 3)
    # Where one step ends, the next begins.
    assert [names[cell] for cell in chain.cells] == ["b2", "b3", "c3", "c4"]


def test_a_turn_that_is_half_made_goes_on_as_hinted() -> None:
    here = tabuleiro.game("shobu").start()
    move = Move.parse(here, "c1-b2,g5-f6")
    assert rest_of(move, here, here) is move
    half = here.step(move.actions[0])
    rest = rest_of(move, here, half)
    assert rest is not None
    assert (rest.actions, rest.text) == (move.actions[1:], "g5-f6")
    other = next(action for action in here.steps if action != move.actions[0])
    assert rest_of(move, here, here.step(other)) is None
    assert rest_of(move, here, here.play(move)) is None
