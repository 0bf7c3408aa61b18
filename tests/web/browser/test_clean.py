"""Axe on what people meet on the way: dialogs, choices, offers, ends, runs; only what is new."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tabuleiro.game import game
from tabuleiro.move import Move
from tabuleiro.position import Position
from tabuleiro.record import Record
from tabuleiro.teaching.puzzles import puzzles_of
from tabuleiro.turn import Choice, Turn
from tests.web.browser.conftest import Opener
from tests.web.browser.table import Table, click_turn
from tests.web.serving import Served

BOTH = pytest.mark.parametrize("scheme", ["light", "dark"])
SMALL = {"width": 5, "height": 5}
DROP = "#,.,.,#/.,BB,A,./.,.,.,./#,.,.,# A 1 0"
"""A position of Focus with a piece in reserve."""


def clean(page: Page, part: str | None = None) -> None:
    """No rule is broken, on the page or in a part of it."""
    found = Axe().run(page, part)
    assert found.violations_count == 0, found.generate_report()


def told_apart() -> tuple[Position, Choice]:
    """A step of Fanorona that captures in two ways, and a position where there is one."""
    position = game("fanorona", **SMALL).start()
    while True:
        turn = Turn(position)
        for choice in turn.choices:
            if turn.tells(choice):
                return position, choice
        position = position.play(position.legal_moves[0])


@BOTH
def test_dialogs(scheme: str, open_page: Opener, site: Served) -> None:
    page = open_page(color_scheme=scheme, language="pt-PT")
    page.goto(f"{site.url}/?game=aboyne")
    page.get_by_role("dialog").get_by_role("button", name="Regras").click()
    page.locator(".rules-dialog .rules h2").first.wait_for()
    clean(page, ".rules-dialog")
    start = game("focus", size=4).start()
    played = Record.of(start.play(start.legal_moves[0]))
    made = site.new("focus", "human", "link", record=played.text())
    Table.sit(page, site.url, made["id"], made["token"])
    page.locator("#do-menu").click()
    clean(page, "dialog")
    page.locator("[data-menu=name]").click()
    page.get_by_role("dialog", name="O teu nome").wait_for()
    clean(page, "dialog")
    page.keyboard.press("Escape")
    page.locator("#do-menu").click()
    page.locator("[data-menu=share]").click()
    expect(page.locator("dialog .reach-note")).to_be_visible()
    clean(page, "dialog")
    page.goto(f"{site.url}/history")
    page.locator(".history .danger").first.click()
    page.get_by_role("dialog", name="Apagar").wait_for()
    clean(page, "dialog")
    page.keyboard.press("Escape")
    page.locator("#search").fill("ninguém joga assim")
    page.keyboard.press("Enter")
    expect(page.locator(".history tbody tr")).to_have_count(0)
    clean(page, "main")
    page.goto(f"{site.url}/you")
    page.locator("#progress td").first.wait_for()
    broken = {"name": "profile.json", "mimeType": "application/json", "buffer": b"no profile"}
    page.locator("input[type=file]").set_input_files(broken)  # type: ignore[arg-type]
    expect(page.locator(".toast")).to_be_visible()
    clean(page)


@BOTH
def test_choices_and_answers_at_the_board(scheme: str, open_page: Opener, site: Served) -> None:
    page = open_page(color_scheme=scheme)
    made = site.new("cifra", clock={"seconds": 600, "increment": 0})
    Table.sit(page, site.url, made["id"], made["token"])
    page.locator(".offer-grid button").first.focus()
    clean(page)
    position, choice = told_apart()
    made = site.new("fanorona", record=Record.of(position).text())
    table = Table.sit(page, site.url, made["id"], made["token"])
    names = [cell.name for cell in position.game.geometry.cells]
    for cell in choice.cells:
        table.cell(names[cell]).click()
    expect(page.locator("#status")).to_contain_text("Which row do you take?")
    clean(page, "main")
    start = game("focus", size=4).position(DROP)
    made = site.new("focus", record=Record.of(start).text())
    Table.sit(page, site.url, made["id"], made["token"])
    page.locator("button[data-reserve]").click()
    clean(page, "main")
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    page.locator("#status .hint-text:not(.waits)").wait_for()
    clean(page, "#status")
    page.get_by_role("button", name=re.compile("^b2,")).click()  # nothing stands there
    clean(page, "#toasts")


@BOTH
def test_offers_and_the_end(scheme: str, open_page: Opener, site: Served) -> None:
    page = open_page(color_scheme=scheme, language="pt-PT")
    made = site.new("fanorona", "human", "link", options=SMALL)
    page.goto(site.url)
    kept = [f"tabuleiro.join.{made['id']}", made["join"]]  # as if the page had made the match
    page.evaluate("([key, join]) => localStorage.setItem(key, join)", kept)
    table = Table.sit(page, site.url, made["id"], made["token"])
    expect(page.locator("#status .link-box")).to_be_visible()
    clean(page, "#status")
    with site.page(made, made["join"]) as friend:
        expect(page.locator("#status .link-box")).to_have_count(0)
        friend.ask(type="draw")
        page.get_by_role("button", name="Recusar").wait_for()
        clean(page, "#status")
        friend.ask(type="resign")
        expect(page.locator("body")).to_have_attribute("data-turn", "over")
        page.locator("#rematch").wait_for()
        clean(page)
    assert table.position.ply == 0


@BOTH
def test_a_puzzle_that_is_not_found(scheme: str, open_page: Opener, site: Served) -> None:
    page = open_page(color_scheme=scheme)
    puzzle = puzzles_of(game("aboyne"))[0]
    start = puzzle.start()
    wrong = next(move for move in start.legal_moves if not puzzle.is_right(start.play(move)))
    page.goto(f"{site.url}/puzzles/aboyne/{puzzle.id}")
    click_turn(page, start, wrong)
    page.locator("#again").wait_for()
    clean(page, "main")
    page.locator("#again").click()
    page.wait_for_selector("body[data-turn=yours]")
    page.locator("#hint").click()
    page.locator("#more-hint").wait_for()
    clean(page, "main")
    page.locator("#more-hint").click()
    expect(page.locator("#more-hint")).to_have_text("Show the answer")
    page.locator("#more-hint").click()
    page.locator("#next").wait_for()
    expect(page.locator("#another")).to_be_hidden()
    clean(page, "main")


@BOTH
def test_an_exercise_that_is_given_up(scheme: str, open_page: Opener, site: Served) -> None:
    position = game("fanorona", width=3, height=3).start()
    for text in ("b1-b2a", "c3-b3"):  # the first loses what was won
        position = position.play(text)
    made = site.new("fanorona", record=Record.of(position).text())
    with site.page(made) as player:
        player.ask(type="resign")
        player.ask(type="review")
    page = open_page(color_scheme=scheme)
    Table.sit(page, site.url, made["id"], made["token"])
    page.locator("#status").get_by_role("button", name="Review the game").click()
    page.locator("#exercise").click(timeout=180_000)
    page.locator(".better-answer").wait_for()
    expect(page.get_by_text("Better was")).to_have_count(0)  # the panel does not tell the answer
    start = game("fanorona", width=3, height=3).start()
    click_turn(page, start, Move.parse(start, "b1-b2a"))
    expect(page.locator(".better-answer")).to_have_attribute("data-state", "wrong")
    clean(page)
    page.locator("#do-hint").click()
    expect(page.locator(".hint-ring")).to_have_count(1)
    page.locator("#better-show").click()
    expect(page.locator(".better-answer")).to_have_attribute("data-state", "shown")
    clean(page, "#status")


@BOTH
def test_runs_and_their_reports(scheme: str, open_page: Opener, site: Served) -> None:
    asked = {"game": "fanorona", "bots": ["random", "novice"], "options": SMALL, "seed": 1}
    long = site.http.post("/api/arenas", json={**asked, "games": 2000}).json()
    page = open_page(color_scheme=scheme)
    page.goto(f"{site.url}/experiments/{long['id']}")
    page.locator("[data-run] progress").wait_for()
    clean(page, "[data-run]")
    page.locator("[data-run]").get_by_role("button", name="Stop").click()
    expect(page.locator("[data-run][data-state=stopped]")).to_be_visible(timeout=120_000)
    site.http.delete(f"/api/arenas/{long['id']}")
    done = site.http.post("/api/arenas", json={**asked, "games": 2}).json()
    page.goto(f"{site.url}/experiments/{done['id']}")
    page.locator("[data-run][data-state=done]").wait_for(timeout=120_000)
    clean(page)
    report = site.http.get(f"/api/arenas/{done['id']}/report").text
    page.goto("about:blank")
    page.set_content(report)
    clean(page)
