"""The legal turns of a position: a view that lists them, as they are asked for or all at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, overload

from tabuleiro.errors import IllegalMove
from tabuleiro.kernel.contract import OPEN, STOP
from tabuleiro.kernel.records import Plain
from tabuleiro.move import Move

if TYPE_CHECKING:
    from tabuleiro.game import Game
    from tabuleiro.position import Position

Words = tuple[int, ...]


class LegalMoves:
    """A view of a position's legal turns; they are made one by one, as they are iterated.

    Long chains of captures can branch into millions of them.
    """

    def __init__(self, position: Position) -> None:
        self._position = position

    def __iter__(self) -> Iterator[Move]:
        here = self._position
        known: list[Words] | None = here.__dict__.get("_all_turns")
        if known is None and here.game.repetition == "forbid":
            return allowed_turns(here, here)
        return (Move(actions, None, here) for actions in known or _turns(here))

    def __len__(self) -> int:
        return len(self._position._all_turns)

    def __bool__(self) -> bool:
        return bool(self._position.steps)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            turns = self._position._all_turns[index]
            return [Move(actions, None, self._position) for actions in turns]
        return Move(self._position._all_turns[index], None, self._position)

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            return any(legal.text == move for legal in self)
        if not isinstance(move, Move):
            return False
        try:
            self._position.play(move)
        except IllegalMove:
            return False
        return True

    def __repr__(self) -> str:
        return "<LegalMoves " + " ".join(move.text for move in self) + ">"


def listed(game: Game, state: Plain) -> Words:
    """What `actions` writes for a state, into room that is used again."""
    rooms = game.rooms
    room = rooms.pop() if rooms else [0] * game.rules.MAX_ACTIONS
    found = tuple(room[: game.rules.actions(game.board, state, room, 0)])
    rooms.append(room)
    return found


def _turns(start: Position) -> Iterator[Words]:
    """The steps of every legal turn, found on bare states: most of them are never played."""
    rules, board, player = start.game.rules, start.game.board, start.player
    play, outcome = rules.play, rules.outcome
    most = rules.MAX_STEPS - len(start._turn)

    def grow(state: Plain, taken: Words, actions: Iterable[int]) -> Iterator[Words]:
        for action in actions:
            turn = (*taken, action)
            if action == STOP or len(turn) == most:  # its last step
                yield turn
                continue
            after = state.copy()
            play(board, after, action)
            if after.player != player or outcome(board, after) != OPEN:
                yield turn
            else:
                yield from grow(after, turn, listed(start.game, after))

    return grow(start._state, (), start.steps)


def list_turns(
    game: Game,
    player: int,
    most: int,
    state: Plain,
    taken: Words,
    actions: Words,
    found: list[Words],
) -> None:
    """The same at once, which is quicker where all of them are asked for."""
    rules, board = game.rules, game.board
    for action in actions:
        turn = (*taken, action)
        if action == STOP or len(turn) == most:
            found.append(turn)
            continue
        after = state.copy()
        rules.play(board, after, action)
        if after.player != player or rules.outcome(board, after) != OPEN:
            found.append(turn)
        else:
            list_turns(game, player, most, after, turn, listed(game, after), found)


def allowed_turns(start: Position, here: Position) -> Iterator[Move]:
    """The same where no earlier board may be made again."""
    for action in here.steps:
        after = here._after(action)
        if after.turn_is_over:
            yield after.move_since(start)
        else:
            yield from allowed_turns(start, after)
