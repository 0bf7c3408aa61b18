"""A board solved whole: every position that can be reached, its value and its distance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from time import perf_counter
from typing import Any

from tabuleiro.kernel import retrograde
from tabuleiro.kernel.verdicts import DRAWN, turns_of
from tabuleiro.solving.exploring import Explorer, caller
from tabuleiro.solving.files import Known
from tabuleiro.solving.symmetry import Group
from tabuleiro.text import Text

SMALL = 1 << 12
"""Positions that are not worth a second thread."""
SCAN = 32
"""So many positions with which there is nothing to do are passed as fast as work is done on one."""

Report = Callable[[Text, float], None]
"""Hears what is done now, and the share of it that is done."""
VALUES = Text("values", "valores")


@dataclass(frozen=True)
class Solved:
    """What a board is worth, for the side to move, and what there is on it."""

    value: str
    """`win`, `draw` or `loss` of the player to move."""
    turns: int | None
    """Turns to the end with best play; None for a draw."""
    positions: int
    """Boards with their side to move at the start of a turn, each symmetric one for itself."""
    wins: int
    losses: int
    draws: int
    longest: int
    """The most turns that a decided position is away from its end."""
    seconds: float

    @classmethod
    def of(cls, facts: dict[str, Any]) -> Solved:
        """From data."""
        return cls(**facts)

    def facts(self) -> dict[str, Any]:
        """As data."""
        return asdict(self)


class Graph:
    """The finished graph of an explorer, solved from its ends."""

    def __init__(self, explorer: Explorer) -> None:
        import numpy as np

        self.explorer = explorer
        self.count = explorer.found
        self.threads = explorer.threads
        self._call = caller(explorer.game, "retrograde")
        degrees = explorer.degrees[: self.count]
        offsets = np.zeros(self.count + 1, np.int64)
        np.cumsum(degrees, out=offsets[1:])
        links = np.concatenate(explorer.links) if explorer.links else np.zeros(0, np.int32)
        explorer.links = [links]
        self.arrays: dict[str, Any] = {
            "offsets": offsets,
            "links": links,
            "worth": explorer.worth,
            "left": degrees.copy(),
            "masks": np.zeros(self.count, np.int32),
            "passed": np.zeros(self.count, np.int32),
            "moved": moved(explorer.group),
            "shared": np.zeros(retrograde.SHARED, np.int64),
            "sources": np.empty(len(links), np.int32),
            "cursors": np.zeros(self.count, np.int64),
            "starts": np.zeros(self.count + 1, np.int64),
            "queue": np.zeros(1, np.int32),
        }
        self._found = [np.empty(self.count, np.int32) for _ in range(self.threads.count)]
        """Room for the positions that each thread decides; none is decided twice."""

    def solve(self, report: Report) -> None:
        """Every value, layer by layer from the ends."""
        import numpy as np

        report(VALUES, 0.0)
        arrays = self.arrays
        self._parts(retrograde.COUNT, self.count, self.count)
        np.cumsum(arrays["cursors"], out=arrays["starts"][1:])
        arrays["cursors"][:] = arrays["starts"][:-1]
        self._parts(retrograde.FILL, self.count, self.count)
        worth = arrays["worth"][: self.count]
        layer = np.nonzero(worth > DRAWN)[0].astype(np.int32)
        decided = len(layer)
        while len(layer):
            layer = self._layer(layer)
            decided += len(layer)
            report(VALUES, decided / self.count)

    def reach(self) -> Any:
        """Which images of each position are reached from the start."""
        masks = self.arrays["masks"]
        masks[0] = 1 << self.explorer.group.combined[0][self.explorer.start_label]
        new = self.count
        while new:
            work = max(new, self.count // SCAN)
            new = sum(self._parts(retrograde.REACH, self.count, work))
        return masks

    def _layer(self, layer: Any) -> Any:
        """The positions that a layer decides, by one thread or by all."""
        import numpy as np

        self.arrays["queue"] = layer
        numbers = self._parts(retrograde.LAYER, len(layer), len(layer))
        return np.concatenate([self._found[i][:n] for i, n in enumerate(numbers)])

    def _parts(self, what: int, count: int, work: int) -> list[int]:
        """Do something with so many positions, a few at a time for each thread.

        Where there is little work among them, one thread does it alone.
        """
        self.arrays["shared"][retrograde.TAKEN] = 0
        calls = [partial(self._on, what, i, count) for i in range(self.threads.count)]
        return self.threads.run(calls) if work > SMALL else [calls[0]()]

    def _on(self, what: int, thread: int, count: int) -> int:
        given = {**self.arrays, "found": self._found[thread]}
        return self._call(self.threads.memories[thread], given, what, 0, count)


def moved(group: Group) -> Any:
    """Of a link's label and a byte of a set of images: those after the link, low bytes first."""
    import numpy as np

    after = np.zeros((2 * retrograde.BYTE, len(group)), np.int32)
    after[: len(group)] = 1 << np.array(group.combined)
    bits = np.arange(retrograde.BYTES) >> np.arange(retrograde.BYTE)[:, None] & 1
    halves = (half.T @ bits for half in np.split(after, 2))  # no two images become the same one
    return np.hstack(list(halves)).astype(np.int32)


def solve_graph(explorer: Explorer, report: Report, begin: float) -> tuple[Solved, Graph]:
    """Solve what an explorer has found."""
    graph = Graph(explorer)
    graph.solve(report)
    sizes = explorer.sizes(graph.reach())
    worth = explorer.worth[: graph.count]
    decided = worth > DRAWN
    wins = decided & (worth & 1 == 1)
    total, won, lost = (int((sizes * part).sum()) for part in (1, wins, decided & ~wins))
    first = Known(int(worth[0]))
    return (
        Solved(
            value=first.value,
            turns=first.turns,
            positions=total,
            wins=won,
            losses=lost,
            draws=total - won - lost,
            longest=turns_of(int(worth.max())) if decided.any() else 0,
            seconds=perf_counter() - begin,
        ),
        graph,
    )
