"""Whole games inside compiled code: for training, and for matches of many short games.

`k` and `m` are the memories of the two players, with an evaluation and a table each; in self-play
they are the same. A player thinks by iterative deepening up to a number of nodes, so that a game
depends on its seed and on nothing else.
"""

from __future__ import annotations

from typing import Any

from tabuleiro.kernel.alphabeta import LINE, alphabeta
from tabuleiro.kernel.contract import DRAW, OPEN, QUIET, actions, outcome, play, stuck
from tabuleiro.kernel.endings import (
    DRAW3,
    FORBID,
    earlier,
    no_progress,
    quiet_turns,
    recurring,
)
from tabuleiro.kernel.memory import NUMBER, TURNS
from tabuleiro.kernel.rng import below
from tabuleiro.kernel.scores import ILLEGAL, PROVEN, WIN
from tabuleiro.kernel.words import board_key, copy_record, key_of

MAX_ACTIONS = 0
"""The game's number of actions; the loader sets it."""

OPENING, GAME = 0, 1
DEEPEST = TURNS - 10
UNLIMITED = 1 << 60
FAILED = -1

VALUE, RESULT, DEPTH, KIND, NODES, CHANCE = 0, 1, 2, 3, 4, 5
"""What is told of every turn: the search's value for who acts, how the game ended (after the last
turn), the depth reached, what the turn was, the nodes it took, whether it was left to chance."""
FACTS = 6

MEMORY = dict(
    reached=(NUMBER, "the depth that was searched in full"),
    before=(NUMBER, "the value at the depth before it"),
    kept=(LINE, "the line of that depth"),
    turns_left=(NUMBER, "turns until a game is a draw by the rules"),
)


def selfplay(
    board: Any,
    k: Any,
    m: Any,
    table: Any,
    other: Any,
    states: Any,
    facts: Any,
    what: int,
    first: int,
    nodes: int,
    other_nodes: int,
    chance: int,
    window: int,
    most: int,
) -> int:
    """An opening of `first` random turns in `states[0]`, or a game from there.

    An opening answers 1, its value (the mean of two depths) in the facts, or 0 if the game ended.
    In a game `k` has the seat `first`; every position is left in `states`, and the answer is the
    number of turns, after `most` of them a draw. Of 1000 turns, `chance` are random ones.
    """
    if what == OPENING:
        for _ in range(first):
            if random_turn(board, states[0], k) == 0:
                return 0
        if actions(board, states[0], k.actions, 0) == 0:
            return 0
        k.keys[0] = root_key(k, states[0])
        prepare(k, states[0], 0, 0, 0)
        value = think(board, k, table, nodes, window)
        facts[0, VALUE] = value if abs(value) >= PROVEN else (value + k.before) // 2
        return 1
    return game(
        board, k, m, table, other, states, facts, first, nodes, other_nodes, chance, window, most
    )


def game(
    board: Any,
    k: Any,
    m: Any,
    table: Any,
    other: Any,
    states: Any,
    facts: Any,
    first: int,
    nodes: int,
    other_nodes: int,
    chance: int,
    window: int,
    most: int,
) -> int:
    """A game from `states[0]`; FAILED if a search found nothing to play."""
    turn = 0
    since = 0
    quiet = 0
    result = OPEN
    while True:
        here = states[turn]
        if actions(board, here, k.actions, 0) == 0:
            result = stuck(board, here)
            break
        key = root_key(k, here)
        k.keys[turn] = key
        m.keys[turn] = key
        if turn >= most or turn >= k.turns_left or no_progress(quiet, k.quiet_limit):
            result = DRAW
            break
        if k.repetition == DRAW3:
            back = earlier(k.keys, turn, 2, since, 2, key)
            if back > 0 and earlier(k.keys, turn, back + 2, since, 2, key) > 0:
                result = DRAW
                break
        elif k.repetition == FORBID and earlier(k.keys, turn, 1, since, 1, key) > 0:
            return FAILED  # a random turn that was not allowed
        me = here.player
        mine = me == first
        drawn = chance > 0 and below(k.rng, 1000) < chance
        copy_record(states[turn + 1], here)
        t = states[turn + 1]
        kind = QUIET
        at, end, steps, value = 0, 0, 0, 0
        while True:
            if at == end:
                at = 0
                if mine:
                    prepare(k, t, turn, since, quiet)
                    k.kind[0] = kind
                    value = think(board, k, table, nodes, window)
                    end = k.length[0]
                else:
                    prepare(m, t, turn, since, quiet)
                    m.kind[0] = kind
                    value = think(board, m, other, other_nodes, window)
                    end = m.length[0]
                if steps == 0:
                    facts[turn, VALUE] = value
                    facts[turn, DEPTH] = k.reached if mine else m.reached
                    facts[turn, NODES] = k.nodes if mine else m.nodes
                    facts[turn, CHANCE] = 1 if drawn else 0
                if value == ILLEGAL and steps == 0:
                    result = stuck(board, here)
                    break
            if end == 0:
                return FAILED
            action = k.line[at] if mine else m.line[at]
            at += 1
            if drawn:
                n = actions(board, t, k.actions, 0)
                if n == 0:
                    return FAILED
                action = k.actions[below(k.rng, n)]
                at = 0
                end = 1  # no thinking about what chance does
            steps += 1
            kind |= play(board, t, action)
            result = outcome(board, t)
            if result != OPEN or t.player != me:
                break
        if steps == 0:
            break
        facts[turn, KIND] = kind
        since = recurring(kind, since)
        quiet = quiet_turns(kind, quiet)
        turn += 1
        if result != OPEN:
            break
    facts[turn, RESULT] = result
    return turn


def root_key(k: Any, s: Any) -> int:
    """What tells whether a position has been there before."""
    if k.repetition == FORBID:
        return board_key(s)
    return key_of(s)


def random_turn(board: Any, s: Any, k: Any) -> int:
    """Play a random turn; 0 if it cannot be, or ends the game."""
    me = s.player
    while s.player == me:
        n = actions(board, s, k.actions, 0)
        if n == 0:
            return 0
        play(board, s, k.actions[below(k.rng, n)])
        if outcome(board, s) != OPEN:
            return 0
    return 1


def prepare(k: Any, s: Any, turn: int, since: int, quiet: int) -> None:
    """Set up a search of a position, `turn` turns after the start of the keys."""
    copy_record(k.states[0], s)
    k.past = turn
    k.since[0] = since
    k.quiet[0] = quiet
    k.length_left = k.turns_left - turn
    k.salt = 0
    k.shared = 0 if k.repetition == FORBID else 1
    if k.repetition == DRAW3:
        for i in range(since + 1):
            if earlier(k.keys, turn - i, 2, since - i, 2, k.keys[turn - i]) > 0:
                k.salt += k.keys[turn - i] | 1
                k.shared = 0


def think(board: Any, k: Any, table: Any, nodes: int, window: int) -> int:
    """The value of `k.states[0]`; the line is left in `k.line`."""
    k.nodes = 0
    k.node_limit = UNLIMITED
    k.stop = 0
    k.excluded = 0
    k.age = (k.age + 1) & 63
    k.kind[0] = 0
    for i in range(len(k.history)):
        k.history[i] //= 8
    k.reached = 0
    zero = k.reached  # a literal argument of a recursive function would break it in the cache
    value = zero
    k.before = zero
    kept = zero
    for depth in range(1, DEEPEST):
        if depth > 1:
            k.node_limit = nodes
        low, high = -WIN, WIN
        width = window
        if depth > 3 and abs(value) < PROVEN:
            low, high = value - width, value + width
        found = zero
        while True:
            found = alphabeta(board, k, table, zero, zero, depth, low, high, zero)
            if k.stop != 0 or low < found < high or (low == -WIN and high == WIN):
                break
            width *= 4
            if found <= low:
                low = max(-WIN, found - width)
            else:
                high = min(WIN, found + width)
            if width > 256 * window:
                low, high = -WIN, WIN
        if k.stop != 0:
            break
        k.before = value
        value = found
        k.reached = depth
        kept = k.length[0]
        for i in range(kept):
            k.kept[i] = k.line[i]
        if abs(value) >= PROVEN and WIN - abs(value) <= depth:
            break
        if k.nodes >= nodes:
            break
    k.length[0] = kept  # a search that was stopped has left half a line
    for i in range(kept):
        k.line[i] = k.kept[i]
    return value
