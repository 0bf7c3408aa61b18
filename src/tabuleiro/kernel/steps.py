"""One step at a time: what the contract suite compares between compiled and plain rules."""

from __future__ import annotations

from typing import Any

from tabuleiro.kernel.contract import actions, outcome, play, stuck

OUTCOME, STUCK, LIST, PLAY = 0, 1, 2, 3


def steps(board: Any, k: Any, what: int, action: int) -> int:
    """Answer one question about `k.states[0]`, or play an action there."""
    s = k.states[0]
    if what == OUTCOME:
        return outcome(board, s)
    if what == STUCK:
        return stuck(board, s)
    if what == LIST:
        return actions(board, s, k.actions, 0)
    return play(board, s, action)
