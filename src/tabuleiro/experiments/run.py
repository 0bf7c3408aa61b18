"""An experiment from its start, or from where it stopped, to its end."""

from __future__ import annotations

import contextlib
import random
import re
import shlex
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from types import FrameType
from typing import Any

from tabuleiro.errors import InvalidOption, JobFailed
from tabuleiro.experiments.code import Code
from tabuleiro.experiments.executor import Agenda, Executor
from tabuleiro.experiments.here import Here
from tabuleiro.experiments.local import Pool, usual_workers
from tabuleiro.experiments.play import Table
from tabuleiro.experiments.result import Result
from tabuleiro.experiments.schedule import fixture
from tabuleiro.experiments.settings import Settings
from tabuleiro.experiments.shelf import Shelf
from tabuleiro.experiments.standings import Standings
from tabuleiro.experiments.store import Lock, Opening, Store, is_free

HOME = Path("arena")
"""Where experiments go that are told nothing else: a directory of this name, where one is."""

Watch = Callable[[Standings], None]
"""Hears how things stand whenever games have ended, and now and then; it must not take long."""


def run(
    settings: Settings,
    home: Path,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    resume: bool = False,
    begin: Callable[[], None] | None = None,
    watch: Watch | None = None,
    stop: threading.Event | None = None,
    trust_code: bool = False,
    objects: Mapping[str, Any] | None = None,
) -> Result:
    """Play into a directory what is not played yet.

    Files of games and bots are run only if they are what they were when the experiment began;
    `trust_code` runs what it keeps of them. `objects` are bots that are there already, by their
    texts; then all is played in this process, one game after the other.

    `begin` is called when nothing can be refused any more. `stop` ends it early, with all finished
    games kept; so does Ctrl-C in the main thread.
    """
    if workers is not None and not 1 <= workers <= 1024:
        raise InvalidOption(
            f"there cannot be {workers} workers; accepted: 1 to 1024",
            f"não pode haver {workers} trabalhadores; aceites: 1 a 1024",
        )
    check_directory(home, settings, resume)
    shelf = Shelf(settings, _openings(home))
    code = _code(home, settings, trust_code)
    table = Table(settings, code, objects)
    table.prepare(shelf)
    asked = stop or threading.Event()
    with contextlib.ExitStack() as stack:
        executor: Executor
        if cluster is not None:  # before anything is written
            executor = stack.enter_context(contextlib.closing(_cluster(settings, cluster, code)))
        stack.enter_context(Lock(home))
        stack.enter_context(_stopping(asked))
        store = stack.enter_context(_store(home, settings, code))
        store.call(table.players.called)
        standings = Standings(settings, store.names)
        _catch_up(store, standings)
        if begin is not None:
            begin()
        if watch is not None:
            watch(standings)
        if cluster is None:
            count = min(workers or usual_workers(), standings.left)
            made = Here(table) if objects else Pool(settings, count, home, code)
            executor = stack.enter_context(contextlib.closing(made))
        try:
            _play(executor, store, standings, shelf, watch, asked)
        except JobFailed as error:
            command = resume_command(home, workers, cluster)
            raise JobFailed(
                f"{error}; finished games are kept, to go on: {command}",
                f"{error.pt}; as partidas acabadas ficam guardadas; para continuar: {command}",
            ) from None
    return Result(home)


def new_directory(settings: Settings) -> Path:
    """A directory that is not there yet, named after the experiment."""
    game = directory_name(Path(settings.game).stem)
    name = directory_name(settings.name) or f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}"
    found = HOME / name
    number = 2
    while not settings.name and found.exists():
        found = HOME / f"{name}-{number}"
        number += 1
    return found


def new_seed() -> int:
    """A seed for an experiment that was given none."""
    return random.SystemRandom().randrange(1_000_000)


def settings_meant(
    given: Mapping[str, Any], out: Path | None, resume: bool
) -> tuple[Settings, Path]:
    """The settings and the directory that somebody means who gives these settings.

    An experiment that is to go on has its own; those that are given must be the same.
    """
    if not resume:
        code = Code.of(given["game"], given["bots"]).hashes
        values: dict[str, Any] = {"seed": new_seed(), "code": code} | dict(given)
        settings = Settings(**values)
        return settings, out or new_directory(settings)
    if out is None and not given.get("name"):
        raise InvalidOption(
            "say with --out which experiment to resume", "diz com --out que experiência continuar"
        )
    home = out or HOME / directory_name(given["name"])
    if not Store.exists(home):
        raise InvalidOption(
            f"there is no experiment to resume in {str(home)!r}",
            f"não há nenhuma experiência para continuar em {str(home)!r}",
        )
    with Store.open(home) as store:
        other = store.settings.difference(given)
        if other is not None:
            raise InvalidOption(
                f"the experiment in {str(home)!r} has {other}; "
                "leave out what is not to change, or choose another --out",
                f"a experiência em {str(home)!r} tem {other}; "
                "omite o que não é para mudar, ou escolhe outro --out",
            )
        return store.settings, home


def directory_name(name: str) -> str:
    """A name for an experiment's directory."""
    return re.sub(r"[^\w.=+-]+", "-", name).strip("-.")


def check_directory(home: Path, settings: Settings, resume: bool) -> None:
    """Refuse a directory in which something else is, before any work."""
    if not Store.exists(home):
        try:
            taken = home.exists() and not (home.is_dir() and is_free(home))
        except OSError as error:
            raise JobFailed(
                f"{str(home)!r} cannot be read: {error.strerror}",
                f"{str(home)!r} não se consegue ler: {error.strerror}",
            ) from None
        if taken:
            raise InvalidOption(
                f"{str(home)!r} holds something else; choose another --out",
                f"{str(home)!r} tem outra coisa; escolhe outro --out",
            )
        return
    with Store.open(home) as store:
        if store.settings != settings:
            raise InvalidOption(
                f"{str(home)!r} holds another experiment ({store.settings.title}); "
                "choose another --out",
                f"{str(home)!r} tem outra experiência ({store.settings.title}); escolhe "
                f"outro --out",
            )
        if not resume:
            done = len(store.numbers())
            raise InvalidOption(
                f"{str(home)!r} holds this experiment already, {done} of {settings.total} games; "
                "go on with --resume, or choose another --out",
                f"{str(home)!r} já tem esta experiência, {done} de {settings.total} partidas; "
                "continua com --resume, ou escolhe outro --out",
            )


def resume_command(home: Path, workers: int | None = None, cluster: str | None = None) -> str:
    """What to type to go on with an experiment."""
    words = ["tabuleiro", "arena", "--resume", "--out", str(home)]
    if cluster is not None:
        words += ["--cluster", cluster]
    elif workers is not None:
        words += ["--workers", str(workers)]
    return shlex.join(words)


def _cluster(settings: Settings, address: str, code: Code) -> Executor:
    from tabuleiro.experiments.cluster import Cluster  # Dask takes its time to import

    return Cluster(settings, address, code)


def _store(home: Path, settings: Settings, code: Code) -> Store:
    if Store.exists(home):
        return Store.open(home)
    return Store.create(home, settings, code.contents)


def _code(home: Path, settings: Settings, trusted: bool) -> Code:
    """The files that are played with: those that the experiment keeps, or those of a new one."""
    if not settings.code:
        return Code()
    if not Store.exists(home):
        return Code.of(settings.game, settings.players)
    with Store.open(home) as store:
        return replace(store.code, trusted=trusted)


def _openings(home: Path) -> list[Opening]:
    """The openings that an experiment has already: both games of a pair begin with the same."""
    if not Store.exists(home):
        return []
    with Store.open(home) as store:
        return store.openings()


def _catch_up(store: Store, standings: Standings) -> None:
    """Count what is there, and decide tests that an interruption has left undecided."""
    for number, (_, accepted) in store.verdicts().items():
        standings.pairings[number].verdict = accepted
    for verdict in standings.add(store.games()):
        store.decide(*verdict)
    standings.earlier = standings.done


def _play(
    executor: Executor,
    store: Store,
    standings: Standings,
    shelf: Shelf,
    watch: Watch | None,
    stop: threading.Event,
) -> None:
    agenda = Agenda(store.settings, _to_play(standings, store.numbers()), shelf)
    for finished in executor.play(agenda, stop):
        if finished:
            for verdict in standings.add(store.add(finished)):
                store.decide(*verdict)
        if watch is not None:
            watch(standings)
        if not standings.left:
            return


def _to_play(standings: Standings, there: set[int]) -> Iterator[int]:
    """The numbers of games that are missing and can still matter, in order."""
    settings = standings.settings
    for number in range(settings.total):
        if number in there:
            there.remove(number)
        elif standings.pairings[fixture(settings, number).pairing].verdict is None:
            yield number


@contextlib.contextmanager
def _stopping(stop: threading.Event) -> Iterator[None]:
    """Let Ctrl-C and a request to end set `stop`; a second Ctrl-C interrupts as usual."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)}

    def hear(number: int, frame: FrameType | None) -> None:
        stop.set()
        signal.signal(number, before[signal.Signals(number)] or signal.SIG_DFL)

    for each in before:
        signal.signal(each, hear)
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler or signal.SIG_DFL)
