"""How long a search takes to answer once it is told to stop, in milliseconds.

python bench/stop.py [--rounds 20]
"""

from __future__ import annotations

import argparse
import threading
import time

import tabuleiro
from tabuleiro import Position
from tabuleiro.bots.analysis import Analyst
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_analyst


def delays(game: tabuleiro.Game, text: str, rounds: int) -> list[float]:
    """In order, one for each round."""
    bot = make_analyst(game, text, seed=1)
    bot.analyse(game.start(), Limit(seconds=0.05))
    return sorted(delay(bot, game.start(), 0.1 + 0.02 * i) for i in range(rounds))


def delay(bot: Analyst, here: Position, after: float) -> float:
    """From the call of `stop`, so many seconds after its start, to the answer of a long search."""
    answers: list[float] = []

    def think() -> None:
        bot.analyse(here, Limit(seconds=60))
        answers.append(time.perf_counter())

    thread = threading.Thread(target=think)
    thread.start()
    time.sleep(after)
    begin = time.perf_counter()
    bot.stop()
    thread.join()
    return 1000 * (answers[0] - begin)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args().rounds
    print(f"{'game':10}{'bot':8}{'median':>8}{'worst':>8}")
    for name in tabuleiro.game_names():
        for text in ("master", "mcts"):
            found = delays(tabuleiro.game(name), text, rounds)
            print(f"{name:10}{text:8}{found[rounds // 2]:8.1f}{found[-1]:8.1f}", flush=True)


if __name__ == "__main__":
    main()
