"""Checks the shipped puzzles again: `python bench/puzzles.py [GAME...] [--nodes N] [--every K]`.

A search of N positions, deeper than that of the harvest, must find the stored turn best, and a win
must be won. Prints what does not hold; the exit code is 1 if there is something.
"""

from __future__ import annotations

import argparse
import sys

from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_analyst
from tabuleiro.game import game
from tabuleiro.teaching.puzzles import Puzzle, puzzles_of

GAMES = ("aboyne", "cifra", "fanorona", "focus", "shobu")


def holds(puzzle: Puzzle, limit: Limit) -> bool:
    """Whether a search agrees with a puzzle."""
    start = puzzle.start()
    bot = make_analyst(start.game, seed=1)
    with bot.search(start, limit) as search:
        found = search.result
    right = puzzle.is_right(start.play(found.move))
    return right and (puzzle.win_in is None or found.score.decided == "win")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--nodes", type=int, default=3_000_000)
    parser.add_argument("--every", type=int, default=1, help="only every so many")
    asked = parser.parse_args()
    failed = 0
    for name in asked.games:
        puzzles = puzzles_of(game(name))[:: asked.every]
        wrong = [puzzle for puzzle in puzzles if not holds(puzzle, Limit(nodes=asked.nodes))]
        print(f"{name}: {len(puzzles) - len(wrong)} of {len(puzzles)} hold", flush=True)
        for puzzle in wrong:
            print(f"  {puzzle.id} {puzzle.text}")
        failed += len(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
