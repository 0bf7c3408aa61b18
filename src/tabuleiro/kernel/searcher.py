"""Alpha-beta over one board: its memory, limits and threads, kept from move to move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from time import perf_counter
from typing import Any

from tabuleiro.errors import InvalidOption
from tabuleiro.kernel import alphabeta, endings, sharing, worker
from tabuleiro.kernel.deepening import COUNTS, NO_LIMIT, Deepening, Found, Root
from tabuleiro.kernel.engine import Engine
from tabuleiro.kernel.halt import Halt, allowance
from tabuleiro.kernel.known import NOTHING
from tabuleiro.kernel.loader import WITH_NETS
from tabuleiro.kernel.memory import TURNS
from tabuleiro.kernel.net import NetUse, put
from tabuleiro.kernel.recording import Recorder
from tabuleiro.kernel.records import fill
from tabuleiro.kernel.switches import ALL, MINIMAX, Switches
from tabuleiro.kernel.table import AGES, further_rows
from tabuleiro.kernel.words import board_key, hash_words, key_of

DEEPEST = TURNS - alphabeta.EXCHANGE - 2
REPETITION = {"none": 0, "draw3": endings.DRAW3, "forbid": endings.FORBID}
Listener = Callable[[Found], None]


class Searcher:
    """The memory of a search, kept from move to move: table, history, killers.

    Further threads search with the first one whatever it searches, on the same table. What one of
    them is at, the others put off, and what it leaves in the table makes them faster.
    """

    def __init__(self, engine: Engine, table_mb: int = 16, threads: int = 1) -> None:
        rows = 1 << max(10, (table_mb * (1 << 20) // 16).bit_length() - 1)
        self.engine = engine
        self.table: Any = engine.new_rows(rows, 2)
        self.memories = [engine.new_memory() for _ in range(threads)]
        """What each thread works with; the templates say what is in it."""
        for k in self.memories:
            k.further = further_rows(threads)
        places = engine.new_rows(sharing.ROOM, 1).T[0]
        self._places: Any = places.tolist() if engine.plain else places
        if threads > 1:
            for k in self.memories:
                k.under_way = self._places if engine.plain else places.ctypes.data
        self.knowledge = NOTHING
        """What the search is told for certain."""
        self.symmetries = True
        """Whether symmetric positions share their place in the table."""
        self._age = 0
        self._found = Found()
        self._halt = Halt()

    def best_so_far(self) -> Found:
        """What the search that runs, or the last one, knows by now."""
        return self._found

    def clear(self) -> None:
        """Forget everything, as between games."""
        self.table[:] = 0
        self._age = 0
        for k in self.memories:
            k.history[:] = 0
            k.killers[:] = 0

    def search(
        self,
        root: Root,
        weights: Sequence[int],
        depth: int = DEEPEST,
        seconds: float | None = None,
        most: float | None = None,
        nodes: int | None = None,
        reductions: bool = True,
        lines: int = 1,
        listener: Listener | None = None,
        window: int = 60,
        halt: Halt | None = None,
        switches: Switches = ALL,
        recorder: Recorder | None = None,
        net: NetUse | None = None,
    ) -> Found:
        """Search deeper and deeper until a limit or `halt`; `listener` hears of every depth.

        With `most` the seconds are fewer while the best move stays, and more where it changes.
        `window` is half the width of the first window around the value of the depth before. If the
        depth is what ends it, no win or loss within it is missed, reductions or not. Without
        `reductions` exchanges are left out too; `switches` tell them apart.
        """
        if not reductions:
            switches = switches.without("reductions", "exchanges")
        _within("depth", depth, None)
        _within("lines", lines, alphabeta.EXCLUDED)
        template = f"alphabeta{WITH_NETS if net else ''}"
        entry = self.engine.compile(template, traced=recorder is not None)
        halt = self._halt = halt or Halt()
        self._age = (self._age + 1) % AGES
        deepest = min(depth, DEEPEST)
        depths = range(1, deepest + 1)
        if not switches.deepening and depth < DEEPEST:
            depths = range(deepest, deepest + 1)
        self._places[sharing.PLACES :] = [0] * (2 * sharing.BESTS)
        for k in self.memories:
            self._prepare(k, root, weights, nodes, switches)
            put(k, net)
        width = window if switches.aspiration else None
        run = Deepening(self, entry, root, perf_counter(), width, nodes)
        if recorder is not None:
            recorder.open(self.memories[0], depths[-1] if depth < DEEPEST else None)
            run.recorder = recorder
        self._found = Found()
        bests: list[int] = []
        with (
            halt.over(self.memories),
            halt.after(seconds) as timer,
            self._assistants(run),
        ):
            for deeper in depths:
                found = run.deepen(self.memories[0], deeper, lines, self._found)
                if found is self._found:
                    if not found.lines:
                        self._found = run.glance(self.memories[0])
                    break
                self._found = found
                bests.append(run.after_turn(found.lines[0]))
                if listener is not None:
                    listener(found)
                if found.complete:
                    break
                if seconds is not None and most is not None:
                    timer.at(run.begin + allowance(bests, seconds, most))
            if switches.reductions and self._found.depth == depth and not self._found.complete:
                self._found = run.check(self.memories[0], self._found)
        self._found = run.costs(self._found)
        return self._found

    def minimax(
        self, root: Root, weights: Sequence[int], depth: int, net: NetUse | None = None
    ) -> int:
        """The value to a depth by plain minimax."""
        _within("depth", depth, DEEPEST)
        entry = self.engine.compile(f"minimax{WITH_NETS if net else ''}")
        k = self.memories[0]
        self._prepare(k, root, weights, None, MINIMAX)
        put(k, net)
        k.stop = 0
        return int(entry(self.engine.board, k, 0, 0, depth, 0))

    def halt(self) -> None:
        """Make a search that runs in another thread return."""
        self._halt.time_is_up()

    def counts(self, name: str) -> int:
        """A count over all threads."""
        return sum(int(k[name]) for k in self.memories)

    @contextmanager
    def _assistants(self, run: Deepening) -> Iterator[None]:
        """The other threads, which search with the first one whatever it searches."""
        works = [partial(run.crew.follow, k, run.help) for k in run.crew.others]
        with worker.assisted(works, self.halt):
            try:
                yield
            finally:
                run.crew.end()

    def _prepare(
        self,
        k: Any,
        root: Root,
        weights: Sequence[int],
        nodes: int | None,
        switches: Switches,
    ) -> None:
        fill(k.states[0], root.state)
        hashed = board_key if root.repetition == "forbid" else key_of
        past = [*root.past[-endings.PAST + 1 :], hashed(root.state)]
        k.keys[: len(past)] = past
        k.past = len(past) - 1
        k.salt = _salt(past)
        shares = self.symmetries and switches.symmetries
        k.shared = int(shares and k.salt == 0 and root.repetition != "forbid")
        k.switched = switches.salt
        k.salt ^= k.switched
        k.kind[0] = 0
        k.since[0] = len(past) - 1
        k.quiet[0] = root.quiet
        k.excluded = 0
        k.weights[:] = 0
        k.weights[: len(weights)] = weights
        k.repetition = REPETITION[root.repetition]
        k.quiet_limit = root.quiet_limit
        k.length_left = min(root.length_left, NO_LIMIT)
        k.pruning = int(switches.cuts)
        k.remembers = int(switches.table)
        k.recalls = int(switches.table_move)
        k.scouts = int(switches.pvs and switches.cuts)
        k.reductions = int(switches.reductions)
        k.exchange = self.engine.exchange if switches.exchanges else 0
        k.learns_history = int(switches.history)
        k.learns_killers = int(switches.killers)
        k.checking = 0
        k.log_at[0] = -1
        k.node_limit = NO_LIMIT if nodes is None else nodes
        self.knowledge.load(k)
        k.age = self._age
        k.history[:] //= 8
        if not switches.history:
            k.history[:] = 0
        if not switches.killers:
            k.killers[:] = -1
        for name in (*COUNTS, "guesses"):
            k[name] = 0


def _within(name: str, number: int, most: int | None) -> None:
    """Refuse what the memory has no room for: compiled code does not look again."""
    if number < 1 or (most is not None and number > most):
        accepted = "1 or more" if most is None else f"1 to {most}"
        raise InvalidOption(
            f"{name} cannot be {number}; accepted: {accepted}",
            f"{name} não pode ser {number}; "
            + ("aceites: 1 ou mais" if most is None else f"aceites: 1 a {most}"),
        )


def _salt(keys: Sequence[int]) -> int:
    """What sets the table apart for a game in which positions have already occurred twice.

    Their next occurrence is a draw, so values from games without that past do not hold.
    """
    twice = {key for key, times in Counter(keys).items() if times > 1}
    salt = 0
    for key in twice:
        salt ^= hash_words((key, len(twice)))
    return salt
