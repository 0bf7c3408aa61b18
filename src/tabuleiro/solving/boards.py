"""A board solved whole: every position that can be reached, its value and its distance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from time import perf_counter
from typing import Any

from tabuleiro.kernel import layered, retrograde
from tabuleiro.kernel.verdicts import DRAWN, lost, turns_of
from tabuleiro.solving.exploring import Explorer, caller
from tabuleiro.solving.files import Known
from tabuleiro.solving.symmetry import Group
from tabuleiro.text import Text

SMALL = 1 << 12
"""Positions that are not worth a second thread."""
PART = 1 << 22
"""Positions to go through between two reports."""

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
        self.arrays: dict[str, Any] = {
            "begins": explorer.begins,
            "degrees": explorer.degrees,
            "links": explorer.links,
            "worth": explorer.worth,
            "left": explorer.degrees[: self.count].copy(),
            "masks": np.zeros(self.count, np.int32),
            "passed": np.zeros(self.count, np.int32),
            "moved": moved(explorer.group),
            "shared": np.zeros(layered.FREE, np.int64),
            "sources": np.empty(explorer.link_count, np.int32),
            "cursors": np.zeros(self.count, np.int64),
            "starts": np.zeros(self.count + 1, np.int64),
            "queue": np.empty(self.count, np.int32),
        }
        self._found = [np.empty(self.count, np.int32) for _ in range(self.threads.count)]
        """Room for the positions that each thread decides; none is decided twice."""

    def solve(self, report: Report) -> None:
        """Every value, layer by layer from the ends."""
        import numpy as np

        report(VALUES, 0.0)
        arrays = self.arrays
        self._together(retrograde.COUNT, self.count)
        np.cumsum(arrays["cursors"], out=arrays["starts"][1:])
        arrays["cursors"][:] = arrays["starts"][:-1]
        self._together(retrograde.FILL, self.count)
        ends = np.flatnonzero(arrays["worth"][: self.count] > DRAWN)
        arrays["queue"][: len(ends)] = ends
        self._together(
            retrograde.LAYER, len(ends), lambda decided: report(VALUES, decided / self.count)
        )

    def reach(self) -> Any:
        """Which images of each position are reached from the start."""
        masks = self.arrays["masks"]
        masks[0] = 1 << self.explorer.group.combined[0][self.explorer.start_label]
        self._together(retrograde.REACH, self.count)
        return masks

    def _together(
        self, what: int, count: int, watch: Callable[[int], None] = lambda done: None
    ) -> None:
        """Do something with so many positions and all that it adds to them, on all threads.

        On a small board one thread does it alone.
        """
        shared = self.arrays["shared"]
        shared[:] = 0
        shared[[layered.EDGE, layered.ADDED]] = count
        while shared[layered.DONE] < shared[layered.ADDED]:
            shared[[layered.WHY, layered.LAYERS]] = layered.FINE, 0
            call = partial(self._on, what, int(shared[layered.DONE]) + PART)
            if self.count > SMALL:
                self.threads.together(call)
            else:
                call(0)
            watch(int(shared[layered.ADDED]))

    def _on(self, what: int, end: int, thread: int) -> int:
        given = {**self.arrays, "found": self._found[thread]}
        return self._call(self.threads.memories[thread], given, what, 0, end)


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
    draws, losses, wins = explorer.tally(graph.reach())
    worth = explorer.worth[: graph.count]
    first = Known(int(worth[0]))
    return (
        Solved(
            value=first.value,
            turns=first.turns,
            positions=wins + losses + draws,
            wins=wins,
            losses=losses,
            draws=draws,
            longest=turns_of(max(int(worth.max()), lost(0))),
            seconds=perf_counter() - begin,
        ),
        graph,
    )
