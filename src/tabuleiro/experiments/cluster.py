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
from tabuleiro.experiments.code import Code
from tabuleiro.experiments.executor import POLL, Agenda, Finished, Task
from tabuleiro.experiments.play import Table
from tabuleiro.experiments.settings import Settings
from tabuleiro.experiments.store import Opening
from tabuleiro.experiments.worker import do
from tabuleiro.extras import require
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

    def __init__(self, settings: Settings, address: str, code: Code | None = None) -> None:
        distributed = require("distributed", "cluster")
        try:
            with ThreadPoolExecutor(1) as thread:  # a notebook has an event loop in this one
                thread.submit(asyncio.run, asyncio.wait_for(_greet(address), CONNECT)).result()
        except Exception:  # of many kinds, for all that an address can be
            raise JobFailed(
                f"no Dask scheduler answers at {address!r}; start one with `dask scheduler`",
                f"nenhum escalonador Dask responde em {address!r}; arranca um com `dask scheduler`",
            ) from None
        for part in ("batched", "client", "comm", "core"):  # what matters of it, we say
            logging.getLogger(f"distributed.{part}").setLevel(logging.CRITICAL)
        self._settings = settings
        # What is not trusted is not sent: a worker then runs its own files, if they are the same.
        self._code = code if code is not None and code.trusted else Code()
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
                f"the cluster at {address} has no workers; start some with `dask worker {address}`",
                f"o cluster em {address} não tem trabalhadores; arranca alguns com `dask "
                f"worker {address}`",
            ) from None
        except TabuleiroError:
            self.close()
            raise

    def play(self, agenda: Agenda, stop: threading.Event) -> Iterator[list[Finished]]:
        """See `Executor.play`."""
        self._hand_out(agenda)
        while self._futures:
            yield self._hear(agenda)
            if stop.is_set():
                return
            self._hand_out(agenda)

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
            warm_up, self._settings, self._code, workers=list(by_host.values()), on_error="return"
        )
        for address, version in there.items():
            if isinstance(version, Exception):
                raise JobFailed(
                    f"the worker at {address} cannot play: {version}",
                    f"o trabalhador em {address} não consegue jogar: {version}",
                )
            if version != VERSION:
                raise JobFailed(
                    f"the worker at {address} has version {version} of tabuleiro, not {VERSION}",
                    f"o trabalhador em {address} tem a versão {version} do tabuleiro, não a "
                    f"{VERSION}",
                )

    def _hand_out(self, agenda: Agenda) -> None:
        try:
            threads = sum(self._client.nthreads().values())
        except OSError:
            raise self._gone() from None
        while len(self._futures) < AHEAD * max(1, threads):
            task = agenda.next()
            if task is None:
                return
            name = f"opening-{task.pair}" if task.game is None else task.game
            future = self._client.submit(
                play, self._settings, self._code, task, key=f"{self._key}-{name}", pure=False
            )
            self._futures[future.key] = future
            future.add_done_callback(self._ended.put)

    def _hear(self, agenda: Agenda) -> list[Finished]:
        """What has ended since the last time; waits a moment for something to happen.

        A failure is raised the next time, when what ended before it is safe.
        """
        if self._failure is not None:
            raise self._failure
        finished: list[Finished] = []
        with contextlib.suppress(queue.Empty):
            future = self._ended.get(timeout=POLL)
            while self._failure is None:
                try:
                    done = self._result(future)
                    if isinstance(done, Opening):
                        agenda.made(done)
                    else:
                        finished.append(done)
                except TabuleiroError as error:
                    self._failure = error
                future = self._ended.get_nowait()
        return finished

    def _result(self, future: Any) -> Finished | Opening:
        del self._futures[future.key]
        try:
            return future.result()  # type: ignore[no-any-return]
        except TabuleiroError:
            raise
        except CancelledError:
            raise self._gone() from None
        except Exception as error:
            said = " ".join(str(error).split())
            raise JobFailed(
                f"the cluster at {self._address} has failed: {said}",
                f"o cluster em {self._address} falhou: {said}",
            ) from None

    def _gone(self) -> JobFailed:
        return JobFailed(
            f"the scheduler at {self._address} is gone",
            f"o escalonador em {self._address} desapareceu",
        )


async def _greet(address: str) -> None:
    """Speak to a scheduler; fails if there is none."""
    from distributed.core import rpc

    async with rpc(address) as scheduler:  # type: ignore[no-untyped-call]
        await scheduler.identity()


def play(settings: Settings, code: Code, task: Task) -> Finished | Opening:
    """Do something in the thread of a cluster's worker, which keeps its bots from game to game."""
    table: Table | None = getattr(_here, "table", None)
    if table is None or table.settings != settings or table.is_stuck:
        if table is not None:
            table.close()
        table = _here.table = Table(settings, code)
    return do(table, task)


def warm_up(settings: Settings, code: Code) -> str:
    """Compile what the games need; returns the version that does."""
    Table(settings, code).prepare()
    return VERSION
