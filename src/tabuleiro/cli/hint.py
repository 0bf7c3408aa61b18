"""`tabuleiro hint`: a little help, or all of it."""

from __future__ import annotations

from typing import Annotated

import typer

from tabuleiro.bots.analysis import Analysis
from tabuleiro.bots.limit import Limit
from tabuleiro.cli.analyse import Depth, Seconds, place, thinker
from tabuleiro.cli.app import GameName, Json, Moves, Options, PositionText, Seed, app
from tabuleiro.cli.output import out, print_json
from tabuleiro.position import Position


@app.command()
def hint(
    name: GameName,
    option: Options = None,
    position: PositionText = None,
    moves: Moves = None,
    grade: Annotated[
        int,
        typer.Option(
            "--grade", help="1: which piece; 2: where to; 3: the whole move.", min=1, max=3
        ),
    ] = 3,
    seconds: Seconds = None,
    depth: Depth = None,
    seed: Seed = None,
    json: Json = False,
) -> None:
    """A hint at full strength, in three grades.

    Example: `tabuleiro hint shobu --grade 1`
    """
    here = place(name, option, position, moves, None, seed)
    found = thinker(here.game, "master", None, seed).analyse(here, Limit(seconds, depth))
    cells = [here.game.geometry.cells[cell].name for cell in first_cells(here, found)]
    said = {1: cells[0], 2: "-".join(cells[:2]), 3: found.move.text}[grade]
    if json:
        print_json({"game": name, "position": here.text, "grade": grade, "hint": said})
    else:
        out.print(said, markup=False)


def first_cells(here: Position, found: Analysis) -> tuple[int, ...]:
    """The cells that the first step of the best move touches."""
    return here.game.touched(here, found.move.actions[0])
