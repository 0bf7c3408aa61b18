"""`tabuleiro bots`: the opponents of each game."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from tabuleiro.bots.presets import presets, weight_sets
from tabuleiro.cli.app import DEFAULT_LANGUAGE, Json, Language, _complete_game, app
from tabuleiro.cli.output import out, print_json
from tabuleiro.game import all_games, game


@app.command()
def bots(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="All if none.", autocompletion=_complete_game),
    ] = None,
    lang: Language = DEFAULT_LANGUAGE,
    json: Json = False,
) -> None:
    """List the bots of a game, its evaluation's terms and its sets of weights.

    A bot can be changed where it is named: `hard,depth=3` or `hard,weights=pieces=10`.
    """
    found = [game(name)] if name is not None else all_games()
    if json:
        print_json(
            {
                each.name: {
                    "bots": [
                        {
                            "name": preset.name,
                            "text": preset.text[lang.value],
                            "settings": dict(preset.settings),
                        }
                        for preset in presets(each).values()
                    ],
                    "terms": list(each.terms),
                    "weights": weight_sets(each),
                }
                for each in found
            }
        )
        return
    for each in found:
        table = Table(box=None, pad_edge=False, show_header=False)
        for preset in presets(each).values():
            table.add_row(f"[bold]{preset.name}[/]", preset.text[lang.value])
        out.print(f"[bold]{each.title[lang.value]}[/]")
        out.print(table)
        if each.terms:
            out.print(f"terms: {', '.join(each.terms)}", style="dim")
            out.print(f"weights: {', '.join(weight_sets(each))}\n", style="dim")
