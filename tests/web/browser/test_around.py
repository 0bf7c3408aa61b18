"""Around the board: links, offers, rules, what is dealt, and how many games there are."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from tests.web.browser.conftest import Opener
from tests.web.browser.table import Table
from tests.web.serving import Served, serving

OWN_GAME = Path(__file__).parents[2] / "examples" / "tictactoe.py"
Sit = Callable[..., Table]


def test_a_link_that_only_this_machine_can_open_says_so(page: Page, site: Served) -> None:
    page.goto(f"{site.url}/?game=focus")
    page.get_by_label("Blue, moves second").select_option("link")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#status .reach-note")).to_contain_text("--host 0.0.0.0")
    page.get_by_label("Language").select_option("pt")
    expect(page.locator("#status .reach-note")).to_contain_text("este computador")


def test_a_link_names_the_address_that_others_can_open(open_page: Opener, tmp_path: Path) -> None:
    with serving(tmp_path / "games.sqlite", "--host", "0.0.0.0") as site:
        page = open_page()
        page.goto(f"{site.url}/?game=focus")
        page.get_by_label("Blue, moves second").select_option("link")
        page.get_by_role("button", name="Play", exact=True).click()
        link = page.get_by_label("Link for your friend")
        expect(link).not_to_have_value(re.compile("127.0.0.1"))
        expect(page.locator("#status .reach-note")).to_be_hidden()
        friend = open_page()
        friend.goto(link.input_value())
        expect(friend.locator("#seat-bottom")).to_contain_text("You")
        expect(link).to_have_count(0)


def test_a_bot_says_that_it_plays_on(sit: Sit) -> None:
    table = sit("fanorona", "human", "novice")
    table.page.locator("#do-menu").click()
    table.page.get_by_role("button", name="Offer a draw").click()
    expect(table.page.locator(".toast")).to_contain_text("Novice would rather play on")
    expect(table.page.locator("#status")).not_to_contain_text("Draw offered")


def test_new_games_of_cifra_deal_tiles_of_their_own(open_page: Opener, site: Served) -> None:
    dealt = []
    for _ in range(2):
        page = open_page()
        page.goto(f"{site.url}/?game=cifra")
        expect(page.get_by_label("Tiles")).to_have_value("random")
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_url("**/play/*")
        page.wait_for_selector("#board .spot")
        match = page.url.split("/play/")[1].split("#")[0]
        dealt.append(site.http.get(f"/api/matches/{match}").json()["match"]["options"]["tiles"])
    assert dealt[0] != dealt[1]
    assert "standard" not in dealt


def test_the_board_in_the_form_is_the_one_that_is_played_on(
    open_page: Opener, site: Served
) -> None:
    page = open_page()
    with page.expect_response("**/board"):  # the form begins with tiles at random
        page.goto(f"{site.url}/?game=cifra")
    tints = "all => all.map(cell => cell.getAttribute('class'))"
    page.wait_for_load_state("networkidle")
    seen = page.locator(".setup-board .cell").evaluate_all(tints)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("#board .cell")
    assert page.locator("#board .cell").evaluate_all(tints) == seen


def test_games_that_the_server_was_started_with_come_first(page: Page, site: Served) -> None:
    def as_if(route: Route) -> None:
        found = route.fetch().json()
        assert not any(each["own"] for each in found)
        route.fulfill(json=[{**each, "own": each["name"] == "hex"} for each in found])

    page.route("**/api/games", as_if)
    page.goto(site.url)
    expect(page.locator("[data-game-card]").first).to_have_attribute("data-game-card", "hex")
    expect(page.locator("#others [data-game-card=hex]")).to_have_count(0)


def test_a_game_of_ones_own_is_counted_and_its_lack_of_rules_said(
    open_page: Opener, tmp_path: Path
) -> None:
    shutil.copy(OWN_GAME, tmp_path / "tictactoe.py")
    facts = tmp_path / "tictactoe-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: tictactoe\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[tabuleiro.games]\ntictactoe = tictactoe\n")
    path = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))
    with serving(tmp_path / "games.sqlite", PYTHONPATH=path) as site:
        page = open_page()
        page.goto(site.url)
        expect(page.locator("#intro")).to_contain_text("Twelve board games")
        page.locator("[data-game-card=tictactoe]").click()
        page.get_by_role("button", name="Rules").click()
        expect(page.get_by_role("dialog").last).to_contain_text("has no written rules")
        made = site.new("tictactoe")
        table = Table.sit(page, site.url, made["id"], made["token"])
        page.get_by_role("tab", name="Rules").click()
        expect(page.locator("#tab-rules")).to_contain_text("Tictactoe has no written rules")
        table.page.get_by_label("Language").select_option("pt")
        expect(page.locator("#tab-rules")).to_contain_text("não tem regras escritas")
