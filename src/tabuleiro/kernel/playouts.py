"""Random playouts: games of uniformly random steps, from any position to the end or the cap."""

from __future__ import annotations

from typing import Any

from tabuleiro.kernel.contract import (
    DRAW,
    OPEN,
    actions,
    outcome,
    play,
    random_action,
    stuck,
)
from tabuleiro.kernel.endings import no_progress, quiet_before
from tabuleiro.kernel.memory import NUMBER
from tabuleiro.kernel.rng import below
from tabuleiro.kernel.words import copy_record

SAMPLED = True
"""Whether the game draws its own random action; the loader sets it."""

NETS = False
"""Whether nets are compiled in; the loader sets it. Only then actions are noted."""

MEMORY = dict(
    noted=("2 * actions", "by action and player: the number of the last playout that had it"),
    number=(NUMBER, "the number of this playout"),
    rng=(1, "the state of the random numbers"),
    plies=(NUMBER, "how many turns the last playout took"),
    tally=(4, "games won by the first player, by the second, drawn; turns of the longest"),
)


def draw_action(board: Any, k: Any, s: Any) -> int:
    """A random legal action, or -1."""
    if SAMPLED:
        return random_action(board, s, k.rng)
    end = actions(board, s, k.actions, 0)
    if end == 0:
        return -1
    return k.actions[below(k.rng, end)]


def playout(board: Any, k: Any, max_plies: int, quiet_limit: int) -> int:
    """Play `k.states[1]` to its end in place; leaves the number of turns in `k.plies`.

    A game that reaches `max_plies` turns, or `quiet_limit` turns without progress (0: no such
    rule), is a draw.
    """
    s = k.states[1]
    plies = 0
    quiet = 0
    result = outcome(board, s)
    while result == OPEN:
        action = draw_action(board, k, s)
        if action < 0:
            result = stuck(board, s)
            break
        player = s.player
        if NETS:
            k.noted[2 * action + player] = k.number
        quiet = quiet_before(play(board, s, action), quiet)
        result = outcome(board, s)
        if s.player != player or result != OPEN:
            plies += 1
            quiet += 1
            if result == OPEN and (plies >= max_plies or no_progress(quiet, quiet_limit)):
                result = DRAW
    k.plies = plies
    return result


def playouts(board: Any, k: Any, games: int, max_plies: int, quiet_limit: int) -> int:
    """Play `games` games from `k.states[0]`; adds to `k.tally` (first, second, draw, longest)."""
    total = 0
    for game in range(games):
        if k.stop != 0:
            break
        k.done = game
        copy_record(k.states[1], k.states[0])
        result = playout(board, k, max_plies, quiet_limit)
        k.tally[result] += 1
        total += k.plies
        if k.plies > k.tally[3]:
            k.tally[3] = k.plies
    return total
