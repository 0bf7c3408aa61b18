"""Games on a Dask cluster: the same games, by the same numbers, on other machines."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import threading
import uuid
from collections.abc import Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from typing import Any

from tabuleiro.errors import JobFailed, TabuleiroError
from tabuleiro.extras import require
from tabuleiro.experiments.executor import POLL, Finished
from tabuleiro.experiments.play import Table
from tabuleiro.experiments.settings import Settings
from tabuleiro.version import VERSION

log = logging.getLogger("tabuleiro")

CONNECT = 5.0
"""Seconds that a scheduler has to answer."""

WORKERS = 30.0
"""Seconds to wait for a first worker."""

AHEAD = 2
"""Games for every thread of the cluster: one to play and one to go on with."""

_here = threading.local()


class Cluster:
    """A client of a scheduler that is there already. What its dead workers had is played again."""

    def __init__(self, settings: Settings, address: str) -> None:
        distributed = require("distributed", "cluster")
        try:
            with ThreadPoolExecutor(1) as thread:  # a notebook has an event loop in this one
                thread.submit(asyncio.run, asyncio.wait_for(_greet(address), CONNECT)).result()
        except Exception:  # of many kinds, for all that an address can be
            raise JobFailed(
                f"no Dask scheduler answers at {address!r}; start one with `dask scheduler`"
            ) from None
        for part in ("batched", "client", "comm", "core"):  # what matters of it, we say
            logging.getLogger(f"distributed.{part}").setLevel(logging.CRITICAL)
        self._settings = settings
        self._address = address
        self._key = f"tabuleiro-{uuid.uuid4().hex}"
        self._ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._futures: dict[str, Any] = {}
        self._failure: TabuleiroError | None = None
        self._client = distributed.Client(address, timeout=CONNECT, set_as_default=False)
        if not self._client.nthreads():
            log.warning("no worker is at %s yet; waiting %.0f seconds for one", address, WORKERS)
        try:
            self._client.wait_for_workers(1, timeout=WORKERS)
            self._warm_up()
        except TimeoutError:
            self.close()
            raise JobFailed(
                f"the cluster at {address} has no workers; start some with `dask worker {address}`"
            ) from None
        except TabuleiroError:
            self.close()
            raise

    def play(self, numbers: Iterator[int], stop: threading.Event) -> Iterator[list[Finished]]:
        """See `Executor.play`."""
        self._hand_out(numbers)
        while self._futures:
            yield self._hear()
            if stop.is_set():
                return
            self._hand_out(numbers)

    def close(self) -> None:
        """See `Executor.close`."""
        with contextlib.suppress(Exception):
            self._client.cancel(list(self._futures.values()), force=True)
        self._futures.clear()
        self._client.close()

    def _warm_up(self) -> None:
        """Let one worker of each machine compile, so that its neighbours find it done."""
        by_host: dict[str, str] = {}
        for address, worker in self._client.scheduler_info(n_workers=-1)["workers"].items():
            by_host.setdefault(str(worker["host"]), address)
        there = self._client.run(
            warm_up, self._settings, workers=list(by_host.values()), on_error="return"
        )
        for address, version in there.items():
            if isinstance(version, Exception):
                raise JobFailed(f"the worker at {address} cannot play: {version}")
            if version != VERSION:
                raise JobFailed(
                    f"the worker at {address} has version {version} of tabuleiro, not {VERSION}"
                )

    def _hand_out(self, numbers: Iterator[int]) -> None:
        try:
            threads = sum(self._client.nthreads().values())
        except OSError:
            raise self._gone() from None
        while len(self._futures) < AHEAD * max(1, threads):
            number = next(numbers, None)
            if number is None:
                return
            future = self._client.submit(
                play, self._settings, number, key=f"{self._key}-{number}", pure=False
            )
            self._futures[future.key] = future
            future.add_done_callback(self._ended.put)

    def _hear(self) -> list[Finished]:
        """What has ended since the last time; waits a moment for something to happen.

        A failure is raised the next time, when what ended before it is safe.
        """
        if self._failure is not None:
            raise self._failure
        finished = []
        with contextlib.suppress(queue.Empty):
            future = self._ended.get(timeout=POLL)
            while self._failure is None:
                try:
                    finished.append(self._result(future))
                except TabuleiroError as error:
                    self._failure = error
                future = self._ended.get_nowait()
        return finished

    def _result(self, future: Any) -> Finished:
        del self._futures[future.key]
        try:
            return future.result()  # type: ignore[no-any-return]
        except TabuleiroError:
            raise
        except CancelledError:
            raise self._gone() from None
        except Exception as error:
            said = " ".join(str(error).split())
            raise JobFailed(f"the cluster at {self._address} has failed: {said}") from None

    def _gone(self) -> JobFailed:
        return JobFailed(f"the scheduler at {self._address} is gone")


async def _greet(address: str) -> None:
    """Speak to a scheduler; fails if there is none."""
    from distributed.core import rpc

    async with rpc(address) as scheduler:  # type: ignore[no-untyped-call]
        await scheduler.identity()


def play(settings: Settings, number: int) -> Finished:
    """Play a game in the thread of a cluster's worker, which keeps its bots from game to game."""
    table: Table | None = getattr(_here, "table", None)
    if table is None or table.settings != settings or table.is_stuck:
        if table is not None:
            table.close()
        table = _here.table = Table(settings)
    return table.play(number)


def warm_up(settings: Settings) -> str:
    """Compile what the games need; returns the version that does."""
    Table(settings).prepare()
    return VERSION
