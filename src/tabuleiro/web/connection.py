"""A page's end of the line: what it holds, what waits to be sent to it, and what goes on for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket

from tabuleiro.errors import (
    AmbiguousMove,
    BrokenFile,
    IllegalMove,
    InvalidNotation,
    TabuleiroError,
)
from tabuleiro.files import blame
from tabuleiro.web.limits import LONGEST, TooMuch, network_of
from tabuleiro.web.match import Refusal, compact
from tabuleiro.web.services import Services
from tabuleiro.web.shapes import Json

log = logging.getLogger("tabuleiro.web")

Mark = int | str | None
"""What a request carries and its answer brings back."""

SLOW = 4430
"""Why connections end: too little was taken."""
MOST_QUEUED = 400
"""Messages that may wait for a slow page."""

CODES: tuple[tuple[type[TabuleiroError], str], ...] = (
    (IllegalMove, "illegal"),
    (AmbiguousMove, "notation"),
    (InvalidNotation, "notation"),
    (TooMuch, "busy"),
)

MISTAKE = TabuleiroError(
    "a mistake of the server, not yours; nothing was changed",
    "um erro do servidor, não teu; nada foi alterado",
)


class Connection:
    """A page's end of the line: what it holds, and what waits to be sent to it."""

    def __init__(self, socket: WebSocket, services: Services) -> None:
        self.socket = socket
        self.services = services
        self.seats: tuple[int, ...] = ()
        self.owner = False
        self.address = address_of(socket)
        self._out: asyncio.Queue[str | int] = asyncio.Queue(MOST_QUEUED)
        self._helps: dict[str, asyncio.Task[None]] = {}

    def send(self, message: Json) -> None:
        """Queue a message."""
        self.send_text(compact(message))

    def send_text(self, text: str) -> None:
        """Queue a message that is already written; a page that takes none for long is let go."""
        try:
            self._out.put_nowait(text)
        except asyncio.QueueFull:
            self.close(SLOW)

    def close(self, code: int) -> None:
        """End the connection after what was said already."""
        while True:
            try:
                self._out.put_nowait(code)
                return
            except asyncio.QueueFull:
                self._out.get_nowait()

    async def write(self) -> None:
        """Send what waits, until the end."""
        while True:
            message = await self._out.get()
            if isinstance(message, int):
                await self.socket.close(message)
                return
            await self.socket.send_text(message)

    def fail(self, mark: Mark, error: Exception) -> None:
        """Say what went wrong with a request."""
        self.send(failure(mark, sayable(error)))

    def teller(self, mark: Mark) -> Callable[[Json], None]:
        """How a search in another thread answers a request."""
        loop = asyncio.get_running_loop()

        def tell(facts: Json) -> None:
            loop.call_soon_threadsafe(self.send, {**facts, "id": mark})

        return tell

    def start_help(self, what: str, work: Coroutine[Any, Any, None]) -> None:
        """Begin something that takes time; it takes the place of what was asked for alike."""
        self.stop_help(what)
        task = asyncio.create_task(work)
        self._helps[what] = task
        task.add_done_callback(lambda _: self._forget(what, task))

    def _forget(self, what: str, task: asyncio.Task[None]) -> None:
        if self._helps.get(what) is task:
            del self._helps[what]

    def stop_help(self, *which: str) -> None:
        """End what goes on for this page; everything unless named."""
        for what in which or tuple(self._helps):
            task = self._helps.get(what)
            if task is not None and not task.cancelling():  # one that ends may take its time
                task.cancel()


def sayable(error: Exception) -> TabuleiroError:
    """An error as people may read it; the log has what is not for them."""
    if isinstance(error, TabuleiroError):
        return error
    said = blame(error)
    if said is not None:
        log.error("%s", said)
        return BrokenFile(said)
    log.error("a mistake of the server: %s: %s", type(error).__name__, error)
    return MISTAKE


def address_of(socket: HTTPConnection) -> str:
    """Where a page is, as limits and shares count it."""
    return network_of("" if socket.client is None else socket.client.host)


def failure(mark: Mark, error: TabuleiroError) -> Json:
    """An error as a page gets it."""
    if isinstance(error, Refusal):
        code = error.code
    else:
        code = next((code for kind, code in CODES if isinstance(error, kind)), "unknown")
    texts = {"text": str(error)[:LONGEST], "pt": error.pt[:LONGEST]}
    return {"type": "error", "id": mark, "code": code, **texts}
