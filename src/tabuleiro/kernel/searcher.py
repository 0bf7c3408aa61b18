"""Alpha-beta over one board: iterative deepening with aspiration, on one or more threads."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from tabuleiro.kernel import alphabeta, loader, scores
from tabuleiro.kernel.engine import Engine
from tabuleiro.kernel.records import Plain, fill
from tabuleiro.kernel.scores import turns_to_end
from tabuleiro.kernel.words import board_key, hash_words, key_of

DEEPEST = loader.TURNS - 4
NO_LIMIT = 1 << 60
REPETITION = {"none": 0, "draw3": alphabeta.DRAW3, "forbid": alphabeta.FORBID}


@dataclass(frozen=True)
class Root:
    """A position and what the core's rules need to know of its past."""

    state: Plain
    past: Sequence[Plain] = ()
    """Earlier positions at the start of a turn that could still occur again, oldest first."""
    quiet: int = 0
    length_left: int = NO_LIMIT
    repetition: str = "none"
    quiet_limit: int = 0


@dataclass
class Found:
    """What a search knows: the best line, its value for the player who acts, and what it cost."""

    depth: int = 0
    value: int = 0
    actions: tuple[int, ...] = ()
    nodes: int = 0
    hits: int = 0
    cuts: int = 0
    seconds: float = 0.0
    complete: bool = False
    """Whether nothing is left to find: a decided value, or every depth searched."""
    values: list[int] = field(default_factory=list)
    """The value at each depth."""


Listener = Callable[[Found], None]


class Searcher:
    """The memory of a search, kept from move to move: table, history, killers."""

    def __init__(self, engine: Engine, table_mb: int = 16, threads: int = 1) -> None:
        import numpy as np

        rows = 1 << max(10, (table_mb * (1 << 20) // 16).bit_length() - 1)
        self.engine = engine
        self.table: Any = np.zeros((rows, 2), np.int64)
        self._memories = [engine.new_memory() for _ in range(threads)]
        self._age = 0
        self._found = Found()

    def best_so_far(self) -> Found:
        """What the search that runs, or the last one, knows by now."""
        return self._found

    def clear(self) -> None:
        """Forget everything, as between games."""
        self.table[:] = 0
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
        exclude: Sequence[Plain] = (),
        listener: Listener | None = None,
        window: int = 60,
    ) -> Found:
        """Search deeper and deeper until a limit; `listener` hears of every depth.

        `window` is half the width of the first window around the value of the depth before.
        """
        entry = self.engine.compile("alphabeta")
        self._age = (self._age + 1) & 127
        begin = perf_counter()
        for k in self._memories:
            self._prepare(k, root, weights, nodes, reductions, exclude)
        k = self._memories[0]
        found = self._found = Found()
        timer = None
        if seconds is not None:
            timer = threading.Timer(seconds, self.halt)
            timer.daemon = True
            timer.start()
        try:
            for deeper in range(1, min(depth, DEEPEST) + 1):
                if not self._deepen(entry, k, deeper, window, found, begin):
                    break
                if listener is not None:
                    listener(found)
                if found.complete:
                    break
        finally:
            if timer is not None:
                timer.cancel()
        found.nodes, found.hits, found.cuts = int(k["nodes"]), int(k["hits"]), int(k["cuts"])
        found.seconds = perf_counter() - begin
        return found

    def minimax(self, root: Root, weights: Sequence[int], depth: int) -> int:
        """The value to a depth by plain minimax."""
        entry = self.engine.compile("minimax")
        k = self._memories[0]
        self._prepare(k, root, weights, None, False, ())
        return int(entry(self.engine.board, k, 0, 0, depth, 0))

    def halt(self) -> None:
        """Make a search that runs in another thread return."""
        for k in self._memories:
            k["stop"] = 1

    def _deepen(
        self, entry: Any, k: Any, depth: int, window: int, found: Found, begin: float
    ) -> bool:
        """One depth, with a window around the last value; False if the search was stopped."""
        low, high = -scores.WIN, scores.WIN
        width = window
        if depth > 3 and turns_to_end(found.value) is None:
            low, high = found.value - width, found.value + width
        while True:
            value = int(entry(self.engine.board, k, self.table, 0, 0, depth, low, high, 0))
            length = int(k["length"][0])
            if k["stop"]:
                return False
            if value == scores.ILLEGAL:
                found.complete = True
                return False
            if low < value < high or (low == -scores.WIN and high == scores.WIN):
                break
            width *= 4
            if value <= low:
                low = max(-scores.WIN, value - width)
            else:
                high = min(scores.WIN, value + width)
            if width > 256 * window:
                low, high = -scores.WIN, scores.WIN
        found.depth, found.value = depth, value
        found.values.append(value)
        found.actions = tuple(int(a) for a in k["line"][:length])
        found.nodes, found.hits, found.cuts = int(k["nodes"]), int(k["hits"]), int(k["cuts"])
        found.seconds = perf_counter() - begin
        ends = turns_to_end(value)
        found.complete = ends is not None and abs(ends) <= depth
        return True

    def _prepare(
        self,
        k: Any,
        root: Root,
        weights: Sequence[int],
        nodes: int | None,
        reductions: bool,
        exclude: Sequence[Plain],
    ) -> None:
        fill(k["states"][0], root.state)
        hashed = board_key if root.repetition == "forbid" else key_of
        past = [*root.past[-loader.PAST + 1 :], root.state]
        for i, state in enumerate(past):
            k["keys"][i] = hashed(state)
        k["past"] = len(past) - 1
        k["salt"] = _salt([int(key) for key in k["keys"][: len(past)]])
        k["kind"][0] = 0
        k["since"][0] = len(past) - 1
        k["quiet"][0] = root.quiet
        for i, state in enumerate(exclude):
            k["exclude"][i] = key_of(state)
        k["excluded"] = len(exclude)
        k["weights"][:] = 0
        k["weights"][: len(weights)] = weights
        k["repetition"] = REPETITION[root.repetition]
        k["quiet_limit"] = root.quiet_limit
        k["length_left"] = min(root.length_left, NO_LIMIT)
        k["reductions"] = int(reductions)
        k["node_limit"] = NO_LIMIT if nodes is None else nodes
        k["age"] = self._age
        k["history"][:] //= 8
        for name in ("nodes", "hits", "cuts", "stop"):
            k[name] = 0


def _salt(keys: list[int]) -> int:
    """What sets the table apart for a game in which positions have already occurred twice.

    Their next occurrence is a draw, so values from games without that past do not hold.
    """
    twice = {key for key, times in Counter(keys).items() if times > 1}
    salt = 0
    for key in twice:
        salt ^= hash_words((key, len(twice)), 0)
    return salt
