"""Lessons and puzzles by real clicks."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tabuleiro.game import game
from tabuleiro.move import Move
from tabuleiro.teaching.lessons import lessons_of
from tabuleiro.teaching.puzzles import puzzles_of
from tests.web.browser.conftest import Opener
from tests.web.browser.table import click_turn
from tests.web.serving import Served

GAMES = ("aboyne", "cifra", "fanorona", "focus", "shobu")


def is_clean(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("name", GAMES)
def test_every_lesson_is_solved_by_clicks(name: str, open_page: Opener, site: Served) -> None:
    language = "pt" if name in ("fanorona", "shobu") else "en"
    page = open_page(language="pt-PT" if language == "pt" else "en-GB")
    page.goto(site.url)
    link = page.locator(f"[data-learn={name}]")
    expect(link).to_contain_text("três minutos" if language == "pt" else "three minutes")
    link.click()
    lessons = lessons_of(game(name))
    for lesson in lessons:
        page.wait_for_selector(f"body[data-lesson='{lesson.name}'][data-turn=yours]")
        expect(page).to_have_url(f"{site.url}/learn/{name}/{lesson.name}")
        expect(page.locator(".task")).to_have_text(lesson.task[language])
        expect(page.locator(".goal-mark")).to_have_count(len(lesson.show))
        start = lesson.start()
        click_turn(page, start, Move.parse(start, lesson.solution))
        expect(page.locator(".answer.good")).to_contain_text(lesson.done[language])
        expect(page.locator("#next")).to_be_focused()
        page.locator("#next").click()
    expect(page).to_have_url(re.compile(f"game={name}"))
    page.goto(site.url)
    said = f"{len(lessons)} de {len(lessons)}" if language == "pt" else f"{len(lessons)} of"
    expect(page.locator(f"[data-learn={name}]")).to_contain_text(said)


def test_a_wrong_turn_and_an_illegal_try_are_answered(page: Page, site: Served) -> None:
    page.goto(f"{site.url}/learn/aboyne/jump")
    lesson = next(each for each in lessons_of(game("aboyne")) if each.name == "jump")
    start = lesson.start()
    click_turn(page, start, Move.parse(start, "b2-b3"))
    expect(page.locator(".answer.bad")).to_have_text(lesson.hint.en)
    page.locator("#again").click()
    page.goto(f"{site.url}/learn/aboyne/blocked")
    page.wait_for_selector("body[data-turn=yours]")
    page.get_by_role("button", name=re.compile("^c3,")).click()
    expect(page.locator(".answer.bad")).to_contain_text("blocked: it cannot move")
    expect(page.locator(".link")).to_have_count(1)


@pytest.mark.parametrize(
    ("path", "size"),
    [("/learn/fanorona/chain", (360, 740)), ("/learn/focus/drop", (740, 360)), ("/puzzles", None)],
)
def test_axe_finds_nothing(
    path: str, size: tuple[int, int] | None, open_page: Opener, site: Served
) -> None:
    for scheme in ("light", "dark"):
        page = open_page(*(size or (1280, 800)), color_scheme=scheme, language="pt-PT")
        page.goto(site.url + path)
        page.wait_for_selector(".board")
        is_clean(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_a_puzzle_is_solved_and_remembered(page: Page, site: Served) -> None:
    puzzle = puzzles_of(game("cifra"))[0]
    start = puzzle.start()
    wrong = next(move for move in start.legal_moves if not puzzle.is_right(start.play(move)))
    page.goto(f"{site.url}/puzzles/cifra/{puzzle.id}")
    expect(page.locator("#task")).to_have_text(puzzle.task.en)
    click_turn(page, start, Move.parse(start, puzzle.answer))
    expect(page.locator(".answer.good")).to_contain_text("Right!")
    is_clean(page)
    page.reload()
    expect(page.locator(".task-more")).to_contain_text("1 of")
    click_turn(page, start, wrong)
    expect(page.locator(".answer.bad")).to_contain_text("not it")
    page.locator("#again").click()
    page.wait_for_selector("body[data-turn=yours]")
    page.locator("#hint").click()
    expect(page.locator(".hint-ring")).to_have_count(1)
    page.locator("#more-hint").click()
    expect(page.locator(".answer.info")).to_contain_text("Move the piece")
    page.locator("#more-hint").click()
    expect(page.locator(".answer.good")).to_contain_text(puzzle.answer)


def test_the_puzzle_of_the_day_has_a_link(page: Page, site: Served) -> None:
    page.goto(f"{site.url}/puzzles")
    card = page.locator("[data-game-card=cifra]")
    link = str(card.get_attribute("href"))
    card.click()
    expect(page).to_have_url(site.url + link)
    page.wait_for_selector("body[data-turn=yours]")
    page.locator("#another").click()
    expect(page).not_to_have_url(site.url + link)
