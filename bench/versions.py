"""Two versions of Tabuleiro side by side, in one run, as ratios of processor time.

    python bench/versions.py OTHER/.venv/bin/python [GAME ...] [--rounds 5] [--seconds 0.5]

Each version counts and plays in a process of its own. They take turns and the best round of each
counts, so that noise of the machine hits both. Both must count the same positions and play the
same random games to as many turns. A ratio of 1.1: this version takes a tenth longer.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from time import process_time

from compare import CASES, enough

import tabuleiro
from tabuleiro.game import Game

WORK = "--work"


class Version:
    """A version at work: told a game, a depth and a number of playouts, it tells its times."""

    def __init__(self, python: str) -> None:
        variables = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        self._process = subprocess.Popen(
            [python, __file__, WORK],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=variables,
        )

    def measure(self, *task: object) -> dict[str, float]:
        """A round: seconds for perft and for the playouts, and what was counted."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(task), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            sys.exit(f"{self._process.args} has ended with code {self._process.wait()}")
        found: dict[str, float] = json.loads(line)
        return found

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def the_game(name: str) -> Game:
    """The game of a row, ended by nothing but its own rules."""
    return tabuleiro.game(name, seed=None, repetition="none", max_plies=5000, **CASES[name][1])


def work() -> None:
    """Do what is asked for, line by line."""
    for line in sys.stdin:
        name, depth, games, seed = json.loads(line)
        game = the_game(name)
        start = game.start().state()
        game.engine.compile("perft")
        game.engine.compile("playouts")
        begin = process_time()
        nodes = game.engine.perft(start, depth)
        middle = process_time()
        tally = game.engine.playouts(start, games, game.max_plies, 0, seed)
        found = {"perft": middle - begin, "playouts": process_time() - middle}
        print(json.dumps({**found, "nodes": nodes, "turns": tally.plies}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("other", metavar="PYTHON", help="the interpreter of the other version")
    parser.add_argument("games", nargs="*", help=f"of {', '.join(CASES)}")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each run of playouts")
    given = parser.parse_args()
    unknown = set(given.games) - set(CASES)
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; accepted: {', '.join(CASES)}")
    this, other = Version(sys.executable), Version(given.other)
    print(f"{'processor time, this / other':30}{'perft':>9}{'playouts':>10}")
    for name in given.games or CASES:
        depth, games = CASES[name][2], enough(the_game(name), given.seconds)
        ratios = []
        rounds = [
            (this.measure(name, depth, games, seed), other.measure(name, depth, games, seed))
            for seed in range(1, given.rounds + 1)
        ]
        for mine, theirs in rounds:
            if any(mine[key] != theirs[key] for key in ("nodes", "turns")):
                sys.exit(f"{name}: the two do not count the same: {mine} here, {theirs} there")
        for key in ("perft", "playouts"):
            best = (min(each[side][key] for each in rounds) for side in (0, 1))
            ratios.append(next(best) / next(best))
        print(f"{name:30}{ratios[0]:9.3f}{ratios[1]:10.3f}", flush=True)
    this.close()
    other.close()


if __name__ == "__main__":
    work() if WORK in sys.argv else main()
