"""The wish that a search may end, which it hears at any moment, also before it has begun."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any


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
    def after(self, seconds: float | None) -> Iterator[None]:
        """While a search runs that ends by itself after a time."""
        if seconds is None:
            yield
            return
        timer = threading.Timer(seconds, self.time_is_up)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _raise_flags(self) -> None:
        for k in self._memories:
            k.stop = 1
