"""An experiment from its start, or from where it stopped, to its end."""

from __future__ import annotations

import contextlib
import random
import re
import shlex
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from types import FrameType
from typing import Any

from tabuleiro.errors import InvalidOption, JobFailed
from tabuleiro.experiments.executor import Executor
from tabuleiro.experiments.local import Pool, usual_workers
from tabuleiro.experiments.play import Table
from tabuleiro.experiments.result import Result
from tabuleiro.experiments.schedule import fixture
from tabuleiro.experiments.settings import Settings
from tabuleiro.experiments.standings import Standings
from tabuleiro.experiments.store import Lock, Store, is_free

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
) -> Result:
    """Play into a directory what is not played yet.

    `begin` is called when nothing can be refused any more. `stop` ends it early, with all finished
    games kept; so does Ctrl-C in the main thread.
    """
    if workers is not None and not 1 <= workers <= 1024:
        raise InvalidOption(f"there cannot be {workers} workers; accepted: 1 to 1024")
    check_directory(home, settings, resume)
    Table(settings).prepare()
    asked = stop or threading.Event()
    with contextlib.ExitStack() as stack:
        executor: Executor
        if cluster is not None:  # before anything is written
            executor = stack.enter_context(contextlib.closing(_cluster(settings, cluster)))
        stack.enter_context(Lock(home))
        stack.enter_context(_stopping(asked))
        store = stack.enter_context(_store(home, settings))
        standings = Standings(settings)
        _catch_up(store, standings)
        if begin is not None:
            begin()
        if watch is not None:
            watch(standings)
        if cluster is None:
            pool = Pool(settings, min(workers or usual_workers(), standings.left), home)
            executor = stack.enter_context(contextlib.closing(pool))
        try:
            _play(executor, store, standings, watch, asked)
        except JobFailed as error:
            command = resume_command(home, workers, cluster)
            raise JobFailed(f"{error}; finished games are kept, to go on: {command}") from None
    return Result(home)


def new_directory(settings: Settings) -> Path:
    """A directory that is not there yet, named after the experiment."""
    name = directory_name(settings.name) or f"{settings.game}-{datetime.now():%Y-%m-%d-%H%M%S}"
    found = HOME / name
    number = 2
    while not settings.name and found.exists():
        found = HOME / f"{name}-{number}"
        number += 1
    return found


def new_seed() -> int:
    """A seed for an experiment that was given none."""
    return random.SystemRandom().randrange(1_000_000)


def settle(given: Mapping[str, Any], out: Path | None, resume: bool) -> tuple[Settings, Path]:
    """The settings and the directory that somebody means who gives these settings.

    An experiment that is to go on has its own; those that are given must be the same.
    """
    if not resume:
        settings = Settings(**({"seed": new_seed()} | dict(given)))
        return settings, out or new_directory(settings)
    if out is None and not given.get("name"):
        raise InvalidOption("say with --out which experiment to resume")
    home = out or HOME / directory_name(given["name"])
    if not Store.exists(home):
        raise InvalidOption(f"there is no experiment to resume in {str(home)!r}")
    with Store.open(home) as store:
        other = store.settings.difference(given)
        if other is not None:
            raise InvalidOption(
                f"the experiment in {str(home)!r} has {other}; "
                "leave out what is not to change, or choose another --out"
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
            raise JobFailed(f"{str(home)!r} cannot be read: {error.strerror}") from None
        if taken:
            raise InvalidOption(f"{str(home)!r} holds something else; choose another --out")
        return
    with Store.open(home) as store:
        if store.settings != settings:
            raise InvalidOption(
                f"{str(home)!r} holds another experiment ({store.settings.title}); "
                "choose another --out"
            )
        if not resume:
            done = len(store.numbers())
            raise InvalidOption(
                f"{str(home)!r} holds this experiment already, {done} of {settings.total} games; "
                "go on with --resume, or choose another --out"
            )


def resume_command(home: Path, workers: int | None = None, cluster: str | None = None) -> str:
    """What to type to go on with an experiment."""
    words = ["tabuleiro", "arena", "--resume", "--out", str(home)]
    if cluster is not None:
        words += ["--cluster", cluster]
    elif workers is not None:
        words += ["--workers", str(workers)]
    return shlex.join(words)


def _cluster(settings: Settings, address: str) -> Executor:
    from tabuleiro.experiments.cluster import Cluster  # Dask takes its time to import

    return Cluster(settings, address)


def _store(home: Path, settings: Settings) -> Store:
    return Store.open(home) if Store.exists(home) else Store.create(home, settings)


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
    watch: Watch | None,
    stop: threading.Event,
) -> None:
    numbers = _to_play(standings, store.numbers())
    for finished in executor.play(numbers, stop):
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
