"""A game: its facts, its options, its start. `tabuleiro.game("fanorona", width=5)` makes one."""

from __future__ import annotations

import logging
import os
import random
import sys
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.metadata import EntryPoint, entry_points
from itertools import count
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

from tabuleiro import files
from tabuleiro.errors import (
    InvalidPosition,
    TabuleiroError,
    UnknownGame,
    UnknownOption,
)
from tabuleiro.games.base import Geometry, People, filled
from tabuleiro.games.required import check_file
from tabuleiro.kernel.engine import Engine
from tabuleiro.kernel.loader import game_name, rules_module, terms_module
from tabuleiro.kernel.records import Plain, first_word, plain_board
from tabuleiro.options import Option, Value
from tabuleiro.position import Position
from tabuleiro.text import Language, Text

log = logging.getLogger("tabuleiro")

GROUP = "tabuleiro.games"

FIVE = ("aboyne", "cifra", "fanorona", "focus", "shobu")
CLASSICS = ("breakthrough", "connect4", "draughts", "hex", "morris", "othello")
"""Games that most people know, on the second shelf."""

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
REPETITION_VALUES: Mapping[Value, Text] = {
    "draw3": Text("draw", "empate"),
    "none": Text("nothing", "nada"),
    "forbid": Text("forbidden", "proibida"),
}
MAX_PLIES = Option(
    "max_plies",
    5000,
    Text("Turns until a game is a draw.", "Jogadas até a partida ser empate."),
    range(1, 1_000_001),
    title=Text("Longest game", "Partida mais longa"),
)


def game_names() -> tuple[str, ...]:
    """All games by name: the five first, then the classics, then everybody's."""
    shelf = {name: place for place, name in enumerate((*FIVE, *CLASSICS))}
    names = {*installed(GROUP), *_opened}
    return tuple(sorted(names, key=lambda name: (shelf.get(name, len(shelf)), name)))


def game(name: str, /, *, seed: int | None = None, **options: object) -> Game:
    """A game with options; `seed` decides those that ask for chance.

    The name may be the path of a file with the game: it has a slash or ends in `.py`.
    """
    return open_game(name, options, seed)


def open_game(name: str, options: Mapping[str, object], seed: int | None = None) -> Game:
    """A game that a person at this machine asks for: a path may be given, whose file is run."""
    return make_game(open_file(name) if files.is_path(name) else name, options, seed)


def make_game(name: str, options: Mapping[str, object], seed: int | None = None) -> Game:
    """A game by its name alone, for what records and networks say: no file is run for them."""
    found, there = installed(GROUP), _opened.get(name)
    if there is None and name not in found:
        raise UnknownGame(
            f"there is no game {name!r}; accepted: {', '.join(game_names())}",
            f"não há nenhum jogo {name!r}; aceites: {', '.join(game_names())}",
        )
    module = None if there is None else there.module
    try:
        if module is None:
            module = found[name].load()
        return Game(name, module, options, seed, None if there is None else there.path)
    except TabuleiroError:
        raise
    except Exception as error:
        said = files.blame(error) or f"{_where(module)}{type(error).__name__}: {error}"
        raise UnknownGame(
            f"the game {name!r} cannot be loaded: {said}",
            f"o jogo {name!r} não pode ser carregado: {said}",
        ) from error


def _where(module: ModuleType | None) -> str:
    """Where the board is made, for what is wrong with it and has no line of its own."""
    source = getattr(getattr(module, "rules", module), "__file__", None)
    if source is None:
        return ""
    return f"{files.place(source, files.line_of(Path(source), 'def tables('))}: "


def open_file(text: str) -> str:
    """Read the file of a game; the name under which the game is there from now on.

    It is the file's own, with a number if another game has it. A file is read again when it has
    changed.
    """
    path = files.find(text, "game")
    facts = path.stat()
    stamp = (facts.st_mtime_ns, facts.st_size)
    name = next((name for name, each in _opened.items() if each.path == path), None)
    if name is not None and _opened[name].stamp == stamp:
        return name
    files.forget(path)
    module = files.load(path, has_bounds=True)
    check_file(path, module)
    if name is None:
        own = game_name(path) if path.name != "__init__.py" else path.parent.name
        taken = game_names()
        tries = (own if number == 1 else f"{own}-{number}" for number in count(1))
        name = next(each for each in tries if each not in taken)
    _opened[name] = Opened(path, stamp, module)
    return name


def is_open(text: str) -> bool:
    """Whether the file of a path has been opened, so that its game is there by name."""
    try:
        path = files.find(text, "game")
    except TabuleiroError:
        return False
    return any(each.path == path for each in _opened.values())


@dataclass(frozen=True)
class Opened:
    """A game whose file was given by its path."""

    path: Path
    stamp: tuple[int, int]
    module: ModuleType


_opened: dict[str, Opened] = {}


def opened_games() -> tuple[str, ...]:
    """The names of the games whose files were given by their paths."""
    return tuple(_opened)


def all_games() -> list[Game]:
    """Every game that can be loaded, with its usual options; of the others, a sentence is said."""
    found = []
    for name in game_names():
        try:
            found.append(make_game(name, {}))
        except TabuleiroError as error:
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
        self,
        name: str,
        module: ModuleType,
        options: Mapping[str, object],
        seed: int | None = None,
        path: Path | None = None,
    ) -> None:
        self.name = name
        self.path = path
        """The file that was opened, for a game that is not installed."""
        self.people: People = filled(module)
        """What the game tells people: names, drawing and notation."""
        self.source = Path(str(getattr(module, "rules", module).__file__))
        """The file of the rules."""
        files.authored(self.source)
        files.authored(str(self.people.__file__))
        self.options = self._read(options, seed)
        """Every option's value."""
        own = {option.name for option in self.people.OPTIONS} - {self.people.QUIET_LIMIT}
        plain = rules_module(self.source, {})
        tables = plain.tables(**{key: value for key, value in self.options.items() if key in own})
        self.tables = tables
        """What the rules made of the options."""
        constants = {key: value for key, value in tables.items() if key.isupper()}
        self.terms_source: Path | None = None
        """The file of an evaluation that takes the place of the game's own."""
        self.rules: Any = rules_module(self.source, constants)
        self.board: Any = plain_board(self.rules.TABLES, tables)
        self.board.rules = self.rules
        self.rooms: list[list[int]] = []
        """Room for lists of actions, as much as threads have needed at once."""

    @property
    def reference(self) -> str:
        """What `open_game` makes it of again, in any process of this machine."""
        return self.name if self.path is None else str(self.path)

    @property
    def title(self) -> Text:
        """The game's name for people."""
        return self.people.TITLE

    @property
    def summary(self) -> Text:
        """What the game is about, in a sentence."""
        return self.people.SUMMARY

    @property
    def option_list(self) -> tuple[Option, ...]:
        """All options that the game takes, its own and those that every game has."""
        accepts = self.people.REPETITION
        text = FORBID_HELP if "forbid" in accepts else REPETITION_HELP
        repetition = Option(
            "repetition",
            accepts[0],
            text,
            accepts,
            title=Text("Third repetition", "Terceira repetição"),
            values=REPETITION_VALUES,
        )
        return (*self.people.OPTIONS, repetition, MAX_PLIES)

    @cached_property
    def repetition(self) -> str:
        """The rule for repeated positions."""
        return str(self.options["repetition"])

    @cached_property
    def player_word(self) -> int:
        """Which word of a state says who is to move."""
        return first_word(self.rules.STATE, "player")

    @cached_property
    def max_plies(self) -> int:
        """The number of turns after which a game is a draw."""
        return int(self.options["max_plies"])

    @cached_property
    def quiet_limit(self) -> int:
        """The number of turns without progress after which a game is a draw; 0 for no limit."""
        limit = self.people.QUIET_LIMIT
        return int(self.options[limit]) if limit is not None else 0

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
    def fresh_options(self) -> dict[str, Value]:
        """What a form for a new game begins with, where that is not the default."""
        return dict(self.people.FRESH)

    @property
    def compilations(self) -> tuple[dict[str, Value], ...]:
        """Option sets that between them need everything that the game compiles."""
        return self.people.COMPILATIONS

    @cached_property
    def geometry(self) -> Geometry:
        """Where the cells are, for drawing."""
        return self.people.geometry(self.board)

    @cached_property
    def engine(self) -> Engine:
        """The compiled kernel for this board."""
        return Engine(self.source, self.tables, terms=self.terms_source)

    @cached_property
    def evaluation(self) -> Any:
        """The plain module with the game's `TERMS` and `evaluate`."""
        return terms_module(self.source, self.rules, self.terms_source)

    def with_terms(self, path: Path) -> Game:
        """The same game with the evaluation of a file of one's own: `TERMS` and `evaluate`."""
        other = copy(self)
        for made in ("engine", "evaluation"):
            vars(other).pop(made, None)
        other.terms_source = path
        return other

    @property
    def terms(self) -> tuple[str, ...]:
        """The names of what the game's evaluation looks at."""
        return tuple(self.evaluation.TERMS)

    @property
    def term_titles(self) -> dict[str, Text]:
        """What people call the terms."""
        known = self.people.TERM_TITLES
        return {name: known.get(name) or Text.of_name(name) for name in self.terms}

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
                raise InvalidPosition(
                    f"position field quiet={number!r} must be a whole number",
                    f"o campo quiet={number!r} da posição tem de ser um número inteiro",
                )
            quiet = int(number)
        if not fields:
            raise InvalidPosition(
                f"the position is empty; a {self.name} position looks like: {self.start().text}",
                f"a posição está vazia; uma posição de {self.name} é assim: {self.start().text}",
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
            raise TabuleiroError(
                f"{self.name} has no written rules: there is no {path.name} beside it",
                f"{self.name} não tem regras escritas: não há {path.name} ao lado",
            )
        return path.read_text(encoding="utf-8")

    def step_text(self, position: Position, action: int) -> str:
        """A step in notation: the game's own, or the cells that it touches."""
        return str(self.people.step_text(self.board, position._state, action))

    def read_step(self, position: Position, text: str) -> int | None:
        """The action that a step text means, if it is one; not necessarily legal."""
        action = self.people.read_step(self.board, position._state, text)
        return None if action is None else int(action)

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

    def _read(self, given: Mapping[str, object], seed: int | None) -> dict[str, Value]:
        known = {option.name: option for option in self.option_list}
        for name in given:
            if name not in known:
                raise UnknownOption(
                    f"{self.name} has no option {name!r}; accepted: {', '.join(known)}",
                    f"{self.name} não tem a opção {name!r}; aceites: {', '.join(known)}",
                )
        values = {
            name: option.read(given[name]) if name in given else option.default
            for name, option in known.items()
        }
        values = self.people.resolve(values, random.Random(seed))
        self.people.check_options(values)
        return values
