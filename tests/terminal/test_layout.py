"""Boards on a grid of characters: every cell has its place, at every size."""

from __future__ import annotations

from collections import Counter

import pytest

import tabuleiro
from tabuleiro.terminal.console import Look
from tabuleiro.terminal.layout import fit
from tabuleiro.terminal.painting import Marks, paint

ROOM = (51, 18)
"""What the board gets in a window of 80 x 24."""
USUAL = ("aboyne", "cifra", "fanorona", "focus", "shobu")
LARGE = (
    ("aboyne", {"side": 6}),
    ("cifra", {"size": 9}),
    ("fanorona", {"width": 10, "height": 10}),
    ("focus", {"size": 10}),
    ("focus", {"size": 12}),
)


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("room", [ROOM, (75, 33), (150, 60)])
@pytest.mark.parametrize(("name", "options"), [*((name, {}) for name in USUAL), *LARGE])
def test_cells_do_not_overlap(
    name: str, options: dict[str, object], room: tuple[int, int], flipped: bool
) -> None:
    geometry = tabuleiro.game(name, seed=None, **options).geometry
    layout = fit(geometry, *room, flipped)
    assert layout is not None
    assert layout.width <= room[0]
    assert layout.height <= room[1]
    taken: Counter[tuple[int, int]] = Counter()
    for index, box in enumerate(layout.boxes):
        assert layout.cell_at(*box.middle) == index
        places = [(box.x + i, box.y + j) for i in range(box.width) for j in range(box.height)]
        assert all(0 <= x < layout.width and 0 <= y < layout.height for x, y in places)
        taken.update(places)
    taken.update((x + i, y) for x, y, text in layout.labels for i in range(len(text)))
    assert set(taken.values()) == {1}


@pytest.mark.parametrize("name", USUAL)
def test_usual_boards_have_cells_of_two_lines_at_least(name: str) -> None:
    layout = fit(tabuleiro.game(name).geometry, *ROOM)
    assert layout is not None
    assert layout.boxes[0].height >= 2


@pytest.mark.parametrize("name", USUAL)
def test_boards_grow_with_the_window(name: str) -> None:
    geometry = tabuleiro.game(name).geometry
    sizes = [fit(geometry, 20 * n, 8 * n) for n in range(3, 10)]
    heights = [layout.boxes[0].height for layout in sizes if layout is not None]
    assert heights == sorted(heights)
    assert heights[-1] > heights[0]
    assert fit(geometry, 20, 5) is None


def test_a_flipped_board_is_turned_by_half_a_turn() -> None:
    geometry = tabuleiro.game("fanorona").geometry
    plain, flipped = fit(geometry, *ROOM), fit(geometry, *ROOM, flipped=True)
    assert plain is not None
    assert flipped is not None
    assert plain.boxes == flipped.boxes[::-1]
    rows = {text: y for _, y, text in plain.labels if text.isdigit()}
    assert {text: y for _, y, text in flipped.labels if text.isdigit()} == {
        str(6 - int(text)): y for text, y in rows.items()
    }


@pytest.mark.parametrize("look", list(Look))
@pytest.mark.parametrize("name", USUAL)
def test_every_mark_can_be_seen(name: str, look: Look) -> None:
    """On an empty cell and on a piece, each mark changes the picture in its own way."""
    here = tabuleiro.game(name).start()
    if not here.view.pieces:
        here = here.play("top-blue")
    layout = fit(here.game.geometry, *ROOM)
    assert layout is not None
    standing = {piece.cell for piece in here.view.pieces}
    empty = next(index for index in range(len(layout.boxes)) if index not in standing)

    def looks(marks: Marks) -> str:
        canvas = paint(here, layout, look, marks)
        return repr([canvas.segments(row) for row in range(canvas.height)])

    for cell in (empty, min(standing)):
        here_only = frozenset({cell})
        all_marks = [
            Marks(),
            Marks(cursor=cell),
            Marks(picked=cell),
            Marks(targets=here_only),
            Marks(taken=here_only),
            Marks(last=here_only),
            Marks(hint=here_only),
            Marks(ghosts={cell: 1}),
        ]
        assert len({looks(marks) for marks in all_marks}) == len(all_marks)


def test_stacks_show_their_height_and_what_is_under_the_top() -> None:
    rows = "#,.,.,.,.,#/.,.,.,.,.,./.,.,ABB,.,.,./.,.,.,.,BA,./.,.,.,.,.,./#,.,.,.,.,#"
    here = tabuleiro.game("focus", size=6).position(f"{rows} A 2 1")
    for room in (ROOM, (80, 40)):
        layout = fit(here.game.geometry, *room)
        assert layout is not None
        for look, under in ((Look.colour, "AB"), (Look.plain, "ab")):
            canvas = paint(here, layout, look)
            box = layout.boxes[[cell.name for cell in here.game.geometry.cells].index("c4")]
            inside = [
                "".join(spot.sign for spot in line[box.x : box.x + box.width])
                for line in canvas.spots[box.y : box.y + box.height]
            ]
            assert "3" in "".join(inside)
            assert under in "".join(inside)
