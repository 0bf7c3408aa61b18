"""Whether the arena's openings are even: by deep searches, in play, and what they cost.

    python bench/openings.py [GAME ...] [--depths 40] [--play 400] [--bot expert] [--seed 1]
    python bench/openings.py shobu -o no_push_limit=100      careful players might go on for ever

For each game: the mean win probability of the side to move by two successive deep searches (the
mean of depths 7 and 8; 5 and 6 in Shobu and Focus) and of the first player, over so many openings,
the share of them outside 0.4 to 0.6, the time to make one; then the score of the side to move, and
of the first player, where a bot plays itself once from each of so many openings, with the 95 %
interval. `--first 100` begins with opening 100, to play in pieces; `--out FILE` adds the games to a
file, and tells of all in it.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from statistics import mean
from typing import Any

from tabuleiro.bots.presets import make_bot
from tabuleiro.experiments.balance import Judge
from tabuleiro.experiments.openings import Openings
from tabuleiro.experiments.settings import Settings
from tabuleiro.experiments.statistics import Tally, score

NAMES = ("aboyne", "cifra", "fanorona", "focus", "shobu")


def deep(openings: Openings, count: int) -> str:
    """What deep searches say of some openings, and what they cost."""
    openings[count]  # the first one compiles
    chances, firsts, seconds = [], [], []
    for number in range(count):
        begin = time.perf_counter(), time.process_time()
        _, here = openings[number]
        seconds.append((time.perf_counter() - begin[0], time.process_time() - begin[1]))
        chance = Judge(here.game).chance(here)
        chances.append(chance)
        firsts.append(chance if here.player == 0 else 1 - chance)
    outside = sum(abs(chance - 0.5) > 0.1 for chance in chances) / count
    clock, cpu = (mean(each) for each in zip(*seconds, strict=True))
    return (
        f"{count} openings: side to move {mean(chances):.3f}, first player {mean(firsts):.3f}, "
        f"{outside:.0%} outside 0.4 to 0.6; {clock:.2f} s each ({cpu:.2f} s of CPU)"
    )


def play(openings: Openings, name: str, number: int) -> dict[str, float]:
    """A game of a bot against itself: what the side to move and the first player made of it."""
    _, here = openings[number]
    mover = here.player
    bots = [make_bot(here.game, name, seat) for seat in range(2)]
    while here.outcome is None:
        here = here.play(bots[here.player].choose(here))
    winner = here.outcome.winner
    points = 0.5 if winner is None else float(winner == mover)
    return {"number": number, "mover": mover, "points": points, "plies": here.ply}


def told(points: list[float]) -> str:
    """A score with its interval."""
    tally = Tally.of_games(points.count(1.0), points.count(0.5), points.count(0.0))
    found = score(tally)
    return f"{100 * tally.mean:.1f} % [{100 * (found.low or 0):.1f}, {100 * (found.high or 0):.1f}]"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", choices=[*NAMES, []], help=f"of {', '.join(NAMES)}")
    parser.add_argument("--depths", type=int, default=40)
    parser.add_argument("--play", type=int, default=400)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--bot", default="expert")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    parser.add_argument("-o", dest="options", action="append", default=[], metavar="KEY=VALUE")
    given = parser.parse_args()
    options = dict(each.split("=") for each in given.options)
    for name in given.games or NAMES:
        openings = Openings(Settings(name, ("random", "random"), options, seed=given.seed))
        if given.depths:
            print(f"{name:10}{deep(openings, given.depths)}", flush=True)
        played: list[dict[str, Any]] = []
        begin = time.perf_counter()
        for number in range(given.first, given.first + given.play):
            played.append(play(openings, given.bot, number))
            if given.out is not None:
                with given.out.open("a") as file:
                    file.write(json.dumps({"game": name, "bot": given.bot} | played[-1]) + "\n")
        took = (time.perf_counter() - begin) / max(given.play, 1)
        if given.out is not None and given.out.exists():
            rows = [json.loads(line) for line in given.out.read_text().splitlines()]
            played = [row for row in rows if (row["game"], row["bot"]) == (name, given.bot)]
        if played:
            movers = [row["points"] for row in played]
            firsts = [row["points"] if row["mover"] == 0 else 1 - row["points"] for row in played]
            drawn = movers.count(0.5) / len(played)
            print(
                f"{name:10}{given.bot} against itself, {len(played)} games, {took:.1f} s each: "
                f"side to move {told(movers)}, first player {told(firsts)}, {drawn:.0%} drawn",
                flush=True,
            )


if __name__ == "__main__":
    main()
