"""Work of Python that takes longer than moments: beside the event loop, in turn, and in measure.

Boards with their steps, long games and records take up to seconds. Two threads make them, one for
each address in turn, so that nobody waits for all that somebody else has asked for; and an address
that has had its share is refused until some time has passed.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import thread_time
from typing import Any, TypeVar

from tabuleiro.web.limits import Buckets, Limits, TooMuch, network_of

Answer = TypeVar("Answer")
Job = tuple[Callable[[], Any], "asyncio.Future[Any]"]

THREADS = 2
"""Python does one thing at a time; the second thread waits for what is not Python."""
ANSWER, SENT = 0.0005, 0.000_004
"""Seconds that an answer takes, and each move in it that was made before."""


class Work:
    """What waits to be made, by the address that asks for it."""

    def __init__(self, limits: Limits) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "work")
        self._shares = Buckets(limits.work_per_second, limits.work_burst)
        self._waiting: OrderedDict[str, deque[Job]] = OrderedDict()
        self._running = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def do(self, address: str, make: Callable[[], Answer]) -> Answer:
        """What `make` gives, once it is this address's turn."""
        who = network_of(address)
        self._must_have_some_left(who)
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append((make, done))
        self._begin()
        return await done

    def charge(self, address: str, moves: int) -> None:
        """An answer with so many moves, all of them made before, is about to be sent."""
        self._must_have_some_left(address)
        self._shares.spend(address, ANSWER + SENT * moves)

    def _must_have_some_left(self, address: str) -> None:
        if self._shares.left(address) <= 0:
            raise TooMuch(
                "your address has asked for too much at once; wait a moment",
                "do teu endereço pediu-se demasiado de uma vez; espera um momento",
            )

    def close(self) -> None:
        """Let the threads go."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _begin(self) -> None:
        """Let those who are next have their turn."""
        while self._waiting and self._running < THREADS:
            who, jobs = self._waiting.popitem(last=False)
            make, done = jobs.popleft()
            if jobs:
                self._waiting[who] = jobs
            if done.cancelled():
                continue
            self._running += 1
            task = asyncio.ensure_future(self._run(who, make, done))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _run(self, who: str, make: Callable[[], Any], done: asyncio.Future[Any]) -> None:
        spent = 0.0

        def measured() -> Any:
            nonlocal spent
            began = thread_time()
            try:
                return make()
            finally:
                spent = thread_time() - began

        try:
            made = await asyncio.get_running_loop().run_in_executor(self._threads, measured)
        except Exception as error:
            if not done.cancelled():
                done.set_exception(error)
        else:
            if not done.cancelled():
                done.set_result(made)
        finally:
            self._running -= 1
            self._shares.spend(who, spent)
            self._begin()
