"""Random games per second beside OpenSpiel's C++, in the games that both have.

    python bench/openspiel.py [GAME ...] [--rounds 3] [--seconds 1]

OpenSpiel plays them in its own compiled `RandomRolloutEvaluator`: no Python is in its way. Both
play from the start on one core, in turns, and the processor's time is counted, so that a busy
machine slows both alike. Rules of length are the same where OpenSpiel has one: 200 moves in Nine
Men's Morris, 40 without a capture in draughts. `length` is the mean number of actions of a game.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

import pyspiel

import tabuleiro

GAMES = {
    "connect4": ("connect_four", {}, {}),
    "breakthrough": ("breakthrough", {}, {}),
    "othello": ("othello", {}, {}),
    "hex": ("hex(board_size=11)", {}, {}),
    "morris": ("nine_mens_morris", {"max_plies": 200}, {}),
    "draughts": ("checkers", {}, {"quiet": 40}),
}
"""OpenSpiel's name, options of ours, and turns without progress until a draw."""
SAMPLE = 200
"""Games whose length is counted."""


def rate(work: Callable[[int], object], seconds: float) -> float:
    """Games per second of processor time."""
    games = 8
    while True:
        begin = time.process_time()
        work(games)
        taken = time.process_time() - begin
        if taken >= seconds:
            return games / taken
        games = max(2 * games, int(1.2 * games * seconds / max(taken, 1e-3)))


def theirs(name: str) -> tuple[Callable[[int], object], float]:
    """Random games of OpenSpiel, and how long they are."""
    game = pyspiel.load_game(name)
    start = game.new_initial_state()
    chance = random.Random(1)
    lengths = []
    for _ in range(SAMPLE):
        state = start.clone()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
        lengths.append(len(state.history()))

    def work(games: int) -> object:
        evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
        # One simulation of its tree search: the value of the root from so many random games.
        return pyspiel.MCTSBot(game, evaluator, 1.4, 1, 1, False, 1, False).mcts_search(start)

    return work, sum(lengths) / len(lengths)


def ours(name: str, options: dict[str, int], quiet: int) -> tuple[Callable[[int], object], float]:
    """The same of the kernel."""
    game = tabuleiro.game(name, **options)
    engine, start = game.engine, game.start().state()
    limits = (game.max_plies, quiet or game.quiet_limit)
    tally = engine.playouts(start, 2000, *limits, 1)
    return lambda games: engine.playouts(start, games, *limits, 2), tally.plies / tally.games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    print("game            ours/s  length   OpenSpiel/s  length  times games  times actions")
    for name in given.names or GAMES:
        other, options, limits = GAMES[name]
        mine, my_length = ours(name, options, limits.get("quiet", 0))
        its, its_length = theirs(other)
        rounds = [
            (rate(mine, given.seconds), rate(its, given.seconds)) for _ in range(given.rounds)
        ]
        fast, slow = (max(each) for each in zip(*rounds, strict=True))
        actions = fast * my_length / (slow * its_length)
        print(
            f"{name:<12}{fast:>10,.0f}{my_length:>8.1f}{slow:>14,.0f}{its_length:>8.1f}"
            f"{fast / slow:>13.1f}{actions:>15.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
