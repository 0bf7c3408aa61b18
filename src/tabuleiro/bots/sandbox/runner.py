"""The process of a bot from a file: loads it behind walls and answers, a line of JSON each way.

    {"file", "source", "game", "options", "allowed", "home", "readable"}   -> {"ready": kind} or {"error"}
    {"new": seed}                                                          -> {"ready": kind} or {"error"}
    {"start", "turns", "steps", "seconds", "left", "increment", "depth"}   -> {"move"} or {"error"}

What the file prints goes to standard error. When the input ends, so does the process.
"""  # noqa: E501

from __future__ import annotations

import contextlib
import inspect
import json
import os
import queue
import random
import sys
import threading
from pathlib import Path
from typing import Any, TextIO

from tabuleiro import files
from tabuleiro.bots.limit import MoveClock
from tabuleiro.bots.sandbox.confine import confine
from tabuleiro.bots.sandbox.limits import Allowed
from tabuleiro.bots.sandbox.plain import PlainSearch
from tabuleiro.errors import BrokenFile, TabuleiroError
from tabuleiro.game import Game, open_game
from tabuleiro.move import Move
from tabuleiro.position import Position

Message = dict[str, Any]

KINDS = "choose(position), choose(position, clock), evaluate(position), or TERMS and evaluate"


class Author:
    """The bot of a file: the file is run anew for every game."""

    def __init__(self, path: Path, source: str | None, game: Game) -> None:
        self._path = path
        self._source = source
        self._game = game
        self._choose: Any = None
        self._clocked = False
        self._search: PlainSearch | None = None
        self.kind = ""

    def load(self, seed: int | None) -> None:
        """Run the file; BrokenFile if it is no bot."""
        random.seed(seed)
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed(None if seed is None else seed % 2**32)
        module = files.load(self._path, self._source)
        choose = getattr(module, "choose", None)
        if choose is None and callable(getattr(module, "make", None)):
            choose = module.make(self._game, seed).choose
        self._search = None
        if callable(choose):
            self.kind, self._choose = "choose", choose
            self._clocked = _takes_two(choose)
        elif hasattr(module, "TERMS") and hasattr(module, "evaluate"):
            self.kind = "terms"
        elif callable(getattr(module, "evaluate", None)):
            self.kind, self._search = "evaluate", PlainSearch(module.evaluate)
        else:
            raise BrokenFile(
                f"{files.place(self._path, 1)}: this is no bot; it needs {KINDS}",
                f"{files.place(self._path, 1, 'linha')}: isto não é um bot; precisa de {KINDS}",
            )

    def move(self, position: Position, clock: MoveClock, depth: int | None) -> object:
        """What it plays."""
        if self._search is not None:
            limit = None if clock.limit == float("inf") else clock.limit
            return self._search.choose(position, limit, depth)
        return self._choose(position, clock) if self._clocked else self._choose(position)


class Followed:
    """The position that is asked about, grown from the last one where it goes on from there."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._known: tuple[str, list[list[int]]] = ("", [])
        self._here: Position | None = None

    def position(self, start: str, turns: list[list[int]], steps: list[int]) -> Position:
        """The position after these turns and steps."""
        text, known = self._known
        goes_on = self._here is not None and text == start and turns[: len(known)] == known
        here = self._here if goes_on else self._game.position(start)
        assert here is not None
        for turn in turns[len(known) if goes_on else 0 :]:
            for action in turn:
                here = here.step(action)
        self._known, self._here = (start, turns), here
        for action in steps:
            here = here.step(action)
        return here


def main() -> None:
    """Answer until the input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    given = json.loads(sys.stdin.readline())
    try:
        game = open_game(given["game"], given["options"])
        home = Path(given["home"])
        confine(Allowed(**given["allowed"]), home, [Path(each) for each in given["readable"]])
    except Exception as error:
        _tell(answers, {"error": _words(error)})
        return
    asked: queue.SimpleQueue[Message] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(asked,), daemon=True).start()
    author, board = Author(Path(given["file"]), given["source"], game), Followed(game)
    while True:
        _tell(answers, _answer(author, board, game, asked.get()))


def _answer(author: Author, board: Followed, game: Game, message: Message) -> Message:
    try:
        if "new" in message:
            author.load(message["new"])
            return {"ready": author.kind}
        here = board.position(message["start"], message["turns"], message["steps"])
        clock = MoveClock(message["seconds"], message["left"], message["increment"])
        move = author.move(here, clock, message["depth"])
    except SystemExit as error:
        os._exit(error.code if isinstance(error.code, int) else 1)
    except BaseException as error:
        return {"error": _words(error)}
    if isinstance(move, Move):
        return {"move": move.text}
    return {"move": move} if isinstance(move, str) else {"no move": repr(move)[:100]}


def _takes_two(function: Any) -> bool:
    """Whether a function wants a clock beside the position."""
    with contextlib.suppress(TypeError, ValueError):
        inspect.signature(function).bind(None, None)
        return True
    return False


def _words(error: BaseException) -> str:
    if isinstance(error, TabuleiroError):
        return str(error)
    return files.blame(error) or f"{type(error).__name__}: {error}"


def _listen(asked: queue.SimpleQueue[Message]) -> None:
    """Hear what is asked; leave when there is nobody to hear from."""
    with contextlib.suppress(Exception):
        for line in sys.stdin:
            asked.put(json.loads(line))
    os._exit(0)


def _tell(stream: TextIO, message: Message) -> None:
    stream.write(json.dumps(message) + "\n")
    stream.flush()


if __name__ == "__main__":
    main()
