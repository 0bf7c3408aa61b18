"""`tabuleiro analyse`: what a search says about a position."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from tabuleiro.bots.alphabeta import AlphaBetaBot
from tabuleiro.bots.analysis import Analysis, Line
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_bot, read_weights
from tabuleiro.cli.app import (
    DEFAULT_LANGUAGE,
    GameName,
    Json,
    Lang,
    Language,
    Moves,
    Options,
    PositionText,
    Seed,
    app,
    the_game,
    the_position,
)
from tabuleiro.cli.output import err, note, out, print_json
from tabuleiro.errors import IllegalMove, InvalidOption
from tabuleiro.game import Game
from tabuleiro.position import Position
from tabuleiro.record import Record

Seconds = Annotated[
    float | None, typer.Option("--seconds", help="Time to think.", show_default="1")
]
Depth = Annotated[int | None, typer.Option("--depth", help="Turns to look ahead.")]
Nodes = Annotated[int | None, typer.Option("--nodes", help="Positions to look at.")]
BotText = Annotated[
    str, typer.Option("--bot", help="Whose eyes; `tabuleiro bots GAME` lists them.")
]


@app.command()
def analyse(
    name: GameName,
    option: Options = None,
    position: PositionText = None,
    moves: Moves = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", help="The end of a recorded game instead."),
    ] = None,
    lines: Annotated[int, typer.Option("--lines", help="Best lines to show.", min=1, max=30)] = 1,
    seconds: Seconds = None,
    depth: Depth = None,
    nodes: Nodes = None,
    bot: BotText = "master",
    weights: Annotated[
        str | None,
        typer.Option("--weights", metavar="SET", help="A set, or `pieces=10,groups=2`."),
    ] = None,
    seed: Seed = None,
    lang: Language = DEFAULT_LANGUAGE,
    json: Json = False,
) -> None:
    """Search a position: the best lines, their values, and why.

    Example: `tabuleiro analyse fanorona --moves "e2-e3a" --lines 3 --depth 8`
    """
    here = place(name, option, position, moves, record, seed)
    searching = thinker(here.game, bot, weights, seed)
    limit = Limit(seconds, depth, nodes)

    def hear(now: Analysis) -> None:
        if err.is_terminal:
            note(f"depth {now.depth}: {now.score} {_variation(now.lines[0])}")

    found = searching.analyse(here, limit, lines, hear)
    if json:
        print_json({"game": name, "position": here.text, **found.facts()})
    else:
        _show(here, found, lang)


def place(
    name: str,
    option: list[str] | None,
    position: str | None,
    moves: str | None,
    record: Path | None,
    seed: int | None,
) -> Position:
    if record is None:
        here = the_position(the_game(name, option, seed), position, moves)
    else:
        loaded = Record.load(record)
        if loaded.game.name != name:
            raise InvalidOption(f"the record is of {loaded.game.name}, not of {name}")
        here = loaded.positions()[-1]
    if here.outcome is not None:
        raise IllegalMove("the game is over, so there is nothing to search")
    return here


def thinker(game: Game, bot: str, weights: str | None, seed: int | None) -> AlphaBetaBot:
    given = None if weights is None else read_weights(game, weights)
    made = make_bot(game, bot, seed, given)
    if not isinstance(made, AlphaBetaBot):
        raise InvalidOption(f"the bot {bot!r} does not search; choose another with --bot")
    return made


def _variation(line: Line) -> str:
    return " ".join(move.text for move in line.moves)


def _show(here: Position, found: Analysis, lang: Lang) -> None:
    mover = here.players[here.player].name[lang.value]
    table = Table(box=None, pad_edge=False)
    for header in ("move", "value", "wins", "line"):
        table.add_column(header, no_wrap=header != "line")
    for line in found.lines:
        table.add_row(
            f"[bold]{line.moves[0].text}[/]",
            str(line.score),
            f"{line.score.win_probability:.0%}",
            " ".join(move.text for move in line.moves[1:]),
        )
    out.print(f"{mover} to move; values are {mover}'s")
    out.print(table)
    if found.terms:
        shares = ", ".join(f"{term} {value / 100:+.2f}" for term, value in found.terms.items())
        out.print(f"now: {shares}", style="dim")
    speed = (
        f"{found.nodes:,} states in {found.seconds:.2f} s ({found.nodes_per_second / 1e6:.1f} M/s)"
    )
    saved = f"{found.table_hits:,} avoided, {found.cutoffs:,} branches pruned"
    out.print(f"depth {found.depth}, {speed}; {saved}", style="dim")
