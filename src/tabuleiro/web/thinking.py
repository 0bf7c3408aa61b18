"""Searches in worker threads: a small pool of bots, and an end within moments.

Compiled code runs without Python's lock, so that searches share the cores and the server answers
meanwhile. `scheduling.py` says whose turn it is.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from tabuleiro.bots import Bot, RandomBot
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.search import Search
from tabuleiro.bots.text import BotText
from tabuleiro.errors import TabuleiroError
from tabuleiro.game import Game
from tabuleiro.move import Move
from tabuleiro.position import Position
from tabuleiro.web.limits import Limits, safe_bot
from tabuleiro.web.scheduling import LONGEST_SLICE, SLICE, Ask, QueuedSearch, Scheduler

Answer = TypeVar("Answer")

NICE = 5
"""How far the threads of long searches come after those that talk to people."""
IDLE_BOTS, IDLE_MB = 40, 400
"""How many bots are kept for the next move, and how much they take: to make one anew takes longer
than most moves."""
LEAST_MB = 4
"""What a bot takes beside its table."""
SHALLOW = 4
"""Up to this depth a bot needs hardly any table, and hundreds of games need not wipe theirs."""
FEW = 20_000
"""Nodes that take moments."""
MOMENTS = 0.02
GUESSES = 1000


class Job:
    """Work from the inside: it borrows bots, and what it follows is stopped when it should end."""

    def __init__(self, bots: Bots, share: float = 1.0) -> None:
        self.stopped = False
        self.share = share
        """The part of its usual time that a bot may take just now."""
        self._bots = bots
        self._search: Search | None = None
        self._lock = threading.Lock()

    @contextmanager
    def bot(self, game: Game, text: str, owner: object) -> Iterator[Bot]:
        """A bot for a while; the same owner gets the same one if it is still there."""
        kept = self._bots.borrow(game, text, owner)
        try:
            yield kept
        finally:
            self._bots.give_back(game, text, owner, kept)

    def follow(self, search: Search) -> Search:
        """A search that ends when it should, be it before it has begun."""
        with self._lock:
            self._search = search
            stopped = self.stopped
        if stopped:
            search.stop()
        return search

    def move(
        self, bot: Bot, position: Position, seconds: float | None = None, tells: bool = True
    ) -> Move:
        """What a bot plays within its own limit, the server's, and so many seconds; what it thinks
        is put into words if it tells."""
        limit, most = bot.limit_in(position), self._bots.limits.think_seconds
        if limit.seconds is not None:
            limit = replace(limit, seconds=limit.seconds * self.share)
        limit = capped(limit, min(most, seconds or most))
        with self.follow(bot.think(position, limit, None if tells else 1)) as search:
            return search.move

    def stop(self) -> None:
        """Let the work come to its end at once."""
        with self._lock:
            self.stopped = True
            search = self._search
        if search is not None:
            search.stop()


class Bots:
    """Bots that nobody uses just now, by what they are; the least recently used are let go."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._idle: OrderedDict[int, tuple[Game, str, object, Bot]] = OrderedDict()
        self._lock = threading.Lock()
        self.guess = lru_cache(GUESSES)(self._guess)
        """How long a bot that never played here may take for a move: moments, or its limit."""

    def __len__(self) -> int:
        return len(self._idle)

    @property
    def megabytes(self) -> int:
        """What they take, about."""
        return sum(LEAST_MB + bot.table_mb for *_, bot in self._idle.values())

    def borrow(self, game: Game, text: str, owner: object) -> Bot:
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
        if not own:
            kept.new_game()
        return kept

    def give_back(self, game: Game, text: str, owner: object, bot: Bot) -> None:
        """Keep a bot for its next move."""
        with self._lock:
            self._idle[id(bot)] = (game, text, owner, bot)
            while len(self._idle) > IDLE_BOTS or self.megabytes > IDLE_MB:
                self._idle.popitem(last=False)

    def _guess(self, game: Game, text: str) -> float:
        bot = safe_bot(game, text, self.limits)
        limit = bot.limit
        if limit is None:
            return MOMENTS if isinstance(bot, RandomBot) else 1.0
        shallow = limit.depth is not None and limit.depth <= SHALLOW // 2
        few = limit.nodes is not None and limit.nodes <= FEW
        return MOMENTS if shallow or few else limit.seconds or 1.0

    def _make(self, game: Game, text: str) -> Bot:
        bot = safe_bot(game, text, self.limits)
        asked = BotText.parse(text)
        depth = None if bot.limit is None else bot.limit.depth
        if depth is not None and depth <= SHALLOW and not asked.has("table_mb"):
            with contextlib.suppress(TabuleiroError):  # one that has no table
                small = asked.with_changes({"table_mb": "1"})
                bot = safe_bot(game, str(small), self.limits)
                bot.name = text
        return bot


def capped(limit: Limit, seconds: float) -> Limit:
    """A limit that ends at the latest after some seconds."""
    return replace(limit, seconds=min(limit.seconds or seconds, seconds))


class Thinker:
    """Runs searches when it is their turn; cancelling the task that waits ends the search."""

    def __init__(self, limits: Limits) -> None:
        self.bots = Bots(limits)
        self.scheduler = Scheduler()
        self._threads = {
            quick: ThreadPoolExecutor(
                self.scheduler.most, "quick search" if quick else "search", _give_way, (nice,)
            )
            for quick, nice in ((True, 0), (False, NICE))
        }

    def move(
        self, game: Game, text: str, address: str, match: str, waits: Callable[[bool], None]
    ) -> Ask:
        """What a bot's move asks for."""
        return Ask("answer", address, match, (game, text), self.bots.guess(game, text), waits)

    async def run(self, ask: Ask, work: Callable[[Job], Answer]) -> Answer:
        """The answer of a search, once it had its turn."""
        async with self.scheduler.turn(ask) as turn:
            return await self._work(turn, work)

    async def study(self, ask: Ask, work: Callable[[Job], bool]) -> None:
        """A search in slices: called again after it gave way, until it says that it is done."""
        seconds = SLICE
        done = False
        while not done:
            async with self.scheduler.turn(ask, seconds) as turn:
                done = await self._work(turn, work)
            seconds = min(2 * seconds, LONGEST_SLICE)

    async def _work(self, turn: QueuedSearch, work: Callable[[Job], Answer]) -> Answer:
        job = Job(self.bots, turn.share)
        loop = asyncio.get_running_loop()
        done = loop.run_in_executor(self._threads[turn.quick], work, job)
        try:
            await asyncio.wait((done, turn.recalled), return_when=asyncio.FIRST_COMPLETED)
            if not done.done():
                job.stop()
            await asyncio.wait((done,))
        except asyncio.CancelledError:
            job.stop()
            while not done.done():
                with contextlib.suppress(asyncio.CancelledError):  # being told twice
                    await asyncio.wait((done,))
            done.exception()
            raise
        return done.result()

    @property
    def running(self) -> int:
        """How many searches run now."""
        return self.scheduler.running

    def close(self) -> None:
        """Let the threads go; jobs must have ended."""
        for threads in self._threads.values():
            threads.shutdown(wait=False, cancel_futures=True)


def _give_way(nice: int) -> None:
    """Let this thread, and those that it starts, come after the others where the system can."""
    if nice and sys.platform == "linux":
        with contextlib.suppress(OSError):
            thread = threading.get_native_id()
            own = os.getpriority(os.PRIO_PROCESS, thread)
            os.setpriority(os.PRIO_PROCESS, thread, own + nice)
