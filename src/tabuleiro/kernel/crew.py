"""Threads that search together: the first one says what, and the others search it, too.

They search the same position to the same depth between the same bounds, or what one of them finds
would be no answer to the others. Between two tasks they put together what they have learned about
the order of steps.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from tabuleiro.kernel.sharing import DIVIDED


@dataclass(frozen=True)
class SearchTask:
    """What is searched: one call of alpha-beta from the root."""

    depth: int
    low: int
    high: int
    excluded: tuple[int, ...]
    """Keys of positions after one turn that are left out."""
    checking: bool
    """Whether only `decided or not` is asked."""


class Crew:
    """The memories of several threads, and what they are at."""

    def __init__(self, memories: Sequence[Any], nodes: int | None = None) -> None:
        self.first, *self.others = memories
        self._nodes = nodes
        """How many all of them may look at together."""
        self._known = _history(self.first) if self.others else None
        """What all of them know about the order of steps."""
        for k in self.others:
            k.history[:] = self._known
        self._news = threading.Condition()
        self._task: SearchTask | None = None
        self._number = 0
        self._over = False

    @contextmanager
    def at(self, task: SearchTask) -> Iterator[None]:
        """While the first thread is at a task, the others are at it, too."""
        if not self.others or task.depth <= DIVIDED:  # over before the others would hear of it
            yield
            return
        self._learn()
        self._share_nodes()
        with self._news:
            self._task = task
            self._number += 1
            self._news.notify_all()
        try:
            yield
        finally:
            self._call_back()

    def follow(self, k: Any, work: Callable[[Any, SearchTask], object]) -> None:
        """Do in a further thread what the first one is at, until there is nothing more to do."""
        number = 0
        while True:
            with self._news:
                self._news.wait_for(partial(self._has_news, number))
                if self._over or self._task is None or k.nodes >= k.node_limit:
                    return
                number, task = self._number, self._task
                k.stop = 0  # it was called back from the task before
            work(k, task)

    def _has_news(self, number: int) -> bool:
        return self._over or (self._task is not None and self._number != number)

    def end(self) -> None:
        """Have the others return."""
        with self._news:
            self._over = True
            self._news.notify_all()
        self._call_back()

    def _call_back(self) -> None:
        with self._news:
            self._task = None
            for k in self.others:
                k.stop = 1

    def _share_nodes(self) -> None:
        """Give each as many of the nodes that are left."""
        if self._nodes is None:
            return
        everyone = (self.first, *self.others)
        left = self._nodes - sum(int(k.nodes) for k in everyone)
        for k in everyone:
            k.node_limit = int(k.nodes) + max(0, -(-left // len(everyone)))

    def _learn(self) -> None:
        """Put together what each has learned since the last time."""
        together = _history(self.first)
        for k in self.others:
            together += _history(k) - self._known
        for k in (self.first, *self.others):
            k.history[:] = together
        self._known = together


def _history(k: Any) -> Any:
    import numpy as np

    return np.array(k.history)
