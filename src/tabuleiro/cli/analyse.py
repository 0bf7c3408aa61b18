"""`tabuleiro analyse`: what a search says about a position."""

from __future__ import annotations

import contextlib
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group
from rich.live import Live
from rich.table import Table
from rich.text import Text as Styled

from tabuleiro.bots.analysis import VOICES, Analysis, nothing_to_search
from tabuleiro.bots.base import SearchBot
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_analyst, presets, strongest
from tabuleiro.bots.reasons import why_best
from tabuleiro.bots.text import BotText
from tabuleiro.cli.app import (
    DEFAULT_LANGUAGE,
    GameName,
    Json,
    Language,
    Moves,
    Options,
    PositionText,
    Seed,
    app,
    named_game,
    the_game,
    the_position,
)
from tabuleiro.cli.output import err, note, out, print_json
from tabuleiro.cli.prove import prove, refuse
from tabuleiro.errors import InvalidOption, Stopped
from tabuleiro.position import Position
from tabuleiro.record import Record
from tabuleiro.solving.knowledge import damage
from tabuleiro.text import Language as Lang
from tabuleiro.text import Text


def _complete_bot(context: typer.Context, incomplete: str) -> list[str]:
    named = named_game(context)
    return [bot for bot in (presets(named) if named else ()) if bot.startswith(incomplete)]


Seconds = Annotated[
    float | None, typer.Option("--seconds", help="Time to think.", show_default="1")
]
Depth = Annotated[int | None, typer.Option("--depth", help="Turns to look ahead.")]
Nodes = Annotated[int | None, typer.Option("--nodes", help="Positions to look at.")]
Iterations = Annotated[
    int | None, typer.Option("--iterations", help="Leaves to try, for a tree search.")
]
Threads = Annotated[
    int | None, typer.Option("--threads", help="Threads that search together.", min=1, max=64)
]
Whose = Annotated[
    str | None,
    typer.Option(
        "--bot",
        show_default="master",
        help="Whose eyes; `tabuleiro bots GAME` lists them.",
        autocompletion=_complete_bot,
    ),
]
Weights = Annotated[
    str | None,
    typer.Option(
        "--weights",
        metavar="WEIGHTS",
        help="A set, a file, or single weights: `best`, `mine.toml`, `best,pieces=120`.",
    ),
]


class Viewpoint(StrEnum):
    """Whose values are shown."""

    mover = "mover"
    first = "first"
    second = "second"


HEADERS = {
    "move": Text("move", "jogada"),
    "value": Text("value", "valor"),
    "wins": Text("wins", "vitória"),
    "line": Text("how play may go on", "como pode continuar"),
}
SAYS = {
    "values": Text(
        "{mover} to move; values for {viewer}", "{mover} a jogar; valores para {viewer}"
    ),
    "why": Text("why: {reason}", "porquê: {reason}"),
    "cost": Text(
        "depth {depth} in {seconds:.2f} s; {nodes:,} states considered ({speed:,.0f} a second)",
        "profundidade {depth} em {seconds:.2f} s; {nodes:,} estados considerados "
        "({speed:,.0f} por segundo)",
    ),
    "saved": Text(
        "{hits:,} states avoided, {cuts:,} branches pruned",
        "{hits:,} estados evitados, {cuts:,} ramos cortados",
    ),
}


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
    iterations: Iterations = None,
    threads: Threads = None,
    bot: Whose = None,
    weights: Weights = None,
    view: Annotated[
        Viewpoint, typer.Option("--as", help="Whose values are shown.")
    ] = Viewpoint.mover,
    proof: Annotated[
        bool, typer.Option("--prove", help="Look for a forced win of either player instead.")
    ] = False,
    seed: Seed = None,
    lang: Language = DEFAULT_LANGUAGE,
    json: Json = False,
) -> None:
    """Search a position: the best lines, their values, and why.

    A value is a lead in stones; a percentage is how likely a win is. On a terminal you can watch
    the search at work; Ctrl-C ends it, and what is known by then is printed.

    `--prove` answers who wins by force, in how many turns and how, or that it is not decided.

    Example: `tabuleiro analyse fanorona --moves "d3-e3a" --lines 3 --depth 8`

    Example: `tabuleiro analyse fanorona -o width=5 -o height=5 --prove --seconds 30`
    """
    if proof:
        refuse(depth=depth, iterations=iterations, bot=bot, weights=weights, threads=threads)
        refuse(lines=lines if lines > 1 else None)
        refuse(**{"as": None if view is Viewpoint.mover else view})
    limit = Limit(seconds, depth, nodes, iterations)
    here = place(name, option, position, moves, record, seed)
    damaged = damage(here.game)
    if damaged is not None:
        note(damaged.words(lang.value))
    if proof:
        prove(here, limit, lang.value, json)
        return
    asked = BotText.parse(bot or strongest(here.game))
    if threads is not None:
        asked = asked.with_changes({"threads": str(threads)})
    analyst = make_analyst(here.game, asked, seed, weights, limit)
    viewer = here.player if view is Viewpoint.mover else int(view is Viewpoint.second)
    found = watch(analyst, here, limit, lines, viewer, lang.value).seen_by(viewer)
    if json:
        facts = {"game": name, "position": here.text, "to_move": here.player}
        why = why_best(here, found)
        told = {"bot": analyst.name, "why": None if why is None else why.facts()}
        print_json(facts | told | found.facts())
    else:
        out.print(shown(here, found, lang.value))


def watch(
    analyst: SearchBot, here: Position, limit: Limit, lines: int, viewer: int, language: Lang
) -> Analysis:
    """The analysis, shown on a terminal as it grows; Ctrl-C takes it as it is."""
    with (
        Live(console=err, transient=True, auto_refresh=err.is_terminal) as live,
        analyst.search(here, limit, lines) as search,
    ):
        try:
            for now in search:
                if err.is_terminal:
                    live.update(shown(here, now.seen_by(viewer), language))
        except KeyboardInterrupt:
            search.interrupt()
            with contextlib.suppress(Stopped):
                return search.result
            raise
        return search.result


def place(
    name: str,
    option: list[str] | None,
    position: str | None,
    moves: str | None,
    record: Path | None,
    seed: int | None,
) -> Position:
    """The position that a command line asks for, which must not be over."""
    if record is None:
        here = the_position(the_game(name, option, seed), position, moves)
    else:
        loaded = Record.load(record)
        if loaded.game.name != name:
            raise InvalidOption(
                f"the record is of {loaded.game.name}, not of {name}",
                f"o registo é de {loaded.game.name}, não de {name}",
            )
        here = loaded.positions()[-1]
    if here.outcome is not None:
        raise nothing_to_search()
    return here


def shown(here: Position, found: Analysis, language: Lang) -> Group:
    """An analysis for people."""
    names = [player.name[language] for player in here.players]
    table = Table(box=None, pad_edge=False)
    for key, header in HEADERS.items():
        right = key in ("value", "wins")
        table.add_column(
            header[language], no_wrap=key != "line", justify="right" if right else "left"
        )
    for line in found.lines:
        table.add_row(
            f"[bold]{line.moves[0].text}[/]",
            line.score.words(language),
            line.score.percent,
            " ".join(move.text for move in line.moves[1:]),
        )
    cost = SAYS["cost"][language].format(
        depth=found.depth, seconds=found.seconds, nodes=found.nodes, speed=found.nodes_per_second
    )
    why = why_best(here, found)
    notes = [VOICES[found.voice][language]] if found.voice else []
    if why is not None:
        notes.append(SAYS["why"][language].format(reason=why.text[language]))
    notes.append(cost)
    if found.table_hits or found.cutoffs:
        saved = SAYS["saved"][language].format(hits=found.table_hits, cuts=found.cutoffs)
        notes.append(saved)
    title = SAYS["values"][language].format(mover=names[here.player], viewer=names[found.player])
    return Group(title, table, *(Styled(each, "dim") for each in notes))
