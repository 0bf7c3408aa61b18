"""Games on this machine: processes that are handed a few games at a time."""

from __future__ import annotations

import contextlib
import math
import os
import pickle
import queue
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tabuleiro.errors import JobFailed
from tabuleiro.experiments.code import Code
from tabuleiro.experiments.executor import POLL, Agenda, Finished, Task
from tabuleiro.experiments.settings import Settings
from tabuleiro.experiments.store import Opening
from tabuleiro.experiments.worker import send

LOG = "workers.log"

START = """
import sys
sys.path[:] = sys.argv[1:]
from tabuleiro.experiments.worker import main
main()
"""
"""How a worker begins: with the libraries of this process. A variable of the environment would tell
the programs that it starts, too, and these have libraries of their own."""

AHEAD = 0.25
"""Seconds of work that wait at a worker, so that it need not wait for more."""

MOST_AHEAD = 64
DEATHS = 3
"""How many workers may die of one game before it is given up."""

GOODBYE = 2.0
"""Seconds that a worker has to leave by itself."""


def usual_workers() -> int:
    """As many as the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


class Pool:
    """Worker processes; one that dies is replaced and its games are played again."""

    def __init__(
        self, settings: Settings, workers: int, directory: Path, code: Code | None = None
    ) -> None:
        self._settings = settings
        self._code = code or Code()
        self._log = directory / LOG
        self._events: queue.SimpleQueue[tuple[Worker, Any]] = queue.SimpleQueue()
        self._deaths: Counter[Task] = Counter()
        self._failure: Exception | None = None
        self._games = 0
        self._seconds = 0.0
        self._count = workers
        self._workers: list[Worker] = []

    def play(self, agenda: Agenda, stop: threading.Event) -> Iterator[list[Finished]]:
        """See `Executor.play`."""
        self._workers += [self._start() for _ in range(self._count)]
        self._hand_out(agenda)
        while any(worker.tasks for worker in self._workers):
            finished = self._hear(agenda)
            if stop.is_set():
                yield finished
                return
            self._hand_out(agenda)
            yield finished

    def close(self) -> None:
        """See `Executor.close`."""
        for worker in self._workers:
            worker.let_go()
        for worker in self._workers:
            worker.end()
        with contextlib.suppress(OSError):
            if self._log.stat().st_size == 0:
                self._log.unlink()

    def _start(self) -> Worker:
        return Worker(self._settings, self._code, self._log, self._events)

    def _hand_out(self, agenda: Agenda) -> None:
        """Give every worker something to do, and something to go on with if games are short."""
        most = 1
        if self._games and self._seconds < self._games:
            mean = max(self._seconds / self._games, 1e-6)
            most += min(MOST_AHEAD, math.ceil(AHEAD / mean))
        for place in range(most):
            for worker in self._workers:
                if len(worker.tasks) <= place:
                    task = agenda.next()
                    if task is None:
                        return
                    worker.give(task)

    def _hear(self, agenda: Agenda) -> list[Finished]:
        """What has ended since the last time; waits a moment for something to happen.

        A failure is raised the next time, when what ended before it is safe.
        """
        if self._failure is not None:
            raise self._failure
        finished: list[Finished] = []
        with contextlib.suppress(queue.Empty):
            worker, message = self._events.get(timeout=POLL)
            while self._failure is None:
                if isinstance(message, Exception):
                    self._failure = message
                elif message is None:
                    self._replace(worker, agenda)
                elif isinstance(message, Opening):
                    worker.tasks.pop(0)
                    agenda.made(message)
                else:
                    worker.tasks.pop(0)
                    finished.append(message)
                    self._games += 1
                    self._seconds += message[1].seconds
                worker, message = self._events.get_nowait()
        return finished

    def _replace(self, worker: Worker, agenda: Agenda) -> None:
        worker.end()
        if worker.tasks:
            last = worker.tasks[0]
            self._deaths[last] += 1
            if self._deaths[last] == DEATHS:
                what = f"opening {last.pair}" if last.game is None else f"game {last.game}"
                self._failure = JobFailed(
                    f"{what} has ended {DEATHS} worker processes; "
                    f"what they said is in {str(self._log)!r}",
                    f"{what} terminou {DEATHS} processos; o que disseram está em "
                    f"{str(self._log)!r}",
                )
            for task in worker.tasks:
                agenda.again(task)
        self._workers[self._workers.index(worker)] = self._start()


class Worker:
    """A worker process, and a thread that hears what it says."""

    def __init__(
        self,
        settings: Settings,
        code: Code,
        log: Path,
        events: queue.SimpleQueue[tuple[Worker, Any]],
    ) -> None:
        self.tasks: list[Task] = []
        """What it has to do, in this order."""
        self._events = events
        paths = [place or os.getcwd() for place in sys.path]
        with log.open("ab") as said:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", START, *paths],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=said,
                start_new_session=True,  # Ctrl-C is for whoever leads the experiment
            )
        threading.Thread(target=self._listen, daemon=True).start()
        self._tell((settings, code))

    def give(self, task: Task) -> None:
        """Let it do something, after what it has."""
        self.tasks.append(task)
        self._tell(task)

    def let_go(self) -> None:
        """Make it leave."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def end(self) -> None:
        """See that it is gone."""
        self.let_go()
        try:
            self._process.wait(GOODBYE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _tell(self, message: object) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):  # that it is dead will be heard
            send(self._process.stdin, message)  # type: ignore[arg-type]

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as stream, contextlib.suppress(Exception):
            while True:  # until the end of the stream, or of half a message
                self._events.put((self, pickle.load(stream)))
        self._events.put((self, None))
