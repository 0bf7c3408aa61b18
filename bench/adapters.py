"""Steps per second of the learning adapters: PettingZoo from a plain Python loop, and batches.

    python bench/adapters.py [GAME ...] [--seconds 3] [--games 1024] [--cpu]

A step is a random legal one. In the loop it is chosen from the action mask in plain Python, and
every step has its observation and its mask; `last` is called as PettingZoo's guide does. Batches
choose with `sample` and make the same observations, masks and rewards in one compiled call. All
run on one core. `--cpu` counts the processor's time instead of the clock's, for busy machines.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

import numpy as np

import tabuleiro
from tabuleiro.adapters.batch import Batch
from tabuleiro.adapters.pettingzoo import env

Clock = Callable[[], float]


def loop(name: str, seconds: float, clock: Clock) -> float:
    """Steps per second of the environment, wrapper included."""
    environment = env(name)
    chance = random.Random(1)
    environment.reset(seed=1)
    steps, begin = 0, clock()
    while clock() - begin < seconds:
        environment.reset()
        for _ in environment.agent_iter():
            observation, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                environment.step(None)
                continue
            environment.step(chance.choice(np.flatnonzero(observation["action_mask"]).tolist()))
            steps += 1
    return steps / (clock() - begin)


def batch(name: str, games: int, seconds: float, clock: Clock) -> float:
    """Steps per second of a batch, random choices included."""
    stepper = Batch(tabuleiro.game(name, seed=None), games, seed=1)
    for _ in range(20):  # into the middle of games
        stepper.step(stepper.sample())
    steps, begin = 0, clock()
    while clock() - begin < seconds:
        stepper.step(stepper.sample())
        steps += games
    return steps / (clock() - begin)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    names = tabuleiro.game_names()
    parser.add_argument("names", nargs="*", metavar="GAME", help=f"of {', '.join(names)}")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--games", type=int, default=1024, help="in a batch")
    parser.add_argument("--cpu", action="store_true", help="count the processor's time")
    given = parser.parse_args()
    clock = time.process_time if given.cpu else time.perf_counter
    print(f"{'game':12}{'PettingZoo':>12}{'batch':>12}   steps per second")
    for name in given.names or names:
        single = loop(name, given.seconds, clock)
        many = batch(name, given.games, given.seconds, clock)
        print(f"{name:12}{single:12,.0f}{many:12,.0f}", flush=True)


if __name__ == "__main__":
    main()
