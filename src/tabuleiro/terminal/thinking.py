"""Searches that a screen follows: of an old one nothing is ever heard."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from functools import partial

from tabuleiro.bots.analysis import Analysis
from tabuleiro.bots.search import Search

Post = Callable[[Callable[[], None]], None]
"""Has something done in the screen's own thread, from any other."""


class Thinking:
    """Follows one search at a time; a new one stops the one before it.

    Whether anybody still waits for what a search says is looked up in the screen's own thread,
    where searches are called off.
    """

    def __init__(self, post: Post) -> None:
        self._post = post
        self._search: Search | None = None

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._search is not None

    def follow(
        self,
        search: Search,
        end: Callable[[Search], None],
        hear: Callable[[Analysis], None] | None = None,
    ) -> None:
        """Let `hear` have every analysis, and `end` the search when it has ended."""
        self.call_off()
        self._search = search

        def watch() -> None:
            if hear is not None:
                with contextlib.suppress(Exception):  # `end` meets it again
                    for now in search:
                        self._post(partial(self._deliver, search, partial(hear, now)))
            search.wait()
            self._post(partial(self._deliver, search, partial(self._finish, search, end)))

        threading.Thread(target=watch, name="tabuleiro-screen", daemon=True).start()

    def call_off(self) -> None:
        """Stop what is followed, and let nothing more be heard of it."""
        search, self._search = self._search, None
        if search is not None:
            search.stop()

    def _deliver(self, search: Search, react: Callable[[], None]) -> None:
        if self._search is search:
            react()

    def _finish(self, search: Search, end: Callable[[Search], None]) -> None:
        self._search = None
        end(search)
