"""`tabuleiro reproduce`: the original programs' experiments, played again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tabuleiro.cli.app import Json, _complete_game, app
from tabuleiro.cli.output import check_writable, note, out, print_json, progress, write_file

if TYPE_CHECKING:
    from tabuleiro.experiments.reproduce import Answer

QUICK, USUAL = 10, 100
INTERRUPTED = 130


@app.command()
def reproduce(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="All if none.", autocompletion=_complete_game),
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", help="Games of every row.", show_default=str(USUAL))
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help=f"{QUICK} games a row: to see how it works.")
    ] = False,
    workers: Annotated[
        int | None,
        typer.Option("--workers", help="Processes that play.", show_default="one a core"),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", help="Makes everything that is left to chance repeatable.")
    ] = 1,
    directory: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Where the games are kept.",
            show_default="./arena/reproduce",
        ),
    ] = None,
    write: Annotated[
        Path | None, typer.Option("--write", metavar="FILE", help="Write a Markdown page as well.")
    ] = None,
    json: Json = False,
) -> int:
    """Play the experiments of the original programs again, with the `classic-…` bots.

    Prints what they published next to what is measured here, and says of every claim whether it
    holds. Games are kept: run it again to go on after Ctrl-C.

    Example: `tabuleiro reproduce cifra --quick`; without a game, everything is played, and
    `--write results.md` makes a page of it.
    """
    from tabuleiro.experiments import reproduce as work
    from tabuleiro.experiments.experiments import experiments, games_with_experiments, settings_of
    from tabuleiro.experiments.results_page import results_markdown
    from tabuleiro.experiments.run import HOME

    count = games if games is not None else QUICK if quick else USUAL
    home = directory or HOME / ("reproduce-quick" if quick else "reproduce")
    asked = [each for one in games_with_experiments(name) for each in experiments(one)]
    for experiment in asked:
        for row in experiment.rows:
            settings_of(experiment, row, count, seed)  # refuses an odd number of games
    if write is not None:
        check_writable(write)
    rows = sum(len(experiment.rows) for experiment in asked)
    note(f"{rows} rows of {count} games, seed {seed}, in {home}")
    answers: list[Answer] = []
    for experiment in asked:
        total = count * len(experiment.rows)
        with progress(f"{experiment.game}: {experiment.title}") as report:
            found = work.reproduce(
                experiment,
                home,
                games=count,
                seed=seed,
                workers=workers,
                watch=partial(_tell, report, total),
            )
        if found is None:
            note("Stopped; the games are kept. The same command goes on.")
            return INTERRUPTED
        answers.append(found)
        if not json:
            _show(found)
    if json:
        print_json([found.facts() for found in answers])
    else:
        out.print(work.count_verdicts(answers))
    if write is not None:
        write_file(write, results_markdown(answers, count, seed))
    return 0


def _tell(report: Callable[[float], None], total: int, done: int) -> None:
    report(done / total)


def _show(found: Answer) -> None:
    from tabuleiro.experiments import results_page as page
    from tabuleiro.experiments.writers import score_text

    experiment = found.experiment
    out.print(f"[bold]{experiment.game}: {experiment.title}[/]")
    out.print(experiment.question, style="dim", markup=False)
    for each in found.findings:
        row, pairing = each.row, each.pairing
        size = " ".join(f"{key}={value}" for key, value in row.options.items())
        published = page.published_text(row)
        measured = f"measured {pairing.results}, {score_text(pairing.score)}"
        out.print(f"  {row.first} – {row.second} {size}".rstrip(), style="bold", markup=False)
        said = f"published {published}" if published else "a question of our own"
        out.print(f"    {said}; {measured}", markup=False)
        out.print(f"    {each.sentence}", markup=False)
    for cost in found.costs:
        what = cost.cost
        out.print(
            f"  {what.bot}, {page.MEASURES[what.measure]}: published {page.cost_range(what)}, "
            f"measured {page.cost_text(what.measure, cost.measured)}. {cost.sentence}",
            markup=False,
        )
    if found.ratings:
        out.print("  Elo: " + "; ".join(map(page.rating_text, found.ratings)), markup=False)
        out.print(f"  {page.steps_text(found.ratings)}".rstrip(), markup=False)
    out.print()
