"""`tabuleiro reproduce`: the original programs' experiments, played again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.padding import Padding
from rich.table import Table

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
    holds; a report with their charts, drawn anew, is written beside the games. Games are kept: run
    it again to go on after Ctrl-C.

    Example: `tabuleiro reproduce cifra --quick`; without a game, everything is played, and
    `--write results.md` makes a page of it.
    """
    from tabuleiro.experiments import reproduce as work
    from tabuleiro.experiments.charts import write_charts
    from tabuleiro.experiments.published import experiments, games_with_experiments, settings_of
    from tabuleiro.experiments.result_charts import result_charts
    from tabuleiro.experiments.results_page import results_markdown
    from tabuleiro.experiments.results_report import results_html
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
    drawn = write_charts(result_charts(answers), home / "charts")
    page = home / "report.html"
    write_file(page, results_html(answers, count, seed, drawn))
    note(f"The report is {page}")
    if write is not None:
        places = _charts_beside(write, drawn)
        write_file(write, results_markdown(answers, count, seed, places))
    return 0


def _charts_beside(page: Path, drawn: Mapping[str, str]) -> dict[str, str]:
    """Write charts next to a page; returns their places as the page links to them."""
    folder = page.with_name(f"{page.stem}-charts")
    folder.mkdir(exist_ok=True)
    for name, text in drawn.items():
        write_file(folder / f"{name}.svg", text)
    return {name: f"{folder.name}/{name}.svg" for name in drawn}


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
        published = page.published_text(row)
        measured = f"measured {pairing.results}, {score_text(pairing.score)}"
        out.print(f"  {page.bots_text(row)}", style="bold", markup=False)
        said = f"published {published}" if published else "a question of our own"
        out.print(f"    {said}; {measured}", markup=False)
        out.print(f"    {each.sentence}", markup=False)
    for finding, rows in zip(found.findings, found.games, strict=False):
        _show_games(page.bots_text(finding.row), rows)
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


def _show_games(bots: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """The first games of a row, with what they took each player."""
    from tabuleiro.experiments import results_page as page

    table = Table(box=None, pad_edge=False)
    for column, head in enumerate(page.GAME_HEADS):
        table.add_column(head, justify="left" if column in (1, 2) else "right", no_wrap=True)
    shown = rows[: page.LISTED]
    for cells in (*map(page.game_cells, shown), page.mean_cells(rows)):
        table.add_row(*cells)
    out.print(f"  {bots}: {len(shown)} of {len(rows)} games, and the means of all", markup=False)
    out.print(Padding(table, (0, 0, 0, 4)))
