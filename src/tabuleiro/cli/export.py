"""`tabuleiro export`: one game of an experiment as a record."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tabuleiro.cli.app import app
from tabuleiro.cli.output import note, write_file


@app.command()
def export(
    directory: Annotated[
        Path, typer.Argument(metavar="DIR", help="Where `tabuleiro arena` keeps an experiment.")
    ],
    number: Annotated[
        int, typer.Argument(metavar="NUMBER", help="A game, as report and `games.csv` number it.")
    ],
    turns: Annotated[
        int | None,
        typer.Option("--turns", metavar="N", help="Only so many of its turns.", show_default="all"),
    ] = None,
    write: Annotated[
        Path | None,
        typer.Option(
            "--write", metavar="FILE", help="Where to.", show_default="the standard output"
        ),
    ] = None,
) -> None:
    """Take one game out of an experiment, as a record.

    `watch`, `review` and the web board read it from a file, which `--write` makes. For
    `analyse --record`, which looks at the last position, stop before the end with `--turns`.

    Example: `tabuleiro export arena/levels 3 --turns 20`
    """
    from tabuleiro.experiments.store import Store

    with Store.open(directory) as store:
        text = store.record(number, turns).text()
    if write is not None:
        write_file(write, text)
        note(f"Game {number} is in {write}")
    else:
        typer.echo(text, nl=False)
