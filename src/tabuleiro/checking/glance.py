"""A first look at a game that was given by its path, before anything of it is compiled.

Compiled code cannot tell what is wrong with it, nor be stopped in a loop that never ends: so its
functions are called here, as they stand, by every command.
"""

from __future__ import annotations

import random
import sys
from itertools import chain
from types import FrameType
from typing import Any

from tabuleiro import files
from tabuleiro.checking.case import Case
from tabuleiro.checking.returns import returns
from tabuleiro.checking.rules import shapes
from tabuleiro.errors import BrokenFile
from tabuleiro.game import Game, make_game, opened_games

ENDLESS = 10_000_000
"""Lines in one call after which it is taken for one that never ends."""

ENOUGH, MORE = 50_000, 10_000_000
"""Lines after which a look ends, and one for the loop that holds compiled code up."""

STEPS = 200
"""Of a random game."""


def glance(game: Game, enough: int = ENOUGH) -> None:
    """Refuse a file whose functions fail, never come back, or give back something else.

    Some random games are played, as far as a moment allows.
    """
    if game.path is None or sys.gettrace() is not None:  # a debugger does not share its place
        return
    with LineCount() as lines:
        try:
            case = Case(game)
            fault = next(chain(shapes(case), returns(case)), None)
            if fault is not None:
                raise BrokenFile(str(fault))
            chance = random.Random(1)
            while lines.total < enough:
                here = game.start()
                for _ in range(STEPS):
                    if lines.total < enough and here.steps:
                        here = here.step(chance.choice(here.steps))
        except Exception as error:
            said = files.blame(error)
            if isinstance(error, BrokenFile) or said is None:
                raise
            raise BrokenFile(said) from error


def endless() -> str | None:
    """Where an opened game has a loop that never ends, if random games find it."""
    for name in opened_games():
        try:
            glance(make_game(name, {}), MORE)
        except BrokenFile as found:
            return str(found)
    return None


class LineCount:
    """Counts the lines that run in files of somebody's own; too many in one call are an error."""

    def __init__(self) -> None:
        self.total = 0
        self._limit = ENDLESS

    def __enter__(self) -> LineCount:
        sys.settrace(self._enter)
        return self

    def __exit__(self, *failure: object) -> None:
        sys.settrace(None)

    def _enter(self, frame: FrameType, event: str, what: Any) -> Any:
        if not files.is_authored(frame.f_code.co_filename):
            return None
        if frame.f_back is None or not files.is_authored(frame.f_back.f_code.co_filename):
            self._limit = self.total + ENDLESS
        return self._line

    def _line(self, frame: FrameType, event: str, what: Any) -> Any:
        if event == "line":
            self.total += 1
            if self.total > self._limit:
                path, line = frame.f_code.co_filename, frame.f_lineno
                name = frame.f_code.co_name
                raise BrokenFile(
                    f"{files.place(path, line)}: {name}() is still here after {ENDLESS:,} lines; "
                    "look for a loop that never ends",
                    f"{files.place(path, line, 'linha')}: {name}() ainda aqui está depois de "
                    f"{ENDLESS:,} linhas; procura um ciclo que nunca acaba",
                )
        return self._line
