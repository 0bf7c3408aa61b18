"""`tabuleiro engine`: the Universal Game Interface on standard input and output."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from tabuleiro.adapters.ugi import UgiEngine, lines_of
from tabuleiro.bots.presets import presets
from tabuleiro.cli.app import GameName, Options, Seed, app, the_game
from tabuleiro.cli.output import note


@app.command()
def engine(
    name: GameName,
    option: Options = None,
    bot: Annotated[
        str | None,
        typer.Option(
            "--bot", help="Who plays; `tabuleiro bots GAME` lists them.", show_default="master"
        ),
    ] = None,
    seed: Seed = None,
) -> None:
    """Be an engine for other programs: speak the Universal Game Interface, line by line.

    Type `ugi` to see what can be set, `position startpos`, `go movetime 500`, `quit` to leave.

    Example: `echo ugi | tabuleiro engine shobu --bot hard`
    """
    played = the_game(name, option, seed)
    strongest = "master" if "master" in presets(played) else "mcts"
    speaker = UgiEngine(played, bot or strongest, sys.stdout, seed)
    if sys.stdin.isatty():
        note("This speaks UGI, for programs. Try: ugi, position startpos, go movetime 500, quit")
    speaker.run(lines_of(sys.stdin))
