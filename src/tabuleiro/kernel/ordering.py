"""In which order alpha-beta tries the steps of a position: what was best first, then what cut."""

from __future__ import annotations

from typing import Any

from tabuleiro.kernel.contract import STOP, image_action
from tabuleiro.kernel.memory import NUMBER

MAX_ACTIONS = 0
"""The game's number of actions; the loader sets it, and the next one."""

SYMMETRIC = True
"""Whether the game has symmetries."""

PUT_OFF, LAST_TRIED, KILLER, TABLE_MOVE = -(1 << 52), -(1 << 50), 1 << 50, 1 << 52

MEMORY = dict(
    order=("plies * actions", "what speaks for each of `actions`, in the same places"),
    history=("2 * actions", "by side and action: how much it has cut, less where it did not"),
    killers=("2 * plies", "the last two actions that cut at each ply"),
    learns_history=(NUMBER, "whether `history` is kept"),
    learns_killers=(NUMBER, "whether `killers` are"),
)


def rate(
    board: Any, k: Any, ply: int, me: int, base: int, end: int, known: int, turned: int
) -> None:
    """Say what speaks for trying each of the steps from `base` to `end` early.

    `known` is the table's step, named as in the position's image under symmetry `turned`.
    """
    for i in range(base, end):
        action = k.actions[i]
        named = action
        if SYMMETRIC and turned != 0:
            named = image_action(board, action, turned)
        if named == known:
            k.order[i] = TABLE_MOVE
        elif action == STOP:
            k.order[i] = LAST_TRIED
        elif action == k.killers[2 * ply] or action == k.killers[2 * ply + 1]:
            k.order[i] = KILLER
        else:
            k.order[i] = k.history[me * MAX_ACTIONS + action]


def bring_best(k: Any, i: int, end: int) -> int:
    """Swap the most promising of the steps from i on to the front; returns what speaks for it."""
    top, at = k.order[i], i
    for j in range(i + 1, end):
        if k.order[j] > top:
            top, at = k.order[j], j
    best = k.actions[at]
    k.order[at], k.actions[at] = k.order[i], k.actions[i]
    k.order[i], k.actions[i] = top, best
    return top


def reward(k: Any, ply: int, me: int, base: int, cut: int, depth: int) -> None:
    """Remember the step that cut; those tried before it lose what it gains. STOP has no history."""
    action = k.actions[cut]
    if action == STOP:
        return
    if k.learns_killers != 0 and action != k.killers[2 * ply]:
        k.killers[2 * ply + 1] = k.killers[2 * ply]
        k.killers[2 * ply] = action
    if k.learns_history == 0:
        return
    gain = depth * depth
    k.history[me * MAX_ACTIONS + action] += gain
    for i in range(base, cut):
        if k.actions[i] != STOP:
            k.history[me * MAX_ACTIONS + k.actions[i]] -= gain
