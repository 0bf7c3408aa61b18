"""Aboyne's evaluation: each term on a diagram, and what holds for all positions."""

from __future__ import annotations

import pytest
from evaluations import check_compiled, check_weights_and_bots, flipped, open_positions, value

import tabuleiro
from tabuleiro import Game, Position
from tabuleiro.bots.presets import weight_sets

SIGNED = ("pieces", "free", "mobility", "captures", "links", "centre", "advance", "runner")
OPTIONS: tuple[dict[str, object], ...] = ({}, {"side": 3, "first": "red"}, {"side": 6})


def position(diagram: str, mover: str = "b") -> Position:
    """A position from a diagram of a board whose side is that of its first row."""
    rows = [line.replace(" ", "") for line in diagram.strip().splitlines()]
    game = tabuleiro.game("aboyne", side=len(rows[0]))
    return game.position("/".join(rows) + " " + mover)


# Blue's goal is c5, Red's is c1; the rows are e to a from the top, worth 1, 2, 3, 2, 1.
APART = """
      B B .
     . . . .
    . . . R .
     . R . .
      . . .
"""
# Blue's c2 can jump over c3 and capture on c4. c3 and c4 block each other.
CONTACT = """
      . . .
     . . . .
    . B B R .
     . . . .
      R . .
"""
# Red's d1 is next to its goal c1, but blocked by c2.
GUARDED = """
      . . .
     R . . .
    . B . . .
     . . . .
      . . .
"""
GUARDED_IN_PART = """
      . . .
     R . . .
    . B . . .
     . . . .
      . . R
"""


@pytest.mark.parametrize(
    ("term", "hundredths"),
    [
        ("pieces", 0),
        ("free", 0),  # no stone has an enemy next to it
        # Blue: e1 to d1, d2 and over e2 to e3; e2 to e3, d2, d3. Red: c4 to all neighbours but c5,
        # Blue's goal; b2 to all six. 6 - 11
        ("mobility", -500),
        ("captures", 0),
        ("links", 100),  # e1 and e2
        ("centre", -300),  # 1 + 1 - 3 - 2
        ("rows", 200),  # 1 + 1
        ("distance", 700),  # e1 is 4 from c5, e2 is 3
        ("advance", -200),  # of 4, Blue has come 0 and 1; Red, 3 and 2 from c1, 1 and 2
        ("runner", -100),  # 8 / 2 ** 3 - 8 / 2 ** 2
        ("tempo", 100),
        ("guard", 0),
    ],
)
def test_terms_of_stones_apart(term: str, hundredths: int) -> None:
    assert value(position(APART), **{term: 1}) == hundredths
    assert value(position(APART), **{term: -7}) == -7 * hundredths


@pytest.mark.parametrize(
    ("term", "hundredths"),
    [
        ("pieces", 0),
        ("free", 0),  # c2 against a1
        ("captures", 100),
        ("links", 100),  # c2 and c3
        # Blue's c2 to d1, d2, b1, b2 and over c3 to c4, not to Red's goal c1; Red's a1 to a2, b1
        # and b2
        ("mobility", 200),
        ("runner", -100),  # c2 is 3 from c5, a1 is 2 from c1
        ("guard", 0),
        ("f8", 1500),  # Red can move; one capture more
    ],
)
def test_terms_of_stones_in_contact(term: str, hundredths: int) -> None:
    assert value(position(CONTACT), **{term: 1}) == hundredths


def test_captures_over_longer_lines() -> None:
    """b2 can jump over c3 and d3 to capture on e3; d3 is blocked, and c3 has nothing to jump over
    but d3: it captures too."""
    here = position(
        """
          . . R
         . . B .
        . . B . .
         . B . .
          . . .
        """
    )
    assert value(here, captures=1) == 200
    assert value(here, pieces=1) == 200


def test_a_stone_that_is_not_free_is_no_runner() -> None:
    here = position(
        """
          . . .
         . . . .
        . R . . .
         B B . R
          . . .
        """
    )
    # Red's c2 is next to its goal but blocked; b4 is 4 from c1. Blue's stones are blocked, both.
    assert value(here, runner=1) == -(800 >> 4)
    assert value(here, free=1) == -100


def test_a_stone_less_counts_in_advance() -> None:
    """Blue's c2 has come 1 cell; Red's d1 3 and its a3, in a corner 4 cells from c1, none."""
    assert value(position(GUARDED_IN_PART), advance=1) == -200
    assert value(position(GUARDED), advance=1) == -200


def test_guard_and_the_last_of_the_originals() -> None:
    assert value(position(GUARDED), guard=1) == 100
    assert value(position(GUARDED, "r"), guard=1) == 0  # Blue has no stone next to c5
    assert value(position(GUARDED), f8=1) == 0  # Red could not move
    # Red could: 200 (1 - 2) + 15 * 0 + 100 (0 - 1) + 250
    assert value(position(GUARDED_IN_PART), f8=1) == -5000


def test_the_originals_add_up() -> None:
    game = tabuleiro.game("aboyne")
    sets = weight_sets(game)
    for here in open_positions(game, 1, 150):
        f = [0] + [value(here, **sets[f"classic-f{i}"]) for i in range(1, 9)]
        assert f[2] == f[1] - 30 * value(here, distance=1)
        assert f[3] == f[2] + 200 * value(here, pieces=1)
        assert f[4] == f[3] + 15 * value(here, captures=1)
        assert f[6] == f[5] == f[4] + 100 * value(here, free=1)
        assert f[7] == f[6] + 250 * value(here, guard=1)
        assert f[8] == (f[7] if flipped(here).steps else f[2])


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_terms_against_the_rules(options: dict[str, object]) -> None:
    """Moves, captures, blocked stones and links, counted as a person would."""
    game = tabuleiro.game("aboyne", **options)
    cells = game.geometry.cells

    def neighbours(p: int, q: int) -> bool:
        return 0.9 < abs(complex(cells[p].x - cells[q].x, cells[p].y - cells[q].y)) < 1.1

    def counts(here: Position) -> dict[str, int]:
        mine = [piece for piece in here.view.pieces if piece.owners == (here.player,)]
        foes = len(here.view.pieces) - len(mine)
        after = [here.step(action) for action in here.steps]
        left = [sum(p.owners == (1 - here.player,) for p in there.view.pieces) for there in after]
        return {
            "pieces": len(mine),
            "free": sum(piece.mark != "blocked" for piece in mine),
            "mobility": len(after),
            "captures": sum(count < foes for count in left),
            "links": sum(neighbours(p.cell, q.cell) for p in mine for q in mine) // 2,
        }

    for here in open_positions(game, 2, 120):
        ours, theirs = counts(here), counts(flipped(here))
        for term in ours:
            assert value(here, **{term: 1}) == 100 * (ours[term] - theirs[term]), (term, here.text)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_signs_and_symmetries(options: dict[str, object]) -> None:
    game = tabuleiro.game("aboyne", **options)
    for here in open_positions(game, 3, 60):
        for term in game.terms:
            ours = value(here, **{term: 1})
            assert [value(image, **{term: 1}) for image in here.images] == [ours] * 4
            if term in SIGNED:
                assert value(flipped(here), **{term: 1}) == -ours


def blocked_at_the_goal(game: Game) -> Position:
    """Blue to move has a stone next to its goal, blocked by Red's only one, and another far away.

    On side 3: d4 and a1 against c4.
    """
    side = int(game.options["side"])
    rows = ["." * (2 * side - 1 - abs(y)) for y in range(1 - side, side)]
    rows[side - 2] = rows[side - 2][:-1] + "B"
    rows[side - 1] = rows[side - 1][:-2] + "R."
    rows[-1] = "B" + rows[-1][1:]
    return game.position("/".join(rows) + " b")


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_compiled_is_plain(options: dict[str, object]) -> None:
    game = tabuleiro.game("aboyne", repetition="none", **options)
    guarded = blocked_at_the_goal(game)
    assert all(value(guarded.step(action), guard=1) == 100 for action in guarded.steps)
    assert all(value(guarded.step(action), pieces=1) == -100 for action in guarded.steps)
    check_compiled(game, [guarded, *list(open_positions(game, 4, 60))[::6]], least=5)


def test_weights_and_bots() -> None:
    classics = [f"f{number}" for number in range(1, 9)]
    check_weights_and_bots(tabuleiro.game("aboyne"), {"pieces": 1}, classics)
