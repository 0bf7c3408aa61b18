"""Proof search against alpha-beta at equal time, on positions near the ends of games between bots.

    python bench/proofs.py [--games 10] [--seconds 0.5] [--seed 1]

Both get every position a few turns before the end of a game. Counted is who finds a forced win or
loss, and how many turns away the farthest one is. Neither asks tables.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import sys

import tabuleiro
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_analyst, make_bot
from tabuleiro.bots.proof import ProofBot
from tabuleiro.errors import Stopped
from tabuleiro.position import Position

GAMES = ("aboyne", "shobu", "cifra")
BACK = (3, 5, 7, 9, 11, 13, 15)
"""Turns before the end at which positions are taken."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print(
        "| game | positions | alpha-beta | proof | both | farthest, alpha-beta | farthest, proof |"
    )
    print("|---|--:|--:|--:|--:|--:|--:|")
    for name in GAMES:
        print(compared(name, asked.games, asked.seconds, asked.seed), flush=True)


def compared(name: str, games: int, seconds: float, seed: int) -> str:
    """A row of the table."""
    game = tabuleiro.game(name)
    limit = Limit(seconds=seconds)
    searcher, prover = make_analyst(game, "master,tables=no"), ProofBot(game, 256, tables=False)
    searcher.prepare()
    prover.prepare()
    found: dict[str, dict[int, int]] = {"search": {}, "proof": {}}
    places = [place for number in range(games) for place in ending(game, seed + number)]
    for number, place in enumerate(places):
        searcher.new_game()
        prover.new_game()
        score = searcher.analyse(place, limit).score
        if score.win_in is not None:
            found["search"][number] = abs(score.win_in)
        with contextlib.suppress(Stopped):
            prover.analyse(place, limit)
        if prover.proof.turns is not None:
            found["proof"][number] = prover.proof.turns
    both = found["search"].keys() & found["proof"].keys()
    cells = (
        name,
        len(places),
        *(len(found[who]) for who in ("search", "proof")),
        len(both),
        *(max(found[who].values(), default=0) for who in ("search", "proof")),
    )
    return "| " + " | ".join(map(str, cells)) + " |"


def ending(game: tabuleiro.Game, seed: int) -> list[Position]:
    """Positions before the end of a game between two bots, after some turns of chance."""
    chance, bot = random.Random(seed), make_bot(game, "hard", seed)
    here = game.start()
    while here.outcome is None and here.ply < 200:
        opening = here.ply < 4
        move = chance.choice(list(here.legal_moves)) if opening else bot.choose(here)
        here = here.play(move)
    if here.outcome is None or here.outcome.winner is None:
        return []
    line = [here]
    while line[-1].parent is not None:
        line.append(line[-1].parent)
    whole = [place for place in line if place.turn_is_over]
    sys.stderr.write(f"{game.name}: {len(whole) - 1} turns\n")
    return [whole[back] for back in BACK if back < len(whole)]


if __name__ == "__main__":
    main()
