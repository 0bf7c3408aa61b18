"""How likely a lead wins: the steepness of the curve from evaluations to win probabilities.

    python bench/chances.py [GAME ...] [--games 100] [--nodes 20000] [--seed 1]

A bot plays itself from random openings. Every evaluation on the way, with the result of its game,
is a point; the answer is the steepness under which all results are likeliest (a draw is half a
win). It stands in each game's `bots.toml`.
"""

from __future__ import annotations

import argparse
import random
from math import exp

import tabuleiro
from tabuleiro.bots.alphabeta import AlphaBetaBot
from tabuleiro.bots.presets import make_bot
from tabuleiro.experiments.openings import random_turn

NAMES = ("aboyne", "cifra", "fanorona", "focus", "shobu")
LONGEST = 300

Point = tuple[float, float]
"""A lead, and what the player who had it scored in the end."""


def points(name: str, games: int, nodes: int, seed: int) -> list[Point]:
    """The points of some games."""
    found: list[Point] = []
    for number in range(games):
        game = tabuleiro.game(name, seed=number)
        chance = random.Random(f"{seed} {number}")
        bots = [make_bot(game, f"master,nodes={nodes},seconds=60", seed) for _ in range(2)]
        here = game.start()
        for _ in range(chance.randrange(2, 9)):
            if here.outcome is None:
                here = random_turn(here, chance)
        leads: list[tuple[int, int]] = []
        while here.outcome is None and here.ply < LONGEST:
            bot = bots[here.player]
            assert isinstance(bot, AlphaBetaBot)
            move = bot.choose(here)
            assert bot.last is not None
            if bot.last.score.decided is None:
                leads.append((bot.last.score.points, here.player))
            here = here.play(move)
        winner = None if here.outcome is None else here.outcome.winner
        found += [
            (lead, 0.5 if winner is None else float(winner == player)) for lead, player in leads
        ]
    return found


def steepness(found: list[Point]) -> float:
    """The one that makes the results likeliest, by bisection of the slope."""

    def slope(rate: float) -> float:
        return sum(lead * (score - chance(lead * rate)) for lead, score in found)

    low, high = 1e-5, 1.0
    while high / low > 1.001:
        middle = (low * high) ** 0.5
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    return 1 / low


def chance(x: float) -> float:
    return 1 / (1 + exp(-max(-700.0, min(700.0, x))))


def table(found: list[Point], steep: float) -> str:
    """Leads by how likely the curve says they win, and how often they did."""
    rows = []
    for low in range(0, 100, 20):
        inside = [
            (p, s)
            for p, s in ((chance(x / steep), s) for x, s in found)
            if low <= 100 * p < low + 20
        ]
        if inside:
            said = sum(p for p, _ in inside) / len(inside)
            was = sum(s for _, s in inside) / len(inside)
            rows.append(f"{said:.0%} was {was:.0%}")
    return ", ".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", choices=[*NAMES, []], help=f"of {', '.join(NAMES)}")
    parser.add_argument("--games", dest="count", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for name in given.games or NAMES:
        found = points(name, given.count, given.nodes, given.seed)
        steep = steepness(found)
        print(
            f"{name:10}{steep:6.0f}  ({len(found)} points; said {table(found, steep)})", flush=True
        )


if __name__ == "__main__":
    main()
