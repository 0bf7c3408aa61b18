"""Fanorona's rules as examples: a position, a move, the position after it."""

from __future__ import annotations

import pytest

import tabuleiro
from tabuleiro import InvalidOption, InvalidPosition, Position, Termination


def position(rows: str, mover: str = "w", **options: object) -> Position:
    """A position from a diagram whose size is the board's."""
    lines = rows.split()
    game = tabuleiro.game("fanorona", width=len(lines[0]), height=len(lines), **options)
    return game.position("/".join(lines) + " " + mover)


def diagram(here: Position) -> list[str]:
    return here.text.split()[0].split("/")


def moves(here: Position) -> set[str]:
    return {move.text for move in here.legal_moves}


def test_start_position() -> None:
    assert tabuleiro.game("fanorona").start().text == (
        "BBBBBBBBB/BBBBBBBBB/BWBW.BWBW/WWWWWWWWW/WWWWWWWWW w"
    )


@pytest.mark.parametrize(
    ("width", "height", "middle"),
    [
        (3, 3, ["B.W"]),
        (5, 5, ["BW.BW"]),
        (7, 3, ["BWB.WBW"]),
        (6, 5, ["BW..BW"]),
        (5, 6, ["BW.BW", "BW.BW"]),
        (6, 6, ["BW..BW", "BW..BW"]),
    ],
)
def test_middle_rows(width: int, height: int, middle: list[str]) -> None:
    rows = diagram(tabuleiro.game("fanorona", width=width, height=height).start())
    top = (height - len(middle)) // 2
    assert rows == ["B" * width] * top + middle + ["W" * width] * top


def test_approach_takes_the_unbroken_row() -> None:
    here = position(
        """
        B....
        B....
        .....
        W....
        ....B
        """
    )
    after = here.play("a2-a3a")
    assert diagram(after) == [".....", ".....", "W....", ".....", "....B"]
    assert len(after.view.pieces) == len(here.view.pieces) - 2


def test_a_row_ends_at_a_gap_and_at_an_own_stone() -> None:
    here = position(
        """
        B...B
        .....
        B...W
        .....
        W...B
        """
    )
    after = here.play("a1-a2a")
    assert diagram(after) == ["B...B", ".....", "....W", "W....", "....B"]


def test_withdrawal_takes_the_row_behind() -> None:
    here = position(
        """
        .....
        BBW..
        .....
        """
    )
    assert diagram(here.play("c2-d2w")) == [".....", "...W.", "....."]


def test_both_kinds_are_a_choice() -> None:
    here = position(
        """
        .....
        BW.BB
        .....
        """
    )
    assert moves(here) == {"b2-c2a", "b2-c2w"}
    assert diagram(here.play("b2-c2a")) == [".....", "B.W..", "....."]
    assert diagram(here.play("b2-c2w")) == [".....", "..WBB", "....."]


def test_capture_is_compulsory() -> None:
    here = position(
        """
        B...W
        .....
        .....
        W....
        .....
        """
    )
    assert moves(here) == {"a2-a3", "a2-b2", "a2-a1", "e5-d5", "e5-e4", "e5-d4"}
    one_row_down = position(
        """
        ....W
        B....
        .....
        W....
        .....
        """
    )
    assert moves(one_row_down) == {"a2-a3a"}


def test_diagonals_leave_strong_points_only() -> None:
    weak = position("..... ..... .W... ..... ....B")
    assert moves(weak) == {"b3-b2", "b3-b4", "b3-a3", "b3-c3"}
    strong = position("..... ..... W.... ..... ....B")
    assert moves(strong) == {"a3-a2", "a3-a4", "a3-b2", "a3-b3", "a3-b4"}


CHAIN = """
    ....B
    .B...
    ..B..
    B....
    ..W..
"""


def test_n1_stopping_is_free_after_every_capture() -> None:
    here = position(CHAIN)
    assert moves(here) == {"c1-c2a", "c1-c2a,b2a", "c1-c2a,b2a,b3a"}
    after = here.play("c1-c2a,b2a,b3a")
    assert diagram(after) == ["....B", ".....", ".W...", ".....", "....."]
    assert after.player == 1


def test_n1_mandatory_continuation() -> None:
    assert moves(position(CHAIN, mandatory_continuation=True)) == {"c1-c2a,b2a,b3a"}


def test_n2_not_the_direction_of_the_step_before() -> None:
    rows = "..B.. ..... ..... ..W.. ..B.."
    assert moves(position(rows)) == {"c2-c3w"}
    assert moves(position(rows, direction_rule="off")) == {"c2-c3w", "c2-c3w,c4a"}


def test_n2_no_direction_twice_in_a_turn() -> None:
    assert moves(position(CHAIN, direction_rule="turn")) == {"c1-c2a", "c1-c2a,b2a"}


def test_a_chain_does_not_return() -> None:
    # After b2-c2w the way back to b2 would take d2 by withdrawal.
    here = position("..... BW.B. .....")
    assert moves(here) == {"b2-c2a", "b2-c2w"}
    half = here.step(here.game.read_step(here, "b2-c2w") or 0)
    assert half.turn_is_over


def test_n3_turns_without_capture() -> None:
    here = position("....B ..... ..... ..... W....", no_capture_limit=3)
    for text in ("a1-a2", "e5-e4", "a2-a1"):
        assert here.outcome is None
        here = here.play(text)
    assert here.outcome is not None
    assert here.outcome.winner is None
    assert here.outcome.termination is Termination.NO_PROGRESS
    assert here.text.endswith("w quiet=3") or here.text.endswith("b quiet=3")


def test_n3_a_capture_starts_the_count_again() -> None:
    here = position("....B ..B.. ..... ..... ..W..", "b").play("c4-c3")
    assert here.quiet == 1
    assert here.play("c1-c2a").quiet == 0


def test_n3_third_occurrence_is_a_draw() -> None:
    here = position("....B ..... ..... ..... W....")
    for text in ("a1-a2", "e5-e4", "a2-a1", "e4-e5") * 2:
        assert here.outcome is None
        here = here.play(text)
    assert here.outcome is not None
    assert here.outcome.termination is Termination.REPETITION


@pytest.mark.parametrize(("stalemate", "winner"), [("loss", 0), ("draw", None)])
def test_n4_no_legal_move(stalemate: str, winner: int | None) -> None:
    here = position("BW. WW. ...", "b", stalemate=stalemate)
    assert len(here.legal_moves) == 0
    assert here.outcome is not None
    assert here.outcome.winner == winner
    assert here.outcome.termination is Termination.NO_MOVE


def test_n4_perft_finds_nothing_to_play() -> None:
    game = tabuleiro.game("fanorona", width=5, height=5)
    walled = game.position("...B./B..../B..../WB.../B.... w")
    assert len(walled.legal_moves) == 0
    # After a count that ended a chain, stale actions must not be taken for a stop.
    assert game.engine.perft(game.start().state(), 4) == 3469
    assert game.engine.perft(walled.state(), 1) == 0
    assert game.engine.perft(game.start().state(), 7) == 1960757


def test_n6_first_capture_ends_the_turn() -> None:
    here = position(CHAIN, first_turn_limit=True)
    assert moves(here) == {"c1-c2a"}
    after = here.play("c1-c2a")
    assert after.text == "....B/.B.../...../B.W../..... b opened:w"
    later = here.game.position("....B/.B.../..B../B..../..W.. w opened:w")
    assert moves(later) == {"c1-c2a", "c1-c2a,b2a", "c1-c2a,b2a,b3a"}


def test_win_by_taking_all() -> None:
    won = position("..... ..... ..B.. ..... ..W..").play("c1-c2a")
    assert won.outcome is not None
    assert won.outcome.winner == 0
    assert won.outcome.result == "1-0"


def test_reachable_positions_on_3x3() -> None:
    game = tabuleiro.game("fanorona", width=3, height=3, repetition="none", no_capture_limit=0)
    seen = {game.start().text}
    todo = [game.start()]
    while todo:
        here = todo.pop()
        for move in here.legal_moves:
            after = here.play(move)
            if after.text not in seen:
                seen.add(after.text)
                todo.append(game.position(after.text))
    assert len(seen) == 1012


def test_a_half_made_turn_as_text() -> None:
    here = position(CHAIN)
    half = here.step(here.steps[0])
    assert half.text == "....B/.B.../...../B.W../..... w chain:c2:c1:n"
    again = here.game.position(half.text)
    assert again == half
    assert moves(again) == moves(half) == {"stop", "b2a", "b2a,b3a"}
    assert again.play("stop") == here.play("c1-c2a")
    assert half.play("b2a").history[-1].text == "c1-c2a,b2a"


def test_bad_positions() -> None:
    game = tabuleiro.game("fanorona")
    with pytest.raises(InvalidPosition, match="5 rows of 9 points"):
        game.position("BBB/WWW w")
    with pytest.raises(InvalidPosition, match="'X' on a5; accepted: W, B"):
        game.position("X........" + "/........." * 4 + " w")
    with pytest.raises(InvalidPosition, match="cannot be 'x'; accepted: w, b"):
        game.position("B........" + "/........." * 4 + " x")
    with pytest.raises(InvalidPosition, match="side to move"):
        game.position("B........" + "/........." * 4)


@pytest.mark.parametrize(
    ("field", "message"),
    [
        ("later", "'later' is not known; accepted, each once: chain:PIECE:VISITED:DIRECTIONS$"),
        ("opened:w", "'opened:w' is not known"),  # without first_turn_limit
        ("chain:c2:c1:n chain:c2:c1:n", "'chain:c2:c1:n' is not known"),
        ("chain:b4:c1:n", "must name a piece of the side to move"),
        ("chain:c3:c1:n", "must name a piece of the side to move"),
        ("chain:c2::n", "the empty points where it has been"),
        ("chain:c2:b4:n", "the empty points where it has been"),
        (f"chain:c2:c{'1' * 5000}:n", "the empty points where it has been"),
        ("chain:c2:c1:up", "the directions barred to it, such as chain:c2:c1"),
        ("chain:c2:c1:w", "describes a turn that cannot go on"),
    ],
)
def test_bad_half_made_turns(field: str, message: str) -> None:
    game = tabuleiro.game("fanorona", width=5, height=5)
    with pytest.raises(InvalidPosition, match=message):
        game.position(f"....B/.B.../...../B.W../..... w {field}")


@pytest.mark.parametrize("field", ["opened:", "opened:x", "opened:bw", "opened:w opened:b"])
def test_bad_first_captures(field: str) -> None:
    game = tabuleiro.game("fanorona", width=5, height=5, first_turn_limit=True)
    with pytest.raises(InvalidPosition, match=r"each once: .*, opened:w, opened:b, opened:wb"):
        game.position(f"....B/.B.../...../B.W../..... w {field}")


def test_a_place_is_read_only_as_it_is_written() -> None:
    here = tabuleiro.game("fanorona").start()
    for text in ("e2-e" + "3" * 5000, "e2-e٣", "e2-e03", "-", "e", ""):
        assert here.game.read_step(here, text) is None


def test_bad_options() -> None:
    with pytest.raises(InvalidOption, match="width cannot be '11'; accepted: 3 to 10"):
        tabuleiro.game("fanorona", width=11)
    with pytest.raises(InvalidOption, match="accepted: last, turn, off"):
        tabuleiro.game("fanorona", direction_rule="never")
