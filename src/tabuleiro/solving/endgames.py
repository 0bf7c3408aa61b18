"""Tables of endings: class after class, each from those below it.

A table is one file: a line of JSON, then one byte a position, its verdict; or, where only values
are kept, two bits a position, the verdict without its turns.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from tabuleiro.errors import InvalidOption, JobFailed
from tabuleiro.game import Game
from tabuleiro.kernel.records import Plain
from tabuleiro.kernel.verdicts import some_time
from tabuleiro.places import data_directory, make_directory
from tabuleiro.position import Position
from tabuleiro.solving.building import BriefBuilder, Builder, Report
from tabuleiro.solving.exploring import Threads, machine_memory
from tabuleiro.solving.files import Known, board_options, find, rules_hash, sweep, unread
from tabuleiro.solving.layers import BRIEF, FORMATS, HEAD, WHOLE, Layer, bytes_for, pair_of

LOOKED_OVER = 1 << 26
"""Bytes up to which a table is read through before it is used."""
LONGEST_NAME = 120


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

    def bits(self, group: int) -> int:
        """How many bits a position has in a finished class: WHOLE with distances, BRIEF without."""
        path = self.found(group) or self.path(group)
        return int(self._head(path, group).get("bits", WHOLE))

    def all_values(self) -> dict[int, Any]:
        """The bytes of all finished classes; those that cannot be read are left out."""
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
        brief: bool = False,
    ) -> list[Layer]:
        """All classes up to one, with distances or, if `brief`, their values alone.

        Those that are there are taken as they are, unless distances are wanted and missing.
        """
        rules = self.game.rules
        bits = BRIEF if brief else WHOLE
        lowest = next((n for n in range(1, rules.CLASSES) if self.size(n) > 0), rules.CLASSES)
        if not lowest <= highest <= rules.CLASSES:
            raise InvalidOption(
                f"the class cannot be {highest}; accepted: {lowest} to {rules.CLASSES}",
                f"a classe não pode ser {highest}; aceites: {lowest} a {rules.CLASSES}",
            )
        needed = sum(bytes_for(self.size(n), bits) for n in range(lowest, highest + 1))
        allowed = memory if memory is not None else machine_memory() // 2
        if needed > allowed:
            raise JobFailed(
                f"the tables up to {highest} take {needed / 1e6:,.0f} MB of memory; "
                f"allowed are {allowed / 1e6:,.0f} MB (--memory)",
                f"as tabelas até {highest} ocupam {needed / 1e6:,.0f} MB de memória; "
                f"permitem-se {allowed / 1e6:,.0f} MB (--memory)",
            )
        missing = [
            n
            for n in range(lowest, highest + 1)
            if self.found(n) is None or (self.bits(n) < bits and self.size(n) > 0)
        ]
        self._check_room(highest, sum(bytes_for(self.size(n), bits) for n in missing))
        kind = BriefBuilder if brief else Builder
        self.game.engine.compile(kind.template)
        with self._workers(threads) as workers:
            for group in missing:
                kind(self, group, workers, report).run()
        return [layer for n in range(lowest, highest + 1) if (layer := self.layer(n)) is not None]

    def check(self, group: int, threads: int | None = None) -> int:
        """How many values of a class do not follow from where the turns lead."""
        kind = BriefBuilder if self.bits(group) == BRIEF else Builder
        with self._workers(threads) as workers:
            return kind(self, group, workers, lambda what, share: None).wrong()

    def values(self, group: int, verified: bool = True) -> Any:
        """The bytes of a finished class, mapped into memory."""
        path = self.found(group) or self.path(group)
        try:
            facts = path.stat()
        except OSError as error:
            raise unread(path, error) from None
        head = self._head(path, group)
        if facts.st_size != HEAD + bytes_for(self.size(group), head.get("bits", WHOLE)):
            raise damaged(path)
        crc = head.get("crc", -1)
        return mapped(path, facts.st_mtime_ns, crc if verified else None)

    def known(self, position: Position) -> Known | None:
        """What the tables say of an open position at the start of a turn."""
        rules, state = self.game.rules, position.state()
        group = rules.class_of(self.game.board, state) if position.turn_is_over else 0
        if group == 0 or self.found(group) is None:
            return None
        return Known(self.verdict(group, rules.rank(self.game.board, state, group)))

    def verdict(self, group: int, number: int) -> int:
        """What a finished class says of a position."""
        values = self.values(group)
        if self.bits(group) == BRIEF:
            return some_time(pair_of(values, number))
        return int(values[number])

    @contextmanager
    def _workers(self, threads: int | None) -> Iterator[Threads]:
        workers = Threads(self.game, threads or os.cpu_count() or 1)
        try:
            yield workers
        except MemoryError:
            raise JobFailed(
                "the machine has no more memory; fewer classes, or --values, take less, and what "
                "is finished is kept",
                "a máquina não tem mais memória; menos classes, ou --values, precisam de menos, e "
                "o que está feito fica guardado",
            ) from None
        finally:
            workers.close()

    def _head(self, path: Path, group: int) -> dict[str, Any]:
        try:
            with path.open("rb") as file:
                head: dict[str, Any] = json.loads(file.read(HEAD).rstrip(b"\0"))
            if head["format"] not in FORMATS or Layer(**head["layer"]).group != group:
                raise KeyError
            if head.get("bits", WHOLE) not in (WHOLE, BRIEF):
                raise KeyError
            if head.get("options", own := board_options(self.game)) != own:
                raise KeyError
        except FileNotFoundError:
            raise JobFailed(
                f"the table of class {group} is missing; --class {group} builds it",
                f"falta a tabela da classe {group}; --class {group} volta a fazê-la",
            ) from None
        except (OSError, ValueError, KeyError, TypeError):
            raise JobFailed(
                f"{str(path)!r} is not a table of this board and version; remove it with "
                "`tabuleiro tables --remove`",
                f"{str(path)!r} não é uma tabela deste tabuleiro e versão; "
                "`tabuleiro tables --remove` apaga-a",
            ) from None
        return head

    def _check_room(self, highest: int, wanted: int) -> None:
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
