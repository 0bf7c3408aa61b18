"""What is known for certain of a position, from all files together, and what its moves are worth.

Files tell what a position is worth if infinite play is a draw. Under the rules of the core a draw
stays a draw; a win holds if it comes before they end the game, and else is won "if in time".
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from tabuleiro.errors import JobFailed
from tabuleiro.game import Game
from tabuleiro.kernel.known import NOTHING, Knowledge, SolvedArrays
from tabuleiro.kernel.verdicts import UNTOLD
from tabuleiro.move import Move
from tabuleiro.position import Position
from tabuleiro.solving.endgames import Endings, has_classes
from tabuleiro.solving.files import Known, SolvedBoard, find, start_name
from tabuleiro.solving.layers import BRIEF
from tabuleiro.text import Language, Text

WORDS = {
    "win": Text("win", "vitória"),
    "draw": Text("draw", "empate"),
    "loss": Text("loss", "derrota"),
}
SIGNS = {"win": "+", "draw": "=", "loss": "-"}
OTHER = {"win": "loss", "draw": "draw", "loss": "win"}
IN = Text("{value} in {turns}", "{value} em {turns}")
IF_IN_TIME = Text("{words}, if in time", "{words}, se for a tempo")
GOOD = {"win": 2, "draw": 1, "loss": 0}


@dataclass(frozen=True)
class Mark:
    """What a move, or a position, is worth to the player who acts."""

    value: str
    """`win`, `draw` or `loss`."""
    turns: int | None
    """Turns to the end, the move's own included; None for a draw, or if nobody knows."""
    sure: bool = True
    """Whether no rule about repetition, progress or length can change it."""

    @property
    def rank(self) -> tuple[int, int, int]:
        """Better marks have higher ones: hurry to win, delay a loss, and take what is sure."""
        turns = UNTOLD if self.turns is None else self.turns
        good = GOOD[self.value]
        return good, int(self.sure) * (good - 1), turns if self.value == "loss" else -turns

    @property
    def sign(self) -> str:
        """The mark in a few letters: `+9`, `=`, `-4`."""
        return SIGNS[self.value] + ("" if self.turns is None else str(self.turns))

    def words(self, language: Language = "en") -> str:
        """The mark for people."""
        said = WORDS[self.value][language]
        if self.turns is not None:
            said = IN[language].format(value=said, turns=self.turns)
        return said if self.sure else IF_IN_TIME[language].format(words=said)

    def facts(self) -> dict[str, Any]:
        """The mark as plain data."""
        return {"value": self.value, "turns": self.turns, "proven": self.sure}


def known(position: Position) -> Known | None:
    """What the files say of an open position at the start of a turn."""
    if not position.turn_is_over:
        return None
    game = position.game
    if has_classes(game):
        with suppress(JobFailed):
            found = Endings(game).known(position)
            if found is not None:
                return found
    board = solved_board(game)
    return board.known(position) if board is not None else None


def solved_board(game: Game) -> SolvedBoard | None:
    """The solved board of a game from its usual start, if there is one."""
    board = _board(game)
    return board if isinstance(board, SolvedBoard) and board.fits(game) else None


def damage(game: Game) -> JobFailed | None:
    """What is wrong with the file of a game's solved board, which nobody asks then."""
    board = _board(game)
    return board if isinstance(board, JobFailed) else None


def marks(position: Position) -> dict[Move, Mark] | None:
    """What each legal turn is worth, or each way to finish one; None if they are not all known."""
    found = {}
    for move, after in turns_of(position):
        mark = _mark_after(position.player, after)
        if mark is None:
            return None
        found[move] = mark
    return found or None


def step_marks(position: Position) -> dict[int, Mark] | None:
    """What each legal step is worth: as the best turn that begins with it."""
    found = marks(position)
    if found is None:
        return None
    steps: dict[int, Mark] = {}
    for move, mark in found.items():
        action = move.actions[0]
        if action not in steps or mark.rank > steps[action].rank:
            steps[action] = mark
    return steps


def mark_of(position: Position) -> Mark | None:
    """What an open position is worth to the player who acts."""
    if not worth_asking(position):
        return None
    found = marks(position)
    return max(found.values(), key=lambda mark: mark.rank) if found else None


def worth_asking(position: Position) -> bool:
    """Whether the files know of this position: a quick look before its moves are asked for."""
    here: Position | None = position
    while here is not None and not here.turn_is_over:
        here = here.parent
    return here is not None and here.outcome is None and known(here) is not None


def best_line(position: Position, most: int = 200) -> tuple[Move, ...]:
    """How play goes on if both play perfectly; of a draw, or without distances, one move."""
    line: list[Move] = []
    here = position
    while here.outcome is None and len(line) < most:
        found = marks(here)
        if found is None:
            break
        move = max(found, key=lambda each: found[each].rank)
        line.append(move)
        here = here.play(move)
        if found[move].turns is None:
            break
    return tuple(line)


def turns_of(position: Position) -> Iterator[tuple[Move, Position]]:
    """The legal turns, or ways to finish one, and where each leads."""
    waiting = [position]
    while waiting:
        here = waiting.pop()
        for action in here.steps:
            after = here.step(action)
            if after.turn_is_over:
                yield after.move_since(position), after
            else:
                waiting.append(after)


def for_searches(game: Game) -> Knowledge:
    """All that compiled searches can ask; nothing where they run plain, or boards may not recur."""
    if game.engine.plain or game.repetition == "forbid":
        return NOTHING
    board = solved_board(game)
    arrays: SolvedArrays | None = None
    if board is not None and board.arrays.fits:
        arrays = board.arrays
    if not has_classes(game):
        return Knowledge({}, arrays)
    endings = Endings(game)
    classes = endings.all_values()
    brief = frozenset(group for group in classes if endings.bits(group) == BRIEF)
    return Knowledge(classes, arrays, brief)


def _mark_after(player: int, after: Position) -> Mark | None:
    """What a turn was worth to the player who made it."""
    outcome = after.outcome
    if outcome is not None:
        if outcome.winner is None:
            return Mark("draw", None)
        return Mark("win" if outcome.winner == player else "loss", 1)
    found = known(after)
    if found is None:
        return None
    value = OTHER[found.value]
    if value == "draw":
        return Mark(value, None, after.game.repetition != "forbid")
    if found.turns is None:
        return Mark(value, None, holds(after, UNTOLD))
    return Mark(value, found.turns + 1, holds(after, found.turns))


def holds(position: Position, turns: int) -> bool:
    """Whether the rules of the core cannot end the game before so many turns."""
    game = position.game
    if position.ply + turns >= game.max_plies:
        return False
    if game.quiet_limit and position.quiet + turns >= game.quiet_limit:
        return False
    if game.repetition == "none":
        return True
    keys = [earlier.key for earlier in position.earlier()]
    if game.repetition == "forbid":
        return not keys
    return len(set(keys)) == len(keys)


def _board(game: Game) -> SolvedBoard | JobFailed | None:
    path = find("solved", start_name(game))
    if path is None:
        return None
    facts = path.stat()
    return _opened(path, facts.st_mtime_ns, facts.st_size)


@lru_cache(maxsize=8)
def _opened(path: Path, changed: int, size: int) -> SolvedBoard | JobFailed:
    """A file that was looked at; `changed` and `size` tell one version of it from another."""
    try:
        return SolvedBoard(path)
    except JobFailed as error:
        return error
