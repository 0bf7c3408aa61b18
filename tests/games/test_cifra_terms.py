"""CIFRA's evaluation: each term on a diagram, and what holds for all positions."""

from __future__ import annotations

import pytest
from evaluations import check_compiled, check_weights_and_bots, flipped, open_positions, value

import tabuleiro
from tabuleiro import Game, Position

SIGNED = ("pieces", "goals", "advance", "reach", "runners", "finish", "numbers", "king")
HALVES = "WWWWW/WWWWW/WW.BB/BBBBB/BBBBB"
"""Tiles that half a turn of the board recolours, so that the sides can change places."""
OPTIONS: tuple[dict[str, object], ...] = (
    {},
    {"mode": "sum", "tiles": HALVES, "choose": False},
    {"mode": "king", "size": 9},
    {"size": 9, "centre": "neutral"},
)


def position(rows: str, mover: str = "w", numbers: str = "", **options: object) -> Position:
    """A position from a diagram on the publisher's tiles, White at home at the top:

    5  W B W B W
    4  W B B W B
    3  B W . B W
    2  W W B B W
    1  B W B W B
       a b c d e
    """
    game = tabuleiro.game("cifra", **options)
    tiles = game.start().text.split()[1]
    fields = ["/".join(rows.split()), tiles, "top", mover, "/".join(numbers.split())]
    return game.position(" ".join(fields))


# White has arrived on a1; its other goal cells are b1 to e1, Blue's are those of row 5.
RACE = """
    .....
    .w..b
    .....
    ..b..
    w....
"""


@pytest.mark.parametrize(
    ("term", "for_white", "for_blue"),
    [
        ("pieces", 0, 0),
        ("goals", 50, -50),
        ("advance", 100, -100),  # a1 has come 4 rows and b4 1; c2 1 and e4 3
        # White's b4 to a5, b5, c5, a4, c4, a3, c3, b3, b2, b1: 10. Blue's e4 to e5, d5, d4, d3, c2,
        # b1, e3: 7; c2 to c3, d3, e4, d2, e2, d1, c1, b1, b2, b3: 10. That others are there does
        # not matter.
        ("reach", -700, 700),
        ("runners", 0, 0),  # b4 runs to b1, e4 steps to e5 or d5
        ("finish", 400, -400),  # one goal piece more, and White has 1 live piece of 5
        ("numbers", 0, 0),
        ("king", 0, 0),
        ("tempo", 100, 100),
        ("h1", 400, 0),  # 4 * 1 + 10 * 0 for White, who leads; 6 * 0 + 2 * 0 for Blue
        ("h3", 16611, 12468),  # 500 / 3.01 and 500 / 4.01, in hundredths
    ],
)
def test_terms_of_a_race(term: str, for_white: int, for_blue: int) -> None:
    assert value(position(RACE), **{term: 1}) == for_white
    assert value(position(RACE, "b"), **{term: 1}) == for_blue
    assert value(position(RACE), **{term: -7}) == -7 * for_white


@pytest.mark.parametrize(
    ("rows", "hundredths"),
    [
        ("..... .w... ..... ..... b....", 100),  # b4 to b1, over own tiles
        ("..... .w... ..... ..... .b...", 100),  # an enemy at home can be taken
        ("..... .w... ..... .b... .....", 0),  # something in between
        ("..... .w... ..... ..... .w..b", 0),  # an own piece at the goal
        (".b... .w..b ..... ..... ....b", 0),  # both sides one: b4 to b1, e4 to e5
        ("..... .w... ....b ..... .....", 100),  # Blue's e3 is on an enemy tile: it reaches row 4
    ],
)
def test_runners(rows: str, hundredths: int) -> None:
    assert value(position(rows), runners=1) == hundredths


@pytest.mark.parametrize(
    ("rows", "natural"),
    [
        ("..... ww... .b... ..... .....", 4),  # no goals: 4 (2 - 1)
        ("..b.. .w... .b... ..... w....", 6),  # 1 each: 6 * 1 + 2 (2 - 2)
        ("..b.b .w... .b... ..... w....", 4),  # 1 to 2: 6 * 1 + 2 (2 - 3)
        ("..b.. ww... .b... ..... ww...", 28),  # 2 to 1: 4 * 2 + 10 (4 - 2)
    ],
)
def test_the_cases_of_h1(rows: str, natural: int) -> None:
    assert value(position(rows), h1=1) == 100 * natural


def test_h3_falls_with_every_row() -> None:
    """And is so small that only a fine unit tells 20 rows from 19: 500 / 20.01, 500 / 19.01."""
    assert value(position("wwwww ..... ..... ..... bbbbb"), h3=1) == 2498
    assert value(position("wwww. ....w ..... ..... bbbbb"), h3=1) == 2630
    both = value(position(RACE), h1=1000, h3=1)
    assert both == 1000 * value(position(RACE), h1=1) + value(position(RACE), h3=1)


NUMBERS = """
    .....
    .5..5
    .....
    ..2..
    3....
"""


def test_numbers_and_king() -> None:
    total = position(RACE, numbers=NUMBERS, mode="sum")
    assert value(total, numbers=1) == 200  # 5 / 2 + 3 - (5 + 2) / 2
    assert value(total, king=1) == 0
    king = position(RACE, numbers=NUMBERS, mode="king")
    assert value(king, king=1) == -200  # b4 has come 1 row, e4 3
    assert value(king, numbers=1) == 0


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_terms_against_the_rules(options: dict[str, object]) -> None:
    """Everything counted on the board as it is shown, and from the legal moves."""
    game = tabuleiro.game("cifra", **options)
    people, size = game.people, int(game.options["size"])

    def rows_left(p: int, row: list[int]) -> int:
        return min(max(abs(p // size - q // size), abs(p % size - q % size)) for q in row)

    def counts(here: Position) -> dict[str, int]:
        me, state = here.player, here.state()
        mine = {piece.cell: piece for piece in here.view.pieces if piece.owners == (me,)}
        goals = people.goals(game.board, state, me)
        moves = [game.touched(here, action) for action in here.steps]
        label = {p: int(piece.label or 0) for p, piece in mine.items()}
        king = [size - 1 - rows_left(p, goals) for p in mine if mine[p].mark == "king"]
        arrived = [p for p in mine if p in goals]
        return {
            "pieces": 100 * len(mine),
            "goals": 50 * len(arrived),
            "advance": 100 * sum(size - 1 - rows_left(p, goals) for p in mine),
            "runners": 100 * len({p for p, q in moves if q in goals}),
            "numbers": 50 * sum(label[p] * (1 + (p in goals)) for p in mine)
            if game.options["mode"] == "sum"
            else 0,
            "king": 100 * sum(king),
            "arrived": len(arrived),
            "live": len(mine) - len(arrived),
            "left": sum(rows_left(p, goals) for p in mine),
        }

    for here in list(open_positions(game, 2, 600))[::10]:
        ours, theirs = counts(here), counts(flipped(here))
        for term in ("pieces", "goals", "advance", "runners", "numbers", "king"):
            assert value(here, **{term: 1}) == ours[term] - theirs[term], (term, here.text)
        lead, fewest = ours["arrived"] - theirs["arrived"], min(ours["live"], theirs["live"])
        assert value(here, finish=1) == 100 * lead * (size - fewest)
        assert value(here, h3=1) == int(50000 / (0.01 + ours["left"]))


def test_reach_against_lone_pieces() -> None:
    """The moves that each live piece would have if it were alone."""
    for here in list(open_positions(tabuleiro.game("cifra", choose=False), 5, 40))[::4]:
        total = [0, 0]
        for piece in here.view.pieces:
            if piece.mark == "goal":
                continue
            owner = piece.owners[0]
            state = here.state()
            state.player = owner
            state.mine, state.theirs = [1 << piece.cell], [0]
            total[owner] += len(actions_of(here.game, state))
        assert value(here, reach=1) == 100 * (total[here.player] - total[1 - here.player])


def actions_of(game: Game, state: object) -> list[int]:
    out = [0] * game.rules.MAX_ACTIONS
    return out[: game.rules.actions(game.board, state, out, 0)]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_signs_and_symmetries(options: dict[str, object]) -> None:
    game = tabuleiro.game("cifra", **options)
    assert (game.symmetries > 1) == ("tiles" in options)
    for here in open_positions(game, 3, 40):
        for term in game.terms:
            ours = value(here, **{term: 1})
            assert {value(image, **{term: 1}) for image in here.images} == {ours}
            if term in SIGNED:
                assert value(flipped(here), **{term: 1}) == -ours


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_before_the_choice_all_is_even(options: dict[str, object]) -> None:
    start = tabuleiro.game("cifra", **(options | {"choose": True})).start()
    assert value(start, **dict.fromkeys(start.game.terms, 1)) == 0


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_compiled_is_plain(options: dict[str, object]) -> None:
    game = tabuleiro.game("cifra", repetition="none", **options)
    check_compiled(game, list(open_positions(game, 4, 600))[::60], least=5)


def test_weights_and_bots() -> None:
    material = {"pieces": 1, "goals": 1}
    check_weights_and_bots(tabuleiro.game("cifra"), material, ["easy", "medium", "hard"])
