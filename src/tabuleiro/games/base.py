"""What a game tells people: the contract of a `people.py`, and the data types that it uses.

`rules.py` knows integers; `people.py` knows names. It is never compiled. It gets the same plain
`board` and `s` objects as the rules (ints, lists, and dicts keyed (i, j) for fields of two
dimensions); `board.rules` is the rules module with this board's constants set. `People` lists what
it defines; what a game may leave out is filled in once, by `filled`.

The rules for people stand beside it in `rules.en.md` and `rules.pt.md`. The steps of a turn are
written one after the other with a comma between; without a notation of the game's own, a step is
the cells that it touches with a `-` between.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import ModuleType
from typing import Any, Literal, NamedTuple, Protocol, cast

from tabuleiro.errors import InvalidPosition
from tabuleiro.kernel.contract import OPEN
from tabuleiro.options import ANY_NUMBER, ANY_TEXT, MOST_CHOICES, TO, Interval, Option, Value
from tabuleiro.text import Language, Text

__all__ = [
    "ANY_NUMBER",
    "ANY_TEXT",
    "LETTERS",
    "MOST_CHOICES",
    "NEVER_LEGAL",
    "TO",
    "Cell",
    "Geometry",
    "Interval",
    "Label",
    "Language",
    "Option",
    "People",
    "Piece",
    "Player",
    "Text",
    "Tray",
    "Value",
    "View",
    "captured_trays",
    "filled",
    "grid_cell",
    "grid_labels",
    "grid_name",
    "grid_text",
    "more_or_fewer",
    "read_side",
]

NEVER_LEGAL = -1
"""An action for cells between which nothing can be done."""


@dataclass(frozen=True)
class Player:
    """A side: its name, the letter that stands for it in texts, and the colour of its pieces."""

    name: Text
    letter: str
    colour: Literal["white", "black", "red", "blue", "orange"]


@dataclass(frozen=True)
class Cell:
    """A place for pieces. Coordinates are in cells, x to the right and y downwards.

    `tint` names what the place looks like ("dark", "light", "white", "blue", "neutral", "goal",
    "strong"); a drawing chooses the colours. `owner` is the player whose goal it is.
    """

    name: str
    x: float
    y: float
    shape: Literal["point", "square", "hexagon"] = "square"
    tint: str = ""
    owner: int | None = None


@dataclass(frozen=True)
class Label:
    """A coordinate beside the board."""

    text: str
    x: float
    y: float


@dataclass(frozen=True)
class Tray:
    """Where pieces beside the board are shown: the reserve or the lost pieces of a player."""

    kind: Literal["reserve", "captured"]
    player: int
    x: float
    y: float


@dataclass(frozen=True)
class Geometry:
    """The board as a drawing: it fits in width x height; a cell is about 1 x 1."""

    width: float
    height: float
    cells: tuple[Cell, ...]
    lines: tuple[tuple[int, int], ...] = ()
    labels: tuple[Label, ...] = ()
    trays: tuple[Tray, ...] = ()
    materials: tuple[str, ...] = ()
    """What else it is made of: a "rope" lies between the upper and the lower boards."""

    def __post_init__(self) -> None:
        for name in ("cells", "lines", "labels", "trays", "materials"):  # lists do as well
            object.__setattr__(self, name, tuple(getattr(self, name)))


class Piece(NamedTuple):
    """What stands on a cell: the owners from bottom to top (one, except for stacks).

    Without an owner it is nobody's: a wall, an arrow, a line. `mark` says what is special
    ("blocked", "goal", "king", "moving"); `label`, a letter or a sign, is written on it.
    """

    cell: int
    owners: tuple[int, ...]
    mark: str = ""
    label: str = ""

    @property
    def owner(self) -> int | None:
        """Whose it is, or the uppermost of a stack; None for nobody's."""
        return self.owners[-1] if self.owners else None


@dataclass(frozen=True)
class View:
    """A position as a person sees it. `captured[i]` counts the pieces that player i has lost."""

    pieces: tuple[Piece, ...]
    reserve: tuple[int, int] = (0, 0)
    captured: tuple[int, int] = (0, 0)
    note: Text | None = field(default=None)


class People(Protocol):
    """What a `people.py` defines. Everything below `read_position` may be left out."""

    __file__: str

    TITLE: Text
    """The game's name."""
    SUMMARY: Text
    """What it is about, in one sentence."""
    OPTIONS: tuple[Option, ...]
    """In the order of `rules.tables`, which gets their values."""

    def players(self, board: Any, s: Any, /) -> tuple[Player, Player]:
        """The sides; player 0 moves first, and names may depend on options."""
        ...

    def geometry(self, board: Any, /) -> Geometry:
        """Where the cells are; indexes are those of the rules."""
        ...

    def view(self, board: Any, s: Any, /) -> View:
        """What stands where."""
        ...

    def touched(self, board: Any, s: Any, action: int, /) -> Sequence[int]:
        """The cells that a person points at, in order."""
        ...

    def position_text(self, board: Any, s: Any, /) -> str:
        """The position in one line."""
        ...

    def read_position(self, board: Any, s: Any, text: str, /) -> None:
        """The reverse, into an `s` of zeros; InvalidPosition."""
        ...

    QUIET_LIMIT: str | None
    """The option that limits turns without progress."""
    REPETITION: tuple[str, ...]
    """What the option `repetition` accepts, the default first."""
    TERM_TITLES: Mapping[str, Text]
    """What people call the terms of the evaluation; one without is called by its name."""
    TERM_UNITS: Mapping[str, int]
    """What evaluate counts for one of the things that a title names, if not 100; 0 where a person
    cannot count them."""
    TERM_CHANGES: Mapping[str, tuple[Text, Text]]
    """What is said when a term changes: one and several of what it counts ("stack", "stacks", for
    "2 more stacks"); better and worse of what cannot be counted. Without, its title and a number.
    """
    FRESH: Mapping[str, Value]
    """Options that a form for a new game begins with, where they are not the defaults."""
    COMPILATIONS: tuple[dict[str, Value], ...]
    """Option sets that between them need every compilation."""

    def step_text(self, board: Any, s: Any, action: int, /) -> str:
        """A step in notation; "" for one that is not written."""
        ...

    def read_step(self, board: Any, s: Any, text: str, /) -> int | None:
        """The reverse, without listing; None if it is no step, and not necessarily a legal one."""
        ...

    def resolve(self, options: dict[str, Value], chance: random.Random, /) -> dict[str, Value]:
        """Options with definite values in place of those such as `random`."""
        ...

    def check_options(self, options: dict[str, Value], /) -> None:
        """Raises InvalidOption for values that do not go together."""
        ...

    def step_words(self, board: Any, s: Any, action: int, /) -> Text | None:
        """A step said aloud; None where "a to b" says it."""
        ...

    def why_not(
        self, board: Any, s: Any, cells: tuple[int, ...], /
    ) -> tuple[Text, tuple[int, ...]] | None:
        """Why picking these cells makes no legal step, and the cells in the way; None where the
        general words do."""
        ...

    def coach(self, board: Any, s: Any, legal: Sequence[int], /) -> Text | None:
        """What is to be done now, in one sentence: the phase, the aim and the options; None where
        the general words do."""
        ...

    def ending(self, board: Any, s: Any, winner: int | None, /) -> Text | None:
        """Why the game is over here, said so that both sides can read it; None where the general
        words do."""
        ...

    def change_words(
        self, board: Any, s: Any, later: Any, player: int, term: str, change: int, /
    ) -> Text | None:
        """How a term of the evaluation is different for a player in `later`, where the two boards
        say it better than a number ("White's weakest board has 1 stone instead of 2"); `change` is
        above 0 where that is good for the player. None where `TERM_CHANGES` do."""
        ...

    def arrange(
        self, board: Any, s: Any, pieces: dict[int, Piece], player: int, reserve: tuple[int, int], /
    ) -> None:
        """Put pieces (by cell) in place of all others."""
        ...


def filled(module: ModuleType) -> People:
    """What a game's module tells people, with all that it leaves out.

    A package has it in `people`, or `board`, its name in earlier versions; a game of one file has
    it beside its rules.
    """
    parts = (getattr(module, name, None) for name in ("people", "board"))
    own = next((part for part in parts if isinstance(part, ModuleType)), module)
    return cast("People", _Filled(own))


class _Filled:
    """A game's own names, and the defaults below for those that it does not have."""

    OPTIONS: tuple[Option, ...] = ()
    QUIET_LIMIT = None
    REPETITION = ("draw3", "none")
    TERM_TITLES: Mapping[str, Text] = {}
    TERM_UNITS: Mapping[str, int] = {}
    TERM_CHANGES: Mapping[str, tuple[Text, Text]] = {}
    FRESH: Mapping[str, Value] = {}
    COMPILATIONS: tuple[dict[str, Value], ...] = ({},)

    TITLE: Text
    geometry: Any
    touched: Any

    def __init__(self, own: ModuleType) -> None:
        vars(self).update(vars(own))
        self._cells = lru_cache(maxsize=1)(lambda board: self.geometry(board).cells)

    def step_text(self, board: Any, s: Any, action: int) -> str:
        cells = self._cells(board)
        return "-".join(cells[cell].name for cell in self.touched(board, s, action))

    def read_step(self, board: Any, s: Any, text: str) -> int | None:
        has_notation = "step_text" in vars(self)
        names = {cell.name for cell in self._cells(board)}
        if not has_notation and not names.issuperset(text.split("-")):
            return None
        legal = [0] * board.rules.MAX_ACTIONS
        still = board.rules.outcome(board, s) == OPEN
        count = board.rules.actions(board, s, legal, 0) if still else 0
        fitting = (action for action in legal[:count] if self.step_text(board, s, action) == text)
        return next(fitting, None if has_notation else NEVER_LEGAL)

    def resolve(self, options: dict[str, Value], chance: random.Random) -> dict[str, Value]:
        return options

    def check_options(self, options: dict[str, Value]) -> None:
        """Every option for itself is right."""

    def step_words(self, board: Any, s: Any, action: int) -> None:
        return None

    def why_not(self, board: Any, s: Any, cells: tuple[int, ...]) -> None:
        return None

    def coach(self, board: Any, s: Any, legal: Sequence[int]) -> None:
        return None

    def ending(self, board: Any, s: Any, winner: int | None) -> None:
        return None

    def change_words(self, *_: Any) -> None:
        return None

    def arrange(self, *_: Any) -> None:
        raise InvalidPosition(
            f"positions of {self.TITLE.en} can only be edited as text",
            f"as posições de {self.TITLE.pt} só se podem escrever como texto",
        )


def captured_trays(width: float, height: float, below: int = 1) -> tuple[Tray, Tray]:
    """Trays for the lost pieces: those of one player below the board, of the other above."""
    middle = width / 2
    return (
        Tray("captured", below, middle, height + 0.9),
        Tray("captured", 1 - below, middle, -0.6),
    )


MORE = Text("{count} more {what}", "mais {count} {what}")
FEWER = Text("{count} fewer {what}", "menos {count} {what}")


def more_or_fewer(count: int, one: Text, several: Text) -> Text:
    """How many more of something there are, or fewer."""
    what = one if abs(count) == 1 else several
    return (MORE if count > 0 else FEWER).format(count=abs(count), what=what)


MOVER = Text("the side to move", "o lado a jogar")


def read_side(text: str, letters: Sequence[str], what: Text | str = MOVER) -> int:
    """Which of the sides' letters a field of a position is."""
    for side, letter in enumerate(letters):
        if text.lower() == letter.lower():
            return side
    said = Text(what, what) if isinstance(what, str) else what
    raise InvalidPosition(
        f"{said.en} cannot be {text!r}; accepted: {', '.join(letters)}",
        f"{said.pt} não pode ser {text!r}; aceites: {', '.join(letters)}",
    )


LETTERS = "abcdefghijklmnopqrstuvwxyz"


def grid_name(x: int, y: int, height: int) -> str:
    """The name of a place in a grid: a column letter and the row counted from the bottom."""
    return LETTERS[x] + str(height - y)


def grid_cell(text: str, width: int, height: int) -> int | None:
    """The cell that a text names, counted along the rows from the top; None if there is none."""
    if text[:1] in tuple(LETTERS[:width]) and text[1:] in map(str, range(1, height + 1)):
        return (height - int(text[1:])) * width + LETTERS.index(text[0])
    return None


def grid_text(letters: Sequence[str], width: int) -> str:
    """A letter for each cell as rows with strokes between."""
    rows = ("".join(letters[p : p + width]) for p in range(0, len(letters), width))
    return "/".join(rows)


def grid_labels(width: int, height: int) -> tuple[Label, ...]:
    """Column letters below and row numbers to the left of a grid whose cells are one apart."""
    columns = [Label(grid_name(x, 0, height)[0], x + 0.5, height + 0.35) for x in range(width)]
    rows = [Label(str(height - y), -0.35, y + 0.5) for y in range(height)]
    return (*columns, *rows)
