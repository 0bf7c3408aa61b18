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
from tabuleiro.experiments.executor import POLL, Finished
from tabuleiro.experiments.settings import Settings
from tabuleiro.experiments.worker import send

LOG = "workers.log"

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

    def __init__(self, settings: Settings, workers: int, directory: Path) -> None:
        self._settings = settings
        self._log = directory / LOG
        self._events: queue.SimpleQueue[tuple[Worker, Any]] = queue.SimpleQueue()
        self._again: list[int] = []
        self._deaths: Counter[int] = Counter()
        self._failure: Exception | None = None
        self._games = 0
        self._seconds = 0.0
        self._count = workers
        self._workers: list[Worker] = []

    def play(self, numbers: Iterator[int], stop: threading.Event) -> Iterator[list[Finished]]:
        """See `Executor.play`."""
        self._workers += [self._start() for _ in range(self._count)]
        self._hand_out(numbers)
        while any(worker.numbers for worker in self._workers):
            finished = self._hear()
            if stop.is_set():
                yield finished
                return
            self._hand_out(numbers)
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
        return Worker(self._settings, self._log, self._events)

    def _hand_out(self, numbers: Iterator[int]) -> None:
        """Give every worker something to do, and something to go on with if games are short."""
        most = 1
        if self._games and self._seconds < self._games:
            mean = max(self._seconds / self._games, 1e-6)
            most += min(MOST_AHEAD, math.ceil(AHEAD / mean))
        for place in range(most):
            for worker in self._workers:
                if len(worker.numbers) <= place:
                    number = self._again.pop(0) if self._again else next(numbers, None)
                    if number is None:
                        return
                    worker.give(number)

    def _hear(self) -> list[Finished]:
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
                    self._replace(worker)
                else:
                    finished.append(message)
                    worker.numbers.remove(message[1].number)
                    self._games += 1
                    self._seconds += message[1].seconds
                worker, message = self._events.get_nowait()
        return finished

    def _replace(self, worker: Worker) -> None:
        worker.end()
        if worker.numbers:
            playing = worker.numbers[0]
            self._deaths[playing] += 1
            if self._deaths[playing] == DEATHS:
                self._failure = JobFailed(
                    f"game {playing} has ended {DEATHS} worker processes; "
                    f"what they said is in {str(self._log)!r}"
                )
            self._again += worker.numbers
        self._workers[self._workers.index(worker)] = self._start()


class Worker:
    """A worker process, and a thread that hears what it says."""

    def __init__(
        self, settings: Settings, log: Path, events: queue.SimpleQueue[tuple[Worker, Any]]
    ) -> None:
        self.numbers: list[int] = []
        """The games that it has, the one that it plays first."""
        self._events = events
        path = os.pathsep.join(place or os.getcwd() for place in sys.path)
        with log.open("ab") as said:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "tabuleiro.experiments.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=said,
                env=os.environ | {"PYTHONPATH": path},
                start_new_session=True,  # Ctrl-C is for whoever leads the experiment
            )
        threading.Thread(target=self._listen, daemon=True).start()
        self._tell(settings)

    def give(self, number: int) -> None:
        """Let it play a game, after those that it has."""
        self.numbers.append(number)
        self._tell(number)

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
