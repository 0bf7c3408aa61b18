"""One class of endings in the making: on all cores, from those below it, resumable."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

from tabuleiro.errors import JobFailed
from tabuleiro.kernel import briefs
from tabuleiro.kernel import endgames as whole
from tabuleiro.solving.exploring import Threads, caller
from tabuleiro.solving.files import board_options, unwritten
from tabuleiro.solving.layers import (
    BRIEF,
    FORMAT,
    HEAD,
    WHOLE,
    Layer,
    bytes_for,
    counted,
    counted_pairs,
    in_pairs,
)

if TYPE_CHECKING:
    from tabuleiro.solving.endgames import Endings

CHUNK = 1 << 18
STACK = 1 << 20
"""Positions that a thread of `BriefBuilder` may put off."""
MANY = 0.1
"""The share of a class that a sweep of `BriefBuilder` decides if another one is worth it."""
KEEP_SECONDS = 60.0
"""How often unfinished work is kept."""

Report = Callable[[str, float], None]
"""Hears which class is made, and the share of it that is done."""


class Builder:
    """One class in the making, with distances."""

    template = "endgames"
    bits = WHOLE
    checking = whole.CHECK

    def __init__(self, endings: Endings, group: int, workers: Threads, report: Report) -> None:
        import numpy as np

        self.endings = endings
        self.group = group
        self.workers = workers
        self.report = report
        self.size = endings.size(group)
        self.begin, self.used = perf_counter(), process_time()
        self.work = endings.path(group).with_suffix(".work")
        self._call = caller(endings.game, self.template)
        lower = [n for n in range(1, group) if endings.size(n) > 0]
        parts = [self.below(n) for n in lower]
        begins = np.zeros(group + 1, np.int64)
        for n, offset in zip(lower, np.cumsum([0, *map(len, parts)]).tolist(), strict=False):
            begins[n] = offset * 8 // self.bits
        self.arrays: dict[str, Any] = {
            "lower": np.concatenate([*parts, np.zeros(0, np.uint8)]),
            "begins": begins,
        }
        self._own = [self.own_arrays() for _ in range(workers.count)]
        self._kept = perf_counter()

    def below(self, group: int) -> Any:
        """The values of a class below, as this one's template reads them."""
        if self.endings.bits(group) != WHOLE:
            raise JobFailed(
                f"class {group} is kept without distances, from which none follow for class "
                f"{self.group}",
                f"a classe {group} está guardada sem distâncias, e delas não se tiram as da "
                f"classe {self.group}",
            )
        return self.endings.values(group)

    def own_arrays(self) -> dict[str, Any]:
        """What each thread works with."""
        import numpy as np

        return {
            "tally": np.zeros(whole.TALLY, np.int64),
            "found": np.zeros(self.endings.game.rules.MAX_ACTIONS, np.int64),
        }

    def run(self) -> None:
        """Make the class and keep it."""
        import numpy as np

        state = self._resume() or {"at": 0, "round": 0, "farthest": -1}
        self.begin -= state.pop("seconds", 0.0)
        self.used -= state.pop("processor", 0.0)
        if "values" not in self.arrays:
            self.arrays["values"] = np.zeros(bytes_for(self.size, self.bits), np.uint8)
        facts = self.make(state)
        layer = Layer(group=self.group, **facts, **self._cost())
        crc = zlib.crc32(self.arrays["values"])
        self._write(self.endings.path(self.group), {"layer": asdict(layer), "crc": crc})
        self.work.unlink(missing_ok=True)

    def make(self, state: dict[str, Any]) -> dict[str, Any]:
        """Decide every position, from `state` on; what is in the class."""
        size = self.size
        while state["at"] < size:
            end = min(state["at"] + CHUNK * self.workers.count, size)
            reached = self._share(whole.BEGIN, 0, state["at"], end)
            self._refuse_odd(reached)
            state.update(at=end, farthest=max(state["farthest"], *reached))
            self._tell(0.5 * end / size)
            self._keep(state)
        found = 1
        while found or state["round"] <= state["farthest"]:
            reached = self._share(whole.ROUND, state["round"], 0, size)
            self._refuse_odd(reached)
            found = sum(reached)
            state["round"] += 1
            self._tell(1 - 0.5 * 0.9 ** state["round"])
            self._keep(state)
        self._share(whole.FINISH, 0, 0, size)
        return counted(self.arrays["values"])

    def _refuse_odd(self, reached: list[int]) -> None:
        if min(reached) >= 0:
            return
        name = self.endings.game.name
        raise JobFailed(
            f"class {self.group} of {name} has a position whose turns both stay in it and leave "
            "it, or that is too far from its end",
            f"a classe {self.group} de {name} tem uma posição cujas jogadas umas ficam nela e "
            "outras saem, ou que está longe de mais do seu fim",
        )

    def wrong(self) -> int:
        """How many values do not follow from where the turns lead."""
        self.arrays["values"] = self.endings.values(self.group, verified=False)[:].copy()
        return sum(self._share(self.checking, 0, 0, self.size))

    def _share(self, what: int, turns: int, a: int, b: int) -> list[int]:
        return self.workers.share(a, b, partial(self._on, what, turns))

    def _on(self, what: int, turns: int, thread: int, a: int, b: int) -> int:
        given = {**self.arrays, **self._own[thread], "group": self.group, "turns": turns}
        return self._call(self.workers.memories[thread], given, what, a, b)

    def _cost(self) -> dict[str, Any]:
        return {
            "seconds": perf_counter() - self.begin,
            "processor": process_time() - self.used,
        }

    def _tell(self, share: float) -> None:
        self.report(f"{self.group}", share)

    def _keep(self, state: dict[str, Any]) -> None:
        if perf_counter() - self._kept > KEEP_SECONDS:
            kept = {**state, **self._cost()}
            self._write(self.work, {"state": kept, "crc": _sum(self.arrays["values"], kept)})
            self._kept = perf_counter()

    def _write(self, path: Path, facts: dict[str, Any]) -> None:
        game = self.endings.game
        about = {"format": FORMAT, "game": game.name, "options": board_options(game)}
        head = json.dumps({**about, "bits": self.bits, **facts}).encode()
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        try:
            with part.open("wb") as file:
                file.write(head.ljust(HEAD, b"\0"))
                file.write(self.arrays["values"].data)
            part.replace(path)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise unwritten(path, error) from None

    def _resume(self) -> dict[str, Any] | None:
        import numpy as np

        try:
            with self.work.open("rb") as file:
                head = json.loads(file.read(HEAD).rstrip(b"\0"))
                values: Any = np.fromfile(file, np.uint8)
            fits = head["format"] == FORMAT and head["bits"] == self.bits
            fits = fits and len(values) == bytes_for(self.size, self.bits)
            state: dict[str, Any] = head["state"]
            if not fits or head["crc"] != _sum(values, state):
                return None
            self.arrays["values"] = values
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return state


def _sum(values: Any, state: dict[str, Any]) -> int:
    """The sum of unfinished work: the positions, and how far it has come."""
    return zlib.crc32(json.dumps(state, sort_keys=True).encode(), zlib.crc32(values))


class BriefBuilder(Builder):
    """One class in the making, its values alone."""

    template = "briefs"
    bits = BRIEF
    checking = briefs.CHECK

    def below(self, group: int) -> Any:
        """The values of a class below; the distances of one that has them are left out."""
        values = self.endings.values(group)
        return values if self.endings.bits(group) == BRIEF else in_pairs(values)

    def own_arrays(self) -> dict[str, Any]:
        """What each thread works with."""
        import numpy as np

        return {
            "stack": np.zeros(STACK, np.int64),
            "found": np.zeros(self.endings.game.rules.MAX_ACTIONS, np.int64),
        }

    def make(self, state: dict[str, Any]) -> dict[str, Any]:
        """Decide every position, from `state` on; what is in the class."""
        import numpy as np

        state = {"what": briefs.BEGIN, "rounds": 0, "answer": 0, **state}
        while state["at"] < self.size:
            end = min(state["at"] + CHUNK * self.workers.count, self.size)
            reached = self._share(state["what"], 0, state["at"], end)
            self._refuse_odd(reached)
            state.update(at=end, answer=state["answer"] + sum(reached))
            self._tell(1 - (1 - 0.5 * end / self.size) * 0.5 ** state["rounds"])
            if end == self.size and (state["what"] != briefs.SPREAD or state["answer"]):
                again = state["what"] != briefs.SPREAD and state["answer"] > MANY * self.size
                what = briefs.SWEEP if again else briefs.SPREAD
                state.update(at=0, what=what, rounds=state["rounds"] + 1, answer=0)
            self._keep(state)
        values = self.arrays["values"]
        for begin in range(0, len(values), CHUNK):  # what is not decided is a draw: see `briefs`
            part = values[begin : begin + CHUNK]
            part ^= 0x55 & ~(part >> 1)
        values[-1:] &= np.uint8((1 << 2 * ((self.size - 1) % 4 + 1)) - 1)
        return counted_pairs(values)
