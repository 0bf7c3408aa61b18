"""The way of a newcomer, in Portuguese: a lesson, a first game, its review, an exercise."""

from __future__ import annotations

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tabuleiro.game import game
from tabuleiro.move import Move
from tabuleiro.position import Position
from tabuleiro.teaching.lessons import lessons_of
from tests.web.browser.conftest import Opener
from tests.web.browser.table import Table, click_turn
from tests.web.serving import Served

TURNS = 3
"""How long the first game is; every turn of it gives stones away."""

WRONG = ("inaccuracy", "mistake", "blunder")


def taken(before: Position, move: Move) -> int:
    """How many stones a turn takes."""
    return len(before.view.pieces) - len(before.play(move).view.pieces)


def careless(here: Position) -> Move:
    """The turn after which the other side can take the most."""

    def price(move: Move) -> int:
        after = here.play(move)
        return max((taken(after, reply) for reply in after.legal_moves), default=0)

    return max(here.legal_moves, key=price)


def first_mistake(table: Table, site: Served) -> tuple[Position, str, str]:
    """Where the first player went wrong, how, and what was better, as the stored review has it."""
    with site.page({"id": table.match}, None) as watching:
        verdicts = watching.ask(type="review")["moves"]
    nodes = site.http.get(f"/api/matches/{table.match}").json()["nodes"]
    made = {node["id"]: node for node in nodes}
    for verdict in verdicts:
        node = made[verdict["node"]]
        before = table.position_at(node["parent"])
        if before.player == 0 and verdict["mark"] in WRONG:
            return before, node["move"], verdict["best"]["text"]
    raise AssertionError("nothing was wrong")


def is_clean(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_from_the_card_to_the_first_exercise(open_page: Opener, site: Served) -> None:
    page = open_page(language="pt-PT")
    page.goto(site.url)
    page.locator("[data-learn=fanorona]").click()
    expect(page.get_by_role("heading", name="Aprende Fanorona")).to_be_visible()
    last = lessons_of(game("fanorona"))[-1]
    page.get_by_role("link", name=last.title.pt).click()
    page.wait_for_selector(f"body[data-lesson='{last.name}'][data-turn=yours]")
    click_turn(page, last.start(), Move.parse(last.start(), last.solution))
    page.get_by_role("link", name="Jogar a primeira partida").click()

    box = page.get_by_role("dialog", name="Nova partida de Fanorona")
    expect(box.get_by_label("Pretas")).to_have_value("novice")
    is_clean(page)
    box.get_by_role("button", name="Jogar", exact=True).click()
    page.wait_for_url(re.compile("/play/"))
    table = Table(page, site.url, page.url.split("/play/")[1].split("#")[0])
    for _ in range(TURNS):
        table.wait_for_turn()
        expect(page.locator("#status .headline")).to_contain_text("É a tua vez")
        expect(page.locator("#status .detail")).not_to_be_empty()
        here = table.position
        table.click(careless(here), here)
    table.wait_for_turn()
    page.locator("#do-menu").click()
    page.get_by_role("button", name="Desistir").click()
    page.locator("#resign-yes").click()

    page.locator("#status").get_by_role("button", name="Rever a partida").click()
    page.locator("#exercise").click(timeout=180_000)
    expect(page.locator("#status")).to_contain_text("Encontra melhor · 1 de")
    is_clean(page)
    before, played, best = first_mistake(table, site)
    click_turn(page, before, Move.parse(before, played))
    expect(page.locator(".better-answer")).to_have_attribute("data-state", "wrong")
    page.locator("#better-hint").click()
    expect(page.locator(".hint-ring")).to_have_count(1)
    click_turn(page, before, Move.parse(before, best))
    expect(page.locator(".better-answer")).to_have_attribute("data-state", "right")
    is_clean(page)
