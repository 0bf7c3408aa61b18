"""What a bot is: what all of them can do, and what those that search have in common."""

from __future__ import annotations

import threading
import weakref
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tabuleiro.bots.analysis import Analysis, Analyst, Listener, nothing_to_search
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.search import Search
from tabuleiro.errors import AlreadySearching, InvalidOption
from tabuleiro.game import Game
from tabuleiro.kernel.net import NetUse
from tabuleiro.move import Move
from tabuleiro.position import Position


class Bot:
    """Chooses legal moves. All but `choose` has a harmless default.

    A bot thinks about one position at a time; a second search while one runs is refused.
    """

    name: str = "bot"
    needs: tuple[str, ...] = ()
    """The kernel's templates that must be compiled before it can think."""
    searches: bool = False
    """Whether it can say what it thinks of a position."""
    limit: Limit | None = None
    """How long it thinks, unless somebody says otherwise; None if it cannot be limited."""
    table_mb: int = 0
    """Megabytes of what it remembers of its searches."""
    last: Analysis | None = None
    """What its last choice rests on, if it tells."""
    latest: float | None = None
    """Seconds after which its move comes too late; None if nothing but patience ends."""
    _latest: weakref.ref[Search] | None = None
    """Whoever follows a search holds it; a bot that does would never be let go."""
    _guard = threading.Lock()

    def choose(self, position: Position) -> Move:
        """A legal move in a position that is not over."""
        raise NotImplementedError(f"the bot {self.name!r} has no method `choose`")

    def search(
        self,
        position: Position,
        limit: Limit | None = None,
        lines: int = 1,
        trace: int | None = None,
    ) -> Search:
        """A search for the best lines of a position that is not over.

        With `trace`, so many of its nodes are kept, by bots that can: `search.trace`.
        """
        raise does_not_search(self.name)

    def think(
        self, position: Position, limit: Limit | None = None, lines: int | None = None
    ) -> Search:
        """A choice in the making, which can be stopped: `move` is what the bot plays.

        Bots that search also tell what they think of so many lines; unless a number is given, of
        all that they choose from.
        """

        def work(search: Search) -> None:
            search.on_stop(self.interrupt)
            with self.limited(limit):
                search.play(self.choose(position))

        return self.begin(lambda after: Search(position, work, after=after))

    def stop(self) -> None:
        """End what it searches now, if anything."""
        search = self._search
        if search is not None:
            search.stop()

    def prepare(self) -> None:
        """Get ready, so that the first search or move does not have to."""

    def judgement(self) -> tuple[Sequence[int], int, NetUse | None]:
        """What it judges open positions by: weights, what a stone counts, and a net."""
        return (), 1, None

    def new_game(self, seed: int | None = None) -> None:
        """Forget the last game; with a seed, play as a new bot would."""

    def close(self) -> None:
        """Let go of what it has started outside."""

    def limit_in(self, position: Position) -> Limit:
        """How long it thinks about a position by itself."""
        return self.limit or Limit()

    @contextmanager
    def limited(self, limit: Limit | None) -> Iterator[None]:
        """While it chooses within a limit; bots that cannot be limited take no notice."""
        yield

    def interrupt(self) -> None:
        """Make `choose` return soon; most bots are quick enough without."""

    def begin(self, start: Callable[[Search | None], Search]) -> Search:
        """The one search of this bot; it begins when a search that was stopped has ended."""
        with Bot._guard:
            before = self._search
            if before is not None and not before.is_over and not before.stopped:
                raise AlreadySearching(
                    f"the bot {self.name!r} is searching already; stop that search first",
                    f"o bot {self.name!r} já está a pesquisar; interrompe primeiro essa pesquisa",
                )
            search = start(before)
            self._latest = weakref.ref(search)
            return search

    @property
    def _search(self) -> Search | None:
        """Its latest search, as long as that runs or somebody holds it."""
        return None if self._latest is None else self._latest()


def does_not_search(name: str) -> InvalidOption:
    """Why some bots cannot be asked what they think."""
    return InvalidOption(
        f"the bot {name!r} does not search; choose another one",
        f"o bot {name!r} não pesquisa; escolhe outro",
    )


def keeps_no_trace(name: str) -> InvalidOption:
    """Why some searches cannot be looked into."""
    return InvalidOption(
        f"the bot {name!r} keeps no trace of its search; choose another one",
        f"o bot {name!r} não guarda registo da pesquisa; escolhe outro",
    )


class SearchBot(Bot):
    """A bot that searches; each kind says how in `run`."""

    searches = True
    candidates: int = 1
    """How many lines it looks at to choose its move."""
    least: Limit = Limit()
    """The shortest search of its kind."""
    game: Game

    @abstractmethod
    def run(self, position: Position, limit: Limit, lines: int, search: Search) -> None:
        """Search in this thread: tell what is known, and return soon after a stop."""

    def pick(self, found: Analysis) -> Move:
        """The move to play after an analysis with `candidates` lines."""
        return found.move

    def choose(self, position: Position) -> Move:
        """The move to play."""
        with self.think(position) as search:
            return search.move

    def think(
        self, position: Position, limit: Limit | None = None, lines: int | None = None
    ) -> Search:
        """The search for the move to play; one that is forced takes no time."""
        self.last = None
        if is_forced(position):
            limit = self.least.or_else(limit or Limit())

        def pick(found: Analysis) -> Move:
            self.last = found
            return self.pick(found.first(self.candidates))

        return self._start(position, limit, max(lines or 1, self.candidates), pick, told=lines)

    def search(
        self,
        position: Position,
        limit: Limit | None = None,
        lines: int = 1,
        trace: int | None = None,
    ) -> Search:
        """A search for the best lines of a position that is not over.

        With `trace`, so many of its nodes are kept, by bots that can: `search.trace`.
        """
        if trace is not None:
            raise keeps_no_trace(self.name)
        return self._start(position, limit, lines, lambda found: found.move)

    def analyse(
        self,
        position: Position,
        limit: Limit | None = None,
        lines: int = 1,
        listener: Listener | None = None,
    ) -> Analysis:
        """The result of a search, waited for; `listener` hears of every depth."""
        with self.search(position, limit, lines) as search:
            if listener is not None:
                for now in search:
                    listener(now)
            return search.result

    def prepare(self) -> None:
        """Compile what a search needs."""
        for template in self.needs:
            self.game.engine.compile(template)

    def _start(
        self,
        position: Position,
        limit: Limit | None,
        lines: int,
        pick: Callable[[Analysis], Move],
        told: int | None = None,
    ) -> Search:
        if position.outcome is not None:
            raise nothing_to_search()
        allowed = (limit or Limit()).or_else(self.limit_in(position))

        def work(search: Search) -> None:
            self.run(position, allowed, lines, search)

        return self.begin(lambda after: Search(position, work, self.prepare, pick, after, told))


Remake = Callable[[int | None], Any]


def is_forced(position: Position) -> bool:
    """Whether there is one legal turn, step by step."""
    here = position
    while here.outcome is None and len(here.steps) == 1:
        here = here.step(here.steps[0])
        if here.turn_is_over:
            return True
    return False


class OutsideBot(Bot):
    """An object from elsewhere with a `name` and a method `choose`; the rest it may have or not.

    What is not said here is asked of the object itself.
    """

    def __init__(self, inner: Any, remake: Remake | None = None) -> None:
        self.inner = inner
        self._remake = remake

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["inner"], name)

    @property
    def name(self) -> str:  # type: ignore[override]
        """What it is called."""
        return str(getattr(self.inner, "name", type(self.inner).__name__))

    @property
    def limit(self) -> Limit | None:  # type: ignore[override]
        """Its own limit, if it has one."""
        found = getattr(self.inner, "limit", None)
        return found if isinstance(found, Limit) else None

    @property
    def last(self) -> Analysis | None:  # type: ignore[override]
        """What it says of its last choice."""
        found = getattr(self.inner, "last", None)
        return found if isinstance(found, Analysis) else None

    @property
    def latest(self) -> float | None:  # type: ignore[override]
        """When its move comes too late, if it says so."""
        found = getattr(self.inner, "latest", None)
        return found if isinstance(found, int | float) else None

    def choose(self, position: Position) -> Move:
        """Its move, legal or not."""
        move: Move = self.inner.choose(position)
        return move

    def new_game(self, seed: int | None = None) -> None:
        """Tell it, or make another one if it cannot be told."""
        if hasattr(self.inner, "new_game"):
            self.inner.new_game(seed)
        elif self._remake is not None:
            self.close()
            self.inner = self._remake(seed)

    def close(self) -> None:
        """Tell it that it is no longer needed."""
        if hasattr(self.inner, "close"):
            self.inner.close()

    def interrupt(self) -> None:
        """Tell it to stop."""
        if hasattr(self.inner, "stop"):
            self.inner.stop()

    @contextmanager
    def limited(self, limit: Limit | None) -> Iterator[None]:
        """Give it another limit for a while, if it has one."""
        own = self.limit
        if limit is None or own is None:
            yield
            return
        self.inner.limit = limit
        try:
            yield
        finally:
            self.inner.limit = own


class OutsideAnalyst(OutsideBot, SearchBot):
    """The same for an object that also analyses: `analyse` with a listener, and `stop`."""

    def choose(self, position: Position) -> Move:
        """Its move, legal or not."""
        return OutsideBot.choose(self, position)

    def think(
        self, position: Position, limit: Limit | None = None, lines: int | None = None
    ) -> Search:
        """Its own choice: it may play otherwise than it analyses."""
        return Bot.think(self, position, limit, lines)

    def prepare(self) -> None:
        """It gets ready by itself."""

    def run(self, position: Position, limit: Limit, lines: int, search: Search) -> None:
        """Let it analyse; it is told to stop once, and again whenever it tells something."""

        def hear(now: Analysis) -> None:
            search.tell(lambda: now)
            if search.stopped:
                self.interrupt()

        search.on_stop(self.interrupt)
        found: Analysis = self.inner.analyse(position, limit, lines, hear)
        search.finish(lambda: found)


def as_bot(given: Any, remake: Remake | None = None) -> Bot:
    """Any object that chooses moves as a bot; `remake` makes another one like it from a seed."""
    if isinstance(given, Bot):
        return given
    return (OutsideAnalyst if isinstance(given, Analyst) else OutsideBot)(given, remake)
