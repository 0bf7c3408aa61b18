"""How threads share the steps of a position: what one of them is at, the others put off.

Each says what it searches, in places that all of them read, without locks. Where two threads write
at once, or two steps have the same place, a step is searched in another order, and that is all.
What one of them finds in the table for a position that it is at itself, it need not search on. Of a
position whose exact value is asked, each tells the best step so far: others must show that theirs
are better than that. `k.under_way` is the address of the places, or a list where nothing is
compiled.
"""

from __future__ import annotations

from typing import Any

from tabuleiro.kernel.memory import NUMBER
from tabuleiro.kernel.scores import PROVEN
from tabuleiro.kernel.table import LOWER, UPPER, bound_of, depth_of, find, slot_of, value_of
from tabuleiro.kernel.words import number_at, put_at

PLACES = 1 << 12
"""Places for steps that are searched."""

BESTS = 1 << 8
"""Places of two words each behind them, for the best steps so far."""

ROOM = PLACES + 2 * BESTS

NEVER = -(1 << 40)
"""Less than any value."""

DIVIDED = 4
"""From which depth on steps are shared, and a thread looks after each whether it is still needed.

What is less deep is searched before others hear of it.
"""

MEMORY = dict(
    under_way=(NUMBER, "where threads say what they search; 0 for one that is alone"),
    asked=("plies", "by ply: the table's key of a position whose value is compared with a number"),
    asked_turn=("plies", "by ply: turns since the root"),
    asked_depth=("plies", "by ply: how deeply it is to be searched"),
    asked_low=("plies", "by ply: the number; greater or not is all that is asked"),
    answered=(NUMBER, "one more than the ply of a position that another thread has answered; or 0"),
    answer=(NUMBER, "its value"),
)


def is_under_way(k: Any, step: int) -> bool:
    """Whether a thread is at a step, which is known by its position's key and its number."""
    return number_at(k.under_way, step & (PLACES - 1)) == step


def begins(k: Any, step: int) -> None:
    """Say that this thread searches a step, where nothing else is said.

    What is less deep must not hide what is deeper: it comes and goes thousands of times meanwhile.
    """
    if number_at(k.under_way, step & (PLACES - 1)) == 0:
        put_at(k.under_way, step & (PLACES - 1), step)


def is_done(k: Any, step: int) -> None:
    """Take it back."""
    if is_under_way(k, step):
        put_at(k.under_way, step & (PLACES - 1), 0)


def tell(k: Any, key: int, depth: int, value: int, action: int) -> None:
    """Tell others the best step so far of a position, and that it is worth that much at least.

    What is decided is not told: its value depends on how far from the root the position stands.
    """
    if abs(value) < PROVEN and heard(k, key, depth, action) < value:
        place = PLACES + 2 * (key & (BESTS - 1))
        data = (value << 16) | action
        put_at(k.under_way, place, key ^ (depth << 56) ^ data)
        put_at(k.under_way, place + 1, data)


def heard(k: Any, key: int, depth: int, action: int) -> int:
    """The value of the best step that was told of a position; NEVER, if there is none.

    Nothing is heard of a step itself: whoever comes to it finds its value anew, with the line.
    """
    place = PLACES + 2 * (key & (BESTS - 1))
    data = number_at(k.under_way, place + 1)
    if number_at(k.under_way, place) ^ data != key ^ (depth << 56) or data & 0xFFFF == action:
        return NEVER
    return data >> 16


def asks(k: Any, ply: int, key: int, turn: int, depth: int, low: int) -> None:
    """Remember what is asked of the position at a ply; with a key of 0, nothing."""
    k.asked[ply] = key
    k.asked_turn[ply] = turn
    k.asked_depth[ply] = depth
    k.asked_low[ply] = low


def is_answered(k: Any, table: Any, ply: int) -> bool:
    """Whether another thread has answered what is asked here or earlier in the line.

    The earliest of those is left in `k.answered`, and its value in `k.answer`.
    """
    for i in range(ply + 1):
        if k.asked[i] == 0:
            continue
        slot = slot_of(table, k.asked[i], k.asked_depth[i], k.further)
        data = find(table, slot, k.asked[i])
        more = depth_of(data) - k.asked_depth[i]
        if data == 0 or more < 0 or (more > 0 and k.reductions == 0):
            continue
        value = value_of(data)
        if value >= PROVEN:
            value -= k.asked_turn[i]
        elif value <= -PROVEN:
            value += k.asked_turn[i]
        if bound_of(data) != (UPPER if value > k.asked_low[i] else LOWER):
            k.answered = i + 1
            k.answer = value
            return True
    return False


def answer_of(k: Any, ply: int) -> int:
    """The value of the position that was answered, once the search is back at it; else 0."""
    if k.answered != ply + 1:
        return 0
    k.answered = 0
    return k.answer
