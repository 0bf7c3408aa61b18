"""`tabuleiro new`: a commented file to begin a game or a bot with."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from tabuleiro.cli.app import Json, app
from tabuleiro.cli.output import note, out, print_json
from tabuleiro.errors import InvalidOption, JobFailed

STARTS = Path(__file__).parent.parent / "starts"
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}")


class What(StrEnum):
    """What can be begun."""

    game = "game"
    bot = "bot"


NEXT = {
    What.game: ("check-game {path}", "play {path}", "web {path}"),
    What.bot: ("play fanorona --second {path}", "arena fanorona {path} random --games 10"),
}
"""What to try first."""


@app.command()
def new(
    what: Annotated[What, typer.Argument(metavar="game|bot", help="What to begin.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its name, also the file's.")],
    directory: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Where to write it.")
    ] = Path(),
    json: Json = False,
) -> None:
    """Write a commented file to begin with: it runs as it is, and every part says what to change.

    Examples: `tabuleiro new game mygame`, `tabuleiro new bot mybot`
    """
    own = name.removesuffix(".py")
    if not NAME.fullmatch(own):
        raise InvalidOption(
            f"the name cannot be {name!r}; accepted: a letter, then letters, digits and _"
        )
    path = directory / f"{own}.py"
    text = (STARTS / f"{what.value}.py").read_text(encoding="utf-8")
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text.replace("NAME", own))
    except FileExistsError:
        raise InvalidOption(f"{str(path)!r} is there already; choose another name") from None
    except OSError as error:
        raise JobFailed(f"{str(path)!r} cannot be written: {error.strerror}") from None
    shown = str(path) if len(path.parts) > 1 else f"./{path}"
    commands = [f"tabuleiro {each.format(path=shown)}" for each in NEXT[what]]
    if json:
        print_json({"what": what.value, "name": own, "file": str(path), "next": commands})
        return
    out.print(f"{shown} is there. Try:", markup=False, highlight=False)
    for command in commands:
        out.print(f"  {command}", markup=False, highlight=False)
    note(
        "Every part of the file says what it is for; the documents are docs/your-own-game.md "
        "and docs/your-own-bot.md"
    )
