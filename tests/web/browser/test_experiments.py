"""Experiments from the page: the form, the results while they come, replay."""

from __future__ import annotations

import re
from io import BytesIO

from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.web.serving import Served


def paper(chart: Locator) -> float:
    """How light a chart's ground is: the shade that most of it has."""
    shades = Image.open(BytesIO(chart.screenshot())).convert("L").histogram()
    return shades.index(max(shades))


def test_an_arena_run(page: Page, site: Served) -> None:
    page.goto(f"{site.url}/experiments")
    page.get_by_label("Game", exact=True).select_option("fanorona")
    page.get_by_label("Games", exact=True).fill("4")
    page.get_by_role("button", name="Medium: Delete").click()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("Choose at least two bots")).to_be_visible()
    page.get_by_label("Add a bot").select_option("random")
    page.get_by_text("Options of the game").click()
    page.get_by_label("Width").select_option("5")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("[data-run]")).to_be_visible()
    expect(page.locator("[data-run][data-state=done]")).to_be_visible(timeout=120_000)
    expect(page.get_by_text("4 of 4 games").first).to_be_visible()
    rows = page.locator("#standings tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Easy")
    chart = page.get_by_role("img", name="Elo with 95 % intervals")
    expect(chart).to_be_visible()
    expect(page.locator("#games tbody tr")).to_have_count(4)
    light = paper(chart)
    page.locator("#theme").click()
    expect(chart).to_be_visible()
    assert paper(chart) < 90 < 160 < light
    page.get_by_label("Language").select_option("pt")
    chart = page.get_by_role("img", name="Elo com intervalos de 95 %")
    expect(chart).to_have_attribute("src", re.compile("Elo%20com%20intervalos"))
    page.get_by_label("Idioma").select_option("en")
    page.locator("#games").get_by_role("button", name="Replay").first.click()
    page.wait_for_url("**/play/*")
    page.wait_for_selector("body[data-turn]")
    expect(page.locator("#board .spot")).to_have_count(25)
