"""What further threads bring: seconds to a depth, and iterations a second, as ratios to one thread.

    python bench/threads.py [GAME ...] [--threads 2] [--positions 6] [--rounds 2] [--cpu]

Alpha-beta searches positions of random games to a depth, each time with an empty table, and the
times are summed; the order of runs alternates. A machine with other work shows less than it has:
`--cpu` counts the processor time of the first thread, which answers, and leaves the tree search
out.
"""

from __future__ import annotations

import argparse
import random
from time import perf_counter, thread_time

import tabuleiro
from tabuleiro import Position
from tabuleiro.bots.alphabeta import ASPIRATION, root_of, stone
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.mcts import MctsBot
from tabuleiro.bots.weights import read_weights
from tabuleiro.kernel.searcher import Searcher

DEPTHS = {"aboyne": 9, "cifra": 11, "fanorona": 10, "focus": 8, "shobu": 6}


def positions(game: tabuleiro.Game, count: int) -> list[Position]:
    """The start, and open positions after a few random turns."""
    chance = random.Random(1)
    found = [game.start()]
    while len(found) < count:
        here = game.start()
        for _ in range(chance.randrange(2, 14)):
            if here.outcome is None:
                here = here.play(chance.choice(list(here.legal_moves)))
        if here.outcome is None:
            found.append(here)
    return found


def to_depth(game: tabuleiro.Game, here: Position, depth: int, threads: int, cpu: bool) -> float:
    """Seconds of one search with the game's best weights."""
    best = read_weights(game, "best")
    weights = [best.get(term, 0) for term in game.terms]
    searcher = Searcher(game.engine, 64, threads)
    searcher.clear()  # so that the table is in memory: the first touch takes up to 40 ms
    window = ASPIRATION * stone(best)
    begin = thread_time()
    found = searcher.search(root_of(here), weights, depth=depth, window=window)
    return thread_time() - begin if cpu else found.seconds


def iterations(game: tabuleiro.Game, threads: int, seconds: float) -> float:
    """Iterations a second of a tree search from the start."""
    bot = MctsBot(game, {}, Limit(seconds=seconds), threads=threads, seed=1)
    begin = perf_counter()
    return bot.analyse(game.start()).nodes / (perf_counter() - begin)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", choices=[*DEPTHS, []], help=f"of {', '.join(DEPTHS)}")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--positions", type=int, default=6)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--cpu", action="store_true")
    given = parser.parse_args()
    print(f"{'game':10}{'depth':>6}{'1 thread':>10}{'several':>9}{'faster':>8}{'mcts':>7}")
    for name in given.games or DEPTHS:
        game = tabuleiro.game(name)
        depth = DEPTHS[name]
        to_depth(game, game.start(), 2, 1, given.cpu)  # compiles
        one = several = 0.0
        for here in positions(game, given.positions):
            for _ in range(given.rounds):
                one += to_depth(game, here, depth, 1, given.cpu)
                several += to_depth(game, here, depth, given.threads, given.cpu)
        more = 0.0
        if not given.cpu:
            iterations(game, 1, 0.1)
            more = iterations(game, given.threads, 1.0) / iterations(game, 1, 1.0)
        print(
            f"{name:10}{depth:6}{one:9.2f}s{several:8.2f}s{one / several:8.2f}{more:7.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
