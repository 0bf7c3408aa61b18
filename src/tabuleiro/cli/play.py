"""`tabuleiro play`: a game in line mode, people and bots in any seat."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tabuleiro.bots.presets import presets
from tabuleiro.cli.app import (
    DEFAULT_LANGUAGE,
    GameName,
    Json,
    Language,
    Options,
    PositionText,
    Seed,
    app,
    named_game,
    the_game,
    the_position,
)
from tabuleiro.cli.output import check_writable, err, note, out, print_json, write_file
from tabuleiro.cli.show import position_facts
from tabuleiro.terminal.line import HUMAN, LineGame, opponent, seat


def _complete_player(context: typer.Context, incomplete: str) -> list[str]:
    named = named_game(context)
    known = presets(named) if named is not None else ()
    return [player for player in (HUMAN, *known) if player.startswith(incomplete)]


Seat = Annotated[
    str,
    typer.Option(
        metavar="PLAYER",
        help="`human`, or a bot; `tabuleiro bots GAME` lists them.",
        autocompletion=_complete_player,
    ),
]


@app.command()
def play(
    name: GameName,
    first: Seat = HUMAN,
    second: Seat = "",
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

    The second seat is a bot of medium strength unless you say otherwise.

    Example: `tabuleiro play shobu --first hard --second human`
    """
    here = the_position(the_game(name, option, seed), position)
    second = second or opponent(here.game)
    seats = (
        seat(here.game, first, seed),
        seat(here.game, second, None if seed is None else seed + 1),
    )
    played = LineGame(here, seats, lang.value, err if json else out)
    if record is not None:
        check_writable(record)
    try:
        last = played.run()
    finally:  # also after Ctrl-C
        if record is not None:
            write_file(record, played.record().text())
            note(f"The game is in {record}")
    if json:
        print_json(position_facts(last) | {"seats": [first, second]})
