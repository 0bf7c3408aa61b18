"""`tabuleiro watch`: a saved game, turn by turn."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from tabuleiro.cli.app import DEFAULT_LANGUAGE, Language, app
from tabuleiro.cli.output import out
from tabuleiro.cli.play import Plain, Theme
from tabuleiro.record import Record
from tabuleiro.terminal.console import can_draw
from tabuleiro.terminal.replay import Replay


@app.command()
def watch(
    record: Annotated[
        Path, typer.Argument(metavar="RECORD", help="A file that `play --record` has written.")
    ],
    seconds: Annotated[
        float, typer.Option("--seconds", help="How long a turn stays.", min=0.02, max=3600)
    ] = 1.0,
    plain: Plain = False,
    theme: Theme = None,
    lang: Language = DEFAULT_LANGUAGE,
) -> None:
    """Replay a saved game: pause, step, back, faster, slower; `?` lists the keys.

    With `--plain` it goes line by line. Into a pipe, all turns are written one after the other.

    Example: `tabuleiro watch game.txt --seconds 2`
    """
    loaded = Record.load(record)
    if can_draw() and not plain:
        from tabuleiro.terminal.app import watch as replay

        replay(loaded, lang.value, theme, seconds)
        return
    piped_in = not sys.stdin.isatty()
    Replay(loaded, lang.value, out, seconds, asks=plain and (piped_in or out.is_terminal)).run()
