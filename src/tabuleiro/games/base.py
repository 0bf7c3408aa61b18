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
    step_text(board, s, action) -> str      a step in notation; "" for one that is not written
    read_step(board, s, text) -> action     the reverse, without listing; None if it is none
    position_text(board, s) -> str          the position in one line
    read_position(board, s, text)           the reverse, into an `s` of zeros; InvalidPosition

and, where the game needs them,

    QUIET_LIMIT: str                        the option that limits turns without progress
    REPETITION: tuple[str, ...]             what the option `repetition` accepts, the default first
    resolve(options, random) -> options     turns values such as `random` into definite ones
    COMPILATIONS: tuple[dict, ...]          option sets that between them need every compilation
    check_options(options)                  raises InvalidOption for values that do not go together

The rules for people stand beside it in `rules.en.md` and `rules.pt.md`. The steps of a turn are
written one after the other with a comma between.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from tabuleiro.errors import InvalidOption

Value = bool | int | str
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


@dataclass(frozen=True)
class Option:
    """An option of a game, declared once for the command line, the web form and the documents.

    The type is that of the default. `accepts` is a range, the list of choices, or words on what a
    free text may be, which the game checks in `check_options`; None for any text or number.
    """

    name: str
    default: Value
    help: Text
    accepts: range | tuple[Value, ...] | Text | None = None

    def read(self, value: object) -> Value:
        """A value given as text or as itself, in the option's type."""
        if isinstance(self.default, bool):
            words: dict[object, bool] = {"yes": True, "true": True, "on": True, "1": True}
            words |= {"no": False, "false": False, "off": False, "0": False}
            if str(value).lower() in words:
                return words[str(value).lower()]
        elif isinstance(self.default, int):
            try:
                number = int(str(value))
            except ValueError:
                pass
            else:
                if not isinstance(self.accepts, range | tuple) or number in self.accepts:
                    return number
        elif not isinstance(self.accepts, range | tuple):
            return str(value)
        elif str(value).lower() in self.accepts:
            return str(value).lower()
        raise InvalidOption(
            f"option {self.name} cannot be {str(value)!r}; accepted: {self.accepted()}"
        )

    def accepted(self, language: Language = "en") -> str:
        """What the option accepts, in words."""
        if isinstance(self.default, bool):
            return "yes, no"
        if isinstance(self.accepts, Text):
            return self.accepts[language]
        if isinstance(self.accepts, range) and self.accepts.step == 1:
            to = TO[language]
            return f"{self.accepts.start} {to} {self.accepts.stop - 1}"
        if self.accepts is not None:
            return ", ".join(str(choice) for choice in self.accepts)
        return (ANY_TEXT if isinstance(self.default, str) else ANY_NUMBER)[language]

    def write(self, value: Value) -> str:
        """A value as the command line takes it."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return str(value)


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
    "strong"); a drawing chooses the colours.
    """

    name: str
    x: float
    y: float
    shape: Literal["point", "square", "hexagon"] = "square"
    tint: str = ""


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


LETTERS = "abcdefghijklmnopqrstuvwxyz"


def grid_name(x: int, y: int, height: int) -> str:
    """The name of a place in a grid: a column letter and the row counted from the bottom."""
    return LETTERS[x] + str(height - y)


def grid_place(text: str, width: int, height: int) -> tuple[int, int] | None:
    """The column and the row of the place that a text names; None if the grid has none such."""
    if text[:1] in tuple(LETTERS[:width]) and text[1:] in map(str, range(1, height + 1)):
        return LETTERS.index(text[0]), height - int(text[1:])
    return None


def grid_labels(width: int, height: int) -> tuple[Label, ...]:
    """Column letters below and row numbers to the left of a grid whose cells are one apart."""
    columns = [Label(grid_name(x, 0, height)[0], x + 0.5, height + 0.35) for x in range(width)]
    rows = [Label(str(height - y), -0.35, y + 0.5) for y in range(height)]
    return (*columns, *rows)
