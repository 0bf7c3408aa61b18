"""CIFRA by proof search: the standard layout for each choice of the second player, and random ones.

    python bench/layouts.py [--seconds 600] [--random 20]

Values are those of the player to move after the choice. The results go to bench/solved-proofs.json
as they come, from which bench/solved.py makes its table; started again, it goes on with what is not
there, or was given up after less time.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import tabuleiro
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.proof import ProofBot
from tabuleiro.cli.prove import proof_facts

RESULTS = Path(__file__).with_name("solved-proofs.json")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--random", type=int, default=20)
    asked = parser.parse_args()
    game = tabuleiro.game("cifra")
    wanted = {
        f"standard, {move.text}": game.start().play(move) for move in game.start().legal_moves
    }
    for seed in range(1, asked.random + 1):
        layout = tabuleiro.game("cifra", tiles=str(seed), choose="no")
        wanted[f"tiles={seed}, choose=no"] = layout.start()
    found = (
        {row["what"]: row for row in json.loads(RESULTS.read_text())} if RESULTS.exists() else {}
    )
    for what, position in wanted.items():
        known = found.get(what)
        if known and (known["value"] is not None or known["limit"] >= asked.seconds):
            continue
        found[what] = {**row(position, what, asked.seconds), "limit": asked.seconds}
        RESULTS.write_text(json.dumps(list(found.values()), indent=1) + "\n", encoding="utf-8")


def row(position: Any, what: str, seconds: float) -> dict[str, Any]:
    """What is proven of a position."""
    facts = proof_facts(position, ProofBot(position.game, 512), Limit(seconds=seconds))
    sys.stderr.write(f"{what}: {facts['value']} {facts['turns']}\n")
    kept = ("value", "turns", "shortest", "nodes", "seconds")
    return {"game": "CIFRA", "what": what, **{key: facts[key] for key in kept}}


if __name__ == "__main__":
    main()
