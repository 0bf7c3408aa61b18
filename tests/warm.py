"""Compiles ahead what many tests need, each unit once and on every core.

`make test` calls it. Tests that begin together would otherwise compile the same units side by side;
what only a few need is left to them.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import tabuleiro
from tabuleiro.bots.presets import needs, strongest
from tabuleiro.game import game_names

sys.path.insert(0, str(Path(__file__).parent / "contract"))
from cases import CASES

Work = tuple[str, dict[str, object], str]
USUAL = ("alphabeta", "mcts", "perft", "playouts")
"""What is needed of every game with its usual options, besides what its analyses need."""
SPREAD = ("batch",)
"""And with all the options of the contract suite."""


def work() -> list[Work]:
    """What is to be compiled, without repetitions."""
    wanted: dict[object, Work] = {}
    usual: list[Work] = [(name, {}, unit) for unit in USUAL for name in game_names()]
    for name in game_names():
        game = tabuleiro.game(name, seed=None)
        usual += [(name, {}, unit) for unit in needs(game, strongest(game))]
    spread = [(name, options, unit) for unit in SPREAD for name, options in CASES]
    for name, options, unit in spread + usual:
        engine = tabuleiro.game(name, seed=None, **options).engine
        wanted.setdefault((name, unit, *engine.constants.items()), (name, options, unit))
    return list(wanted.values())


def compile_one(name: str, options: dict[str, object], unit: str) -> None:
    tabuleiro.game(name, seed=None, **options).engine.compile(unit)


def main() -> None:
    begin, everything = time.perf_counter(), work()
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), fresh) as processes:
        for done in as_completed([processes.submit(compile_one, *each) for each in everything]):
            done.result()
    print(f"{len(everything)} units are compiled ({time.perf_counter() - begin:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
