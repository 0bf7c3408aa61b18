"""`tabuleiro play`: a game in the terminal, people and bots in any seat."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tabuleiro.bots.presets import presets
from tabuleiro.cli.app import (
    DEFAULT_LANGUAGE,
    Json,
    Language,
    Options,
    PositionText,
    Seed,
    _complete_game,
    app,
    named_game,
    the_game,
    the_position,
)
from tabuleiro.cli.output import check_writable, err, note, out, print_json, write_file
from tabuleiro.cli.show import position_facts
from tabuleiro.errors import InvalidOption
from tabuleiro.terminal.console import Look, can_draw
from tabuleiro.terminal.line import LineGame, choose_game
from tabuleiro.terminal.seats import HUMAN, take_seats
from tabuleiro.terminal.session import Session

if TYPE_CHECKING:
    from tabuleiro.game import Game


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
Plain = Annotated[
    bool,
    typer.Option("--plain", help="Line by line, as for pipes and screen readers."),
]
Theme = Annotated[
    Look | None,
    typer.Option("--theme", help="The board in colours or in plain signs.", show_default="colour"),
]


@app.command()
def play(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="A game; `tabuleiro games` lists them. Without one you choose from a menu.",
            autocompletion=_complete_game,
        ),
    ] = None,
    first: Seat = HUMAN,
    second: Seat = "",
    option: Options = None,
    position: PositionText = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", help="Write the game to a file at the end."),
    ] = None,
    plain: Plain = False,
    theme: Theme = None,
    seed: Seed = None,
    lang: Language = DEFAULT_LANGUAGE,
    json: Json = False,
) -> None:
    """Play a game on a board in the terminal, with mouse and keyboard; `?` lists the keys.

    With `--plain`, and where there is no terminal, the game goes line by line: type `help`.
    The second seat is a bot of medium strength unless you say otherwise.

    Example: `tabuleiro play shobu --first hard --second human`
    """
    if name is None and (option or position or second or first != HUMAN):
        raise InvalidOption(
            "options, a position and seats need a GAME; `tabuleiro games` lists them"
        )
    if record is not None:
        check_writable(record)
    drawn = not plain and not json and can_draw()
    console = err if json else out
    if name is None and drawn:
        session = None
    else:
        chosen: Game | None = (
            the_game(name, option, seed) if name else choose_game(lang.value, console)
        )
        if chosen is None:
            return
        here = the_position(chosen, position)
        session = Session(here, take_seats(chosen, first, second, seed))
    try:
        if drawn:
            from tabuleiro.terminal.app import run

            session = run(session, lang.value, theme, seed)
        elif session is not None:
            played = LineGame(session, lang.value, console, seed)
            try:
                played.run()
            finally:  # a person may have opened another game
                session = played.session
    finally:  # also after Ctrl-C
        if record is not None and session is not None:
            write_file(record, session.record().text())
            note(f"The game is in {record}")
    if json and session is not None:
        print_json(_facts(session))


def _facts(session: Session) -> dict[str, Any]:
    """The end of a game, as data."""
    facts = position_facts(session.position) | {"seats": list(session.names)}
    if session.forfeit:
        winner = 1 - session.position.player
        result = session.record().result
        facts["outcome"] = {"result": result, "winner": winner, "reason": session.forfeit}
    return facts
