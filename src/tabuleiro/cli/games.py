"""`tabuleiro games`: the games and their options."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from tabuleiro.cli.app import DEFAULT_LANGUAGE, Json, Lang, Language, OptionalGame, app
from tabuleiro.cli.output import out, print_json
from tabuleiro.game import Game, all_games, game


@app.command()
def games(
    name: OptionalGame = None,
    lang: Language = DEFAULT_LANGUAGE,
    json: Json = False,
) -> None:
    """List the games, or the options of one.

    Options go to any command as `-o key=value`.
    Example: `tabuleiro games fanorona`, and then `tabuleiro play fanorona -o width=5 -o height=5`
    """
    found = [game(name)] if name is not None else all_games()
    if json:
        print_json([facts(each, lang.value) for each in found])
    elif name is None:
        table = Table(box=None, pad_edge=False, show_header=False)
        for each in found:
            table.add_row(f"[bold]{each.name}[/]", each.summary[lang.value])
        out.print(table)
    else:
        out.print(f"[bold]{found[0].title[lang.value]}[/]: {found[0].summary[lang.value]}\n")
        out.print(_options(found[0], lang))


def facts(each: Game, lang: Any) -> dict[str, Any]:
    """What is known about a game, as data."""
    return {
        "name": each.name,
        "title": each.title[lang],
        "summary": each.summary[lang],
        "players": [player.name[lang] for player in each.start().players],
        "options": [option.facts(lang) for option in each.option_list],
    }


def _options(each: Game, lang: Lang) -> Table:
    header = (
        ("opção", "por omissão", "aceita", "")
        if lang is Lang.pt
        else ("option", "default", "accepts", "")
    )
    table = Table(box=None, pad_edge=False)
    for title in header:
        table.add_column(title, overflow="fold")
    for option in each.option_list:
        table.add_row(
            f"[bold]{option.name}[/]",
            option.write(option.default),
            option.accepted(lang.value),
            option.help[lang.value],
        )
    return table
