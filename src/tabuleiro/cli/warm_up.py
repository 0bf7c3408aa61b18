"""`tabuleiro warm-up`: compile ahead, so that nobody waits later."""

from __future__ import annotations

from time import perf_counter
from typing import Annotated

import typer

from tabuleiro.cli.app import Json, _complete_game, app
from tabuleiro.cli.output import out, print_json, progress
from tabuleiro.game import all_games, game
from tabuleiro.kernel import cache

UNITS = ("perft", "playouts", "alphabeta", "alphabeta+net", "mcts", "mcts+net")
"""What a game can be asked for is compiled in these parts."""


@app.command("warm-up")
def warm_up(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME", help="Games; all if none.", autocompletion=_complete_game),
    ] = None,
    json: Json = False,
) -> None:
    """Compile games ahead of time, for all board sizes. What is compiled already costs nothing.

    Example: `tabuleiro warm-up shobu`
    """
    work = [
        (name, options, unit)
        for name in names or [each.name for each in all_games()]
        for options in game(name).compilations
        for unit in UNITS
    ]
    seconds: dict[str, float] = {}
    with progress("compiling") as report:
        for done, (name, options, unit) in enumerate(work, 1):
            begin = perf_counter()
            game(name, seed=None, **options).engine.compile(unit)
            seconds[name] = seconds.get(name, 0.0) + perf_counter() - begin
            report(done / len(work))
            if not json and (done == len(work) or work[done][0] != name):
                out.print(f"{name} is ready ({seconds[name]:.1f} s)")
    if json:
        print_json({"cache": str(cache.root()), "seconds": seconds})
