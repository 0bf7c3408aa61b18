"""From the start of a process to its first playout and move: with compiled code, and without.

    python bench/start.py [GAME ...] [--runs 5] [--cpu] [--json]

Warm: seconds until a fresh process has played one random game (best and median), until it has the
first move of the bot `easy` (best), and until the command `tabuleiro perft GAME 1` has ended
(best). Cold: seconds to compile each template with an empty cache directory, the import of the
compiler included. A row for each compilation of a game. With --cpu all of it is processor time,
which other work on the machine disturbs less.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from time import time
from typing import NamedTuple

import tabuleiro
from tabuleiro.cli.warm_up import UNITS

WARM = """
import json, sys, time, tabuleiro
game = tabuleiro.game(sys.argv[1], seed=None, **json.loads(sys.argv[2]))
game.engine.playouts(game.start().state(), 1, 100, 0, 1)
print(time.time(), time.process_time())
"""
MOVE = """
import json, sys, time, tabuleiro
from tabuleiro.bots.presets import make_bot
game = tabuleiro.game(sys.argv[1], seed=None, **json.loads(sys.argv[2]))
make_bot(game, "easy").choose(game.start())
print(time.time(), time.process_time())
"""
COLD = """
import json, sys, time, tabuleiro
game = tabuleiro.game(sys.argv[1], seed=None, **json.loads(sys.argv[2]))
seconds = {}
for template in sys.argv[3:]:
    begin = time.time(), time.process_time()
    game.engine.compile(template)
    seconds[template] = time.time() - begin[0], time.process_time() - begin[1]
print(json.dumps(seconds))
"""
COMMAND = """
import atexit, sys, time
atexit.register(lambda: print(time.time(), time.process_time()))
from tabuleiro.cli import main
sys.exit(main())
"""


class Clocks(NamedTuple):
    """Seconds by the clock on the wall and by the processor's."""

    wall: float
    cpu: float


def python(code: str, *words: str, cache: str | None = None) -> str:
    """The last line that a fresh process prints."""
    environment = dict(os.environ)
    if cache is not None:
        environment["TABULEIRO_CACHE_DIR"] = cache
    command = [sys.executable, "-c", code, *words]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.splitlines()[-1]


def until_end(code: str, *words: str) -> Clocks:
    """How long a process takes until it prints its two clocks."""
    begin = time()
    wall, cpu = map(float, python(code, *words).split())
    return Clocks(wall - begin, cpu)


def measure(name: str, options: dict[str, object], runs: int, clock: int) -> dict[str, float]:
    """All figures of one compilation of a game, by one of the clocks."""
    chosen = json.dumps(options)
    flags = [word for key, value in options.items() for word in ("-o", f"{key}={value}")]
    command = ("perft", name, "1", *flags)
    for code in (WARM, MOVE):  # these may have to compile
        until_end(code, name, chosen)
    until_end(COMMAND, *command)
    warm = [until_end(WARM, name, chosen)[clock] for _ in range(runs)]
    moves = [until_end(MOVE, name, chosen)[clock] for _ in range(runs)]
    commands = [until_end(COMMAND, *command)[clock] for _ in range(runs)]
    with tempfile.TemporaryDirectory() as empty:
        compiling = json.loads(python(COLD, name, chosen, *UNITS, cache=empty))
    cold = {f"cold_{template}": clocks[clock] for template, clocks in compiling.items()}
    return {
        "warm": min(warm),
        "warm_median": statistics.median(warm),
        "move": min(moves),
        "command": min(commands),
        **cold,
        "cold": sum(cold.values()),
    }


def main() -> None:
    names = tabuleiro.game_names()
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(names)}")
    parser.add_argument("--runs", type=int, default=5, help="warm starts of each")
    parser.add_argument("--cpu", action="store_true", help="processor time")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    unknown = set(given.games) - set(names)
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}; accepted: {', '.join(names)}")
    if given.runs < 1:
        parser.error("--runs must be at least 1")
    columns = ("warm", "warm_median", "move", "command", *(f"cold_{t}" for t in UNITS), "cold")
    if not given.json:
        heads = "".join(f"{column.replace('_', ' '):>15}" for column in columns)
        print(f"{'seconds of processor' if given.cpu else 'seconds':30}{heads}")
    figures = {}
    for name in given.games or names:
        for options in tabuleiro.game(name).compilations:
            row = " ".join([name, *(f"{key}={value}" for key, value in options.items())])
            figures[row] = measure(name, options, given.runs, int(given.cpu))
            if not given.json:
                cells = "".join(f"{figures[row][column]:15.2f}" for column in columns)
                print(f"{row:30}{cells}", flush=True)
    if given.json:
        print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
