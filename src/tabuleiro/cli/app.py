"""The application that the commands register with, and the arguments that they share."""

from __future__ import annotations

import os
from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated

import typer

import tabuleiro
from tabuleiro.checking.glance import glance
from tabuleiro.errors import UnknownOption
from tabuleiro.game import Game, game, game_names, open_game
from tabuleiro.options import MOST_CHOICES, Value
from tabuleiro.position import Position

app = typer.Typer(
    name="tabuleiro",
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)


class Lang(StrEnum):
    """The languages of the product."""

    en = "en"
    pt = "pt"

    @classmethod
    def default(cls) -> Lang:
        """The language of the person's system, if it is one of ours."""
        asked = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
        return cls.pt if asked.startswith("pt") else cls.en


def _complete_game(incomplete: str) -> list[str]:
    return [name for name in game_names() if name.startswith(incomplete)]


def named_game(context: typer.Context) -> Game | None:
    """The game that an unfinished command line names, parsed or left over."""
    words = (*(context.params.get(key) for key in ("name", "game")), *context.args)
    return next((game(word) for word in words if word in game_names()), None)


def _complete_option(context: typer.Context, incomplete: str) -> list[str]:
    named = named_game(context)
    found = []
    for option in named.option_list if named is not None else ():
        choices: Iterable[Value] = (option.default,)
        if isinstance(option.default, bool):
            choices = (True, False)
        elif isinstance(option.accepts, range | tuple) and len(option.accepts) <= MOST_CHOICES:
            choices = option.accepts
        found += [f"{option.name}={option.write(choice)}" for choice in choices]
    return [text for text in found if text.startswith(incomplete)]


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game, or the path of its file; `tabuleiro games` lists them.",
        autocompletion=_complete_game,
    ),
]
OptionalGame = Annotated[
    str | None,
    typer.Argument(metavar="GAME", help="All if none.", autocompletion=_complete_game),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "-o",
        "--option",
        metavar="KEY=VALUE",
        help="An option of the game, such as `-o size=6`; `tabuleiro games GAME` lists them.",
        autocompletion=_complete_option,
    ),
]
PositionText = Annotated[
    str | None,
    typer.Option("--position", metavar="TEXT", help="A position as `tabuleiro show` prints it."),
]
Moves = Annotated[
    str | None,
    typer.Option("--moves", metavar="MOVES", help="Moves to play first, with spaces between."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Seed = Annotated[
    int | None, typer.Option("--seed", help="Makes everything that is left to chance repeatable.")
]
Language = Annotated[Lang, typer.Option("--lang", help="English or Portuguese.")]
DEFAULT_LANGUAGE = Lang.default()


def the_game(name: str, options: list[str] | None, seed: int | None = None) -> Game:
    """The game that a command line asks for."""
    values: dict[str, object] = {}
    for text in options or []:
        key, sign, value = text.partition("=")
        if not sign or not key:
            raise UnknownOption(
                f"option {text!r} is not of the form KEY=VALUE",
                f"a opção {text!r} não tem a forma CHAVE=VALOR",
            )
        values[key.strip()] = value.strip()
    found = open_game(name, values, seed)
    glance(found)
    return found


def the_position(played: Game, text: str | None, moves: str | None = None) -> Position:
    """The position that a command line asks for."""
    here = played.start() if text is None else played.position(text)
    for move in (moves or "").split():
        here = here.play(move)
    return here


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"tabuleiro {tabuleiro.__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> int:
    """Two-player board games and adversarial search: Focus, Fanorona, Shobu, Aboyne, CIFRA Code25.

    Without a command the web app starts and opens in your browser. Some first commands:

    - `tabuleiro rules shobu`: how a game is played; `--lang pt` for Portuguese
    - `tabuleiro play shobu --second human`: two people at one keyboard
    - `tabuleiro games focus`: the options of a game
    - `tabuleiro show focus -o size=6`: a board, its text and its legal moves
    - `tabuleiro perft focus 3 -o size=6`: what the rules allow, counted
    """
    if context.invoked_subcommand is not None:
        return 0
    return web.serve()


# In the order in which `--help` lists them.
from tabuleiro.cli import web, games, rules, show, play, watch, bots, hint, analyse, review  # noqa: E402, F401, I001
from tabuleiro.cli import lessons, puzzles  # noqa: E402, F401
from tabuleiro.cli import learn, arena, export, elo, sprt, reproduce  # noqa: E402, F401
from tabuleiro.cli import new, check_game, league  # noqa: E402, F401
from tabuleiro.cli import solve, tables, perft, lab, bench, engine, check_engine, warm_up  # noqa: E402, F401
