"""Analysis, review and positions set up by hand."""

from __future__ import annotations

import re
from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tabuleiro.game import game
from tabuleiro.record import Record
from tests.web.browser.conftest import Opener
from tests.web.browser.table import Table
from tests.web.serving import Served

Sit = Callable[..., Table]


def test_analysis_lines_appear_and_can_be_played_out(sit: Sit) -> None:
    table = sit("fanorona", analysis=True)
    page = table.page
    page.locator("#analyse").click()
    lines = page.locator("#lines .line")
    expect(lines).to_have_count(3)
    expect(page.locator(".figures").first).to_contain_text("positions/s")
    expect(page.locator("#bar")).to_be_visible()
    expect(page.locator(".arrow").first).to_be_visible()
    page.locator("#why-film").click()  # nothing is played, and the board comes back
    expect(page.locator("#why-film")).to_have_text("Back to the position")
    page.locator("#why-film").click()
    expect(page.locator("#why-film")).to_have_text("Show the line on the board")
    table.wait_for_ply(0)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("#bar")).to_be_hidden()
    page.locator("#analyse").click()
    moves = lines.first.locator(".move")
    expect(moves.nth(1)).to_be_visible()
    moves.nth(1).click()
    table.wait_for_ply(2)


def test_pieces_have_a_worth_and_the_page_says_what_that_is(sit: Sit) -> None:
    table = sit("fanorona", analysis=True, options={"width": 5, "height": 5})
    page = table.page
    page.locator("#worths").click()
    plates = page.locator("#board .known")
    expect(plates).to_have_count(24)
    expect(page.locator("#worths-help")).to_contain_text("in stones")
    expect(page.locator("#worths-help")).to_contain_text("Judged by the terms.")
    expect(plates.locator("text").first).to_have_text(re.compile(r"^−?\d+\.\d$"))
    page.locator("#worths").click()
    expect(plates).to_have_count(0)
    expect(page.locator("#worths-help")).to_have_count(0)


def test_a_later_move_of_a_line_is_seen_on_a_board_of_its_own(sit: Sit) -> None:
    table = sit("fanorona", analysis=True)
    page, start = table.page, table.position
    page.locator("#analyse").click()
    moves = page.locator("#lines .line").first.locator(".move")
    small = page.locator("#ahead")
    expect(moves.nth(2)).to_be_visible()
    expect(small).to_be_hidden()

    def is_true() -> bool:
        """Whether the board shows the moves up to the one under the pointer, played."""
        texts, cells = page.evaluate(
            """() => [
              [...document.querySelectorAll("#lines .line:first-child .move")].slice(0, 3)
                .map((move) => move.textContent),
              [...document.querySelectorAll("#ahead .piece")].map((p) => Number(p.dataset.cell)),
            ]"""
        )
        position = start
        for text in texts:
            position = position.play(text)
        return sorted(cells) == sorted(piece.cell for piece in position.view.pieces)

    def becomes(point: Callable[[], None], is_so: Callable[[], bool]) -> bool:
        """Point again until it is so: lines change under the pointer while the search goes on."""
        for _ in range(50):
            point()
            for _ in range(10):
                if is_so():
                    return True
                page.wait_for_timeout(50)
        return False

    def focus_again() -> None:
        """On the second move, away from the pointer."""
        page.mouse.move(1, 1)
        page.locator("#analyse").focus()
        moves.nth(1).focus()

    assert becomes(moves.nth(2).hover, lambda: small.is_visible() and is_true())
    expect(page.locator("#board .piece")).to_have_count(len(start.view.pieces))
    assert becomes(moves.first.hover, small.is_hidden)
    assert becomes(focus_again, small.is_visible)
    assert becomes(page.locator("#analyse").focus, small.is_hidden)


def test_whoever_watches_can_try_what_was_better(open_page: Opener, site: Served) -> None:
    position = game("fanorona", width=5, height=5).start()
    for _ in range(8):
        position = position.play(position.legal_moves[-1])
    made = site.new("fanorona", record=Record.of(position).text())
    with site.page(made) as player:
        player.ask(type="resign")
    table = Table.sit(open_page(), site.url, made["id"])
    page = table.page
    page.locator("#status").get_by_role("button", name="Review the game").click()
    better = page.get_by_role("button", name="Better was").first
    expect(better).to_be_visible(timeout=60_000)
    move = better.inner_text().removeprefix("Better was ")
    better.click()
    expect(page.locator("#status")).to_contain_text("variation")
    page.get_by_role("tab", name="Moves").click()
    expect(page.locator(".variation .move[aria-current]")).to_have_text(move)
    page.wait_for_selector("body[data-half='0']")
    assert len(site.http.get(f"/api/matches/{made['id']}").json()["nodes"]) == 9


def test_the_openings_list_what_was_played_with_its_value_and_can_be_followed(
    sit: Sit, site: Served
) -> None:
    start = game("fanorona", width=5, height=3).start()
    first = start.legal_moves[0]
    made = site.new("fanorona", record=Record.of(start.play(first)).text())
    with site.page(made) as player:
        player.ask(type="resign")
    page = sit("fanorona", analysis=True, options={"width": 5, "height": 3}).page
    page.get_by_role("tab", name="Openings").click()
    row = page.locator("#played tbody tr")
    expect(row).to_have_count(1)
    expect(row.locator("td").nth(1)).to_have_text("1")
    expect(row.locator("td").last).to_contain_text("%")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    row.get_by_role("button", name=first.text).click()
    page.wait_for_selector("body[data-ply='1']")
    expect(page.locator("#tab-openings")).to_contain_text("Nobody has played")


def test_bots_that_play_each_other_show_what_they_think(open_page: Opener, site: Served) -> None:
    made = site.new("cifra", "novice", "easy")
    page = open_page(360, 740, "pt-PT")
    Table.sit(page, site.url, made["id"], made["token"])
    for seat in ("#seat-top", "#seat-bottom"):
        expect(page.locator(f"{seat} .seat-thought")).to_contain_text("profundidade 1")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.set_viewport_size({"width": 1280, "height": 800})
    graph = page.get_by_role("img", name="O que os bots pensam")
    expect(graph.locator("path.series-0")).to_be_visible()
    expect(graph.locator("path.series-1")).to_be_visible()
    assert Axe().run(page).violations_count == 0


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


def test_a_solved_board_is_marked_and_its_review_draws_the_distance(
    open_page: Opener, site: Served
) -> None:
    position = game("fanorona", width=3, height=3).start()
    for text in ("b1-b2a", "c3-b3"):  # the first loses what was won
        position = position.play(text)
    made = site.new("fanorona", record=Record.of(position).text(), analysis=True)
    page = Table.sit(open_page(), site.url, made["id"], made["token"]).page
    page.locator("#analyse").click()
    marks = page.locator("#board .known")
    expect(marks.first).to_be_visible()
    assert all(sign[0] in "+=\u2212" for sign in marks.locator("text").all_text_contents())
    expect(page.locator("#bar .value")).to_have_text("100")
    expect(page.locator(".verdict-line .badge")).to_have_text("proven")
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Review the game").first.click()
    chart = page.get_by_role("img", name="Turns to the end")
    expect(chart).to_be_visible(timeout=60_000)
    expect(chart.locator(".hit")).to_have_count(2)
    expect(chart.locator("rect.loss").first).to_be_visible()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
