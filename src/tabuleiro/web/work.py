"""Work of Python that takes longer than moments: beside the event loop, in turn, and in measure.

Boards with their steps take moments, long games and records up to seconds. A few threads make
them, one for each address in turn, so that nobody waits for all that somebody else has asked for;
and an address that has had its share is refused until some time has passed.
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

SHORT, LONG = 2, 1
"""Threads for boards, and for long games: these take seconds, and boards do not wait for them.
Python does one thing at a time; the second thread for boards waits for what is not Python."""
LONG_GAME = 200
"""Moves from which on a game is long."""
ANSWER, SENT = 0.0005, 0.000_004
"""Seconds that an answer takes, and each move in it that was made before."""


class Lane:
    """Threads, and what waits for them, by the address that asks for it."""

    def __init__(self, threads: int) -> None:
        self.free = threads
        self.threads = ThreadPoolExecutor(threads, "work")
        self.waiting: OrderedDict[str, deque[Job]] = OrderedDict()


class Work:
    """What waits to be made; boards and long games in lanes of their own."""

    def __init__(self, limits: Limits) -> None:
        self._lanes = {False: Lane(SHORT), True: Lane(LONG)}
        self._shares = Buckets(limits.work_per_second, limits.work_burst)
        self._tasks: set[asyncio.Task[None]] = set()

    async def do(self, address: str, make: Callable[[], Answer], moves: int = 0) -> Answer:
        """What `make` gives, once it is this address's turn; it goes through so many moves."""
        who = network_of(address)
        self._must_have_some_left(who)
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        lane = self._lanes[moves >= LONG_GAME]
        lane.waiting.setdefault(who, deque()).append((make, done))
        self._begin(lane)
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
        for lane in self._lanes.values():
            lane.threads.shutdown(wait=False, cancel_futures=True)

    def _begin(self, lane: Lane) -> None:
        """Let those who are next have their turn."""
        while lane.waiting and lane.free:
            who, jobs = lane.waiting.popitem(last=False)
            make, done = jobs.popleft()
            if jobs:
                lane.waiting[who] = jobs
            if done.cancelled():
                continue
            lane.free -= 1
            task = asyncio.ensure_future(self._run(lane, who, make, done))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _run(
        self, lane: Lane, who: str, make: Callable[[], Any], done: asyncio.Future[Any]
    ) -> None:
        spent = 0.0

        def measured() -> Any:
            nonlocal spent
            began = thread_time()
            try:
                return make()
            finally:
                spent = thread_time() - began

        try:
            made = await asyncio.get_running_loop().run_in_executor(lane.threads, measured)
        except Exception as error:
            if not done.cancelled():
                done.set_exception(error)
        else:
            if not done.cancelled():
                done.set_result(made)
        finally:
            lane.free += 1
            self._shares.spend(who, spent)
            self._begin(lane)
