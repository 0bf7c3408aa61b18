"""Bots from files: a path is a bot.

    def choose(position): ...            a legal move, or its text
    def choose(position, clock): ...     the same with `clock.limit`, `.seconds_left`, `.increment`
    def evaluate(position): ...          how good it is for the side to move, in hundredths of a
                                         stone; a plain alpha-beta of ours plays with it
    TERMS, evaluate(board, s, weights)   compiled, for an existing game: `hard,terms=./mine.py`

A file is run in a process of its own (see `sandbox`), so that it can harm nobody's game. It may be
a folder with a `bot.py`. Settings: `seconds`, `depth` (of an `evaluate`), `margin`, `memory_mb`,
`name`.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tabuleiro import files
from tabuleiro.bots.base import Bot
from tabuleiro.bots.external import MARGIN, clean_name
from tabuleiro.bots.limit import Clock, Limit
from tabuleiro.bots.sandbox.child import Child
from tabuleiro.bots.sandbox.limits import Allowed
from tabuleiro.bots.settings import SETTINGS
from tabuleiro.bots.text import BotText
from tabuleiro.errors import BrokenFile, EngineFailed, IllegalMove, TooSlow, UnknownOption
from tabuleiro.game import Game
from tabuleiro.move import Move
from tabuleiro.options import Option
from tabuleiro.position import Position
from tabuleiro.text import Text

NAME = "name"
TERMS = "terms"
MEMORY = Option(
    "memory_mb",
    Allowed.memory_mb,
    Text("Megabytes that the bot may use.", "Megabytes que o bot pode usar."),
    range(64, (1 << 20) + 1),
)
LIMITS = {each.name: each for each in SETTINGS if each.name in ("seconds", "depth")}
ACCEPTED = (*LIMITS, MARGIN.name, MEMORY.name, NAME)

PATIENCE = 600.0
"""Seconds to wait for a move that nothing limits."""

sources: dict[Path, str] = {}
"""What stands in for files: an experiment plays with what they held when it began."""


@dataclass(frozen=True)
class FileSettings:
    """What a bot's text says beside its path."""

    limit: Limit
    margin: float
    allowed: Allowed
    name: str

    @classmethod
    def read(cls, text: str, changes: Mapping[str, str], neighbours: bool = True) -> FileSettings:
        """The settings of a text in their types."""
        for key in changes:
            if key not in ACCEPTED:
                raise UnknownOption(
                    f"the bot {text!r} has no setting {key!r}; accepted: {', '.join(ACCEPTED)}",
                    f"o bot {text!r} não tem a definição {key!r}; aceites: {', '.join(ACCEPTED)}",
                )
        given: dict[str, Any] = {
            key: LIMITS[key].read(value) for key, value in changes.items() if key in LIMITS
        }
        memory = int(MEMORY.read(changes.get(MEMORY.name, MEMORY.default)))
        return cls(
            Limit(**given),
            float(MARGIN.read(changes.get(MARGIN.name, MARGIN.default))),
            Allowed(memory_mb=memory, neighbours=neighbours),
            clean_name(changes.get(NAME, "")),
        )


class FileBot(Bot):
    """Asks the process of a file; starts it when it is needed, and anew after it has failed."""

    def __init__(
        self,
        game: Game,
        path: Path,
        settings: FileSettings,
        seed: int | None = None,
        name: str = "",
    ) -> None:
        self.game = game
        self.path = path
        self.name = settings.name or name or short_name(path)
        self.settings = settings
        self.limit = settings.limit
        self.clock: Clock | None = None
        """The clock of the game, if somebody keeps one."""
        self._seed = seed
        self._child: Child | None = None
        self._is_fresh = False
        self._starting = threading.Lock()

    @property
    def latest(self) -> float | None:  # type: ignore[override]
        """Seconds after which a move comes too late."""
        seconds = self.settings.limit.seconds
        return None if seconds is None else seconds + self.settings.margin

    def prepare(self) -> None:
        """Start the process and run the file."""
        self._running()

    def new_game(self, seed: int | None = None) -> None:
        """Run the file anew: it remembers nothing of the last game."""
        self._seed = seed
        self._is_fresh = False
        self._running()

    def close(self) -> None:
        """End the process, and all that it has started."""
        child, self._child = self._child, None
        if child is not None:
            child.close()

    def interrupt(self) -> None:
        """It cannot be asked to stop, so it is ended."""
        self.close()

    @contextmanager
    def limited(self, limit: Limit | None) -> Iterator[None]:
        """While it chooses within a limit."""
        own = self.limit
        self.limit = limit or own
        try:
            yield
        finally:
            self.limit = own

    def choose(self, position: Position) -> Move:
        """Its move; IllegalMove if it is none, EngineFailed or TooSlow if it makes none."""
        limit = self.limit or Limit()
        clock = self.clock
        turns, steps = _way_to(position)
        message = {
            "start": _root(position).text,
            "turns": turns,
            "steps": steps,
            "seconds": limit.seconds,
            "left": None if clock is None else clock.seconds,
            "increment": 0.0 if clock is None else clock.increment,
            "depth": limit.depth,
        }
        patience = PATIENCE
        if limit.seconds is not None:
            patience = limit.seconds + max(self.settings.margin, MARGIN_LEAST)
        answer = self._ask(message, patience, "no move")
        if "no move" in answer:
            raise IllegalMove(
                f"{self.name} chose {answer['no move']}, which is not a move",
                f"{self.name} escolheu {answer['no move']}, que não é uma jogada",
            )
        return Move.parse(position, str(answer.get("move", ""))[:200])

    def _running(self) -> Child:
        with self._starting:
            if self._child is None:
                source = sources.get(self.path)
                self._child = Child(self.game, self.path, source, self.name, self.settings.allowed)
                self._is_fresh = False
            child = self._child
        if not self._is_fresh:
            self._is_fresh = True
            child.new_game()
            self._ask({"new": self._seed}, self.settings.allowed.start_seconds, "not loaded")
        return child

    def _ask(self, message: Mapping[str, Any], seconds: float, due: str) -> dict[str, Any]:
        child = self._child if "new" in message else self._running()
        if child is None:
            raise EngineFailed(f"{self.name} was stopped", f"{self.name} foi parado")
        try:
            answer = child.ask(message, seconds, due)
        except (EngineFailed, TooSlow):
            self.close()
            raise
        if "error" in answer:
            said = str(answer["error"])[:600]
            if "new" in message:
                self.close()
                raise BrokenFile(said)
            raise EngineFailed(said)
        return answer


MARGIN_LEAST = 0.2
"""Seconds after a limit at which a process is ended that has not moved, at the earliest."""


def make_file_bot(
    game: Game, asked: BotText, seed: int | None = None, neighbours: bool = True
) -> FileBot:
    """The bot of a path, with what should be different; it may read its `neighbours` or not."""
    path = files.find(asked.head, "bot")
    return FileBot(game, path, FileSettings.read(asked.head, asked.changes, neighbours), seed)


def has_terms(path: Path) -> bool:
    """Whether a file is an evaluation to be compiled: it names its terms and chooses nothing."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return False
    lines = text.splitlines()
    names = any(line.startswith(("TERMS =", "TERMS=", "TERMS:")) for line in lines)
    return names and not any(line.startswith(("def choose(", "def make(")) for line in lines)


def short_name(path: Path) -> str:
    """What a bot is called by its file."""
    folder = path.stem in ("bot", "__init__")
    return clean_name(path.parent.name if folder else path.stem) or "bot"


def _root(position: Position) -> Position:
    here = position
    while here.parent is not None:
        here = here.parent
    return here


def _way_to(position: Position) -> tuple[list[list[int]], list[int]]:
    """The turns from the root to a position, and the steps of a turn that is half made."""
    return [list(move.actions) for move in position.history], list(position._turn)
