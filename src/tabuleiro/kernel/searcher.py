"""Alpha-beta over one board: iterative deepening with aspiration, on one or more threads."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any

from tabuleiro.kernel import alphabeta, loader, scores
from tabuleiro.kernel.contract import OPEN
from tabuleiro.kernel.engine import Engine
from tabuleiro.kernel.records import Plain, fill
from tabuleiro.kernel.scores import turns_to_end
from tabuleiro.kernel.table import AGES
from tabuleiro.kernel.words import board_key, hash_words, key_of

DEEPEST = loader.TURNS - alphabeta.EXCHANGE - 2
NO_LIMIT = 1 << 60
REPETITION = {"none": 0, "draw3": alphabeta.DRAW3, "forbid": alphabeta.FORBID}
CHECKING = 0x5DEECE66D
"""Sets the table's positions of the exact check apart from those of the selective search."""


@dataclass(frozen=True)
class Root:
    """A position and what the core's rules need to know of its past."""

    state: Plain
    past: Sequence[int] = ()
    """Keys of earlier positions at the start of a turn that could still occur again, oldest first.

    They are keys of the board alone where no board may occur again.
    """
    quiet: int = 0
    length_left: int = NO_LIMIT
    repetition: str = "none"
    quiet_limit: int = 0


@dataclass(frozen=True)
class Variation:
    """A line of steps and its value for the player who acts at its start."""

    value: int
    actions: tuple[int, ...]
    solved: bool = False
    """Whether it rests on the rules alone; a value of 0 is then a draw."""

    @property
    def decided(self) -> bool:
        """Whether the rules have decided its end."""
        return self.solved or turns_to_end(self.value) is not None


@dataclass
class Found:
    """What a search knows: the best lines of a depth, best first, and what they cost."""

    depth: int = 0
    lines: tuple[Variation, ...] = ()
    nodes: int = 0
    hits: int = 0
    cuts: int = 0
    seconds: float = 0.0
    complete: bool = False
    """Whether nothing is left to find: decided values, or every depth searched."""
    values: list[int] = field(default_factory=list)
    """The best value at each depth."""

    @property
    def value(self) -> int:
        """The value of the best line."""
        return self.lines[0].value if self.lines else 0

    @property
    def actions(self) -> tuple[int, ...]:
        """The best line."""
        return self.lines[0].actions if self.lines else ()


Listener = Callable[[Found], None]


class Searcher:
    """The memory of a search, kept from move to move: table, history, killers.

    Further threads search the same position on the same table, half of them a depth ahead. What
    they leave there is what makes the first one faster.
    """

    def __init__(self, engine: Engine, table_mb: int = 16, threads: int = 1) -> None:
        import numpy as np

        rows = 1 << max(10, (table_mb * (1 << 20) // 16).bit_length() - 1)
        self.engine = engine
        self.table: Any = np.zeros((rows, 2), np.int64)
        self._memories = [engine.new_memory() for _ in range(threads)]
        self.symmetries = True
        """Whether symmetric positions share their place in the table."""
        self._age = 0
        self._found = Found()

    def best_so_far(self) -> Found:
        """What the search that runs, or the last one, knows by now."""
        return self._found

    def clear(self) -> None:
        """Forget everything, as between games."""
        self.table[:] = 0
        self._age = 0
        for k in self._memories:
            k["history"][:] = 0
            k["killers"][:] = 0

    def search(
        self,
        root: Root,
        weights: Sequence[int],
        depth: int = DEEPEST,
        seconds: float | None = None,
        nodes: int | None = None,
        reductions: bool = True,
        lines: int = 1,
        listener: Listener | None = None,
        window: int = 60,
    ) -> Found:
        """Search deeper and deeper until a limit; `listener` hears of every depth.

        `window` is half the width of the first window around the value of the depth before. If the
        depth is what ends it, no win or loss within it is missed, reductions or not.
        """
        entry = self.engine.compile("alphabeta")
        self._age = (self._age + 1) % AGES
        deepest = min(depth, DEEPEST)
        for k in self._memories:
            self._prepare(k, root, weights, nodes, reductions)
        run = _Run(self, entry, root, perf_counter(), window)
        self._found = Found()
        with self._timer(seconds), self._assistants(run, deepest, lines):
            for deeper in range(1, deepest + 1):
                found = run.deepen(self._memories[0], deeper, lines, self._found)
                if found is self._found:
                    if deeper == 1:
                        self._found = run.glance(self._memories[0])
                    break
                self._found = found
                if listener is not None:
                    listener(found)
                if found.complete:
                    break
            if reductions and self._found.depth == depth and not self._found.complete:
                self._found = run.check(self._memories[0], self._found)
        self._found = run.costs(self._found)
        return self._found

    def minimax(self, root: Root, weights: Sequence[int], depth: int) -> int:
        """The value to a depth by plain minimax."""
        entry = self.engine.compile("minimax")
        k = self._memories[0]
        self._prepare(k, root, weights, None, False)
        return int(entry(self.engine.board, k, 0, 0, depth, 0))

    def halt(self) -> None:
        """Make a search that runs in another thread return."""
        for k in self._memories:
            k["stop"] = 1

    def counts(self, name: str) -> int:
        """A count over all threads."""
        return sum(int(k[name]) for k in self._memories)

    @contextmanager
    def _timer(self, seconds: float | None) -> Iterator[None]:
        """Ends the search after a time."""
        if seconds is None:
            yield
            return
        timer = threading.Timer(seconds, self.halt)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    @contextmanager
    def _assistants(self, run: _Run, deepest: int, lines: int) -> Iterator[None]:
        """The other threads, at work while the first one searches."""

        def assist(k: Any, ahead: int) -> None:
            found = Found()
            for deeper in range(1 + ahead, deepest + 1):
                further = run.deepen(k, deeper, lines, found)
                if further is found or further.complete:
                    break
                found = further

        threads = [
            threading.Thread(target=assist, args=(k, i & 1), daemon=True)
            for i, k in enumerate(self._memories)
            if i > 0
        ]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            if threads:
                self.halt()
            for thread in threads:
                thread.join()

    def _prepare(
        self,
        k: Any,
        root: Root,
        weights: Sequence[int],
        nodes: int | None,
        reductions: bool,
    ) -> None:
        fill(k["states"][0], root.state)
        hashed = board_key if root.repetition == "forbid" else key_of
        past = [*root.past[-loader.PAST + 1 :], hashed(root.state)]
        k["keys"][: len(past)] = past
        k["past"] = len(past) - 1
        k["salt"] = _salt(past)
        k["shared"] = int(self.symmetries and k["salt"] == 0 and root.repetition != "forbid")
        k["kind"][0] = 0
        k["since"][0] = len(past) - 1
        k["quiet"][0] = root.quiet
        k["excluded"] = 0
        k["weights"][:] = 0
        k["weights"][: len(weights)] = weights
        k["repetition"] = REPETITION[root.repetition]
        k["quiet_limit"] = root.quiet_limit
        k["length_left"] = min(root.length_left, NO_LIMIT)
        k["reductions"] = int(reductions)
        k["exchange"] = self.engine.exchange if reductions else 0
        k["checking"] = 0
        k["node_limit"] = NO_LIMIT if nodes is None else -(-nodes // len(self._memories))
        k["age"] = self._age
        k["history"][:] //= 8
        for name in ("nodes", "hits", "cuts", "guesses", "stop"):
            k[name] = 0


class _Run:
    """One search: what stays the same from depth to depth."""

    def __init__(
        self, searcher: Searcher, entry: Any, root: Root, begin: float, window: int
    ) -> None:
        self.searcher = searcher
        self.entry = entry
        self.root = root
        self.begin = begin
        self.window = window

    def deepen(self, k: Any, depth: int, lines: int, before: Found) -> Found:
        """The best lines of one depth; `before` itself if the search was stopped at once."""
        lasting: list[Variation] = []
        excluded: list[int] = []
        while len(lasting) < lines:
            guess = before.lines[len(lasting)] if len(lasting) < len(before.lines) else None
            line = self._line(k, depth, guess, excluded)
            if line is None:
                break
            lasting.append(line)
            if len(lasting) < lines:
                excluded.append(self._after_turn(line))
        if not lasting:
            return before
        lasting.sort(key=lambda line: -line.value)
        stopped = bool(k["stop"])
        if stopped:
            seen = {self._after_turn(line) for line in lasting}
            lasting += [line for line in before.lines if self._after_turn(line) not in seen]
        return self.costs(
            Found(
                depth=depth,
                lines=tuple(lasting[:lines]),
                complete=all(_is_final(line, depth) for line in lasting),
                values=[*before.values, lasting[0].value],
            )
        )

    def glance(self, k: Any) -> Found:
        """One turn ahead, whatever the limit: the least that any search answers."""
        k["stop"] = 0
        k["node_limit"] = NO_LIMIT
        return self.deepen(k, 1, 1, Found())

    def check(self, k: Any, found: Found) -> Found:
        """Whether reductions have hidden a win or a loss within the depth: an exact look at both.

        Only `decided or not` is asked, so it costs less than the search itself.
        """
        k["reductions"] = 0
        k["exchange"] = 0
        k["checking"] = 1
        k["salt"] ^= CHECKING
        k["excluded"] = 0
        k["weights"][:] = 0
        for low, high, wide in (
            (scores.PROVEN - 1, scores.PROVEN, (scores.PROVEN - 1, scores.WIN)),
            (-scores.PROVEN, 1 - scores.PROVEN, (-scores.WIN, 1 - scores.PROVEN)),
        ):
            value = self._value(k, found.depth, low, high)
            if turns_to_end(value) is not None and not k["stop"]:
                value = self._value(k, found.depth, *wide)
                if not k["stop"]:
                    line = Variation(value, self._steps(k))
                    others = [each for each in found.lines if not self._same_turn(each, line)]
                    return replace(
                        found,
                        lines=(line, *others)[: len(found.lines)],
                        complete=len(found.lines) == 1,
                        values=[*found.values[:-1], value],
                    )
        return found

    def costs(self, found: Found) -> Found:
        """The same with what the search has cost by now."""
        count = self.searcher.counts
        return replace(
            found,
            nodes=count("nodes"),
            hits=count("hits"),
            cuts=count("cuts"),
            seconds=perf_counter() - self.begin,
        )

    def _line(
        self, k: Any, depth: int, guess: Variation | None, excluded: Sequence[int]
    ) -> Variation | None:
        """The best line that does not begin with an excluded turn, if there is one and time."""
        k["excluded"] = len(excluded)
        k["exclude"][: len(excluded)] = excluded
        low, high = -scores.WIN, scores.WIN
        width = self.window
        if depth > 3 and guess is not None and not guess.decided:
            low, high = guess.value - width, guess.value + width
        while True:
            guesses = int(k["guesses"])
            value = self._value(k, depth, low, high)
            if k["stop"] or value == scores.ILLEGAL:
                return None
            if low < value < high or (low == -scores.WIN and high == scores.WIN):
                return Variation(value, self._steps(k), int(k["guesses"]) == guesses)
            width *= 4
            if value <= low:
                low = max(-scores.WIN, value - width)
            else:
                high = min(scores.WIN, value + width)
            if width > 256 * self.window:
                low, high = -scores.WIN, scores.WIN

    def _value(self, k: Any, depth: int, low: int, high: int) -> int:
        searcher = self.searcher
        return int(self.entry(searcher.engine.board, k, searcher.table, 0, 0, depth, low, high, 0))

    def _steps(self, k: Any) -> tuple[int, ...]:
        return tuple(int(action) for action in k["line"][: int(k["length"][0])])

    def _same_turn(self, line: Variation, other: Variation) -> bool:
        return self._after_turn(line) == self._after_turn(other)

    def _after_turn(self, line: Variation) -> int:
        """The key of the position after the first turn of a line."""
        engine, rules = self.searcher.engine, self.searcher.engine.rules
        state = Plain(rules.STATE)
        state.assign(self.root.state)
        for action in line.actions:
            rules.play(engine.plain_board, state, action)
            if state.player != self.root.state.player:
                break
            if rules.outcome(engine.plain_board, state) != OPEN:
                break
        return key_of(state)


def _is_final(line: Variation, depth: int) -> bool:
    """Whether no greater depth can change a line's value."""
    end = turns_to_end(line.value)
    return line.solved or (end is not None and abs(end) <= depth)


def _salt(keys: Sequence[int]) -> int:
    """What sets the table apart for a game in which positions have already occurred twice.

    Their next occurrence is a draw, so values from games without that past do not hold.
    """
    twice = {key for key, times in Counter(keys).items() if times > 1}
    salt = 0
    for key in twice:
        salt ^= hash_words((key, len(twice)), 0)
    return salt
