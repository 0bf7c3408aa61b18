"""Tables of endings: class after class, each from those below it, on all cores, resumable.

A table is one file: a line of JSON, then one byte a position, its verdict.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from tabuleiro.errors import InvalidOption, JobFailed
from tabuleiro.game import Game
from tabuleiro.kernel import endgames as template
from tabuleiro.kernel.records import Plain
from tabuleiro.kernel.verdicts import DRAWN, lost, turns_of, won
from tabuleiro.places import data_directory, make_directory
from tabuleiro.position import Position
from tabuleiro.solving.exploring import Threads, caller, machine_memory
from tabuleiro.solving.files import (
    Known,
    board_options,
    find,
    rules_hash,
    sweep,
    unread,
    unwritten,
)

FORMAT = "tabuleiro endings 2"
HEAD = 4096
CHUNK = 1 << 18
LOOKED_OVER = 1 << 26
"""Bytes up to which a table is read through before it is used."""
LONGEST_NAME = 120
KEEP_SECONDS = 60.0
"""How often unfinished work is kept."""

Report = Callable[[str, float], None]


@dataclass(frozen=True)
class Layer:
    """What a class holds, for the side to move."""

    group: int
    positions: int
    wins: int
    losses: int
    draws: int
    longest: int
    seconds: float
    processor: float = 0.0
    """Seconds of processor time, of all threads together; 0 if nobody has measured it."""

    def facts(self, name: str) -> dict[str, Any]:
        """As data; `name` is what the game calls its classes."""
        facts = asdict(self)
        return {name: facts.pop("group"), **facts}


def tables_directory() -> Path:
    """Where tables are kept."""
    return data_directory() / "tables"


@lru_cache(maxsize=64)
def home_name(game: Game) -> str:
    """The name of the directory of a board's tables: the options that are not the usual ones, and
    a hash of all of them and of the rules."""
    options = board_options(game)
    facts = json.dumps([options, rules_hash(game)], sort_keys=True)
    own = [f"{name}={text}" for name, text in game.changed_options.items() if name in options]
    words = re.sub(r"[^\w=.-]", "_", "-".join([game.name, *own]), flags=re.ASCII)
    return f"{words[:LONGEST_NAME]}-{hashlib.sha256(facts.encode()).hexdigest()[:16]}"


@lru_cache(maxsize=64)
def has_classes(game: Game) -> bool:
    """Whether a game's rules number their positions, and these options let them."""
    rules, board = game.rules, game.board
    if not hasattr(rules, "rank"):
        return False
    for group in range(1, int(rules.CLASSES) + 1):
        if rules.class_size(board, group) > 0:
            state = Plain(rules.STATE)
            rules.unrank(board, state, group, 0)
            return bool(rules.class_of(board, state) == group)
    return False


def damaged(path: Path) -> JobFailed:
    """What is said of a table that cannot be right."""
    return JobFailed(
        f"{str(path)!r} is damaged; remove it with `tabuleiro tables --remove` and build it again",
        f"{str(path)!r} está danificado; `tabuleiro tables --remove` apaga-o, e faz-se de novo",
    )


@lru_cache(maxsize=64)
def mapped(path: Path, changed: int, crc: int | None) -> Any:
    """The bytes of a file; `changed` tells one version of it from another."""
    import numpy as np

    values: Any = np.memmap(path, np.uint8, "r", HEAD)
    if crc is not None and len(values) <= LOOKED_OVER and zlib.crc32(values) != crc:
        raise damaged(path)
    return values


class Endings:
    """The tables of one board."""

    def __init__(self, game: Game) -> None:
        if not has_classes(game):
            raise InvalidOption(
                f"the rules of {game.name} with these options do not number their positions "
                "(rank, unrank), so that there are no tables of its endings; `tabuleiro solve` "
                "takes any small board",
                f"as regras de {game.name} com estas opções não numeram as suas posições (rank, "
                "unrank), e por isso não há tabelas dos seus finais; `tabuleiro solve` aceita "
                "qualquer tabuleiro pequeno",
            )
        self.game = game
        self.home = tables_directory() / home_name(game)

    def size(self, group: int) -> int:
        """How many positions a class has."""
        return int(self.game.rules.class_size(self.game.board, group))

    def path(self, group: int) -> Path:
        """The file of a class."""
        return self.home / f"{group}.table"

    def found(self, group: int) -> Path | None:
        """The file of a finished class: the user's own, or what came with the program."""
        return find("tables", f"{self.home.name}/{group}.table")

    def file_size(self, group: int) -> int:
        """How large the file of a class is, 0 where there is none."""
        path = self.found(group)
        return 0 if path is None else path.stat().st_size

    def layer(self, group: int) -> Layer | None:
        """What a finished class holds."""
        path = self.found(group)
        return None if path is None else Layer(**self._head(path, group)["layer"])

    def all_values(self) -> dict[int, Any]:
        """The verdicts of all finished classes; those that cannot be read are left out."""
        found = {}
        for group in range(1, int(self.game.rules.CLASSES) + 1):
            if self.found(group) is not None:
                with suppress(JobFailed):
                    found[group] = self.values(group)
        return found

    def build(
        self,
        highest: int,
        threads: int | None = None,
        memory: int | None = None,
        report: Report = lambda what, share: None,
    ) -> list[Layer]:
        """All classes up to one; those that are there are taken as they are."""
        rules = self.game.rules
        lowest = next((n for n in range(1, highest + 1) if self.size(n) > 0), highest + 1)
        needed = sum(self.size(n) for n in range(lowest, highest + 1))
        if highest < lowest or highest > rules.CLASSES:
            raise InvalidOption(
                f"the class cannot be {highest}; accepted: {lowest} to {rules.CLASSES}",
                f"a classe não pode ser {highest}; aceites: {lowest} a {rules.CLASSES}",
            )
        allowed = memory if memory is not None else machine_memory() // 2
        if needed > allowed:
            raise JobFailed(
                f"the tables up to {highest} take {needed / 1e6:,.0f} MB of memory; "
                f"allowed are {allowed / 1e6:,.0f} MB (--memory)",
                f"as tabelas até {highest} ocupam {needed / 1e6:,.0f} MB de memória; "
                f"permitem-se {allowed / 1e6:,.0f} MB (--memory)",
            )
        self._check_room(lowest, highest)
        self.game.engine.compile("endgames")
        workers = Threads(self.game, threads or os.cpu_count() or 1)
        try:
            for group in range(lowest, highest + 1):
                if self.layer(group) is None:
                    Builder(self, group, workers, report).run()
        finally:
            workers.close()
        return [layer for n in range(lowest, highest + 1) if (layer := self.layer(n)) is not None]

    def check(self, group: int, threads: int | None = None) -> int:
        """How many values of a class do not follow from where the turns lead."""
        workers = Threads(self.game, threads or os.cpu_count() or 1)
        try:
            return Builder(self, group, workers, lambda what, share: None).wrong()
        finally:
            workers.close()

    def values(self, group: int, verified: bool = True) -> Any:
        """The bytes of a finished class, mapped into memory."""
        path = self.found(group) or self.path(group)
        try:
            facts = path.stat()
        except OSError as error:
            raise unread(path, error) from None
        if facts.st_size != HEAD + self.size(group):
            raise damaged(path)
        crc = self._head(path, group).get("crc", -1)
        return mapped(path, facts.st_mtime_ns, crc if verified else None)

    def known(self, position: Position) -> Known | None:
        """What the tables say of an open position at the start of a turn."""
        rules, state = self.game.rules, position.state()
        group = rules.class_of(self.game.board, state) if position.turn_is_over else 0
        if group == 0 or self.found(group) is None:
            return None
        return Known(int(self.values(group)[rules.rank(self.game.board, state, group)]))

    def _head(self, path: Path, group: int) -> dict[str, Any]:
        try:
            with path.open("rb") as file:
                head: dict[str, Any] = json.loads(file.read(HEAD).rstrip(b"\0"))
            if head["format"] != FORMAT or Layer(**head["layer"]).group != group:
                raise KeyError
            if head.get("options", own := board_options(self.game)) != own:
                raise KeyError
        except (OSError, ValueError, KeyError, TypeError):
            raise JobFailed(
                f"{str(path)!r} is not a table of this board and version; remove it with "
                "`tabuleiro tables --remove`",
                f"{str(path)!r} não é uma tabela deste tabuleiro e versão; "
                "`tabuleiro tables --remove` apaga-a",
            ) from None
        return head

    def _check_room(self, lowest: int, highest: int) -> None:
        wanted = sum(self.size(n) for n in range(lowest, highest + 1) if self.found(n) is None)
        make_directory(self.home)
        sweep(self.home)
        free = shutil.disk_usage(self.home).free
        if 2 * wanted > free:  # a table and the work on it
            raise JobFailed(
                f"the tables up to {highest} take {2 * wanted / 1e6:,.1f} MB of disk while they "
                f"are made; {str(self.home)!r} has {free / 1e6:,.1f} MB",
                f"as tabelas até {highest} ocupam {2 * wanted / 1e6:,.1f} MB de disco enquanto se "
                f"fazem; {str(self.home)!r} tem {free / 1e6:,.1f} MB",
            )


class Builder:
    """One class in the making."""

    def __init__(self, endings: Endings, group: int, workers: Threads, report: Report) -> None:
        import numpy as np

        self.endings = endings
        self.group = group
        self.workers = workers
        self.report = report
        self.begin, self.used = perf_counter(), process_time()
        self.work = endings.path(group).with_suffix(".work")
        self._call = caller(endings.game, "endgames")
        lower = [n for n in range(1, group) if endings.size(n) > 0]
        parts = [endings.values(n) for n in lower]
        begins = np.zeros(group + 1, np.int64)
        for n, offset in zip(lower, np.cumsum([0, *map(len, parts)]).tolist(), strict=False):
            begins[n] = offset
        self.arrays: dict[str, Any] = {
            "lower": np.concatenate([*parts, np.zeros(0, np.uint8)]),
            "begins": begins,
        }
        actions = endings.game.rules.MAX_ACTIONS
        self._own = [
            {"tally": np.zeros(template.TALLY, np.int64), "found": np.zeros(actions, np.int64)}
            for _ in range(workers.count)
        ]
        self._kept = perf_counter()

    def run(self) -> None:
        """Make the class and keep it."""
        import numpy as np

        size = self.endings.size(self.group)
        state = self._resume() or {"at": 0, "round": 0, "farthest": -1}
        self.begin -= state.pop("seconds", 0.0)
        self.used -= state.pop("processor", 0.0)
        if "values" not in self.arrays:
            self.arrays["values"] = np.zeros(size, np.uint8)
        while state["at"] < size:
            end = min(state["at"] + CHUNK * self.workers.count, size)
            reached = self._share(template.BEGIN, 0, state["at"], end)
            self._refuse_odd(reached)
            state.update(at=end, farthest=max(state["farthest"], *reached))
            self._tell(0.5 * end / size)
            self._keep(state)
        found = 1
        while found or state["round"] <= state["farthest"]:
            reached = self._share(template.ROUND, state["round"], 0, size)
            self._refuse_odd(reached)
            found = sum(reached)
            state["round"] += 1
            self._tell(1 - 0.5 * 0.9 ** state["round"])
            self._keep(state)
        self._finish()

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
        return sum(self._share(template.CHECK, 0, 0, len(self.arrays["values"])))

    def _finish(self) -> None:
        import numpy as np

        values = self.arrays["values"]
        self._share(template.FINISH, 0, 0, len(values))
        counts = np.zeros(256, np.int64)
        for begin in range(0, len(values), CHUNK):  # in parts: counting takes eight bytes for each
            counts += np.bincount(values[begin : begin + CHUNK], minlength=256)
        decided = np.nonzero(counts[lost(0) :])[0] + lost(0)
        layer = Layer(
            group=self.group,
            positions=int(counts[DRAWN:].sum()),
            wins=int(counts[won(0) :: 2].sum()),
            losses=int(counts[lost(0) :: 2].sum()),
            draws=int(counts[DRAWN]),
            longest=turns_of(int(decided.max(initial=lost(0)))),
            **self._cost(),
        )
        facts = {"layer": asdict(layer), "crc": zlib.crc32(values)}
        self._write(self.endings.path(self.group), facts)
        self.work.unlink(missing_ok=True)

    def _share(self, what: int, turns: int, a: int, b: int) -> list[int]:
        return self.workers.share(a, b, partial(self._on, what, turns))

    def _on(self, what: int, turns: int, thread: int, a: int, b: int) -> int:
        given = {**self.arrays, **self._own[thread], "group": self.group, "turns": turns}
        return self._call(self.workers.memories[thread], given, what, a, b)

    def _cost(self) -> dict[str, float]:
        return {
            "seconds": perf_counter() - self.begin,
            "processor": process_time() - self.used,
        }

    def _tell(self, share: float) -> None:
        self.report(f"class {self.group}", share)

    def _keep(self, state: dict[str, Any]) -> None:
        if perf_counter() - self._kept > KEEP_SECONDS:
            kept = {**state, **self._cost()}
            self._write(self.work, {"state": kept, "crc": zlib.crc32(self.arrays["values"])})
            self._kept = perf_counter()

    def _write(self, path: Path, facts: dict[str, Any]) -> None:
        game = self.endings.game
        about = {"format": FORMAT, "game": game.name, "options": board_options(game)}
        head = json.dumps({**about, **facts}).encode()
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        try:
            with part.open("wb") as file:
                file.write(head.ljust(HEAD, b"\0"))
                self.arrays["values"].tofile(file)
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
            fits = len(values) == self.endings.size(self.group) and head["format"] == FORMAT
            if not fits or head["crc"] != zlib.crc32(values):
                return None
            self.arrays["values"] = values
            state: dict[str, Any] = head["state"]
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return state
