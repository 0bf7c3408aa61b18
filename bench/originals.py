"""The slow cases of the original programs: seconds a move as published, and here.

    python bench/originals.py [--games 10] [--seed 1]

Each bot plays itself from two random turns on. The ratio is the published time divided by ours.
"""

from __future__ import annotations

import argparse
import random
import statistics
from time import perf_counter

import tabuleiro
from tabuleiro.bots.presets import make_bot
from tabuleiro.experiments.openings import random_turn

CASES = (
    # game, bot, turns of a game that are timed, the published seconds a move
    ("shobu", "classic-3", "early", range(10), 20.0),
    ("shobu", "classic-3", "late", range(20, 80), 5.0),
    ("aboyne", "classic-f8,depth=4", "least", range(200), 0.16),
    ("aboyne", "classic-f8,depth=4", "most", range(200), 1.3),
    ("focus", "classic-hard", "least", range(200), 0.5),
    ("focus", "classic-hard", "most", range(200), 1.0),
)


def seconds(name: str, text: str, turns: range, games: int, seed: int) -> list[float]:
    """How long the moves of some games took."""
    game = tabuleiro.game(name)
    taken = []
    for number in range(games):
        chance = random.Random(f"{seed} {number}")
        bots = [make_bot(game, text, chance.getrandbits(32)) for _ in range(2)]
        here = random_turn(random_turn(game.start(), chance), chance)
        while here.outcome is None and here.ply < turns.stop:
            begin = perf_counter()
            move = bots[here.player].choose(here)
            if here.ply in turns:
                taken.append(perf_counter() - begin)
            here = here.play(move)
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for name in ("shobu", "aboyne", "focus"):  # compile first
        game = tabuleiro.game(name)
        make_bot(game, "greedy").choose(game.start())
    print(f"{'game':8}{'bot':22}{'published':>17}{'mean':>10}{'slowest':>10}{'ratio':>8}")
    for name, text, part, turns, published in CASES:
        taken = seconds(name, text, turns, given.games, given.seed)
        mean = statistics.mean(taken)
        print(
            f"{name:8}{text:22}{published:8.2f} s {part:6}{1000 * mean:7.2f} ms"
            f"{1000 * max(taken):7.1f} ms{published / mean:8.0f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
