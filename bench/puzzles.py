"""Checks the shipped puzzles again: `python bench/puzzles.py [GAME...] [--nodes N] [--every K]`.

A search of N positions, deeper than that of the harvest and with an empty table, must find the
stored turn best and no other nearly as good, and a win must be won. Prints what does not hold; the
exit code is 1 if there is something.
"""

from __future__ import annotations

import argparse
import sys
from time import process_time

from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_analyst
from tabuleiro.game import game
from tabuleiro.teaching.harvest import CLEAR, LINES
from tabuleiro.teaching.puzzles import Puzzle, puzzles_of

GAMES = ("aboyne", "cifra", "fanorona", "focus", "shobu")


def fault(puzzle: Puzzle, limit: Limit) -> str:
    """What a search finds wrong with a puzzle; nothing, if all is well."""
    start = puzzle.start()
    with make_analyst(start.game, seed=1).search(start, limit, LINES) as search:
        told = search.depths() or [search.result]  # what files know is found at no depth
    found = told[-1]
    if found.score.known is None and len(told) > 1:
        found = told[-2]  # the limit cut the very last one short
    right = start.play(puzzle.answer)
    for analysis in (found, told[-1]):
        if start.play(analysis.move) != right:
            return f"{analysis.move} is better"
    best = found.lines[0].score
    value = best.known["value"] if best.known else None
    if value == "loss":
        return "it loses as well"
    if puzzle.win_in is not None and value != "win":
        return "it is no win"
    others = [line for line in found.lines[1:] if start.play(line.moves[0]) != right]
    rival = next(iter(others), None)
    if rival is None:
        return "nothing to compare with"
    if puzzle.win_in is not None:
        sooner = rival.score.win_in is not None and 0 < rival.score.win_in <= puzzle.win_in
        return f"{rival.moves[0]} wins as soon" if sooner else ""
    gap = best.win_probability - rival.score.win_probability
    return f"{rival.moves[0]} is nearly as good" if gap < CLEAR / 2 else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--nodes", type=int, default=3_000_000)
    parser.add_argument("--every", type=int, default=1, help="only every so many")
    asked = parser.parse_args()
    failed = 0
    for name in asked.games:
        began = process_time()
        puzzles = puzzles_of(game(name))[:: asked.every]
        faults = [fault(puzzle, Limit(nodes=asked.nodes)) for puzzle in puzzles]
        wrong = [(puzzle, why) for puzzle, why in zip(puzzles, faults, strict=True) if why]
        spent = process_time() - began
        print(
            f"{name}: {len(puzzles) - len(wrong)} of {len(puzzles)} hold, {spent:.0f} s of CPU",
            flush=True,
        )
        for puzzle, why in wrong:
            print(f"  {puzzle.id} {why}: {puzzle.text}")
        failed += len(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
