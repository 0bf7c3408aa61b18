"""`tabuleiro tables`: endings by a perfect index."""

from __future__ import annotations

import shutil
from typing import Annotated, Any

import typer
from rich.table import Table

from tabuleiro.cli.app import (
    DEFAULT_LANGUAGE,
    GameName,
    Json,
    Lang,
    Language,
    Options,
    Seed,
    app,
    the_game,
)
from tabuleiro.cli.output import note, out, phases, print_json
from tabuleiro.cli.solve import Memory, Threads, read_memory
from tabuleiro.errors import InvalidOption, JobFailed
from tabuleiro.game import Game
from tabuleiro.text import Text

HEADERS = {
    "class": Text("class", "classe"),
    "stones": Text("stones", "pedras"),
    "positions": Text("positions", "posições"),
    "wins": Text("wins", "vitórias"),
    "draws": Text("draws", "empates"),
    "losses": Text("losses", "derrotas"),
    "longest": Text("longest", "maior"),
    "bits": Text("bits", "bits"),
    "bytes": Text("bytes", "bytes"),
    "wrong": Text("wrong", "erradas"),
}
SAYS = {
    "removed": Text("Removed the tables in {home}", "Apagaram-se as tabelas em {home}"),
    "none": Text("No tables yet.", "Ainda não há tabelas."),
}


@app.command()
def tables(
    name: GameName,
    option: Options = None,
    group: Annotated[
        int | None,
        typer.Option("--class", metavar="N", min=1, max=64, help="Build all classes up to N."),
    ] = None,
    stones: Annotated[
        int | None,
        typer.Option("--stones", metavar="N", min=1, max=64, help="The same, in Fanorona."),
    ] = None,
    values: Annotated[
        bool,
        typer.Option("--values", help="Keep values alone: two bits a position, no distances."),
    ] = False,
    check: Annotated[
        bool,
        typer.Option("--check", help="Verify that each value follows from those after it."),
    ] = False,
    listed: Annotated[bool, typer.Option("--list", help="What is there, and its size.")] = False,
    remove: Annotated[bool, typer.Option("--remove", help="Remove the tables of a board.")] = False,
    memory: Memory = None,
    threads: Threads = None,
    seed: Seed = None,
    lang: Language = DEFAULT_LANGUAGE,
    json: Json = False,
) -> None:
    """Tables of endings: the value and distance of every position with few pieces.

    A class is, in Fanorona and CIFRA, the boards with so many pieces; each is made from those below
    it and kept: a byte a position, or two bits with --values. CIFRA's tables are those of one
    layout of tiles. Infinite play is a draw. Killed, the work goes on where it was.

    Example: `tabuleiro tables fanorona --stones 4`
    """
    from tabuleiro.solving.endgames import Endings

    game = the_game(name, option, seed)
    endings = Endings(game)
    asked = group if group is not None else stones
    if stones is not None and (group is not None or class_name(game) != "stones"):
        raise InvalidOption(
            "--stones is Fanorona's word for --class; give one of them",
            "--stones é a palavra da Fanorona para --class; indique só uma das duas",
        )
    if remove:
        shutil.rmtree(endings.home, ignore_errors=True)
        note(SAYS["removed"][lang.value].format(home=endings.home))
    result: dict[str, Any] = {"game": name, "options": game.options, "directory": str(endings.home)}
    if asked is not None and not remove:
        with phases() as report:
            endings.build(
                asked,
                threads,
                read_memory(memory),
                lambda made, share: report(f"{header(class_name(game), lang)} {made}", share),
                brief=values,
            )
    found = [layer for n in range(1, 65) if (layer := endings.layer(n)) is not None]
    if asked is None and not (remove or listed or check):
        raise InvalidOption(
            "say what to do: --class N builds tables; --list, --check or --remove",
            "diga o que fazer: --class N faz tabelas; --list, --check ou --remove",
        )
    result["layers"] = [
        {
            **layer.facts(class_name(game)),
            "bits": endings.bits(layer.group),
            "bytes": endings.file_size(layer.group),
        }
        for layer in found
        if asked is None or layer.group <= asked
    ]
    wrong = 0
    if check:
        for layer, facts in zip(found, result["layers"], strict=False):
            facts["wrong"] = endings.check(layer.group, threads)
            wrong += facts["wrong"]
    if json:
        print_json(result)
    else:
        show(result["layers"], class_name(game), lang)
    if wrong:
        raise JobFailed(
            f"{wrong:,} values do not follow from those after them; --remove and build",
            f"{wrong:,} valores não se seguem dos que vêm depois; --remove e volte a fazê-las",
        )


def class_name(game: Game) -> str:
    """What a game calls its classes."""
    return str(getattr(game.rules, "CLASS_NAME", "class"))


def header(column: str, language: Lang) -> str:
    """The name of a column, or what a game of one's own calls its classes."""
    return HEADERS.get(column, Text.of_name(column))[language.value]


def show(layers: list[dict[str, Any]], name: str, language: Lang) -> None:
    """The classes in a table."""
    columns = [name, "positions", "wins", "draws", "losses", "longest", "bits", "bytes"]
    columns += ["wrong"] * any("wrong" in layer for layer in layers)
    table = Table(box=None)
    rows = [
        ["" if layer[column] is None else f"{layer[column]:,}" for column in columns]
        for layer in layers
    ]
    for column, *cells in zip(columns, *rows, strict=True):
        whole = max(map(len, cells), default=0)  # a number is never cut short, also in a pipe
        table.add_column(header(column, language), justify="right", min_width=whole)
    for row in rows:
        table.add_row(*row)
    out.print(table if layers else SAYS["none"][language.value], crop=False)
