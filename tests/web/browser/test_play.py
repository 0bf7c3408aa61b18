"""Playing: the keyboard, two browsers, taking back, losing the network, variations, watching."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tabuleiro.bots.presets import make_bot
from tabuleiro.game import game
from tabuleiro.kernel.contract import STOP
from tabuleiro.record import Record
from tabuleiro.turn import Choice, Turn
from tests.web.browser.conftest import Opener
from tests.web.browser.table import Table
from tests.web.serving import Served, serving

SLOW = "master,seconds=20"
Sit = Callable[..., Table]


def focused(page: Page) -> str:
    """The name of the cell that has the keyboard."""
    label = page.evaluate("document.activeElement.getAttribute('aria-label')")
    return str(label).split(",")[0]


def walk_to(page: Page, name: str) -> None:
    """Move the cursor over a grid with the arrow keys."""
    for _ in range(30):
        here = focused(page)
        if here == name:
            return
        across, up = ord(name[0]) - ord(here[0]), int(name[1:]) - int(here[1:])
        if across:
            page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
        else:
            page.keyboard.press("ArrowUp" if up > 0 else "ArrowDown")
    raise AssertionError(f"the cursor never came to {name}")


def test_a_whole_game_by_keyboard_alone(sit: Sit) -> None:
    table = sit("fanorona", "human", "random", options={"width": 5, "height": 5}, seed=2)
    page = table.page
    for _ in range(40):
        page.keyboard.press("Tab")
        if re.fullmatch(r"[a-e][1-5]", focused(page)):
            break
    bot = make_bot(table.position.game, "medium", 3)
    for _ in range(40):
        if table.wait_for_turn() == "over":
            break
        position = table.position
        names = [cell.name for cell in position.game.geometry.cells]
        turn = Turn(position)
        for number, action in enumerate(bot.choose(position).actions):
            page.wait_for_selector(f"body[data-half='{number}']")
            choice = Choice(turn.here, action)
            if turn.finish is not None and choice.action == turn.finish.action:
                walk_to(page, names[turn.sources[0]])
                page.keyboard.press("Enter")
            else:
                if turn.here is turn.start:
                    walk_to(page, names[choice.cells[0]])
                    page.keyboard.press("Enter")
                walk_to(page, names[choice.cells[1]])
                page.keyboard.press("Enter")
                if tells := turn.tells(choice):
                    walk_to(page, names[tells[0]])
                    page.keyboard.press("Enter")
            turn = turn.take(action)
        page.wait_for_selector(f"body:not([data-ply='{position.ply}']), body[data-turn=over]")
    outcome = table.position.outcome
    assert outcome is not None
    assert outcome.winner == 0
    assert "White" in table.said  # the moves were said, and at last the result


class Held:
    """The line between page and server, on which what the server says can be held up."""

    def __init__(self, page: Page) -> None:
        self.holding = False
        self._page = page
        self._waiting: list[str | bytes] = []
        page.route_web_socket("**/socket", self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        self._route = route
        server = route.connect_to_server()
        server.on_message(self._answer)

    def _answer(self, message: str | bytes) -> None:
        if self.holding:
            self._waiting.append(message)
        else:
            self._route.send(message)

    def release(self) -> None:
        """Let everything through, once the server has said something."""
        while not self._waiting:
            self._page.wait_for_timeout(10)
        self.holding = False
        for message in self._waiting:
            self._route.send(message)


def test_enter_before_the_server_knows_of_the_half_made_turn(sit: Sit, page: Page) -> None:
    """In a chain of captures that is to end after the first one."""
    position = game("fanorona", width=5, height=5).start()
    while not (chains := [m for m in position.legal_moves if m.actions[1:] == (STOP,)]):
        position = position.play(position.legal_moves[0])
    line = Held(page)
    table = sit("fanorona", record=Record.of(position).text())
    table.wait_for_turn()
    line.holding = True
    turn = Turn(position)
    choice = Choice(position, chains[0].actions[0])
    names = [cell.name for cell in position.game.geometry.cells]
    table.cell(names[choice.cells[0]]).click()
    table.cell(names[choice.cells[1]]).click()
    if tells := turn.tells(choice):
        table.cell(names[tells[0]]).click()
    page.keyboard.press("Enter")
    assert table.position.ply == position.ply
    line.release()
    table.wait_for_ply(position.ply + 1)
    assert table.moves[-1] == chains[0].text


def test_moves_typed_in_a_hurry_are_played_one_after_the_other(sit: Sit, page: Page) -> None:
    line = Held(page)
    table = sit("cifra", options={"choose": False})
    first = table.position.legal_moves[0]
    second = table.position.play(first).legal_moves[0]
    line.holding = True
    page.keyboard.press("/")
    for move in (first, second):
        page.keyboard.type(move.text)
        page.keyboard.press("Enter")
    line.release()
    table.wait_for_ply(2)
    assert table.moves == [first.text, second.text]
    expect(page.get_by_label("Type a move")).to_be_focused()


def test_arrows_reach_every_cell_of_every_game(page: Page, site: Served) -> None:
    page.goto(site.url)
    for facts in site.http.get("/api/games").json():
        reached = page.evaluate(
            """async (cells) => {
              const { neighbour } = await import("/static/js/board/geometry.js");
              const seen = new Set([0]);
              for (const cell of seen)
                for (const [dx, dy] of [[0, 1], [0, -1], [1, 0], [-1, 0]])
                  seen.add(neighbour(cells, cell, dx, dy));
              return seen.size;
            }""",
            facts["geometry"]["cells"],
        )
        assert reached == len(facts["geometry"]["cells"]), facts["name"]


def test_two_browsers_play_each_other(open_page: Opener, site: Served) -> None:
    page = open_page()
    page.goto(site.url)
    page.locator("[data-game-card=fanorona]").click()
    page.get_by_label("Black, moves second").select_option("link")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/play/*")
    link = page.get_by_label("Link for your friend").input_value()
    ana = Table(page, site.url, page.url.split("/play/")[1].split("#")[0])
    friend = open_page()
    friend.goto(link)
    friend.wait_for_selector("body[data-turn]")
    rui = Table(friend, site.url, ana.match)
    expect(page.get_by_label("Link for your friend")).to_have_count(0)
    assert rui.page.locator("#seat-bottom").get_attribute("data-player") == "1"

    for number, table in enumerate((ana, rui, ana)):
        table.wait_for_turn()
        position = table.position
        table.click(position.legal_moves[0], position)
        for other in (ana, rui):
            other.wait_for_ply(number + 1)
    rui.page.keyboard.press("u")
    expect(rui.page.locator("#status")).to_contain_text("You asked to take back")
    ana.page.get_by_role("button", name="Decline").click()
    expect(rui.page.locator("#status")).not_to_contain_text("You asked to take back")

    watcher = open_page()
    seen = Table.sit(watcher, site.url, ana.match)
    assert "You are watching" in seen.status
    expect(watcher.locator("#move-list")).to_be_visible()
    expect(watcher.locator("#notation")).to_have_count(0)
    assert seen.moves == ana.moves

    rui.page.locator("#do-menu").click()
    rui.page.get_by_role("button", name="Resign").click()
    rui.page.locator("#resign-yes").click()
    expect(ana.page.locator("#status")).to_contain_text("You win")
    expect(seen.page.locator("#status")).to_contain_text("White wins")


def test_names_are_seen_by_both_and_remembered(open_page: Opener, site: Served) -> None:
    page = open_page()
    page.goto(site.url)
    page.locator("[data-game-card=aboyne]").click()
    page.get_by_label("Red, moves second").select_option("link")
    page.get_by_label("Name of Blue").fill("Ana <i>")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/play/*")
    friend = open_page()
    friend.goto(page.get_by_label("Link for your friend").input_value())
    expect(friend.locator("#seat-top")).to_contain_text("Ana <i>")
    friend.get_by_label("What is your name?").fill("Rui")
    friend.keyboard.press("Enter")
    for each in (page, friend):
        expect(each.locator("[data-player='1']")).to_contain_text("Rui")
    expect(friend.get_by_label("What is your name?")).to_have_count(0)
    friend.locator("#do-menu").click()
    friend.get_by_role("button", name="Your name").click()
    friend.get_by_label("Your name").locator("visible=true").last.fill("Rui Zé")
    friend.keyboard.press("Enter")
    expect(page.locator("#seat-top")).to_contain_text("Rui Zé")

    again = site.new("focus", "human", "link")
    friend.goto(f"{site.url}/play/{again['id']}#{again['join']}")
    expect(friend.locator("#seat-bottom")).to_contain_text("Rui Zé")
    made = Table(page, site.url, page.url.split("/play/")[1])
    made.click(made.position.legal_moves[0], made.position)
    page.goto(f"{site.url}/history")
    expect(page.locator(f"[data-match='{made.match}']")).to_contain_text("Ana <i> – Rui Zé")
    page.goto(site.url)
    page.locator("[data-game-card=shobu]").click()
    expect(page.get_by_label("Name of Black")).to_have_value("Ana <i>")


def test_a_server_for_all_shows_everybody_their_own_games(
    open_page: Opener, tmp_path: Path
) -> None:
    with serving(tmp_path / "games.sqlite", "--host", "0.0.0.0") as site:
        page = open_page()
        page.goto(site.url)
        page.locator("[data-game-card=aboyne]").click()
        page.get_by_label("Red, moves second").select_option("human")
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_url("**/play/*")
        table = Table(page, site.url, page.url.split("/play/")[1])
        table.click(table.position.legal_moves[0], table.position)
        page.goto(f"{site.url}/history")
        expect(page.locator("[data-match]")).to_have_count(1)
        page.goto(site.url)
        expect(page.get_by_text("Continue")).to_be_visible()
        other = open_page()
        other.goto(f"{site.url}/history")
        expect(other.get_by_text("No games yet")).to_be_visible()


def test_takeback_while_a_bot_thinks(sit: Sit) -> None:
    table = sit("shobu", "human", SLOW)
    position = table.position
    table.click(position.legal_moves[0], position)
    expect(table.page.locator("#status")).to_contain_text("thinking")
    table.page.locator("#do-takeback").click()
    table.wait_for_ply(0)
    expect(table.page.locator("#status")).to_contain_text("Your turn")
    table.click(position.legal_moves[1], position)
    expect(table.page.locator("#status")).to_contain_text("thinking")


def test_a_restart_of_the_server_heals(open_page: Opener, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    site = Served(database)
    try:
        made = site.new("focus")
        table = Table.sit(open_page(), site.url, made["id"], made["token"])
        position = table.position
        table.click(position.legal_moves[0], position)
        site.kill()
        expect(table.page.get_by_text("The connection is gone")).to_be_visible()
        site = Served(database, "--port", site.url.rpartition(":")[2])
        expect(table.page.locator("#offline")).to_be_hidden()
        table.wait_for_turn()
        position = table.position
        assert position.ply == 1
        table.click(position.legal_moves[3], position)
        assert table.position.ply == 2
    finally:
        site.stop()


def test_going_back_and_playing_something_else_is_a_variation(sit: Sit) -> None:
    table = sit("cifra", options={"choose": False})
    first, second = (move.text for move in table.position.legal_moves[:2])
    table.page.get_by_label("Type a move").fill(first)
    table.page.keyboard.press("Enter")
    table.wait_for_ply(1)
    table.page.keyboard.press("Escape")
    table.page.keyboard.press("[")
    table.wait_for_ply(0)
    position = table.position.parent
    assert position is not None
    table.click(position.legal_moves[1], position)
    expect(table.page.locator(".variation .move")).to_have_text(first)
    assert table.moves == [second]
    table.page.locator(".variation .move").click()
    expect(table.page.locator("#status")).to_contain_text("variation")


def test_a_half_made_turn_can_be_cancelled(sit: Sit) -> None:
    table = sit("shobu")
    passive = Choice(table.position, table.position.legal_moves[0].actions[0])
    names = [cell.name for cell in table.position.game.geometry.cells]
    table.cell(names[passive.cells[0]]).click()
    expect(table.page.locator(".picked")).to_have_count(1)
    table.cell(names[passive.cells[0]]).click()
    expect(table.page.locator(".picked")).to_have_count(0)
    table.cell(names[passive.cells[0]]).click()
    table.cell(names[passive.cells[1]]).hover()
    expect(table.page.locator(".ghost")).to_have_count(1)
    table.cell(names[passive.cells[1]]).click()
    expect(table.page.locator(".source").first).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(table.page.locator(".source")).to_have_count(0)
    assert table.position.ply == 0
    expect(table.cell(names[passive.cells[0]])).to_have_accessible_name(re.compile("Black"))


def test_a_piece_can_be_dragged(sit: Sit) -> None:
    table = sit("aboyne")
    position = table.position
    move = position.legal_moves[0]
    source, target = Choice(position, move.actions[0]).cells
    names = [cell.name for cell in position.game.geometry.cells]
    table.cell(names[source]).drag_to(table.cell(names[target]))
    table.wait_for_ply(1)
    assert table.moves == [move.text]


def test_pieces_slide_unless_people_prefer_none(open_page: Opener, site: Served) -> None:
    slid = {}
    for motion in ("no-preference", "reduce"):
        made = site.new("fanorona", "human", "random", seed=3)
        page = open_page(reduced_motion=motion)
        table = Table.sit(page, site.url, made["id"], made["token"])
        page.evaluate(
            """() => {
              window.slid = 0;
              const animate = Element.prototype.animate;
              Element.prototype.animate = function (...given) {
                window.slid += 1;
                return animate.apply(this, given);
              };
            }"""
        )
        for ply in (0, 2):
            table.wait_for_ply(ply)
            assert table.wait_for_turn() == "yours"
            position = table.position
            table.click(position.legal_moves[0], position)
        table.wait_for_ply(4)
        slid[motion] = page.evaluate("window.slid")
    assert slid["no-preference"] >= 4  # each of four turns slides a piece
    assert slid["reduce"] == 0


def test_an_illegal_try_says_why(sit: Sit) -> None:
    table = sit("fanorona")
    table.cell("e5").click()
    expect(table.page.locator("#toasts")).to_contain_text("not yours")
    table.page.get_by_label("Type a move").fill("z9-z8")
    table.page.get_by_role("button", name="Go", exact=True).click()
    expect(table.page.locator("#toasts")).to_contain_text("'z9-z8' cannot be read")
    assert table.position.ply == 0


def test_hints_in_three_grades(sit: Sit) -> None:
    table = sit("focus", "human", "easy", options={"size": 6})
    told = []
    for _ in range(3):
        table.page.keyboard.press("h")
        box = table.page.locator(".hint-text:not(.waits)")
        expect(box).to_be_visible()
        if told:
            expect(box).not_to_have_text(told[-1])
        told.append(box.inner_text())
    assert any(move.text in told[2] for move in table.position.legal_moves)


def test_watching_bots_with_pause_and_step(sit: Sit) -> None:
    table = sit("aboyne", "random", "random", seed=1)
    table.page.locator("#pause").click()
    expect(table.page.locator("#pause")).to_have_text("Go on")
    before = len(table.moves)
    table.page.locator("#step").click()
    expect(table.page.locator("#move-list .moves-grid > .move")).to_have_count(before + 1)
    table.page.locator("#pause").click()
    expect(table.page.locator("#pause")).to_have_text("Pause")
    table.wait_for_ply(before + 3)


def test_save_and_open_a_game(sit: Sit, tmp_path: Path, site: Served) -> None:
    table = sit("fanorona")
    for _ in range(2):
        position = table.position
        table.click(position.legal_moves[0], position)
    table.page.locator("#do-menu").click()
    with table.page.expect_download() as download:
        table.page.get_by_role("link", name="Save the game").click()
    saved = tmp_path / "game.txt"
    download.value.save_as(saved)
    moves = table.moves
    table.page.goto(f"{site.url}/history")
    table.page.locator("#load").set_input_files(saved)
    table.page.wait_for_url("**/play/*")
    table.page.wait_for_selector("body[data-turn]")
    table.page.get_by_role("tab", name="Moves").click()
    assert table.moves == moves


def test_a_game_with_options_and_a_clock(page: Page, site: Served) -> None:
    page.goto(site.url)
    page.locator("[data-game-card=fanorona]").click()
    page.get_by_text("Options of the game").click()
    page.get_by_label("Width").select_option("5")
    page.get_by_label("Clock").select_option("2")
    expect(page.locator("dialog .point")).to_have_count(25)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/play/*")
    expect(page.locator("[data-clock]").first).to_have_text("5:00")
    expect(page.locator("#board .spot")).to_have_count(25)


def test_a_custom_bot(page: Page, site: Served) -> None:
    page.goto(site.url)
    page.locator("[data-game-card=aboyne]").click()
    page.get_by_label("Red, moves second").select_option("custom")
    page.get_by_label("Turns ahead").fill("2")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/play/*")
    match = page.url.split("/play/")[1].split("#")[0]
    page.wait_for_selector("body[data-turn]")
    assert "depth=2" in site.http.get(f"/api/matches/{match}").json()["match"]["seats"][1]["bot"]


def test_one_more_click_starts_a_game_against_medium(page: Page, site: Served) -> None:
    page.goto(site.url)
    page.locator("[data-game-card=shobu]").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/play/*")
    expect(page.locator("#seat-top")).to_contain_text("Medium")


@pytest.mark.parametrize("name", ["aboyne", "focus"])
def test_flipping_turns_the_board_round(name: str, sit: Sit) -> None:
    table = sit(name)
    cell = game(name).geometry.cells[1].name
    before = table.cell(cell).bounding_box()
    table.page.keyboard.press("f")
    after = table.cell(cell).bounding_box()
    assert before != after
    table.page.keyboard.press("f")
    assert table.cell(cell).bounding_box() == before
