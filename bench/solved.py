"""Everything that is solved, written to docs/solved.md from runs; and what ships with the program.

    python bench/solved.py                 solve what is missing, write the page
    python bench/solved.py --ship          also copy the small ones into the package
    python bench/solved.py --proofs        write the page's last part anew, the proofs, and no more

What was solved before is taken as it is (`--anew` solves it again). Measured on an otherwise quiet
machine, or the page's seconds say little.
"""

from __future__ import annotations

import argparse
import json
import shutil
from collections import Counter
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
    ("CIFRA", "cifra", {"size": 3}, ""),
    ("Connect Four", "connect4", {"width": 4, "height": 4}, "draw, 161 029 positions (Tromp)"),
    ("Hex", "hex", {"size": 3}, ""),
    ("Othello", "othello", {"size": 4}, ""),
    ("Breakthrough", "breakthrough", {"size": 4}, ""),
]
STONES = 6
SHIPPED_STONES = 4
PIECES = 6
SHIPPED_GAMES = ("fanorona", "focus")
SHIPPED_BYTES = 2_000_000
"""Larger boards are made by one command."""
WINNERS = ("first player wins", "second player wins")
LAYOUTS = 20
PROOFS_TITLE = "## Proofs"
BLUE_WINS = {(True, "loss"), (False, "win")}
"""Who chose has Blue, and what that is worth to the other player."""

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
    parser.add_argument("--proofs", action="store_true")
    asked = parser.parse_args()
    if asked.proofs:
        before = PAGE.read_text(encoding="utf-8").partition(PROOFS_TITLE)[0]
        PAGE.write_text(before + proofs(json.loads(PROOFS.read_text())), encoding="utf-8")
        return
    if asked.ship:
        shutil.rmtree(files.SHIPPED)  # it may be of other rules
    rows = [board_row(*board, anew=asked.anew, ship=asked.ship) for board in BOARDS]
    head = [f"| {' | '.join(COLUMNS)} |", f"|{'---|' * len(COLUMNS)}"]
    text = HEAD + "\n".join(head + rows) + "\n\n" + fanorona(asked.ship) + "\n" + cifra()
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
    first = game.start().player  # in CIFRA the second player begins, with his choice
    size = " ".join(str(value) for value in options.values())
    words = f"{options['width']} wide, {options['height']} high" if "width" in options else size
    command = " ".join(f"-o {key}={value}" for key, value in options.items())
    small = found.path.stat().st_size <= SHIPPED_BYTES
    if ship and small and name in SHIPPED_GAMES and files.SHIPPED not in found.path.parents:
        place(found.path, files.SHIPPED / "solved" / found.path.name)
    cells = (
        f"{title} {words}",
        "a draw" if facts.value == "draw" else WINNERS[first ^ (facts.value == "loss")],
        "" if facts.turns is None else facts.turns,
        *(f"{number:,}" for number in (facts.positions, facts.wins, facts.draws, facts.losses)),
        facts.longest,
        f"{facts.seconds:.1f}",
        f"{found.path.stat().st_size / 1e6:.2f} MB",
        published,
        f"`tabuleiro solve {name} {command}`",
    )
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def fanorona(ship: bool) -> str:
    """The endings of the usual board."""
    tables = Endings(tabuleiro.game("fanorona"))
    rows = layers(tables, "stones", STONES)
    for group in range(2, SHIPPED_STONES + 1):
        path = tables.found(group)
        if ship and path is not None and files.SHIPPED not in path.parents:
            place(path, files.SHIPPED / "tables" / tables.home.name / path.name)
    return (
        "## Endings of Fanorona 9x5\n\n"
        'Boards with at least one stone of each side, the side to move as "me": '
        f"`tabuleiro tables fanorona --stones {STONES}`.\n\n"
        f"{rows}\n\n"
        f"{estimate(tables, 7, 'Seven stones are')} They were not built.\n"
    )


def cifra() -> str:
    """The endings of one layout of CIFRA, with fixed sides."""
    tables = Endings(tabuleiro.game("cifra", choose=False))
    return (
        "## Endings of CIFRA\n\n"
        "Boards with so many pieces, some of each side, the game still open, for each side to "
        "move: the tiles tell the sides apart, and every layout has tables of its own. The "
        f"standard one, without the choice: `tabuleiro tables cifra -o choose=no --class {PIECES}`."
        f"\n\n{layers(tables, 'pieces', PIECES)}\n\n"
        f"{estimate(tables, 10, 'All ten pieces, which is the whole game, are')} They were not "
        "built.\n"
    )


def layers(tables: Endings, name: str, highest: int) -> str:
    """The classes up to one, a row each."""
    lines = [
        f"| {name} | positions | won | drawn | lost | longest | seconds | processor | file |",
        "|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    lines += [
        f"| {layer.group} | {layer.positions:,} | {layer.wins:,} | {layer.draws:,} | "
        f"{layer.losses:,} | {layer.longest} | {layer.seconds:.1f} | "
        f"{f'{layer.processor:.1f}' if layer.processor else ''} | "
        f"{tables.file_size(layer.group) / 1e6:.1f} MB |"
        for layer in tables.build(highest)
    ]
    return "\n".join(lines)


def estimate(tables: Endings, highest: int, who: str) -> str:
    """What all classes up to one would take, from the largest that is there.

    Two threads take little more processor time in all than one, and half as long.
    """
    last = max(n for n in range(1, highest) if tables.layer(n) is not None)
    layer = tables.layer(last)
    assert layer is not None
    sizes = [tables.size(n) for n in range(1, highest + 1)]
    minutes = layer.processor / tables.size(last) * sum(sizes) / 60
    return (
        f"{who} {sum(sizes):,} positions, with those below: at the speed of the last row about "
        f"{minutes:,.0f} minutes of processor time, {sum(sizes) / 1e9:.1f} GB of memory beside the "
        f"program's own, and {(sum(sizes) + sizes[-1]) / 1e9:.1f} GB of disk while they are made."
    )


def proofs(found: list[dict[str, Any]]) -> str:
    """What proof search has answered."""
    choices = [row for row in found if "asked" not in row]
    layouts = [row for row in found if "asked" in row]
    good = [row["what"].partition(", ")[2] for row in choices if row["value"] == "loss"]
    whole = f"On the standard layout the second player, who chooses, wins: by {', '.join(good)}."
    if {(row["what"].endswith("blue"), row["value"]) for row in choices} == BLUE_WINS:
        whole += " Blue wins, wherever he is at home and whoever begins."
    lines = [
        f"{PROOFS_TITLE}\n",
        (
            f"By proof search (`python bench/layouts.py`): {decided(choices)} decided; the "
            "value is that of the player to move, who is not the one that chose. Leaves are tables "
            "of values up to so many pieces, which do not tell how many turns it takes; seconds "
            "are without making them.\n"
        ),
        *([f"{whole}\n"] if good else []),
        "| game | position | value | turns | positions | tables | seconds | limit |",
        "|---|---|---|--:|--:|--:|--:|--:|",
    ]
    for row in choices:
        value = "not decided" if row["value"] is None else row["value"]
        turns = "" if row["turns"] is None else f"{row['turns']}"
        if turns and not row["shortest"]:
            turns = f"at most {turns}"
        lines.append(
            f"| {row['game']} | {row['what']} | {value} | {turns} | {row['nodes']:,} | "
            f"{row['tables'] or ''} | {row['seconds']:.0f} | {row['limit']:.0f} s |"
        )
    return "\n".join(lines + (random_layouts(layouts) if layouts else [])) + "\n"


def decided(rows: list[dict[str, Any]]) -> str:
    """How many of all."""
    return f"{sum(row['value'] is not None for row in rows)} of {len(rows)}"


def random_layouts(rows: list[dict[str, Any]]) -> list[str]:
    """What random layouts are worth with the second player's choice."""
    minutes = sum(row["seconds"] for row in rows) / 60
    rest = LAYOUTS - len(rows)
    untried = f" The other {rest} of {LAYOUTS} were not tried yet." if rest else ""
    values = Counter(row["value"] for row in rows if row["value"] is not None)
    who = ", ".join(f"{value} on {number}" for value, number in values.most_common())
    lines = [
        "\n### Random layouts of CIFRA\n",
        (
            "The value of the whole game on a random layout, with the second player's choice of "
            "side and colour: one choice that is proven to win is enough. A quick search says "
            f"which look good. {decided(rows)} are decided ({who}), in {minutes:.0f} minutes of "
            f"processor time in all.{untried} Seconds are processor time with everything, also "
            "tables of values, made for the board of each choice.\n"
        ),
        "| layout | value | choices | positions | tables | making them | seconds | limit |",
        "|---|---|---|--:|--:|--:|--:|--:|",
    ]
    says = {"loss": "wins", "win": "loses", "draw": "draws", None: "not decided"}
    for row in rows:
        choices = ", ".join(f"{choice} {says[value]}" for choice, value in row["asked"].items())
        lines.append(
            f"| {row['what']} | {row['value'] or 'not decided'} | {choices} | {row['nodes']:,} | "
            f"{row['tables'] or ''} | {row['building']:.0f} s | {row['seconds']:.0f} s | "
            f"{row['limit']:.0f} s |"
        )
    return lines


def place(source: Path, target: Path) -> None:
    """Copy a file into the package."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


if __name__ == "__main__":
    main()
