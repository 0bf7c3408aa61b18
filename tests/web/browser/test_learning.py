"""Analysis, review and positions set up by hand."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.web.browser.table import Table
from tests.web.serving import Served

Sit = Callable[..., Table]


def test_analysis_lines_appear_and_can_be_played_out(sit: Sit) -> None:
    table = sit("fanorona", analysis=True)
    page = table.page
    page.get_by_role("button", name="Analyse this position").click()
    lines = page.locator("#lines .line")
    expect(lines).to_have_count(3)
    expect(page.locator(".figures").first).to_contain_text("positions/s")
    expect(page.locator("#bar")).to_be_visible()
    expect(page.locator(".arrow").first).to_be_visible()
    expect(page.locator(".term").first).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#bar")).to_be_hidden()
    page.get_by_role("button", name="Analyse this position").click()
    moves = lines.first.locator(".move")
    expect(moves.nth(1)).to_be_visible()
    moves.nth(1).click()
    table.wait_for_ply(2)


def test_threats_are_drawn(sit: Sit) -> None:
    table = sit("aboyne", analysis=True)
    table.page.get_by_role("button", name="Threats").click()
    expect(table.page.locator(".arrow.threat")).to_have_count(1)


def test_review_after_the_end(sit: Sit) -> None:
    table = sit("fanorona", "human", "random", options={"width": 5, "height": 5}, seed=4)
    for _ in range(3):
        if table.wait_for_turn() == "over":
            break
        position = table.position
        table.click(position.legal_moves[-1], position)
    if table.wait_for_turn() != "over":
        table.page.locator("#do-menu").click()
        table.page.get_by_role("button", name="Resign").click()
        table.page.locator("#resign-yes").click()
    expect(table.page.locator("body")).to_have_attribute("data-turn", "over")
    plies = table.position.ply
    table.page.locator("#status").get_by_role("button", name="Review the game").click()
    chart = table.page.get_by_role("img", name="Winning chances")
    expect(chart).to_be_visible(timeout=60_000)
    expect(chart.locator(".hit")).to_have_count(plies)
    chart.locator(".hit").first.click()
    table.wait_for_ply(1)


def test_a_position_is_set_up_by_hand(sit: Sit, site: Served) -> None:
    table = sit("fanorona", analysis=True, options={"width": 5, "height": 5})
    page = table.page
    page.get_by_role("button", name="Set up a position").click()
    box = page.get_by_role("dialog")
    box.get_by_role("button", name="Empty the board").click()
    box.get_by_role("button", name="White", exact=True).click()
    box.get_by_role("button", name="c1,").click()
    box.get_by_role("button", name="Black", exact=True).click()
    for name in ("c3", "c4"):
        box.get_by_role("button", name=f"{name},").click()
    expect(box.get_by_role("alert")).to_be_empty()
    box.get_by_role("button", name="Analyse").click()
    page.wait_for_url(lambda url: table.match not in url)
    page.wait_for_selector("body[data-turn]")
    fresh = page.url.split("/play/")[1].split("#")[0]
    nodes = site.http.get(f"/api/matches/{fresh}").json()
    assert nodes["match"]["analysis"] is True
    expect(page.locator("#position-text")).to_have_value("...../..B../..B../...../..W.. w")


def test_a_position_that_cannot_be_says_why(sit: Sit) -> None:
    table = sit("focus", analysis=True)
    page = table.page
    page.get_by_role("button", name="Set up a position").click()
    box = page.get_by_role("dialog")
    box.get_by_role("button", name="Blue", exact=True).click()
    box.get_by_role("button", name="d8,").click()
    expect(box.get_by_role("alert")).to_contain_text("19 pieces")
    box.get_by_role("button", name="Eraser").click()
    box.get_by_role("button", name="d8,").click()
    expect(box.get_by_role("alert")).to_be_empty()
