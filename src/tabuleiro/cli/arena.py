"""`tabuleiro arena`: bots against each other, with sound statistics."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.measure import Measurement
from rich.table import Table

from tabuleiro.bots.presets import presets
from tabuleiro.cli.app import (
    DEFAULT_LANGUAGE,
    Json,
    Language,
    Options,
    _complete_game,
    app,
    named_game,
    the_game,
)
from tabuleiro.cli.output import err, note, out, print_json
from tabuleiro.errors import InvalidOption
from tabuleiro.experiments.parameters import PARAMETERS, as_settings
from tabuleiro.game import Game

if TYPE_CHECKING:  # what plays is imported when something is played: other commands start sooner
    from tabuleiro.experiments.tables import Tables

INTERRUPTED = 130
WIDEST = 10_000
AXIS = re.compile(r"[a-z_]+=")
"""How a setting with its values begins; no bot's name has such a sign."""


def _complete_bot(context: typer.Context, incomplete: str) -> list[str]:
    named = named_game(context)
    known = presets(named) if named is not None else ()
    return [bot for bot in known if bot.startswith(incomplete)]


def _with_parameters(command: Callable[..., int]) -> Callable[..., int]:
    """A command with an option for every parameter of an experiment, before its own options."""
    own = inspect.signature(command, eval_str=True)
    *fixed, rest = own.parameters.values()
    options = [
        rest.replace(
            name=each.name,
            kind=rest.KEYWORD_ONLY,
            default=None,
            annotation=Annotated[
                _KINDS.get(each.name, type(each.default)) | None,
                typer.Option(
                    f"--{each.name}",
                    metavar=each.metavar,
                    help=_HELP.get(each.name, each.help.en),
                    show_default=f"{each.default:g}" if each.default and each.bounds else False,
                ),
            ],
        )
        for each in PARAMETERS
    ]
    positional = [each for each in fixed if each.kind is not each.KEYWORD_ONLY]
    named = [each for each in fixed if each.kind is each.KEYWORD_ONLY]
    command.__signature__ = own.replace(  # type: ignore[attr-defined]
        parameters=[*positional, *options, *named]
    )
    return command


_KINDS: dict[str, type] = {"openings": str}
_HELP = {
    "openings": "Random turns at the start, kept if balanced; 0 for none; or a file with a "
    "position or moves on each line."
}
"""Where the command line takes more than a number."""


TrustCode = Annotated[
    bool,
    typer.Option(
        "--trust-code",
        help="Run the files that the experiment keeps where yours are missing or different.",
    ),
]


@app.command()
@_with_parameters
def arena(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="A game, or the path of its file; `tabuleiro games` lists them.",
            autocompletion=_complete_game,
            show_default=False,
        ),
    ] = None,
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT...",
            help="Bots, as `hard`, `hard,depth=3,weights=pieces=10` or `./mine.py`; "
            "`tabuleiro bots GAME`.",
            autocompletion=_complete_bot,
            show_default=False,
        ),
    ] = None,
    option: Options = None,
    *,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers", metavar="K", help="Processes that play.", show_default="one a core"
        ),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster", metavar="ADDRESS", help="Play on a Dask cluster, as `tcp://host:8786`."
        ),
    ] = None,
    directory: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Where games and report are kept.",
            show_default="a new directory in ./arena",
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with what is in --out; needs nothing else.")
    ] = False,
    trust_code: TrustCode = False,
    report: Annotated[
        bool, typer.Option("--report/--no-report", help="Write a report when all is played.")
    ] = True,
    lang: Language = DEFAULT_LANGUAGE,
    json: Json = False,
    **parameters: Any,
) -> int:
    """Let bots play each other and say how strong they are.

    Every two bots play --games games, in pairs: the same opening twice, with the seats swapped.
    Each game is on disk the moment it ends. Ctrl-C stops and says how to go on.

    Example: `tabuleiro arena fanorona novice random -o width=5 --games 20 --seed 1`

    Your own: `tabuleiro arena ./mygame.py mcts ./mybot.py`, each bot in a process of its own.

    A depth ladder: `tabuleiro arena aboyne hard --ladder depth=1..3 --games 4`

    Two settings: `tabuleiro arena aboyne hard --grid depth=1..2 weights=material,best --games 2`
    """
    from tabuleiro.experiments.live import Live
    from tabuleiro.experiments.run import resume_command, run, settings_meant

    if not resume and (game is None or not bots):
        raise InvalidOption("say which GAME and which BOTs, or --resume with --out")

    def played() -> Game:
        if game is None:
            raise InvalidOption("openings from a file need the GAME that they are of")
        return the_game(game, option, parameters["seed"])

    if game is not None:
        played()  # says at once what is wrong with it
    # `--grid depth=1..4 weights=a,b`: the shell hands over the second part as if it were a bot.
    if parameters["grid"]:
        more = [text for text in bots or () if AXIS.match(text)]
        bots = [text for text in bots or () if text not in more]
        parameters["grid"] = " ".join([parameters["grid"], *more])
    given = {
        "game": game,
        "bots": tuple(bots) if bots else None,
        "options": dict(_pair(text) for text in option) if option else None,
        **as_settings(parameters, played),
    }
    asked = {key: value for key, value in given.items() if value is not None}
    settings, home = settings_meant(asked, directory, resume)
    where = cluster or _workers(workers)
    what = f"{settings.title}: {settings.total:,} games, seed {settings.seed}, {where}, in {home}"
    with Live(err) as live:
        result = run(
            settings,
            home,
            workers=workers,
            cluster=cluster,
            resume=resume,
            begin=partial(note, what),
            watch=live,
            trust_code=trust_code,
        )
    if json:
        print_json(result.facts())
    else:
        show(result.tables)
    if result.complete:
        if report:
            note(f"The report is {result.write_report(lang.value)}")
        return 0
    note(
        f"{settings.total - result.missing:,} of {settings.total:,} games are kept in {home}; "
        f"to go on: {resume_command(home, workers, cluster)}"
    )
    return INTERRUPTED


def _pair(text: str) -> tuple[str, str]:
    key, _, value = text.partition("=")
    return key.strip(), value.strip()


def _workers(workers: int | None) -> str:
    from tabuleiro.experiments.local import usual_workers

    count = workers or usual_workers()
    return f"{count} worker{'s' if count > 1 else ''}"


def show(found: Tables) -> None:
    """The tables of an experiment."""
    from tabuleiro.experiments.writers import (
        count_text,
        elo_text,
        percent,
        score_text,
        seconds_text,
    )

    players = _table("bot", "games", "won–drawn–lost", "score", "Elo")
    efforts = _table("bot", "time a turn", "95 % below", "considered", "avoided", "pruned", "depth")
    for player in found.players:
        results, effort = player.results, player.effort
        scores = score_text(player.score), elo_text(player.elo)
        name = found.shown(player.name)
        players.add_row(name, str(results.games), str(results), *scores)
        times = seconds_text(effort.seconds), seconds_text(effort.seconds_p95)
        states = effort.considered, effort.avoided, effort.pruned, effort.depth
        efforts.add_row(name, *times, *(count_text(each) if each else "" for each in states))
    pairings = _table("pairing", "won–drawn–lost", "moving first", "second", "Elo lead", "stronger")
    for pairing in found.pairings:
        pairings.add_row(
            f"{found.shown(pairing.first)} – {found.shown(pairing.second)}",
            str(pairing.results),
            str(pairing.moving_first),
            str(pairing.moving_second),
            elo_text(pairing.elo),
            percent(pairing.superiority),
        )
    for table in (players, pairings, efforts):
        _print(table)
    if found.squares:
        columns = dict.fromkeys(square.column for square in found.squares)
        grid = _table(" \\ ".join(found.grid), *columns)
        for row in dict.fromkeys(square.row for square in found.squares):
            own = (square.elo for square in found.squares if square.row == row)
            grid.add_row(row, *map(elo_text, own))
        _print(grid)
    for each in found.notes:
        out.print(str(each), style="dim", markup=False)


def _table(first: str, *numbers: str) -> Table:
    """A table of something and numbers about it."""
    table = Table(box=None, pad_edge=False)
    table.add_column(first, overflow="fold")
    for head in numbers:
        table.add_column(head, justify="right", no_wrap=True)
    return table


def _print(table: Table) -> None:
    """A table and a line below it, as wide as it is where no screen sets a limit."""
    before = out.width
    if not out.is_terminal:
        wide = out.options.update(max_width=WIDEST)
        out.width = Measurement.get(out, wide, table).maximum
    out.print(table)
    out.width = before
    out.print()
