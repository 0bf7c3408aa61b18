"""`tabuleiro check-engine`: whether a program speaks the Universal Game Interface as it should."""

from __future__ import annotations

from typing import Annotated

import typer

from tabuleiro.adapters.ugi_check import PATIENCE, Verdict
from tabuleiro.adapters.ugi_check import check_engine as checks
from tabuleiro.bots.program import find
from tabuleiro.cli.app import Json, Options, _complete_game, app, the_game
from tabuleiro.cli.output import out, print_json
from tabuleiro.errors import JobFailed, UnknownOption

SIGNS = {True: "[green]passed[/]   ", False: "[red]FAILED[/]   ", None: "[dim]not tried[/]"}


@app.command()
def check_engine(
    command: Annotated[
        str, typer.Argument(metavar="COMMAND", help="How the program is started, in quotes.")
    ],
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="The game that it plays, to check its moves too.",
            autocompletion=_complete_game,
        ),
    ] = None,
    option: Options = None,
    patience: Annotated[
        float, typer.Option("--patience", min=0.1, help="Seconds to wait for an answer.")
    ] = PATIENCE,
    json: Json = False,
) -> None:
    """Check that a program keeps to the Universal Game Interface; exit code 1 if it does not.

    Example: `tabuleiro check-engine "tabuleiro engine cifra" cifra`
    """
    if name is None and option:
        raise UnknownOption("options belong to a game; name the game after the command")
    game = None if name is None else the_game(name, option)
    words = find(command)
    found: list[Verdict] = []
    for verdict in checks(words, game, patience):
        if not json:
            _show(verdict, found[-1].reason if found else "")
        found.append(verdict)
    failed = [verdict for verdict in found if verdict.passed is False]
    if json:
        print_json(
            {
                "command": command,
                "game": name,
                "passed": not failed,
                "checks": [vars(verdict) for verdict in found],
            }
        )
    if failed:
        raise JobFailed(f"{len(failed)} of {len(found)} checks failed")


def _show(verdict: Verdict, said_before: str) -> None:
    out.print(f"{SIGNS[verdict.passed]}  ", end="")
    out.print(verdict.check, markup=False)
    if verdict.reason and verdict.reason != said_before:
        out.print(f"           {verdict.reason}", style="dim", markup=False, soft_wrap=True)
