"""What the arena costs: against a plain loop, with more workers, and in memory.

    python bench/arena.py overhead [--games 6]      time against calling the bots in a loop
    python bench/arena.py workers [--games 40]      games per hour with one and two workers
    python bench/arena.py memory [--games 10000]    memory of both processes over short games

The overhead is told in CPU time, on which other work on the machine hardly counts, and by the
clock. `workers` also tells which share of their time workers had a game to play: it holds where
cores are not free, too.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import os
import queue
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tabuleiro.experiments.executor import Task
from tabuleiro.experiments.local import LOG, Worker
from tabuleiro.experiments.play import Table
from tabuleiro.experiments.run import run
from tabuleiro.experiments.schedule import fixture, seed_of
from tabuleiro.experiments.settings import Settings
from tabuleiro.experiments.standings import Standings
from tabuleiro.experiments.store import Store

ATTEMPTS = 5
"""How often both ways to play are started anew to compare them."""

WAYS = ("loop", "arena")

USUAL = Settings("aboyne", ("hard", "medium"), seed=1)
QUICK = Settings("aboyne", ("random", "random"), seed=1)
SHORT = Settings("fanorona", ("random", "random"), {"width": "3", "height": "3"}, openings=0)
SAMPLES = 10


def with_games(settings: Settings, games: int) -> Settings:
    """The same experiment with another number of games."""
    return Settings.of_facts(settings.facts() | {"games": games})


def loop(table: Table, number: int) -> None:
    """A game as a script plays it: the bots are asked in turn."""
    which = fixture(table.settings, number)
    _, here = table.openings[which.pair]
    bots = [
        table.players.ready(here.game, player, seed_of(table.settings, "game", number, seat))
        for seat, player in enumerate((which.first, which.second))
    ]
    while here.outcome is None:
        here = here.play(bots[here.player].choose(here))


class Cost(NamedTuple):
    """What something took, in seconds: of the processor in all our processes, and by the clock."""

    cpu: float
    clock: float


def cost(work: Callable[[int], None], number: int) -> Cost:
    """What a game costs."""
    before, begin = cpu_time(), time.perf_counter()
    work(number)
    return Cost(cpu_time() - before, time.perf_counter() - begin)


def cpu_time() -> float:
    """Seconds of the processor that this process and its workers have had."""
    clocks = [~int(process) << 3 | 2 for process in children()]  # as clock_getcpuclockid has it
    return time.process_time() + sum(map(time.clock_gettime, clocks))


def children() -> list[str]:
    """The worker processes."""
    listed = Path(f"/proc/self/task/{threading.main_thread().native_id}/children")
    return listed.read_text().split()


def overhead(games: int) -> dict[str, object]:
    """What the arena adds to the time of the bots, those of a usual game and very quick ones.

    What it adds to a game is about the same for all, so it shows best where the bots take least.
    """
    return {
        " and ".join(settings.bots): both_ways(with_games(settings, games), games)
        for settings in (USUAL, QUICK)
    }


def both_ways(settings: Settings, games: int) -> dict[str, float]:
    """What games cost in a loop and in the arena.

    Each game is played both ways, now one first, now the other: in a loop by a process of its own,
    and in the arena's way, by a worker process that hears of it and answers over its pipes, into
    the experiment's file and its standings. A process can be some percent slower than its twin all
    its life, by where its memory happens to lie; so both are started anew some times, and the
    standard error is that of these attempts.
    """
    attempts = [attempt(settings, games) for _ in range(ATTEMPTS)]
    found = {}
    for place, unit in enumerate(Cost._fields):
        plain, played = ([each[way][place] for each in attempts] for way in WAYS)
        added = [1000 * (more - less) for more, less in zip(played, plain, strict=True)]
        mean = 1000 * statistics.mean(plain)
        found[f"{unit}_ms_per_game_in_a_loop"] = mean
        found[f"{unit}_ms_added"] = statistics.mean(added)
        found[f"{unit}_overhead_percent"] = 100 * statistics.mean(added) / mean
        error = statistics.stdev(added) / len(added) ** 0.5
        found[f"{unit}_overhead_standard_error"] = 100 * error / mean
    return found


def attempt(settings: Settings, games: int) -> dict[str, Cost]:
    """The mean cost of a game in each way; a first game, which loads everything, does not count."""
    events: queue.SimpleQueue[Any] = queue.SimpleQueue()
    spent: dict[str, list[Cost]] = {way: [] for way in WAYS}
    with tempfile.TemporaryDirectory() as out, Store.create(out, settings) as store:
        looping, worker = Looping(settings), Worker(settings, Path(out) / LOG, events)
        in_arena = partial(in_the_arena, worker, events, store, Standings(settings))
        ways: list[tuple[str, Callable[[int], None]]]
        ways = list(zip(WAYS, (looping.play, in_arena), strict=True))
        for number in range(games):
            for way, play in ways if number % 2 else reversed(ways):
                spent[way].append(cost(play, number))
        looping.end()
        worker.end()
    return {
        way: Cost(*(statistics.mean(part) for part in zip(*costs[1:], strict=True)))
        for way, costs in spent.items()
    }


class Looping:
    """A process that plays games in a loop."""

    def __init__(self, settings: Settings) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=keep_looping, args=(settings, other), daemon=True)
        self._process.start()
        other.close()

    def play(self, number: int) -> None:
        """Let it play a game."""
        self._pipe.send(number)
        self._pipe.recv()

    def end(self) -> None:
        """See that it is gone."""
        self._pipe.close()
        self._process.join()


def keep_looping(settings: Settings, pipe: Any) -> None:
    """Play the games that are asked for, until nobody asks."""
    table = Table(settings)
    with contextlib.suppress(EOFError):
        while True:
            loop(table, pipe.recv())
            pipe.send(None)


def in_the_arena(
    worker: Worker, events: queue.SimpleQueue[Any], store: Store, standings: Standings, number: int
) -> None:
    """A game as an experiment has it played and keeps it."""
    worker.give(Task(number, number // 2))
    _, finished = events.get()
    standings.add(store.add([finished]))


def workers(games: int) -> dict[str, float]:
    """Games per hour with one and with two workers, and how busy they were."""
    found = {}
    for count in (1, 2):
        with tempfile.TemporaryDirectory() as out:
            clock = Clock()
            run(with_games(USUAL, games), Path(out) / "out", workers=count, watch=clock)
            with Store.open(Path(out) / "out") as store:
                played = sum(row.seconds for row in list(store.games())[clock.games :])
        found[f"games_per_hour_{count}"] = (games - clock.games) / clock.seconds * 3600
        found[f"busy_percent_{count}"] = 100 * played / clock.seconds / count
    found["speedup"] = found["games_per_hour_2"] / found["games_per_hour_1"]
    return found


class Clock:
    """The time from the first finished games to the last."""

    def __init__(self) -> None:
        self.games = 0
        self.seconds = 0.0
        self._begin = 0.0

    def __call__(self, standings: Standings) -> None:
        if not self.games:
            self.games, self._begin = standings.done, time.perf_counter()
        self.seconds = time.perf_counter() - self._begin


def memory(games: int) -> dict[str, object]:
    """Resident memory of the experiment's process and of its worker, in ten samples."""
    samples: list[tuple[int, float, float]] = []

    def watch(standings: Standings) -> None:
        if standings.done >= games * (len(samples) + 1) // SAMPLES:
            samples.append((standings.done, resident("self"), sum(map(resident, children()))))

    begin = time.perf_counter()
    with tempfile.TemporaryDirectory() as out:
        run(with_games(SHORT, games), Path(out) / "out", workers=1, watch=watch)
        size = sum(path.stat().st_size for path in (Path(out) / "out").iterdir()) / 1e6
    first, last = samples[len(samples) // 2], samples[-1]
    per_game = 100_000 / (last[0] - first[0])
    return {
        "samples": samples,
        "growth_mb_per_100000_games": [(last[place] - first[place]) * per_game for place in (1, 2)],
        "games_per_second": games / (time.perf_counter() - begin),
        "disk_mb": size,
    }


def resident(process: str) -> float:
    """Memory of a process in MB."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


PARTS = {"overhead": 6, "workers": 40, "memory": 10_000}
"""What can be measured, and how many games it takes."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("part", choices=PARTS)
    parser.add_argument("--games", type=int, help="an even number")
    given = parser.parse_args()
    games = PARTS[given.part] if given.games is None else given.games
    print(json.dumps(globals()[given.part](games), indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
