"""A game page as a person uses it, with the same game in Python to know what can be played."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page

from tabuleiro.game import make_game
from tabuleiro.move import Move
from tabuleiro.position import Position
from tabuleiro.turn import RESERVE, Choice, Turn


@dataclass
class Table:
    """A page at a match."""

    page: Page
    url: str
    match: str

    @classmethod
    def sit(cls, page: Page, url: str, match: str, token: str | None = None) -> Table:
        """Open a match with the secret of its seats, or without to watch."""
        page.goto(f"{url}/play/{match}" + (f"#{token}" if token else ""))
        page.wait_for_selector("#board .spot")
        page.wait_for_selector("body[data-turn]")
        return cls(page, url, match)

    def cell(self, name: str) -> Locator:
        """The place to click for a cell."""
        return cell_of(self.page, name)

    @property
    def status(self) -> str:
        """What the page says about the game."""
        return self.page.locator("#status").inner_text()

    @property
    def said(self) -> str:
        """What a screen reader was told last."""
        return self.page.locator("#announcements").text_content() or ""

    @property
    def moves(self) -> list[str]:
        """The moves in the list."""
        return self.page.locator("#move-list .moves-grid > .move").all_inner_texts()

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.position_at()

    def position_at(self, node: int | None = None) -> Position:
        """The position at a node, or where the game stands, replayed in Python from what the
        server keeps."""
        facts = self.page.request.get(f"{self.url}/api/matches/{self.match}").json()
        nodes = {node["id"]: node for node in facts["nodes"]}
        path = []
        here = nodes[facts["match"]["current"] if node is None else node]
        while here["parent"] is not None:
            path.insert(0, here["move"])
            here = nodes[here["parent"]]
        position = make_game(facts["match"]["game"], facts["match"]["options"]).start()
        for text in path:
            position = position.play(text)
        return position

    def wait_for_turn(self) -> str:
        """Until the page lets the person move or the game is over; says which."""
        self.page.wait_for_selector("body[data-turn=yours], body[data-turn=over]")
        return str(self.page.locator("body").get_attribute("data-turn"))

    def wait_for_ply(self, ply: int) -> None:
        """Until the board shows the position after so many turns."""
        self.page.wait_for_selector(f"body[data-ply='{ply}']")

    def click(self, move: Move, position: Position) -> None:
        """Play a move by pointing, step by step."""
        click_turn(self.page, position, move)
        self.page.wait_for_selector(f"body:not([data-ply='{position.ply}']), body[data-turn=over]")


def click_turn(page: Page, start: Position, move: Move) -> None:
    """Make a turn on a board by pointing, step by step."""
    turn = Turn(start)
    for number, action in enumerate(move.actions):
        page.wait_for_selector(f"body[data-half='{number}']")
        _point(page, turn, Choice(turn.here, action))
        turn = turn.take(action)


def _point(page: Page, turn: Turn, choice: Choice) -> None:
    finish = turn.finish
    if finish is not None and choice.action == finish.action:
        page.locator("#do-finish").click()
        return
    if len(choice.cells) == 1:
        page.locator(f"[data-action='{choice.action}']").click()
        return
    names = [cell.name for cell in turn.here.game.geometry.cells]
    source, target = choice.cells
    inside = turn.here is not turn.start
    if source == RESERVE:
        page.locator("button[data-reserve]").click()
    elif not (inside and len(turn.sources) == 1):  # a piece in mid-turn is picked already
        cell_of(page, names[source]).click()
    cell_of(page, names[target]).click()
    if tells := turn.tells(choice):
        cell_of(page, names[tells[0]]).click()


def cell_of(page: Page, name: str) -> Locator:
    """The place to click for a cell."""
    return page.get_by_role("button", name=re.compile(f"^{re.escape(name)},"))
