"""Aboyne's rules as examples: a position, a move, the position after it."""

from __future__ import annotations

import random
from math import hypot

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
from tabuleiro.kernel.contract import FINAL, NOISY, QUIET


def position(diagram: str, mover: str = "b", **options: object) -> Position:
    """A position from a diagram; rows are lines, their cells may be spaced."""
    rows = [line.replace(" ", "") for line in diagram.strip().splitlines()]
    game = tabuleiro.game("aboyne", side=len(rows[0]), **options)
    return game.position("/".join(rows) + " " + mover)


def placed(side: int, blue: str, red: str, mover: str = "b", **options: object) -> Position:
    """A position from the names of the cells that each side stands on."""
    game = tabuleiro.game("aboyne", side=side, **options)
    letters = dict.fromkeys(blue.split(), "B") | dict.fromkeys(red.split(), "R")
    lines: dict[str, str] = {}
    for cell in sorted(game.geometry.cells, key=lambda cell: (cell.y, cell.x)):
        lines[cell.name[0]] = lines.get(cell.name[0], "") + letters.pop(cell.name, ".")
    assert not letters
    return game.position("/".join(lines.values()) + " " + mover)


def rows(here: Position) -> list[str]:
    return here.text.split()[0].split("/")


def moves(here: Position, source: str = "") -> set[str]:
    """The legal moves, or those of the stone on one cell."""
    return {move.text for move in here.legal_moves if move.text.startswith(source)}


def blocked(here: Position) -> set[str]:
    names = here.game.geometry.cells
    return {names[piece.cell].name for piece in here.view.pieces if piece.mark == "blocked"}


def test_start_position() -> None:
    assert tabuleiro.game("aboyne").start().text == (
        "B...R/B....R/B.....R/B......R/.B.....R./B......R/B.....R/B....R/B...R b"
    )


@pytest.mark.parametrize(
    ("side", "text"),
    [
        (3, "B.R/B..R/.B.R./B..R/B.R b"),
        (4, "B..R/B...R/B....R/.B...R./B....R/B...R/B..R b"),
        (
            6,
            (
                "B....R/B.....R/B......R/B.......R/B........R/.B.......R."
                "/B........R/B.......R/B......R/B.....R/B....R b"
            ),
        ),
    ],
)
def test_every_side_has_the_same_pattern(side: int, text: str) -> None:
    start = tabuleiro.game("aboyne", side=side).start()
    assert start.text == text
    assert text.count("B") == text.count("R") == 2 * side - 1


def test_the_first_moves() -> None:
    start = tabuleiro.game("aboyne").start()
    assert len(start.legal_moves) == 19
    # Two jumps, over the stone inside the left corner; the corner itself is Red's goal.
    assert moves(start, "d1") == {"d1-d2", "d1-f2"}
    assert moves(start, "f1") == {"f1-f2", "f1-d2"}
    assert moves(start, "i1") == {"i1-i2", "i1-h2"}


ALONE = """
      . . .
     . . . .
    . . B . .
     . . . .
      R . .
"""


def test_a_step_goes_to_any_empty_neighbour() -> None:
    here = position(ALONE)
    assert moves(here) == {"c3-c2", "c3-c4", "c3-d2", "c3-d3", "c3-b2", "c3-b3"}
    assert rows(here.play("c3-d3")) == ["...", "..B.", ".....", "....", "R.."]
    assert rows(here.play("c3-b2")) == ["...", "....", ".....", ".B..", "R.."]


CONTACT = """
      . . .
     . . . .
    . B B R .
     . . . .
      . . R
"""


def test_a_stone_next_to_an_enemy_is_blocked() -> None:
    here = position(CONTACT)
    assert blocked(here) == {"c3", "c4"}
    assert moves(here, "c3") == set()
    assert moves(position(CONTACT, "r")) == {"a3-a2", "a3-b3", "a3-b4"}


def test_a_jump_captures_the_enemy_that_it_lands_on() -> None:
    here = position(CONTACT)
    after = here.play("c2-c4")
    assert rows(after) == ["...", "....", "..BB.", "....", "..R"]
    assert here.view.captured == (3, 3)
    assert after.view.captured == (3, 4)
    assert after.outcome is None


def test_captures_are_not_compulsory_and_steps_never_capture() -> None:
    here = position(CONTACT)
    assert moves(here) == {"c2-c4", "c2-d1", "c2-d2", "c2-b1", "c2-b2"}


def test_a_blocked_friend_may_be_jumped_and_an_enemy_may_not() -> None:
    here = position(
        """
          . . .
         . . . .
        . B R . .
         . . . .
          B . .
        """
    )
    assert moves(here, "c2") == set()
    assert moves(here, "a1") == {"a1-a2", "a1-b1", "a1-b2"}


def test_a_jump_is_one_jump() -> None:
    here = position(
        """
           . . . .
          . . . . .
         . . . . . .
        . B B . B . .
         . . . . . .
          . . . . .
           R . . .
        """
    )
    assert "d2-d4" in moves(here)
    assert "d2-d6" not in moves(here)


def test_b1_who_cannot_move_loses_even_if_both_are_stuck() -> None:
    both = """
          . . .
         . . . .
        . . B R .
         . . . .
          . . .
    """
    for mover, winner in (("b", 1), ("r", 0)):
        here = position(both, mover)
        assert len(here.legal_moves) == 0
        assert here.outcome is not None
        assert here.outcome.winner == winner
        assert here.outcome.termination is Termination.NO_MOVE


def test_b1_a_move_can_take_the_last_move_away() -> None:
    here = position(
        """
          . . .
         . . . .
        . B . R .
         . . . .
          . . .
        """
    )
    won = here.play("c2-c3")
    assert won.outcome is not None
    assert won.outcome.result == "1-0"


def test_b1_a_player_without_stones_has_lost() -> None:
    won = position(
        """
          . . .
         . . . .
        . B B R .
         . . . .
          . . .
        """
    ).play("c2-c4")
    assert won.outcome is not None
    assert won.outcome.winner == 0
    assert won.outcome.termination is Termination.NO_MOVE


@pytest.mark.parametrize(
    ("diagram", "winner"),
    [
        (". . . / . . . . / . . B R . / . . . . / . . .", None),
        (". . . / . . . . / . . B R . / . . B . / . . .", 0),
        (". . . / . . R . / . . B R . / . . . . / . . .", 1),
    ],
)
@pytest.mark.parametrize("mover", ["b", "r"])
def test_b1_majority(diagram: str, winner: int | None, mover: str) -> None:
    here = position(diagram.replace("/", "\n"), mover, stalemate="majority")
    assert blocked(here) == {
        here.game.geometry.cells[piece.cell].name for piece in here.view.pieces
    }
    assert here.outcome is not None
    assert here.outcome.winner == winner
    assert here.outcome.termination is Termination.NO_MOVE


ONE_SIDE_STUCK = """
      R . .
     . . . .
    . . B R .
     . . . .
      . . .
"""


def test_b1_majority_passes_while_the_other_can_move() -> None:
    here = position(ONE_SIDE_STUCK, stalemate="majority")
    assert moves(here) == {"pass"}
    assert here.outcome is None
    after = here.play("pass")
    assert rows(after) == rows(here)
    assert after.player == 1
    assert "pass" not in moves(after)
    with pytest.raises(IllegalMove, match="'pass' is not legal here"):
        after.play("pass")
    lost = position(ONE_SIDE_STUCK)
    assert lost.outcome is not None
    assert lost.outcome.winner == 1


@pytest.mark.parametrize(
    ("side", "line"),
    [
        (3, "a1 b2 c3 d3 e3"),
        (5, "a1 b2 c3 d4 e5 f5 g5 h5 i5"),
        (5, "i1 h2 g3 f4 e5 d5 c5 b5 a5"),
        (5, "i5 h5 g5 f5 e5 d4 c3 b2 a1"),
        (6, "a1 b2 c3 d4 e5 f6 g6 h6 i6 j6 k6"),
        (6, "k6 j6 i6 h6 g6 f6 e5 d4 c3 b2 a1"),
    ],
)
def test_b2_a_jump_crosses_any_number_of_friends(side: int, line: str) -> None:
    cells = line.split()
    for last in range(2, len(cells)):
        move = f"{cells[0]}-{cells[last]}"
        over = " ".join(cells[:last])
        quiet = placed(side, over, "")
        assert move in moves(quiet)
        taking = placed(side, over, cells[last])
        assert move in moves(taking)
        landed = placed(side, " ".join(cells[1 : last + 1]), "", "r").text
        assert quiet.play(move).text == taking.play(move).text == landed


def test_b2_a_line_that_ends_at_the_edge_cannot_be_jumped() -> None:
    line = "a1 b2 c3 d3 e3"
    assert moves(placed(3, line, ""), "a1") == {"a1-a2", "a1-b1"}


def test_b3_a_jump_may_land_on_an_empty_cell() -> None:
    here = position(
        """
          . . .
         . . . .
        . B B . .
         . . . .
          . . R
        """
    )
    assert rows(here.play("c2-c4")) == ["...", "....", "..BB.", "....", "..R"]


def test_b3_a_jump_stays_on_its_line() -> None:
    here = position(
        """
          . . .
         . . R .
        . B B . .
         . . . .
          . . R
        """
    )
    assert "c2-d3" not in moves(here)
    assert "c2-c4" in moves(here)


STALE = """
      . . B
     . . B R
    . R B . .
     B B R .
      B B B
"""


@pytest.mark.parametrize(("stalemate", "winner"), [("loss", 1), ("majority", 0)])
def test_b4_legal_moves_decide_not_blocked_stones(stalemate: str, winner: int) -> None:
    # a1 touches no enemy, but all its lines of friends end at the edge or in Red's goal.
    here = position(STALE, stalemate=stalemate)
    assert blocked(here) == {"a2", "a3", "b1", "b2", "c3", "d3", "e3"} | {"b3", "c2", "d4"}
    assert moves(here) == set()
    assert here.outcome is not None
    assert here.outcome.winner == winner


def test_b5_the_own_goal_wins_by_step_and_by_jump() -> None:
    by_step = position(
        """
          . . .
         . . . .
        . . . B .
         . . . .
          R . .
        """
    ).play("c4-c5")
    by_jump = position(
        """
          . . .
         . . . .
        . . B B .
         . . . .
          R . .
        """
    ).play("c3-c5")
    for won in (by_step, by_jump):
        assert won.outcome is not None
        assert won.outcome.winner == 0
        assert won.outcome.termination is Termination.RULES
        assert won.steps == ()


def test_the_opponents_goal_is_closed_to_steps_and_jumps() -> None:
    here = position(
        """
          . . .
         B . . .
        . B B . .
         . . . .
          . . R
        """
    )
    assert moves(here, "c2") == {"c2-b1", "c2-b2", "c2-c4", "c2-d2"}
    assert moves(here, "c3") == {"c3-b2", "c3-b3", "c3-c4", "c3-d2", "c3-d3"}
    assert moves(here, "d1") == {"d1-b2", "d1-d2", "d1-e1"}


def test_b6_who_begins() -> None:
    red = tabuleiro.game("aboyne", first="red").start()
    assert red.text.endswith("/B...R r")
    assert red.player == 0
    assert [player.name["en"] for player in red.players] == ["Red", "Blue"]
    assert [player.name["pt"] for player in red.players] == ["Vermelhas", "Azuis"]
    won = red.game.position(
        "...../....../......./......../.R......./......../......./....../..B.. r"
    ).play("e2-e1")
    assert won.outcome is not None
    assert won.outcome.winner == 0


def test_b6_a_random_beginner_is_decided_by_the_seed() -> None:
    drawn = {tabuleiro.game("aboyne", first="random", seed=i).options["first"] for i in range(20)}
    assert drawn == {"blue", "red"}
    again = [tabuleiro.game("aboyne", first="random", seed=7) for _ in range(2)]
    assert again[0] == again[1]


def test_b8_third_occurrence_is_a_draw() -> None:
    here = position(ALONE)
    for text in ("c3-c4", "a1-a2", "c4-c3", "a2-a1") * 2:
        assert here.outcome is None
        here = here.play(text)
    assert here.outcome is not None
    assert here.outcome.termination is Termination.REPETITION


def test_nothing_but_a_capture_is_final() -> None:
    free = CONTACT.replace("R .", ". .")
    for diagram, text, kind in (
        (CONTACT, "c2-c4", FINAL | NOISY),
        (CONTACT, "c2-d1", QUIET),
        (free, "c2-c4", QUIET),
    ):
        here = position(diagram)
        action = here.game.read_step(here, text)
        assert action is not None
        assert here.game.rules.play(here.game.board, here.state(), action) == kind


@pytest.mark.parametrize(
    ("diagram", "drawn"),
    [
        (CONTACT, {"c2-c4", "c2-d1", "c2-d2", "c2-b1", "c2-b2"}),
        (ONE_SIDE_STUCK, {"pass"}),
    ],
)
def test_random_actions_are_all_the_legal_ones(diagram: str, drawn: set[str]) -> None:
    here = position(diagram, stalemate="majority")
    word = [20_241]
    found = [here.game.rules.random_action(here.game.board, here.state(), word) for _ in range(300)]
    texts = [here.game.step_text(here, action) for action in found]
    assert set(texts) == drawn
    assert all(abs(texts.count(text) - 300 / len(drawn)) < 40 for text in drawn)


def test_no_random_action_without_a_legal_one() -> None:
    for stalemate in ("loss", "majority"):
        here = position(STALE, stalemate=stalemate)
        assert here.game.rules.random_action(here.game.board, here.state(), [7]) == -1


@pytest.mark.parametrize(
    ("options", "figures"),
    [
        ({}, (19, 361, 8702, 209756, 5661182)),
        ({"first": "red"}, (19, 361, 8702, 209756)),
        ({"side": 3}, (11, 114, 1216, 10782, 89370)),
        ({"side": 3, "stalemate": "majority"}, (11, 114, 1216, 10782, 89382)),
        ({"side": 4}, (15, 225, 4282, 81214)),
        ({"side": 6}, (23, 529, 15410, 448900)),
    ],
)
def test_perft(options: dict[str, object], figures: tuple[int, ...]) -> None:
    game = tabuleiro.game("aboyne", **options)
    counted = [game.engine.perft(game.start().state(), depth + 1) for depth in range(len(figures))]
    assert tuple(counted) == figures


OPENED = "B...R/B..B.R/B..B..R/B..R...R/.B..R..R./B......R/B..B..R/B....R/B...R"
ENTANGLED = "...../.B..../..BB.../..BRR.../...B.R.../..R.B.R./.....B./..R.../....."


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        (f"{OPENED} b", (31, 751, 24306, 645254)),
        (f"{OPENED} r", (25, 745, 19962)),
        (f"{ENTANGLED} b", (6, 36, 210, 898)),
        (f"{ENTANGLED} r", (6, 36, 156, 904)),
    ],
)
def test_perft_in_the_middle_game(text: str, figures: tuple[int, ...]) -> None:
    game = tabuleiro.game("aboyne")
    state = game.position(text).state()
    assert tuple(game.engine.perft(state, d + 1) for d in range(len(figures))) == figures


def moves_by_sight(here: Position) -> set[str]:
    """The legal moves, found on the drawing: for each stone and direction, look along the line."""
    cells = here.game.geometry.cells
    at = {(round(2 * cell.x), round(cell.y, 3)): cell.name for cell in cells}
    xy = {cell.name: (cell.x, cell.y) for cell in cells}
    owner = {cells[piece.cell].name: piece.owners[0] for piece in here.view.pieces}
    me = here.player
    names = [player.name["en"] for player in here.players]
    middle = sorted((cell for cell in cells if cell.tint == "goal"), key=lambda cell: cell.x)
    closed = middle[0 if names[me] == "Blue" else 1].name
    step_up = sorted({cell.y for cell in cells})[1] - sorted({cell.y for cell in cells})[0]
    ways = [(1, 0), (-1, 0), *((x, y) for x in (0.5, -0.5) for y in (step_up, -step_up))]

    def look(name: str, way: tuple[float, float]) -> str | None:
        x, y = xy[name][0] + way[0], xy[name][1] + way[1]
        return at.get((round(2 * x), round(y, 3)))

    found = set()
    for source in (name for name, player in owner.items() if player == me):
        if any(owner.get(look(source, way) or "") == 1 - me for way in ways):
            continue
        for way in ways:
            target = look(source, way)
            while target is not None and owner.get(target) == me:
                target = look(target, way)
            if target not in (None, closed):
                found.add(f"{source}-{target}")
    return found


@pytest.mark.parametrize("side", [3, 4, 5, 6])
@pytest.mark.parametrize("first", ["blue", "red"])
def test_legal_moves_are_those_that_one_sees(side: int, first: str) -> None:
    chance = random.Random(side)
    for _ in range(4):
        here = tabuleiro.game("aboyne", side=side, first=first, repetition="none").start()
        while here.outcome is None and here.ply < 80:
            assert moves(here) == moves_by_sight(here)
            here = here.play(chance.choice(list(here.legal_moves)))
        if here.outcome is not None and here.outcome.termination is Termination.NO_MOVE:
            assert moves_by_sight(here) == set()


def test_geometry() -> None:
    for side in (3, 4, 5, 6):
        geometry = tabuleiro.game("aboyne", side=side).geometry
        cells = geometry.cells
        assert len({cell.name for cell in cells}) == len(cells) == 3 * side * (side - 1) + 1
        near = [sum(0.99 < hypot(a.x - b.x, a.y - b.y) < 1.01 for b in cells) for a in cells]
        assert sorted(near) == sorted(
            [3] * 6 + [4] * 6 * (side - 2) + [6] * (3 * (side - 1) * (side - 2) + 1)
        )
        goals = {cell.name for cell in cells if cell.tint == "goal"}
        middle = "abcdef"[side - 1]
        assert goals == {f"{middle}1", f"{middle}{2 * side - 1}"}
        assert all(0.5 <= cell.x <= geometry.width - 0.5 for cell in cells)
        assert all(0.49 <= cell.y <= geometry.height - 0.49 for cell in cells)


def test_cell_names() -> None:
    cells = {cell.name: cell for cell in tabuleiro.game("aboyne").geometry.cells}
    assert cells["a1"].y == max(cell.y for cell in cells.values())
    assert cells["e1"].x == 0.5
    assert cells["e9"].x == 8.5
    assert (cells["i5"].x, cells["i5"].y) == (6.5, 0.5)


def test_a_stone_in_its_goal_still_blocks_in_the_picture() -> None:
    here = position(
        """
          . . .
         . . . .
        . . . . B
         . . . R
          . . .
        """,
        "r",
    )
    assert here.outcome is not None
    assert blocked(here) == {"b4", "c5"}


def test_touched_cells_are_the_first_and_the_last() -> None:
    here = position(CONTACT)
    action = here.game.read_step(here, "c2-c4")
    assert action is not None
    names = [here.game.geometry.cells[p].name for p in here.game.touched(here, action)]
    assert names == ["c2", "c4"]
    passing = position(ONE_SIDE_STUCK, stalemate="majority")
    assert passing.game.touched(passing, passing.steps[0]) == ()


def test_moves_are_read_kindly() -> None:
    here = position(CONTACT)
    for text in ("c2-c4", "C2-C4", " c2 c4 ", "c2c4", "c2-c"):
        assert here.play(text).history[-1].text == "c2-c4"
    with pytest.raises(AmbiguousMove, match="'c2-d' fits 2 legal moves: c2-d2, c2-d1"):
        here.play("c2-d")


def test_bad_moves() -> None:
    here = position(CONTACT)
    for text in ("c3-d3", "c2-c3", "c2-c5", "a3-a2", "c1-b1", "pass"):
        with pytest.raises(IllegalMove, match=f"move '{text}' is not legal here"):
            here.play(text)
    for text in ("z9", "c2-c9", "-c4", "c2-c4-c5"):
        with pytest.raises(InvalidNotation, match=f"move '{text}' cannot be read"):
            here.play(text)


def test_bad_positions() -> None:
    game = tabuleiro.game("aboyne", side=3)
    with pytest.raises(InvalidPosition, match="5 rows of 3, 4, 5, 4, 3 cells"):
        game.position("B.R/B..R/.B.R./B..R b")
    with pytest.raises(InvalidPosition, match="5 rows of 3, 4, 5, 4, 3 cells"):
        game.position("B.R./B..R/.B.R./B..R/B.R b")
    with pytest.raises(InvalidPosition, match="'X' on e2; accepted: B, R and"):
        game.position("BxR/B..R/.B.R./B..R/B.R b")
    with pytest.raises(InvalidPosition, match="5 rows of 3, 4, 5, 4, 3 cells"):
        game.position("İ.R/B..R/.B.R./B..R/B.R b")  # two letters when it is small
    with pytest.raises(InvalidPosition, match="side to move cannot be 'w'; accepted: b, r"):
        game.position("B.R/B..R/.B.R./B..R/B.R w")
    with pytest.raises(InvalidPosition, match="two fields: the rows and the side to move"):
        game.position("B.R/B..R/.B.R./B..R/B.R")
    with pytest.raises(InvalidPosition, match="two fields: the rows and the side to move"):
        game.position("B.R/B..R/.B.R./B..R/B.R b 7")
    with pytest.raises(InvalidPosition, match="B on c1, where only the opponent may go"):
        game.position(".../..../B..../..../R.. b")
    with pytest.raises(InvalidPosition, match="R on c5, where only the opponent may go"):
        game.position(".../..../....R/..../B.. b")
    with pytest.raises(InvalidPosition, match="both sides in their goals"):
        game.position(".../..../R...B/..../... b")


def test_position_texts_may_be_in_small_letters() -> None:
    game = tabuleiro.game("aboyne", side=3)
    assert game.position("b.r/b..r/.b.r./b..r/b.r B") == game.start()


def test_bad_options() -> None:
    with pytest.raises(InvalidOption, match="side cannot be '7'; accepted: 3 to 6"):
        tabuleiro.game("aboyne", side=7)
    with pytest.raises(InvalidOption, match="accepted: loss, majority"):
        tabuleiro.game("aboyne", stalemate="draw")
    with pytest.raises(InvalidOption, match="accepted: blue, red, random"):
        tabuleiro.game("aboyne", first="green")
