"""Tabuleiro side by side with another program of the same games, in one run, as ratios of time.

    python bench/compare.py --limit PATH [GAME ...] [--rounds 5] [--json]

PATH is a program that answers `GAME perft DEPTH` and `GAME playouts SECONDS` with lines of
key=value, such as a hand-written C++ of the rules. The two run in turns and the best of each
counts, so that noise of the machine hits both. A ratio of 2: Tabuleiro takes twice the time.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from time import perf_counter

import tabuleiro
from tabuleiro.game import Game

CASES: dict[str, tuple[str, dict[str, object], int]] = {
    # name: the other program's name, our options, perft depth
    "focus": ("focus:8", {}, 4),
    "fanorona": ("fanorona:9x5", {}, 6),
    "shobu": ("shobu", {}, 3),
    "aboyne": ("aboyne", {}, 5),
    "cifra": ("cifra", {"choose": False}, 5),
}
MORE: dict[str, tuple[str, dict[str, object], int]] = {
    "focus-6": ("focus:6", {"size": 6}, 4),
    "focus-10": ("focus:10", {"size": 10}, 3),
    "fanorona-5x5": ("fanorona:5x5", {"width": 5, "height": 5}, 7),
    "fanorona-6x6": ("fanorona:6x6", {"width": 6, "height": 6}, 5),
    "fanorona-7x5": ("fanorona:7x5", {"width": 7}, 6),
    "fanorona-8x8": ("fanorona:8x8", {"width": 8, "height": 8}, 4),
    "fanorona-10x10": ("fanorona:10x10", {"width": 10, "height": 10}, 4),
    "cifra-neutral": ("cifra:neutral,blue", dict(choose=False, centre="neutral", first="blue"), 5),
}
COLUMNS = (
    ("perft", "seconds"),
    ("playouts", "seconds per game"),
    ("turns", "seconds per turn of a playout"),
)


def ask(program: str, *words: str) -> dict[str, str]:
    """The last line of the other program's answer."""
    done = subprocess.run([program, *words], capture_output=True, text=True, check=True)
    return dict(pair.split("=", 1) for pair in done.stdout.splitlines()[-1].split() if "=" in pair)


def compare(program: str, name: str, rounds: int, seconds: float) -> dict[str, float]:
    """The best times of both, and their ratios."""
    theirs, options, depth = (CASES | MORE)[name]
    game = tabuleiro.game(
        name.split("-")[0], seed=None, repetition="none", max_plies=5000, **options
    )
    best: dict[str, float] = {}

    def keep(key: str, value: float) -> None:
        best[key] = min(best.get(key, value), value)

    games = enough(game, seconds)
    for turn in range(rounds):
        for key, value in mine(game, depth, games, turn).items():
            keep(key, value)
        answer = ask(program, theirs, "perft", str(depth))
        nodes = game.engine.perft(game.start().state(), depth) if turn == 0 else 0
        if nodes and int(answer["nodes"]) != nodes:
            sys.exit(f"{name}: perft {depth} is {nodes} here and {answer['nodes']} there")
        keep("their_perft", float(answer["seconds"]))
        answer = ask(program, theirs, "playouts", str(seconds))
        keep("their_playouts", 1 / float(answer["playouts_per_s"]))
        keep("their_turns", 1 / float(answer["plies_per_s"]))
    for key, _ in COLUMNS:
        best[f"{key}_ratio"] = best[key] / best[f"their_{key}"]
    return best


def enough(game: Game, seconds: float) -> int:
    """How many playouts take about that long."""
    game.engine.playouts(game.start().state(), 1, 1, 0, 1)
    games, spent = 1, 0.0
    while spent < seconds / 8:
        games *= 2
        spent = games * mine(game, 1, games, 0)["playouts"]
    return max(1, round(games * seconds / spent))


def mine(game: Game, depth: int, games: int, seed: int) -> dict[str, float]:
    """One round of our own times; no rule but the cap ends a playout early."""
    start = game.start().state()
    begin = perf_counter()
    game.engine.perft(start, depth)
    middle = perf_counter()
    tally = game.engine.playouts(start, games, game.max_plies, 0, seed + 1)
    spent = perf_counter() - middle
    return {"perft": middle - begin, "playouts": spent / games, "turns": spent / tally.plies}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help=f"of {', '.join(CASES | MORE)}")
    parser.add_argument("--limit", required=True, metavar="PATH", help="the other program")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each run of playouts")
    parser.add_argument("--all", action="store_true", help="other board sizes too")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    unknown = set(given.games) - set(CASES | MORE)
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; accepted: {', '.join(CASES | MORE)}")
    names = given.games or list(CASES | MORE if given.all else CASES)
    table = {}
    if not given.json:
        print(f"{'times as slow as the other':28}{'perft':>9}{'playouts':>10}{'turns':>9}")
    for name in names:
        table[name] = compare(given.limit, name, given.rounds, given.seconds)
        if not given.json:
            ratios = [table[name][f"{key}_ratio"] for key, _ in COLUMNS]
            print(f"{name:28}{ratios[0]:9.2f}{ratios[1]:10.2f}{ratios[2]:9.2f}", flush=True)
    if given.json:
        print(json.dumps(table, indent=2))


if __name__ == "__main__":
    main()
