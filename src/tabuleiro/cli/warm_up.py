"""`tabuleiro warm-up`: compile ahead, so that nobody waits later."""

from __future__ import annotations

from time import perf_counter
from typing import Annotated

import typer

from tabuleiro.cli.app import Json, _complete_game, app
from tabuleiro.cli.output import out, print_json
from tabuleiro.game import game, game_names
from tabuleiro.games.base import Value
from tabuleiro.kernel import cache
from tabuleiro.kernel.engine import warm_up as compile_all


@app.command("warm-up")
def warm_up(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME", help="Games; all if none.", autocompletion=_complete_game),
    ] = None,
    json: Json = False,
) -> None:
    """Compile games ahead of time, for all board sizes. What is compiled already costs nothing.

    Example: `tabuleiro warm-up shobu focus`
    """
    wanted = {name: compilations(name) for name in names or game_names()}
    seconds = {}
    for name, option_sets in wanted.items():
        begin = perf_counter()
        compile_all([game(name, seed=None, **options).engine for options in option_sets])
        seconds[name] = perf_counter() - begin
        if not json:
            out.print(f"{name} is ready ({seconds[name]:.1f} s)")
    if json:
        print_json({"cache": str(cache.root()), "seconds": seconds})


def compilations(name: str) -> tuple[dict[str, Value], ...]:
    """Option sets that between them need everything that the game compiles."""
    return getattr(game(name).people, "COMPILATIONS", ({},))
