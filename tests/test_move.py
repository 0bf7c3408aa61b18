"""Moves as values and as text: exact, shortened, careless, ambiguous, illegal, unreadable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import tabuleiro
from tabuleiro import AmbiguousMove, IllegalMove, InvalidNotation, Move, Position
from tabuleiro.bots import RandomBot

CHAIN = "....B/.B.../..B../B..../..W.. w"
BOTH_KINDS = "...../BW.BB/..... w"


def fanorona(text: str) -> Position:
    rows = text.split()[0].split("/")
    return tabuleiro.game("fanorona", width=len(rows[0]), height=len(rows)).position(text)


def test_moves_are_values() -> None:
    here = fanorona(CHAIN)
    short, long = here.play("c1-c2a").history[-1], here.play("c1-c2a,b2a").history[-1]
    assert short == Move(short.actions, "whatever")
    assert hash(short) == hash(Move(short.actions, "whatever"))
    assert short != long
    assert short != "c1-c2a"
    assert len({short, long, Move.parse(here, "c1-c2a")}) == 2


def test_moves_print_and_sort_by_their_text() -> None:
    here = fanorona(CHAIN)
    move = Move.parse(here, "c1-c2a")
    assert (str(move), repr(move), f"{move}") == ("c1-c2a", "<Move c1-c2a>", "c1-c2a")
    assert [m.text for m in sorted(here.legal_moves)] == ["c1-c2a", "c1-c2a,b2a", "c1-c2a,b2a,b3a"]


def test_a_move_cannot_be_given_other_fields() -> None:
    with pytest.raises(AttributeError):
        Move((1,), "a").comment = "fine"  # type: ignore[attr-defined]


class Counted:
    """A function that counts how often it is called."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.calls = 0

    def __call__(self, *arguments: Any) -> Any:
        self.calls += 1
        return self.function(*arguments)


EXACT = [
    ("aboyne", {}, "e2-e3", 1),
    ("cifra", {}, "left-blue", 1),
    ("cifra", {"choose": False}, "c5-c4", 1),
    ("fanorona", {}, "e2-e3a", 1),
    ("focus", {}, "d7-d8", 1),
    ("shobu", {}, "c1-c2,f1-f2", 2),
]


@pytest.mark.parametrize(("name", "options", "text", "steps"), EXACT)
def test_exact_notation_is_decoded_without_listing(
    name: str, options: dict[str, object], text: str, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tabuleiro.game(name, seed=None, **options).start()
    play, actions = Counted(here.game.rules.play), Counted(here.game.rules.actions)
    monkeypatch.setattr(here.game.rules, "play", play)
    monkeypatch.setattr(here.game.rules, "actions", actions)
    move = Move.parse(here, text)
    assert move.text == text
    assert "legal_moves" not in vars(here)
    assert play.calls == len(move.actions) == steps
    assert actions.calls == steps
    assert len(here.legal_moves) > 1


def test_a_chain_ends_where_its_text_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    here = fanorona(CHAIN)
    play = Counted(here.game.rules.play)
    monkeypatch.setattr(here.game.rules, "play", play)
    move = Move.parse(here, "c1-c2a,b2a")
    assert (move.text, len(move.actions)) == ("c1-c2a,b2a", 3)  # two steps and the stop
    assert play.calls == 3
    assert Move.parse(here, "c1-c2a,b2a,stop") == move
    assert Move.parse(here, "c1-c2a,b2a,b3a") != move


def test_an_exact_text_is_not_taken_for_a_beginning() -> None:
    here = fanorona(CHAIN)
    assert len([move for move in here.legal_moves if move.text.startswith("c1-c2a")]) == 3
    assert Move.parse(here, "c1-c2a").text == "c1-c2a"
    assert Move.parse(here, "C1 C2 A").text == "c1-c2a"


UNIQUE = [
    ("shobu", "c1-c2,f1", "c1-c2,f1-f2"),
    ("shobu", "c1-c2,f", None),
    ("fanorona", "e2", "e2-e3a"),
    ("fanorona", "f", "f2-e3a"),
    ("cifra", "right-b", "right-blue"),
    ("aboyne", "e2-e", "e2-e3"),
]


@pytest.mark.parametrize(("name", "text", "meant"), UNIQUE)
def test_a_unique_beginning_stands_for_its_move(name: str, text: str, meant: str | None) -> None:
    here = tabuleiro.game(name).start()
    if meant is None:
        with pytest.raises(AmbiguousMove):
            Move.parse(here, text)
    else:
        assert Move.parse(here, text).text == meant


@pytest.mark.parametrize(
    "text", ["E2-E3A", " e2-e3a ", "e2 e3 a", "e2e3a", "E2–e3a", "e2->e3a", "e2-e3A"]
)
def test_capitals_spaces_and_signs_are_forgiven(text: str) -> None:
    assert Move.parse(tabuleiro.game("fanorona").start(), text).text == "e2-e3a"


def test_carelessness_in_both_steps_of_a_turn() -> None:
    here = tabuleiro.game("shobu").start()
    for text in ("C1-C2,F1-F2", "c1-c2, f1-f2", "c1c2f1f2", "c1-c2 f1-f2"):
        assert Move.parse(here, text).text == "c1-c2,f1-f2"


def test_a_drop_is_not_a_move() -> None:
    game = tabuleiro.game("focus", size=4)
    here = game.position("#,.,.,#/.,B,B,./.,A,.,./#,.,.,# A 1 0")
    assert Move.parse(here, "*c2").text == "*c2"
    assert here.play("* C2").text == "#,.,.,#/.,B,B,./.,A,A,./#,.,.,# B 0 0"
    with pytest.raises(IllegalMove, match="not legal"):
        Move.parse(here, "c2-c3")
    assert Move.parse(here, "* B2").text == "*b2"
    with pytest.raises(AmbiguousMove, match="fits 4 legal moves: b2-"):
        Move.parse(here, "B2")


def test_ambiguous_texts_are_answered_with_the_candidates() -> None:
    with pytest.raises(AmbiguousMove) as caught:
        Move.parse(fanorona(CHAIN), "c1")
    assert str(caught.value) == ("move 'c1' fits 3 legal moves: c1-c2a,b2a,b3a, c1-c2a,b2a, c1-c2a")
    with pytest.raises(AmbiguousMove, match=r"^move 'c1' fits 32 legal moves: .* and 24 more$"):
        Move.parse(tabuleiro.game("shobu").start(), "c1")


def test_a_capture_without_its_kind_is_ambiguous_where_both_are_legal() -> None:
    here = fanorona(BOTH_KINDS)
    with pytest.raises(AmbiguousMove, match="fits 2 legal moves: b2-c2a, b2-c2w"):
        Move.parse(here, "b2-c2")
    assert Move.parse(here, "b2-c2w").text == "b2-c2w"
    assert Move.parse(fanorona("...../B.W.B/..... w"), "c2-d2").text == "c2-d2a"


def test_a_quiet_step_is_not_written_as_a_capture() -> None:
    here = fanorona("....B/...../...../...../W.... w")
    assert Move.parse(here, "a1-a2").text == "a1-a2"
    with pytest.raises(IllegalMove):
        Move.parse(here, "a1-a2a")


@pytest.mark.parametrize("text", ["a1-a2", "a1-a2,b2a", "A5-A4", "e2-e3w"])
def test_what_reads_well_but_is_not_legal(text: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        Move.parse(tabuleiro.game("fanorona").start(), text)
    assert str(caught.value) == (
        f"move {text!r} is not legal here; legal moves are, for example: "
        "f2-e3a, e2-e3a, d2-e3a, d3-e3a, d3-e3w"
    )
    assert caught.value.words("en") == str(caught.value)
    assert caught.value.words("pt") == (
        f"a jogada {text!r} não é legal aqui; são legais, por exemplo: "
        "f2-e3a, e2-e3a, d2-e3a, d3-e3a, d3-e3w"
    )


@pytest.mark.parametrize("text", ["zz", "a1-a9", "e2-e3a-e4", "12", "pass", "stop", "a0-a1"])
def test_what_cannot_be_read(text: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        Move.parse(tabuleiro.game("fanorona").start(), text)
    assert str(caught.value).startswith(f"move {text!r} cannot be read; legal moves are, for ex")


@pytest.mark.parametrize("text", ["", "  ", "-", ",,"])
def test_an_empty_text(text: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        Move.parse(tabuleiro.game("fanorona").start(), text)
    assert str(caught.value).startswith(f"move {text!r} is empty; legal moves are, for example: ")


def test_examples_are_few() -> None:
    with pytest.raises(InvalidNotation) as caught:
        Move.parse(tabuleiro.game("focus").start(), "zz")
    assert str(caught.value).count("-") == 8


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("shobu", "c1-c2,f1-f2,c8-c7"),
        ("shobu", "c1-c2,f1-f2,c8-c7,f8-f7"),
        ("fanorona", "e2-e3a,f4-e5w"),
        ("aboyne", "e2-e3,e8-e7"),
    ],
)
def test_more_than_a_turn_is_refused(name: str, text: str) -> None:
    with pytest.raises(IllegalMove, match="not legal"):
        Move.parse(tabuleiro.game(name).start(), text)


def test_nothing_is_played_after_the_end() -> None:
    won = fanorona("...../...../..B../...../..W.. w").play("c1-c2a")
    for text in ("c2-c3", "zz", "c"):
        with pytest.raises(IllegalMove, match=f"^'{text}' cannot be played: the game is over$"):
            Move.parse(won, text)
    with pytest.raises(InvalidNotation, match=r"^move '' is empty; no move is legal$"):
        Move.parse(won, "")


MILLIONS = (
    "bbbbbbbbb./.bb..bb.bb/bbbb..b..b/bb.bbb.b.b/b.b..bbb../"
    "b.bb..bb.b/.bb..bb.bb/bb..b..bbb/..bb..wb.b/bbbb.bbb.b w"
)
"""One piece that can capture in 2,611,018 ways: nobody may have to list them."""


def test_a_position_with_millions_of_turns_answers_at_once() -> None:
    here = tabuleiro.game("fanorona", width=10, height=10).position(MILLIONS)
    with pytest.raises(InvalidNotation, match="cannot be read; legal moves are, for example: g2-"):
        Move.parse(here, "zz")
    with pytest.raises(AmbiguousMove, match=r"fits more than 100 .* more than 92 more"):
        Move.parse(here, "g2")
    first = next(iter(here.legal_moves))
    assert Move.parse(here, first.text.upper().replace(",", " ")) == first
    chosen = RandomBot(1).choose(here)
    assert chosen in here.legal_moves
    assert RandomBot(1).choose(here) == chosen


def test_inside_a_turn_only_the_rest_is_written() -> None:
    here = fanorona(CHAIN)
    half = here.step(here.steps[0])
    assert Move.parse(half, "B2A").text == "b2a"
    assert Move.parse(half, "stop").text == "stop"
    assert Move.parse(half, "b2a,b").text == "b2a,b3a"
    with pytest.raises(IllegalMove):
        Move.parse(half, "c1-c2a")


def test_pass_is_a_move_of_its_own() -> None:
    game = tabuleiro.game("aboyne", side=3, stalemate="majority")
    # Red's only stone is blocked, one of Blue's is not.
    here = game.position(".../..../.BR../...B/... r")
    assert [move.text for move in here.legal_moves] == ["pass"]
    assert here.play("PASS").player != here.player
    with pytest.raises(InvalidNotation):
        here.play("stop")
