"""Everything that is solved, written to docs/solved.md from runs; and what ships with the program.

    python bench/solved.py                 solve what is missing, write the page
    python bench/solved.py --ship          also copy the small ones into the package

What was solved before is taken as it is (`--anew` solves it again). Measured on an otherwise quiet
machine, or the page's seconds say little.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path
from typing import Any

import tabuleiro
from tabuleiro.solving import files
from tabuleiro.solving.api import solve
from tabuleiro.solving.endgames import Endings

PAGE = Path(__file__).parents[1] / "docs" / "solved.md"
PROOFS = Path(__file__).with_name("solved-proofs.json")
BOARDS: list[tuple[str, str, dict[str, Any], str]] = [
    *(
        ("Fanorona", "fanorona", {"width": w, "height": h}, published)
        for w, h, published in (
            (3, 3, "win, 1 012 positions"),
            (3, 4, ""),
            (4, 3, ""),
            (3, 5, "win, 185 204 positions"),
            (5, 3, "win, 444 908 positions"),
            (4, 4, ""),
        )
    ),
    ("Focus", "focus", {"size": 4}, ""),
    ("Aboyne", "aboyne", {"side": 3}, ""),
    ("Connect Four", "connect4", {"width": 4, "height": 4}, "draw, 161 029 positions (Tromp)"),
]
STONES = 5
SHIPPED_STONES = 4
SHIPPED_BYTES = 2_000_000
"""Larger boards are made by one command."""
VALUES = {"win": "first player wins", "loss": "second player wins", "draw": "a draw"}

HEAD = """# What is solved

Written by `python bench/solved.py` from runs; do not edit. [How it is done](solving.md).

Infinite play is a draw: rules about repetition, progress and length are left aside. Positions are
boards with their side to move at the start of a turn, each symmetric one for itself, end positions
included; wins and losses are those of the side to move. Seconds are those of the run that made the
file, on a machine that had other work. Every row is made again by its command.

## Small boards

"""
COLUMNS = [
    "board",
    "value",
    "turns",
    "positions",
    "won",
    "drawn",
    "lost",
    "longest",
    "seconds",
    "file",
    "published",
    "command",
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--anew", action="store_true")
    parser.add_argument("--ship", action="store_true")
    asked = parser.parse_args()
    rows = [board_row(*board, anew=asked.anew, ship=asked.ship) for board in BOARDS]
    head = [f"| {' | '.join(COLUMNS)} |", f"|{'---|' * len(COLUMNS)}"]
    text = HEAD + "\n".join(head + rows) + "\n\n" + endings(asked.ship)
    if PROOFS.exists():
        text += "\n" + proofs(json.loads(PROOFS.read_text()))
    PAGE.write_text(text, encoding="utf-8")


def board_row(
    title: str, name: str, options: dict[str, Any], published: str, anew: bool, ship: bool
) -> str:
    """A solved board as a row of the table."""
    game = tabuleiro.game(name, **options)
    found = solve(game, anew=anew)
    facts = found.solved
    size = " ".join(str(value) for value in options.values())
    words = f"{options['width']} wide, {options['height']} high" if "width" in options else size
    command = " ".join(f"-o {key}={value}" for key, value in options.items())
    small = found.path.stat().st_size <= SHIPPED_BYTES
    if ship and small and files.SHIPPED not in found.path.parents:
        place(found.path, files.SHIPPED / "solved" / found.path.name)
    cells = (
        f"{title} {words}",
        VALUES[facts.value],
        "" if facts.turns is None else facts.turns,
        *(f"{number:,}" for number in (facts.positions, facts.wins, facts.draws, facts.losses)),
        facts.longest,
        f"{facts.seconds:.1f}",
        f"{found.path.stat().st_size / 1e6:.2f} MB",
        published,
        f"`tabuleiro solve {name} {command}`",
    )
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def endings(ship: bool) -> str:
    """The tables of endings that are there."""
    tables = Endings(tabuleiro.game("fanorona"))
    layers = tables.build(STONES)
    lines = [
        "## Endings of Fanorona 9x5\n",
        (
            'Boards with at least one stone of each side, the side to move as "me": '
            f"`tabuleiro tables fanorona --stones {STONES}`.\n"
        ),
        "| stones | positions | won | drawn | lost | longest | seconds | file |",
        "|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for layer in layers:
        path = tables.found(layer.group)
        assert path is not None
        if ship and layer.group <= SHIPPED_STONES and files.SHIPPED not in path.parents:
            place(path, files.SHIPPED / "tables" / tables.home.name / path.name)
        lines.append(
            f"| {layer.group} | {layer.positions:,} | {layer.wins:,} | {layer.draws:,} | "
            f"{layer.losses:,} | {layer.longest} | {layer.seconds:.1f} | "
            f"{path.stat().st_size / 1e6:.1f} MB |"
        )
    last = layers[-1]
    seven = 6_261_651_660
    hours = last.seconds / last.positions * seven / 3600
    lines.append(
        f"\nSeven stones are {seven:,} positions: at the speed of the last row about "
        f"{hours:.1f} hours, {seven / 1e9:.1f} GB of memory and twice as much disk while they are "
        "made. They were not built."
    )
    return "\n".join(lines) + "\n"


def proofs(found: list[dict[str, Any]]) -> str:
    """What proof search has answered."""
    decided = sum(row["value"] is not None for row in found)
    lines = [
        "## Proofs\n",
        (
            f"By proof search (`python bench/layouts.py`): {decided} of {len(found)} decided; the "
            "value is that of the player to move.\n"
        ),
        "| game | position | value | turns | positions | seconds | limit |",
        "|---|---|---|--:|--:|--:|--:|",
    ]
    for row in found:
        value = "not decided" if row["value"] is None else row["value"]
        turns = "" if row["turns"] is None else f"{row['turns']}"
        if turns and not row["shortest"]:
            turns = f"at most {turns}"
        lines.append(
            f"| {row['game']} | {row['what']} | {value} | {turns} | {row['nodes']:,} | "
            f"{row['seconds']:.0f} | {row['limit']:.0f} s |"
        )
    return "\n".join(lines) + "\n"


def place(source: Path, target: Path) -> None:
    """Copy a file into the package."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


if __name__ == "__main__":
    main()
