"""Proof search against alpha-beta at equal processor time, on positions near the ends of games
between bots.

    python bench/proofs.py [--positions 49] [--seconds 1] [--seed 100]

Both get every position a few turns before the end of a game. Counted is who finds a forced win or
loss, and how many turns away the farthest one is. Neither asks tables. Bots are limited by nodes
and searches by processor time, so that the table hardly depends on what else the machine does.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import threading
from time import process_time

import tabuleiro
from tabuleiro.bots.base import Bot
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_analyst, make_bot
from tabuleiro.bots.proof import ProofBot
from tabuleiro.errors import Stopped
from tabuleiro.position import Position

GAMES = ("aboyne", "shobu", "cifra")
BACK = (3, 5, 7, 9, 11, 13, 15)
"""Turns before the end at which positions are taken."""
PLAYERS = "hard,nodes=15000"
LONG = Limit(seconds=600)
TICK = 0.005
COLUMNS = (
    "game",
    "positions",
    "alpha-beta decides",
    "proof search",
    "both",
    "farthest, alpha-beta",
    "farthest, proof search",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=49)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=100)
    asked = parser.parse_args()
    print(f"| {' | '.join(COLUMNS)} |\n|---|{'--:|' * (len(COLUMNS) - 1)}")
    for name in GAMES:
        print(compared(name, asked.positions, asked.seconds, asked.seed), flush=True)


def compared(name: str, positions: int, seconds: float, seed: int) -> str:
    """A row of the table."""
    game = tabuleiro.game(name)
    searcher, prover = make_analyst(game, "master,tables=no"), ProofBot(game, 256, tables=False)
    searcher.prepare()
    prover.prepare()
    places: list[Position] = []
    while len(places) < positions:
        places += ending(game, seed)
        seed += 1
    found: dict[str, dict[int, int]] = {"search": {}, "proof": {}}
    for number, place in enumerate(places[:positions]):
        win_in = ends_in(searcher, place, seconds)
        if win_in is not None:
            found["search"][number] = win_in
        ends_in(prover, place, seconds)
        if prover.proof.turns is not None:
            found["proof"][number] = prover.proof.turns
    both = found["search"].keys() & found["proof"].keys()
    cells = (
        game.title["en"],
        positions,
        *(len(found[who]) for who in ("search", "proof")),
        len(both),
        *(f"{max(found[who].values(), default=0)} turns" for who in ("search", "proof")),
    )
    return "| " + " | ".join(map(str, cells)) + " |"


def ends_in(bot: Bot, place: Position, seconds: float) -> int | None:
    """In how many turns a bot sees the game end, after so much processor time."""
    bot.new_game()
    begin, over = process_time(), threading.Event()
    found = None
    with bot.search(place, LONG) as search:

        def watch() -> None:
            while process_time() - begin < seconds and not over.wait(TICK):
                pass
            search.stop()

        watcher = threading.Thread(target=watch)
        watcher.start()
        with contextlib.suppress(Stopped):
            for now in search:
                if now.lines and now.score.win_in is not None:
                    found = abs(now.score.win_in)
                    if not isinstance(bot, ProofBot):
                        break
        over.set()
        watcher.join()
    return found


def ending(game: tabuleiro.Game, seed: int) -> list[Position]:
    """Positions before the end of a game between two bots, after some turns of chance."""
    chance, bot = random.Random(seed), make_bot(game, PLAYERS, seed)
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
    return [whole[back] for back in BACK if back < len(whole)]


if __name__ == "__main__":
    main()
