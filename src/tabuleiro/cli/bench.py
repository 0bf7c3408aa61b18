"""`tabuleiro bench`: how fast the games and searches run here, and against an earlier run."""

from __future__ import annotations

import json as files
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.table import Table

from tabuleiro.bots.analysis import Analysis
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_analyst
from tabuleiro.cli.app import Json, OptionalGame, Options, Seed, app, the_game
from tabuleiro.cli.output import (
    check_writable,
    leaving_out,
    out,
    print_json,
    progress,
    write_file,
)
from tabuleiro.cli.warm_up import UNITS
from tabuleiro.errors import InvalidRecord
from tabuleiro.game import Game, all_games

MEASURES = {
    "perft_nodes_per_second": "perft",
    "playouts_per_second": "playouts",
    "plies_per_second": "turns",
    "alphabeta_nodes_per_second": "alpha-beta",
    "mcts_iterations_per_second": "mcts",
}
"""What is measured per second."""

TO_DEPTH = "seconds_to_depth"
DEEPEST = 12

Figures = dict[str, Any]
Measure = Callable[[Game, float, int], Figures]


@app.command()
def bench(
    name: OptionalGame = None,
    option: Options = None,
    seconds: Annotated[
        float, typer.Option("--seconds", help="Time for each measurement.", min=0.05, max=600)
    ] = 1.0,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Keep the figures in a file.")
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option("--against", metavar="FILE", help="Show how many times faster than kept."),
    ] = None,
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Measure perft, random playouts, alpha-beta with its time to a depth, and tree search.

    In a second, from the start position, on one thread: turns counted by perft, random games and
    their turns, positions of alpha-beta, iterations of the tree search.

    Example: `tabuleiro bench --save before.json`, and later `tabuleiro bench --against before.json`
    """
    earlier = load(against) if against is not None else {}
    if save is not None:
        check_writable(save)
    names = [name] if name is not None else [each.name for each in all_games()]
    figures: dict[str, Figures] = {}
    with progress("measuring") as report:
        for done, each in enumerate(names):
            with leaving_out(wanted=bool(name or option)):
                played = the_game(each, option, seed)
                for unit in UNITS:
                    played.engine.compile(unit)
                found: Figures = {"options": played.options}
                for part, measure in enumerate(MEASUREMENTS):
                    found |= measure(played, seconds, seed or 1)
                    report((done + (part + 1) / len(MEASUREMENTS)) / len(names))
                figures[each] = found
    for each, found in figures.items():
        if each in earlier:
            found["ratio"] = ratios(found, earlier[each])
    if save is not None:
        write_file(save, files.dumps(figures, indent=2))
    if json:
        print_json(figures)
    else:
        out.print(_table(figures))


def load(path: Path) -> dict[str, Figures]:
    """The figures of an earlier run."""
    try:
        found = files.loads(path.read_text(encoding="utf-8"))
        if all(_is_figures(each) for each in found.values()):
            return found  # type: ignore[no-any-return]
    except OSError as error:
        raise InvalidRecord(f"{str(path)!r} cannot be read: {error.strerror}") from None
    except (AttributeError, RecursionError, TypeError, ValueError):
        pass
    raise InvalidRecord(f"{str(path)!r} is not a file that `tabuleiro bench --save` has written")


def _is_figures(each: Figures) -> bool:
    """Whether all that can be compared is above 0; earlier versions measured less."""
    known = [float(each[key]) for key in MEASURES if key in each]
    known += [float(taken) for taken in each.get(TO_DEPTH, {}).values()]
    return bool(known) and min(known) > 0


def ratios(found: Figures, earlier: Figures) -> dict[str, float]:
    """How many times faster everything is that was measured in both runs."""
    faster = {key: found[key] / earlier[key] for key in MEASURES if key in earlier}
    shared = found[TO_DEPTH].keys() & earlier.get(TO_DEPTH, {}).keys()
    if shared:
        depth = max(shared, key=int)
        faster[TO_DEPTH] = earlier[TO_DEPTH][depth] / found[TO_DEPTH][depth]
    return faster


def _perft(played: Game, seconds: float, seed: int) -> Figures:
    """Perft as deep as the time allows."""
    start = played.start().state()
    played.engine.perft(start, 1)  # the first call takes longer
    depth, nodes, spent, growth = 0, 1, 0.0, 1.0
    while depth < DEEPEST and (spent < seconds / 100 or spent * growth < seconds):
        begin = perf_counter()
        found = played.engine.perft(start, depth + 1)
        if found == 0:  # every game is over by then
            break
        spent = perf_counter() - begin
        depth, growth, nodes = depth + 1, found / nodes, found
    return {
        "perft_depth": depth,
        "perft_nodes": nodes,
        "perft_nodes_per_second": nodes / spent,
    }


def _playouts(played: Game, seconds: float, seed: int) -> Figures:
    """Random games for about that long."""
    start, rules = played.start().state(), (played.max_plies, played.quiet_limit)
    games, passed = 1, 0.0
    while passed < seconds / 2:
        games = max(games + 1, min(games * 8, round(games * seconds / max(passed, 1e-4))))
        begin = perf_counter()
        tally = played.engine.playouts(start, games, *rules, seed)
        passed = perf_counter() - begin
    return {
        "playouts": tally.games,
        "playouts_per_second": tally.games / passed,
        "plies_per_second": tally.plies / passed,
        "mean_plies": tally.plies / tally.games,
    }


def _alphabeta(played: Game, seconds: float, seed: int) -> Figures:
    """The strongest search, with the time at which it completed each depth."""
    reached: dict[str, float] = {}

    def hear(now: Analysis) -> None:
        reached[str(now.depth)] = now.seconds

    searching = make_analyst(played, "greedy", seed)
    searching.analyse(played.start(), Limit(depth=1))  # the first call takes longer
    found = searching.analyse(played.start(), Limit(seconds=seconds), listener=hear)
    return {
        "alphabeta_nodes": found.nodes,
        "alphabeta_nodes_per_second": found.nodes_per_second,
        "alphabeta_depth": found.depth,
        TO_DEPTH: reached,
    }


def _mcts(played: Game, seconds: float, seed: int) -> Figures:
    """Tree search with one random game for a leaf."""
    searching = make_analyst(played, "mcts", seed)
    searching.analyse(played.start(), Limit(iterations=1))
    found = searching.analyse(played.start(), Limit(seconds=seconds))
    return {
        "mcts_iterations": found.nodes,
        "mcts_iterations_per_second": found.nodes_per_second,
    }


MEASUREMENTS: tuple[Measure, ...] = (_perft, _playouts, _alphabeta, _mcts)


def _table(figures: dict[str, Figures]) -> Table:
    """Speeds, a row for each game; below each, how many times faster than earlier."""
    table = Table(box=None, pad_edge=False)
    table.add_column("per second", no_wrap=True)
    for title in MEASURES.values():
        table.add_column(title, justify="right", overflow="fold")
    table.add_column("to depth", justify="right", overflow="fold")
    for name, found in figures.items():
        depth = str(found["alphabeta_depth"])
        table.add_row(
            f"[bold]{name}[/]",
            *(_short(found[key]) for key in MEASURES),
            f"{depth}: {found[TO_DEPTH][depth]:.2f} s",
        )
        if "ratio" in found:
            keys = (*MEASURES, TO_DEPTH)
            table.add_row(
                "  × earlier",
                *(f"{found['ratio'][key]:.2f}" if key in found["ratio"] else "" for key in keys),
                style="dim",
            )
    return table


def _short(speed: float) -> str:
    return f"{speed / 1e6:,.1f} M" if speed >= 1e6 else f"{speed:,.0f}"
