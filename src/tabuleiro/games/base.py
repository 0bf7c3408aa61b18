"""What a game tells people: the contract of a `board.py`, and the data types that it uses.

`rules.py` knows integers; `board.py` knows names. It is never compiled. It gets the same plain
`board` and `s` objects as the rules (ints, lists, and dicts keyed (i, j) for fields of two
dimensions); `board.rules` is the rules module with this board's constants set. It defines

    TITLE, SUMMARY: Text                    the game's name and one sentence about it
    OPTIONS: tuple[Option, ...]             in the order of `rules.tables`, which gets their values
    players(board, s) -> (Player, Player)   player 0 moves first; names may depend on options
    geometry(board) -> Geometry             where the cells are; indexes are those of the rules
    view(board, s) -> View                  what stands where
    touched(board, s, action) -> cells      the cells that a person points at, in order
    position_text(board, s) -> str          the position in one line
    read_position(board, s, text)           the reverse, into an `s` of zeros; InvalidPosition

and, where the game needs them,

    step_text(board, s, action) -> str      a step in notation; "" for one that is not written
    read_step(board, s, text) -> action     the reverse, without listing; None if it is none
    QUIET_LIMIT: str                        the option that limits turns without progress
    REPETITION: tuple[str, ...]             what the option `repetition` accepts, the default first
    resolve(options, random) -> options     turns values such as `random` into definite ones
    step_words(board, s, action) -> Text    a step said aloud, where "a to b" does not say it
    why_not(board, s, cells) -> (Text, cells)   why picking these cells makes no legal step, and the
                                            cells in the way; None where the general words do
    arrange(board, s, pieces, player, reserve)  put pieces (by cell) in place of all others
    COMPILATIONS: tuple[dict, ...]          option sets that between them need every compilation
    check_options(options)                  raises InvalidOption for values that do not go together

The rules for people stand beside it in `rules.en.md` and `rules.pt.md`. The steps of a turn are
written one after the other with a comma between; without a notation of the game's own, a step is
the cells that it touches with a `-` between.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from tabuleiro.errors import InvalidOption, InvalidPosition

Value = bool | int | float | str
Language = Literal["en", "pt"]


@dataclass(frozen=True)
class Text:
    """A text in the product's languages."""

    en: str
    pt: str

    def __getitem__(self, language: Language) -> str:
        return self.pt if language == "pt" else self.en

    __iter__ = None  # a text is looked up, never walked through


TO = Text("to", "a")
ANY_TEXT = Text("any text", "qualquer texto")
ANY_NUMBER = Text("a whole number", "um número inteiro")
MOST_CHOICES = 12
"""How many values of an option the shell and a form are offered."""


@dataclass(frozen=True)
class Interval:
    """All numbers from one to another, both included."""

    low: float
    high: float

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int | float) and self.low <= number <= self.high


@dataclass(frozen=True)
class Option:
    """An option, declared once for the command line, the web form, protocols and the documents.

    The type is that of the default. `accepts` is a range, an interval for a number that need not be
    whole, the list of choices, or words on what a free text may be, which the game checks in
    `check_options`; None for any text or number.
    """

    KIND: ClassVar[str] = "option"
    """What messages call it."""

    name: str
    default: Value
    help: Text
    accepts: range | Interval | tuple[Value, ...] | Text | None = None

    @property
    def type(self) -> Literal["check", "choice", "whole", "number", "text"]:
        """How a form asks for it: yes or no, one of a few, a whole or any number, a text."""
        if isinstance(self.default, bool):
            return "check"
        if isinstance(self.accepts, tuple):
            return "choice"
        if isinstance(self.default, str):
            return "text"
        return "whole" if isinstance(self.default, int) else "number"

    @property
    def bounds(self) -> tuple[float, float] | None:
        """The smallest and the largest number that it accepts, if it is about one."""
        if isinstance(self.accepts, range):
            return self.accepts[0], self.accepts[-1]
        if isinstance(self.accepts, Interval):
            return self.accepts.low, self.accepts.high
        return None

    def read(self, value: object) -> Value:
        """A value given as text or as itself, in the option's type."""
        if isinstance(self.default, bool):
            words: dict[object, bool] = {"yes": True, "true": True, "on": True, "1": True}
            words |= {"no": False, "false": False, "off": False, "0": False}
            if str(value).lower() in words:
                return words[str(value).lower()]
        elif isinstance(self.default, int | float):
            try:
                number = type(self.default)(str(value))
            except ValueError:
                pass
            else:
                if isinstance(self.accepts, Text | None) or number in self.accepts:
                    return number
        elif not isinstance(self.accepts, tuple):
            return str(value)
        elif str(value).lower() in self.accepts:
            return str(value).lower()
        raise InvalidOption(
            f"{self.KIND} {self.name} cannot be {str(value)!r}; accepted: {self.accepted()}"
        )

    def accepted(self, language: Language = "en") -> str:
        """What the option accepts, in words."""
        if isinstance(self.default, bool):
            return "yes, no"
        if isinstance(self.accepts, Text):
            return self.accepts[language]
        if self.bounds is not None and getattr(self.accepts, "step", 1) == 1:
            low, high = (f"{bound:g}" if bound % 1 else f"{bound:.0f}" for bound in self.bounds)
            return f"{low} {TO[language]} {high}"
        if isinstance(self.accepts, range | tuple):
            return ", ".join(str(choice) for choice in self.accepts)
        return (ANY_TEXT if isinstance(self.default, str) else ANY_NUMBER)[language]

    def write(self, value: Value) -> str:
        """A value as the command line takes it."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return str(value)

    def facts(self, language: Language = "en") -> dict[str, Any]:
        """The option as plain data."""
        facts: dict[str, Any] = {
            "name": self.name,
            "type": self.type,
            "default": self.default,
            "accepts": self.accepted(language),
            "help": self.help[language],
        }
        if self.bounds is not None:
            facts |= {"min": self.bounds[0], "max": self.bounds[1]}
        if isinstance(self.accepts, range | tuple) and len(self.accepts) <= MOST_CHOICES:
            facts["choices"] = list(self.accepts)
        return facts


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


@dataclass(frozen=True)
class Piece:
    """What stands on a cell: the owners from bottom to top (one, except for stacks).

    `mark` says what is special ("blocked", "goal", "king", "moving"); `label` is written on it.
    """

    cell: int
    owners: tuple[int, ...]
    mark: str = ""
    label: str = ""


@dataclass(frozen=True)
class View:
    """A position as a person sees it. `captured[i]` counts the pieces that player i has lost."""

    pieces: tuple[Piece, ...]
    reserve: tuple[int, int] = (0, 0)
    captured: tuple[int, int] = (0, 0)
    note: Text | None = field(default=None)


def captured_trays(width: float, height: float, below: int = 1) -> tuple[Tray, Tray]:
    """Trays for the lost pieces: those of one player below the board, of the other above."""
    middle = width / 2
    return (
        Tray("captured", below, middle, height + 0.9),
        Tray("captured", 1 - below, middle, -0.6),
    )


def read_side(text: str, letters: Sequence[str], what: str = "the side to move") -> int:
    """Which of the sides' letters a field of a position is."""
    for side, letter in enumerate(letters):
        if text.lower() == letter.lower():
            return side
    raise InvalidPosition(f"{what} cannot be {text!r}; accepted: {', '.join(letters)}")


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
