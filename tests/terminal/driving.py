"""A person at the application: moves the cursor, clicks and types, and looks at the screen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from textual.pilot import Pilot
from textual.widgets import Static

import tabuleiro
from tabuleiro import Move, Position
from tabuleiro.terminal.app import TabuleiroApp
from tabuleiro.terminal.app.board import Board, neighbour
from tabuleiro.terminal.app.play import PlayScreen
from tabuleiro.terminal.seats import Seats
from tabuleiro.terminal.session import Session
from tabuleiro.turn import RESERVE, Turn

PEOPLE: Seats = (None, None)
GAMES = {
    "aboyne": ({"side": 3}, "d1-b2 d4-b3 b1-b3 e3-e2 a1-c3"),
    "cifra": (
        {},
        "top-blue c1-d2 e5-e4 d2-e2 e4-b1 a1-c3 a5-c3 e2-d3 b5-d3 d1-c2 c3-c2 e1-d2 d3-d2",
    ),
    "fanorona": (
        {"width": 5, "height": 5},
        "b2-c3a e4-e5w,d4a c2-c3a,b2w d3-d4w,c3a,c2a,b2a b3-c3w b2-b3w,a3w",
    ),
    "focus": ({"size": 4}, "c2-c3 b3-c3 b2-c2 *c2"),
    "shobu": (
        {},
        (
            "h1-h2,a1-a2 b8-d6,f4-h2 c1-b2,f1-e2 d8-b6,g4-e2 d1-d2,f5-f6 a8-a7,e2-e1 b1-c2,f6-g7 "
            "c8-b7,h2-g1"
        ),
    ),
}
"""A whole game of each: the options and the moves."""


STARTED = {
    "aboyne": "f1-d2 d8-f7 i1-h2 h6-g6 b1-c2 a5-d8 a1-b2 i5-h5 c1-e3 c7-d7",
    "cifra": "top-blue e1-e3 e5-d4 e3-d4 d5-d4 c1-c2",
    "fanorona": "f2-e3a d5-d4a e3-d3w,d2w f4-e3a,f2a,f3w",
    "focus": "d7-c7 b7-b6 c6-d6 b6-d6 e7-f7 d6-g6 d5-d6 e6-d6 f6-f5 d6-g6",
    "shobu": "b1-c2,f1-g2 g8-f7,c4-b3 d1-d3,g2-g4 d8-d6,f7-f5 c2-d2,g4-h4 e8-g6,b4-d2",
}
"""The beginning of a game of each, on the usual board."""


def start(name: str) -> Position:
    return tabuleiro.game(name, seed=None, **GAMES[name][0]).start()


class Person:
    """Plays in an application that runs without a window."""

    def __init__(self, app: TabuleiroApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def screen(self) -> PlayScreen:
        assert isinstance(self.app.screen, PlayScreen)
        return self.app.screen

    @property
    def board(self) -> Board:
        return self.app.screen.query_one(Board)

    @property
    def here(self) -> Position:
        return self.screen.session.position

    @property
    def message(self) -> str:
        return str(self.app.screen.query_one("#message", Static).content)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def wait_for(self, what: Callable[[], bool]) -> None:
        """Until something is true; a test that waits in vain fails."""
        for _ in range(2000):
            if what():
                return
            await self.pilot.pause(0.01)
        raise AssertionError("it did not happen")

    async def point(self, cell: int) -> None:
        """Move the cursor to a cell with the arrows."""
        cells = self.here.game.geometry.cells
        if self.board.cursor is None:
            await self.press("down")
        now, column = self.board.cursor, self.board._column
        assert now is not None
        while now != cell:
            dx, dy = cells[cell].x - cells[now].x, cells[cell].y - cells[now].y
            way = (0, 1 if dy > 0 else -1) if abs(dy) > 0.1 else (1 if dx > 0 else -1, 0)
            now = neighbour(cells, now, column, *way)
            column = cells[now].x if way[0] else column
            key = {(0, 1): "down", (0, -1): "up", (1, 0): "right", (-1, 0): "left"}[way]
            opposite = {"down": "up", "up": "down", "right": "left", "left": "right"}
            self.app.simulate_key(opposite[key] if self.board.flipped else key)
        await self.pilot.pause()
        assert self.board.cursor == cell

    async def pick_by_keys(self, cell: int) -> None:
        if cell == RESERVE:
            await self.press("d")
        else:
            await self.point(cell)
            await self.press("enter")

    async def pick_by_mouse(self, cell: int) -> None:
        if cell == RESERVE:
            player = self.here.player
            flipped = self.board.flipped
            await self.pilot.click("#below" if (player == 0) != flipped else "#above")
        else:
            await self.pilot.click(Board, offset=self.board.middle_of(cell))

    async def make(self, move: Move, pick: Callable[[int], Awaitable[None]]) -> None:
        """Make a turn by pointing at its cells, one step after the other."""
        turn, ply = Turn(self.here), self.here.ply
        for action in move.actions:
            choice = next((c for c in turn.choices if c.action == action), None)
            if choice is None:
                await self.press("e")
                break
            picking = self.screen.picking
            cells = choice.cells[1:] if picking.source == choice.cells[0] else choice.cells
            for cell in cells:
                await pick(cell)
            if picking.open:
                await self.press(str([c.action for c in picking.open].index(action) + 1))
            turn = turn.take(choice)
        assert self.here.ply == ply + 1, (move.text, self.message)


@asynccontextmanager
async def opened(
    here: Position | None = None,
    seats: Seats = PEOPLE,
    size: tuple[int, int] = (80, 24),
    **options: object,
) -> AsyncIterator[Person]:
    """The application with a game, or with its menu."""
    session = None if here is None else Session(here, seats)
    app = TabuleiroApp(session, **options)  # type: ignore[arg-type]
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Person(app, pilot)


def run(story: Callable[[], Awaitable[None]]) -> None:
    """Run what a test tells."""
    asyncio.run(story())  # type: ignore[arg-type]
