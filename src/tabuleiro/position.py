"""A position: an immutable value that knows its legal moves, its outcome and how it came about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from tabuleiro import drawing, files
from tabuleiro.errors import BrokenFile, IllegalMove
from tabuleiro.games.base import Player, View
from tabuleiro.kernel.contract import ANY_PROGRESS, DRAW, FINAL, OPEN, QUIET
from tabuleiro.kernel.records import Plain
from tabuleiro.kernel.words import hash_words
from tabuleiro.lazy import cached_property
from tabuleiro.legal import LegalMoves, Words, allowed_turns, list_turns, listed
from tabuleiro.move import STOP_TEXT, Move

if TYPE_CHECKING:
    from tabuleiro.game import Game

MARKS = (1 << 10) - 1
BLOCK = 64
"""Every so many turns, the positions since the last such turn are counted once and for all."""


class Termination(Enum):
    """Why a game is over."""

    RULES = "rules"
    NO_MOVE = "no legal move"
    REPETITION = "threefold repetition"
    NO_PROGRESS = "no progress"
    LENGTH = "too many turns"


RESULTS: Mapping[int | None, str] = {0: "1-0", 1: "0-1", None: "1/2-1/2"}
"""The result of a game by its winner, the first player's side first."""


@dataclass(frozen=True)
class Outcome:
    """The result of a game: the winning player (None for a draw) and the reason."""

    winner: int | None
    termination: Termination

    @property
    def result(self) -> str:
        """`1-0`, `0-1` or `1/2-1/2`, the first player's side first."""
        return RESULTS[self.winner]


class Position:
    """A position of a game, usually at the start of a turn.

    `step` plays one step and may leave a turn half made; `play` plays a whole turn.
    """

    def __init__(self, game: Game, state: Plain) -> None:
        self.game = game
        self._state = state
        self.parent: Position | None = None
        """The position before the last step."""
        self.move: Move | None = None
        """The move that ended in this position; None at the root and inside a turn."""
        self.ply = 0
        """Turns played since the root."""
        self.quiet = 0
        """Turns without progress, for the game's no-progress rule."""
        self._turn: tuple[int, ...] = ()
        self._turn_kind = QUIET
        self._seen = 0
        """Marks of positions that could occur again; see `_mark`."""

    @cached_property
    def _words(self) -> Words:
        """All numbers of the state."""
        return self._state.words()

    @cached_property
    def _result(self) -> int:
        """What the rules say of the outcome."""
        return int(self.game.rules.outcome(self.game.board, self._state))

    @property
    def player(self) -> int:
        """Who acts: 0 for the player who moved first in the game, or 1."""
        return int(self._state.player)

    @cached_property
    def players(self) -> tuple[Player, Player]:
        """The sides by player number: their names, letters and colours."""
        return self.game.people.players(self.game.board, self._state)

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

    @property
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
        return self.game.people.view(self.game.board, self._state)

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
            raise IllegalMove(
                f"step {action} is not legal here", f"o passo {action} não é legal aqui"
            )
        return self._after(action)

    def play(self, move: Move | str) -> Position:
        """The position after a whole turn, given as a move or as text."""
        if isinstance(move, str):
            move = Move.parse(self, move)
        here = self
        if move.origin is self:  # listed here, so it is legal
            for action in move.actions:
                here = here._after(action)
            return here
        for action in move.actions:
            if action not in here.steps or (here is not self and here.turn_is_over):
                raise IllegalMove(
                    f"move {move.text!r} is not legal here",
                    f"a jogada {move.text!r} não é legal aqui",
                )
            here = here._after(action)
        if here is self or not here.turn_is_over:
            raise IllegalMove(
                f"move {move.text!r} is not a whole turn",
                f"a jogada {move.text!r} não está completa",
            )
        return here

    def move_since(self, start: Position) -> Move:
        """The move that ended here, without the steps that were made before `start`."""
        assert self.move is not None
        if start.turn_is_over:
            return self.move
        return Move(self.move.actions[len(start._turn) :], origin=start)

    def text_of(self, actions: Iterable[int]) -> str:
        """Steps that are legal one after the other, in notation."""
        here, texts = self, []
        last: int | None = None
        for action in actions:
            here = here if last is None else here._after(last)
            texts.append(self.game.step_text(here, action))
            last = action
        return ",".join(filter(None, texts)) or STOP_TEXT

    def state(self) -> Plain:
        """A copy of the state, for the kernel."""
        return self._state.copy()

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
        result = self._result
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
        found = listed(self.game, self._state)
        if self.game.repetition == "forbid":
            return tuple(action for action in found if self._allowed(action))
        return found

    @cached_property
    def _all_turns(self) -> list[Words]:
        """The steps of all legal turns."""
        if self.game.repetition == "forbid":
            return [move.actions for move in allowed_turns(self, self)]
        found: list[Words] = []
        most = self.game.rules.MAX_STEPS - len(self._turn)
        list_turns(self.game, self.player, most, self._state, (), self.steps, found)
        return found

    def _allowed(self, action: int) -> bool:
        """Under `repetition=forbid`: whether a step can complete a turn to a new board."""
        after = self._after(action)
        if after.turn_is_over:
            return not after._recreates()
        return bool(after._legal_actions)

    def _after(self, action: int) -> Position:
        game, state = self.game, self._state.copy()
        kind = game.rules.play(game.board, state, action)
        after = Position(game, state)
        after.parent = self
        after.ply = self.ply
        after.quiet = self.quiet
        after._seen = self._seen
        after._turn = (*self._turn, action)
        after._turn_kind = self._turn_kind | kind if self._turn else kind
        if state.player != self._state.player or after._result != OPEN:
            after._end_turn()
        elif len(after._turn) >= game.rules.MAX_STEPS:
            raise unending(game)
        return after

    def _end_turn(self) -> None:
        start = self.parent
        while start is not None and start._turn:
            start = start.parent
        assert start is not None or self._turn
        self.move = Move(self._turn, origin=start)
        self.ply += 1
        self.quiet = 0 if self._turn_kind & ANY_PROGRESS else self.quiet + 1
        if self._turn_kind & FINAL or start is None:
            self._seen = 0
        else:
            self._seen |= start._mark
        self._turn = ()

    @property
    def _mark(self) -> int:
        """One bit of many: a position whose bit has not been seen has not been there before."""
        return 1 << (hash(self._words) & MARKS)

    def earlier(self) -> Iterator[Position]:
        """Earlier positions at the start of a turn that could still occur again."""
        here = self
        while here.parent is not None and not (here.move is not None and here._turn_kind & FINAL):
            here = here.parent
            if here.turn_is_over:
                yield here

    @cached_property
    def key(self) -> int:
        """A hash of what may not occur too often: the position, or the board where that counts."""
        forbids = self.game.repetition == "forbid"
        return hash_words(self._words, self.game.player_word if forbids else -1)

    def _occurrences(self) -> int:
        """How often this position has been on the board, now included."""
        if not self._seen & self._mark:
            return 1
        return 1 + self._times_before(self._words)

    def _recreates(self) -> bool:
        """Whether the board, whoever is to move, has been there before."""
        at = self.game.player_word
        before, after = self._words[:at], self._words[at + 1 :]
        return any(self._times_before((*before, player, *after)) for player in range(2))

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


def unending(game: Game) -> BrokenFile:
    """What is wrong with rules whose turns are longer than they say."""
    line = files.line_of(game.source, "MAX_STEPS", "MAX_ACTIONS, MAX_STEPS")
    return BrokenFile(
        f"{files.place(game.source, line)}: a turn has more steps than MAX_STEPS, which is "
        f"{game.rules.MAX_STEPS}; `play` must change s.player at the end of a turn, or MAX_STEPS "
        "must be larger",
        f"{files.place(game.source, line, 'linha')}: uma jogada tem mais passos do que MAX_STEPS, "
        f"que é {game.rules.MAX_STEPS}; `play` deve mudar s.player no fim da jogada, ou MAX_STEPS "
        "deve ser maior",
    )
