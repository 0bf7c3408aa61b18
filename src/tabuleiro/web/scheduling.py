"""Who searches next: a quick lane, and fair shares of the cores for all that takes longer.

Searches that take moments have a lane of their own, so that a beginner's bot never waits behind a
master. The others share the cores: as many run at once as there are cores, and whoever has had the
least goes first, by kind of search, then by address, then by match. What can be continued later
(analysis, review) gives way when its time is up and somebody waits; what cannot (a bot's move)
gets less time while many wait. A move that takes long all the same no longer counts after a
while, so that the system shares the cores between it and the next; if too many do, the oldest is
made with what it has found.
"""

from __future__ import annotations

import asyncio
import os
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from statistics import median
from time import monotonic
from typing import Generic, Literal, TypeVar

from tabuleiro.web.limits import TooMuch

Item = TypeVar("Item")
Kind = Literal["answer", "study"]

CORES = os.cpu_count() or 2
QUICK = 0.1
"""Seconds up to which a search is quick."""
LIGHT = 0.4
"""The same for bots that are made to be quick, and take longer on a large board."""
SLICE = 0.5
"""Seconds that an analysis gets at first while others wait; then twice as long each time."""
LONGEST_SLICE = 4.0
CLOSE = 0.01
"""Seconds by which a timer may be early."""
LONG = 1.5
"""Seconds after which a move no longer keeps others waiting."""
CROWD = 1.0
"""So many seconds of moves that wait for each core halve the time that a move gets."""
PATIENCE = 0.7
"""Seconds of waiting after which people are told."""
LEAST = 0.1
"""The least share of its time that a move gets."""
WEIGHTS: dict[str, float] = {"answer": 3.0, "study": 1.0}
"""How the cores are shared if both kinds want them: somebody waits for an answer."""
DEBT = 0.5
"""How far a part can be ahead of the others: nobody waits for ever for having had much."""
WAITING = 5000
"""How many searches may wait."""
KNOWN = 2000
"""Of how many kinds of search the cost is remembered."""


class Shares(Generic[Item]):
    """Those who wait, in a tree of names; at every branch the part that has had least is next.

    A part that comes back after a while begins with what the others have had by now: nobody saves
    time up, and nobody pays for having been alone.
    """

    FORGET = 500
    """Parts beyond which those that are even with the others are forgotten."""

    def __init__(self, weight: float = 1.0) -> None:
        self.weight = weight
        self.used = 0.0
        self.count = 0
        self._served = 0.0
        self._own: deque[Item] = deque()
        self._parts: dict[str, Shares[Item]] = {}

    def add(self, path: tuple[str, ...], item: Item) -> None:
        """Let an item wait."""
        self.count += 1
        if not path:
            self._own.append(item)
            return
        part = self._part(path[0])
        if not part.count:
            part.used = max(part.used, self._served)
        part.add(path[1:], item)

    def remove(self, path: tuple[str, ...], item: Item) -> None:
        """An item waits no longer."""
        if path:
            self._part(path[0]).remove(path[1:], item)
        else:
            self._own.remove(item)
        self.count -= 1

    def next(self) -> Item | None:
        """Who is next, left where it is."""
        if self._own:
            return self._own[0]
        first = self._first()
        return None if first is None else first.next()

    def take(self) -> Item | None:
        """Who is next, and waits no longer."""
        first = self._first()
        if not self._own and first is None:
            return None
        self.count -= 1
        if first is None:
            return self._own.popleft()
        self._served = max(self._served, first.used)
        return first.take()

    def _first(self) -> Shares[Item] | None:
        waiting = (part for part in self._parts.values() if part.count)
        return min(waiting, key=lambda part: part.used, default=None)

    def charge(self, path: tuple[str, ...], seconds: float) -> None:
        """Somebody has had some time; less than nothing gives it back."""
        if path:
            part = self._part(path[0])
            part.used = min(part.used + seconds / part.weight, self._served + DEBT / part.weight)
            part.charge(path[1:], seconds)

    def __iter__(self) -> Iterator[Item]:
        yield from self._own
        for part in self._parts.values():
            yield from part

    def _part(self, name: str) -> Shares[Item]:
        if name not in self._parts:
            if len(self._parts) >= self.FORGET:
                self._parts = {
                    known: part
                    for known, part in self._parts.items()
                    if part.count or part.used > self._served
                }
            self._parts[name] = Shares(WEIGHTS.get(name, 1.0))
            self._parts[name].used = self._served
        return self._parts[name]


class Costs:
    """How long searches of a kind take: the median of the last ones, so that one odd case, such as
    the first after a start, which loads the compiled game, does not count."""

    LAST = 5

    def __init__(self) -> None:
        self._known: OrderedDict[Hashable, deque[float]] = OrderedDict()

    def expected(self, what: Hashable, guess: float) -> float:
        """The seconds that a search will take."""
        return median(self._known[what]) if what in self._known else guess

    def learn(self, what: Hashable, seconds: float, guess: float) -> None:
        """A search took so long; before the first one there was only a guess."""
        last = self._known.pop(what, None) or deque((guess, guess), self.LAST)
        last.append(seconds)
        self._known[what] = last
        if len(self._known) > KNOWN:
            self._known.popitem(last=False)


@dataclass(frozen=True)
class Ask:
    """A search that somebody wants: for whom, and what is known of its cost."""

    kind: Kind
    """A `study` can be stopped and continued, an `answer` cannot."""
    address: str
    match: str
    what: Hashable = None
    """Searches with equal ones take about as long as each other."""
    guess: float = 1.0
    """Seconds, by what it is asked for."""
    waits: Callable[[bool], None] | None = None
    """Called with True when it has waited for a while, and then with False when it begins."""


@dataclass(eq=False)
class QueuedSearch:
    """A search that waits, and later runs."""

    ask: Ask
    expected: float
    admitted: asyncio.Future[None]
    recalled: asyncio.Future[None]
    """Done when a study is to give way, or a long move to be made with what is found so far."""
    quick: bool
    slice: float = SLICE
    began: float = 0.0
    share: float = 1.0
    """What part of its time it may take."""
    charged: float = 0.0
    waits: bool = True
    counts: bool = False
    """Whether it holds a place that others could have."""
    timers: list[asyncio.TimerHandle] = field(default_factory=list)

    @property
    def path(self) -> tuple[str, ...]:
        """Whose share it is taken from."""
        own = self.ask.address, self.ask.match
        return own if self.quick else (self.ask.kind, *own)


class Scheduler:
    """Gives turns; all of it runs in the event loop."""

    def __init__(self, cores: int = CORES, clock: Callable[[], float] = monotonic) -> None:
        self.cores = cores
        self.clock = clock
        self.most = 2 * cores
        """How many may run at once in a lane, those included that count no longer."""
        self.costs = Costs()
        self._lanes: dict[bool, Shares[QueuedSearch]] = {True: Shares(), False: Shares()}
        self._running: dict[bool, list[QueuedSearch]] = {True: [], False: []}

    @property
    def running(self) -> int:
        """How many searches run now."""
        return sum(map(len, self._running.values()))

    @property
    def waiting(self) -> int:
        """How many searches wait."""
        return sum(lane.count for lane in self._lanes.values())

    @asynccontextmanager
    async def turn(self, ask: Ask, seconds: float = SLICE) -> AsyncIterator[QueuedSearch]:
        """A place among those that run, once it is this one's turn."""
        if self.waiting >= WAITING:
            raise TooMuch(
                "too many searches wait on this server; try again in a moment",
                "há demasiadas pesquisas à espera neste servidor; tenta de novo daqui a pouco",
            )
        loop = asyncio.get_running_loop()
        expected = self.costs.expected(ask.what, ask.guess)
        quick = ask.kind == "answer" and expected <= (LIGHT if ask.guess <= QUICK else QUICK)
        turn = QueuedSearch(
            ask, expected, loop.create_future(), loop.create_future(), quick, seconds
        )
        self._lanes[quick].add(turn.path, turn)
        self._let_in(quick)
        try:
            await self._wait(turn)
        except asyncio.CancelledError:
            if turn in self._running[quick]:
                self._leave(turn)
            elif turn.waits:
                self._lanes[quick].remove(turn.path, turn)
            raise
        try:
            yield turn
            if ask.kind == "answer" and ask.what is not None:
                took = (self.clock() - turn.began) / turn.share
                self.costs.learn(ask.what, took, ask.guess)
        finally:
            self._leave(turn)

    async def _wait(self, turn: QueuedSearch) -> None:
        """Wait for a turn; whoever asked hears if that takes long."""
        waits = turn.ask.waits
        if waits is None or turn.admitted.done():
            await turn.admitted
            return
        timer = asyncio.get_running_loop().call_later(PATIENCE, waits, True)
        try:
            await turn.admitted
        finally:
            timer.cancel()
        if timer.when() <= asyncio.get_running_loop().time():
            waits(False)

    def _let_in(self, quick: bool) -> None:
        """Give turns while there are places."""
        lane, running = self._lanes[quick], self._running[quick]
        while lane.count and len(running) < self.most:
            if sum(turn.counts for turn in running) >= self.cores:
                break
            turn = lane.take()
            assert turn is not None
            turn.waits = False
            if not turn.admitted.cancelled():
                running.append(turn)
                self._begin(turn)
        if not quick:
            self._recall()

    def _begin(self, turn: QueuedSearch) -> None:
        later = asyncio.get_running_loop().call_later
        turn.began = self.clock()
        turn.counts = True
        if turn.ask.kind == "study":
            turn.timers = [later(seconds, self._recall) for seconds in (SLICE, turn.slice)]
        elif turn.quick:
            turn.timers = [later(QUICK, self._grow_old, turn)]
        else:
            turn.share = self._share()
            turn.timers = [later(LONG, self._grow_old, turn)]
        turn.charged = turn.expected * turn.share
        self._lanes[turn.quick].charge(turn.path, turn.charged)
        turn.admitted.set_result(None)

    def _leave(self, turn: QueuedSearch) -> None:
        for timer in turn.timers:
            timer.cancel()
        self._running[turn.quick].remove(turn)
        spent = self.clock() - turn.began
        self._lanes[turn.quick].charge(turn.path, spent - turn.charged)
        self._let_in(turn.quick)

    def _share(self) -> float:
        """How much of its time a move gets, by how much work waits behind it."""
        lane = self._lanes[False]
        work = sum(turn.expected for turn in lane if turn.ask.kind == "answer")
        return max(LEAST, 1 / (1 + work / (CROWD * self.cores)))

    def _grow_old(self, turn: QueuedSearch) -> None:
        turn.counts = False
        self._let_in(turn.quick)

    def _recall(self) -> None:
        """Let a search end whose time is up, if another is to be next and has no place."""
        running = self._running[False]
        following = self._lanes[False].next()
        if following is None or any(turn.recalled.done() for turn in running):
            return
        now = self.clock()
        full = len(running) >= self.most
        for turn in running:
            if turn.ask.kind == "study":
                allowed = SLICE if following.ask.kind == "answer" else turn.slice
                over = now - turn.began >= allowed - CLOSE
            else:
                over = full and not turn.counts
            if over:
                turn.recalled.set_result(None)
                return
