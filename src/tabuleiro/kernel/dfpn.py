"""Proof-number search, depth-first (df-pn): can one player, the attacker, force a win?

A position's proof number is how many leaves must at least be shown to be won before it is known to
be won; its disproof number is how many must be shown not to be. The search goes where the one that
is asked for is smallest, and leaves when a bound is reached at which another place is better.

Many ways lead to the same positions, and a sum over children would count these again and again. So
where all children must be dealt with, the largest of their numbers counts, and one for each other
child that is open (weak proof numbers).

Infinite play is no win. A repeated position is therefore a failure of the attack on this path, and
what rests on one that stands above is kept on the path alone, never in the table. A proof never
rests on one. So both answers hold for the position, whatever led to it.

Where the same player acts again within a turn, the position is of the same kind. With a limit, a
win must come within so many turns, and the table's places depend on how many are left.
"""

from __future__ import annotations

from typing import Any

from tabuleiro.kernel.atomics import borrowed
from tabuleiro.kernel.contract import FINAL, OPEN, QUIET, actions, outcome, play, stuck
from tabuleiro.kernel.knowledge import verdict_of
from tabuleiro.kernel.memory import TURNS
from tabuleiro.kernel.verdicts import DRAWN, UNKNOWN, UNTOLD, is_won, turns_of
from tabuleiro.kernel.words import copy_record, key_of

ENDLESS = 1 << 30
"""The number of what cannot be."""

KEY, PROOF, DISPROOF, FAR, COST, COLUMNS = 0, 1, 2, 3, 4, 5
"""Columns of the table, of children and of plies: FAR is the turns to the win that is proven. A
child keeps in the place of its key the earliest turn that its failure rests on, and a ply too."""

RESTS = KEY

ATTACKER, LIMIT, NODES, NODE_LIMIT, CUT, TASK = 0, 1, 2, 3, 4, 5
"""Who wants to win, within how many turns (0 for any), positions judged, when to stop, and how
often there was no room for a longer line."""

NOWHERE = -1
"""Where a failure rests that holds for no position: the line had no room."""

PATIENCE = 4
"""The smaller, the longer the search stays with a child when another one becomes better."""

ARRAYS = {
    "children": ("int64", 2),  # in the places of `k.actions`
    "plies": ("int64", 2),
    "task": ("int64", 1),
}


def dfpn(
    board: Any,
    k: Any,
    table: Any,
    children: Any,
    plies: Any,
    task: Any,
    ply: int,
    turn: int,
    most_proof: int,
    most_disproof: int,
    base: int,
) -> int:
    """Search the open position `k.states[ply]` until a number reaches its bound or it is decided.

    What is found is left in `plies[ply]`. Returns the positions judged so far.
    """
    table, children = borrowed(table), borrowed(children)
    plies, task = borrowed(plies), borrowed(task)
    s = k.states[ply]
    t = k.states[ply + 1]
    attacks = s.player == task[ATTACKER]
    begun = task[NODES]
    end = actions(board, s, k.actions, base)
    for i in range(base, end):
        judge(board, k, table, children, task, ply, turn, i, end)
    while True:
        # 1. What follows from the children, and which of them to go to.
        best, second, others = gather(children, plies, ply, attacks, base, end, turn)
        proof, disproof = plies[ply, PROOF], plies[ply, DISPROOF]
        decided = proof == 0 or disproof == 0
        if decided or proof >= most_proof or disproof >= most_disproof or k.stop != 0:
            break
        if task[NODES] >= task[NODE_LIMIT]:
            break

        # 2. How far to go there: until another one is better, or this position reaches its bound.
        if attacks:
            next_proof = min(most_proof, second + 1 + second // PATIENCE)
            next_disproof = most_disproof - others
        else:
            next_disproof = min(most_disproof, second + 1 + second // PATIENCE)
            next_proof = most_proof - others
        copy_record(t, s)
        kind = k.kind[ply] | play(board, t, k.actions[best])
        same = t.player == s.player
        k.kind[ply + 1] = kind if same else QUIET
        next_turn = turn if same else turn + 1
        if not same:
            k.since[next_turn] = 0 if kind & FINAL != 0 else k.since[turn] + 1
            k.keys[next_turn] = key_of(t)
        dfpn(
            board, k, table, children, plies, task,
            ply + 1, next_turn, next_proof, next_disproof, end,
        )  # fmt: skip
        for column in range(COLUMNS):
            children[best, column] = plies[ply + 1, column]
        if not same:
            children[best, FAR] += 1

    # 3. Remember it, unless it is a failure that rests on what stands above.
    plies[ply, COST] = task[NODES] - begun
    if plies[ply, DISPROOF] != 0 or plies[ply, RESTS] >= turn:
        keep(table, place_of(s, task, turn), plies, ply)
    return task[NODES]


def judge(
    board: Any, k: Any, table: Any, children: Any, task: Any, ply: int, turn: int, i: int, end: int
) -> None:
    """What is known of child i before anything is searched below it."""
    s = k.states[ply]
    t = k.states[ply + 1]
    task[NODES] += 1
    copy_record(t, s)
    kind = k.kind[ply] | play(board, t, k.actions[i])
    result = outcome(board, t)
    same = result == OPEN and t.player == s.player
    there = turn if same else turn + 1
    if result != OPEN:
        conclude(children, i, result == task[ATTACKER] and within(task, there), 1, there)
        return
    if not same:
        key = key_of(t)
        since = 0 if kind & FINAL != 0 else k.since[turn] + 1
        for back in range(2, since + 1, 2):
            if k.keys[there - back] == key:
                conclude(children, i, False, 0, there - back)
                return
        if k.known != 0:
            verdict = verdict_of(board, k, t)
            won = verdict > DRAWN and is_won(verdict) == (t.player == task[ATTACKER])
            far = turns_of(verdict) if won else 0
            if verdict != UNKNOWN and (far < UNTOLD or task[LIMIT] == 0):
                conclude(children, i, won and within(task, there + far), 1 + far, there)
                return
    stored = find_place(table, place_of(t, task, there))
    if stored >= 0:
        for column in range(PROOF, COLUMNS):
            children[i, column] = table[stored, column]
        children[i, RESTS] = there
        if not same:
            children[i, FAR] += 1
        return
    moves = actions(board, t, k.actions, end) - end
    if moves == 0:
        won = stuck(board, t) == task[ATTACKER] and within(task, there)
        conclude(children, i, won, there - turn, there)
    elif task[LIMIT] != 0 and there >= task[LIMIT]:
        conclude(children, i, False, 0, there)
    elif there >= TURNS - 1:
        task[CUT] += 1
        conclude(children, i, False, 0, NOWHERE)
    else:
        attacks = t.player == task[ATTACKER]
        children[i, PROOF] = 1 if attacks else moves
        children[i, DISPROOF] = moves if attacks else 1
        children[i, RESTS] = there
        children[i, FAR] = 0
        children[i, COST] = 0


def within(task: Any, turn: int) -> bool:
    """Whether a win after so many turns comes in time."""
    return task[LIMIT] == 0 or turn <= task[LIMIT]


def conclude(children: Any, i: int, won: bool, far: int, rests: int) -> None:
    """A child is decided."""
    children[i, PROOF] = 0 if won else ENDLESS
    children[i, DISPROOF] = ENDLESS if won else 0
    children[i, FAR] = far
    children[i, RESTS] = rests
    children[i, COST] = 0


def gather(
    children: Any, plies: Any, ply: int, attacks: bool, base: int, end: int, turn: int
) -> tuple[int, int, int]:
    """The numbers of a position from its children's; the child to go to, the next best number, and
    how many children beside one are open to the other player.

    The player to act needs one good child, and the other player must deal with all of them.
    """
    own, other = (PROOF, DISPROOF) if attacks else (DISPROOF, PROOF)
    best, least, second, total, others = base, ENDLESS + 1, ENDLESS, 0, -1
    far, rests, every_rest = -1, -2, turn
    for i in range(base, end):
        number = children[i, own]
        if number < least:
            best, second, least = i, least, number
        elif number < second:
            second = number
        if children[i, other] > 0:
            total = max(total, children[i, other])
            others += 1
        every_rest = min(every_rest, children[i, RESTS])
        if number == 0:
            rests = max(rests, children[i, RESTS])
        if children[i, PROOF] == 0:
            nearer = attacks and (far < 0 or children[i, FAR] < far)
            if nearer or (not attacks and children[i, FAR] > far):
                far = children[i, FAR]
    total = min(total + others, ENDLESS - 1)
    if least == 0:
        total = ENDLESS
    elif least >= ENDLESS:
        total = 0
    plies[ply, own] = min(least, ENDLESS)
    plies[ply, other] = total
    plies[ply, FAR] = max(far, 0)
    plies[ply, RESTS] = every_rest if attacks else max(rests, -1) if least == 0 else turn
    return best, min(second, ENDLESS), others


def place_of(s: Any, task: Any, turn: int) -> int:
    """The key of a position in the table: with a limit, by how many turns are left."""
    key = key_of(s)
    if task[LIMIT] != 0:
        key ^= (task[LIMIT] - turn + 1) * 0x1E3779B97F4A7C15
    if task[ATTACKER] != 0:
        key ^= 0x5DEECE66D1234567
    return key | 1


def find_place(table: Any, key: int) -> int:
    """The row of a position, or -1."""
    slot = (key >> 8) & (len(table) - 2)
    for i in range(slot, slot + 2):
        if table[i, KEY] == key:
            return i
    return -1


def keep(table: Any, key: int, plies: Any, ply: int) -> None:
    """Store what is known of a position: in its own place, or of the cheaper of two."""
    slot = (key >> 8) & (len(table) - 2)
    if table[slot, KEY] != key and (
        table[slot + 1, KEY] == key or table[slot + 1, COST] < table[slot, COST]
    ):
        slot += 1
    table[slot, KEY] = key
    for column in range(PROOF, COLUMNS):
        table[slot, column] = plies[ply, column]
