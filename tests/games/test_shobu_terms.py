"""Shobu's evaluation: each term on diagrams, and what holds for all positions."""

from __future__ import annotations

import pytest
from evaluations import check_compiled, check_weights_and_bots, flipped, open_positions, value

import tabuleiro
from tabuleiro import Position
from tabuleiro.bots.presets import presets

SIGNED = ("pieces", "mobility", "threats", "weakest")


def position(diagram: str, mover: str = "b", **options: object) -> Position:
    """A position from a diagram of the four boards as they lie, dark on the left."""
    halves = [line.split() for line in diagram.strip().splitlines()]
    boards = [[row[side] for row in halves[y : y + 4]] for y in (0, 4) for side in (0, 1)]
    text = " ".join("/".join(board) for board in boards)
    return tabuleiro.game("shobu", **options).position(f"{text} {mover}")


# Black can push off h8 (f8-h8, after b2-d2) and b3 (b2-b4, after h1-h3), not f3, which f1-f3 would
# push to f4. White can push off b2 (b3-b1, after h8-h6), f1 (f3-f1, after a8-a6) and h1 (f3-h1,
# after a8-c6).
CONTACT = """
    w... .b.w
    .... ....
    .... ....
    ...b ....
    .... ....
    .w.. .w..
    .b.. ....
    .... .b.b
"""
# A stone in a corner has six steps: two each along the edges and the diagonal.
CORNERS = """
    w... w...
    .... ....
    .... ....
    ...b ...b
    w... w...
    .... ....
    .... .b..
    ...b ....
"""


@pytest.mark.parametrize(
    ("term", "black", "white"),
    [
        ("pieces", 100, -100),  # 5 - 4
        ("weakest", 0, 0),  # one stone on some board for both
        ("threats", -100, 100),  # 2 - 3
        # Black on each of three boards: v = 0 + 100 for one enemy left + 40 to move = 140; on the
        # fourth 100 + 100 + 40 = 240. White there: -100 + 200 for two enemies left + 30 = 130.
        ("boards", 3 * 140**2 + 240**2, 3 * 140**2 + 130**2),
    ],
)
def test_terms_in_contact(term: str, black: int, white: int) -> None:
    assert value(position(CONTACT), **{term: 1}) == black
    assert value(position(CONTACT, "w"), **{term: 1}) == white
    assert value(position(CONTACT, "w"), **{term: -7}) == -7 * white


def test_mobility_counts_both_lengths() -> None:
    # Black's f2: f3 f4, f1, e2, g2 h2, g3 h4, e3, g1, e1. All others are in corners.
    assert value(position(CORNERS), mobility=1) == 100 * (11 - 6)
    assert value(position(CORNERS, "w"), mobility=1) == 100 * (6 - 11)


def test_mobility_needs_free_cells_and_stays_on_its_board() -> None:
    here = position(
        """
        wb.. b...
        .... ....
        .... ....
        .... ...w
        w... w...
        .... ....
        .... ....
        ...b ...b
        """
    )
    # a8: a7 a6, b7 c6; b8: c8 d8, b7 b6, a7, c7 d6. The rest is in corners.
    assert value(here, mobility=1) == 100 * (7 - 4)


@pytest.mark.parametrize(("row", "threats"), [("..b.", 0), (".b..", 1)])
def test_a_threat_needs_a_passive_step_of_the_other_shade(row: str, threats: int) -> None:
    """f8-h8 pushes off h8 only if a dark home stone can step two to the right.

    b1 could be pushed off too, but h1, the light home stone, cannot step down.
    """
    here = position(
        f"""
        w... .b.w
        .... ....
        .... ....
        ...b ....
        .... ....
        .... w...
        {row} ....
        .w.. ...b
        """
    )
    assert value(here, threats=1) == 100 * threats


@pytest.mark.parametrize(
    ("row", "threats"),
    [
        (".b.w", 1),  # f8-h8
        (".bww", 0),  # two enemies
        (".bbw", 1),  # not f8-h8, but g8-h8
        (".bw.", 1),  # f8-h8 carries g8 along
        ("bw..", 0),  # e8-g8 only as far as h8
    ],
)
def test_a_push_off_moves_one_stone(row: str, threats: int) -> None:
    here = position(
        f"""
        w... {row}
        .... ....
        .... ....
        ...b ....
        w... ....
        .... w...
        .b.. ....
        .... ...b
        """
    )
    assert value(here, threats=1) == 100 * threats


def test_weakest_board() -> None:
    here = position(
        """
        ww.. www.
        .... ....
        .... ....
        bbb. bbbb
        w... wwww
        .... ....
        .... ....
        bbb. bbbb
        """
    )
    assert value(here, weakest=1) == 200  # 3 - 1
    assert value(here, pieces=1) == 400  # 14 - 10


@pytest.mark.parametrize(
    ("mine", "foes", "v"),
    [(4, 4, 10), (4, 3, 420), (4, 2, 430), (4, 1, 440), (1, 4, -290), (3, 3, 320), (1, 3, 120)],
)
def test_a_board_to_the_original_program(mine: int, foes: int, v: int) -> None:
    """100 a stone, 100 * n for n < 4 enemies left, 50 - 10 * n to move; then v * |v|."""
    evaluation = tabuleiro.game("shobu").evaluation
    assert evaluation.worth(mine, foes) == v * abs(v)


def test_start() -> None:
    start = tabuleiro.game("shobu").start()
    assert value(start, pieces=1, mobility=1, threats=1, weakest=1) == 0
    assert value(start, boards=1) == 4 * 10**2


@pytest.mark.parametrize("options", [{}, {"first": "white"}], ids=str)
def test_terms_against_the_rules(options: dict[str, object]) -> None:
    """Stones, steps and pushes, counted as a person would."""
    game = tabuleiro.game("shobu", **options)

    def counts(here: Position) -> dict[str, int]:
        owners = {piece.cell: piece.owners[0] for piece in here.view.pieces}
        mine = [cell for cell in owners if owners[cell] == here.player]
        steps = 0
        for cell in mine:
            board, y, x = cell // 16, cell % 16 // 4, cell % 4
            for dy, dx in game.rules.STEPS:
                for n in (1, 2):
                    v, u = y + n * dy, x + n * dx
                    if not (0 <= v < 4 and 0 <= u < 4) or 16 * board + 4 * v + u in owners:
                        break
                    steps += 1
        pushes = set()
        for first in here.steps:
            middle = here.step(first)
            for second in middle.steps:
                if len(middle.step(second).view.pieces) < len(owners):
                    pushes.add(second)
        return {
            "pieces": len(mine),
            "mobility": steps,
            "threats": len(pushes),
            "weakest": min(sum(cell // 16 == board for cell in mine) for board in range(4)),
        }

    for here in open_positions(game, 2, 120):
        if here.turn_is_over:
            ours, theirs = counts(here), counts(flipped(here))
            for term in ours:
                found = value(here, **{term: 1})
                assert found == 100 * (ours[term] - theirs[term]), (term, here.text)


def test_signs_and_symmetries() -> None:
    game = tabuleiro.game("shobu")
    for here in open_positions(game, 3, 40):
        for term in game.terms:
            ours = value(here, **{term: 1})
            images = [value(image, **{term: 1}) for image in here.images]
            assert images == [ours] * game.board.symmetries
            if term in SIGNED:
                assert value(flipped(here), **{term: 1}) == -ours


def test_terms_add_up() -> None:
    game = tabuleiro.game("shobu")
    for here in open_positions(game, 5, 40):
        weights = {term: 3 * i - 4 for i, term in enumerate(game.terms)}
        alone = [value(here, **{term: weight}) for term, weight in weights.items()]
        assert value(here, **weights) == sum(alone)


@pytest.mark.parametrize("options", [{}, {"first": "white"}], ids=str)
def test_compiled_is_plain(options: dict[str, object]) -> None:
    game = tabuleiro.game("shobu", repetition="none", **options)
    check_compiled(game, open_positions(game, 4, 60), least=11)


def test_weights_and_bots() -> None:
    game = tabuleiro.game("shobu")
    check_weights_and_bots(game, {"pieces": 1}, map(str, range(5)))
    classics = [presets(game)[f"classic-{level}"].settings for level in range(5)]
    assert [settings.get("depth") for settings in classics] == [None, 1, 2, 3, 3]
    assert classics[4]["opening"] == {"turns": 5, "depth": 2}
