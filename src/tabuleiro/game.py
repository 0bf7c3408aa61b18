"""A game: its facts, its options, its start. `tabuleiro.game("fanorona", width=5)` makes one."""

from __future__ import annotations

import logging
import os
import random
import sys
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from tabuleiro.errors import InvalidPosition, TabuleiroError, UnknownGame, UnknownOption
from tabuleiro.games.base import Geometry, Language, Option, Text, Value
from tabuleiro.kernel.engine import Engine
from tabuleiro.kernel.loader import rules_module, terms_module
from tabuleiro.kernel.records import Plain, plain_board
from tabuleiro.position import Position

log = logging.getLogger("tabuleiro")

GROUP = "tabuleiro.games"

NEVER_LEGAL = -1
"""An action for cells between which nothing can be done."""

REPETITION = ("draw3", "none")
REPETITION_HELP = Text(
    "What the third occurrence of a position means: a draw (draw3) or nothing (none).",
    "O que significa a terceira ocorrência de uma posição: empate (draw3) ou nada (none).",
)
FORBID_HELP = Text(
    "A position's third occurrence is a draw (draw3) or nothing (none), or no earlier board may "
    "be made again (forbid).",
    "A terceira ocorrência de uma posição é empate (draw3) ou nada (none), ou nenhum tabuleiro "
    "anterior pode ser repetido (forbid).",
)
MAX_PLIES = Option(
    "max_plies",
    5000,
    Text("Turns until a game is a draw.", "Jogadas até a partida ser empate."),
    range(1, 1_000_001),
)


def game_names() -> tuple[str, ...]:
    """The names of all installed games."""
    return tuple(sorted(installed(GROUP)))


def game(name: str, /, *, seed: int | None = None, **options: object) -> Game:
    """A game with options; `seed` decides those that ask for chance."""
    return make_game(name, options, seed)


def make_game(name: str, options: Mapping[str, object], seed: int | None = None) -> Game:
    """The same for options that a user wrote, whatever their names."""
    found = installed(GROUP)
    if name not in found:
        raise UnknownGame(f"there is no game {name!r}; accepted: {', '.join(sorted(found))}")
    try:
        module = found[name].load()
    except Exception as error:
        raise UnknownGame(f"the game {name!r} cannot be loaded: {error}") from error
    return Game(name, module, options, seed)


def all_games() -> list[Game]:
    """Every installed game that can be loaded, with its usual options."""
    found = []
    for name in game_names():
        try:
            found.append(game(name))
        except UnknownGame as error:
            log.warning("%s", error)
    return found


def installed(group: str) -> Mapping[str, EntryPoint]:
    """What installed packages offer under a name; looked up again when packages come or go."""
    return _scan(group, tuple((place, _changed(place)) for place in sys.path))


@lru_cache(maxsize=8)
def _scan(group: str, places: tuple[tuple[str, int], ...]) -> Mapping[str, EntryPoint]:
    return MappingProxyType({point.name: point for point in entry_points(group=group)})


def _changed(place: str) -> int:
    """When a folder last got or lost a file; a package that is installed is one."""
    try:
        return os.stat(place or os.curdir).st_mtime_ns
    except OSError:
        return 0


class Game:
    """A game with its options set. Equal names and options are equal games."""

    def __init__(
        self, name: str, module: ModuleType, options: Mapping[str, object], seed: int | None = None
    ) -> None:
        self.name = name
        self.people: Any = getattr(module, "board", module)
        """The game's `board` module: names, drawing and notation."""
        self.source = Path(str(getattr(module, "rules", module).__file__))
        """The file of the rules."""
        self.options = self._read(options, seed)
        """Every option's value."""
        own = {option.name for option in self.people.OPTIONS} - {self._quiet_option}
        plain = rules_module(self.source, {})
        tables = plain.tables(**{key: value for key, value in self.options.items() if key in own})
        self.tables = tables
        """What the rules made of the options."""
        constants = {key: value for key, value in tables.items() if key.isupper()}
        self.rules: Any = rules_module(self.source, constants)
        self.board: Any = plain_board(self.rules.TABLES, tables)
        self.board.rules = self.rules

    @property
    def title(self) -> Text:
        """The game's name for people."""
        return self.people.TITLE  # type: ignore[no-any-return]

    @property
    def summary(self) -> Text:
        """What the game is about, in a sentence."""
        return self.people.SUMMARY  # type: ignore[no-any-return]

    @property
    def option_list(self) -> tuple[Option, ...]:
        """All options that the game takes, its own and those that every game has."""
        return all_options(self.people)

    @property
    def repetition(self) -> str:
        """The rule for repeated positions."""
        return str(self.options["repetition"])

    @property
    def max_plies(self) -> int:
        """The number of turns after which a game is a draw."""
        return int(self.options["max_plies"])

    @property
    def quiet_limit(self) -> int:
        """The number of turns without progress after which a game is a draw; 0 for no limit."""
        return int(self.options[self._quiet_option]) if self._quiet_option else 0

    @property
    def symmetries(self) -> int:
        """How many symmetries of the board the game knows, the identity included."""
        return int(getattr(self.board, "symmetries", 1))

    @property
    def changed_options(self) -> dict[str, str]:
        """The options that differ from their defaults, as text."""
        return {
            option.name: option.write(self.options[option.name])
            for option in self.option_list
            if self.options[option.name] != option.default
        }

    @property
    def compilations(self) -> tuple[dict[str, Value], ...]:
        """Option sets that between them need everything that the game compiles."""
        return getattr(self.people, "COMPILATIONS", ({},))

    @cached_property
    def geometry(self) -> Geometry:
        """Where the cells are, for drawing."""
        return self.people.geometry(self.board)  # type: ignore[no-any-return]

    @cached_property
    def engine(self) -> Engine:
        """The compiled kernel for this board."""
        return Engine(self.source, self.tables)

    @cached_property
    def evaluation(self) -> Any:
        """The plain module with the game's `TERMS` and `evaluate`."""
        return terms_module(self.source, self.rules)

    @property
    def terms(self) -> tuple[str, ...]:
        """The names of what the game's evaluation looks at."""
        return tuple(self.evaluation.TERMS)

    def term_shares(self, position: Position, weights: Sequence[int]) -> dict[str, int]:
        """What each weighted term says of a position, for the player who acts."""
        shares = {}
        for index, (name, weight) in enumerate(zip(self.terms, weights, strict=True)):
            if weight:
                alone = [0] * len(weights)
                alone[index] = weight
                value = self.evaluation.evaluate(self.board, position.state(), alone)
                shares[name] = int(value)
        return shares

    def start(self) -> Position:
        """The start position."""
        state = Plain(self.rules.STATE)
        self.rules.start(self.board, state)
        return Position(self, state)

    def position(self, text: str) -> Position:
        """The position that a text describes."""
        fields = text.split()
        quiet = 0
        if fields and fields[-1].startswith("quiet="):
            number = fields.pop().removeprefix("quiet=")
            if not (number.isascii() and number.isdecimal() and len(number) < 10):
                raise InvalidPosition(f"position field quiet={number!r} must be a whole number")
            quiet = int(number)
        if not fields:
            raise InvalidPosition(
                f"the position is empty; a {self.name} position looks like: {self.start().text}"
            )
        state = Plain(self.rules.STATE)
        self.people.read_position(self.board, state, " ".join(fields))
        position = Position(self, state)
        position.quiet = quiet
        return position

    def rules_text(self, language: Language = "en") -> str:
        """The rules for people, as Markdown."""
        path = Path(str(self.people.__file__)).with_name(f"rules.{language}.md")
        if not path.exists():
            raise TabuleiroError(f"{self.name} has no written rules in the language {language!r}")
        return path.read_text(encoding="utf-8")

    def step_text(self, position: Position, action: int) -> str:
        """A step in notation: the game's own, or the cells that it touches."""
        if hasattr(self.people, "step_text"):
            return str(self.people.step_text(self.board, position._state, action))
        return "-".join(self.geometry.cells[cell].name for cell in self.touched(position, action))

    def read_step(self, position: Position, text: str) -> int | None:
        """The action that a step text means, if it is one; not necessarily legal."""
        if hasattr(self.people, "read_step"):
            action = self.people.read_step(self.board, position._state, text)
            return None if action is None else int(action)
        cells = {cell.name for cell in self.geometry.cells}
        reads_well = cells.issuperset(text.split("-"))
        steps = (action for action in position.steps if self.step_text(position, action) == text)
        return next(steps, NEVER_LEGAL if reads_well else None)

    def touched(self, position: Position, action: int) -> tuple[int, ...]:
        """The cells that a person points at to make a step."""
        return tuple(self.people.touched(self.board, position._state, action))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.name == other.name and self.options == other.options

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.options.items())))

    def __repr__(self) -> str:
        options = "".join(f" {name}={value}" for name, value in self.changed_options.items())
        return f"<Game {self.name}{options}>"

    @property
    def _quiet_option(self) -> str | None:
        return getattr(self.people, "QUIET_LIMIT", None)

    def _read(self, given: Mapping[str, object], seed: int | None) -> dict[str, Value]:
        known = {option.name: option for option in self.option_list}
        for name in given:
            if name not in known:
                raise UnknownOption(
                    f"{self.name} has no option {name!r}; accepted: {', '.join(known)}"
                )
        values = {
            name: option.read(given[name]) if name in given else option.default
            for name, option in known.items()
        }
        if hasattr(self.people, "resolve"):
            values = self.people.resolve(values, random.Random(seed))
        if hasattr(self.people, "check_options"):
            self.people.check_options(values)
        return values


def all_options(people: Any) -> tuple[Option, ...]:
    """A game's own options and those of the core."""
    accepts = getattr(people, "REPETITION", REPETITION)
    text = FORBID_HELP if "forbid" in accepts else REPETITION_HELP
    repetition = Option("repetition", accepts[0], text, accepts)
    return (*people.OPTIONS, repetition, MAX_PLIES)
