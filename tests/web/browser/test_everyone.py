"""Pages for everyone: both languages, phones, keyboards and screen readers, light and dark."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tabuleiro.turn import Choice
from tests.web.browser.conftest import Opener
from tests.web.browser.table import Table, cell_of
from tests.web.serving import Served

GAMES = ("aboyne", "cifra", "fanorona", "focus", "shobu")
Sit = Callable[..., Table]


def check(page: Page) -> None:
    """No accessibility rule is broken."""
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(scheme: str, open_page: Opener, site: Served) -> None:
    page = open_page(color_scheme=scheme)
    page.goto(site.url)
    page.wait_for_selector(".card")
    check(page)
    page.locator("[data-game-card=focus]").click()
    page.get_by_text("Options of the game").click()
    page.get_by_label("Blue, moves second").select_option("custom")
    check(page)
    for path in ("/history", "/experiments"):
        page.goto(site.url + path)
        page.wait_for_selector("h1")
        check(page)
    made = site.new("focus", "human", "link")
    Table.sit(page, site.url, made["id"], made["token"])
    page.get_by_label("What is your name?").wait_for()
    check(page)
    for game in GAMES if scheme == "light" else GAMES[:1]:
        made = site.new(game, analysis=True)
        Table.sit(page, site.url, made["id"], made["token"])
        page.get_by_role("tab", name="Rules").click()
        page.wait_for_selector(".rules h2")
        check(page)
    page.get_by_role("tab", name="Analysis").click()
    page.locator("#analyse").click()
    page.wait_for_selector("#lines .line")
    page.get_by_role("button", name="Stop").click()
    check(page)
    page.locator("#do-menu").click()
    check(page)


def test_axe_finds_nothing_in_dialogs_and_in_the_middle_of_things(
    open_page: Opener, site: Served
) -> None:
    page = open_page(color_scheme="dark", language="pt-PT")
    page.goto(f"{site.url}/you")
    page.locator("#progress").wait_for()
    check(page)
    page.locator("#delete").click()
    page.locator("#delete-yes").wait_for()
    check(page)
    page.goto(f"{site.url}/learn/aboyne/blocked")
    page.wait_for_selector("body[data-turn=yours]")
    cell_of(page, "c3").click()
    page.locator(".answer.bad").wait_for()
    check(page)
    page.goto(f"{site.url}/play/nothing-here")
    page.wait_for_load_state("networkidle")
    check(page)
    made = site.new("shobu", "human", "easy")
    table = Table.sit(page, site.url, made["id"], made["token"])
    first = Choice(table.position, table.position.legal_moves[0].actions[0])
    names = [cell.name for cell in table.position.game.geometry.cells]
    for cell in first.cells:
        table.cell(names[cell]).click()
    page.wait_for_selector("body[data-half='1']")
    check(page)
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Teclado").wait_for()
    check(page)
    page.keyboard.press("Escape")
    for word in ("Desistir", "Partilhar", "Montar uma posição"):
        page.locator("#do-menu").click()
        page.get_by_role("dialog").get_by_role("button", name=word).click()
        page.get_by_role("dialog", name=word).wait_for()
        check(page)
        page.keyboard.press("Escape")


def test_the_language_can_be_switched(sit: Sit) -> None:
    table = sit("shobu", "human", "easy")
    assert "Your turn" in table.status
    table.page.get_by_label("Language").select_option("pt")
    assert "É a tua vez" in table.status
    expect(table.page.locator("html")).to_have_attribute("lang", "pt")
    expect(table.page.get_by_role("button", name="Desfazer")).to_be_visible()
    expect(table.page.get_by_role("button", name="Dica")).to_be_visible()
    table.page.get_by_role("tab", name="Regras").click()
    expect(table.page.locator(".rules")).to_contain_text("Os tabuleiros")
    position = table.position
    table.click(position.legal_moves[0], position)
    table.page.wait_for_function("document.querySelector('#announcements').textContent !== ''")
    assert "Jogada 1" in table.said
    table.page.reload()
    table.page.wait_for_selector("body[data-turn]")
    expect(table.page.get_by_role("button", name="Desfazer")).to_be_visible()


def test_portuguese_browsers_start_in_portuguese(open_page: Opener, site: Served) -> None:
    page = open_page(language="pt-PT")
    page.goto(site.url)
    expect(page.get_by_role("heading", name="Escolhe um jogo")).to_be_visible()
    page.locator("[data-game-card=cifra]").click()
    expect(page.get_by_role("button", name="Jogar", exact=True)).to_be_visible()


def test_both_languages_have_the_same_words(page: Page, site: Served) -> None:
    page.goto(site.url)
    english, portuguese = page.evaluate(
        """async () => {
          const keys = (words, before = "") => Object.entries(words).flatMap(([name, word]) =>
            typeof word === "string" || Array.isArray(word) ? [before + name]
              : keys(word, before + name + "."));
          const { LANGUAGES } = await import("/static/js/language.js");
          return [keys(LANGUAGES.en).sort(), keys(LANGUAGES.pt).sort()];
        }"""
    )
    assert len(english) > 200
    assert english == portuguese


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_nothing_is_cut_off(game: str, open_page: Opener, site: Served) -> None:
    page = open_page(width=390, height=844, has_touch=True, is_mobile=True)
    made = site.new(game, "human", "random", options={"choose": False} if game == "cifra" else {})
    table = Table.sit(page, site.url, made["id"], made["token"])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    board = page.locator("#board svg").bounding_box()
    thumb = page.locator("#actions").bounding_box()
    assert board is not None
    assert thumb is not None
    assert board["y"] + board["height"] <= thumb["y"]  # nobody scrolls to move a piece
    names = [cell.name for cell in table.position.game.geometry.cells]
    position = table.position
    source, target = Choice(position, position.legal_moves[0].actions[0]).cells
    table.cell(names[source]).tap()
    expect(page.locator(".picked")).to_have_count(1)
    table.cell(names[target]).tap()
    expect(page.locator(".picked")).to_have_count(0)
    page.locator("#do-sheet").tap()
    expect(page.get_by_role("tab", name="Rules")).to_be_visible()


def test_the_theme_follows_the_system_and_can_be_changed(open_page: Opener, site: Served) -> None:
    page = open_page(color_scheme="dark")
    page.goto(site.url)
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="Change to light theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_keys_are_listed(sit: Sit) -> None:
    table = sit("focus")
    table.page.keyboard.press("?")
    expect(table.page.get_by_role("dialog", name="Keyboard")).to_contain_text("flip the board")
    table.page.keyboard.press("Escape")
    table.page.keyboard.press("/")
    expect(table.page.get_by_label("Type a move")).to_be_focused()
