"""`tabuleiro bench`: how fast the games run here, and against an earlier run."""

from __future__ import annotations

import json as files
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.table import Table

from tabuleiro.cli.app import Json, Options, Seed, _complete_game, app, the_game
from tabuleiro.cli.output import check_writable, out, print_json, progress, write_file
from tabuleiro.errors import InvalidRecord
from tabuleiro.game import Game, game_names

MEASURES = ("perft_nodes_per_second", "playouts_per_second", "plies_per_second")
DEEPEST = 12


@app.command()
def bench(
    name: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="All if none.", autocompletion=_complete_game),
    ] = None,
    option: Options = None,
    seconds: Annotated[
        float, typer.Option("--seconds", help="Time for each measurement.", min=0.05, max=600)
    ] = 1.0,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Keep the figures in a file.")
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option("--against", metavar="FILE", help="Show ratios to figures kept earlier."),
    ] = None,
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Measure perft (turns counted per second) and random playouts (games and turns per second).

    Example: `tabuleiro bench --save before.json`, and later `tabuleiro bench --against before.json`
    """
    earlier = load(against) if against is not None else {}
    if save is not None:
        check_writable(save)
    names = [name] if name is not None else list(game_names())
    figures = {}
    with progress("measuring") as report:
        for done, each in enumerate(names):
            figures[each] = measure(the_game(each, option, seed), seconds, seed or 1)
            report((done + 1) / len(names))
    for each, found in figures.items():
        if each in earlier:
            found["ratio"] = {key: found[key] / earlier[each][key] for key in MEASURES}
    if save is not None:
        write_file(save, files.dumps(figures, indent=2))
    if json:
        print_json(figures)
    else:
        out.print(_table(figures))


def load(path: Path) -> dict[str, dict[str, float]]:
    """The figures of an earlier run."""
    try:
        found = files.loads(path.read_text(encoding="utf-8"))
        if all(float(each[key]) > 0 for each in found.values() for key in MEASURES):
            return found  # type: ignore[no-any-return]
    except OSError as error:
        raise InvalidRecord(f"{str(path)!r} cannot be read: {error.strerror}") from None
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        pass
    raise InvalidRecord(f"{str(path)!r} is not a file that `tabuleiro bench --save` has written")


def measure(played: Game, seconds: float, seed: int) -> dict[str, Any]:
    """Perft as deep as the time allows, and random playouts for as long."""
    engine, start = played.engine, played.start().state()
    for template in ("perft", "playouts"):
        engine.compile(template)
    depth, nodes, spent, growth = 0, 1, 0.0, 1.0
    while depth < DEEPEST and spent * growth < seconds:
        depth += 1
        begin = perf_counter()
        found = engine.perft(start, depth)
        spent = perf_counter() - begin
        growth, nodes = found / max(nodes, 1), found
    rules = (played.max_plies, played.quiet_limit)
    games, passed = 1, 0.0
    while passed < seconds / 2:
        games = max(games + 1, min(games * 8, round(games * seconds / max(passed, 1e-4))))
        begin = perf_counter()
        tally = engine.playouts(start, games, *rules, seed)
        passed = perf_counter() - begin
    return {
        "options": played.options,
        "perft_depth": depth,
        "perft_nodes": nodes,
        "perft_nodes_per_second": nodes / spent,
        "playouts": tally.games,
        "playouts_per_second": tally.games / passed,
        "plies_per_second": tally.plies / passed,
        "mean_plies": tally.plies / tally.games,
    }


def _table(figures: dict[str, dict[str, Any]]) -> Table:
    compared = any("ratio" in found for found in figures.values())
    table = Table(box=None, pad_edge=False)
    table.add_column("game", no_wrap=True)
    for header in ("perft M turns/s", "playouts/s", "playout M turns/s", "turns/game"):
        table.add_column(header, justify="right", overflow="fold")
    for header in ("× perft", "× playouts", "× turns") if compared else ():
        table.add_column(header, justify="right", overflow="fold")
    for name, found in figures.items():
        ratios = [
            f"{found['ratio'][key]:.2f}" if key in found.get("ratio", {}) else ""
            for key in (MEASURES if compared else ())
        ]
        table.add_row(
            name,
            f"{found['perft_nodes_per_second'] / 1e6:,.1f}",
            f"{found['playouts_per_second']:,.0f}",
            f"{found['plies_per_second'] / 1e6:,.1f}",
            f"{found['mean_plies']:,.0f}",
            *ratios,
        )
    return table
