"""`tabuleiro hint`: a little help, or all of it."""

from __future__ import annotations

from typing import Annotated

import typer

from tabuleiro.bots.hints import hint as ask
from tabuleiro.bots.limit import Limit
from tabuleiro.cli.analyse import Depth, Nodes, place
from tabuleiro.cli.app import (
    DEFAULT_LANGUAGE,
    GameName,
    Json,
    Language,
    Moves,
    Options,
    PositionText,
    Seed,
    app,
)
from tabuleiro.cli.output import out, print_json
from tabuleiro.turn import RESERVE


@app.command()
def hint(
    name: GameName,
    option: Options = None,
    position: PositionText = None,
    moves: Moves = None,
    grade: Annotated[
        int,
        typer.Option(
            "--grade", help="1: which piece; 2: which direction; 3: the whole move.", min=1, max=3
        ),
    ] = 3,
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="Time to think, instead of --nodes.")
    ] = None,
    depth: Depth = None,
    nodes: Nodes = None,
    seed: Seed = None,
    lang: Language = DEFAULT_LANGUAGE,
    json: Json = False,
) -> None:
    """A hint at full strength, in three grades; all of them are about the same move.

    Without a limit, two million positions are looked at, so that the answer is always the same.

    Example: `tabuleiro hint shobu --grade 1`
    """
    here = place(name, option, position, moves, None, seed)
    found = ask(here, grade, Limit(seconds, depth, nodes), seed)
    if json:
        cells = here.game.geometry.cells
        names = ["*" if cell == RESERVE else cells[cell].name for cell in found.cells]
        said = {"hint": found.text[lang.value], "cells": names}
        print_json({"game": name, "position": here.text} | found.facts() | said)
    else:
        out.print(found.text[lang.value], markup=False)
