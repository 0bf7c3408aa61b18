"""The core's endings in compiled code: repetition, turns without progress, the length of a game.

Alpha-beta, batches and playouts share them. `minimax` and `Position` read the same rules on their
own, so that each can be held against the other.
"""

from __future__ import annotations

from typing import Any

from tabuleiro.kernel.contract import ANY_PROGRESS, FINAL
from tabuleiro.kernel.memory import NUMBER, TURNS
from tabuleiro.kernel.words import board_key, key_of

DRAW3, FORBID = 1, 2
NEW, SKIP = 1 << 20, 1 << 21

PAST = 8192
"""Room for the positions before the root."""

MEMORY = dict(
    repetition=(NUMBER, "what a repeated position means: DRAW3, FORBID or 0 for nothing"),
    quiet_limit=(NUMBER, "turns without progress that make a draw, 0 for no such rule"),
    length_left=(NUMBER, "turns until the game is a draw by its length"),
    keys=(PAST + TURNS + 2, "the positions at the start of every turn, the game before included"),
    past=(NUMBER, "where the root stands among the keys"),
    since=(TURNS + 2, "by turn: how many positions before it can still occur again"),
    quiet=(TURNS + 2, "by turn: turns without progress until then"),
)


def recurring(kind: int, since: int) -> int:
    """How many positions can occur again after a turn of some kind, if it was so many before."""
    return 0 if kind & FINAL != 0 else since + 1


def quiet_before(kind: int, quiet: int) -> int:
    """How many turns before this one have brought no progress, after a step of some kind.

    Progress takes back the turn that is not yet counted.
    """
    return -1 if kind & ANY_PROGRESS != 0 else quiet


def quiet_turns(kind: int, quiet: int) -> int:
    """How many turns have brought no progress after a turn of some kind."""
    return quiet_before(kind, quiet) + 1


def no_progress(quiet: int, limit: int) -> bool:
    """Whether so many turns without progress make a draw."""
    return 0 < limit <= quiet


def earlier(keys: Any, at: int, first: int, last: int, step: int, key: int) -> int:
    """How many turns before place `at` of a ring of keys a key stands, looking that far; or -1."""
    for back in range(first, last + 1, step):
        place = at - back
        if place < 0:
            place += len(keys)
        if keys[place] == key:
            return back
    return -1


def ends_turn(k: Any, t: Any, turn: int, kind: int) -> int:
    """What the core's rules say of a position at the start of a turn of a search.

    NEW if the game goes on, SKIP if the turn was not allowed, else it is a draw and the answer is
    the turn that it repeats (its own if it repeats none).
    """
    since = recurring(kind, k.since[turn - 1])
    k.since[turn] = since
    k.quiet[turn] = quiet_turns(kind, k.quiet[turn - 1])
    at = k.past + turn
    if k.repetition == FORBID:
        key = board_key(t)
        if earlier(k.keys, at, 1, since, 1, key) > 0:
            return SKIP
        k.keys[at] = key
    if turn >= k.length_left or no_progress(k.quiet[turn], k.quiet_limit):
        return turn
    if k.repetition == DRAW3 and since >= 2:
        key = key_of(t)
        back = earlier(k.keys, at, 2, since, 2, key)
        if back > 0 and (back >= turn or k.reductions == 0):
            # One repetition within a selective search is as good as two; else it takes two.
            back = earlier(k.keys, at, back + 2, since, 2, key)
        if back > 0:
            return turn - back
    return NEW


def far_from_limits(k: Any, turn: int, depth: int) -> bool:
    """Whether no rule about the length of the game can end it within this depth."""
    if turn + depth >= k.length_left:
        return False
    return k.quiet_limit == 0 or k.quiet[turn] + depth < k.quiet_limit
