"""What the arena costs: against a plain loop, with more workers, and in memory.

    python bench/arena.py overhead [--games 100]    CPU time against calling the bots in a loop
    python bench/arena.py workers [--games 40]      games per hour with one and two workers
    python bench/arena.py memory [--games 10000]    memory of both processes over short games

Overhead is CPU time, so other work on the machine hardly counts. `workers` also tells which share
of their time workers had a game to play: it holds where cores are not free, too.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import sys
import tempfile
import threading
import time
from pathlib import Path

from tabuleiro.matches.play import Table
from tabuleiro.matches.run import run
from tabuleiro.matches.schedule import fixture, seed_of
from tabuleiro.matches.settings import Settings
from tabuleiro.matches.standings import Standings
from tabuleiro.matches.store import Store

WARM = 2
"""Games that are played before the measurement, so that everything is loaded."""

USUAL = Settings("aboyne", ("hard", "medium"), seed=1)
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


def overhead(games: int) -> dict[str, float]:
    """What the arena adds to the time of the bots.

    Each game is played both ways, one after the other, so that both meet the same conditions. Then
    it is sent and kept as a worker and the experiment's process do it.
    """
    settings = with_games(USUAL, games + WARM)
    table = Table(settings)
    spent = {"loop": 0.0, "play": 0.0, "send_and_keep": 0.0}
    with tempfile.TemporaryDirectory() as out:
        store, standings = Store.create(out, settings), Standings(settings)
        for number in range(games + WARM):
            begin = time.process_time()
            loop(table, number)
            looped = time.process_time()
            finished = table.play(number)
            played = time.process_time()
            standings.add(store.add([pickle.loads(pickle.dumps(finished))]))
            times = (looped - begin, played - looped, time.process_time() - played)
            if number >= WARM:
                for part, seconds in zip(spent, times, strict=True):
                    spent[part] += seconds
    added = spent["play"] + spent["send_and_keep"] - spent["loop"]
    return {
        **{f"{part}_ms_per_game": 1000 * seconds / games for part, seconds in spent.items()},
        "overhead_percent": 100 * added / spent["loop"],
    }


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
            listed = Path(f"/proc/self/task/{threading.main_thread().native_id}/children")
            worker = listed.read_text().split()
            samples.append((standings.done, resident("self"), sum(map(resident, worker))))

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


PARTS = {"overhead": 100, "workers": 40, "memory": 10_000}
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
