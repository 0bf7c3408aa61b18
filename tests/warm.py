"""Compiles ahead what tests need, each unit once and on every core.

`make test` calls it. Tests that begin together would otherwise compile the same units side by side,
and one process that compiles all units of a game works on its rules only once. Called with the word
`checked` it compiles what the tests need that are marked so.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from boards import LARGEST

import tabuleiro
from tabuleiro.bots.presets import needs, strongest
from tabuleiro.game import game_names

sys.path.insert(0, str(Path(__file__).parent / "contract"))
from cases import CASES

Options = dict[str, object]
Work = tuple[str, Options, tuple[str, ...]]
USUAL = ("alphabeta", "mcts", "perft", "playouts")
"""What is needed of every game with its usual options, besides what its analyses need."""
SPREAD = ("batch",)
"""And with all the options of the contract suite."""
FEW: tuple[Work, ...] = (
    ("aboyne", {}, ("minimax",)),
    ("aboyne", {"side": 6}, ("minimax", "perft")),
    ("cifra", {}, ("minimax",)),
    ("cifra", {"mode": "king", "size": 9}, ("minimax", "perft", "playouts")),
    ("cifra", {"mode": "sum"}, ("minimax", "perft")),
    ("cifra", {"size": 3}, ("endgames", "briefs", "explore", "perft", "retrograde")),
    ("cifra", {"size": 9}, ("minimax", "perft")),
    ("fanorona", {}, ("briefs", "dfpn", "endgames", "explore", "retrograde", "steps")),
    ("fanorona", {}, ("looking", "mcts+net", "minimax", "minimax+net", "selfplay")),
    ("fanorona", {"width": 9, "height": 9}, ("alphabeta", "minimax")),
    ("focus", {}, ("dfpn", "explore", "mcts+net", "minimax", "minimax+net", "retrograde")),
    ("focus", {}, ("alphabeta-traced", "mcts-traced")),
    ("focus", {"size": 12}, ("minimax", "perft")),
    ("shobu", {}, ("dfpn", "mcts+net", "minimax")),
)
"""What a few tests need."""


def usual() -> list[Work]:
    """What most tests need."""
    wanted: list[Work] = [(name, {}, USUAL) for name in game_names()]
    for name in game_names():
        game = tabuleiro.game(name, seed=None)
        wanted.append((name, {}, tuple(needs(game, strongest(game)))))
    return [*wanted, *((name, options, SPREAD) for name, options in CASES), *FEW]


def checked() -> list[Work]:
    """What the tests need that are marked `checked`."""
    return [
        *((name, options, ("steps", "perft", "playouts")) for name, options in CASES),
        *((name, options, ("alphabeta", "mcts", "batch")) for name, options in LARGEST),
    ]


def together(wanted: list[Work]) -> list[Work]:
    """The same without repetitions: all units of a game at once, the most first."""
    found: dict[object, tuple[str, Options, dict[str, None]]] = {}
    for name, options, units in wanted:
        engine = tabuleiro.game(name, seed=None, **options).engine
        one = found.setdefault((name, *engine.constants.items()), (name, options, {}))
        one[2].update(dict.fromkeys(units))
    everything = [(name, options, tuple(units)) for name, options, units in found.values()]
    return sorted(everything, key=lambda each: -len(each[2]))


def compile_all(name: str, options: Options, units: tuple[str, ...]) -> None:
    engine = tabuleiro.game(name, seed=None, **options).engine
    for unit in units:
        engine.compile(unit.removesuffix("-traced"), traced=unit.endswith("-traced"))


def main() -> None:
    begin = time.perf_counter()
    everything = together(checked() if "checked" in sys.argv[1:] else usual())
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), fresh) as processes:
        for done in as_completed([processes.submit(compile_all, *each) for each in everything]):
            done.result()
    units = sum(len(each[2]) for each in everything)
    print(f"{units} units are compiled ({time.perf_counter() - begin:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
