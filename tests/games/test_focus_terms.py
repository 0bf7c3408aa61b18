"""Focus's evaluation: each term on a diagram, and what holds for all positions."""

from __future__ import annotations

import pytest
from evaluations import check_compiled, check_weights_and_bots, flipped, open_positions, value

import tabuleiro
from tabuleiro import Position

SIGNED = ("pieces", "reserve", "ready", "stacks", "captives", "mobility", "reach", "attacks")
OPTIONS: tuple[dict[str, object], ...] = (
    {},
    {"size": 6, "split": False, "first": "b"},
    {"size": 12},
)


def position(diagram: str, rest: str = "A 0 0") -> Position:
    """A position from a diagram whose size is the board's."""
    rows = [",".join(line.split()) for line in diagram.strip().splitlines()]
    return tabuleiro.game("focus", size=len(rows)).position(f"{'/'.join(rows)} {rest}")


SMALL = """
    # . . #
    . A B .
    . . BA .
    # . . #
"""
STACKED = """
    # .   .   .  . #
    . A   AB  .  B .
    . BBA .   .  . .
    . .   .   BB . .
    . .   AAA .  . .
    # .   .   .  . #
"""


@pytest.mark.parametrize(
    ("term", "hundredths"),
    [
        ("pieces", 0),
        ("reserve", 0),
        ("ready", 0),
        ("stacks", 100),  # b3 and c2 against c3
        ("captives", 100),  # the B on c2
        # b3 moves one cell four ways; c2 one cell four ways, and two cells up and left; c3 has four
        ("mobility", 600),
        # b4, a3, c3, b2; c3, b2, d2, c1; c4, a2: eight cells. From c3: c4, b3, d3, c2
        ("reach", 400),
        ("attacks", -100),  # c3 is attacked, and so are b3 and c2
        ("buried", 100),
        ("under", 100),
    ],
)
def test_terms_of_a_small_board(term: str, hundredths: int) -> None:
    assert value(position(SMALL), **{term: 1}) == hundredths
    assert value(position(SMALL), **{term: -7}) == -7 * hundredths


@pytest.mark.parametrize(
    ("term", "for_a", "for_b"),
    [
        # A has 6 pieces on the board and 1 in reserve, B 6 and 2.
        ("pieces", -100, 100),
        ("reserve", -100, 100),
        ("ready", 0, 0),
        ("stacks", 0, 0),  # A, BBA, AAA against AB, B, BB
        ("captives", 100, -100),  # two Bs under BBA, one A under AB
        ("buried", 300, 300),  # the Bs of BBA and the lower one of BB; the As of AB and AAA
        ("under", 200, 100),
    ],
)
def test_terms_of_stacks(term: str, for_a: int, for_b: int) -> None:
    assert value(position(STACKED, "A 1 2"), **{term: 1}) == for_a
    assert value(position(STACKED, "B 1 2"), **{term: 1}) == for_b


def test_ready_is_whether_there_is_a_reserve() -> None:
    assert value(position(STACKED, "A 2 0"), ready=1) == 100
    assert value(position(STACKED, "B 2 0"), ready=1) == -100
    assert value(position(STACKED, "A 0 0"), ready=1) == 0


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_terms_against_the_rules(options: dict[str, object]) -> None:
    """Everything counted on the board as it is shown, and from the legal moves."""
    game = tabuleiro.game("focus", **options)

    def counts(here: Position) -> dict[str, int]:
        me = here.player
        stacks = {piece.cell: piece.owners for piece in here.view.pieces}
        mine = [owners for owners in stacks.values() if owners[-1] == me]
        ends = [game.touched(here, action) for action in here.steps]
        targets = [q for p, q in ends if p != q]
        return {
            "pieces": sum(o.count(me) for o in stacks.values()) + here.view.reserve[me],
            "reserve": here.view.reserve[me],
            "ready": int(here.view.reserve[me] > 0),
            "stacks": len(mine),
            "captives": sum(owners.count(1 - me) for owners in mine),
            "mobility": len(targets),
            "reach": len(set(targets)),
            "attacks": sum(stacks.get(q, (me,))[-1] != me for q in set(targets)),
        }

    def buried(here: Position, foe: int) -> int:
        return sum(piece.owners[:-1].count(foe) for piece in here.view.pieces)

    for here in list(open_positions(game, 2, 300))[::10]:
        ours, theirs = counts(here), counts(flipped(here))
        for term in SIGNED:
            assert value(here, **{term: 1}) == 100 * (ours[term] - theirs[term]), (term, here.text)
        assert value(here, under=1) == 100 * ours["captives"]
        assert value(here, buried=1) == 100 * buried(here, 1 - here.player)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_signs_and_symmetries(options: dict[str, object]) -> None:
    game = tabuleiro.game("focus", **options)
    for here in list(open_positions(game, 3, 240))[::20]:
        images = here.images
        assert len(images) == 16
        for term in game.terms:
            ours = value(here, **{term: 1})
            assert [value(image, **{term: 1}) for image in images] == [ours] * 16
            if term in SIGNED:
                assert value(flipped(here), **{term: 1}) == -ours


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_compiled_is_plain(options: dict[str, object]) -> None:
    game = tabuleiro.game("focus", repetition="none", **options)
    check_compiled(game, list(open_positions(game, 4, 150))[::30], least=4)


def test_weights_and_bots() -> None:
    classics = ("easy", "medium", "hard", "medium-later", "hard-later", "mcts")
    check_weights_and_bots(tabuleiro.game("focus"), {"pieces": 1}, classics)
