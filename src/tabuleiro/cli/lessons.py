"""`tabuleiro lessons`: small tasks in the terminal, one after the other."""

from __future__ import annotations

from typing import Annotated

import typer

from tabuleiro.cli.app import DEFAULT_LANGUAGE, GameName, Json, Language, app, the_game
from tabuleiro.cli.output import out, print_json
from tabuleiro.errors import InvalidOption
from tabuleiro.teaching.lessons import lessons_of
from tabuleiro.terminal.tasks import give_lessons


@app.command()
def lessons(
    name: GameName,
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="Where to begin.", min=1)] = 1,
    lang: Language = DEFAULT_LANGUAGE,
    json: Json = False,
) -> None:
    """Learn a game in a few small tasks: type the turn that does what is asked.

    `?` gives a hint, an empty line shows the board again, `quit` leaves. With `--json` the lessons
    are listed, with their solutions.

    Example: `tabuleiro lessons fanorona`
    """
    found = lessons_of(the_game(name, None))
    if number > max(len(found), 1):
        raise InvalidOption(f"{name} has {len(found)} lessons, so there is no lesson {number}")
    if json:
        facts = [
            {
                "name": lesson.name,
                "options": dict(lesson.options),
                "position": lesson.start().text,
                "title": lesson.title[lang.value],
                "task": lesson.task[lang.value],
                "accept": [" ".join(rule) for rule in lesson.accept],
                "solution": lesson.solution,
            }
            for lesson in found
        ]
        print_json({"game": name, "lessons": facts})
    else:
        give_lessons(found[number - 1 :], lang.value, out)
