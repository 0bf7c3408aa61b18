"""What it costs to ask for what is known: nanoseconds of processor time a position.

    python bench/probe.py [--positions 20000] [--rounds 7]

Random positions of each class of endings that is there (Fanorona 9x5, CIFRA), and positions of
random games on solved boards. The best of so many rounds.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

import numpy as np

import tabuleiro
from tabuleiro.kernel import looking, records
from tabuleiro.kernel.contract import OPEN
from tabuleiro.kernel.records import Plain
from tabuleiro.solving.endgames import Endings
from tabuleiro.solving.knowledge import for_searches, solved_board
from tabuleiro.solving.symmetry import copy_of, step

BOARDS: list[tuple[str, dict[str, Any]]] = [
    ("fanorona", {}),
    ("cifra", {"choose": False}),
    ("fanorona", {"width": 5, "height": 3}),
    ("focus", {"size": 4}),
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=7)
    asked = parser.parse_args()
    for name, options in BOARDS:
        game = tabuleiro.game(name, **options)
        board = " ".join([name, *(f"{key}={value}" for key, value in options.items())])
        if solved_board(game) is not None:
            cost = nanoseconds(game, games(game, asked.positions), asked.rounds)
            print(f"{board}: {cost:.0f} ns, solved whole", flush=True)
            continue
        for group, values in Endings(game).all_values().items():
            cost = nanoseconds(game, endings(game, group, asked.positions), asked.rounds)
            size = f"{len(values) / 1e6:,.1f} MB"
            print(f"{board}: {cost:.0f} ns, class {group}, {size}", flush=True)


def endings(game: tabuleiro.Game, group: int, count: int) -> list[Plain]:
    """Random open positions of a class."""
    rules, board, chance = game.rules, game.board, random.Random(group)
    size, found = rules.class_size(board, group), []
    while len(found) < count:
        state = Plain(rules.STATE)
        rules.unrank(board, state, group, chance.randrange(size))
        if rules.outcome(board, state) == OPEN:
            found.append(state)
    return found


def games(game: tabuleiro.Game, count: int) -> list[Plain]:
    """Positions at the start of turns of random games."""
    start, chance, found = game.start().state(), random.Random(1), []
    here = copy_of(game, start)
    while len(found) < count:
        player = here.player
        if not step(game, here, chance):
            here = copy_of(game, start)
        elif here.player != player and game.rules.outcome(game.board, here) == OPEN:
            found.append(copy_of(game, here))
    return found


def nanoseconds(game: tabuleiro.Game, states: list[Plain], rounds: int) -> float:
    """The processor time of one question; each must be answered."""
    entry, k = game.engine.compile("looking"), game.engine.new_memory()
    knowledge = for_searches(game)
    knowledge.load(k)
    array = np.zeros(len(states), records.dtype(game.rules.STATE))
    for record, state in zip(array, states, strict=True):
        records.fill(record, state)
    facts, none = np.zeros((len(states), 1), np.int64), np.zeros((1, 1), np.int32)
    best = float("inf")
    for _ in range(rounds):
        begin = time.thread_time_ns()
        entry(game.engine.board, k, array, facts, none, none, looking.ASK, 0)
        best = min(best, (time.thread_time_ns() - begin) / len(states))
    assert facts.all()
    return best


if __name__ == "__main__":
    main()
