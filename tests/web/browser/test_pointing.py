"""Pointing at the board: the ring of the keyboard, gestures, boards that stand upright."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from math import atan2

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Locator, Page, expect

from tabuleiro.game import game
from tabuleiro.kernel.contract import STOP
from tabuleiro.position import Position
from tabuleiro.record import Record
from tabuleiro.turn import Choice, Turn
from tests.web.browser.conftest import Opener
from tests.web.browser.table import Table
from tests.web.serving import Served

RING = 7
"""Pixels that the ring of an element may stand out from it."""
SEEN = 90
"""Shades of grey that smoothed edges may differ by from picture to picture."""
STOPS = 1000
"""More than any page has, however many games it lists."""
TRIES = 5
"""Pictures of one ring, since a page may change by itself meanwhile."""
Sit = Callable[..., Table]


def picture(page: Page) -> Image.Image:
    """The page as it looks now."""
    return Image.open(BytesIO(page.screenshot(caret="hide"))).convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    """Where two pictures differ so that one sees it: left, top, right, bottom."""
    apart = ImageChops.difference(one, other).convert("L")
    return apart.point([255 * (shade > SEEN) for shade in range(256)]).getbbox()


def stops(page: Page) -> list[str]:
    """The tags and classes of what the Tab key leads to, once round the page."""
    page.evaluate("document.activeElement.blur()")
    found: list[str] = []
    for _ in range(STOPS):
        page.keyboard.press("Tab")
        name = str(
            page.evaluate(
                """() => {
                  const { activeElement: here } = document;
                  const part = here.closest("#board") ? "board " : "";
                  return part + here.tagName + "." + (here.getAttribute("class") ?? "") + here.id;
                }"""
            )
        )
        if name.startswith("BODY") or (found and name == found[0]):
            return found
        found.append(name)
    raise AssertionError("the Tab key never leaves the page")


def test_the_tab_key_stops_at_one_cell_of_the_board(sit: Sit) -> None:
    table = sit("fanorona")
    on_board = [name for name in stops(table.page) if name.startswith("board ")]
    assert len(on_board) == 1
    assert on_board[0].startswith("board circle.spot")


WHERE = """() => {
  const here = document.activeElement;
  if (here === document.body || here.matches("dialog")) return null;
  const shown = here.matches(".visually-hidden") ? here.labels[0] : here;
  const { left, top, right, bottom } = shown.getBoundingClientRect();
  const [width, height] = [Math.min(innerWidth, right), Math.min(innerHeight, bottom)];
  const box = [Math.max(0, left), Math.max(0, top), width, height];
  const all = [...document.querySelectorAll("*")];
  const kind = (each) => `${each.tagName}.${each.getAttribute("class")}`;
  return [box, all.indexOf(here), `${kind(here.parentElement)} > ${kind(here)}#${here.id}`];
}"""
"""The part of the element with the focus that is on the screen, its place in the page, its kind."""


def walk(page: Page, known: set[str]) -> int:
    """Go round with the Tab key: what focus changes on the screen lies within the element that has
    it and a thin ring, and is seen on all its sides. How many stops there were; of a kind that is
    known one is not looked at again."""
    page.evaluate("document.activeElement.blur()")
    bare = picture(page)
    seen: set[int] = set()
    while len(seen) < STOPS:
        page.keyboard.press("Tab")
        told = page.evaluate(WHERE)
        if told is None:  # behind the last stop; the next is the first
            page.keyboard.press("Tab")
            told = page.evaluate(WHERE)
        box, place, kind = told
        if place in seen:
            return len(seen)
        seen.add(place)
        if kind in known:
            continue
        known.add(kind)
        changed = difference(picture(page), bare)
        for _ in range(TRIES):
            if changed is not None and not strays(changed, box):
                break
            here = page.evaluate_handle("document.activeElement")  # it has scrolled, perhaps
            ringed = picture(page)
            page.evaluate("document.activeElement.blur()")  # the next Tab goes on from here
            bare = picture(page)
            changed = difference(ringed, bare)
            here.as_element().focus()
        assert changed is not None, f"it has the focus and does not show it: {kind}"
        assert not strays(changed, box), f"{changed} leaves {box}: {kind}"
    raise AssertionError("the Tab key never comes round")


def strays(ring: tuple[int, int, int, int], box: list[float]) -> bool:
    """Whether a ring is elsewhere than around its element, or one of its sides is not seen."""
    signs = (-1, -1, 1, 1)
    out = [sign * (side - edge) for sign, side, edge in zip(signs, ring, box, strict=True)]
    return not all(-RING <= distance <= RING for distance in out)


def test_no_ring_leaves_its_element_on_pages(open_page: Opener, site: Served) -> None:
    page, known = open_page(width=900, height=700), set[str]()
    site.new("focus")  # a row of the history
    for path in ("/", "/history", "/you", "/experiments", "/learn/focus/stack", "/puzzles"):
        page.goto(site.url + path)
        page.wait_for_load_state("networkidle")
        assert walk(page, known) > 4, path


def test_no_ring_leaves_its_element_at_a_board(open_page: Opener, site: Served) -> None:
    page, known = open_page(width=900, height=700), set[str]()
    made = site.new("fanorona", analysis=True)
    Table.sit(page, site.url, made["id"], made["token"])
    for tab in ("Moves", "Analysis", "Openings", "Rules"):
        page.get_by_role("tab", name=tab).click()
        page.wait_for_load_state("networkidle")
        assert walk(page, known) > 8, tab


def test_no_ring_leaves_its_element_in_a_dialog(open_page: Opener, site: Served) -> None:
    page, known = open_page(width=900, height=700), set[str]()
    page.goto(f"{site.url}/?game=focus")
    page.get_by_role("dialog").get_by_text("Options of the game").click()
    page.wait_for_load_state("networkidle")
    assert walk(page, known) > 6
    made = site.new("shobu", "human", "easy")
    Table.sit(page, site.url, made["id"], made["token"])
    page.locator("#do-menu").click()
    assert walk(page, known) > 4
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keyboard").wait_for()
    assert walk(page, known) >= 1


def chain() -> Position:
    """A game of Fanorona where a capture may go on, or end."""
    position = game("fanorona", width=5, height=5).start()
    while not [m for m in position.legal_moves if m.actions[1:] == (STOP,)]:
        position = position.play(position.legal_moves[0])
    return position


def begin(table: Table, position: Position) -> tuple[Locator, Locator]:
    """Make the first capture of a chain; where the piece came from, and where it stands."""
    first = next(m for m in position.legal_moves if m.actions[1:] == (STOP,)).actions[0]
    choice = Choice(position, first)
    names = [cell.name for cell in position.game.geometry.cells]
    source, target = (table.cell(names[cell]) for cell in choice.cells)
    source.click()
    target.click()
    for cell in Turn(position).tells(choice)[:1]:
        table.cell(names[cell]).click()
    table.page.wait_for_selector("body[data-half='1']")
    return source, target


def test_a_second_click_on_the_moving_piece_takes_the_step_back(sit: Sit) -> None:
    position = chain()
    table = sit("fanorona", record=Record.of(position).text())
    source, target = begin(table, position)
    target.click()
    table.page.wait_for_selector("body[data-half='0']")
    expect(source).to_have_accessible_name(re.compile("White|Black"))
    expect(target).to_have_accessible_name(re.compile("empty"))
    assert table.position.ply == position.ply


def test_a_double_click_on_a_target_makes_one_step(sit: Sit) -> None:
    position = chain()
    table = sit("fanorona", record=Record.of(position).text())
    first = next(m for m in position.legal_moves if m.actions[1:] == (STOP,)).actions[0]
    choice = Choice(position, first)
    assert not Turn(position).tells(choice)
    names = [cell.name for cell in position.game.geometry.cells]
    table.cell(names[choice.cells[0]]).click()
    box = table.cell(names[choice.cells[1]]).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse = table.page.mouse
    mouse.move(x, y)
    mouse.down(click_count=1)
    mouse.up(click_count=1)
    table.page.wait_for_selector("body[data-half='1']")  # the answer is here before the second
    mouse.down(click_count=2)
    mouse.up(click_count=2)
    expect(table.page.locator("#do-cancel")).to_be_visible()
    assert table.page.locator("body").get_attribute("data-half") == "1"
    assert table.position.ply == position.ply


@pytest.mark.parametrize("touch", [False, True])
def test_a_click_picks_and_a_second_one_puts_back_in_mid_turn_too(
    touch: bool, open_page: Opener, site: Served
) -> None:
    page = open_page(has_touch=touch)
    made = site.new("shobu")
    table = Table.sit(page, site.url, made["id"], made["token"])
    start = table.position
    turns = (Turn(start).take(move.actions[0]) for move in start.legal_moves)
    turn = next(t for t in turns if len(t.sources) > 1 and len(t.at(t.sources[0])) == 1)
    names = [cell.name for cell in start.game.geometry.cells]
    for cell in Choice(start, turn.actions[0]).cells:
        table.cell(names[cell]).click()
    page.wait_for_selector("body[data-half='1']")
    stone = table.cell(names[turn.sources[0]])
    for picked in (1, 0):
        stone.tap() if touch else stone.click(click_count=1)
        expect(page.locator(".picked")).to_have_count(picked)
    assert page.locator("body").get_attribute("data-half") == "1"
    assert table.position.ply == 0


def test_on_a_phone_a_chain_can_be_ended_or_given_up(open_page: Opener, site: Served) -> None:
    page = open_page(width=360, height=740, has_touch=True, is_mobile=True)
    position = chain()
    made = site.new("fanorona", record=Record.of(position).text())
    table = Table.sit(page, site.url, made["id"], made["token"])
    begin(table, position)
    expect(page.locator("#do-finish")).to_be_in_viewport(ratio=1)
    expect(page.locator("#do-cancel")).to_be_in_viewport(ratio=1)
    page.locator("#do-cancel").tap()
    page.wait_for_selector("body[data-half='0']")
    assert table.position.ply == position.ply


def middle(place: Locator) -> tuple[float, float]:
    """Where the middle of something is on the screen."""
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def direction(arrow: Locator) -> float:
    """Where an arrow points, as an angle."""
    corners = [
        [float(number) for number in corner.split()]
        for corner in str(arrow.get_attribute("d")).strip("Mz").split("L")
    ]
    (x1, y1), (x2, y2), (x, y) = corners[0], corners[-1], corners[3]
    return atan2(y - (y1 + y2) / 2, x - (x1 + x2) / 2)


def test_a_wide_board_stands_upright_on_a_phone(open_page: Opener, site: Served) -> None:
    page = open_page(width=360, height=740)
    made = site.new("fanorona")
    table = Table.sit(page, site.url, made["id"], made["token"])
    (a1x, a1y), (i1x, i1y), (a5x, a5y) = (middle(table.cell(name)) for name in ("a1", "i1", "a5"))
    assert abs(a1x - i1x) < 1
    assert abs(a1y - a5y) < 1
    assert i1y - a1y > 1.5 * (a5x - a1x) > 0
    for text, cell in (("c", "c1"), ("4", "a4")):
        mark = middle(page.locator("#board .coordinate", has_text=text))
        place = middle(table.cell(cell))
        assert abs(mark[text.isdigit() == 0] - place[text.isdigit() == 0]) < 6
    table.cell("c3").focus()
    page.keyboard.press("ArrowDown")
    expect(table.cell("d3")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(table.cell("d4")).to_be_focused()
    hint = page.locator("#status .hint-text:not(.waits)")
    arrow = page.locator("#board .arrow")
    page.keyboard.press("h")
    expect(hint).to_be_visible()
    page.keyboard.press("h")
    expect(arrow).to_have_count(1)
    way = direction(arrow)
    page.keyboard.press("h")
    expect(hint.get_by_role("button")).to_have_count(0)
    assert abs(direction(arrow) - way) < 0.01
    move = table.position.legal_moves[0]
    table.click(move, table.position)
    assert table.position.move == move
    page.set_viewport_size({"width": 900, "height": 700})
    (a1x, a1y), (i1x, i1y) = (middle(table.cell(name)) for name in ("a1", "i1"))
    assert abs(a1y - i1y) < 1
    assert i1x > a1x


def test_what_a_stack_loses_is_seen_beside_it(sit: Sit) -> None:
    start = game("focus", size=4).position("#,.,.,#/.,BB,AA,./.,.,.,./#,.,.,# A 0 0")
    moved = start.play("c3-b3")
    table = sit("focus", record=Record.of(moved).text())
    assert moved.view.captured == (0, 1)
    ghost = table.page.locator(".captured-ghost")
    expect(ghost).to_have_count(1)
    expect(ghost.locator(".disc")).to_have_count(1)
    expect(ghost.locator(".owner-1")).to_have_count(1)


def test_a_reserve_that_is_picked_by_key_leads_to_the_board(page: Page, site: Served) -> None:
    """Arrows beside the board browse the moves."""
    start = game("focus", size=4).position("#,.,.,#/.,BB,A,./.,.,.,./#,.,.,# A 1 0")
    made = site.new("focus", record=Record.of(start).text())
    table = Table.sit(page, site.url, made["id"], made["token"])
    reserve = page.locator("button[data-reserve]")
    reserve.focus()
    page.keyboard.press("Enter")
    expect(reserve).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#board .spot:focus")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(reserve).to_have_attribute("aria-pressed", "true")
    table.wait_for_ply(0)
    page.keyboard.press("Enter")
    table.wait_for_ply(1)
    expect(page.locator("#move-list .move")).to_contain_text("*")
