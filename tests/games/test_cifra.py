"""CIFRA's rules as examples: a position, a move, the position after it."""

from __future__ import annotations

import pytest

import tabuleiro
from tabuleiro import (
    AmbiguousMove,
    Game,
    IllegalMove,
    InvalidNotation,
    InvalidOption,
    InvalidPosition,
    Position,
    Termination,
)
from tabuleiro.kernel.contract import FINAL, NOISY, QUIET

FIGURE = "WBWBW/WBBWB/BW.BW/WWBBW/BWBWB"
"""The tiles of the publisher's figures:

5  W B W B W
4  W B B W B
3  B W . B W
2  W W B B W
1  B W B W B
   a b c d e
"""


def position(
    rows: str, mover: str = "w", home: str = "top", numbers: str = "", **options: object
) -> Position:
    """A position from a diagram; the side to move is the first player unless options fix him."""
    game = tabuleiro.game("cifra", **options)
    fields = [
        "/".join(rows.split()),
        game.start().text.split()[1],
        home,
        mover,
        "/".join(numbers.split()),
    ]
    return game.position(" ".join(fields))


def diagram(here: Position) -> list[str]:
    return here.text.split()[0].split("/")


def targets(here: Position, source: str) -> set[str]:
    texts = [move.text for move in here.legal_moves]
    return {text.removeprefix(source + "-") for text in texts if text.startswith(source + "-")}


def winner(here: Position) -> int | str | None:
    """The winning player, None for a draw, "open" while the game goes on."""
    return "open" if here.outcome is None else here.outcome.winner


def test_start_positions() -> None:
    pieces = "wwwww/...../...../...../bbbbb"
    game = tabuleiro.game("cifra", choose=False)
    assert game.start().text == f"{pieces} {FIGURE} top w"
    assert tabuleiro.game("cifra", choose=False, first="blue").start().text == (
        f"{pieces} {FIGURE} top b"
    )
    upside_down = tabuleiro.game("cifra", choose=False, white="bottom").start()
    assert upside_down.text == f"bbbbb/...../...../...../wwwww {FIGURE} bottom w"
    assert tabuleiro.game("cifra").start().text == f"...../...../...../...../..... {FIGURE} - -"


# The reach of a piece alone, as in the publisher's figures; the other piece is out of the way.


def test_figure_white_on_c1() -> None:
    here = position(
        """
        .b...
        .....
        .....
        .....
        ..w..
        """,
        home="left",
    )
    assert targets(here, "c1") == {"b2", "c2", "d2", "b1", "d1"}


def test_figure_blue_on_c1() -> None:
    here = position(
        """
        .w...
        .....
        .....
        .....
        ..b..
        """,
        "b",
        home="left",
    )
    assert targets(here, "c1") == {"b2", "c2", "d2", "b1", "d1", "c3", "e3"}


def test_figure_white_on_b3() -> None:
    here = position(
        """
        .....
        .....
        .w..b
        .....
        .....
        """
    )
    assert targets(here, "b3") == {"a4", "b4", "c4", "a3", "c3", "a2", "b2", "c2", "b1"}


def test_figure_blue_on_e2() -> None:
    here = position(
        """
        w....
        .....
        .....
        ....b
        .....
        """,
        "b",
    )
    assert targets(here, "e2") == {"e3", "e1", "d1", "d2", "c2", "d3", "c4", "b5"}


@pytest.mark.parametrize(
    ("row", "steps"),
    [
        ("BWWWB", 3),  # enemy, own, own, own, enemy
        ("WWWBB", 3),
        ("WBWBW", 1),
        ("BBWWW", 1),
        ("BWBWW", 1),
    ],
)
def test_a5_reach_along_a_row(row: str, steps: int) -> None:
    tiles = f"WBWBW/{row}/BW.WB/WBWBB/BBWBW"
    here = position(
        """
        .....
        w....
        .....
        .....
        ....b
        """,
        home="left",
        tiles=tiles,
    )
    along = {target for target in targets(here, "a4") if target[1] == "4"}
    assert along == {column + "4" for column in "bcde"[:steps]}


A1 = """
    .....
    .....
    w...b
    .....
    .....
"""


def test_a1_the_centre_counts_as_own() -> None:
    # a3 is blue and b3 white: the run b3-c3 is one tile.
    assert targets(position(A1), "a3") >= {"b3", "c3"}
    assert "d3" not in targets(position(A1), "a3")


def test_a1_the_centre_is_nobodys() -> None:
    here = position(A1, centre="neutral")
    assert "b3" in targets(here, "a3")
    assert "c3" not in targets(here, "a3")


def test_a1_leaving_the_centre() -> None:
    rows = "..... ..... ..w.b ..... ....."
    near = {"b4", "c4", "d4", "b3", "d3", "b2", "c2", "d2"}
    assert targets(position(rows), "c3") == near | {"a3", "a1", "e5"}
    # d4 and e5 are one white tile; past b3 and b2 a second boundary would be crossed.
    assert targets(position(rows, centre="neutral"), "c3") == near | {"e5"}


def test_the_centre_stops_every_piece() -> None:
    # b2, c3 and d4 are free steps for White, yet d4 is out of reach.
    here = position("..... ..... ..... .w... ....b")
    assert "c3" in targets(here, "b2")
    assert "d4" not in targets(here, "b2")


def test_own_pieces_block() -> None:
    here = position(
        """
        .....
        .....
        .w...
        .w...
        ....b
        """
    )
    assert not {"b2", "b1"} & targets(here, "b3")


def test_an_enemy_is_captured_and_ends_the_line() -> None:
    here = position(
        """
        .....
        .....
        .w...
        .b...
        ....b
        """
    )
    assert "b2" in targets(here, "b3")
    assert "b1" not in targets(here, "b3")
    after = here.play("b3-b2")
    assert diagram(after) == [".....", ".....", ".....", ".w...", "....b"]
    assert after.view.captured == (4, 4)
    assert winner(after) == "open"


def test_capture_is_free_and_moves_go_backwards_and_sideways() -> None:
    here = position(
        """
        .....
        .....
        .w...
        .b...
        ....b
        """
    )
    assert {"a4", "b4", "c4", "a3", "c3"} < targets(here, "b3")


def test_goal_pieces_neither_move_nor_fall_nor_let_pass() -> None:
    here = position(
        """
        .....
        .....
        .w...
        b.b..
        .w..b
        """,
        "b",
    )
    assert targets(here, "b1") == set()
    assert "b1" not in targets(here, "a2") | targets(here, "c2")
    assert targets(here.play("e1-e2"), "b1") == set()
    assert "b1" not in targets(here.play("e1-e2"), "b3")
    marks = {here.game.geometry.cells[piece.cell].name: piece.mark for piece in here.view.pieces}
    assert marks == {"b3": "", "a2": "", "c2": "", "b1": "goal", "e1": ""}


def test_goal_by_capture_on_the_enemys_home_row() -> None:
    here = position(
        """
        .....
        .....
        .....
        ..w.w
        .bb..
        """
    )
    after = here.play("c2-b1")
    assert diagram(after) == [".....", ".....", ".....", "....w", ".wb.."]
    assert targets(after, "c1")
    assert "b1" not in targets(after, "c1")


def test_what_cannot_be_taken_back_is_final() -> None:
    game = tabuleiro.game("cifra")
    for rows, text, kind in (
        ("..... ..... .w... .b... ....b", "b3-b2", FINAL | NOISY),
        ("..... ..... .w... .b... ....b", "b3-b4", QUIET),
        ("..... ..... ..... w.... ....b", "a2-a1", FINAL | NOISY),
    ):
        here = position(rows)
        assert game.rules.play(game.board, here.state(), game.read_step(here, text)) == kind
    start = game.start()
    assert game.rules.play(game.board, start.state(), 1) == FINAL | NOISY


# The end and the result. White's goal is row 1, Blue's is row 5; White is player 0.


def test_a2_a_player_without_live_pieces_and_with_fewer_goals_has_lost() -> None:
    here = position(
        """
        bbb..
        .....
        ....b
        .w...
        w....
        """
    )
    over = here.play("b2-b1")
    assert over.outcome is not None
    assert over.outcome.termination is Termination.RULES
    assert over.outcome.winner == 1
    assert over.steps == ()


def test_a4_being_first_with_all_pieces_only_ends_the_game() -> None:
    ahead = position("bb... ..... ....b .w... w.w..").play("b2-b1")
    assert winner(ahead) == 0
    behind = position("bbbb. ..... ....b .w... w.w..").play("b2-b1")
    assert winner(behind) == 1


def test_the_mover_may_end_the_game_by_the_enemys_last_live_piece() -> None:
    over = position("b.... ..... .w... .b... .....").play("b3-b2")
    assert winner(over) == 1
    assert winner(position("..... ..... .w... .b... .....").play("b3-b2")) == 0


def test_a3_equal_goals_are_decided_by_live_pieces() -> None:
    assert winner(position("bb... ..... ....b .w... w....").play("b2-b1")) == 1
    assert winner(position("b.... ..... .w... .b... w....").play("b3-b2")) == 0


def test_a3_an_exact_tie_is_a_draw() -> None:
    here = position("b.... ..... ..... .w... .b...")
    over = here.play("b2-b1")
    assert over.outcome is not None
    assert over.outcome.winner is None
    assert over.outcome.result == "1/2-1/2"


def test_a6_third_occurrence_is_a_draw() -> None:
    here = position("..... ..... w...b ..... .....")
    for text in ("a3-a4", "e3-e4", "a4-a3", "e4-e3") * 2:
        assert here.outcome is None
        here = here.play(text)
    assert here.outcome is not None
    assert here.outcome.termination is Termination.REPETITION


def test_a7_tiles_from_seeds() -> None:
    seen = set()
    for seed in range(50):
        tiles = tabuleiro.game("cifra", tiles=seed).start().text.split()[1]
        assert tiles.count("W") == tiles.count("B") == 12
        assert tiles.split("/")[2][2] == "."
        seen.add(tiles)
    assert len(seen) == 50
    again = tabuleiro.game("cifra", tiles="7").start()
    assert again.text.split()[1] == "WWBBW/WBWWW/WW.BB/BWBBB/WBBBW"


def test_random_tiles_and_numbers_are_decided_by_the_seed() -> None:
    made = [tabuleiro.game("cifra", tiles="random", numbers="Random", seed=i) for i in (1, 1, 2)]
    assert made[0] == made[1] != made[2]
    assert str(made[0].options["tiles"]).isdecimal()
    assert str(made[0].options["numbers"]).isdecimal()


# The second player's choice.


def test_the_second_player_chooses_side_and_colour() -> None:
    start = tabuleiro.game("cifra").start()
    assert start.player == 1
    assert [player.name["en"] for player in start.players] == ["First player", "Second player"]
    assert start.view.note is not None
    assert {move.text for move in start.legal_moves} == {
        f"{side}-{colour}"
        for side in ("top", "bottom", "left", "right")
        for colour in ("white", "blue")
    }


@pytest.mark.parametrize(
    ("choice", "rows", "home", "mover"),
    [
        ("top-white", "wwwww/...../...../...../bbbbb", "top", "b"),
        ("bottom-blue", "wwwww/...../...../...../bbbbb", "top", "w"),
        ("top-blue", "bbbbb/...../...../...../wwwww", "bottom", "w"),
        ("left-blue", "b...w/b...w/b...w/b...w/b...w", "right", "w"),
        ("right-blue", "w...b/w...b/w...b/w...b/w...b", "left", "w"),
    ],
)
def test_the_first_player_gets_the_rest_and_moves(
    choice: str, rows: str, home: str, mover: str
) -> None:
    here = tabuleiro.game("cifra").start().play(choice)
    assert here.text == f"{rows} {FIGURE} {home} {mover}"
    assert here.player == 0
    assert here.players[0].letter == mover
    assert [move.text for move in here.history] == [choice]


def test_goals_at_the_sides() -> None:
    here = position("..... .w... ...b. ..... .....", home="right").play("b4-a4")
    assert winner(here) == 0
    assert here.view.pieces[0].mark == "goal"


def test_texts_say_who_moved_first_when_it_matters() -> None:
    here = tabuleiro.game("cifra").start().play("bottom-blue").play("a5-a4")
    assert here.player == 1
    assert here.text == f".wwww/w..../...../...../bbbbb {FIGURE} top b first:w"
    again = here.game.position(here.text)
    assert again == here
    other = here.game.position(here.text.removesuffix(" first:w"))
    assert other.player == 0
    assert other != here


# Numbered pieces.


def numbered(mode: str, rows: str, numbers: str, mover: str = "w") -> Position:
    return position(rows, mover, numbers=numbers, mode=mode)


def test_numbers_at_the_start() -> None:
    game = tabuleiro.game("cifra", mode="sum")
    assert game.start().play("bottom-blue").text == (
        f"wwwww/...../...../...../bbbbb {FIGURE} top w 13542/...../...../...../24531"
    )
    assert game.start().play("left-white").text == (
        f"w...b/w...b/w...b/w...b/w...b {FIGURE} left b 2...1/4...3/5...5/3...4/1...2"
    )
    given = tabuleiro.game("cifra", mode="king", numbers="51234/43215", choose=False).start()
    assert given.text.split()[-1] == "51234/...../...../...../43215"
    labels = {piece.cell: (piece.label, piece.mark) for piece in given.view.pieces}
    assert labels[0] == ("5", "king")
    assert labels[1] == ("1", "")
    assert labels[24] == ("5", "king")
    seeded = tabuleiro.game("cifra", mode="sum", numbers=3, choose=False).start()
    rows = seeded.text.split()[-1].split("/")
    assert sorted(rows[0]) == sorted(rows[4]) == list("12345")


def test_numbers_do_not_matter_in_dash() -> None:
    game = tabuleiro.game("cifra", choose=False, numbers="51234/43215")
    assert game.start().text == f"wwwww/...../...../...../bbbbb {FIGURE} top w"
    assert all(piece.label == "" for piece in game.start().view.pieces)


def test_a_number_goes_with_its_piece_and_is_captured_with_it() -> None:
    here = numbered("sum", "..... ..... .w... .b... ....b", "..... ..... .4... .3... ....2")
    after = here.play("b3-b2")
    assert after.text.split()[4] == "...../...../...../.4.../....2"
    assert after.game.position(after.text).state().words() == after.state().words()


def test_sum_decides_before_the_count() -> None:
    rows = "bb... ..... ....b .w... ....."
    assert winner(numbered("sum", rows, "12... ..... ....3 .5... .....").play("b2-b1")) == 0
    assert winner(numbered("sum", rows, "14... ..... ....3 .4... .....").play("b2-b1")) == 1
    assert winner(position(rows).play("b2-b1")) == 1


def test_sum_ties_go_to_more_goals_then_to_live_pieces_then_nobody() -> None:
    more = numbered("sum", "bb... ..... ....b .w... .....", "13... ..... ....2 .4... .....")
    assert winner(more.play("b2-b1")) == 1
    live = numbered("sum", "b.... ..... ....b .w... .....", "4.... ..... ....2 .4... .....")
    assert winner(live.play("b2-b1")) == 1
    nobody = numbered("sum", "b.... ..... ..... .w... .b...", "4.... ..... ..... .4... .5...")
    assert winner(nobody.play("b2-b1")) is None


def test_king_wins_by_arriving() -> None:
    rows, numbers = "bbb.. ..... ....b .w..w .....", "123.. ..... ....5 .5..4 ....."
    here = numbered("king", rows, numbers)
    assert winner(here.play("b2-b1")) == 0
    assert winner(here.play("e2-e1")) == "open"


def test_king_loses_by_being_captured() -> None:
    rows, numbers = "bbb.. ..... .w..b .b..w .....", "123.. ..... .1..4 .5..5 ....."
    here = numbered("king", rows, numbers)
    assert winner(here.play("b3-b2")) == 0
    assert winner(here.play("e2-e3")) == "open"


def test_a_position_needs_a_king() -> None:
    rows = "bb... ..... .w... .b... ..w.."
    with pytest.raises(InvalidPosition, match="there is no king, the piece with number 5"):
        numbered("king", rows, "12... ..... .1... .3... ..2..")
    # Blue has lost its king, so White has won although Blue has more goals.
    assert winner(numbered("king", rows, "12... ..... .5... .3... ..2..")) == 0


# The large board.


@pytest.fixture(scope="module")
def large() -> Game:
    return tabuleiro.game("cifra", size=9, choose=False)


def test_large_board(large: Game) -> None:
    pieces, tiles, home, mover = large.start().text.split()
    assert pieces == "wwwwwwwww" + "/........." * 7 + "/bbbbbbbbb"
    assert (home, mover) == ("top", "w")
    assert (tiles.count("W"), tiles.count("B")) == (38, 38)
    rows = tiles.split("/")
    neutral = {(y, x) for y in range(9) for x in range(9) if rows[y][x] == "."}
    assert neutral == {(4, 4), (0, 4), (8, 4), (4, 0), (4, 8)}


def test_every_neutral_tile_stops() -> None:
    tiles = """
        WWWW.WWWW
        WBWBWBWBW
        BWBWBWBWB
        WBWBWBWBW
        .WWW.BBB.
        BWBWBWBWB
        WBWBWBWBW
        BWBWBWBWB
        BBBB.BBBB
    """
    here = position(
        """
        w........
        .........
        .........
        .........
        .w.......
        .........
        .......b.
        .........
        .........
        """,
        size=9,
        tiles="/".join(tiles.split()),
    )
    assert {target for target in targets(here, "a9") if target[1] == "9"} == {
        "b9",
        "c9",
        "d9",
        "e9",
    }
    assert {target for target in targets(here, "b5") if target[1] == "5"} == {
        "a5",
        "c5",
        "d5",
        "e5",
    }


# Perft: the figures of the rules; the others were compared with independent programs, those of the
# boards of 3 and 7 with the one below.


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ({}, [16, 304, 5856, 128360, 2660818]),
        ({"first": "blue"}, [19, 304, 6733, 128532, 2946188]),
        ({"centre": "neutral"}, [16, 304, 5806, 125672, 2579197]),
        ({"centre": "neutral", "first": "blue"}, [19, 304, 6640, 125910, 2842825]),
        ({"tiles": "7", "first": "blue", "white": "bottom"}, [15, 240, 4441, 85289]),
        ({"tiles": "7", "mode": "king"}, [20, 438, 10182, 243827]),
        ({"mode": "sum"}, [16, 304, 5856, 128360]),
        ({"size": 3}, [8, 60, 496]),
        ({"size": 7}, [23, 667, 17888]),
        ({"size": 9}, [36, 1656, 68599]),
        ({"size": 9, "centre": "neutral"}, [34, 1496, 58677]),
        ({"choose": True}, [8, 142, 2515, 52765]),
    ],
)
def test_perft(options: dict[str, object], counts: list[int]) -> None:
    game = tabuleiro.game("cifra", **({"choose": False} | options))
    state = game.start().state()
    assert [game.engine.perft(state, depth + 1) for depth in range(len(counts))] == counts


def counted(tiles: list[str], pieces: dict[tuple[int, int], str], mover: str, depth: int) -> int:
    """Perft by the letter of the rules, over dictionaries; White's home is row 0."""
    n = len(tiles)
    goal = {"w": n - 1, "b": 0}
    if any(all(y == goal[c] for (_, y), c in pieces.items() if c == side) for side in "wb"):
        return 0
    total = 0
    for (x, y), colour in pieces.items():
        if colour != mover or y == goal[mover]:
            continue
        for dx, dy in {(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1)} - {(0, 0)}:
            costs, here = 0, (x, y)
            while True:
                there = (here[0] + dx, here[1] + dy)
                if not (0 <= there[0] < n and 0 <= there[1] < n):
                    break
                both = {tiles[b][a] for a, b in (here, there)}
                costs += not both <= {mover.upper(), "."}
                met = pieces.get(there)
                if costs > 1 or met == mover or (met and there[1] == goal[met]):
                    break
                after = {cell: c for cell, c in pieces.items() if cell not in ((x, y), there)}
                after[there] = mover
                other = "b" if mover == "w" else "w"
                total += 1 if depth == 1 else counted(tiles, after, other, depth - 1)
                if met or tiles[there[1]][there[0]] == ".":
                    break
                here = there
    return total


@pytest.mark.parametrize(("size", "depth"), [(3, 3), (7, 3)])
def test_perft_by_the_letter_of_the_rules(size: int, depth: int) -> None:
    start = tabuleiro.game("cifra", choose=False, size=size).start()
    rows, tiles, home, mover = start.text.split()
    assert home == "top"
    pieces = {(x, y): c for y, row in enumerate(rows.split("/")) for x, c in enumerate(row)}
    pieces = {cell: c for cell, c in pieces.items() if c != "."}
    figures = {3: 496, 7: 17888}
    assert counted(tiles.split("/"), pieces, mover, depth) == figures[size]


# Symmetries of the tiles.


@pytest.mark.parametrize(
    ("tiles", "with_choice", "without"),
    [
        (FIGURE, 1, 1),
        ("WBWBW/BWBWB/WB.BW/BWBWB/WBWBW", 8, 2),
        ("WBBBW/WBBBW/WW.WW/WBBBW/WBBBW", 4, 2),
        ("WWWWW/WWWWW/WW.BB/BBBBB/BBBBB", 2, 2),
    ],
)
def test_symmetries(tiles: str, with_choice: int, without: int) -> None:
    assert tabuleiro.game("cifra", tiles=tiles).symmetries == with_choice
    fixed = tabuleiro.game("cifra", tiles=tiles, choose=False)
    assert fixed.symmetries == without
    here = fixed.start()
    for text in ("b5-b4", "d1-d2", "c5-d4"):
        here = here.play(text)
        for i, image in enumerate(here.images):
            twins = {
                fixed.rules.image_action(fixed.board, action, i) if i else action
                for action in here.steps
            }
            assert set(image.steps) == twins


def test_half_turn_with_colours_exchanged_swaps_the_players() -> None:
    game = tabuleiro.game("cifra", tiles="WWWWW/WWWWW/WW.BB/BBBBB/BBBBB", choose=False)
    here = game.start().play("a5-a4")
    assert here.images[1].text == (
        "wwwww/...../...../....b/bbbb. WWWWW/WWWWW/WW.BB/BBBBB/BBBBB top w"
    )
    assert here.images[1].player == 0


# Notation and drawing.


def test_moves_are_read_with_forgiveness() -> None:
    here = tabuleiro.game("cifra", choose=False).start()
    assert here.play("A5 A3") == here.play("a5-a3")
    assert here.play("d5d") == here.play("d5-d4")
    with pytest.raises(AmbiguousMove, match="a5-a4, a5-a3"):
        here.play("a5-a")
    with pytest.raises(IllegalMove, match="'a5-a2' is not legal here"):
        here.play("a5-a2")
    with pytest.raises(IllegalMove, match="'top-white' is not legal here"):
        here.play("top-white")
    with pytest.raises(InvalidNotation, match="'z9-a1' cannot be read"):
        here.play("z9-a1")
    choice = tabuleiro.game("cifra").start()
    assert choice.play("TOP WHITE") == choice.play("top-white")
    with pytest.raises(AmbiguousMove, match="left-white, left-blue"):
        choice.play("left")


def test_geometry_shows_the_tiles() -> None:
    geometry = tabuleiro.game("cifra").geometry
    tints = {"W": "white", "B": "blue", ".": "neutral"}
    assert [cell.tint for cell in geometry.cells] == [tints[t] for t in FIGURE.replace("/", "")]
    assert (geometry.cells[0].name, geometry.cells[24].name) == ("a5", "e1")


def test_touched_cells() -> None:
    start = tabuleiro.game("cifra").start()
    names = [cell.name for cell in start.game.geometry.cells]
    sides = {names[start.game.touched(start, action)[0]] for action in start.steps}
    assert sides == {"c5", "c1", "a3", "e3"}
    here = start.play("bottom-blue")
    action = here.game.read_step(here, "a5-a3")
    assert [names[p] for p in here.game.touched(here, action or 0)] == ["a5", "a3"]


# Bad input.


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mode": "race"}, "mode cannot be 'race'; accepted: dash, sum, king"),
        ({"size": 4}, "size cannot be '4'; accepted: 3, 5, 7, 9"),
        ({"tiles": "abc"}, "tiles cannot be 'abc'; accepted: standard, random, a seed of up to 18"),
        ({"tiles": "9" * 5000}, "a seed of up to 18 digits, or 5 rows of 5 tiles"),
        ({"numbers": "9" * 5000}, "a seed of up to 18 digits, or two rows"),
        ({"tiles": FIGURE, "size": 9}, "or 9 rows of 9 tiles"),
        ({"tiles": FIGURE.replace(".", "W")}, r"neutral tiles \('.'\) on c3 alone"),
        ({"tiles": FIGURE[:-1] + "W"}, "13 white and 11 blue tiles; accepted: 12 of each"),
        ({"numbers": "12345"[::-1] + "/1234"}, "numbers cannot be '54321/1234'"),
        ({"numbers": "11345/12345"}, "each have the digits 1 to 5 once"),
    ],
)
def test_bad_options(options: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidOption, match=message):
        tabuleiro.game("cifra", **options)


def test_tiles_may_be_written_in_small_letters() -> None:
    assert tabuleiro.game("cifra", tiles=FIGURE.lower()).start().text.split()[1] == FIGURE


SPARSE = "w..../...../...../...../b...."
EMPTY = "...../...../...../...../....."


@pytest.mark.parametrize(
    ("options", "text", "message"),
    [
        ({}, "wwwww", "needs the pieces, the tiles, White's home and the side to move"),
        ({}, f"www/bbb {FIGURE} top w", "the pieces 'www/bbb' must be 5 rows of 5 cells"),
        ({}, f"x{SPARSE[1:]} {FIGURE} top w", "have 'x' on a5; accepted: w, b and '.'"),
        ({}, f"{SPARSE} {FIGURE[::-1]} top w", f"pass -o tiles='{FIGURE[::-1]}'"),
        ({}, f"{SPARSE} {FIGURE} up w", "home cannot be 'up'; accepted: top, bottom, left, right"),
        ({}, f"{SPARSE} {FIGURE} top x", "side to move cannot be 'x'; accepted: w, b"),
        ({}, f"{SPARSE} {FIGURE} top w later", "'later' is not known; accepted: first:w"),
        ({}, f"{SPARSE} {FIGURE} top w first:r", "first player cannot be 'r'; accepted: w, b"),
        ({}, f"{SPARSE} {FIGURE} - -", "before the choice .* must be empty"),
        ({}, f"{EMPTY} {FIGURE} top w", "has no pieces"),
        ({}, f"wwwww/w..../...../...../b.... {FIGURE} top w", "White has 6 pieces"),
        ({"choose": False}, f"{EMPTY} {FIGURE} - -", "pass -o choose=yes"),
        ({"choose": False}, f"{SPARSE} {FIGURE} bottom w", "pass -o white=bottom"),
        ({"choose": False}, f"{SPARSE} {FIGURE} left w", "pass -o choose=yes"),
        ({"choose": False}, f"{SPARSE} {FIGURE} top w first:b", "pass -o first=blue"),
        ({"mode": "sum"}, f"{SPARSE} {FIGURE} top w", "needs one more field with the numbers"),
        (
            {"mode": "sum"},
            f"{SPARSE} {FIGURE} top w 1..../...../...../...../.2...",
            "but a1 has only a piece",
        ),
        (
            {"mode": "sum"},
            f"{SPARSE} {FIGURE} top w 6..../...../...../...../2....",
            "the numbers have '6' on a5",
        ),
        (
            {"mode": "sum"},
            f"ww.../...../...../...../b.... {FIGURE} top w 11.../...../...../...../2....",
            "White has a number twice",
        ),
    ],
)
def test_bad_positions(options: dict[str, object], text: str, message: str) -> None:
    with pytest.raises(InvalidPosition, match=message):
        tabuleiro.game("cifra", **options).position(text)
