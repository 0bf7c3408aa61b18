"""`tabuleiro perft`: count what the rules allow."""

from __future__ import annotations

from time import perf_counter
from typing import Annotated, Any

import typer

from tabuleiro.cli.app import (
    GameName,
    Json,
    Moves,
    Options,
    PositionText,
    Seed,
    app,
    the_game,
    the_position,
)
from tabuleiro.cli.output import out, print_json, progress
from tabuleiro.position import Position


@app.command()
def perft(
    name: GameName,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="Whole turns.", min=1, max=64)],
    option: Options = None,
    position: PositionText = None,
    moves: Moves = None,
    divide: Annotated[bool, typer.Option("--divide", help="Count for each first move.")] = False,
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Count all sequences of DEPTH turns: the usual proof that rules are right, and fast.

    Every turn is played out. Repetition and length rules are left aside.

    Example: `tabuleiro perft fanorona 5 -o width=5 -o height=5 --divide`
    """
    here = the_position(the_game(name, option, seed), position, moves)
    here.game.engine.compile("perft")
    result: dict[str, Any] = {
        "game": name,
        "options": here.game.options,
        "position": here.text,
        "depth": depth,
    }
    begin = perf_counter()
    with progress(f"perft {depth}") as report:
        if divide:
            counts = {}
            for done, move in enumerate(here.legal_moves):
                counts[move.text] = count(here.play(move), depth - 1)
                report((done + 1) / len(here.legal_moves))
            result["divide"] = counts
            nodes = sum(counts.values())
        else:
            nodes = count(here, depth, report)
    seconds = perf_counter() - begin
    result |= {"nodes": nodes, "seconds": seconds, "nodes_per_second": nodes / seconds}
    if json:
        print_json(result)
        return
    for text, share in result.get("divide", {}).items():
        out.print(f"{text}  {share:,}", markup=False)
    speed = f"{seconds:.3f} s, {nodes / seconds / 1e6:,.1f} M/s"
    out.print(f"{name} depth {depth}: [bold]{nodes:,}[/] turns ({speed})")


def count(here: Position, depth: int, report: Any = None) -> int:
    """Perft from a position; a finished game has no continuation."""
    if depth == 0:
        return 1
    decided = here.game.rules.outcome(here.game.board, here.state()) != -1
    return 0 if decided else here.game.engine.perft(here.state(), depth, report)
