"""The kernel for one board: counts, plays out and steps, compiled or plain, interruptible."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from tabuleiro.errors import InvalidOption
from tabuleiro.kernel import alphabeta, compiling, loader, records, rng, steps, worker
from tabuleiro.kernel.memory import TURNS, PlainMemory, lined_up
from tabuleiro.kernel.start import start_numba

Progress = Callable[[float], None]
"""Called now and then with the share of the work that is done."""


@dataclass(frozen=True)
class PlayoutTally:
    """The outcome of random playouts."""

    games: int
    first: int
    second: int
    draws: int
    plies: int
    longest: int


class Engine:
    """A board and the functions of the kernel over it."""

    def __init__(
        self,
        path: Path,
        tables: Mapping[str, Any],
        plain: bool | None = None,
        terms: Path | None = None,
    ) -> None:
        self.path = path
        self.terms = terms
        """The file of an evaluation that takes the place of the game's own."""
        self.constants = {name: value for name, value in tables.items() if name.isupper()}
        self.rules = loader.rules_module(path, self.constants)
        self.plain = jit_is_off() if plain is None else plain
        self.plain_board = records.plain_board(self.rules.TABLES, tables)
        self.board: Any = self.plain_board
        self._lock = threading.Lock()
        if not self.plain:
            import numpy as np

            record = np.zeros(1, records.dtype(self.rules.TABLES))[0]
            records.fill(record, self.board)
            self.board = record
        self._k = self.new_memory()

    @cached_property
    def exchange(self) -> int:
        """For how many turns beyond the last depth a search follows exchanges."""
        terms = loader.terms_module(self.path, self.rules, self.terms)
        return min(getattr(terms, "EXCHANGE", 0), alphabeta.EXCHANGE)

    def new_memory(self) -> Any:
        """Working memory for one thread."""
        if self.plain:
            return PlainMemory(loader.MEMORY, self.rules)
        import numpy as np

        return np.zeros(1, loader.memory_type(self.rules))[0]

    def new_rows(self, rows: int, columns: int) -> Any:
        """A table of zeros, for positions or nodes; a plain one holds numbers of Python's own.

        It is lined up, so that few of its rows are in two lines of the processor's cache.
        """
        import numpy as np

        if self.plain:
            return np.zeros((rows, columns), object)
        return lined_up((rows, columns), "<i8")

    def perft(self, state: records.Plain, depth: int, progress: Progress | None = None) -> int:
        """The number of sequences of `depth` whole turns from an open position."""
        if not 1 <= depth <= TURNS:
            raise InvalidOption(
                f"depth cannot be {depth}; accepted: 1 to {TURNS}",
                f"a profundidade não pode ser {depth}; aceites: 1 a {TURNS}",
            )
        with self._lock:
            self._load(state)
            return self._run("perft", 0, depth, 0, progress=progress)

    def playouts(
        self,
        state: records.Plain,
        games: int,
        max_plies: int,
        quiet_limit: int,
        seed: int,
        progress: Progress | None = None,
    ) -> PlayoutTally:
        """Random games from a position; equal seeds give equal games, compiled or plain."""
        with self._lock:
            self._load(state)
            rng.seed(self._k.rng, seed)
            self._k.total = games
            plies = self._run("playouts", games, max_plies, quiet_limit, progress=progress)
            tally = [int(number) for number in self._k.tally]
            return PlayoutTally(sum(tally[:3]), tally[0], tally[1], tally[2], plies, tally[3])

    def outcome(self, state: records.Plain) -> int:
        """The rules' own `outcome`, for comparison."""
        return self._step(state, steps.OUTCOME)

    def stuck(self, state: records.Plain) -> int:
        """The rules' own `stuck`, for comparison."""
        return self._step(state, steps.STUCK)

    def actions(self, state: records.Plain) -> list[int]:
        """The rules' own `actions`, for comparison."""
        count = self._step(state, steps.LIST)
        return [int(action) for action in self._k.actions[:count]]

    def play(self, state: records.Plain, action: int) -> tuple[int, tuple[int, ...]]:
        """What `play` returned and the words of the state after it, for comparison."""
        kind = self._step(state, steps.PLAY, action)
        after = self._k.states[0]
        return kind, after.words() if self.plain else records.unsigned_words(after)

    def compile(self, template: str, traced: bool = False) -> Any:
        """The entry of a template, compiled if it is not yet; a `traced` one keeps a log."""
        if self.plain:
            module = loader.bind(
                self.path, self.constants, template, plain_function, traced, self.terms
            )
            return getattr(module, template.removesuffix(loader.WITH_NETS))
        start_numba()
        return compiling.compiled(self.path, self.constants, template, traced, self.terms)

    def _step(self, state: records.Plain, what: int, action: int = 0) -> int:
        with self._lock:
            self._load(state)
            return int(self.compile("steps")(self.board, self._k, what, action))

    def _load(self, state: records.Plain) -> None:
        k = self._k
        records.fill(k.states[0], state)
        k.tally[:] = 0
        k.stop = k.done = k.total = 0

    def _run(self, template: str, *numbers: int, progress: Progress | None) -> int:
        entry = self.compile(template)

        def poll() -> None:
            if progress is not None and self._k.total:
                progress(float(self._k.done) / float(self._k.total))

        def halt() -> None:
            self._k.stop = 1

        return worker.call(lambda: int(entry(self.board, self._k, *numbers)), halt, poll)


def jit_is_off() -> bool:
    """Whether the environment asks for plain Python (TABULEIRO_PLAIN=1 or NUMBA_DISABLE_JIT=1)."""
    return any(
        os.environ.get(name, "0") != "0" for name in ("TABULEIRO_PLAIN", "NUMBA_DISABLE_JIT")
    )


def plain_function(function: Any) -> Any:
    """How templates are bound when nothing is compiled: as they are."""
    return function
