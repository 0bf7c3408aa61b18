"""The wish that a search may end, which it hears at any moment, also before it has begun."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import Any

STEADY, CALM = 4, 0.6
"""A best turn that stayed the same for so many depths needs only that share of the time."""


def allowance(bests: Sequence[int], seconds: float, most: float) -> float:
    """How many seconds a search may take, by the best turn of each depth so far.

    Less where it has stayed the same for long, and more where it has just changed.
    """
    steady = 0
    for earlier in reversed(bests[:-1]):
        if earlier != bests[-1]:
            break
        steady += 1
    if steady >= STEADY:
        return CALM * seconds
    return most + (seconds - most) * steady / STEADY


class Alarm:
    """Calls once at a time, which may be put off or brought forward."""

    def __init__(self, call: Callable[[], None]) -> None:
        self._call = call
        self._timer: threading.Timer | None = None

    def at(self, time: float) -> None:
        """Call then, by `perf_counter`, and not when it was to be."""
        self.cancel()
        self._timer = threading.Timer(max(0.0, time - perf_counter()), self._call)
        self._timer.daemon = True
        self._timer.start()

    def cancel(self) -> None:
        """Do not call."""
        if self._timer is not None:
            self._timer.cancel()


class Halt:
    """Belongs to one search: a wish that comes early waits for it, one that is late meets nobody.

    Compiled code looks at a flag in its own memory, which the next search uses as well.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._memories: Sequence[Any] = ()
        self.asked = False
        """Whether somebody wants the search to end."""

    def ask(self) -> None:
        """Make the search return, whenever it begins."""
        with self._lock:
            self.asked = True
            self._raise_flags()

    def time_is_up(self) -> None:
        """Make the search that runs now return."""
        with self._lock:
            self._raise_flags()

    @contextmanager
    def over(self, memories: Sequence[Any]) -> Iterator[None]:
        """While a search runs in these memories."""
        with self._lock:
            self._memories = memories
            for k in memories:
                k.stop = int(self.asked)
        try:
            yield
        finally:
            with self._lock:
                self._memories = ()

    @contextmanager
    def after(self, seconds: float | None) -> Iterator[Alarm]:
        """While a search runs that ends by itself after a time."""
        alarm = Alarm(self.time_is_up)
        if seconds is not None:
            alarm.at(perf_counter() + seconds)
        try:
            yield alarm
        finally:
            alarm.cancel()

    def _raise_flags(self) -> None:
        for k in self._memories:
            k.stop = 1
