"""Resident memory before and after many random playouts, each game in a process of its own.

    python bench/memory.py [GAME ...] [--playouts 1000000] [--json]

The playouts run in ten parts, so that growth per call would show as well as growth per game. The
exit code is 1 if memory grew by more than a megabyte.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter

import tabuleiro

PARTS = 10
TOLERANCE = 1.0
MAX_PLIES = {"focus": 50}
"""Random games of Focus hardly end by themselves."""


def resident() -> float:
    """Memory of this process in MB; its peak where the system does not tell the present."""
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)


def measure(name: str, playouts: int) -> dict[str, float]:
    """Play in this process."""
    game = tabuleiro.game(name)
    start, plies = game.start().state(), MAX_PLIES.get(name, game.max_plies)
    part = max(1, playouts // PARTS)
    game.engine.playouts(start, max(1, part // 10), plies, game.quiet_limit, 1)
    before, begin, most = resident(), perf_counter(), 0.0
    for seed in range(PARTS):
        game.engine.playouts(start, part, plies, game.quiet_limit, 2 + seed)
        most = max(most, resident())
    seconds = perf_counter() - begin
    return {
        "playouts": part * PARTS,
        "before_mb": before,
        "after_mb": resident(),
        "most_mb": most,
        "seconds": seconds,
    }


def main() -> int:
    names = tabuleiro.game_names()
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(names)}")
    parser.add_argument("--playouts", type=int, default=1_000_000, help="of each game")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    unknown = set(given.games) - set(names)
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}; accepted: {', '.join(names)}")
    if given.playouts < PARTS:
        parser.error(f"--playouts must be at least {PARTS}")
    if given.here:
        print(json.dumps(measure(given.games[0], given.playouts)))
        return 0
    if not given.json:
        print(
            f"{'':12}{'playouts':>10}{'before MB':>11}{'after MB':>11}{'growth':>9}{'seconds':>9}"
        )
    figures = {}
    for name in given.games or names:
        words = (__file__, name, "--here", "--playouts", str(given.playouts))
        done = subprocess.run([sys.executable, *words], stdout=subprocess.PIPE, check=True)
        row = figures[name] = json.loads(done.stdout)
        row["growth_mb"] = row["most_mb"] - row["before_mb"]
        if not given.json:
            numbers = (row["before_mb"], row["after_mb"])
            sizes = "".join(f"{number:11.1f}" for number in numbers) + f"{row['growth_mb']:9.1f}"
            print(f"{name:12}{row['playouts']:10,}{sizes}{row['seconds']:9.1f}", flush=True)
    if given.json:
        print(json.dumps(figures, indent=2))
    return int(any(row["growth_mb"] > TOLERANCE for row in figures.values()))


if __name__ == "__main__":
    sys.exit(main())
