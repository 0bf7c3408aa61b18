"""`tabuleiro play`: a game in line mode, people and bots in any seat."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tabuleiro.cli.app import (
    DEFAULT_LANGUAGE,
    GameName,
    Json,
    Language,
    Options,
    PositionText,
    Seed,
    app,
    the_game,
    the_position,
)
from tabuleiro.cli.output import err, note, out, print_json
from tabuleiro.cli.show import position_facts
from tabuleiro.errors import JobFailed
from tabuleiro.terminal.line import SEATS, LineGame, seat

PLAYERS = f"One of {', '.join(SEATS)}."


@app.command()
def play(
    name: GameName,
    first: Annotated[str, typer.Option("--first", help=PLAYERS)] = "human",
    second: Annotated[str, typer.Option("--second", help=PLAYERS)] = "random",
    option: Options = None,
    position: PositionText = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", help="Write the game to a file at the end."),
    ] = None,
    seed: Seed = None,
    lang: Language = DEFAULT_LANGUAGE,
    json: Json = False,
) -> None:
    """Play a game, line by line. Type `help` during the game for what you can do.

    Example: `tabuleiro play shobu --first random --second human`
    """
    here = the_position(the_game(name, option, seed), position)
    seats = seat(first, seed), seat(second, None if seed is None else seed + 1)
    played = LineGame(here, seats, lang.value, err if json else out)
    last = played.run()
    if record is not None:
        try:
            played.record().save(record)
        except OSError as error:
            raise JobFailed(f"{str(record)!r} cannot be written: {error.strerror}") from None
        note(f"The game is in {record}")
    if json:
        print_json(position_facts(last) | {"seats": [first, second]})
