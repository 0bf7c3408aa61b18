"""A search, held in the hand: one follows it, stops it at any moment and takes what it has found.

with bot.search(position, Limit(seconds=2), lines=3) as search:
    for analysis in search:      # one for each depth, or as the tree grows
        print(analysis.score)
best = search.result
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from functools import lru_cache
from time import monotonic
from types import TracebackType

from tabuleiro.bots.analysis import Analysis
from tabuleiro.bots.trace import Trace
from tabuleiro.errors import InvalidOption, NotBack, Stopped
from tabuleiro.kernel.worker import GRACE
from tabuleiro.move import Move
from tabuleiro.position import Position

Make = Callable[[], Analysis]
"""An analysis that is put into words when somebody asks for it: most are never looked at."""

DEAF = 0.1 if sys.platform == "win32" else None
"""Seconds after which a waiting thread must look up to hear Ctrl-C; None where it just hears it."""


class Search:
    """Runs in a thread of its own, from the moment it is made.

    First it gets ready: it waits for the bot's last search, compiles, starts a program. Whoever
    stops it then is free at once, while the work of getting ready goes on for the next search.
    """

    def __init__(
        self,
        position: Position,
        work: Callable[[Search], None],
        prepare: Callable[[], None] = lambda: None,
        pick: Callable[[Analysis], Move] = lambda found: found.move,
        after: Search | None = None,
        told: int | None = None,
    ) -> None:
        self.position = position
        self.told = told
        """How many lines whoever follows it has asked for; of others, the first move is enough."""
        self.stopped = False
        """Whether somebody has stopped it."""
        self._trace: Trace | None = None
        self._work = work
        self._prepare = prepare
        self._pick = pick
        self._after = after
        self._changed = threading.Condition()
        self._begun = self._over = False
        self._told: list[Make] = []
        self._last: Make | None = None
        self._chosen: tuple[Move] | None = None
        self._error: BaseException | None = None
        self._halt: Callable[[], None] = lambda: None
        threading.Thread(target=self._run, name="tabuleiro-search", daemon=True).start()

    # For whoever asked

    def stop(self) -> None:
        """End it, from any thread and at any moment; what is known by then is its result."""
        with self._changed:
            if self._over or self.stopped:
                return
            self.stopped = True
            if not self._begun:
                self._end()
            halt = self._halt
        halt()

    def interrupt(self) -> None:
        """Stop it for somebody who wants to leave; `NotBack` if the rules keep it from ending."""
        self.stop()
        if not self.wait(GRACE):
            raise NotBack

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self._over

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for its end; False if it has not come after so many seconds."""
        end = None if seconds is None else monotonic() + seconds
        with self._changed:
            while not self._over:
                left = None if end is None else end - monotonic()
                if left is not None and left <= 0:
                    return False
                self._pause(left)
        return True

    @property
    def result(self) -> Analysis:
        """What it has found, once it has ended; `Stopped` if nothing is known."""
        self.wait()
        if self._error is not None:
            raise self._error
        if self._last is None:
            raise Stopped(
                "the search was stopped before anything was known",
                "a pesquisa foi interrompida antes de se saber alguma coisa",
            )
        return self._last()

    @property
    def trace(self) -> Trace:
        """What it did, once it has ended, if it was told to keep that."""
        self.wait()
        if self._error is not None:
            raise self._error
        if self._trace is None:
            raise InvalidOption(
                "the search kept no trace; ask for one: bot.search(…, trace=10_000)",
                "a pesquisa não guardou rasto; pede um: bot.search(…, trace=10_000)",
            )
        return self._trace

    @trace.setter
    def trace(self, trace: Trace) -> None:
        self._trace = trace

    @property
    def move(self) -> Move:
        """What the bot plays, once it has ended: a legal move, also where nothing is known."""
        self.wait()
        if self._error is not None:
            raise self._error
        if self._chosen is None:
            known = self._last
            self._chosen = (any_move(self.position) if known is None else self._pick(known()),)
        return self._chosen[0]

    def __iter__(self) -> Iterator[Analysis]:
        """Every analysis, as it comes."""
        seen: Analysis | None = None
        number = 0
        while self._wait_for_more(number):
            seen = self._told[number]()
            number += 1
            yield seen
        yield from self._rest(seen)

    def every(self, seconds: float) -> Iterator[Analysis]:
        """The newest analysis, at most one in so many seconds, and the last one."""
        seen: Analysis | None = None
        number = 0
        while self._wait_for_more(number):
            number = len(self._told)
            seen = self._told[number - 1]()
            yield seen
            self.wait(seconds)
        yield from self._rest(seen)

    def depths(self) -> list[Analysis]:
        """Every analysis of a depth that was finished, once it has ended."""
        self.wait()
        if self._error is not None:
            raise self._error
        return [make() for make in self._told]

    def __enter__(self) -> Search:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is KeyboardInterrupt:
            self.interrupt()
        elif kind is not NotBack:
            self.stop()
            self.wait()

    # For the bot that searches

    def on_stop(self, halt: Callable[[], None]) -> None:
        """What makes the work return; done at once if somebody has stopped it already."""
        with self._changed:
            self._halt = halt
            stopped = self.stopped
        if stopped:
            halt()

    def tell(self, make: Make) -> None:
        """Something is known."""
        kept = lru_cache(maxsize=1)(make)
        with self._changed:
            self._told.append(kept)
            self._last = kept
            self._changed.notify_all()

    def finish(self, make: Make) -> None:
        """This is the result; who follows hears of it if it says something new."""
        self._last = lru_cache(maxsize=1)(make)

    def play(self, move: Move) -> None:
        """This is the move, whatever is known and whether it is one."""
        self._chosen = (move,)

    def _run(self) -> None:
        error: BaseException | None = None
        try:
            if self._after is not None:
                self._after._wait_until_free()
                self._after = None
            self._prepare()
            with self._changed:
                if self._over:
                    return
                self._begun = True
            self._work(self)
        except BaseException as failure:
            error = failure
        with self._changed:
            if not self._over:
                self._error = error
                self._end()

    def _end(self) -> None:
        self._over = True
        self._halt = lambda: None
        self._changed.notify_all()

    def _wait_until_free(self) -> None:
        """Until the bot does no work any more for this search, nor for those before it."""
        before = self._after
        if before is not None:
            before._wait_until_free()
        self.wait()

    def _wait_for_more(self, number: int) -> bool:
        """Whether there is something to tell that comes after so many."""
        with self._changed:
            while len(self._told) <= number and not self._over:
                self._pause(None)
            return len(self._told) > number

    def _rest(self, seen: Analysis | None) -> Iterator[Analysis]:
        """The result if it is not what was seen last; what went wrong is raised here."""
        if self._error is not None:
            raise self._error
        last = None if self._last is None else self._last()
        if last is not None and (seen is None or last.says != seen.says):
            yield last

    def _pause(self, seconds: float | None) -> None:
        if DEAF is not None:
            seconds = DEAF if seconds is None else min(seconds, DEAF)
        self._changed.wait(seconds)


def any_move(position: Position) -> Move:
    """A legal move, without a thought."""
    return next(iter(position.legal_moves))
