"""Many games at once: one call plays a step in each, under all rules, and draws what comes of it.

A game's facts are a row of integers; its past is a ring of keys. `k.states[0]` is the start.
"""

from __future__ import annotations

from typing import Any

from tabuleiro.kernel.contract import (
    DRAW,
    FINAL,
    FIRST,
    OPEN,
    QUIET,
    SECOND,
    actions,
    observe,
    outcome,
    play,
    stuck,
)
from tabuleiro.kernel.endings import DRAW3, FORBID, earlier, no_progress, quiet_turns, recurring
from tabuleiro.kernel.rng import below
from tabuleiro.kernel.words import board_key, copy_record, key_of, word_at

MAX_ACTIONS = 0
"""The game's number of actions; the loader sets it."""

# The columns of a game's facts.
ACTION = 0  # the step to play now
PLAYER = 1  # who acts
ENDED = 2  # what the last step brought: GOES_ON, TERMINATED or TRUNCATED
RESULT = 3  # and the outcome that went with it
PLY, QUIET_TURNS = 4, 5
SINCE = 6  # turns since the last position that can occur again
KIND = 7  # what the steps of the turn under way were
TIMES = 8  # how often the position has been there before
DRAWN = 9  # a legal step drawn at random
FACTS = 10

PLAY, BEGIN, LOOK = 0, 1, 2
GOES_ON, TERMINATED, TRUNCATED = 0, 1, 2

CORE_PLANES = 3
"""Planes that every game has after its own: the seat, earlier occurrences, quiet turns."""
MOST = 127

ALWAYS = -1
PIECE, MARKED, RESERVE = 0, 1, 2
"""What a bit of a state adds to the drawing, in rows of `effects`: the word (or ALWAYS) and the
bit, which of these it is, the player, and the place in the grid or, of a reserve, how many. The
first rows are pieces that a bit stands for: `firsts` of the first player, then the other's, to the
row `stones`."""
SEEN = 7
"""Planes of a drawing: pieces on top and in all, own and the opponent's; marks; reserves."""


def batch(
    board: Any,
    k: Any,
    states: Any,
    facts: Any,
    history: Any,
    rewards: Any,
    masks: Any,
    planes: Any,
    cells: Any,
    grid: Any,
    effects: Any,
    firsts: int,
    stones: int,
    what: int,
    begin_again: int,
    me: int,
) -> int:
    """PLAY `facts[i, ACTION]` in every game i, BEGIN all games, or only LOOK at them; returns -1.

    If an action is illegal, nothing is played and the answer is its game. A game that ends starts
    again at once if `begin_again` is set. Planes are drawn as player `me` sees them, or for -1 as
    whoever acts.
    """
    for i in range(len(states) if what == PLAY else 0):
        action = facts[i, ACTION]
        if action < 0 or action >= MAX_ACTIONS or masks[i, action] == 0:
            return i
    for i in range(len(states)):
        if what == BEGIN:
            begin(board, k, states[i], facts, history, rewards, masks, i)
        elif what == PLAY:
            step(board, k, states[i], facts, history, rewards, masks, i)
            if begin_again != 0 and facts[i, ENDED] != GOES_ON:
                ended, result = facts[i, ENDED], facts[i, RESULT]
                first, second = rewards[i, 0], rewards[i, 1]
                begin(board, k, states[i], facts, history, rewards, masks, i)
                facts[i, ENDED], facts[i, RESULT] = ended, result
                rewards[i, 0], rewards[i, 1] = first, second
        eyes = states[i].player if me < 0 else me
        draw(board, k, states[i], facts, planes, cells, grid, i, eyes)
        if len(effects) > 0:
            stack(states[i], planes, effects, 0, firsts, i, eyes)
            stack(states[i], planes, effects, firsts, stones, i, 1 - eyes)
            look(states[i], planes, grid, effects, stones, i, eyes)
    return -1


def begin(
    board: Any, k: Any, s: Any, facts: Any, history: Any, rewards: Any, masks: Any, i: int
) -> None:
    """Set up game i."""
    copy_record(s, k.states[0])
    for column in range(FACTS):
        facts[i, column] = 0
    history[i, 0] = board_key(s) if k.repetition == FORBID else key_of(s)
    conclude(board, k, s, facts, history, rewards, masks, i, outcome(board, s), TERMINATED)


def step(
    board: Any, k: Any, s: Any, facts: Any, history: Any, rewards: Any, masks: Any, i: int
) -> None:
    """One step of game i, under the rules of the game and of the core."""
    player = s.player
    facts[i, KIND] |= play(board, s, facts[i, ACTION])
    result = outcome(board, s)
    ending = TERMINATED
    if s.player != player or result != OPEN:
        end_turn(k, s, facts, history, i)
        if result == OPEN:
            if facts[i, TIMES] >= 2 or no_progress(facts[i, QUIET_TURNS], k.quiet_limit):
                result = DRAW
            elif facts[i, PLY] >= k.length_left:
                result = DRAW
                ending = TRUNCATED
    conclude(board, k, s, facts, history, rewards, masks, i, result, ending)


def conclude(
    board: Any,
    k: Any,
    s: Any,
    facts: Any,
    history: Any,
    rewards: Any,
    masks: Any,
    i: int,
    result: int,
    ending: int,
) -> None:
    """What is legal now in game i, or how it ended."""
    for action in range(MAX_ACTIONS):
        masks[i, action] = 0
    if result == OPEN:
        end = legal_actions(board, k, s, facts, history, i)
        for j in range(end):
            masks[i, k.actions[j]] = 1
        if end > 0:
            facts[i, DRAWN] = k.actions[below(k.rng, end)]
        else:
            result = stuck(board, s)
    rewards[i, 0] = 0
    rewards[i, 1] = 0
    if FIRST <= result <= SECOND:
        rewards[i, result] = 1
        rewards[i, 1 - result] = -1
    facts[i, PLAYER] = s.player
    facts[i, RESULT] = result
    facts[i, ENDED] = GOES_ON if result == OPEN else ending


def end_turn(k: Any, s: Any, facts: Any, history: Any, i: int) -> None:
    """Count the turn, and how often the position that it led to has been there."""
    room = history.shape[1]
    turn = facts[i, PLY] + 1
    kind = facts[i, KIND]
    since = min(recurring(kind, facts[i, SINCE]), room - 1)
    facts[i, PLY] = turn
    facts[i, SINCE] = since
    facts[i, QUIET_TURNS] = quiet_turns(kind, facts[i, QUIET_TURNS])
    facts[i, KIND] = QUIET
    times = 0
    if k.repetition == FORBID:
        history[i, turn % room] = board_key(s)
    else:
        key = key_of(s)
        history[i, turn % room] = key
        if k.repetition == DRAW3:
            back = earlier(history[i], turn % room, 2, since, 2, key)
            while back > 0:
                times += 1
                back = earlier(history[i], turn % room, back + 2, since, 2, key)
    facts[i, TIMES] = times


def legal_actions(board: Any, k: Any, s: Any, facts: Any, history: Any, i: int) -> int:
    """List the legal steps in `k.actions`; returns their number."""
    end = actions(board, s, k.actions, 0)
    if k.repetition != FORBID:
        return end
    copy_record(k.states[1], s)
    k.plies = 1  # a literal argument of a recursive function would break it in the cache
    kept = 0
    for j in range(end):
        if makes_new(board, k, k.plies, k.actions[j], facts[i, KIND], end, facts, history, i):
            k.actions[kept] = k.actions[j]
            kept += 1
    return kept


def makes_new(
    board: Any,
    k: Any,
    at: int,
    action: int,
    kind: int,
    base: int,
    facts: Any,
    history: Any,
    i: int,
) -> bool:
    """Whether a step in `k.states[at]` can complete a turn to a board that has not been there."""
    s = k.states[at]
    t = k.states[at + 1]
    copy_record(t, s)
    kind |= play(board, t, action)
    if t.player != s.player or outcome(board, t) != OPEN:
        if kind & FINAL == 0:
            at = facts[i, PLY] % history.shape[1]
            if earlier(history[i], at, 0, facts[i, SINCE], 1, board_key(t)) >= 0:
                return False
        return True
    end = actions(board, t, k.actions, base)
    for j in range(base, end):
        if makes_new(board, k, at + 1, k.actions[j], kind, end, facts, history, i):
            return True
    return False


def draw(
    board: Any, k: Any, s: Any, facts: Any, planes: Any, cells: Any, grid: Any, i: int, me: int
) -> None:
    """The planes of game i as player `me` sees them."""
    own = cells.shape[0]
    for plane in range(own):
        for cell in range(len(grid)):
            cells[plane, cell] = 0
    observe(board, s, me, cells)
    core = planes.shape[1] - CORE_PLANES
    times = facts[i, TIMES]
    quiet = min(facts[i, QUIET_TURNS], MOST) if k.quiet_limit > 0 else 0
    for plane in range(own):
        for cell in range(len(grid)):
            planes[i, plane, grid[cell]] = cells[plane, cell]
    everywhere(planes, grid, i, core, me)
    everywhere(planes, grid, i, core + 1, times)
    everywhere(planes, grid, i, core + 2, quiet)


def everywhere(planes: Any, grid: Any, i: int, plane: int, number: int) -> None:
    """A plane with one number on all cells; most are zeros, which are written at once."""
    for place in range(planes.shape[2]):
        planes[i, plane, place] = 0
    for cell in range(len(grid) if number != 0 else 0):
        planes[i, plane, grid[cell]] = number


def stack(s: Any, planes: Any, effects: Any, begin: int, end: int, i: int, plane: int) -> None:
    """One player's pieces on top and in all, into this plane and the second one after it.

    Bits are added whether they are set or not: no processor guesses which cells are empty.
    """
    top, whole = planes[i, plane], planes[i, plane + 2]
    for place in range(len(top)):
        whole[place] = 0
    for e in range(begin, end):
        whole[effects[e, 4]] += word_at(s, effects[e, 0]) >> effects[e, 1] & 1
    for place in range(len(top)):
        top[place] = 1 if whole[place] > 0 else 0


def look(s: Any, planes: Any, grid: Any, effects: Any, begin: int, i: int, me: int) -> None:
    """What else is in a drawing that is the sum of what the bits of a state add to it."""
    for place in range(planes.shape[2]):
        planes[i, 4, place] = 0
    mine, theirs = 0, 0
    last, bits = ALWAYS, 0
    for e in range(begin, len(effects)):
        word = effects[e, 0]
        if word != last:
            last, bits = word, word_at(s, word)
        if word != ALWAYS and bits >> effects[e, 1] & 1 == 0:
            continue
        what, other, value = effects[e, 2], effects[e, 3] != me, effects[e, 4]
        if what == PIECE:
            planes[i, 1 if other else 0, value] = 1
            planes[i, 3 if other else 2, value] += 1
        elif what == MARKED:
            planes[i, 4, value] = 1
        elif other:
            theirs += value
        else:
            mine += value
    everywhere(planes, grid, i, SEEN - 2, min(max(mine, 0), MOST))
    everywhere(planes, grid, i, SEEN - 1, min(max(theirs, 0), MOST))
