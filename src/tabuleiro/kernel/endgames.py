"""Endings by a perfect index: the values of all positions of a class, without storing positions.

A finished class is one byte a position: its verdict (see `verdicts`). In the making, a byte is how
many turns within the class are not yet known to be won by the other side (WAITING and less; 0 for a
draw), or ENDED + n, decided in n turns: whoever cannot go on has lost, so an odd n is a win for the
side to move and an even n a loss.
"""

from __future__ import annotations

from typing import Any

from tabuleiro.kernel.atomics import load, swap_if
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
from tabuleiro.kernel.verdicts import DRAWN, is_won, lost, turns_of, won
from tabuleiro.kernel.words import copy_record

BEGIN, ROUND, CHECK = 0, 1, 2
"""What to do with positions a to b: look at their turns; go on from those decided in so many turns;
count those whose value does not follow from where their turns lead."""

OPEN_ENDED, WAITING, ENDED = 0, 63, 64
FARTHEST = 126
"""The most turns to the end that a byte can say."""

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
    s = k.states[0]
    answer = 0
    for number in range(a, b):
        if k.stop != 0:
            return answer
        if what == ROUND:
            if values[number] != ENDED + turns:
                continue
            unrank(board, s, group, number)
            for i in range(parents(board, s, group, found)):
                answer += decide(values, found[i], turns)
            continue
        unrank(board, s, group, number)
        look(board, k, values, lower, begins, tally, group, what == CHECK)
        value = settled(tally)
        if what == CHECK:
            answer += 1 if final(value) != values[number] else 0
        elif tally[ODD] != 0 or value < 0:
            return -1
        else:
            values[number] = value
            answer = max(answer, value - ENDED)
    return answer


def decide(values: Any, before: int, turns: int) -> int:
    """What a position that ends in so many turns means for one before it; 1 if it is decided."""
    while True:
        known = load(values, before)
        if known == OPEN_ENDED or known > WAITING:
            return 0
        new = ENDED + turns + 1 if turns % 2 == 0 or known == 1 else known - 1
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
    if value <= WAITING:
        return DRAWN
    turns = value - ENDED
    return won(turns) if turns % 2 != 0 else lost(turns)


def settled(tally: Any) -> int:
    """The value that follows from a position's turns; -1 if some leave the class and some do not,
    or if it is too far from its end."""
    if tally[INNER] > 0:
        mixed = tally[SHORTEST] <= FARTHEST or tally[LONGEST] >= 0 or tally[DRAWS] > 0
        return -1 if mixed or tally[INNER] > WAITING else tally[INNER]
    if tally[SHORTEST] < FARTHEST:
        return ENDED + tally[SHORTEST] + 1
    if tally[DRAWS] > 0:
        return OPEN_ENDED
    return ENDED + tally[LONGEST] + 1 if tally[LONGEST] < FARTHEST else -1
