"""The rows that a traced search writes: where they are kept, and how they are shared out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tabuleiro.kernel import tracing

AHEAD = 3
"""How many more depths are expected where nobody says how deep a search goes."""

DEEP = 4
"""All but one of so many rows may go to nodes beyond the first turn."""


@dataclass(frozen=True)
class RecordedLayer:
    """One search from the root: a depth, an attempt with another window, the last check."""

    row: int
    depth: int
    kind: str
    """`search`, or `check` for the exact look at wins and losses."""
    seen: int
    """Nodes visited in it."""
    kept: int
    """Those that have a row."""


class Recorder:
    """Room for the nodes of one search, and a count of all of them."""

    def __init__(self, plain: bool, limit: int, fields: int = tracing.FIELDS) -> None:
        import numpy as np

        self.limit = limit
        self.fields = fields
        self.layers: list[RecordedLayer] = []
        self._array = np.zeros((limit, fields), np.int64)
        self._plain: list[int] | None = [0] * (limit * fields) if plain else None
        self._deepest: int | None = None
        self._begun = (0, 0, 0, 0)
        self._memory: Any = None

    def open(self, k: Any, deepest: int | None = None) -> None:
        """Let a memory write here; `deepest` is the last depth, if it is known."""
        k.log = self._array.ctypes.data if self._plain is None else self._plain
        k.log_rows = k.log_seen = 0
        k.log_room = k.log_deep = self.limit
        self._memory = k
        self._deepest = deepest

    def begin(self, k: Any, depth: int, low: int, high: int) -> None:
        """A search from the root begins. Each has a share, so that the last ones are seen too."""
        used = int(k.log_rows)
        more = AHEAD if self._deepest is None else min(AHEAD, max(0, self._deepest - depth))
        share = -(-(self.limit - used) // (more + 1))
        k.log_room = used + share
        k.log_deep = used + share - share // DEEP
        self._begun = (used, int(k.log_seen), int(k.nodes), depth)
        k.log_seen += 1
        k.log_at[0] = -1
        if used < self.limit:
            k.log_at[0] = used
            k.log_rows = used + 1
            self._put(used, (-1, -1, int(k.states[0].player), 0, depth, low, high, tracing.WHOLE))

    def end(self, k: Any, value: int) -> None:
        """It has come to an end."""
        row, seen, nodes, depth = self._begun
        ended = tracing.UNFINISHED if k.stop else int(k.log_ended)
        if row < self.limit:
            told = (value, ended, int(k.log_best), int(k.log_moves), int(k.log_tried))
            self._put(row, (*told, int(k.nodes) - nodes), tracing.VALUE)
        self.layers.append(
            RecordedLayer(
                row if row < self.limit else -1,
                depth,
                "check" if k.checking else "search",
                int(k.log_seen) - seen,
                int(k.log_rows) - row,
            )
        )

    @property
    def seen(self) -> int:
        """Nodes visited, or iterations made."""
        return 0 if self._memory is None else int(self._memory.log_seen)

    @property
    def rows(self) -> list[list[int]]:
        """What was written."""
        used = 0 if self._memory is None else int(self._memory.log_rows)
        if self._plain is None:
            found: list[list[int]] = self._array[:used].tolist()
            return found
        flat, size = self._plain, self.fields
        return [flat[i * size : (i + 1) * size] for i in range(used)]

    def _put(self, row: int, values: tuple[int, ...], first: int = 0) -> None:
        if self._plain is None:
            self._array[row, first : first + len(values)] = values
        else:
            at = row * self.fields + first
            self._plain[at : at + len(values)] = list(values)
