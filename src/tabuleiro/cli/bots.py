"""`tabuleiro bots`: the opponents of each game."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table

from tabuleiro.bots.nets import find_net
from tabuleiro.bots.presets import KINDS, menu
from tabuleiro.bots.settings import SETTINGS
from tabuleiro.bots.weights import weight_sets
from tabuleiro.cli.app import DEFAULT_LANGUAGE, Json, Language, OptionalGame, app
from tabuleiro.cli.output import out, print_json
from tabuleiro.game import Game, all_games, game
from tabuleiro.text import Language as Lang
from tabuleiro.text import Text

SAYS = {
    "terms": Text("terms: {terms}", "termos: {terms}"),
    "weights": Text("weights: {weights}", "pesos: {weights}"),
    "net": Text("net of this board: {net}", "rede deste tabuleiro: {net}"),
    "no net": Text(
        "no net for this board: the levels use terms; `tabuleiro learn {game}` makes one",
        "sem rede para este tabuleiro: os níveis usam termos; `tabuleiro learn {game}` faz uma",
    ),
    "no levels": Text(
        "no terms and no net, so no levels yet; `tabuleiro learn {game}` makes a net",
        "sem termos nem rede, por isso ainda sem níveis; `tabuleiro learn {game}` faz uma rede",
    ),
}
HEADERS = (
    Text("setting", "definição"),
    Text("accepts", "aceita"),
    Text("default", "por omissão"),
    Text("algorithm", "algoritmo"),
    Text("", ""),
)


@app.command()
def bots(
    name: OptionalGame = None,
    settings: Annotated[
        bool, typer.Option("--settings", help="What can be changed of a bot instead.")
    ] = False,
    lang: Language = DEFAULT_LANGUAGE,
    json: Json = False,
) -> None:
    """List the bots of a game, its evaluation's terms and its sets of weights.

    A bot can be changed where it is named: `hard,depth=3` or `hard,weights=best+pieces=120`.
    `--settings` lists what can be changed.
    """
    found = [game(name)] if name is not None else all_games()
    if json:
        print_json({each.name: facts(each, lang.value) for each in found})
    elif settings:
        out.print(_settings(lang.value))
    else:
        for each in found:
            _show(each, name or each.name, lang.value)


def facts(each: Game, language: Lang) -> dict[str, Any]:
    """The bots of a game, and what can be changed of them, as plain data."""
    return {
        "bots": [
            {
                "name": preset.name,
                "kind": kind,
                "text": preset.text[language],
                "settings": dict(preset.settings),
            }
            for kind, presets in menu(each).items()
            for preset in presets
        ],
        "terms": list(each.terms),
        "weights": weight_sets(each),
        "net": None if (net := find_net(each)) is None else net.name,
        "settings": [setting.facts(language) for setting in SETTINGS],
    }


def _show(each: Game, called: str, language: Lang) -> None:
    table = Table(box=None, pad_edge=False, show_header=False)
    for kind, presets in menu(each).items():
        table.add_row(f"[dim]{KINDS[kind][language]}[/]", "")
        for preset in presets:
            table.add_row(f"  [bold]{preset.name}[/]", preset.text[language])
    out.print(f"[bold]{each.title[language]}[/]")
    out.print(table)
    if each.terms:
        terms, sets = ", ".join(each.terms), ", ".join(weight_sets(each))
        out.print(SAYS["terms"][language].format(terms=terms), style="dim")
        out.print(SAYS["weights"][language].format(weights=sets), style="dim")
    net = find_net(each)
    which = "net" if net is not None else "no net" if each.terms else "no levels"
    says = SAYS[which][language].format(game=called, net="" if net is None else net.name)
    out.print(f"{says}\n", style="dim")


def _settings(language: Lang) -> Table:
    table = Table(box=None, pad_edge=False)
    for title in HEADERS:
        table.add_column(title[language], overflow="fold")
    for setting in SETTINGS:
        table.add_row(
            f"[bold]{setting.name}[/]",
            setting.accepted(language),
            "" if setting.is_limit else setting.write(setting.default),
            ", ".join(setting.algorithms),
            setting.help[language],
        )
    return table
