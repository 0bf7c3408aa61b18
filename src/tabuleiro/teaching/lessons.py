"""Lessons: small tasks on a board, in a text file `lessons.txt` beside a game.

    lesson push                       begins a lesson; its name ends its link
    options   size=6                  the board, if it is not the usual one
    position  ..../.... b             where it begins; the start of the game if there is none
    accept    takes 1                 what a turn must bring about; several lines: all of it
    solution  b1-b2,f1-f3             a turn that does it
    show      a5 b5                   cells to point out, such as a goal
    title.en  Push a stone            and the same with .pt: the name of the lesson,
    task.en   Push a white stone.     what is asked,
    done.en   A push needs room.      the idea, said when it is done,
    hint.en   Look at f1.             and, if wanted, what a wrong turn is answered with

A value may go on in the next lines, if they begin with a space. A line with `#` first is a comment.
What `accept` knows:

    takes N          the turn takes N pieces or more from the other side
    steps N          it has N steps or more
    on CELL...       own pieces stand there
    off CELL...      nothing of one's own stands there
    height CELL N    a stack there is N high or higher
    reserve N        N pieces or more are in one's own reserve
    drops            a piece came from the reserve
    free CELL        the piece there can move at one's next turn
    marked CELL WORD the piece there bears a mark, such as goal
    safe             the other side can take nothing in reply
    wins             the game is won
    move TEXT...     it is one of these turns
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from tabuleiro.errors import InvalidRecord, TabuleiroError
from tabuleiro.game import Game, make_game
from tabuleiro.games.base import Piece, Text
from tabuleiro.position import Position
from tabuleiro.turn import RESERVE, by_cell, steps_of

FILE = "lessons.txt"
TEXTS = ("title", "task", "done", "hint")
NEEDED = ("accept", "solution", "title", "task", "done")
KEYS = ("options", "position", "accept", "solution", "show")
NOT_YET = Text(
    "That is a legal turn, but not what is asked. Try again.",
    "É uma jogada legal, mas não é o que se pede. Tenta outra vez.",
)

Words = Sequence[str]
Rule = Callable[[Position, Position, Words], bool]
"""Whether a turn from one position to another brings about what some words say."""


@dataclass(frozen=True)
class Lesson:
    """One task on a board."""

    name: str
    game: str
    position: str
    accept: tuple[tuple[str, ...], ...]
    solution: str
    title: Text
    task: Text
    done: Text
    hint: Text = NOT_YET
    show: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)

    def start(self) -> Position:
        """Where it begins."""
        game = make_game(self.game, dict(self.options))
        return game.position(self.position) if self.position else game.start()

    def cells(self) -> tuple[int, ...]:
        """The cells that are pointed out."""
        names = [cell.name for cell in self.start().game.geometry.cells]
        return tuple(names.index(name) for name in self.show)

    def is_done(self, after: Position) -> bool:
        """Whether the turn that ended in a position does what is asked."""
        before = _turn_before(after)
        return all(RULES[words[0]](before, after, words[1:]) for words in self.accept)


def _turn_before(after: Position) -> Position:
    """Where a turn began."""
    here = after.parent
    while here is not None and not here.turn_is_over:
        here = here.parent
    assert here is not None
    return here


def _taken(before: Position, after: Position) -> int:
    """How many pieces the other side has lost by a turn."""
    other = 1 - before.player
    return _all_pieces(before, other) - _all_pieces(after, other)


def _all_pieces(position: Position, player: int) -> int:
    view = position.view
    on_board = sum(piece.owners.count(player) for piece in view.pieces)
    return on_board + view.reserve[player]


def _owns(position: Position, player: int, cell: str) -> bool:
    found = _at(position, cell)
    return found is not None and found.owners[-1] == player


def _at(position: Position, cell: str) -> Piece | None:
    names = [place.name for place in position.game.geometry.cells]
    return by_cell(position).get(names.index(cell))


def _frees(before: Position, after: Position, words: Words) -> bool:
    """As if the mover had another turn: whether the piece there has somewhere to go."""
    found = _at(after, words[0])
    if found is None or found.owners[-1] != before.player:
        return False
    state = after.state()
    state.player = before.player
    there = Position(after.game, state)
    return any(there.game.touched(there, action)[:1] == (found.cell,) for action in there.steps)


def _is_safe(before: Position, after: Position, words: Words) -> bool:
    mine = before.player
    now = _all_pieces(after, mine)
    replies = (after.play(move) for move in after.legal_moves)
    return all(_all_pieces(reply, mine) == now for reply in replies)


def _drops(before: Position, after: Position, words: Words) -> bool:
    assert after.move is not None
    return any(step.cells[:1] == (RESERVE,) for step in steps_of(before, after.move))


def _is_one_of(before: Position, after: Position, words: Words) -> bool:
    return after.move is not None and after.move.text in words


RULES: Mapping[str, Rule] = {
    "takes": lambda before, after, words: _taken(before, after) >= int(words[0]),
    "steps": lambda before, after, words: _steps(after) >= int(words[0]),
    "on": lambda before, after, words: all(_owns(after, before.player, cell) for cell in words),
    "off": lambda before, after, words: (
        not any(_owns(after, before.player, cell) for cell in words)
    ),
    "height": lambda before, after, words: _height(after, words[0]) >= int(words[1]),
    "reserve": lambda before, after, words: after.view.reserve[before.player] >= int(words[0]),
    "drops": _drops,
    "free": _frees,
    "marked": lambda before, after, words: _mark(after, words[0]) == words[1],
    "safe": _is_safe,
    "wins": lambda before, after, words: (
        after.outcome is not None and after.outcome.winner == before.player
    ),
    "move": _is_one_of,
}
SHAPES: Mapping[str, str] = {
    "takes": "N",
    "steps": "N",
    "on": "CELL...",
    "off": "CELL...",
    "height": "CELL N",
    "reserve": "N",
    "drops": "",
    "free": "CELL",
    "marked": "CELL WORD",
    "safe": "",
    "wins": "",
    "move": "TEXT...",
}
"""What each rule is followed by."""


def _steps(after: Position) -> int:
    """The steps of a turn in which something was done: ending a chain is none."""
    assert after.move is not None
    return sum(action != 0 for action in after.move.actions)


def _height(position: Position, cell: str) -> int:
    found = _at(position, cell)
    return 0 if found is None else len(found.owners)


def _mark(position: Position, cell: str) -> str:
    found = _at(position, cell)
    return "" if found is None else found.mark


@dataclass
class _Entry:
    """A line of a file: a key, its value, and where it stands."""

    line: int
    key: str
    value: str


def read_lessons(game: str, text: str, source: str = FILE) -> tuple[Lesson, ...]:
    """The lessons of a file, each tried out; what is wrong is named by its line."""
    found: list[Lesson] = []
    for entries in _blocks(text, source):
        lesson = _lesson(game, entries, source)
        if any(lesson.name == other.name for other in found):
            raise _wrong(source, entries[0].line, f"there are two lessons {lesson.name!r}")
        found.append(lesson)
    return tuple(found)


def _blocks(text: str, source: str) -> Iterator[list[_Entry]]:
    block: list[_Entry] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if line[0].isspace():
            if not block:
                raise _wrong(source, number, "nothing goes on here; a line begins with a key")
            block[-1].value += f" {line.strip()}"
            continue
        key, _, value = line.partition(" ")
        if key == "lesson":
            if block:
                yield block
            block = []
        elif not block:
            raise _wrong(source, number, f"{key!r} stands before the first lesson")
        block.append(_Entry(number, key, value.strip()))
    if block:
        yield block


def _lesson(game: str, entries: list[_Entry], source: str) -> Lesson:
    first = entries[0]
    name = first.value
    if not name or not name.replace("-", "").isalnum() or name != name.lower():
        raise _wrong(
            source, first.line, f"a lesson cannot be called {name!r}; accepted: a-z, 0-9, -"
        )
    values: dict[str, _Entry] = {}
    accept: list[tuple[_Entry, tuple[str, ...]]] = []
    known = (*KEYS, *(f"{key}.{language}" for key in TEXTS for language in ("en", "pt")))
    for entry in entries[1:]:
        if entry.key not in known:
            accepted = ", ".join(("lesson", *known))
            raise _wrong(
                source, entry.line, f"the key {entry.key!r} is not known; accepted: {accepted}"
            )
        if entry.key == "accept":
            accept.append((entry, tuple(entry.value.split())))
        elif entry.key in values:
            raise _wrong(source, entry.line, f"{entry.key!r} stands twice in lesson {name!r}")
        else:
            values[entry.key] = entry
    for key in NEEDED:
        wanted = (f"{key}.en", f"{key}.pt") if key in TEXTS else (key,)
        for each in wanted:
            if each not in values and not (each == "accept" and accept):
                raise _wrong(source, first.line, f"lesson {name!r} has no {each!r}")

    def words(key: str) -> Text:
        return Text(values[f"{key}.en"].value, values[f"{key}.pt"].value)

    def value(key: str) -> str:
        return values[key].value if key in values else ""

    lesson = Lesson(
        name,
        game,
        value("position"),
        tuple(rule for _, rule in accept),
        value("solution"),
        words("title"),
        words("task"),
        words("done"),
        words("hint") if "hint.en" in values and "hint.pt" in values else NOT_YET,
        tuple(value("show").split()),
        dict(_pair(pair, values["options"], source) for pair in value("options").split()),
    )
    _try_out(lesson, first.line, values, accept, source)
    return lesson


def _pair(text: str, entry: _Entry, source: str) -> tuple[str, str]:
    key, sign, value = text.partition("=")
    if not sign:
        raise _wrong(source, entry.line, f"option {text!r} is not of the form KEY=VALUE")
    return key, value


def _try_out(
    lesson: Lesson,
    line: int,
    values: Mapping[str, _Entry],
    accept: Sequence[tuple[_Entry, tuple[str, ...]]],
    source: str,
) -> None:
    """Read what only the game can read, and see that the solution solves."""

    def at(key: str) -> int:
        return values[key].line if key in values else line

    try:
        start = lesson.start()
    except TabuleiroError as error:
        raise _wrong(source, at("position"), str(error)) from None
    cells = {cell.name for cell in start.game.geometry.cells}
    for cell in lesson.show:
        if cell not in cells:
            raise _wrong(source, at("show"), f"there is no cell {cell!r}")
    for entry, rule in accept:
        _check_rule(rule, cells, entry, source)
    try:
        after = start.play(lesson.solution)
    except TabuleiroError as error:
        raise _wrong(source, at("solution"), str(error)) from None
    if not lesson.is_done(after):
        raise _wrong(
            source,
            at("solution"),
            f"{lesson.solution!r} does not do what lesson {lesson.name!r} asks",
        )


def _check_rule(rule: Words, cells: set[str], entry: _Entry, source: str) -> None:
    name, given = (rule[0] if rule else ""), rule[1:]
    if name not in SHAPES:
        raise _wrong(
            source, entry.line, f"accept cannot be {name!r}; accepted: {', '.join(SHAPES)}"
        )
    wanted = SHAPES[name].split()
    many = SHAPES[name].endswith("...")
    if (len(given) < 1) if many else (len(given) != len(wanted)):
        raise _wrong(source, entry.line, f"it must be: accept {name} {SHAPES[name]}".rstrip())
    for kind, word in zip(wanted * (len(given) if many else 1), given, strict=True):
        if kind.startswith("CELL") and word not in cells:
            raise _wrong(source, entry.line, f"there is no cell {word!r}")
        if kind == "N" and not word.isdecimal():
            raise _wrong(source, entry.line, f"{word!r} is not a whole number")


def _wrong(source: str, line: int, what: str) -> InvalidRecord:
    return InvalidRecord(f"{source}, line {line}: {what}", f"{source}, linha {line}: {what}")


def lessons_of(game: Game) -> tuple[Lesson, ...]:
    """The lessons that stand beside a game; none if it has no file."""
    return _beside(game.name, Path(str(game.people.__file__)).with_name(FILE))


@lru_cache(maxsize=64)
def _beside(game: str, path: Path) -> tuple[Lesson, ...]:
    if not path.exists():
        return ()
    return read_lessons(game, path.read_text(encoding="utf-8"), f"{game}/{FILE}")
