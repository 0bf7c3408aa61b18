"""`tabuleiro league`: all bots of a folder play each other, each behind walls of its own."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from tabuleiro.cli.app import (
    DEFAULT_LANGUAGE,
    GameName,
    Json,
    Language,
    Options,
    Seed,
    app,
    the_game,
)
from tabuleiro.cli.arena import INTERRUPTED, TrustCode, show
from tabuleiro.cli.output import check_writable, err, note, print_json, write_file

UNPROTECTED = "On this system a bot's process is less confined: {what}."


@app.command()
def league(
    name: GameName,
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Every file or sub-folder in it is a bot.")
    ],
    option: Options = None,
    rounds: Annotated[
        int, typer.Option("--rounds", min=1, help="Every two bots play two games a round.")
    ] = 1,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.01, max=3600, help="Seconds for a move.")
    ] = 1.0,
    baseline: Annotated[
        str,
        typer.Option("--baseline", metavar="BOTS", help="Our bots to measure by: `easy,medium`."),
    ] = "",
    openings: Annotated[
        int, typer.Option("--openings", min=0, help="Random turns at the start, kept if balanced.")
    ] = 4,
    seed: Seed = None,
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="K", help="Processes that play.")
    ] = None,
    directory: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Where the league is kept.",
            show_default="where the web app lists experiments",
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with what is there.")] = False,
    table: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write the table for a grade book.")
    ] = None,
    trust_code: TrustCode = False,
    lang: Language = DEFAULT_LANGUAGE,
    json: Json = False,
) -> int:
    """Let all bots of a folder play each other; each in a process of its own.

    A bot has limits of memory, time, files and output, cannot start processes and has no network,
    where the system can do that; what it cannot is said. A bot that crashes, exits, is too slow,
    plays an illegal move or cannot be loaded loses that game, and the report says why.

    Example: `tabuleiro league fanorona bots/ --rounds 5 --baseline easy,medium --csv grades.csv`
    """
    from tabuleiro.bots.sandbox.confine import missing
    from tabuleiro.experiments.league import GRADES, grades, participants, usual_place
    from tabuleiro.experiments.live import Live
    from tabuleiro.experiments.run import run, settings_meant
    from tabuleiro.experiments.writers import as_csv

    if table is not None:
        check_writable(table)
    the_game(name, option, seed)
    given = {
        "game": name,
        "bots": (*participants(folder), *filter(None, baseline.split(","))),
        "options": dict(text.partition("=")[::2] for text in option or ()),
        "games": 2 * rounds,
        "limit": f"seconds={seconds:g}",
        "openings": openings,
        "name": f"League {folder.resolve().name}",
        "league": True,
    }
    if seed is not None:
        given["seed"] = seed
    settings, home = settings_meant(given, directory or usual_place(folder), resume)
    if missing():
        note(UNPROTECTED.format(what="; ".join(missing())))
    what = f"{settings.title}: {len(settings.players)} bots, {settings.total:,} games, in {home}"
    with Live(err) as live:
        result = run(
            settings,
            home,
            workers=workers,
            resume=resume,
            begin=partial(note, what),
            watch=live,
            trust_code=trust_code,
        )
    text = as_csv(grades(result))
    write_file(home / GRADES, text)
    if table is not None:
        write_file(table, text)
    if json:
        print_json(result.facts() | {"grades": list(grades(result))})
    else:
        show(result.tables)
    if not result.complete:
        note(f"{result.missing:,} games are left; the same command with --resume goes on")
        return INTERRUPTED
    listed = "; `tabuleiro web` has it too" if directory is None else ""
    note(f"The report is {result.write_report(lang.value)}{listed}")
    return 0
