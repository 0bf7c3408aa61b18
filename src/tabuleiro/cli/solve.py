"""`tabuleiro solve`: every position of a small board, and what it is worth."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from tabuleiro.cli.app import (
    GameName,
    Json,
    Options,
    PositionText,
    Seed,
    app,
    the_game,
    the_position,
)
from tabuleiro.cli.output import note, out, phases, print_json
from tabuleiro.errors import InvalidOption

UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
OUTCOMES = {
    "win": "the player to move wins in {turns} turns",
    "loss": "the player to move loses in {turns} turns",
    "draw": "a draw",
}

Memory = Annotated[
    str | None,
    typer.Option("--memory", metavar="SIZE", help="What it may use, as 4G; half of all if none."),
]
Threads = Annotated[int | None, typer.Option("--threads", min=1, max=64, help="All cores if none.")]


def read_memory(text: str | None) -> int | None:
    """A size such as 500M or 4G."""
    if text is None:
        return None
    match = re.fullmatch(r"([0-9]{1,12})([KMGT]?)B?", text.strip().upper(), re.ASCII)
    if match is None or int(match[1]) == 0:
        raise InvalidOption(f"memory cannot be {text!r}; accepted: a size such as 500M or 4G")
    return int(match[1]) * UNITS[match[2]]


@app.command()
def solve(
    name: GameName,
    option: Options = None,
    position: PositionText = None,
    memory: Memory = None,
    threads: Threads = None,
    anew: Annotated[
        bool, typer.Option("--anew", help="Solve it again, also if it was solved before.")
    ] = False,
    seed: Seed = None,
    json: Json = False,
) -> None:
    """Solve a small board: the value of every position that can be reached, and its distance.

    Infinite play is a draw: rules about repetition, progress and length are left aside. The result
    is kept; stopped with Ctrl-C or killed, the work goes on where it was.

    Example: `tabuleiro solve fanorona -o width=5 -o height=3`
    """
    from tabuleiro.solving.api import solve as solve_board

    game = the_game(name, option, seed)
    here = the_position(game, position)
    with phases() as report:
        result = solve_board(
            game,
            here,
            memory=read_memory(memory),
            threads=threads,
            anew=anew,
            report=report,
            note=note,
        )
    solved = result.solved
    if json:
        facts = {"game": name, "options": game.options, "position": here.text, **solved.facts()}
        print_json({**facts, "file": str(result.path), "solved_now": result.made_now})
        return
    verdict = OUTCOMES[solved.value].format(turns=solved.turns)
    out.print(f"{name} from {here.text}: [bold]{verdict}[/]", highlight=False)
    out.print(
        f"{solved.positions:,} positions: {solved.wins:,} won, {solved.draws:,} drawn, "
        f"{solved.losses:,} lost for the side to move; the longest ends in {solved.longest} turns",
        highlight=False,
    )
    when = f"{solved.seconds:.1f} s" if result.made_now else "solved before"
    out.print(f"{when}; infinite play counts as a draw; kept in {result.path}", highlight=False)
