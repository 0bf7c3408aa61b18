"""CIFRA by proof search: the standard layout for each choice of the second player, and random ones.

    python bench/layouts.py [--seconds 600] [--random 20] [--class 7]

A choice is asked about on the board that it makes: turned until White's home is at the top, with
the player to move who is not the one that chose. So two choices share the tables of endings that
are leaves of the proofs; those that are missing are made first, values alone, up to --class (0 for
none). The results go to bench/solved-proofs.json as they come, from which bench/solved.py makes its
table; started again, it goes on with what is not there, or was given up after less time or with
smaller tables.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import tabuleiro
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.proof import ProofBot
from tabuleiro.cli.prove import proof_facts
from tabuleiro.position import Position
from tabuleiro.solving.endgames import Endings

RESULTS = Path(__file__).with_name("solved-proofs.json")
QUARTERS = {"top": 0, "left": 1, "bottom": 2, "right": 3}
"""How often a board is turned, clockwise, until a side is at the top."""
OPPOSITE = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--random", type=int, default=20)
    parser.add_argument("--class", dest="group", type=int, default=7)
    asked = parser.parse_args()
    found = (
        {row["what"]: row for row in json.loads(RESULTS.read_text())} if RESULTS.exists() else {}
    )
    for what, position in wanted(asked.random).items():
        known = found.get(what, {"value": None, "limit": 0, "tables": 0})
        tried = known["limit"] >= asked.seconds and known.get("tables", 0) >= asked.group
        if known["value"] is not None or tried:
            continue
        if asked.group:
            Endings(position.game).build(asked.group, brief=True)
        facts = proof_facts(position, ProofBot(position.game, 512), Limit(seconds=asked.seconds))
        sys.stderr.write(f"{what}: {facts['value']} {facts['turns']}\n")
        kept = {key: facts[key] for key in ("value", "turns", "shortest", "nodes", "seconds")}
        limits = {"limit": asked.seconds, "tables": asked.group}
        found[what] = {"game": "CIFRA", "what": what, **kept, **limits}
        RESULTS.write_text(json.dumps(list(found.values()), indent=1) + "\n", encoding="utf-8")


def wanted(random: int) -> dict[str, Position]:
    """The positions to ask about, by what the page calls them."""
    positions = {}
    for move in tabuleiro.game("cifra").start().legal_moves:
        side, colour = move.text.split("-")
        positions[f"standard, {move.text}"] = after_choice(side, colour)
    for seed in range(1, random + 1):
        layout = tabuleiro.game("cifra", tiles=str(seed), choose=False)
        positions[f"tiles={seed}, choose=no"] = layout.start()
    return positions


def after_choice(side: str, colour: str) -> Position:
    """The standard layout after the second player's choice of his home and colour."""
    white = side if colour == "white" else OPPOSITE[side]
    usual = tabuleiro.game("cifra", choose=False).start().text.split()[1]
    rows = usual.split("/")
    for _ in range(QUARTERS[white]):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
    tiles = "standard" if white == "top" else "/".join(rows)
    start = tabuleiro.game("cifra", choose=False, tiles=tiles).start()
    if colour == "blue":  # who chose has Blue, and White moves
        return start
    return start.game.position(start.text.rpartition(" ")[0] + " b")


if __name__ == "__main__":
    main()
