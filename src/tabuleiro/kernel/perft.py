"""Perft: how many sequences of `depth` whole turns the rules allow. Every turn is played out.

Repetition and length rules are not part of it: it counts what the moves of a game allow.
"""

from __future__ import annotations

from typing import Any

from tabuleiro.kernel.contract import OPEN, STOP, actions, outcome, play
from tabuleiro.kernel.words import copy_record


def perft(board: Any, k: Any, ply: int, depth: int, base: int) -> int:
    """Count from `k.states[ply]`, an open position; `k.actions` is free from `base` on."""
    s = k.states[ply]
    t = k.states[ply + 1]
    end = actions(board, s, k.actions, base)
    total = 0
    if depth == 1 and end > base and k.actions[end - 1] == STOP:
        total += 1  # stopping leaves the position as it is
        end -= 1
    for i in range(base, end):
        copy_record(t, s)
        play(board, t, k.actions[i])
        if t.player != s.player:
            if depth == 1:
                total += 1
            elif outcome(board, t) == OPEN and k.stop == 0:
                total += perft(board, k, ply + 1, depth - 1, end)
                if ply == 0:
                    k.done, k.total = i + 1 - base, end - base
        elif outcome(board, t) == OPEN:
            total += perft(board, k, ply + 1, depth, end)
        elif depth == 1:
            total += 1
    return total
