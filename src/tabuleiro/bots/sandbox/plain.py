"""Alpha-beta in plain Python, for bots that are an evaluation of positions and nothing more.

It is slow: some thousand positions a second. What it plays is always legal, and deeper with more
time.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from tabuleiro.move import Move
from tabuleiro.position import Position

Evaluate = Callable[[Position], Any]

WIN = 1_000_000
DEEPEST = 60
USUAL_SECONDS = 1.0


class OutOfTime(Exception):
    """The time for the move is up."""


class PlainSearch:
    """Searches deeper and deeper until its depth or its time is reached."""

    def __init__(self, evaluate: Evaluate) -> None:
        self._evaluate = evaluate
        self._end = 0.0
        self.nodes = 0

    def choose(self, position: Position, seconds: float | None, depth: int | None) -> Move:
        """The best move; the first depth is always searched to its end."""
        if seconds is None and depth is None:
            seconds = USUAL_SECONDS
        begin = perf_counter()
        self.nodes = 0
        moves = list(position.legal_moves)
        for turns in range(1, (depth or DEEPEST) + 1):
            allowed = seconds is not None and turns > 1
            self._end = begin + 0.9 * (seconds or 0.0) if allowed else float("inf")
            try:
                best, value = self._root(position, moves, turns)
            except OutOfTime:
                break
            moves.remove(best)
            moves.insert(0, best)
            if abs(value) >= WIN - DEEPEST or len(moves) == 1:
                break
            if seconds is not None and perf_counter() - begin > seconds / 3:
                break
        return moves[0]

    def _root(self, position: Position, moves: list[Move], depth: int) -> tuple[Move, float]:
        best, alpha = moves[0], -float("inf")
        for move in moves:
            value = self._after(position, position.play(move), depth - 1, -float("inf"), -alpha)
            if value > alpha:
                best, alpha = move, value
        return best, alpha

    def _after(
        self, before: Position, here: Position, depth: int, alpha: float, beta: float
    ) -> float:
        """What a position is worth to whoever moved to it."""
        value = self._value(here, depth, alpha, beta)
        return -value if here.player != before.player else value

    def _value(self, here: Position, depth: int, alpha: float, beta: float) -> float:
        """What a position is worth to the player who acts."""
        self.nodes += 1
        if perf_counter() > self._end:
            raise OutOfTime
        outcome = here.outcome
        if outcome is not None:
            if outcome.winner is None:
                return 0
            far = WIN - DEEPEST + depth
            return far if outcome.winner == here.player else -far
        if depth == 0:
            return max(-WIN / 2, min(WIN / 2, float(self._evaluate(here))))
        for move in here.legal_moves:
            alpha = max(alpha, self._after(here, here.play(move), depth - 1, -beta, -alpha))
            if alpha >= beta:
                break
        return alpha
