"""Plain minimax: every line to the full depth, no pruning, no table. The measure of other searches.

It reads the core's rules as they are written: a third occurrence, a number of turns without
progress, a number of turns in all.
"""

from __future__ import annotations

from typing import Any

from tabuleiro.kernel.contract import (
    ANY_PROGRESS,
    FINAL,
    OPEN,
    QUIET,
    actions,
    outcome,
    play,
    stuck,
)
from tabuleiro.kernel.endings import DRAW3
from tabuleiro.kernel.evaluation import assess
from tabuleiro.kernel.scores import ILLEGAL, decided
from tabuleiro.kernel.words import copy_record, key_of


def minimax(board: Any, k: Any, ply: int, turn: int, depth: int, base: int) -> int:
    """The value of the open position `k.states[ply]` for the player who acts."""
    s = k.states[ply]
    t = k.states[ply + 1]
    if ply == 0 or k.states[ply - 1].player != s.player:
        k.keys[k.past + turn] = key_of(s)
    end = actions(board, s, k.actions, base)
    if end == base:
        return decided(stuck(board, s), s.player, turn)
    best = -ILLEGAL
    for i in range(base, end):
        k.nodes += 1
        copy_record(t, s)
        kind = k.kind[ply] | play(board, t, k.actions[i])
        result = outcome(board, t)
        if result != OPEN:
            value = decided(result, s.player, turn + 1)
        elif t.player == s.player:
            k.kind[ply + 1] = kind
            value = minimax(board, k, ply + 1, turn, depth, end)
        else:
            k.since[turn + 1] = 0 if kind & FINAL != 0 else k.since[turn] + 1
            k.quiet[turn + 1] = 0 if kind & ANY_PROGRESS != 0 else k.quiet[turn] + 1
            k.kind[ply + 1] = QUIET
            if drawn(k, t, turn + 1):
                value = 0
            elif depth == 1:
                value = -assess(board, t, k)
            else:
                value = -minimax(board, k, ply + 1, turn + 1, depth - 1, end)
        if value > best:
            best = value
        if k.stop != 0:
            return 0
    return best


def drawn(k: Any, t: Any, turn: int) -> bool:
    """Whether the core's rules make the position at the start of a turn a draw."""
    if turn >= k.length_left or 0 < k.quiet_limit <= k.quiet[turn]:
        return True
    if k.repetition != DRAW3:
        return False
    key = key_of(t)
    times = 1
    for i in range(1, k.since[turn] + 1):
        if k.keys[k.past + turn - i] == key:
            times += 1
    return times >= 3
