"""Exploring a board: every position that can be reached, on all cores, in memory that can grow."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from time import perf_counter
from typing import Any

from tabuleiro.errors import InvalidOption, JobFailed, NotBack
from tabuleiro.game import Game
from tabuleiro.kernel import explore, layered, rng
from tabuleiro.kernel.records import Plain, fill
from tabuleiro.kernel.words import key_of
from tabuleiro.kernel.worker import GRACE
from tabuleiro.solving.packing import Packing
from tabuleiro.solving.symmetry import Group, group_of, images_of
from tabuleiro.text import Text

SHORT = 1 << 8
"""Positions that are not worth a second thread, nor the way to the first."""
CHUNK = 1 << 15
"""Positions whose turns a thread looks for between two looks at the clock, at most."""
FEW = 1 << 10
"""The same, at first."""
ROOM = 1 << 18
"""Positions that there is room for at first."""
LOAD = 2
"""Slots of the hash table for each position that there is room for, at least."""
MOST = (1 << 31 - explore.LABEL_BITS) - 1
"""Positions that numbers in links can name."""
LINKS, OWN_LINKS = 1 << 20, 1 << 14
"""Links that there is room for at first: in all, and in a block of positions."""
USUAL_LINKS = 4
POLL = 0.1
UNITS = ((10**9, "GB"), (10**6, "MB"), (10**3, "kB"))
SIZE = Text("{size:,.1f} {unit}", "{size:,.1f} {unit}")
NO_ROOM = Text(
    "after {found:,} positions there is no room for more within {allowed} and {most:,} positions; "
    "--memory allows more, and the work goes on from here",
    "depois de {found:,} posições não há lugar para mais em {allowed} e {most:,} posições; "
    "--memory permite mais, e o trabalho continua daqui",
)
PATIENCE = 0.1
"""Seconds that a look at the next positions should take at least, if there are so many."""

KEPT = {"twins": "<i1", "worth": "<i4", "begins": "<i8", "degrees": "<i4"}
"""What is kept of each position beside its row, and as what on disk."""

Watch = Callable[[int, int], None]
"""Hears how many positions are found and how many of them are done."""


@dataclass
class Threads:
    """Compiled calls on all cores, each with memory of its own; Ctrl-C stops them."""

    game: Game
    count: int

    def __post_init__(self) -> None:
        import numpy.ma  # noqa: F401  # or Numba does so while the first call is waited for

        self._pool = ThreadPoolExecutor(self.count, "solve")
        self._lost = False
        self.memories = [self.game.engine.new_memory() for _ in range(self.count)]

    def run(self, calls: Sequence[Callable[[], Any]]) -> list[Any]:
        """The answers of some calls at once."""
        running = [self._pool.submit(call) for call in calls]
        try:
            while wait(running, POLL).not_done:
                pass
        except BaseException as error:
            for k in self.memories:
                k["stop"] = 1
            if wait(running, GRACE).not_done:
                self._lost = True
                if isinstance(error, KeyboardInterrupt):
                    raise NotBack from error
                raise
            for k in self.memories:
                k["stop"] = 0
            raise
        return [each.result() for each in running]

    def share(self, begin: int, end: int, call: Callable[[int, int, int], Any]) -> list[Any]:
        """A range in equal parts, one a thread: `call(thread, a, b)`; a short one by the first."""
        if end - begin <= SHORT:
            return [call(0, begin, end)]
        edges = [begin + (end - begin) * i // self.count for i in range(self.count + 1)]
        return self.run([partial(call, i, a, b) for i, (a, b) in enumerate(pairwise(edges))])

    def together(self, call: Callable[[int], Any]) -> None:
        """A call on every thread at once: `call(thread)`."""
        self.run([partial(call, i) for i in range(self.count)])

    def close(self) -> None:
        """Let the threads go."""
        self._pool.shutdown(wait=not self._lost)


def caller(game: Game, template: str) -> Callable[..., int]:
    """A compiled template whose arrays are given by name, and of which one thread takes a part."""
    if game.engine.plain:
        raise InvalidOption(
            "millions of positions are too many for plain Python: solving needs compiled code, so "
            "TABULEIRO_PLAIN must not be set",
            "milhões de posições são demais para Python simples: resolver precisa de código "
            "compilado, portanto TABULEIRO_PLAIN não pode estar definida",
        )
    entry = game.engine.compile(template)
    names = list(inspect.signature(entry.py_func).parameters)

    def call(k: Any, arrays: dict[str, Any], what: int, a: int, b: int) -> int:
        given = {"board": game.engine.board, "k": k, "what": what, "a": a, "b": b, **arrays}
        return int(entry(*(given[name] for name in names)))

    return call


def machine_memory() -> int:
    """The machine's memory in bytes; 4 GB where it does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError, AttributeError):
        return 4 << 30


def in_bytes(size: float) -> Text:
    """A size as people say it."""
    unit, name = next((unit for unit in UNITS if size >= unit[0]), UNITS[-1])
    return SIZE.format(size=size / unit, unit=name)


class Explorer:
    """The positions found so far, and the links of those whose turns are known."""

    def __init__(self, game: Game, start: Plain, threads: Threads, memory: int) -> None:
        import numpy as np

        self.game = game
        self.threads = threads
        self.memory = memory
        """Bytes that it may use."""
        self.group: Group = group_of(game, start)
        self.start = start
        self.packing = Packing(tuple(start.words()))
        self.done = 0
        """How many positions have their links."""
        self.edges = [1]
        """How many positions are found within 0, 1, 2 … turns."""
        self.links = np.empty(LINKS, np.int32)
        self._call = caller(game, "explore")
        self.shared = np.zeros(explore.SHARED, np.int64)
        self.shared[explore.GROUP] = self.group.tried
        self._per_thread: list[dict[str, Any]] = [
            {"work": np.zeros(explore.WORK, np.int64), "own": np.empty(OWN_LINKS, np.int32)}
            for _ in range(threads.count)
        ]
        for thread, k in enumerate(threads.memories):
            fill(k["states"][0], start)  # `unpack` leaves words alone that are never set
            rng.seed(k["rng"], 1 + thread)
        self._begin()

    @property
    def found(self) -> int:
        """How many positions have been found."""
        return int(self.shared[layered.ADDED])

    @property
    def link_count(self) -> int:
        """How many links there are."""
        return int(self.shared[explore.LINKED])

    @property
    def used(self) -> int:
        """The bytes that exploring has taken."""
        parts = (self.rows, self.slots, self.twins, self.worth, self.begins, self.degrees)
        return sum(part.nbytes for part in parts) + 4 * self.link_count

    def needed(self, positions: float) -> float:
        """The bytes that solving so many positions takes in all."""
        links = self.link_count / self.done if self.done else USUAL_LINKS
        return positions * (8 * self.packing.words + 4 * 2 * LOAD + 1 + 4 + 4 + 16 + 16 + 8 * links)

    def walk(self, keys: Any, turns: Any, a: int, b: int) -> None:
        """Random games from the start: their positions' keys and turns, into a to b."""
        self.threads.share(a, b, partial(self._on, explore.SAMPLE, sample=keys, plies=turns))

    def run(self, watch: Watch, until: float = float("inf"), enough: float = float("inf")) -> bool:
        """Explore until everything is found (True), a time comes, or so many positions are."""
        size = FEW
        while self.done < self.found:
            begin = perf_counter()
            if begin >= until or self.found >= enough:
                return False
            self._chunk(self.done + size * self.threads.count)
            if perf_counter() - begin < PATIENCE:
                size = min(2 * size, CHUNK)
            watch(self.found, self.done)
        return True

    @property
    def layers(self) -> list[int]:
        """How many positions first come after 0, 1, 2 … turns; of the last whose turns are done."""
        return [b - a for a, b in pairwise([0, *self.edges])]

    def load(self, packing: Packing, done: int, edges: list[int], arrays: dict[str, Any]) -> None:
        """Go on from what another explorer of this board has found."""
        found = len(arrays["twins"])
        self.edges = edges
        self.packing = packing
        self._plan()
        self._room(1 << (2 * found).bit_length())
        self.rows[:found] = arrays["rows"].reshape(found, packing.words)
        for name in KEPT:
            getattr(self, name)[:found] = arrays[name]
        self.links = arrays["links"]
        self.done = done
        self.shared[layered.ADDED], self.shared[explore.LINKED] = found, len(self.links)
        self._index()

    def _chunk(self, end: int) -> None:
        """The links of the next positions, on all threads; as far as there is room."""
        import numpy as np

        shared, works = self.shared, [own["work"] for own in self._per_thread]
        shared[[layered.TAKEN, layered.DONE]] = self.done
        shared[[layered.WHY, layered.LAYERS]] = layered.FINE, 0
        shared[layered.EDGE] = self.edges[-1]
        for work in works:
            work[explore.REACHED] = self.done
        try:
            self.threads.together(lambda thread: self._on(explore.EXPLORE, thread, 0, end))
        finally:
            self.done = int(min(work[explore.REACHED] for work in works))
            opened = shared[layered.LAYERS + 1 :][: shared[layered.LAYERS]]
            self.edges += opened.tolist()
            if self.done == self.edges[-1]:
                self.edges.append(self.found)
        why = shared[layered.WHY]
        if why == explore.FULL:
            self._grow()
        elif why == explore.WIDER:
            self._widen()
        elif why == explore.LONGER:
            for own in self._per_thread:
                own["own"] = np.empty(2 * len(own["own"]), np.int32)
        elif why == explore.MORE:
            links = np.empty(max(2 * len(self.links), LINKS), np.int32)
            links[: self.link_count] = self.links[: self.link_count]
            self.links = links
        elif self.found > len(self.rows) // 2:
            self._grow()

    def _on(self, what: int, thread: int, a: int, b: int, **arrays: Any) -> int:
        given = {**self._arrays, "links": self.links, **self._per_thread[thread], **arrays}
        return self._call(self.threads.memories[thread], given, what, a, b)

    def tally(self, masks: Any) -> list[int]:
        """How many positions are drawn, lost and won, if these images are reached."""
        kinds = [explore.DRAWS, explore.LOSSES, explore.WINS]
        for own in self._per_thread:
            own["work"][kinds] = 0
        self.threads.share(0, self.found, partial(self._on, explore.COUNT, masks=masks))
        return [int(sum(own["work"][kind] for own in self._per_thread)) for kind in kinds]

    def _begin(self) -> None:
        """Place the first position, and see by which symmetry it stands for the real one."""
        import numpy as np

        images = images_of(self.game, self.start, self.group.tried)
        keys = {i: key_of(image) for i, image in images.items()}
        self.start_label = min(keys, key=lambda i: keys[i])
        first = images[self.start_label]
        self.packing = self.packing.wider(first.words())
        self._room(ROOM)
        self._plan()
        packed = self.packing.pack(first.words())
        assert packed is not None
        self.rows[0] = np.array(packed, np.uint64).view(np.int64)
        self.twins[0] = list(keys.values()).count(keys[self.start_label])
        self.shared[layered.ADDED] = 1
        self._index()
        result = self.game.rules.outcome(self.game.board, self.start)
        if result != -1:
            self.worth[0] = explore.verdict(result, self.start.player)

    def _plan(self) -> None:
        import numpy as np

        if not self.packing.fits:
            raise JobFailed(
                f"positions of {self.game.name} on this board need more than "
                f"{explore.MOST_WORDS} words; solving takes smaller ones",
                f"as posições de {self.game.name} neste tabuleiro precisam de mais de "
                f"{explore.MOST_WORDS} palavras; resolvem-se as mais pequenas",
            )
        plan, allowed = self.packing.arrays()
        self.wanted = np.zeros(len(allowed), np.int64)
        self._arrays.update(plan=plan, allowed=allowed, wanted=self.wanted)

    def _room(self, rows: int) -> None:
        """Empty arrays for so many positions."""
        import numpy as np

        self.rows = np.zeros((rows, self.packing.words), np.int64)
        self.twins = np.zeros(rows, np.int8)
        self.worth = np.zeros(rows, np.int32)
        self.begins = np.zeros(rows, np.int64)
        self.degrees = np.zeros(rows, np.int32)
        self._slots(rows)
        small = {
            name: np.zeros(1, dtype) for name, dtype in (("masks", np.int32), ("plies", np.int32))
        }
        previous = getattr(self, "_arrays", {})
        self._arrays = {
            **previous,
            **small,
            "sample": np.zeros(1, np.int64),
            "shared": self.shared,
            "rows": self.rows,
            "twins": self.twins,
            "worth": self.worth,
            "begins": self.begins,
            "degrees": self.degrees,
            "slots": self.slots,
        }

    def _slots(self, rows: int) -> None:
        import numpy as np

        self.slots = np.zeros(1 << (LOAD * rows - 1).bit_length(), np.int32)

    def _grow(self) -> None:
        """Room for twice as many positions, if the memory allows."""
        rows = min(2 * len(self.rows), MOST)
        grown = self.used + (rows - len(self.rows)) * (8 * self.packing.words + 17 + 8 * LOAD)
        if len(self.rows) >= MOST or max(grown, self.needed(self.found)) > self.memory:
            said = NO_ROOM.format(found=self.found, allowed=in_bytes(self.memory), most=MOST)
            raise JobFailed(said.en, said.pt)
        self._move(rows, self.rows[: self.found])

    def _widen(self) -> None:
        """A packing with the bits that were met."""
        wider = self.packing.wider(int(word) for word in self.wanted)
        rows = self.packing.repack(self.rows[: self.found], wider)
        self.packing = wider
        self._move(len(self.rows), rows)
        self._plan()

    def _move(self, room: int, rows: Any) -> None:
        if (room, rows.shape[1]) == self.rows.shape:
            self.slots.fill(0)
        else:
            kept = {name: getattr(self, name) for name in KEPT}
            self._room(room)
            for name, array in kept.items():
                getattr(self, name)[: self.found] = array[: self.found]
        self.rows[: self.found] = rows
        self._index()

    def _index(self) -> None:
        self.threads.share(0, self.found, partial(self._on, explore.INDEX))
