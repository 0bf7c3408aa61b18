"""Screens of every size, and paper: the whole board is seen, and nothing lies over it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tabuleiro.game import game
from tabuleiro.record import Record
from tests.web.browser.conftest import Opener
from tests.web.browser.table import Table
from tests.web.serving import Served

GAMES = ("aboyne", "cifra", "fanorona", "focus", "shobu")
LOW = [(740, 360), (640, 400), (568, 320), (960, 540), (410, 590)]
"""Phones on their side, and windows at 200 %."""
Sit = Callable[..., Table]


def covered(page: Page) -> list[str]:
    """The cells whose middle is not on the screen, or lies under something else."""
    found = page.evaluate(
        """() => [...document.querySelectorAll("#board .spot")].filter((spot) => {
          const { x, y, width, height } = spot.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2) !== spot;
        }).map((spot) => spot.getAttribute("aria-label"))"""
    )
    return [str(name) for name in found]


@pytest.mark.parametrize("size", LOW, ids=lambda size: f"{size[0]}x{size[1]}")
def test_low_screens_show_the_whole_board(
    size: tuple[int, int], open_page: Opener, site: Served
) -> None:
    page = open_page(*size)
    for name in GAMES:
        made = site.new(name, "human", "easy", options={"choose": False} if name == "cifra" else {})
        Table.sit(page, site.url, made["id"], made["token"])
        assert covered(page) == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        expect(page.locator("#do-menu")).to_be_in_viewport(ratio=1)
        expect(page.locator("#status .headline")).to_be_in_viewport()


def test_on_a_low_screen_the_panel_opens_beside_the_board(open_page: Opener, site: Served) -> None:
    page = open_page(740, 360)
    made = site.new("shobu")
    Table.sit(page, site.url, made["id"], made["token"])
    expect(page.get_by_role("tab", name="Rules")).to_be_hidden()
    page.locator("#do-sheet").click()
    page.get_by_role("tab", name="Rules").click()
    expect(page.locator(".rules h2").first).to_be_visible()
    assert covered(page) == []
    page.locator("#do-sheet").click()
    expect(page.get_by_role("tab", name="Rules")).to_be_hidden()


@pytest.mark.parametrize("size", [(1280, 800), (360, 740), (740, 360), (820, 1180)])
def test_a_message_does_not_cover_the_board(
    size: tuple[int, int], open_page: Opener, site: Served
) -> None:
    page = open_page(*size)
    made = site.new("aboyne")
    table = Table.sit(page, site.url, made["id"], made["token"])
    names = [cell.name for cell in table.position.game.geometry.cells]
    stone = next(piece.cell for piece in table.position.view.pieces if piece.owners == (0,))
    table.cell(names[stone]).click()
    table.cell("i5").click()  # far away: the rules' longest sentence
    toast = page.locator(".toast").bounding_box()
    board = page.locator("#board svg .surface").bounding_box()
    assert toast is not None
    assert board is not None
    beside = toast["x"] + toast["width"] <= board["x"] or toast["x"] >= board["x"] + board["width"]
    above = toast["y"] + toast["height"] <= board["y"]
    assert beside or above or toast["y"] >= board["y"] + board["height"]
    assert toast["x"] >= 0
    assert toast["x"] + toast["width"] <= size[0]


def played(plies: int) -> Record:
    """A game of Fanorona with chains in it."""
    position = game("fanorona").start()
    for _ in range(plies):
        position = position.play(max(position.legal_moves, key=lambda move: len(move.text)))
        if position.outcome is not None:
            break
    return Record.of(position)


def test_lost_pieces_do_not_widen_a_phones_page(open_page: Opener, site: Served) -> None:
    page = open_page(360, 740, language="pt-PT", is_mobile=True, has_touch=True)
    made = site.new("fanorona", "human", "novice", record=played(40).text())
    Table.sit(page, site.url, made["id"], made["token"])
    expect(page.locator(".tray").first).to_be_visible()
    expect(page.locator("#seat-top .seat-name")).to_have_text("Principiante")
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_chains_wrap_between_their_steps_only(sit: Sit) -> None:
    record = played(8)
    assert max(len(move.actions) for move in record.moves) > 3
    table = sit("fanorona", record=record.text())
    assert table.moves == [move.text for move in record.moves]
    parts = table.page.evaluate(
        """() => [...document.querySelectorAll("#move-list .move")].map((move) => {
          const walker = document.createTreeWalker(move, NodeFilter.SHOW_TEXT);
          const lines = new Map();
          for (let node = walker.nextNode(); node; node = walker.nextNode())
            for (let i = 0; i < node.length; i++) {
              const range = document.createRange();
              range.setStart(node, i);
              range.setEnd(node, i + 1);
              const { bottom } = range.getBoundingClientRect();
              lines.set(bottom, (lines.get(bottom) ?? "") + node.data[i]);
            }
          return [...lines.values()];
        })"""
    )
    assert any(len(lines) > 1 for lines in parts)
    assert all(line.endswith(",") for lines in parts for line in lines[:-1])


@pytest.mark.parametrize("size", [(1280, 800), (360, 740), (740, 360)])
def test_paper_shows_the_whole_game(size: tuple[int, int], open_page: Opener, site: Served) -> None:
    record = played(40)
    made = site.new("fanorona", record=record.text())
    page = open_page(*size, color_scheme="dark")
    Table.sit(page, site.url, made["id"], made["token"])
    page.locator("#to-rules").dispatch_event("click")
    page.wait_for_selector(".rules h2", state="attached")
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    moves = page.locator("#move-list .moves-grid > .move")
    expect(moves).to_have_count(len(record.moves))
    expect(moves.last).to_be_visible()
    expect(page.locator("#board svg")).to_be_visible()
    expect(page.locator(".rules")).to_be_hidden()
    expect(page.locator("#do-menu")).to_be_hidden()
    hidden = page.evaluate(
        """() => [...document.querySelectorAll("#move-list, #panel, body, html, .play, .side")]
          .filter((box) => !["visible", "clip"].includes(getComputedStyle(box).overflowY)
            && box.scrollHeight > box.clientHeight + 1)
          .map((box) => box.id || box.className || box.tagName)"""
    )
    assert hidden == []
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert page.pdf(width="210mm", height="297mm").startswith(b"%PDF")
