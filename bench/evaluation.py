"""What an evaluation costs, and how fast games for training are played.

    python bench/evaluation.py [GAME ...] [--rounds 20] [--seconds 10]

For each game: nanoseconds of processor time an evaluation by the best weights and by the board's
net, the best of so many rounds in turns, over positions of games; then positions a second of
self-play with the net, by the clock and by processor time, on one thread and on two.
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from typing import Any

import numpy as np

import tabuleiro
from tabuleiro.bots.nets import find_net, load_net
from tabuleiro.bots.weights import weight_sets
from tabuleiro.kernel import looking
from tabuleiro.kernel.net import NetUse, put
from tabuleiro.learning.data import Recipe, gather
from tabuleiro.learning.players import Judgement

NAMES = ("shobu", "focus", "aboyne", "fanorona", "cifra")
RECIPE = Recipe(nodes=3000)
MANY = 20_000
"""Positions, all of them different: of a few, a processor learns the branches by heart."""


def always(judge: Judgement, game: tabuleiro.Game) -> Judgement:
    """The same for every board."""
    return judge


def nanoseconds(
    game: tabuleiro.Game, states: Any, judges: list[Judgement], rounds: int
) -> list[float]:
    """The processor time of one evaluation by each of them."""
    entry = game.engine.compile("looking")
    facts, none = np.zeros((len(states), 1), np.int64), np.zeros((1, 1), np.int32)
    best = [float("inf")] * len(judges)
    for _ in range(rounds):
        for number, judge in enumerate(judges):
            k = game.engine.new_memory()
            weights = [judge.weights.get(term, 0) for term in game.terms]
            k.weights[: len(weights)] = weights
            use = None if judge.net is None else NetUse(judge.net, judge.unit(game))
            put(k, use)
            begin = time.thread_time_ns()
            entry(game.engine.board, k, states, facts, none, none, looking.ASSESS, 0)
            best[number] = min(best[number], (time.thread_time_ns() - begin) / len(states))
    return best


def self_play(
    game: tabuleiro.Game, judge: Judgement, threads: int, seconds: float
) -> tuple[float, float]:
    """Positions a second by the clock, and by processor time."""
    begin, used = time.monotonic(), time.process_time()
    found = gather(
        [game],
        partial(always, judge),
        RECIPE,
        1,
        threads,
        lambda *_: time.monotonic() > begin + seconds,
    )
    return len(found) / (time.monotonic() - begin), len(found) / (time.process_time() - used)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(NAMES))
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=10.0)
    given = parser.parse_args()
    for name in given.games:
        game = tabuleiro.game(name)
        best = weight_sets(game)["best"]
        path = find_net(game)
        judges = [Judgement(best)]
        if path is not None:
            judges.append(Judgement(best, load_net(game, path)))
        some = gather([game], partial(always, judges[-1]), RECIPE, 1, 1, lambda _, n: n >= MANY)
        states = np.ascontiguousarray(some.states)
        costs = nanoseconds(game, states, judges, given.rounds)
        print(name, "ns an evaluation, weights and net:", *(f"{cost:.0f}" for cost in costs))
        for threads in (1, 2):
            clock, cpu = self_play(game, judges[-1], threads, given.seconds)
            print(name, f"positions/s on {threads}: {clock:,.0f} by the clock, {cpu:,.0f} a core")


if __name__ == "__main__":
    main()
