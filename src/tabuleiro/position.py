"""A position: an immutable value that knows its legal moves, its outcome and how it came about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING

from tabuleiro import drawing
from tabuleiro.errors import IllegalMove
from tabuleiro.games.base import Player, View
from tabuleiro.kernel.contract import DRAW, FINAL, OPEN, QUIET
from tabuleiro.kernel.records import Plain
from tabuleiro.kernel.words import hash_words
from tabuleiro.move import STOP_TEXT, Move

if TYPE_CHECKING:
    from tabuleiro.game import Game

Words = tuple[int, ...]

BLOCK = 64
"""Every so many turns, the positions since the last such turn are counted once and for all."""


class Termination(Enum):
    """Why a game is over."""

    RULES = "rules"
    NO_MOVE = "no legal move"
    REPETITION = "threefold repetition"
    NO_PROGRESS = "no progress"
    LENGTH = "too many turns"


@dataclass(frozen=True)
class Outcome:
    """The result of a game: the winning player (None for a draw) and the reason."""

    winner: int | None
    termination: Termination

    @property
    def result(self) -> str:
        """`1-0`, `0-1` or `1/2-1/2`, the first player's side first."""
        return {0: "1-0", 1: "0-1", None: "1/2-1/2"}[self.winner]


class Position:
    """A position of a game, usually at the start of a turn.

    `step` plays one step and may leave a turn half made; `play` plays a whole turn.
    """

    def __init__(self, game: Game, state: Plain) -> None:
        self.game = game
        self._state = state
        self._words = state.words()
        self.parent: Position | None = None
        """The position before the last step."""
        self.move: Move | None = None
        """The move that ended in this position; None at the root and inside a turn."""
        self.ply = 0
        """Turns played since the root."""
        self.quiet = 0
        """Turns without progress, for the game's no-progress rule."""
        self._turn: tuple[int, ...] = ()
        self._turn_texts: tuple[str, ...] = ()
        self._turn_kind = QUIET

    @property
    def player(self) -> int:
        """Who acts: 0 for the player who moved first in the game, or 1."""
        return int(self._state.player)

    @cached_property
    def players(self) -> tuple[Player, Player]:
        """The sides by player number: their names, letters and colours."""
        return self.game.people.players(self.game.board, self._state)  # type: ignore[no-any-return]

    @property
    def turn_is_over(self) -> bool:
        """Whether the last step completed a turn (also true at the root)."""
        return not self._turn

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """The legal steps; none if the game is over."""
        if self._decided is not None:
            return ()
        return self._legal_actions

    @cached_property
    def legal_moves(self) -> LegalMoves:
        """The legal turns: iterate, count, or ask whether a move (or its text) is among them."""
        return LegalMoves(self)

    @cached_property
    def outcome(self) -> Outcome | None:
        """The result, or None while the game goes on."""
        if self._decided is not None:
            return self._decided
        if not self._legal_actions:
            result = self.game.rules.stuck(self.game.board, self._state)
            return Outcome(None if result == DRAW else result, Termination.NO_MOVE)
        return None

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves from the root to here."""
        moves = []
        here: Position | None = self
        while here is not None:
            if here.move is not None:
                moves.append(here.move)
            here = here.parent
        return tuple(reversed(moves))

    @property
    def text(self) -> str:
        """The position in one line; `game.position` reads it."""
        text = str(self.game.people.position_text(self.game.board, self._state))
        return f"{text} quiet={self.quiet}" if self.quiet and self.game.quiet_limit else text

    @cached_property
    def view(self) -> View:
        """What stands where, for drawing."""
        return self.game.people.view(self.game.board, self._state)  # type: ignore[no-any-return]

    @property
    def images(self) -> tuple[Position, ...]:
        """The symmetric positions, itself first; without history."""
        found = [Position(self.game, self._state)]
        for i in range(1, self.game.symmetries):
            state = Plain(self.game.rules.STATE)
            self.game.rules.image(self.game.board, self._state, state, i)
            found.append(Position(self.game, state))
        return tuple(found)

    def step(self, action: int) -> Position:
        """The position after one legal step."""
        if action not in self.steps:
            raise IllegalMove(f"step {action} is not legal here")
        return self._after(action)

    def play(self, move: Move | str) -> Position:
        """The position after a whole turn, given as a move or as text."""
        if isinstance(move, str):
            move = Move.parse(self, move)
        here = self
        for action in move.actions:
            if action not in here.steps or (here is not self and here.turn_is_over):
                raise IllegalMove(f"move {move.text!r} is not legal here")
            here = here._after(action)
        if here is self or not here.turn_is_over:
            raise IllegalMove(f"move {move.text!r} is not a whole turn")
        return here

    def move_since(self, start: Position) -> Move:
        """The move that ended here, without the steps that were made before `start`."""
        assert self.move is not None
        if start.turn_is_over:
            return self.move
        text = self.move.text.split(",")[len(start._turn_texts) :]
        return Move(self.move.actions[len(start._turn) :], ",".join(text) or STOP_TEXT)

    def state(self) -> Plain:
        """A copy of the state, for the kernel."""
        copy = Plain(self.game.rules.STATE)
        copy.assign(self._state)
        return copy

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __repr__(self) -> str:
        return f"<Position {self.game.name} {self.text}>"

    def _repr_svg_(self) -> str:
        return drawing.svg(self)

    @property
    def _identity(self) -> tuple[object, ...]:
        return (self.game, self._words, self.quiet if self.game.quiet_limit else 0)

    @cached_property
    def _decided(self) -> Outcome | None:
        """The outcome as far as it is known without looking for legal moves."""
        result = self.game.rules.outcome(self.game.board, self._state)
        if result != OPEN:
            return Outcome(None if result == DRAW else result, Termination.RULES)
        if not self.turn_is_over:
            return None
        if self.game.repetition == "draw3" and self._occurrences() >= 3:
            return Outcome(None, Termination.REPETITION)
        if 0 < self.game.quiet_limit <= self.quiet:
            return Outcome(None, Termination.NO_PROGRESS)
        if self.ply >= self.game.max_plies:
            return Outcome(None, Termination.LENGTH)
        return None

    @cached_property
    def _legal_actions(self) -> tuple[int, ...]:
        buffer: list[int] = [0] * self.game.rules.MAX_ACTIONS
        count = self.game.rules.actions(self.game.board, self._state, buffer, 0)
        found = tuple(buffer[:count])
        if self.game.repetition == "forbid":
            return tuple(action for action in found if self._allowed(action))
        return found

    def _allowed(self, action: int) -> bool:
        """Under `repetition=forbid`: whether a step can complete a turn to a new board."""
        after = self._after(action)
        if after.turn_is_over:
            return not after._recreates()
        return bool(after._legal_actions)

    def _after(self, action: int) -> Position:
        state = self.state()
        kind = self.game.rules.play(self.game.board, state, action)
        after = Position(self.game, state)
        after.parent = self
        after.ply = self.ply
        after.quiet = self.quiet
        after._turn = (*self._turn, action)
        text = self.game.step_text(self, action)
        after._turn_texts = (*self._turn_texts, text) if text else self._turn_texts
        after._turn_kind = kind if self.turn_is_over else max(self._turn_kind, kind)
        if (
            state.player != self._state.player
            or self.game.rules.outcome(self.game.board, state) != OPEN
        ):
            after._end_turn()
        return after

    def _end_turn(self) -> None:
        self.move = Move(self._turn, ",".join(self._turn_texts) or STOP_TEXT)
        self.ply += 1
        self.quiet = self.quiet + 1 if self._turn_kind == QUIET else 0
        self._turn, self._turn_texts = (), ()

    def earlier(self) -> Iterator[Position]:
        """Earlier positions at the start of a turn that could still occur again."""
        here = self
        while here.parent is not None and not (here.move is not None and here._turn_kind == FINAL):
            here = here.parent
            if here.turn_is_over:
                yield here

    @cached_property
    def key(self) -> int:
        """A hash of what may not occur too often: the position, or the board where that counts."""
        return hash_words(self._words, 1 if self.game.repetition == "forbid" else 0)

    def _occurrences(self) -> int:
        """How often this position has been on the board, now included."""
        return 1 + self._times_before(self._words)

    def _recreates(self) -> bool:
        """Whether the board, whoever is to move, has been there before."""
        return any(self._times_before((player, *self._words[1:])) for player in range(2))

    def _times_before(self, words: Words) -> int:
        """How often a position has been among the earlier ones."""
        times = 0
        block: Position | None = None
        for earlier in self.earlier():
            times += earlier._words == words
            if earlier.ply % BLOCK == 0:
                block = earlier
                break
        while block is not None:
            counted, block = block._before
            times += counted[words]
        return times

    @cached_property
    def _before(self) -> tuple[Counter[Words], Position | None]:
        """The positions of the block that ends before this one, and the last of them."""
        counted = Counter[Words]()
        for earlier in self.earlier():
            counted[earlier._words] += 1
            if earlier.ply % BLOCK == 0:
                return counted, earlier
        return counted, None


class LegalMoves:
    """A view of a position's legal turns; they are only listed when iterated."""

    def __init__(self, position: Position) -> None:
        self._position = position

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        return tuple(_turns(self._position, self._position))

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves)

    def __len__(self) -> int:
        return len(self._moves)

    def __bool__(self) -> bool:
        return bool(self._position.steps)

    def __getitem__(self, index: int) -> Move:
        return self._moves[index]

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            return any(legal.text == move for legal in self._moves)
        if not isinstance(move, Move):
            return False
        try:
            self._position.play(move)
        except IllegalMove:
            return False
        return True

    def __repr__(self) -> str:
        return "<LegalMoves " + " ".join(move.text for move in self._moves) + ">"


def _turns(start: Position, here: Position) -> Iterator[Move]:
    for action in here.steps:
        after = here._after(action)
        if after.turn_is_over:
            yield after.move_since(start)
        else:
            yield from _turns(start, after)
