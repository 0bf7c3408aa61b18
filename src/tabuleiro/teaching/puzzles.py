"""Puzzles: positions with one clearly best turn, as lines of a text file beside a game.

    # how deep | what | options | position | the turn, and how play may go on
    3 | win 3 | - | ..../.... b | b1-b2,f1-f2 c4-c3,g4-g3 b2-b3,f2-f3
    2 | best | width=5 height=5 | BB.../..... w | c2-c3a

*How deep* is how many turns a search must look ahead to find the turn and stay with it. *What* is
`win N`, a win that is forced in so many turns of both sides, or `best`. A `#` starts a comment.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from tabuleiro.errors import InvalidRecord, TabuleiroError
from tabuleiro.game import Game, make_game
from tabuleiro.games.base import Text
from tabuleiro.position import Position

FILE = "puzzles.txt"
NONE = "-"
WIN, BEST = "win", "best"
HEAD = "# how deep | what | options | position | the turn, and how play may go on\n"
LEVELS = (
    (1, Text("easy", "fácil")),
    (3, Text("medium", "médio")),
    (5, Text("hard", "difícil")),
    (99, Text("very hard", "muito difícil")),
)
"""What a puzzle is called by how deep one must look, at most."""
TASKS = {
    "one": Text("{name}: win with one turn.", "{name}: ganha numa jogada."),
    "win": Text("{name}: win in {turns} turns.", "{name}: ganha em {turns} jogadas."),
    "best": Text("{name}: find the one good turn.", "{name}: encontra a única jogada boa."),
}


@dataclass(frozen=True)
class Puzzle:
    """A position in which one turn alone is right."""

    game: str
    position: str
    line: tuple[str, ...]
    """The turn, and how play may go on."""
    depth: int
    win_in: int | None = None
    """Turns of both sides until the win, where one is forced."""
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """What its link ends in; the same wherever it stands in a file."""
        told = f"{self.game} {self._options} {self.position}"
        return sha256(told.encode()).hexdigest()[:8]

    @property
    def answer(self) -> str:
        """The right turn."""
        return self.line[0]

    @property
    def level(self) -> int:
        """How hard it is: 1 to 4."""
        return next(n for n, (most, _) in enumerate(LEVELS, 1) if self.depth <= most)

    @property
    def level_text(self) -> Text:
        """How hard it is, in a word."""
        return LEVELS[self.level - 1][1]

    @property
    def task(self) -> Text:
        """What is asked."""
        turns = 0 if self.win_in is None else (self.win_in + 1) // 2
        words = TASKS["best" if not turns else "one" if turns == 1 else "win"]
        start = self.start()
        name = start.players[start.player].name
        return Text(
            words.en.format(name=name.en, turns=turns), words.pt.format(name=name.pt, turns=turns)
        )

    def start(self) -> Position:
        """The position."""
        return make_game(self.game, dict(self.options)).position(self.position)

    def is_right(self, after: Position) -> bool:
        """Whether a turn that led here is the answer, or leads to the same position."""
        return after == self.start().play(self.answer)

    def facts(self) -> dict[str, Any]:
        """The puzzle as plain data."""
        return {
            "id": self.id,
            "game": self.game,
            "options": dict(self.options),
            "position": self.position,
            "answer": self.answer,
            "line": list(self.line),
            "depth": self.depth,
            "level": self.level,
            "win_in": self.win_in,
        }

    @property
    def text(self) -> str:
        """The puzzle as a line of a file."""
        what = BEST if self.win_in is None else f"{WIN} {self.win_in}"
        fields = (str(self.depth), what, self._options, self.position, " ".join(self.line))
        return " | ".join(fields)

    @property
    def _options(self) -> str:
        return " ".join(f"{key}={value}" for key, value in self.options.items()) or NONE


def read_puzzles(game: str, text: str, source: str = FILE) -> tuple[Puzzle, ...]:
    """The puzzles of a file; what is wrong is named by its line."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                found.append(_read(game, line))
            except (TabuleiroError, ValueError) as error:
                raise InvalidRecord(f"{source}, line {number}: {error}") from None
    return tuple(found)


def _read(game: str, line: str) -> Puzzle:
    fields = [part.strip() for part in line.split("|")]
    if len(fields) != 5:
        raise InvalidRecord(f"a puzzle has 5 fields with '|' between, not {len(fields)}")
    depth, what, options, position, moves = fields
    kind, _, turns = what.partition(" ")
    if not depth.isdecimal():
        raise InvalidRecord(f"how deep cannot be {depth!r}; accepted: a whole number")
    if kind not in (WIN, BEST) or (kind == WIN) != turns.isdecimal():
        raise InvalidRecord(f"what cannot be {what!r}; accepted: win N, best")
    if not moves:
        raise InvalidRecord("the turn is missing")
    pairs = () if options == NONE else (pair.partition("=") for pair in options.split())
    return Puzzle(
        game,
        position,
        tuple(moves.split()),
        int(depth),
        int(turns) if kind == WIN else None,
        {key: value for key, _, value in pairs},
    )


def written(puzzles: Iterable[Puzzle]) -> str:
    """A file of puzzles, the easy ones first."""
    ordered = sorted(puzzles, key=lambda puzzle: (puzzle.depth, puzzle.win_in or 0, puzzle.id))
    return HEAD + "".join(f"{puzzle.text}\n" for puzzle in ordered)


def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles that stand beside a game; none if it has no file."""
    return _beside(game.name, Path(str(game.people.__file__)).with_name(FILE))


@lru_cache(maxsize=64)
def _beside(game: str, path: Path) -> tuple[Puzzle, ...]:
    if not path.exists():
        return ()
    return read_puzzles(game, path.read_text(encoding="utf-8"), f"{game}/{FILE}")


def puzzle_of_the_day(puzzles: Sequence[Puzzle], day: date) -> Puzzle:
    """Another one every day, each once before any comes again, whatever the language."""
    order = sorted(puzzles, key=lambda puzzle: sha256(puzzle.id.encode()).digest())
    return order[day.toordinal() % len(order)]


def key_of(position: Position) -> tuple[object, ...]:
    """The same for a position and its symmetric ones."""
    options = tuple(sorted(position.game.changed_options.items()))
    return (options, min(image.state().words() for image in position.images))
