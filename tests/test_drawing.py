"""SVG pictures: well-formed for every game, and nobody has to tell colours apart."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest

import tabuleiro
from tabuleiro import Position, drawing

GAMES = ("aboyne", "cifra", "fanorona", "focus", "shobu")
SVG = "{http://www.w3.org/2000/svg}"
DISC, RING = f"{drawing.RADIUS:.3f}", f"{drawing.RADIUS * 0.55:.3f}"


def drawn(here: Position) -> ElementTree.Element:
    root = ElementTree.fromstring(drawing.svg(here))
    assert root.tag == SVG + "svg"
    return root


def circles(root: ElementTree.Element) -> Counter[str]:
    """How many circles there are of each radius."""
    return Counter(circle.attrib["r"] for circle in root.iter(SVG + "circle"))


def written(root: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in root.iter(SVG + "text")]


def later(name: str, turns: int = 25) -> Position:
    chance = random.Random(4)
    here = tabuleiro.game(name).start()
    while here.ply < turns and here.outcome is None:
        here = here.step(chance.choice(here.steps))
    return here


@pytest.mark.parametrize("name", GAMES)
def test_every_piece_is_a_disc_and_the_second_players_carry_a_ring(name: str) -> None:
    for here in (tabuleiro.game(name).start(), later(name)):
        owners = [owner for piece in here.view.pieces for owner in piece.owners]
        count = circles(drawn(here))
        assert count[DISC] == len(owners)
        assert count[RING] == owners.count(1)


@pytest.mark.parametrize("name", GAMES)
def test_everything_is_inside_the_picture(name: str) -> None:
    root = drawn(later(name))
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    for circle in root.iter(SVG + "circle"):
        x, y, r = (float(circle.attrib[key]) for key in ("cx", "cy", "r"))
        assert left <= x - r
        assert x + r <= left + width
        assert top <= y - r
        assert y + r <= top + height
    for text in root.iter(SVG + "text"):
        assert left < float(text.attrib["x"]) < left + width
        assert top < float(text.attrib["y"]) < top + height


@pytest.mark.parametrize("name", GAMES)
def test_cells_and_coordinates(name: str) -> None:
    here = tabuleiro.game(name).start()
    root = drawn(here)
    shape = here.game.geometry.cells[0].shape
    places = {
        "point": circles(root)["0.07"],
        "hexagon": len(list(root.iter(SVG + "polygon"))),
        "square": len(list(root.iter(SVG + "rect"))),
    }
    assert places[shape] == len(here.game.geometry.cells)
    assert written(root) == [label.text for label in here.game.geometry.labels]


def test_the_title_is_the_position() -> None:
    here = tabuleiro.game("fanorona").start()
    title = drawn(here).find(SVG + "title")
    assert title is not None
    assert title.text == f"Fanorona: {here.text}"
    assert drawn(here).attrib["role"] == "img"


def test_size_in_pixels() -> None:
    here = tabuleiro.game("shobu").start()
    assert ElementTree.fromstring(drawing.svg(here, 300)).attrib["width"] == "300"
    assert here._repr_svg_() == drawing.svg(here)


def test_lines_of_fanorona() -> None:
    here = tabuleiro.game("fanorona", width=3, height=3).start()
    # Six across, six down, and four from the middle to the corners.
    lines = [line.attrib for line in drawn(here).iter(SVG + "line")]
    assert len(lines) == 6 + 6 + 4
    diagonal = [line for line in lines if line["x1"] != line["x2"] and line["y1"] != line["y2"]]
    assert len(diagonal) == 4


def test_stacks_are_drawn_from_bottom_to_top() -> None:
    game = tabuleiro.game("focus", size=6)
    empty = "#,.,.,.,.,#/.,.,.,.,.,./.,.,ABB,.,.,./.,.,.,.,BA,./.,.,.,.,.,./#,.,.,.,.,#"
    root = drawn(game.position(f"{empty} A 2 1"))
    assert circles(root)[DISC] == 5
    fills = [c.attrib["fill"] for c in root.iter(SVG + "circle") if c.attrib["r"] == DISC]
    orange, blue = drawing.DISCS["orange"][0], drawing.DISCS["blue"][0]
    assert fills == [orange, blue, blue, blue, orange]
    heights = [float(c.attrib["cy"]) for c in root.iter(SVG + "circle") if c.attrib["r"] == DISC]
    assert heights[0] > heights[1] > heights[2]
    assert "3" in written(root)[len(game.geometry.labels) :]  # the height of a tall stack


def test_trays() -> None:
    game = tabuleiro.game("focus", size=6)
    empty = "#,.,.,.,.,#/.,.,.,.,.,./.,.,ABB,.,.,./.,.,.,.,BA,./.,.,.,.,.,./#,.,.,.,.,#"
    said = written(drawn(game.position(f"{empty} A 2 1")))
    assert said[-4:] == ["2 in reserve", "4 lost", "1 in reserve", "4 lost"]
    assert all("lost" not in text for text in written(drawn(game.start())))


def test_marks() -> None:
    fanorona = tabuleiro.game("fanorona", width=5, height=5)
    moving = fanorona.position("....B/.B.../...../B.W../..... w chain:c2:c1:n")
    assert circles(drawn(moving))[f"{drawing.RADIUS + 0.07:.3f}"] == 1
    aboyne = tabuleiro.game("aboyne", side=3)
    assert len(list(drawn(aboyne.position(".../..../.BR../...B/... b")).iter(SVG + "path"))) == 2
    king = tabuleiro.game("cifra", choose=False, mode="king").start()
    assert written(drawn(king)).count("♚") == 2
    dash = tabuleiro.game("cifra", choose=False)
    goal = dash.position("..ww./b..../...../...../.b..w WBWBW/WBBWB/BW.BW/WWBBW/BWBWB top w")
    assert written(drawn(goal)).count("★") == 1


@pytest.mark.parametrize("colour", drawing.DISCS)
def test_what_is_written_on_a_disc_stands_out(colour: str) -> None:
    def light(text: str) -> float:
        """Relative luminance as in the guidelines for accessible web content."""
        parts = [int(text[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    fill = drawing.DISCS[colour][0]
    bright, dark = sorted((light(fill), light(drawing._contrast(fill))), reverse=True)
    assert (bright + 0.05) / (dark + 0.05) > 4


def test_a_colour_that_is_unknown_here_is_drawn_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = tabuleiro.game("focus", size=4).start()
    usual = drawing.svg(start)
    strange = [replace(player, colour="violet") for player in start.players]
    monkeypatch.setitem(start.__dict__, "players", tuple(strange))
    drawn = drawing.svg(start)
    assert drawn != usual
    assert drawn.count("<circle") == usual.count("<circle")
