"""Shobu's rules as examples: a position, a move, the position after it."""

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
from tabuleiro.kernel.contract import FINAL, NOISY, PROGRESS, QUIET
from tabuleiro.kernel.engine import Engine

START = "wwww/..../..../bbbb wwww/..../..../bbbb wwww/..../..../bbbb wwww/..../..../bbbb b"


def position(diagram: str, mover: str = "b", **options: object) -> Position:
    """A position from a diagram of the four boards as they lie, dark on the left."""
    return tabuleiro.game("shobu", **options).position(f"{fields(diagram)} {mover}")


def fields(diagram: str) -> str:
    halves = [line.split() for line in diagram.strip().splitlines()]
    boards = [[row[side] for row in halves[y : y + 4]] for y in (0, 4) for side in (0, 1)]
    return " ".join("/".join(board) for board in boards)


def boards(here: Position) -> str:
    return " ".join(here.text.split()[:4])


def moves(here: Position) -> set[str]:
    return {move.text for move in here.legal_moves}


def replies(here: Position, passive: str) -> set[str]:
    """The aggressive steps that may follow a passive one."""
    return {move.split(",")[1] for move in moves(here) if move.startswith(passive + ",")}


def light(rows: str) -> str:
    """A diagram with this board as White's home light; Black can step from c1, and from h1."""
    dark = ["w..b", "....", "....", "...."]
    home = ["w... w...", ".... ....", ".... ....", "..b. ...b"]
    return "\n".join([" ".join(pair) for pair in zip(dark, rows.split(), strict=True)] + home)


def test_start_position() -> None:
    start = tabuleiro.game("shobu").start()
    assert start.text == START
    assert [player.name.en for player in start.players] == ["Black", "White"]
    assert len(start.legal_moves) == 232


def test_white_first() -> None:
    start = tabuleiro.game("shobu", first="white").start()
    assert start.text == START[:-1] + "w"
    assert start.player == 0
    assert [player.name.en for player in start.players] == ["White", "Black"]
    assert {move.text[1] for move in start.legal_moves} == {"8"}
    after = start.play("c8-c7,f4-f3")
    assert after.text == (
        "ww.w/..w./..../bbbb wwww/..../..../bbbb wwww/..../..../bbbb w.ww/.w../..../bbbb b"
    )
    assert start.game.engine.perft(start.state(), 2) == 50508


def test_a_turn_is_a_passive_step_and_the_same_step_on_the_other_colour() -> None:
    here = tabuleiro.game("shobu").start()
    after = here.play("c1-c2,f5-f6")
    assert boards(after) == fields(
        """
        wwww wwww
        .... ....
        .... .b..
        bbbb b.bb
        wwww wwww
        .... ....
        ..b. ....
        bb.b bbbb
        """
    )
    assert after.player == 1
    assert replies(here, "c1-c2") == {f"{x}{y}-{x}{y + 1}" for x in "efgh" for y in (1, 5)}
    assert replies(here, "g1-e3") == {"c1-a3", "d1-b3", "c5-a7", "d5-b7"}


def test_the_passive_step_is_on_a_home_board() -> None:
    start = tabuleiro.game("shobu").start()
    assert {move.text[1] for move in start.legal_moves} == {"1"}
    with pytest.raises(IllegalMove):
        start.play("c5-c6,f1-f2")
    with pytest.raises(IllegalMove):
        start.play("c1-c2,b5-b6")  # dark and dark
    with pytest.raises(IllegalMove):
        start.play("c1-c2,f1-f3")  # another length
    with pytest.raises(IllegalMove):
        start.play("c1-c2,f1-g2")  # another direction


def test_the_passive_step_enters_empty_cells_only() -> None:
    here = position(
        """
        b..w ...w
        .... ....
        .... ....
        .... b...
        ...w ...w
        .... ....
        w... ....
        b.b. b...
        """
    )
    passive = {move.split(",")[0] for move in moves(here)}
    # The white stone on a2 may not be pushed or passed, nor may the black one on c1.
    assert {step for step in passive if step.startswith("a1")} == {"a1-b1", "a1-b2", "a1-c3"}


def test_a_push_by_one_cell() -> None:
    here = position(light(".... .w.. .b.. ...."))
    after = here.play("c1-c2,f6-f7")
    assert after.text.split()[1] == ".w../.b../..../...."
    assert after.view.captured == here.view.captured


def test_a_push_over_the_edge() -> None:
    here = position(light(".... .w.. .b.. ...w"))
    after = here.play("c1-c3,f6-f8")
    assert after.text.split()[1] == ".b../..../..../...w"
    assert after.view.captured[1] == here.view.captured[1] + 1


@pytest.mark.parametrize(
    ("before", "passive", "step", "after"),
    [
        # Length 2: the enemy on the first cell or on the second ends just beyond the target.
        (".... .w.. .b.. ...w", "c1-c3", "f6-f8", ".b.. .... .... ...w"),
        (".... .... .w.. .b..", "c1-c3", "f5-f7", ".w.. .b.. .... ...."),
        (".... .w.. .... .b..", "c1-c3", "f5-f7", ".w.. .b.. .... ...."),
        (".w.. .... .b.. ...w", "c1-c3", "f6-f8", ".b.. .... .... ...w"),
        # Diagonally, and over a side edge.
        ("...w ..b. .... w...", "c1-d2", "g7-h8", "...b .... .... w..."),
        (".... ..w. .b.. ....", "c1-d2", "f6-g7", "...w ..b. .... ...."),
        ("w... .... ..bw ....", "c1-d1", "g6-h6", "w... .... ...b ...."),
        # Without a stone on the way nothing is pushed, whatever stands beyond.
        (".w.. .... .b.. ....", "c1-c2", "f6-f7", ".w.. .b.. .... ...."),
    ],
)
def test_pushes(before: str, passive: str, step: str, after: str) -> None:
    here = position(light(before))
    assert here.play(f"{passive},{step}").text.split()[1] == after.replace(" ", "/")


@pytest.mark.parametrize(
    ("rows", "refused"),
    [
        (".w.. .w.. .b.. ....", {"f6-f7", "f6-f8"}),  # two enemies on the way, or one behind
        (".b.. .w.. .b.. ....", {"f6-f7", "f6-f8"}),  # an own stone behind, or on the way
        ("...w .b.. .b.. ....", {"f6-f7", "f6-f8"}),  # an own stone on the first cell
        (".b.. .... .b.. ...w", {"f6-f8"}),  # an own stone on the second
        (".w.. .w.. .... .b..", {"f5-f7"}),  # a stone beyond the target
        (".b.. .... .w.. .b..", {"f5-f7"}),  # of either colour
        (".... .w.. .w.. .b..", {"f5-f6", "f5-f7"}),  # two enemies, free beyond
        ("w... .... .... .b..", {"f5-f8"}),  # three cells
        (".b.. w... .... ....", {"f8-f9"}),  # the stone itself stays on its board
    ],
)
def test_what_an_aggressive_step_may_not_do(rows: str, refused: set[str]) -> None:
    here = position(light(rows))
    steps = replies(here, "c1-c2") | replies(here, "c1-c3")
    assert {"h1-h2", "h1-h3"} <= steps
    assert not steps & refused


def test_pushing_is_never_compulsory() -> None:
    here = position(light(".... .w.. .b.. b..."))
    assert replies(here, "c1-c2") == {"f6-f7", "e5-e6", "h1-h2"}


def test_a_passive_step_needs_an_aggressive_one() -> None:
    here = position(
        """
        w..b ...w
        .... ...b
        .... ....
        .... ....
        w... ...b
        .... ....
        .... ....
        .b.. ...w
        """
    )
    steps = {move.split(",")[0] for move in moves(here)}
    # Light stones stand on the right edge: h7 can go up with force, nothing can go to the right.
    assert "b1-b2" in steps
    assert "b1-c1" not in steps
    assert "b1-c2" not in steps
    with pytest.raises(IllegalMove, match="'b1-c1,h7-h8' is not legal here"):
        here.play("b1-c1,h7-h8")


def test_winning_on_one_board() -> None:
    here = position(light("..w. ..b. .... ...."))
    won = here.play("c1-c2,g7-g8")
    assert won.outcome is not None
    assert won.outcome.winner == 0
    assert won.outcome.termination is Termination.RULES
    assert won.players[won.outcome.winner].name.en == "Black"
    assert won.steps == ()


def test_winning_with_white_first() -> None:
    here = position(light("..w. ..b. .... ...."), first="white")
    assert here.player == 1
    won = here.play("c1-c2,g7-g8")
    assert won.outcome is not None
    assert won.outcome.winner == 1
    assert won.players[1].name.en == "Black"
    assert won.outcome.result == "0-1"


CORNERED = """
    bw.. bw..
    .... ....
    .... ....
    .... ....
    .... ....
    .... ....
    ww.. ww..
    bw.. bw..
"""


@pytest.mark.parametrize(("first", "winner"), [("black", 1), ("white", 0)])
def test_s1_without_a_passive_step_a_player_loses(first: str, winner: int) -> None:
    here = position(CORNERED, first=first)
    assert len(here.legal_moves) == 0
    assert here.outcome is not None
    assert here.outcome.winner == winner
    assert here.outcome.termination is Termination.NO_MOVE
    assert here.game.engine.perft(here.state(), 1) == 0


def test_s1_without_an_aggressive_step_a_player_loses() -> None:
    # Dark stones can only go up and to the right, light ones only down and to the left.
    here = position(
        """
        w... w..b
        .... ....
        .... ....
        b... ....
        w... w..b
        .... ....
        .... ....
        b... ....
        """
    )
    assert here.outcome is not None
    assert here.outcome.winner == 1
    assert here.outcome.termination is Termination.NO_MOVE


BACK_AND_FORTH = ("c1-c2,f1-f2", "c8-c7,f8-f7", "c2-c1,f2-f1", "c7-c8,f7-f8")


def test_s2_third_occurrence_is_a_draw() -> None:
    here = tabuleiro.game("shobu").start()
    for text in BACK_AND_FORTH * 2:
        assert here.outcome is None
        here = here.play(text)
    assert here.outcome is not None
    assert here.outcome.winner is None
    assert here.outcome.termination is Termination.REPETITION


def test_s2_no_repetition_rule() -> None:
    here = tabuleiro.game("shobu", repetition="none").start()
    for text in BACK_AND_FORTH * 3:
        here = here.play(text)
    assert here.outcome is None


def test_s2_forbid_earlier_boards() -> None:
    here = tabuleiro.game("shobu", repetition="forbid").start()
    for text in BACK_AND_FORTH[:3]:
        here = here.play(text)
    for text in ("c7-c8,f7-f8", "f7-f8,c7-c8"):
        assert text not in moves(here)
        with pytest.raises(IllegalMove, match="is not legal here"):
            here.play(text)
    # No other aggressive step could follow, so the passive one alone is refused too.
    assert here.game.read_step(here, "c7-c8") not in here.steps
    assert "d8-d7,e8-e7" in moves(here)


def test_s2_forbid_ignores_who_is_to_move() -> None:
    here = {
        rule: position(
            """
            b... b...
            .... ....
            .... ....
            ...w ...w
            b... b...
            .... ....
            .... ....
            ...w ...w
            """,
            repetition=rule,
        )
        for rule in ("draw3", "forbid")
    }
    # Black goes out in two turns and back in one, White out and back: Black would not be to move.
    for text in ("a4-b4,e4-f4", "d5-d6,h5-h6", "b4-c4,f4-g4", "d6-d5,h6-h5"):
        here = {rule: there.play(text) for rule, there in here.items()}
    assert "c4-a4,g4-e4" in moves(here["draw3"])
    assert "c4-a4,g4-e4" not in moves(here["forbid"])


def test_s2_forbid_without_another_turn_is_a_loss() -> None:
    diagram = """
        .... ...b
        .... b...
        ..bb ...b
        ..bw w...
        .... ...b
        .... w...
        ..bw ...b
        ..b. .b.w
    """
    for rule, winner in (("forbid", 0), ("draw3", None)):
        here = position(diagram, repetition=rule)
        for text in ("c2-b3,h6-g7", "e5-e6,d2-d3", "b3-c2,g7-h6"):
            here = here.play(text)
        if winner is None:
            assert moves(here) == {"e6-e5,d3-d2"}
        else:
            assert moves(here) == set()
            assert here.outcome is not None
            assert here.outcome.winner == winner
            assert here.outcome.termination is Termination.NO_MOVE


def test_s2_turns_without_a_push() -> None:
    here = tabuleiro.game("shobu", no_push_limit=3).start()
    for text in BACK_AND_FORTH[:3]:
        assert here.outcome is None
        here = here.play(text)
    assert here.outcome is not None
    assert here.outcome.winner is None
    assert here.outcome.termination is Termination.NO_PROGRESS
    assert here.text.endswith(" w quiet=3")


def test_s2_any_push_starts_the_count_again() -> None:
    for rows, step, quiet in (
        (".... .... .b.. ...w", "f6-f7", 8),
        (".... .w.. .b.. ...w", "f6-f7", 0),
        (".w.. .b.. .... ...w", "f7-f8", 0),
    ):
        here = position(light(rows), "b quiet=7", no_push_limit=50)
        assert here.play(f"c1-c2,{step}").quiet == quiet


def test_what_a_step_was() -> None:
    game = tabuleiro.game("shobu")
    for rows, step, kind in (
        (".... .... .b.. ...w", "f6-f7", QUIET),
        (".... .w.. .b.. ...w", "f6-f7", PROGRESS | NOISY),
        (".w.. .b.. .... ...w", "f7-f8", FINAL | NOISY),
    ):
        here = position(light(rows))
        state = here.state()
        passive, aggressive = game.read_step(here, "c1-c2"), game.read_step(here, step)
        assert game.rules.play(game.board, state, passive) == QUIET
        assert game.rules.play(game.board, state, aggressive) == kind


def test_s3_dark_boards_are_on_the_left() -> None:
    cells = tabuleiro.game("shobu").geometry.cells
    assert {cell.name for cell in cells if cell.tint == "dark"} == {
        f"{column}{row}" for column in "abcd" for row in range(1, 9)
    }
    place = {cell.name: (cell.x, cell.y) for cell in cells}
    assert place["a8"][1] < place["a1"][1]
    assert place["e1"][0] - place["d1"][0] > place["d1"][0] - place["c1"][0]


def test_s4_swapped_roles_are_two_moves_to_one_position() -> None:
    start = tabuleiro.game("shobu").start()
    one, other = start.play("c1-c2,f1-f2"), start.play("f1-f2,c1-c2")
    assert one == other
    assert one.history[-1] != other.history[-1]
    assert len({start.play(move).text for move in start.legal_moves}) == 174


@pytest.mark.parametrize(("dark", "pairs", "results"), [("..bb", 36, 26), ("...b", 24, 18)])
def test_s4_small_positions(dark: str, pairs: int, results: int) -> None:
    here = tabuleiro.game("shobu").position(
        f"wwww/..../..../...b wwww/..../..../...b wwww/..../..../{dark} wwww/..../..../...b b"
    )
    assert len(here.legal_moves) == pairs
    assert len({here.play(move).text for move in here.legal_moves}) == results


def test_s4_distinct_turns_for_searches() -> None:
    game = tabuleiro.game("shobu")
    distinct = Engine(game.source, game.rules.tables(distinct=True))
    start = game.start().state()
    assert [distinct.perft(start, depth) for depth in (1, 3)] == [174, 3848744]


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        (START, [232, 50508, 8675832]),
        (
            ".b../.w../..ww/.bbb .ww./..w./..wb/bbb. ww.w/...w/bbb./b... b.w./...w/b.b./..w. w",
            [108, 12015, 1264289],
        ),
        (
            "bb../w..b/.w../.... w.../w..w/..b./bw.. .bww/.wwb/..../..b. .wb./wbb./.b../..w. b",
            [80, 7500, 648341],
        ),
        (
            "..../.b../wb../.wb. .b.b/..../w.ww/.b.w w..b/w.../.b../.b.. ..bw/bw../..b./..w. b",
            [115, 5075, 542034],
        ),
    ],
)
def test_perft(text: str, counts: list[int]) -> None:
    game = tabuleiro.game("shobu")
    state = game.position(text).state()
    assert [game.engine.perft(state, depth) for depth in (1, 2, 3)] == counts


def test_a_half_made_turn() -> None:
    here = tabuleiro.game("shobu").start()
    half = here.step(here.game.read_step(here, "c1-c3") or 0)
    assert half.player == 0
    assert half.text == (
        "wwww/..../..../bbbb wwww/..../..../bbbb wwww/..b./..../bb.b wwww/..../..../bbbb b "
        "passive:c1-c3"
    )
    assert [piece.cell for piece in half.view.pieces if piece.mark == "moving"] == [32 + 4 + 2]
    again = here.game.position(half.text)
    assert again == half
    assert moves(again) == moves(half) == {f"{c}{r}-{c}{r + 2}" for c in "efgh" for r in (1, 5)}
    assert half.play("f5-f7") == here.play("c1-c3,f5-f7")
    assert half.play("f5-f7").history[-1].text == "c1-c3,f5-f7"
    action = half.steps[0]
    cells = [here.game.geometry.cells[p].name for p in half.game.touched(half, action)]
    assert "-".join(cells) == half.game.step_text(half, action)


def test_forgiving_notation() -> None:
    start = tabuleiro.game("shobu").start()
    expected = start.play("c1-c2,f5-f6")
    for text in ("C1-C2,F5-F6", " c1-c2, f5-f6", "c1c2f5f6", "c1-c2 f5"):
        assert start.play(text) == expected


def test_bad_moves() -> None:
    start = tabuleiro.game("shobu").start()
    with pytest.raises(AmbiguousMove, match="'c1-c2' fits 8 legal moves: c1-c2,e5-e6"):
        start.play("c1-c2")
    with pytest.raises(IllegalMove, match="'a1-b3,e1-f3' is not legal here"):
        start.play("a1-b3,e1-f3")
    with pytest.raises(IllegalMove, match="'d1-e2,e1-f2' is not legal here"):
        start.play("d1-e2,e1-f2")  # off its board, though there is a cell of that name
    with pytest.raises(IllegalMove, match="'b5-b4,f5-f4' is not legal here"):
        start.play("b5-b4,f5-f4")
    with pytest.raises(InvalidNotation, match="'i1-i2' cannot be read; legal moves are"):
        start.play("i1-i2")
    with pytest.raises(InvalidNotation, match="'a0-a1' cannot be read"):
        start.play("a0-a1")


EMPTY = "wb../..../..../...."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("wwww/..../..../bbbb b", "needs four boards .*White's home dark.*side to move"),
        (f"wb../.... {EMPTY} {EMPTY} {EMPTY} b", "White's home dark.* must have 4 rows of 4"),
        (f"{EMPTY} {EMPTY} {EMPTY} wb../..../..../..... b", "Black's home light.* 4 rows of 4"),
        (f"{EMPTY} {EMPTY} xb../..../..../.... {EMPTY} b", "'x' on a4; accepted: b, w"),
        (f"{EMPTY} {EMPTY} {EMPTY} {EMPTY} r", "cannot be 'r'; accepted: b, w"),
        (f"{EMPTY} bbbb/b.../..../...w {EMPTY} {EMPTY} b", "light.* has 5 stones 'b'; at most 4"),
        (f"{EMPTY} {'..../' * 3}.... {EMPTY} {EMPTY} b", "both sides have a board without"),
        (f"{EMPTY} {EMPTY} {EMPTY} {EMPTY} b b4-b3", "'b4-b3' is not known; accepted: passive:"),
        (f"{EMPTY} {EMPTY} {EMPTY} {EMPTY} b passive:b4", "must be a step such as passive:c1-c2"),
        (f"{EMPTY} {EMPTY} {EMPTY} {EMPTY} b passive:d4-e4", "must be a step such as"),
        # from a cell that is not empty; a stone of the other side; a board of the other side
        (f"{EMPTY} {EMPTY} {EMPTY} {EMPTY} b passive:a4-b4", "over empty cells to where"),
        (f"{EMPTY} {EMPTY} {EMPTY} {EMPTY} b passive:a3-a4", "of the side to move"),
        (f"{EMPTY} {EMPTY} {EMPTY} {EMPTY} b passive:b7-b8", "on its home boards"),
        # all light stones of Black stand on the top row
        (f"{EMPTY} {EMPTY} {EMPTY} {EMPTY} b passive:b3-b4", "a turn that cannot go on"),
    ],
)
def test_bad_positions(text: str, message: str) -> None:
    with pytest.raises(InvalidPosition, match=message):
        tabuleiro.game("shobu").position(text)


def test_bad_options() -> None:
    with pytest.raises(InvalidOption, match="first cannot be 'red'; accepted: black, white"):
        tabuleiro.game("shobu", first="red")
    with pytest.raises(InvalidOption, match="no_push_limit cannot be '-1'; accepted: 0 to 1000"):
        tabuleiro.game("shobu", no_push_limit=-1)
    with pytest.raises(InvalidOption, match="accepted: draw3, none, forbid"):
        tabuleiro.game("shobu", repetition="never")
