"""Focus's rules as examples: a position, a move, the position after it."""

from __future__ import annotations

import pytest

import tabuleiro
from tabuleiro import (
    AmbiguousMove,
    IllegalMove,
    InvalidNotation,
    InvalidOption,
    InvalidPosition,
    Position,
    Termination,
)

START = {
    4: """
        # . . #
        . B B .
        . A A .
        # . . #
    """,
    6: """
        # . . . . #
        . A A B B .
        . B B A A .
        . A A B B .
        . B B A A .
        # . . . . #
    """,
    8: """
        # # . . . . # #
        # B B A A B B #
        . A A B B A A .
        . B B A A B B .
        . A A B B A A .
        . B B A A B B .
        # A A B B A A #
        # # . . . . # #
    """,
    10: """
        # # . . . . . . # #
        # A A B B A A B B #
        . B B A A B B A A .
        . A A B B A A B B .
        . B B A A B B A A .
        . A A B B A A B B .
        . B B A A B B A A .
        . A A B B A A B B .
        # B B A A B B A A #
        # # . . . . . . # #
    """,
    12: """
        # # # . . . . . . # # #
        # # . . . . . . . . # #
        # . B B A A B B A A . #
        . . A A B B A A B B . .
        . . B B A A B B A A . .
        . . A A B B A A B B . .
        . . B B A A B B A A . .
        . . A A B B A A B B . .
        . . B B A A B B A A . .
        # . A A B B A A B B . #
        # # . . . . . . . . # #
        # # # . . . . . . # # #
    """,
}


def rows(diagram: str) -> str:
    """A diagram as the first field of a position text."""
    return "/".join(",".join(line.split()) for line in diagram.strip().splitlines())


def position(diagram: str, rest: str = "A 0 0", **options: object) -> Position:
    """A position from a diagram whose size is the board's."""
    size = len(diagram.strip().splitlines())
    return tabuleiro.game("focus", size=size, **options).position(f"{rows(diagram)} {rest}")


def moves(here: Position) -> set[str]:
    return {move.text for move in here.legal_moves}


def captured(here: Position) -> tuple[int, int]:
    """How many pieces of A and of B are out of the game."""
    lost = {player.letter: n for player, n in zip(here.players, here.view.captured, strict=True)}
    return lost["A"], lost["B"]


@pytest.mark.parametrize("size", START)
def test_start_positions(size: int) -> None:
    game = tabuleiro.game("focus", size=size)
    assert game.start().text == f"{rows(START[size])} A 0 0"
    assert captured(game.start()) == (0, 0)
    assert len(game.geometry.cells) == {4: 12, 6: 32, 8: 52, 10: 88, 12: 120}[size]


def test_a_stack_moves_as_far_as_pieces_are_taken() -> None:
    here = position(
        """
        #  .  .  .  .  #
        .  .  .  .  .  .
        .  .  .  .  .  .
        .  .  BA .  .  .
        .  .  .  .  .  .
        #  .  .  .  .  #
        """
    )
    assert moves(here) == {
        *("c3-c4", "c3-c2", "c3-b3", "c3-d3"),
        *("c3-c5", "c3-c1", "c3-a3", "c3-e3"),
    }


def test_f1_the_rest_of_a_split_stack_belongs_to_its_new_top() -> None:
    here = position(
        """
        #  .  .   .  .  #
        .  .  .   .  .  .
        .  .  .   .  .  .
        .  .  BBA .  .  .
        .  .  .   .  A  .
        #  .  .   .  .  #
        """
    )
    after = here.play("c3-d3")
    assert after.text == (
        "#,.,.,.,.,#/.,.,.,.,.,./.,.,.,.,.,./.,.,BB,A,.,./.,.,.,.,A,./#,.,.,.,.,# B 0 0"
    )
    assert moves(after) >= {"c3-c4", "c3-c5"}


def test_f1_whole_stacks_only() -> None:
    diagram = """
        #  .  .  .  .  #
        .  .  .  .  .  .
        .  .  .  .  .  .
        A  .  BA .  .  .
        .  .  .  .  .  .
        #  .  .  .  .  #
    """
    assert moves(position(diagram, split=False)) == {
        *("c3-c5", "c3-c1", "c3-a3", "c3-e3"),
        *("a3-a2", "a3-a4", "a3-b3"),
    }
    assert len(position(diagram).legal_moves) == 11


def test_f1_whole_stacks_only_can_leave_no_move() -> None:
    diagram = """
        # # . .     . . # #
        # . . .     . . . #
        . . . .     . . . .
        . . . .     . . . .
        . . . BBBBA . . . .
        . . . .     . . . .
        # . . .     . . . #
        # # . .     . . # #
    """
    stuck = position(diagram, split=False)
    assert stuck.outcome is not None
    assert stuck.outcome.winner == 1
    assert stuck.outcome.termination is Termination.NO_MOVE
    assert stuck.game.engine.perft(stuck.state(), 1) == 0
    assert stuck.game.engine.playouts(stuck.state(), 2, 100, 0, 1).second == 2
    lucky = position(diagram, "A 1 0", split=False)
    assert lucky.outcome is None
    assert len(lucky.legal_moves) == 52
    assert position(diagram).outcome is None


def test_f2_distance_is_exact_and_what_lies_between_does_not_matter() -> None:
    here = position(
        """
        #  .  .  .  .  #
        .  .  .  .  .  .
        .  B  .  .  .  .
        BA B  A  .  .  .
        .  .  .  .  .  .
        #  .  .  .  .  #
        """
    )
    assert {text for text in moves(here) if text.startswith("a3")} == {
        *("a3-a4", "a3-a2", "a3-b3", "a3-a5", "a3-c3")
    }
    after = here.play("a3-c3")
    assert after.text.split()[0].split("/")[3] == ".,B,ABA,.,.,."
    with pytest.raises(IllegalMove, match="'a3-d3' is not legal here"):
        here.play("a3-d3")


def test_moves_end_on_the_board() -> None:
    here = position(
        """
        # . . #
        A . . .
        . . . .
        # . . #
        """
    )
    assert moves(here) == {"a3-b3", "a3-a2"}


def test_pieces_keep_their_order() -> None:
    here = position(
        """
        #   .  .  .  .  #
        .   .  .  .  .  .
        .   .  .  .  .  .
        ABA .  .  .  .  .
        .   .  .  .  .  .
        #   .  .  .  .  #
        """
    )
    assert here.play("a3-d3").text.split()[0].split("/")[3] == ".,.,.,ABA,.,."
    assert here.play("a3-c3").text.split()[0].split("/")[3] == "A,.,BA,.,.,."


def test_overflow_leaves_from_the_bottom() -> None:
    here = position(
        """
        #  .  .   .  .  #
        .  .  .   .  .  .
        .  .  BAB .  .  .
        .  .  A   .  .  .
        .  .  .   .  B  .
        #  .  .   .  .  #
        """
    )
    assert captured(here) == (6, 5)
    after = here.play("c3-c4")
    assert after.text == (
        "#,.,.,.,.,#/.,.,.,.,.,./.,.,ABA,.,.,./.,.,.,.,.,./.,.,.,.,B,./#,.,.,.,.,# B 0 0"
    )
    assert captured(after) == (6, 6)


def test_overflow_gives_back_own_pieces() -> None:
    here = position(
        """
        #  .  .   .  .  #
        .  .  .   .  .  .
        .  .  ABB .  .  .
        .  .  A   .  .  .
        .  .  .   .  B  .
        #  .  .   .  .  #
        """
    )
    after = here.play("c3-c4")
    assert after.text == (
        "#,.,.,.,.,#/.,.,.,.,.,./.,.,BBA,.,.,./.,.,.,.,.,./.,.,.,.,B,./#,.,.,.,.,# B 1 0"
    )
    assert after.view.reserve == (1, 0)
    assert captured(after) == captured(here)


def test_f7_every_piece_that_overflows_counts_by_its_own_colour() -> None:
    here = position(
        """
        # # .     . . . # #
        # . .     . . . . #
        . . ABABB . . . . .
        . . .     . . . . .
        . . .     . . . . .
        . . BAAA  . . . . .
        # . .     . . . . #
        # # .     . . B # #
        """
    )
    before = captured(here)
    after = here.play("c3-c6")
    assert after.text == (
        "#,#,.,.,.,.,#,#/#,.,.,.,.,.,.,#/.,.,BBAAA,.,.,.,.,./.,.,.,.,.,.,.,./"
        ".,.,.,.,.,.,.,./.,.,B,.,.,.,.,./#,.,.,.,.,.,.,#/#,#,.,.,.,B,#,# B 2 0"
    )
    assert captured(after) == (before[0], before[1] + 1)
    # The same stack, with the two lower pieces the other way round and Blue on top.
    mirror = position(
        """
        # # .     . . . # #
        # . .     . . . . #
        . . BBABB . . . . .
        . . .     . . . . .
        . . .     . . . . .
        . . ABBB  . . . . .
        # . .     . . . . #
        # # .     . . A # #
        """,
        "B 0 0",
    )
    after = mirror.play("c3-c6")
    assert after.text.split()[1:] == ["A", "0", "2"]
    assert captured(after)[0] == captured(mirror)[0] + 1


def test_the_examples_of_the_written_rules() -> None:
    empty = "/.,.,.,.,.,.,.,./.,.,.,.,.,.,.,./.,.,.,.,.,.,.,./#,.,.,.,.,.,.,#/#,#,.,.,.,.,#,#"
    top = "#,#,.,.,.,.,#,#/#,.,.,.,.,.,.,#/"
    game = tabuleiro.game("focus")
    split = game.position(f"{top}.,.,ABA,.,B,.,.,.{empty} A 0 0").play("c6-e6")
    assert split.text == f"{top}.,.,A,.,BBA,.,.,.{empty} B 0 0"
    before = game.position(f"{top}.,BA,.,ABBAB,.,.,.,.{empty} A 0 0")
    after = before.play("b6-d6")
    assert after.text == f"{top}.,.,.,BABBA,.,.,.,.{empty} B 1 0"
    assert captured(after)[1] == captured(before)[1] + 1


def test_a_full_stack_does_not_overflow() -> None:
    here = position(
        """
        #  .  .  .  .  #
        .  .  .  .  .  .
        .  .  BB .  .  .
        .  .  A  .  .  .
        .  .  .  .  .  .
        #  .  .  .  .  #
        """
    )
    after = here.play("c3-c4")
    assert "BBA" in after.text
    assert captured(after) == captured(here)


def test_drops_go_anywhere() -> None:
    here = position(
        """
        # .  .  #
        . BB .  .
        . A  .  .
        # .  .  #
        """,
        "B 0 0",
    )
    assert not any(text.startswith("*") for text in moves(here))
    here = position(
        """
        # .  .  #
        . BA .  .
        . .  .  .
        # .  .  #
        """,
        "B 0 1",
    )
    assert moves(here) == {"*" + cell.name for cell in here.game.geometry.cells}
    assert here.play("*d2").text == "#,.,.,#/.,BA,.,./.,.,.,B/#,.,.,# A 0 0"
    # On a full stack the bottom piece, one's own here, comes back.
    assert here.play("*b3").text == "#,.,.,#/.,AB,.,./.,.,.,./#,.,.,# A 0 1"


def test_a_drop_can_capture() -> None:
    here = position(
        """
        # .  .  #
        . AB .  .
        . A  .  .
        # .  .  #
        """,
        "B 0 1",
    )
    after = here.play("*b3")
    assert after.text == "#,.,.,#/.,BB,.,./.,A,.,./#,.,.,# A 0 0"
    assert captured(after) == (1, 0)


def test_f3_the_other_side_begins() -> None:
    game = tabuleiro.game("focus", first="b")
    start = game.start()
    assert start.text == f"{rows(START[8])} B 0 0"
    assert [player.letter for player in start.players] == ["B", "A"]
    assert start.player == 0
    after = start.play("b7-b6")
    assert after.player == 1
    assert after.text.split()[0].startswith("#,#,.,.,.,.,#,#/#,.,B,A,A,B,B,#/.,AB,A,B,B,A,A,.")
    assert game.engine.perft(start.state(), 3) == 299912


def test_f4_a_player_with_a_reserve_is_still_in_the_game() -> None:
    diagram = """
        # .  .  #
        . AB .  .
        . .  .  .
        # .  .  #
    """
    assert position(diagram, "A 1 0").outcome is None
    assert len(position(diagram, "A 1 0").legal_moves) == 12


def test_no_stack_and_no_reserve_loses() -> None:
    diagram = """
        # .  .  #
        . AB .  .
        . .  .  .
        # .  .  #
    """
    lost = position(diagram)
    assert lost.outcome is not None
    assert lost.outcome.winner == 1
    assert lost.outcome.termination is Termination.NO_MOVE
    assert lost.game.engine.perft(lost.state(), 1) == 0
    assert position(diagram, "B 0 0").outcome is None


def test_the_last_stack_taken_wins() -> None:
    won = position(
        """
        # . . #
        . A B .
        . . . .
        # . . #
        """
    ).play("b3-c3")
    assert won.outcome is not None
    assert won.outcome.result == "1-0"


def test_f5_third_occurrence_is_a_draw() -> None:
    here = position(
        """
        # . . #
        . A . .
        . . B .
        # . . #
        """
    )
    for text in ("b3-b4", "c2-c1", "b4-b3", "c1-c2") * 2:
        assert here.outcome is None
        here = here.play(text)
    assert here.outcome is not None
    assert here.outcome.termination is Termination.REPETITION


def test_f6_capture_target() -> None:
    diagram = """
        #  .  .   .  .  #
        .  .  .   .  .  .
        .  B  BAB B  B  .
        .  .  A   A  A  .
        .  .  AAB A  .  .
        #  .  .   .  .  #
    """
    assert position(diagram).play("c3-c4").outcome is None
    here = position(diagram, capture_target=3)
    assert captured(here) == (1, 2)
    assert here.outcome is None
    # Own pieces that come back are no captures.
    assert here.play("c3-c2").text.endswith("B 1 0")
    assert here.play("c3-c2").outcome is None
    won = here.play("c3-c4")
    assert captured(won) == (1, 3)
    assert won.outcome is not None
    assert won.outcome.winner == 0
    assert won.outcome.termination is Termination.RULES
    assert len(won.legal_moves) == 0


def test_f6_capture_target_of_the_second_player() -> None:
    won = position(
        """
        # .  .  #
        . AA .  .
        . B  B  .
        # .  .  #
        """,
        "B 0 0",
        capture_target=1,
    ).play("b2-b3")
    assert won.outcome is not None
    assert won.outcome.result == "0-1"


@pytest.mark.parametrize(("size", "limit"), [(4, 2), (6, 3), (8, 5), (10, 5), (12, 5)])
def test_f8_stack_limits(size: int, limit: int) -> None:
    game = tabuleiro.game("focus", size=size)
    empty = rows(START[size]).replace("A", ".").replace("B", ".")
    lines = [line.split(",") for line in empty.split("/")]
    lines[-2][size // 2 - 1 : size // 2 + 1] = "A", "B" * limit
    here = game.position("/".join(",".join(line) for line in lines) + " A 0 0")
    left, right = "abcdefghijkl"[size // 2 - 1], "abcdefghijkl"[size // 2]
    after = here.play(f"{left}2-{right}2")
    assert f",{'B' * (limit - 1)}A," in after.text
    assert captured(after)[1] == captured(here)[1] + 1


@pytest.mark.parametrize(
    ("options", "figures"),
    [
        ({"size": 4}, [8, 56, 320, 1896, 9738, 54092]),
        ({"size": 4, "capture_target": 1}, [8, 56, 320, 1888, 9634, 53542]),
        ({"size": 6}, [32, 960, 29656, 868026]),
        ({"size": 6, "split": False}, [32, 960, 26968]),
        ({"size": 8}, [68, 4460, 299912, 19521582]),
        ({"size": 8, "split": False}, [68, 4460, 285112]),
        ({"size": 10}, [124, 15060, 1859264]),
        ({"size": 12}, [128, 16064, 2053736]),
        ({"size": 12, "split": False}, [128, 16064, 1998312]),
    ],
)
def test_perft(options: dict[str, object], figures: list[int]) -> None:
    game = tabuleiro.game("focus", **options)
    state = game.start().state()
    assert [game.engine.perft(state, depth + 1) for depth in range(len(figures))] == figures


@pytest.mark.parametrize(
    ("diagram", "rest", "figures"),
    [
        (
            """
            #   # . . BA . #     #
            #   B A . .  B B     #
            .   . A B .  A A     .
            AAB B B . A  B B     .
            .   A A B B  A A     .
            .   B . A A  . ABBAB .
            #   A . . .  . .     #
            #   # . . BA . #     #
            """,
            "A 0 1",
            [56, 6039, 343960],
        ),
        (
            """
            #   #   . A B   B #   #
            #   .   . A .   . .   #
            .   B   A B .   A AB  .
            AAB BBA B . ABA B BAB .
            .   .   A B B   A AB  .
            .   .   . . .   . .   AAB
            #   .   . . A   . .   #
            #   #   . . .   . #   #
            """,
            "B 1 1",
            [115, 11435, 1058399],
        ),
    ],
)
def test_perft_with_reserves(diagram: str, rest: str, figures: list[int]) -> None:
    here = position(diagram, rest)
    engine = here.game.engine
    assert [engine.perft(here.state(), depth + 1) for depth in range(len(figures))] == figures


def test_view_shows_stacks_from_bottom_to_top() -> None:
    here = position(
        """
        # .  .  #
        . AB .  .
        . .  A  .
        # .  .  #
        """,
        "A 0 1",
    )
    cells = here.game.geometry.cells
    assert {cells[piece.cell].name: piece.owners for piece in here.view.pieces} == {
        "b3": (0, 1),
        "c2": (0,),
    }
    assert here.view.reserve == (0, 1)
    assert here.view.captured == (0, 0)
    assert "1 in reserve" in here._repr_svg_()


def test_what_a_person_points_at() -> None:
    here = position(
        """
        # .  .  #
        . AA .  .
        . .  .  .
        # .  .  #
        """,
        "B 0 1",
    )
    cells = here.game.geometry.cells
    drop = here.game.read_step(here, "*b3")
    move = here.game.read_step(here, "b3-b1")
    assert drop is not None
    assert move is not None
    assert [cells[p].name for p in here.game.touched(here, drop)] == ["b3", "b3"]
    assert [cells[p].name for p in here.game.touched(here, move)] == ["b3", "b1"]


def test_forgiving_notation() -> None:
    here = tabuleiro.game("focus").start()
    assert here.play("B6-A6") == here.play("b6-a6") == here.play("b6 a6")
    dropping = position(START[4], "A 0 0").game.position("#,.,.,#/.,B,B,./.,A,.,./#,.,.,# A 1 0")
    assert dropping.play("*C1") == dropping.play("*c1")
    with pytest.raises(AmbiguousMove, match="'b6' fits 4 legal moves: b6-b7, b6-a6, b6-c6, b6-b5"):
        here.play("b6")
    with pytest.raises(IllegalMove, match="'b7-b6' is not legal here"):
        here.play("b7-b6")
    with pytest.raises(IllegalMove, match=r"'\*c3' is not legal here"):
        here.play("*c3")


@pytest.mark.parametrize("text", ["b6-c7", "a1-a2", "b6-b6", "b6-", "*", "*a1", "*z9", "-b6", "x"])
def test_unreadable_notation(text: str) -> None:
    here = tabuleiro.game("focus").start()
    assert here.game.read_step(here, text) is None
    with pytest.raises((InvalidNotation, AmbiguousMove), match=r"cannot be read|fits"):
        here.play(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#,.,.,# A 0 0", "has 1 rows; this board has 4"),
        ("#,.,.,#/.,B,B,./.,A,./#,.,.,# A 0 0", "row 2 of the position, '.,A,.', has 3 places"),
        ("A,.,.,#/.,B,B,./.,A,.,./#,.,.,# A 0 0", "'A' on a4, which is no cell; accepted: '#'"),
        ("#,#,.,#/.,B,B,./.,A,.,./#,.,.,# A 0 0", "'#' on b4; accepted: '.' for no piece"),
        ("#,,.,#/.,B,B,./.,A,.,./#,.,.,# A 0 0", "'' on b4; accepted: '.' for no piece"),
        ("#,AX,.,#/.,B,B,./.,A,.,./#,.,.,# A 0 0", "'AX' on b4; accepted"),
        ("#,.,.,#/.,ABA,.,./.,.,.,./#,.,.,# A 0 0", "stack 'ABA' on b3; accepted: up to 2 pieces"),
        ("#,.,.,#/.,B,B,./.,A,.,./#,.,.,# C 0 0", "to move cannot be 'C'; accepted: A, B"),
        ("#,.,.,#/.,B,B,./.,A,.,./#,.,.,# A x 0", "reserve of A cannot be 'X'; accepted: 0 to 2"),
        ("#,.,.,#/.,B,B,./.,A,.,./#,.,.,# A 0 -1", "reserve of B cannot be '-1'; accepted: 0 to 2"),
        (f"#,.,.,#/.,B,B,./.,A,.,./#,.,.,# A {'9' * 5000} 0", "accepted: 0 to 2"),
        ("#,.,.,#/.,B,B,./.,A,.,./#,.,.,# A 0 1", "3 pieces of B; accepted: up to 2"),
        ("#,.,.,#/.,B,B,./.,A,.,./#,.,.,# A", "four fields: the rows, the side to move"),
    ],
)
def test_bad_positions(text: str, message: str) -> None:
    with pytest.raises(InvalidPosition, match=message):
        tabuleiro.game("focus", size=4).position(text)


def test_bad_options() -> None:
    with pytest.raises(InvalidOption, match="size cannot be '7'; accepted: 4, 6, 8, 10, 12"):
        tabuleiro.game("focus", size=7)
    with pytest.raises(InvalidOption, match="first cannot be 'c'; accepted: a, b"):
        tabuleiro.game("focus", first="c")
    with pytest.raises(InvalidOption, match="split cannot be 'maybe'; accepted: yes, no"):
        tabuleiro.game("focus", split="maybe")
    with pytest.raises(InvalidOption, match="capture_target cannot be '-1'; accepted: 0 to 32"):
        tabuleiro.game("focus", capture_target=-1)
    with pytest.raises(InvalidOption, match="cannot be '9' on size 6; accepted: 0 to 8"):
        tabuleiro.game("focus", size=6, capture_target=9)
