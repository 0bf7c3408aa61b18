"""Endings by a perfect index: the values of all positions of a class, without storing positions.

A finished class is one byte a position: its verdict (see `verdicts`), 0 for a number whose game is
over. In the making, a byte is how many turns within the class are not yet known to be won by the
other side (WAITING and less; 0 for a draw), or ENDED and more: decided in so many turns.

Where all turns of a position stay in the class or all leave it, whoever cannot go on has lost: the
parity of the turns says who. Where turns are MIXED a byte says it too, 0 may still become a win,
and a win by a turn that leaves the class may still become a shorter one.
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
from tabuleiro.kernel.verdicts import DRAWN, UNKNOWN, is_won, lost, turns_of, won
from tabuleiro.kernel.words import copy_record

MIXED = False
"""Whether some turns of a position may stay in its class and others leave it; the loader sets it.
"""

BEGIN, ROUND, FINISH, CHECK = 0, 1, 2, 3
"""What to do with positions a to b: look at their turns; go on from those decided in so many turns;
turn what is made into verdicts; count those whose value does not follow from where their turns
lead."""

OPEN_ENDED, GAP = 0, 255
WAITING, ENDED, FARTHEST = (127, 128, 62) if MIXED else (63, 64, 126)
"""The last is the most turns to the end that a byte can say."""

SHORTEST, LONGEST, DRAWS, INNER, ODD, TALLY = 0, 1, 2, 3, 4, 5
"""Of a position's turns: the fewest turns in which one that leads to a loss of the other side ends,
the most in which one that leads to a win of the other side does, how many lead to draws, how many
stay in the class, and whether something is against what a class may be."""

ARRAYS = {
    "values": ("uint8", 1),  # the class
    "lower": ("uint8", 1),  # the classes below it, one after the other
    "begins": ("int64", 1),  # where each of them begins
    "tally": ("int64", 1),  # a thread's own: see SHORTEST
    "found": ("int64", 1),  # a thread's own: positions before one
}


def endgames(
    board: Any,
    k: Any,
    values: Any,
    lower: Any,
    begins: Any,
    tally: Any,
    found: Any,
    what: int,
    group: int,
    turns: int,
    a: int,
    b: int,
) -> int:
    """Do `what` in class `group`: returns the farthest end (BEGIN), how many positions a round has
    decided, or how many are wrong (CHECK); -1 if the class is not what it should be."""
    values, lower, begins = borrowed(values), borrowed(lower), borrowed(begins)
    tally, found = borrowed(tally), borrowed(found)
    s = k.states[0]
    answer = 0
    for number in range(a, b):
        if k.stop != 0:
            return answer
        if what == ROUND:
            value = values[number]
            if value <= WAITING or value == GAP or turns_in(value) != turns:
                continue
            if turns >= FARTHEST:
                return -1
            win = wins(value)
            unrank(board, s, group, number)
            for i in range(parents(board, s, group, found)):
                before = found[i]
                answer += decide(board, k, values, lower, begins, tally, group, before, turns, win)
            continue
        if what == FINISH:
            values[number] = final(values[number])
            continue
        unrank(board, s, group, number)
        value = GAP
        if outcome(board, s) == OPEN:
            look(board, k, values, lower, begins, tally, group, what == CHECK)
            value = settled(tally)
        if what == CHECK:
            answer += 1 if final(value) != values[number] else 0
        elif value < 0 or (value != GAP and tally[ODD] != 0):
            return -1
        else:
            values[number] = value
            if value != GAP:
                answer = max(answer, turns_in(value), tally[LONGEST] + 1)
    return answer


def decided(turns: int, win: bool) -> int:
    """The byte of a position that ends in so many turns."""
    if MIXED:
        return ENDED + 2 * turns + (1 if win else 0)
    return ENDED + turns


def turns_in(value: int) -> int:
    """The turns of a decided byte; of others less than 0."""
    return value - ENDED >> 1 if MIXED else value - ENDED


def wins(value: int) -> bool:
    """Whether a decided byte is a win for the side to move."""
    return value & 1 != 0


def decide(
    board: Any,
    k: Any,
    values: Any,
    lower: Any,
    begins: Any,
    tally: Any,
    group: int,
    before: int,
    turns: int,
    win: bool,
) -> int:
    """What a position that ends in so many turns means for one before it; 1 if it is decided."""
    while True:
        known = load(values, before)
        if known > WAITING:
            if not MIXED or win or not wins(known) or turns_in(known) <= turns + 1:
                return 0
        elif known == OPEN_ENDED and (win or not MIXED):
            return 0
        if not win:
            new = decided(turns + 1, True)
        elif known > 1:
            new = known - 1
        else:
            longest = turns
            if MIXED:
                unrank(board, k.states[0], group, before)
                look(board, k, values, lower, begins, tally, group, False)
                longest = max(turns, tally[LONGEST])
            new = decided(longest + 1, False)
        if swap_if(values, before, known, new):
            return 1 if new > WAITING else 0


def look(
    board: Any, k: Any, values: Any, lower: Any, begins: Any, tally: Any, group: int, inside: bool
) -> None:
    """Where the turns of `k.states[0]` lead; those within the class are asked if `inside`."""
    tally[SHORTEST], tally[LONGEST] = FARTHEST + 1, -1
    tally[DRAWS], tally[INNER], tally[ODD] = 0, 0, 0
    ply, base = group - group, group - group  # typed zeros: see the traps of cached recursion
    follow(board, k, values, lower, begins, tally, group, inside, ply, base)


def follow(board, k, values, lower, begins, tally, group, inside, ply, base):
    """The turns that go on from `k.states[ply]`."""
    s = k.states[ply]
    t = k.states[ply + 1]
    end = actions(board, s, k.actions, base)
    if end == base:
        result = stuck(board, s)
        if result == DRAW:
            tally[DRAWS] += 1
        elif result == s.player:
            tally[ODD] = 1
        return
    for i in range(base, end):
        copy_record(t, s)
        play(board, t, k.actions[i])
        result = outcome(board, t)
        if result == OPEN and t.player == s.player:
            follow(board, k, values, lower, begins, tally, group, inside, ply + 1, end)
        elif result == OPEN:
            there = class_of(board, t)
            if there == group and not inside:
                tally[INNER] += 1
            elif there == group:
                note(tally, values[rank(board, t, there)])
            elif 0 < there < group:
                note(tally, lower[begins[there] + rank(board, t, there)])
            else:
                tally[ODD] = 1
        elif result == DRAW:
            tally[DRAWS] += 1
        elif result == s.player:
            note(tally, lost(0))
        elif MIXED:
            note(tally, won(0))
        else:
            tally[ODD] = 1


def note(tally: Any, verdict: int) -> None:
    """A turn leads to a position of this verdict."""
    if verdict <= DRAWN:
        tally[DRAWS] += 1
    elif is_won(verdict):
        tally[LONGEST] = max(tally[LONGEST], turns_of(verdict))
    else:
        tally[SHORTEST] = min(tally[SHORTEST], turns_of(verdict))


def final(value: int) -> int:
    """The verdict of a finished position."""
    if value == GAP:
        return UNKNOWN
    if value <= WAITING:
        return DRAWN
    return won(turns_in(value)) if wins(value) else lost(turns_in(value))


def settled(tally: Any) -> int:
    """The value that follows from a position's turns; -1 if the class may have no such position, or
    if it is too far from its end."""
    outside = tally[SHORTEST] <= FARTHEST or tally[LONGEST] >= 0 or tally[DRAWS] > 0
    if tally[INNER] > WAITING or (tally[INNER] > 0 and outside and not MIXED):
        return -1
    if tally[SHORTEST] < FARTHEST:
        return decided(tally[SHORTEST] + 1, True)
    if tally[DRAWS] > 0:
        return OPEN_ENDED
    if tally[INNER] > 0:
        return tally[INNER]
    return decided(tally[LONGEST] + 1, False) if tally[LONGEST] < FARTHEST else -1
