"""The lab: a search before one's eyes."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Opener
from tests.web.browser.table import Table
from tests.web.serving import Served

SMALL = quote('{"size":4}')
SEARCH = f"/lab?game=focus&options={SMALL}&bot=hard&depth=3"


def look(page: Page, site: Served, path: str = SEARCH) -> None:
    page.goto(site.url + path)
    page.wait_for_selector("body[data-searched]", timeout=180_000)


def check(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_a_search_can_be_stepped_through(page: Page, site: Served) -> None:
    look(page, site)
    tree = page.get_by_role("tree")
    expect(tree.get_by_role("treeitem").first).to_contain_text("start")
    many = tree.get_by_role("treeitem").count()
    root = tree.get_by_role("treeitem").first
    root.focus()
    page.keyboard.press("Enter")
    expect(root).to_have_attribute("aria-expanded", "false")
    expect(tree.get_by_role("treeitem")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(tree.get_by_role("treeitem")).to_have_count(many)
    below = tree.get_by_role("treeitem").nth(1)
    states = ["true", "false"]
    if below.get_attribute("aria-expanded") == "false":
        states.reverse()
    for state in states[::-1]:
        below.dblclick()
        expect(below).to_have_attribute("aria-expanded", state)
    page.get_by_role("button", name="Back to the beginning").click()
    expect(tree.get_by_role("treeitem")).to_have_count(1)
    page.get_by_role("button", name="Next cut").click()
    words = page.locator("#words-0")
    expect(words).to_contain_text("so this branch cannot matter")
    expect(words).to_contain_text("never looked at")
    chosen = tree.get_by_role("treeitem", selected=True)
    chosen.focus()
    before = chosen.get_attribute("data-node")
    page.keyboard.press("ArrowLeft")
    expect(chosen).to_be_focused()
    assert chosen.get_attribute("data-node") != before
    expect(chosen).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".lab-board .last").first).to_be_visible()
    page.get_by_label("Speed").select_option("400")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.get_by_label("Layer").select_option("0")
    expect(tree.get_by_role("treeitem").first).to_contain_text("start")
    page.locator("#all-0").click()
    page.locator("canvas").hover()
    page.mouse.wheel(0, -400)
    check(page)


def test_any_position_of_a_game_leads_there(page: Page, site: Served) -> None:
    made = site.new("focus", analysis=True, options={"size": 4})
    Table.sit(page, site.url, made["id"], made["token"])
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_role("link", name="See how a search thinks").click()
    page.wait_for_selector("body[data-searched]", timeout=180_000)
    assert "position=" in page.url


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_walks_along_a_path(scheme: str, open_page: Opener, site: Served) -> None:
    page = open_page(360, 740, "pt-PT", color_scheme=scheme)
    look(page, site)
    expect(page.locator("canvas")).to_be_hidden()
    items = page.get_by_role("treeitem")
    items.nth(1).click()
    expect(items.nth(1)).to_have_attribute("aria-selected", "true")
    expect(page.locator("#words-0")).to_contain_text("A jogar:")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360
    check(page)


def test_what_is_wrong_is_said(page: Page, site: Served) -> None:
    page.goto(f"{site.url}/lab?game=focus&position=nonsense")
    expect(page.locator("#lab-views")).to_contain_text("nonsense")
