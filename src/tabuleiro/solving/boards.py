"""A board solved whole: every position that can be reached, its value and its distance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from itertools import pairwise
from time import perf_counter
from typing import Any

from tabuleiro.kernel import retrograde
from tabuleiro.kernel.verdicts import DRAWN, turns_of
from tabuleiro.solving.exploring import Explorer, caller
from tabuleiro.solving.files import Known

SMALL = 1 << 13
"""Positions of a layer that are not worth a second thread."""

Report = Callable[[str, float], None]
"""Hears what is done now, and the share of it that is done."""


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
            "combined": np.array(explorer.group.combined, np.int64),
            "sources": np.zeros(len(links), np.int32),
            "cursors": np.zeros(self.count, np.int64),
            "starts": np.zeros(self.count + 1, np.int64),
            "queue": np.zeros(1, np.int32),
            "found": np.zeros(1, np.int32),
        }

    def solve(self, report: Report) -> None:
        """Every value, layer by layer from the ends."""
        import numpy as np

        report("values", 0.0)
        arrays = self.arrays
        self._parts(retrograde.COUNT)
        np.cumsum(arrays["cursors"], out=arrays["starts"][1:])
        arrays["cursors"][:] = arrays["starts"][:-1]
        self._parts(retrograde.FILL)
        worth = arrays["worth"][: self.count]
        layer = np.nonzero(worth > DRAWN)[0].astype(np.int32)
        decided = len(layer)
        while len(layer):
            layer = self._layer(layer)
            decided += len(layer)
            report("values", decided / self.count)

    def reach(self) -> Any:
        """Which images of each position are reached from the start."""
        masks = self.arrays["masks"]
        masks[0] = 1 << self.explorer.group.combined[0][self.explorer.start_label]
        while any(self._parts(retrograde.REACH)):
            pass
        return masks

    def _layer(self, layer: Any) -> Any:
        """The positions that a layer decides, by one thread or by all."""
        import numpy as np

        starts = self.arrays["starts"]
        self.arrays["queue"] = layer
        count = self.threads.count if len(layer) > SMALL else 1
        edges = [len(layer) * i // count for i in range(count + 1)]
        calls, lists = [], []
        for thread, (a, b) in enumerate(pairwise(edges)):
            part = layer[a:b]
            lists.append(np.zeros(int((starts[part + 1] - starts[part]).sum()), np.int32))
            arrays = {"found": lists[-1]}
            calls.append(partial(self._on, retrograde.LAYER, arrays, thread, a, b))
        numbers = [calls[0]()] if count == 1 else self.threads.run(calls)
        return np.concatenate([found[:n] for found, n in zip(lists, numbers, strict=True)])

    def _parts(self, what: int) -> list[int]:
        return self.threads.share(0, self.count, partial(self._on, what, {}))

    def _on(self, what: int, arrays: dict[str, Any], thread: int, a: int, b: int) -> int:
        given = {**self.arrays, **arrays}
        return self._call(self.threads.memories[thread], given, what, a, b)


def solve_graph(explorer: Explorer, report: Report, begin: float) -> tuple[Solved, Graph]:
    """Solve what an explorer has found."""
    graph = Graph(explorer)
    graph.solve(report)
    sizes = explorer.sizes(graph.reach())
    worth = explorer.worth[: graph.count]
    decided = worth > DRAWN
    wins = decided & (worth & 1 == 1)
    total, won, lost = (int(sizes[part].sum()) for part in (slice(None), wins, decided & ~wins))
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
