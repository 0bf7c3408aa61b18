"""Seconds to a depth, side by side with another program of the same games, as ratios of time.

    python bench/search.py --limit PATH [GAME ...] [--rounds 3]

PATH is a program that answers `GAME alphabeta DEPTH` with a line of key=value (score, seconds). The
evaluation is material alone and no repetition rule holds. With reductions off, the value at each
smaller depth must be the other program's; a difference ends the run. The time is that of the whole
search with all features on.
"""

from __future__ import annotations

import argparse
import sys

from compare import ask

import tabuleiro
from tabuleiro.bots.alphabeta import root_of
from tabuleiro.bots.presets import read_weights
from tabuleiro.kernel.searcher import Searcher

CASES: dict[str, tuple[str, dict[str, object], int, int]] = {
    # name: the other program's name, our options, depth to time, depths to compare exactly
    "shobu": ("shobu", {}, 6, 5),
    "fanorona": ("fanorona:9x5", {"no_capture_limit": 0}, 9, 8),
    "focus": ("focus:8", {}, 8, 6),
    "aboyne": ("aboyne", {}, 11, 9),
    "cifra": ("cifra", {"choose": False}, 10, 8),
}


def compare(program: str, name: str, rounds: int) -> tuple[float, float]:
    """The best times of both, after a check that their values agree."""
    theirs, options, depth, exact = CASES[name]
    game = tabuleiro.game(name, seed=None, repetition="none", **options)
    material = read_weights(game, "material")
    weights = [material.get(term, 0) for term in game.terms]
    root = root_of(game.start())
    for shallow in range(1, exact + 1):
        value = Searcher(game.engine).search(root, weights, depth=shallow, reductions=False).value
        score = int(ask(program, theirs, "alphabeta", str(shallow))["score"])
        if value != score:
            sys.exit(f"{name}: the value at depth {shallow} is {value} here and {score} there")
    mine = other = float("inf")
    for _ in range(rounds):
        mine = min(mine, Searcher(game.engine).search(root, weights, depth=depth).seconds)
        other = min(other, float(ask(program, theirs, "alphabeta", str(depth))["seconds"]))
    return mine, other


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", choices=[*CASES, []], help=f"of {', '.join(CASES)}")
    parser.add_argument("--limit", required=True, metavar="PATH", help="the other program")
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    print(f"{'game':12}{'depth':>6}{'seconds':>10}{'the other':>11}{'ratio':>7}")
    for name in given.games or CASES:
        mine, other = compare(given.limit, name, given.rounds)
        print(
            f"{name:12}{CASES[name][2]:6}{mine:10.3f}{other:11.3f}{mine / other:7.2f}", flush=True
        )


if __name__ == "__main__":
    main()
