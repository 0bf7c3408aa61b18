"""Fanorona's evaluation: each term on diagrams, and what holds for all positions."""

from __future__ import annotations

import math

import pytest
from evaluations import check_compiled, check_weights_and_bots, flipped, open_positions, value

import tabuleiro
from tabuleiro import Position
from tabuleiro.bots.presets import presets

SIGNED = ("pieces", "mobility", "hunt", "lead")
OPTIONS: tuple[dict[str, object], ...] = (
    {},
    {"width": 3, "height": 4},
    {"width": 8, "height": 8},
    {"width": 10, "height": 9},
)


def position(diagram: str, mover: str = "w") -> Position:
    """A position from a diagram of a board of any size."""
    rows = [line.replace(" ", "") for line in diagram.strip().splitlines()]
    game = tabuleiro.game("fanorona", width=len(rows[0]), height=len(rows))
    return game.position("/".join(rows) + " " + mover)


# a5 and b4 are strong points on one line; c2 and e2 are weak and have no diagonals.
AHEAD = """
    W . . . .
    . W . . .
    . . . . .
    . . W . B
    . . . . .
"""


@pytest.mark.parametrize(
    ("term", "white", "black"),
    [
        ("pieces", 200, -200),
        ("mobility", 1000, -1000),  # a5 2, b4 7, c2 4; e2 3
        # White: c2 is two steps from e2 (2/3), b4 three (1/3), a5 four: the mean is 1/3, 33.
        # Black: 2/3, 66.
        ("hunt", 33 + 66, -33 - 66),
        ("grab", 100, 100),  # c2-d2 takes e2; e2-d2 takes c2
        ("lead", 600, -600),  # 2 * 3 / 1
        ("groups", 200, 100),  # a5 with b4, and c2
        ("run", -200, -100),  # a5 and b4
        # White: 5, the root of 13 (3.60) and 2; the mean is 10.60 / 3 = 3.53. Black: 2.
        ("approach", 1000 - 353, -(1000 - 200)),
        ("centre", -233, -300),  # (4 + 2 + 1) / 3; 3
    ],
)
def test_terms_of_a_small_position(term: str, white: int, black: int) -> None:
    assert value(position(AHEAD), **{term: 1}) == white
    assert value(position(AHEAD, "b"), **{term: 1}) == black
    assert value(position(AHEAD), **{term: -7}) == -7 * white


def test_equal_sides_neither_hunt_nor_approach() -> None:
    here = position("W....\n.....\n....B")
    assert value(here, hunt=1) == value(here, approach=1) == value(here, lead=1) == 0


@pytest.mark.parametrize(
    ("row", "most"),
    [
        (".WBB.", 2),  # withdrawal
        ("W.BB.", 2),  # approach
        ("W.B.B", 1),  # a row ends at a gap
        ("W.BWB", 1),  # and at a stone of one's own
        (".WB.B", 1),
        ("WWBBB", 0),  # there is nowhere to go
        ("W..BB", 0),  # too far away
    ],
)
def test_grab(row: str, most: int) -> None:
    """Along one row; the rows beside it are full, so that there is no other way."""
    here = position(f"WWWWW\n{row}\nWWWWW")
    assert value(here, grab=1) == 100 * most


def test_neighbours_without_a_line_are_a_group_but_no_row() -> None:
    here = position(
        """
        . W . . .
        . . W . .
        . . . . .
        . . . . .
        B . . . .
        """
    )
    assert value(here, groups=1) == 100
    assert value(here, run=1) == -100


def test_centre_of_an_even_board() -> None:
    """The centre of 4 x 3 points is between two of them."""
    here = position("....\n.W..\n...B")
    assert value(here, centre=1) == -50
    assert value(flipped(here), centre=1) == -250


def test_start() -> None:
    start = tabuleiro.game("fanorona").start()
    assert value(start, pieces=1, mobility=1, hunt=1, lead=1, approach=1) == 0
    assert value(start, grab=1) == 200  # e2-e3 takes e4 and e5
    assert value(start, groups=1) == 100
    assert value(start, run=1) == -900


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_terms_against_the_rules(options: dict[str, object]) -> None:
    """All terms worked out anew, point by point."""
    game = tabuleiro.game("fanorona", **options)
    board = game.board
    places = [(p % board.width, p // board.width) for p in range(board.points)]

    def steps_apart(p: int, q: int) -> int:
        return max(abs(places[p][0] - places[q][0]), abs(places[p][1] - places[q][1]))

    def along(p: int, d: int, points: set[int]) -> int:
        """How many points of a set lie in an unbroken row from p on."""
        n = 0
        while board.next[d, p] in points:
            p, n = board.next[d, p], n + 1
        return n

    def nearness(mine: set[int], foes: set[int]) -> int:
        apart = [min(steps_apart(p, q) for q in foes) for p in mine]
        return 100 * sum(max(0, 4 - n) for n in apart) // (3 * len(mine))

    def groups(mine: set[int]) -> int:
        left, found = set(mine), 0
        while left:
            found += 1
            edge = {left.pop()}
            while edge:
                edge = {q for q in left if any(steps_apart(p, q) == 1 for p in edge)}
                left -= edge
        return found

    def counts(mine: set[int], foes: set[int]) -> dict[str, int]:
        free = set(range(board.points)) - mine - foes
        steps = [(p, d) for p in mine for d in range(8) if board.next[d, p] in free]
        taken = [max(along(board.next[d, p], d, foes), along(p, 7 - d, foes)) for p, d in steps]
        ratio = max(len(mine), len(foes)) * 100 * abs(len(mine) - len(foes))
        sign = (len(mine) > len(foes)) - (len(mine) < len(foes))
        roots = [min(math.dist(places[p], places[q]) for q in foes) for p in mine]
        mean = sum(math.floor(100 * root + 1e-9) for root in roots) // len(mine)
        middle = (board.width - 1) / 2, (board.height - 1) / 2
        off = [abs(places[p][0] - middle[0]) + abs(places[p][1] - middle[1]) for p in mine]
        return {
            "pieces": 100 * len(mine),
            "mobility": 100 * len(steps),
            "hunt": sign * (nearness(mine, foes) + nearness(foes, mine)),
            "grab": 100 * max(taken, default=0),
            "lead": sign * (ratio // min(len(mine), len(foes))),
            "groups": 100 * groups(mine),
            "run": -100 * max(1 + along(p, d, mine) for p in mine for d in range(8)),
            "approach": sign * (100 * (board.width + board.height) - mean),
            "centre": -(int(100 * sum(off)) // len(mine)),
        }

    for here in open_positions(game, 2, 60):
        stones: tuple[set[int], set[int]] = (set(), set())
        for piece in here.view.pieces:
            stones[piece.owners[0]].add(piece.cell)
        mine, foes = stones[here.player], stones[1 - here.player]
        ours, theirs = counts(mine, foes), counts(foes, mine)
        expected = dict(ours)
        for term in ("pieces", "mobility"):
            expected[term] = ours[term] - theirs[term]
        for term in game.terms:
            assert value(here, **{term: 1}) == expected[term], (term, here.text)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_signs_and_symmetries(options: dict[str, object]) -> None:
    game = tabuleiro.game("fanorona", **options)
    for here in open_positions(game, 3, 40):
        for term in game.terms:
            ours = value(here, **{term: 1})
            images = [value(image, **{term: 1}) for image in here.images]
            assert images == [ours] * game.board.symmetries
            if term in SIGNED:
                assert value(flipped(here), **{term: 1}) == -ours


def test_terms_add_up() -> None:
    game = tabuleiro.game("fanorona")
    for here in open_positions(game, 5, 40):
        weights = {term: 3 * i - 4 for i, term in enumerate(game.terms)}
        alone = [value(here, **{term: weight}) for term, weight in weights.items()]
        assert value(here, **weights) == sum(alone)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_compiled_is_plain(options: dict[str, object]) -> None:
    game = tabuleiro.game("fanorona", repetition="none", no_capture_limit=0, **options)
    check_compiled(game, open_positions(game, 4, 60), least=11)


def test_weights_and_bots() -> None:
    game = tabuleiro.game("fanorona")
    depths = {
        "very-easy": 2,
        "easy": 2,
        "defensive-easy": 2,
        "defensive-hard": 4,
        "aggressive-easy": 2,
        "aggressive-hard": 4,
    }
    iterations = {"mcts-100": 100, "mcts-1000": 1000, "mcts-evaluation": 2000}
    check_weights_and_bots(game, {"pieces": 1}, [*depths, *iterations])
    for key, values in (("depth", depths), ("iterations", iterations)):
        for name, wanted in values.items():
            assert presets(game)[f"classic-{name}"].settings[key] == wanted
