"""What the file of a game must define: told before anything looks for it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import ModuleType

from tabuleiro import files
from tabuleiro.errors import BrokenFile, InvalidOption
from tabuleiro.games.base import People, filled
from tabuleiro.options import Option
from tabuleiro.text import Text

RULES = ("STATE", "TABLES", "MAX_ACTIONS", "MAX_STEPS")
RULES_FUNCTIONS = ("tables", "start", "actions", "play", "outcome", "stuck")
PEOPLE = ("TITLE", "SUMMARY", "OPTIONS")
PEOPLE_FUNCTIONS = (
    "players",
    "geometry",
    "view",
    "touched",
    "position_text",
    "read_position",
)
EVERYBODYS = ("repetition", "max_plies", "seed")
"""Options that every game has."""


def check_file(path: Path, module: ModuleType) -> None:
    """Refuse a file in which something is missing, or whose options cannot be."""
    people, rules = filled(module), getattr(module, "rules", module)
    absent = [name for name in (*RULES, *RULES_FUNCTIONS) if not hasattr(rules, name)]
    absent += [name for name in (*PEOPLE, *PEOPLE_FUNCTIONS) if not hasattr(people, name)]
    if absent:
        raise BrokenFile(
            f"{files.place(path, 1)}: this is no game; it does not define {', '.join(absent)}",
            f"{files.place(path, 1, 'linha')}: isto não é um jogo; não define {', '.join(absent)}",
        )
    own = Path(str(people.__file__))
    for name, size in (("STATE", rules.STATE), ("TABLES", rules.TABLES)):
        if not isinstance(size, dict):
            source = Path(str(rules.__file__))
            raise _wrong(
                source,
                name,
                Text(
                    f"{name} is no dictionary; write {name} = dict(player=1, …)",
                    f"{name} não é um dicionário; escreve {name} = dict(player=1, …)",
                ),
            )
    wrong = _wrong_option(people)
    if wrong is not None:
        raise _wrong(own, "OPTIONS", wrong)


def _wrong(path: Path, name: str, what: Text) -> BrokenFile:
    line = files.line_of(path, name)
    return BrokenFile(
        f"{files.place(path, line)}: {what.en}", f"{files.place(path, line, 'linha')}: {what.pt}"
    )


def _wrong_option(people: People) -> Text | None:
    """What is wrong with the options, if anything."""
    if not isinstance(people.OPTIONS, tuple | list) or not all(
        isinstance(option, Option) for option in people.OPTIONS
    ):
        return Text(
            "OPTIONS is no tuple of Option; write OPTIONS = (Option(…),)",
            "OPTIONS não é um tuplo de Option; escreve OPTIONS = (Option(…),)",
        )
    for name, times in Counter(option.name for option in people.OPTIONS).items():
        if times > 1:
            return Text(f"two options are called {name!r}", f"há duas opções chamadas {name!r}")
        if name in EVERYBODYS:
            return Text(
                f"every game has an option {name!r} already; give yours another name",
                f"todos os jogos já têm uma opção {name!r}; dá outro nome à tua",
            )
    for option in people.OPTIONS:
        try:
            option.read(option.default)
        except InvalidOption as error:
            return Text(f"the default of an option: {error}", f"o valor inicial: {error.pt}")
    return None
