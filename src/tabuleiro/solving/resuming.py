"""Work that was interrupted goes on: what an explorer has found, on disk from time to time.

Positions and links are appended; a small file, replaced at once, says how much of them counts.
"""

from __future__ import annotations

import json
import shutil
import zlib
from pathlib import Path
from time import perf_counter
from typing import Any

from tabuleiro.errors import JobFailed
from tabuleiro.solving.exploring import KEPT, Explorer
from tabuleiro.solving.packing import Packing

FIRST = 10.0
"""Seconds until work is worth keeping."""
SHARE = 20
"""Keeping it takes at most one part in so many of the time."""
STATE = "state.json"
VERSION = 5


class Journal:
    """The unfinished work of one board."""

    def __init__(self, home: Path, explorer: Explorer) -> None:
        self.home = home
        self.explorer = explorer
        self._saved = {"found": 0, "links": 0, "number": 0}
        self._sums = {"links": 0, "rows": 0}
        self._packing: Packing | None = None
        self._rows_name = ""
        self._next = perf_counter() + FIRST

    def resume(self) -> bool:
        """Load what is there; whether there was anything that can be right."""
        import numpy as np

        try:
            state = json.loads((self.home / STATE).read_text())
            found, done, links, number = (state[n] for n in ("found", "done", "links", "number"))
            packing = Packing(tuple(int(word, 16) for word in state["packing"]))
            rows_name = str(state["rows"])
            arrays = {
                "rows": np.fromfile(self.home / rows_name, "<i8", found * packing.words),
                "links": np.fromfile(self.home / "links", "<i4", links),
            } | {
                name: np.fromfile(self.home / f"{name}-{number}", kind, found)
                for name, kind in KEPT.items()
            }
            sums = {name: zlib.crc32(array.tobytes()) for name, array in arrays.items()}
            if sums != state["sums"] or state.pop("sum") != _sum(state):
                raise ValueError
        except (OSError, ValueError, KeyError, TypeError, MemoryError):
            self.forget()
            return False
        self.explorer.load(packing, done, state["edges"], arrays)
        self._saved = {"found": found, "links": links, "number": number}
        self._sums = sums
        self._packing = packing
        self._rows_name = rows_name
        return True

    def save(self, now: bool = False) -> None:
        """Keep what is new, if it is time."""
        begin = perf_counter()
        if begin < self._next and not now:
            return
        try:
            self._write()
        except OSError as error:
            home, why = str(self.home), error.strerror
            raise JobFailed(
                f"the work cannot be kept in {home!r}: {why}; what was kept before is still there",
                f"o trabalho não pode ser guardado em {home!r}: {why}; o que estava guardado "
                "continua lá",
            ) from None
        end = perf_counter()
        self._next = end + max(FIRST, SHARE * (end - begin))

    def forget(self) -> None:
        """Remove what is there."""
        shutil.rmtree(self.home, ignore_errors=True)

    def _write(self) -> None:
        explorer, saved = self.explorer, self._saved
        self.home.mkdir(parents=True, exist_ok=True)
        number = saved["number"] + 1
        anew = explorer.packing != self._packing
        rows = f"rows-{len(explorer.packing.plan)}-{number}" if anew else self._rows_name
        links = explorer.links[: explorer.link_count]
        sums = dict(self._sums)
        begin = 0 if anew else saved["found"]
        more: Any = explorer.rows[begin : explorer.found].astype("<i8")
        sums["rows"] = self._append(
            rows, 8 * explorer.packing.words * begin, more.tobytes(), 0 if anew else sums["rows"]
        )
        more = links[saved["links"] :].astype("<i4")
        sums["links"] = self._append("links", 4 * saved["links"], more.tobytes(), sums["links"])
        for name, kind in KEPT.items():
            array: Any = getattr(explorer, name)[: explorer.found]
            sums[name] = self._append(f"{name}-{number}", 0, array.astype(kind).tobytes(), 0)
        state = {
            "found": explorer.found,
            "done": explorer.done,
            "edges": explorer.edges,
            "links": len(links),
            "number": number,
            "rows": rows,
            "packing": [f"{word:x}" for word in explorer.packing.allowed],
            "sums": sums,
        }
        part = self.home / f"{STATE}.part"
        part.write_text(json.dumps({**state, "sum": _sum(state)}))
        part.replace(self.home / STATE)
        self._saved = {"found": explorer.found, "links": len(links), "number": number}
        self._sums = sums
        self._packing = explorer.packing
        self._rows_name = rows
        keep = {STATE, rows, "links", *(f"{name}-{number}" for name in KEPT)}
        for path in self.home.iterdir():
            if path.name not in keep:
                path.unlink()

    def _append(self, name: str, at: int, data: bytes, before: int) -> int:
        """Write behind what counts of a file, over what does not; the sum of all of it."""
        path = self.home / name
        path.touch()
        with path.open("rb+") as file:
            file.truncate(at)
            file.seek(at)
            file.write(data)
        return zlib.crc32(data, before)


def _sum(state: dict[str, Any]) -> int:
    """The sum of what is said of the work, in this version."""
    return zlib.crc32(json.dumps({**state, "version": VERSION}, sort_keys=True).encode())
