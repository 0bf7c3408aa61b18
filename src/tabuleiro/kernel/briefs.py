"""Endings by their values alone: the classes of `endgames` in two bits a position, also in the
making.

A finished position is its verdict without turns (see `verdicts`): UNKNOWN for a number whose game
is over, DRAWN, lost or won. In the making the first two have changed places: what is not decided
yet is 0.

Where nobody asks how far an end is, positions may be decided in any order. So there are no counts
of turns. A lost position makes those before it won ones at once. That a position is won may decide
those before it, for which all their turns would have to be looked at, again and again: so all open
positions are looked at in sweeps, as long as a sweep decides many. Then whoever is decided has
those before it looked at, from a stack. If a stack was full, all open positions are looked at once
more.
"""

from __future__ import annotations

from typing import Any

from tabuleiro.kernel.atomics import borrowed, load, swap_if
from tabuleiro.kernel.contract import (
    DRAW,
    OPEN,
    actions,
    class_of,
    outcome,
    parents,
    play,
    rank,
    stuck,
    unrank,
)
from tabuleiro.kernel.verdicts import DRAWN, UNKNOWN
from tabuleiro.kernel.words import copy_record

MIXED = False
"""Whether some turns of a position may stay in its class and others leave it; the loader sets it.
"""

BEGIN, SWEEP, SPREAD, CHECK = 0, 1, 2, 3
"""What to do with positions a to b: decide them, and what is won by that; once more, now only
whether they are lost, since a lost position has told those before it; decide them, and all that
follows; count those whose value does not follow from where their turns lead."""

OPEN_ENDED, CLOSED, LOST, WON = 0, 1, 2, 3
"""Of two bits in the making: not decided, over."""

LOSES, DRAWS, WINS, ODD = 0, 1, 2, 3
"""What a side gets; the last is against what a class may be."""

ARRAYS = {
    "values": ("uint8", 1),  # the class, four positions a byte
    "lower": ("uint8", 1),  # the classes below it, one after the other
    "begins": ("int64", 1),  # the number with which each of them begins
    "stack": ("int64", 1),  # a thread's own: positions whose parents are to be looked at
    "found": ("int64", 1),  # a thread's own: positions before one
}


def briefs(
    board: Any,
    k: Any,
    values: Any,
    lower: Any,
    begins: Any,
    stack: Any,
    found: Any,
    what: int,
    group: int,
    a: int,
    b: int,
) -> int:
    """Do `what` in class `group`: returns how many positions were decided, had no room on the
    stack (SPREAD) or are wrong (CHECK); -1 if the class is not what it should be."""
    values, lower, begins = borrowed(values), borrowed(lower), borrowed(begins)
    stack, found = borrowed(stack), borrowed(found)
    s = k.states[0]
    answer = 0
    zero = group - group  # typed: see the traps of cached recursion
    enough = zero + (DRAWS if what == SWEEP else WINS)
    for number in range(a, b):
        if k.stop != 0:
            return answer
        known = pair_at(values, number)
        if what != CHECK and known != OPEN_ENDED:
            continue
        unrank(board, s, group, number)
        over = outcome(board, s) != OPEN
        gets = DRAWS
        if not over:
            gets = worth(board, k, values, lower, begins, group, enough, zero, zero)
            if gets == ODD:
                return -1
        if what == CHECK:
            decided = WON if gets == WINS else LOST
            right = UNKNOWN if over else DRAWN if gets == DRAWS else decided
            answer += 1 if right != known else 0
        elif over:
            put_pair(values, number, CLOSED)
        elif gets != DRAWS and put_pair(values, number, WON if gets == WINS else LOST):
            if what != SPREAD and gets == WINS:
                answer += 1
                continue
            more = spread(board, k, values, lower, begins, stack, found, what, group, number)
            if more < 0:
                return -1
            answer += more
    return answer


def spread(
    board: Any,
    k: Any,
    values: Any,
    lower: Any,
    begins: Any,
    stack: Any,
    found: Any,
    what: int,
    group: int,
    number: int,
) -> int:
    """What follows for the positions before one that was decided, for those before them, and on;
    but for SPREAD not from won ones. Returns how many are decided, or had no room on the stack."""
    s = k.states[0]
    zero = group - group
    missed, count = 0, 1
    top = 1
    stack[0] = number
    while top > 0 and k.stop == 0:
        top -= 1
        won = pair_at(values, stack[top]) == WON
        unrank(board, s, group, stack[top])
        for i in range(parents(board, s, group, found)):
            before = found[i]
            if pair_at(values, before) != OPEN_ENDED:
                continue
            unrank(board, s, group, before)
            if outcome(board, s) != OPEN:
                continue
            gets = WINS
            if won or not MIXED:  # where turns are not mixed, it may be no parent: see `parents`
                enough = zero + (DRAWS if won else WINS)
                gets = worth(board, k, values, lower, begins, group, enough, zero, zero)
                if gets == ODD:
                    return -1
            if gets == DRAWS or not put_pair(values, before, WON if gets == WINS else LOST):
                continue
            count += 1
            if what != SPREAD and gets == WINS:
                continue
            if top < len(stack):
                stack[top] = before
                top += 1
            else:
                missed += 1
    return missed if what == SPREAD else count


def worth(board, k, values, lower, begins, group, enough, ply, base):
    """What the side that acts in `k.states[ply]` gets, by what is decided; or that it gets at least
    `enough`."""
    s = k.states[ply]
    t = k.states[ply + 1]
    end = actions(board, s, k.actions, base)
    if end == base:
        result = stuck(board, s)
        return DRAWS if result == DRAW else WINS if result == s.player else LOSES
    best = LOSES
    for i in range(base, end):
        copy_record(t, s)
        play(board, t, k.actions[i])
        result = outcome(board, t)
        if result == OPEN and t.player == s.player:
            gets = worth(board, k, values, lower, begins, group, enough, ply + 1, end)
        elif result == OPEN:
            there = class_of(board, t)
            if there <= 0 or there > group:
                return ODD
            number = rank(board, t, there)
            pair = (
                pair_at(values, number)
                if there == group
                else pair_at(lower, begins[there] + number)
            )
            gets = WINS if pair == LOST else LOSES if pair == WON else DRAWS
        else:
            gets = DRAWS if result == DRAW else WINS if result == s.player else LOSES
        if gets > best:
            best = gets
        if best >= enough:
            break
    return best


def pair_at(values: Any, number: int) -> int:
    """The two bits of a position, as other threads left them last."""
    return load(values, number >> 2) >> 2 * (number & 3) & 3


def put_pair(values: Any, number: int, pair: int) -> bool:
    """Set the two bits of a position that is not decided; False if it is by now."""
    shift = 2 * (number & 3)
    while True:
        known = load(values, number >> 2)
        if known >> shift & 3 != OPEN_ENDED:
            return False
        if swap_if(values, number >> 2, known, known | pair << shift):
            return True
