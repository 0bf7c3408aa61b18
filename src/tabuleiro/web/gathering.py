"""Pages that look at the same thing: who is here, what all hear, and changes one by one."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from tabuleiro.web.match import Refusal, compact
from tabuleiro.web.shapes import Json

log = logging.getLogger("tabuleiro.web")

AT_ONCE = 50
"""Pages without a seat that are told something at once: some milliseconds."""
RESTART = 1012
"""Why a connection ends that may come back at once and say hello."""

Answer = TypeVar("Answer")
Given = ParamSpec("Given")


class Page(Protocol):
    """A connected page."""

    seats: tuple[int, ...]
    owner: bool
    address: str

    def send_text(self, text: str) -> None:
        """Queue a message that is already written."""

    def close(self, code: int) -> None:
        """End the connection."""


class Gathering:
    """The pages that are here, and what goes on for them."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.pages: set[Page] = set()
        self.closed = False
        self.lock = asyncio.Lock()
        """Held while something changes."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._untold: deque[tuple[Page, str]] = deque()
        """Who has still to hear what, in order."""
        self._telling: asyncio.Handle | None = None

    def tell(self, message: Json, but: Page | None = None) -> None:
        """Send a message to every page; it is written once for all of them."""
        self.tell_text(compact(message), but)

    def tell_text(self, text: str, but: Page | None = None) -> None:
        """Send every page a message that is already written: players first, and a crowd some at a
        time, so that others are answered meanwhile."""
        told = [page for page in self.pages if page is not but]
        for page in told:
            if page.seats:
                page.send_text(text)
        self._untold.extend((page, text) for page in told if not page.seats)
        if self._telling is None:
            self._tell_some()

    def _tell_some(self) -> None:
        for _ in range(min(AT_ONCE, len(self._untold))):
            page, text = self._untold.popleft()
            page.send_text(text)
        later = asyncio.get_running_loop().call_soon
        self._telling = later(self._tell_some) if self._untold else None

    def send_away(self, code: int) -> None:
        """End all connections; nothing changes any more."""
        self.closed = True
        for page in self.pages:
            page.close(code)
        self.pages.clear()

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing goes on."""
        return not self.pages and not self._tasks

    async def rest(self) -> None:
        """Wait until nothing goes on any more, if nobody is here."""
        while not self.pages and self._tasks:
            await asyncio.wait(self._tasks)

    async def do_alone(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Do something alone and to its end, whatever happens to whoever asked for it."""

        async def locked() -> Answer:
            async with self.lock:
                return await work

        if self.closed:
            work.close()
            raise Refusal("unknown", "the match was removed", "a partida foi apagada")
        task = asyncio.create_task(locked())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Begin something that nobody waits for."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._forget)
        return task

    def _forget(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("%s: %s", self.name, task.exception())


Where = TypeVar("Where", bound=Gathering)


def uninterrupted(
    method: Callable[Concatenate[Where, Given], Coroutine[Any, Any, Answer]],
) -> Callable[Concatenate[Where, Given], Coroutine[Any, Any, Answer]]:
    """A change that is made alone and to its end, whatever happens to whoever asked for it."""

    async def done(here: Where, /, *given: Given.args, **named: Given.kwargs) -> Answer:
        return await here.do_alone(method(here, *given, **named))

    done.__doc__ = method.__doc__
    return done
