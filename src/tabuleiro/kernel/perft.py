"""Perft: how many sequences of `depth` whole turns the rules allow. Every turn is played out.

Repetition and length rules are not part of it: it counts what the moves of a game allow.
"""

from __future__ import annotations

from typing import Any

from tabuleiro.kernel.contract import OPEN, STOP, actions, outcome, play
from tabuleiro.kernel.words import copy_record


def perft(board: Any, k: Any, ply: int, depth: int, base: int) -> int:
    """Count from `k.states[ply]`, an open position; `k.actions` is free from `base` on."""
    if depth == 1:
        return turns(board, k, ply, base)
    s = k.states[ply]
    t = k.states[ply + 1]
    end = actions(board, s, k.actions, base)
    total = 0
    for i in range(base, end):
        copy_record(t, s)
        play(board, t, k.actions[i])
        if outcome(board, t) == OPEN and k.stop == 0:
            total += perft(board, k, ply + 1, depth - (t.player != s.player), end)
            if ply == 0:
                k.done, k.total = i + 1 - base, end - base
    return total


def turns(board: Any, k: Any, ply: int, base: int) -> int:
    """The ways to play one turn, or to finish the one under way, from `k.states[ply]`."""
    s = k.states[ply]
    t = k.states[ply + 1]
    end = actions(board, s, k.actions, base)
    total = 0
    if end > base and k.actions[end - 1] == STOP:
        total += 1  # stopping leaves the position as it is
        end -= 1
    for i in range(base, end):
        copy_record(t, s)
        play(board, t, k.actions[i])
        if t.player == s.player and outcome(board, t) == OPEN:
            total += turns(board, k, ply + 1, end)
        else:
            total += 1
    return total
