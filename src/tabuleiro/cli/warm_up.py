"""`tabuleiro warm-up`: compile ahead, so that nobody waits later."""

from __future__ import annotations

from time import perf_counter
from typing import Annotated

import typer

from tabuleiro.cli.app import Json, _complete_game, app
from tabuleiro.cli.output import leaving_out, out, print_json, progress
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
    chosen = names or [each.name for each in all_games()]
    seconds: dict[str, float] = {}
    with progress("compiling") as report:
        for number, name in enumerate(chosen):
            begin = perf_counter()
            with leaving_out(wanted=bool(names)):
                work = [(each, unit) for each in game(name).compilations for unit in UNITS]
                for done, (options, unit) in enumerate(work, 1):
                    game(name, seed=None, **options).engine.compile(unit)
                    report((number + done / len(work)) / len(chosen))
                seconds[name] = perf_counter() - begin
                if not json:
                    out.print(f"{name} is ready ({seconds[name]:.1f} s)")
    if json:
        print_json({"cache": str(cache.root()), "seconds": seconds})
