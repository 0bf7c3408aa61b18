"""`tabuleiro arena`: bots against each other, with sound statistics."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.measure import Measurement
from rich.table import Table

from tabuleiro.bots.presets import presets
from tabuleiro.cli.app import (
    DEFAULT_LANGUAGE,
    Json,
    Language,
    Options,
    Seed,
    _complete_game,
    app,
    named_game,
    the_game,
)
from tabuleiro.cli.output import err, note, out, print_json
from tabuleiro.errors import InvalidOption

if TYPE_CHECKING:  # what plays is imported when something is played: other commands start sooner
    from tabuleiro.experiments.tables import Tables

INTERRUPTED = 130
WIDEST = 10_000


def _complete_bot(context: typer.Context, incomplete: str) -> list[str]:
    named = named_game(context)
    known = presets(named) if named is not None else ()
    return [bot for bot in known if bot.startswith(incomplete)]


@app.command()
def arena(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="A game; `tabuleiro games` lists them.",
            autocompletion=_complete_game,
            show_default=False,
        ),
    ] = None,
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT...",
            help="Bots, as `hard` or `hard,depth=3,weights=pieces=10`; `tabuleiro bots GAME`.",
            autocompletion=_complete_bot,
            show_default=False,
        ),
    ] = None,
    option: Options = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            metavar="N",
            help="Games of each two bots; an even number.",
            show_default="100",
        ),
    ] = None,
    limit: Annotated[
        str | None,
        typer.Option(
            "--limit",
            metavar="KEY=VALUE",
            help="For bots that state none: `seconds=0.1`, `depth=4`, `nodes=10000` …",
        ),
    ] = None,
    ladder: Annotated[
        str | None,
        typer.Option(
            "--ladder",
            metavar="KEY=VALUES",
            help="Vary the first bot: `depth=1..6`, `iterations=100,200,400`, "
            "`weights=material,best`.",
        ),
    ] = None,
    gauntlet: Annotated[
        bool | None,
        typer.Option(
            "--gauntlet",
            help="The first bot (or each rung of its ladder) plays the others; "
            "they do not play each other.",
            show_default=False,
        ),
    ] = None,
    openings: Annotated[
        str | None,
        typer.Option(
            "--openings",
            metavar="TURNS|FILE",
            help="Random turns at the start, kept if balanced; 0 for none; or a file with a "
            "position or moves on each line.",
            show_default="4",
        ),
    ] = None,
    balance: Annotated[
        float | None,
        typer.Option(
            "--balance",
            metavar="SHARE",
            help="How far an opening's win probability may be from a half.",
            show_default="0.1",
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            metavar="ELO0,ELO1",
            help="Stop a pairing when a sequential test has decided between these leads in Elo.",
        ),
    ] = None,
    patience: Annotated[
        float | None,
        typer.Option(
            "--patience",
            metavar="SECONDS",
            help="A bot that takes longer for a move loses the game.",
            show_default="600",
        ),
    ] = None,
    seed: Seed = None,
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
    title: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="What to call the experiment.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with what is in --out; needs nothing else.")
    ] = False,
    report: Annotated[
        bool, typer.Option("--report/--no-report", help="Write a report when all is played.")
    ] = True,
    lang: Language = DEFAULT_LANGUAGE,
    json: Json = False,
) -> int:
    """Let bots play each other and say how strong they are.

    Every two bots play --games games, in pairs: the same opening twice, with the seats swapped.
    Each game is on disk the moment it ends. Ctrl-C stops and says how to go on.

    Example: `tabuleiro arena fanorona novice random -o width=5 --games 20 --seed 1`

    A depth ladder: `tabuleiro arena aboyne hard --ladder depth=1..3 --games 4`
    """
    from tabuleiro.experiments.live import Live
    from tabuleiro.experiments.run import resume_command, run, settle

    if not resume and (name is None or not bots):
        raise InvalidOption("say which GAME and which BOTs, or --resume with --out")
    if name is not None:
        the_game(name, option, seed)  # says at once what is wrong with it
    given = {
        "game": name,
        "bots": tuple(bots) if bots else None,
        "options": dict(_pair(text) for text in option) if option else None,
        "games": games,
        "limit": limit,
        "ladder": ladder,
        "gauntlet": gauntlet,
        "openings": None if openings is None else _openings(openings, name, option),
        "balance": balance,
        "sprt": None if sprt is None else _bounds(sprt),
        "patience": patience,
        "seed": seed,
        "name": title,
    }
    asked = {key: value for key, value in given.items() if value is not None}
    settings, home = settle(asked, directory, resume)
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


def _openings(text: str, name: str | None, option: list[str] | None) -> int | tuple[str, ...]:
    if re.fullmatch(r"-?[0-9]+", text):
        return int(text)
    if name is None:
        raise InvalidOption("openings from a file need the GAME that they are of")
    from tabuleiro.experiments.openings import load

    return load(text, the_game(name, option))


def _bounds(text: str) -> tuple[float, float]:
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise InvalidOption(f"--sprt cannot be {text!r}; accepted: two numbers as 0,10") from None
    return low, high


def _workers(workers: int | None) -> str:
    from tabuleiro.experiments.local import usual_workers

    count = workers or usual_workers()
    return f"{count} worker{'s' if count > 1 else ''}"


def show(found: Tables) -> None:
    """The tables of an experiment."""
    from tabuleiro.experiments.writers import count_text, elo_text, percent, score_text, seconds_text

    players = _table("bot", "games", "won–drawn–lost", "score", "Elo")
    efforts = _table("bot", "time a turn", "95 % below", "considered", "avoided", "pruned", "depth")
    for player in found.players:
        results, effort = player.results, player.effort
        scores = score_text(player.score), elo_text(player.elo)
        players.add_row(player.name, str(results.games), str(results), *scores)
        times = seconds_text(effort.seconds), seconds_text(effort.seconds_p95)
        states = effort.considered, effort.avoided, effort.pruned, effort.depth
        efforts.add_row(player.name, *times, *(count_text(each) if each else "" for each in states))
    pairings = _table("pairing", "won–drawn–lost", "moving first", "second", "Elo", "stronger")
    for pairing in found.pairings:
        pairings.add_row(
            f"{pairing.first} – {pairing.second}",
            str(pairing.results),
            str(pairing.moving_first),
            str(pairing.moving_second),
            elo_text(pairing.elo),
            percent(pairing.superiority),
        )
    for table in (players, pairings, efforts):
        _print(table)
    for text in found.notes:
        out.print(text, style="dim", markup=False)


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
