"""What plays the games of an experiment: processes here, or a cluster; both look the same."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple, Protocol, TypeAlias

from tabuleiro.experiments.schedule import fixture
from tabuleiro.experiments.settings import Settings
from tabuleiro.experiments.shelf import Shelf
from tabuleiro.experiments.store import Opening, Played

Finished: TypeAlias = tuple[Opening, Played]

POLL = 0.2
"""Seconds after which an executor that waits looks whether it should stop."""


class Task(NamedTuple):
    """Something to do: a game to play, or an opening to make."""

    game: int | None
    pair: int
    opening: Opening | None = None
    """Where the game begins; None if whoever plays it can tell at no cost."""


class Agenda:
    """What is to be done next: games, and before them the openings that they need.

    An opening is made once, by whoever has nothing to play; its games wait for it. So openings are
    made while games are played, by all workers, and never by two.
    """

    def __init__(self, settings: Settings, numbers: Iterator[int], shelf: Shelf) -> None:
        self._settings = settings
        self._numbers = numbers
        self._shelf = shelf
        self._ready: deque[Task] = deque()
        self._waiting: dict[int, list[int]] = {}
        """Games by the opening that they wait for."""

    def next(self) -> Task | None:
        """A task for somebody who has time; None if there is none for now."""
        if self._ready:
            return self._ready.popleft()
        for number in self._numbers:
            pair = fixture(self._settings, number).pair
            opening = self._shelf.get(pair)
            if opening is not None or not self._shelf.is_needed:
                return Task(number, pair, opening)
            if pair in self._waiting:
                self._waiting[pair].append(number)
            else:
                self._waiting[pair] = [number]
                return Task(None, pair)
        return None

    def made(self, opening: Opening) -> None:
        """Hear of an opening that is there now."""
        self._shelf.put(opening)
        waited = self._waiting.pop(opening.number, ())
        self._ready.extend(Task(number, opening.number, opening) for number in waited)

    def again(self, task: Task) -> None:
        """Take a task back that somebody has not done."""
        self._ready.append(task)


class Executor(Protocol):
    """Plays games by their numbers, several at a time, in any order."""

    def play(self, agenda: Agenda, stop: threading.Event) -> Iterator[list[Finished]]:
        """Games as they end. New tasks are drawn when there is somebody to do them.

        Ends when all are played, or soon after `stop` is set; games in progress are then dropped.
        An empty list says that time has passed.
        """

    def close(self) -> None:
        """End whatever still plays."""
