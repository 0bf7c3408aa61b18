"""CIFRA by proof search: the standard layout for each choice of the second player, and random ones.

    python bench/layouts.py [--seconds 600] [--random 20] [--class 7] [--pieces 1]

A choice is asked about on the board that it makes: turned until White's home is at the top, with
the player to move who is not the one that chose. So two choices share the tables of endings that
are leaves of the proofs; those that are missing are made first, values alone, up to --class (0 for
none).

On the standard layout every choice is asked about. A random layout is worth what the second
player's best choice is: a quick search says which look good, and they are asked about in that order
until one is proven to win. Its --seconds are processor time and include tables, which are removed
in the end.

The results go to bench/solved-proofs.json as they come, from which bench/solved.py makes its page;
started again, it goes on with what is not there, or was given up after less time or with smaller
tables. With --pieces it ends after so many of them.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from pathlib import Path
from time import process_time
from typing import Any

import tabuleiro
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_analyst
from tabuleiro.bots.proof import ProofBot
from tabuleiro.cli.prove import proof_facts
from tabuleiro.position import Position
from tabuleiro.solving.endgames import Endings

RESULTS = Path(__file__).with_name("solved-proofs.json")
QUARTERS = {"top": 0, "left": 1, "bottom": 2, "right": 3}
"""How often a board is turned, clockwise, until a side is at the top."""
OPPOSITE = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}
TABLE_MB = 512
QUICK = Limit(nodes=2_000_000)
PART = Limit(nodes=20_000_000)
"""What a proof gets between two looks at the clock."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--random", type=int, default=20)
    parser.add_argument("--class", dest="group", type=int, default=7)
    parser.add_argument("--pieces", type=int, default=1000)
    asked = parser.parse_args()
    rows = json.loads(RESULTS.read_text()) if RESULTS.exists() else []
    found = {row["what"]: row for row in rows}
    choices = [move.text for move in tabuleiro.game("cifra").start().legal_moves]
    wanted = [f"standard, {choice}" for choice in choices]
    wanted += [f"tiles={seed}" for seed in range(1, asked.random + 1)]
    for what in wanted:
        known = found.get(what, {"value": None, "limit": 0, "tables": 0})
        tried = known["limit"] >= asked.seconds and known["tables"] >= asked.group
        if known["value"] is not None or tried or asked.pieces == 0:
            continue
        asked.pieces -= 1
        layout, _, choice = what.removeprefix("tiles=").partition(", ")
        facts = (
            proven(layout, choice, asked.group, asked.seconds)
            if choice
            else valued(layout, asked.group, asked.seconds)
        )
        sys.stderr.write(f"{what}: {facts}\n")
        limits = {"limit": asked.seconds, "tables": asked.group}
        found[what] = {"game": "CIFRA", "what": what, **facts, **limits}
        RESULTS.write_text(json.dumps(list(found.values()), indent=1) + "\n", encoding="utf-8")


def proven(layout: str, choice: str, group: int, seconds: float) -> dict[str, Any]:
    """What a choice is worth to the player to move."""
    position = after_choice(layout, choice)
    if group:
        Endings(position.game).build(group, brief=True)
    facts = proof_facts(position, ProofBot(position.game, TABLE_MB), Limit(seconds=seconds))
    return {key: facts[key] for key in ("value", "turns", "shortest", "nodes", "seconds")}


def valued(layout: str, group: int, seconds: float) -> dict[str, Any]:
    """What a layout is worth, by the choices that look best to the second player."""
    begin, nodes, building = process_time(), 0, 0.0
    asked: dict[str, str | None] = {}
    homes = set()
    for choice in promising(layout):
        position = after_choice(layout, choice)
        if group:
            endings, before = Endings(position.game), process_time()
            homes |= set() if endings.home.exists() else {endings.home}
            endings.build(group, brief=True)
            building += process_time() - before
        bot = ProofBot(position.game, TABLE_MB)
        asked[choice] = None
        while asked[choice] is None and process_time() - begin < seconds:
            facts = proof_facts(position, bot, PART)
            nodes += facts["nodes"]
            asked[choice] = facts["value"]
        if asked[choice] in ("loss", None):
            break
    for home in homes:
        shutil.rmtree(home)
    return {
        "value": worth(asked),
        "asked": asked,
        "nodes": nodes,
        "building": building,
        "seconds": process_time() - begin,
    }


def worth(asked: dict[str, str | None]) -> str | None:
    """Who wins a layout, from what choices are worth to the player to move."""
    if "loss" in asked.values():
        return "second player wins"
    if len(asked) < len(QUARTERS) * 2 or None in asked.values():
        return None
    return "a draw" if "draw" in asked.values() else "first player wins"


def promising(layout: str) -> list[str]:
    """The choices on a layout, the best for who chooses first; each before that with its tables."""
    game = tabuleiro.game("cifra", tiles=layout)
    analyst = make_analyst(game, "master,tables=no")
    found = analyst.search(game.start(), QUICK, lines=2 * len(QUARTERS)).result
    order: list[str] = []
    for line in found.lines:
        side, colour = line.moves[0].text.split("-")
        other = "blue" if colour == "white" else "white"
        order += [f"{side}-{colour}", f"{OPPOSITE[side]}-{other}"]
    return list(dict.fromkeys(order))


def after_choice(layout: str, choice: str) -> Position:
    """A layout after the second player's choice of his home and colour."""
    side, colour = choice.split("-")
    white = side if colour == "white" else OPPOSITE[side]
    usual = tabuleiro.game("cifra", choose=False, tiles=layout).start().text.split()[1]
    rows = usual.split("/")
    for _ in range(QUARTERS[white]):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
    tiles = layout if white == "top" else "/".join(rows)
    start = tabuleiro.game("cifra", choose=False, tiles=tiles).start()
    if colour == "blue":  # who chose has Blue, and White moves
        return start
    return start.game.position(start.text.rpartition(" ")[0] + " b")


if __name__ == "__main__":
    main()
