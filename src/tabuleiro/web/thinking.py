"""Searches in worker threads: a fair queue, a small pool of bots, and an end within moments.

Compiled code runs without Python's lock, so that searches share the cores and the server answers
meanwhile. A job that has run for a while no longer counts against those that wait: one slow game
never blocks another, and the system shares the cores between them.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar

from tabuleiro.bots.limit import Limit
from tabuleiro.errors import TabuleiroError
from tabuleiro.game import Game
from tabuleiro.web.limits import Limits, TooMuch, safe_bot

Answer = TypeVar("Answer")

YOUNG_SECONDS = 0.5
"""How long a job counts as new."""
YOUNG = os.cpu_count() or 2
"""How many new jobs run at once."""
MOST = 32
"""How many jobs run at once in all."""
WAITING = 5000
"""How many jobs may wait."""
IDLE_BOTS = 8
"""How many bots, with their tables, are kept for the next move."""
SHALLOW = 4
"""Up to this depth a bot needs hardly any table, and hundreds of games need not wipe theirs."""
POLL = 0.003
"""How often a search is told again to stop: it may be between two of its parts."""


class Job:
    """A search from the inside: it borrows bots and notices when it should stop."""

    def __init__(self, bots: Bots) -> None:
        self.stopped = False
        self._bots = bots
        self._bot: Any = None

    @contextmanager
    def bot(self, game: Game, text: str, owner: object) -> Iterator[Any]:
        """A bot for a while; the same owner gets the same one if it is still there."""
        kept = self._bots.borrow(game, text, owner)
        own = getattr(kept, "limit", None)
        self._bot = kept
        try:
            yield kept
        finally:
            self._bot = None
            if own is not None:
                kept.limit = own
            self._bots.give_back(game, text, owner, kept)

    def stop(self) -> None:
        """Make the search return."""
        self.stopped = True
        stop = getattr(self._bot, "stop", None)
        if stop is not None:
            stop()


class Bots:
    """Bots that nobody uses just now, by what they are; the least recently used are let go."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._idle: OrderedDict[int, tuple[Game, str, object, Any]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._idle)

    def borrow(self, game: Game, text: str, owner: object) -> Any:
        """A bot that knows nothing of other games than its owner's."""
        with self._lock:
            fitting = [
                (kept_owner == owner, key)
                for key, (kept_game, kept_text, kept_owner, _) in self._idle.items()
                if (kept_game, kept_text) == (game, text)
            ]
            own, key = max(fitting, default=(False, None), key=lambda pair: pair[0])
            kept = self._idle.pop(key)[3] if key is not None else None
        if kept is None:
            return self._make(game, text)
        forget = getattr(kept, "new_game", None)
        if not own and forget is not None:
            forget()
        return kept

    def give_back(self, game: Game, text: str, owner: object, bot: Any) -> None:
        """Keep a bot for its next move."""
        with self._lock:
            self._idle[id(bot)] = (game, text, owner, bot)
            while len(self._idle) > IDLE_BOTS:
                self._idle.popitem(last=False)

    def _make(self, game: Game, text: str) -> Any:
        bot: Any = safe_bot(game, text, self.limits)
        limit: Limit | None = getattr(bot, "limit", None)
        if limit is None:
            return bot
        if limit.depth is not None and limit.depth <= SHALLOW and "table_mb" not in text:
            with contextlib.suppress(TabuleiroError):  # one that has no table
                bot = safe_bot(game, f"{text},table_mb=1", self.limits)
                bot.name = text
        bot.limit = capped(limit, self.limits.think_seconds)
        return bot


def capped(limit: Limit, seconds: float) -> Limit:
    """A limit that ends at the latest after some seconds."""
    return replace(limit, seconds=min(limit.seconds or seconds, seconds))


class Thinker:
    """Runs jobs, the longest waiting first; cancelling the task that waits ends the search."""

    def __init__(self, limits: Limits) -> None:
        self.bots = Bots(limits)
        self._threads = ThreadPoolExecutor(MOST, "search")
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._young = 0
        self.running = 0
        """How many searches run now."""

    async def run(self, work: Callable[[Job], Answer]) -> Answer:
        """The answer of a job, once it had its turn."""
        await self._admit()
        job = Job(self.bots)
        loop = asyncio.get_running_loop()
        aged = loop.call_later(YOUNG_SECONDS, self._grow_old)
        done = loop.run_in_executor(self._threads, work, job)
        try:
            return await asyncio.shield(done)
        except asyncio.CancelledError:
            while not done.done():
                job.stop()
                await asyncio.wait([done], timeout=POLL)
            done.exception()
            raise
        finally:
            self.running -= 1
            if not aged.cancelled() and aged.when() > loop.time():
                aged.cancel()
                self._young -= 1
            self._let_in()

    def close(self) -> None:
        """Let the threads go; jobs must have ended."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _admit(self) -> None:
        if len(self._waiting) >= WAITING:
            raise TooMuch(
                "too many searches wait on this server; try again in a moment",
                "há demasiadas pesquisas à espera neste servidor; tenta de novo daqui a pouco",
            )
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        self._let_in()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.running -= 1
                self._young -= 1
                self._let_in()
            else:
                with contextlib.suppress(ValueError):
                    self._waiting.remove(turn)
            raise

    def _let_in(self) -> None:
        while self._waiting and self._young < YOUNG and self.running < MOST:
            turn = self._waiting.popleft()
            if turn.done():
                continue
            self.running += 1
            self._young += 1
            turn.set_result(None)

    def _grow_old(self) -> None:
        self._young -= 1
        self._let_in()
