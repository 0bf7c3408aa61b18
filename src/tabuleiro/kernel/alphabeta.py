"""Alpha-beta: principal-variation search over steps, with a table, killers, history, reductions.

With `k.reductions` it is selective: late moves are searched less deeply first, and near the last
depth a net's word that somebody is far ahead is taken for it (reverse futility). With `k.exchange`,
exchanges are played out at the last depth (quiescence). Without both, every turn is searched to the
same depth. Each idea has a switch of its own; without any of them, this is plain minimax.

Values are those of the player who acts. A turn may have several steps: where the same player acts
again, the search goes on at the same depth, with the same window and without a change of sign.
Depth, and the distance to a win, are counted in turns. `k` is the memory of one thread; `table` may
be shared by several.
"""

from __future__ import annotations

from typing import Any

from tabuleiro.kernel.contract import (
    NOISY,
    OPEN,
    QUIET,
    actions,
    decisive,
    image,
    image_action,
    outcome,
    play,
    stuck,
)
from tabuleiro.kernel.endings import FORBID, NEW, SKIP, ends_turn, far_from_limits
from tabuleiro.kernel.evaluation import assess
from tabuleiro.kernel.knowledge import told
from tabuleiro.kernel.memory import NUMBER
from tabuleiro.kernel.ordering import KILLER, PUT_OFF, bring_best, rate, reward
from tabuleiro.kernel.scores import ILLEGAL, PROVEN, WIN, decided
from tabuleiro.kernel.sharing import (
    DIVIDED,
    answer_of,
    asks,
    begins,
    heard,
    is_answered,
    is_done,
    is_under_way,
    tell,
)
from tabuleiro.kernel.table import (
    EXACT,
    LOWER,
    NEAR,
    UPPER,
    bound_of,
    depth_of,
    fetch,
    find,
    is_solved,
    move_of,
    slot_of,
    store,
    value_of,
)
from tabuleiro.kernel.tracing import (
    AHEAD,
    CALM,
    CUT,
    DECIDED,
    DRAWN,
    KNOWN,
    LEAF,
    REDUCED,
    SCOUT,
    SEARCHED,
    STANDS,
    STUCK,
    TABLE,
    UNFINISHED,
    WHOLE,
    WINDOW,
    ends,
    enter,
    leave,
)
from tabuleiro.kernel.words import copy_record, key_of

TRACED = False
"""Whether the search writes down what it does; the loader sets it, and the next three."""

SYMMETRIC = True
"""Whether the game has symmetries."""

DECISIVE = True
"""Whether the game can tell that it will not be decided soon."""

SAYS_NOISE = True
"""Whether the game says itself which steps are noisy."""

LINE = 128
"""The most steps of a line that is remembered."""

EXCLUDED = 64
"""Room for turns from the root that are left out."""

LATE, REDUCIBLE = 4, 3
"""From which move in the list, and from which depth on, a move is first searched less deeply."""

SHALLOW = 3
"""Up to which depth a position is not searched if who acts there is far ahead."""

EXCHANGE = 6
"""The most turns beyond the last depth for which a game lets exchanges be followed."""

SHARED = 4
"""From which depth on symmetric positions share their place in the table."""

MEMORY = dict(
    kind=("plies", "by ply: what the steps of the turn under way were, before this one"),
    line=(LINE * LINE, "by ply, LINE places each: the best line from there"),
    length=("plies", "by ply: how many steps of that line there are"),
    rests_on=("plies", "by ply: the earliest turn that the value rests on, by repetition"),
    images=("STATE * 3", "a symmetric position, the one with the lowest key, and one of zeros"),
    shared=(NUMBER, "whether symmetric positions share their place in the table"),
    salt=(NUMBER, "what sets the table's positions apart from those of other searches"),
    switched=(NUMBER, "the part of it that is owed to switches"),
    age=(NUMBER, "which search this is, for the table"),
    further=(NUMBER, "the rows that further threads add to the table's region: see `table`"),
    exclude=(EXCLUDED, "positions after one turn that are left out"),
    excluded=(NUMBER, "how many of them there are"),
    pruning=(NUMBER, "whether a step that is too good ends the search of a position"),
    remembers=(NUMBER, "whether the table is used"),
    recalls=(NUMBER, "whether the table's step is tried first"),
    scouts=(NUMBER, "whether later steps must first show that they can be better at all"),
    reductions=(NUMBER, "whether late moves are searched less deeply first"),
    margin=(NUMBER, "how far ahead is far, for each turn of depth; 0 where that is never asked"),
    exchange=(NUMBER, "for how many turns beyond the last depth exchanges are followed"),
    checking=(NUMBER, "whether only `decided or not` is asked"),
    node_limit=(NUMBER, "after how many nodes to stop"),
    nodes=(NUMBER, "steps played"),
    turns=(NUMBER, "turns completed"),
    hits=(NUMBER, "positions that the table knew"),
    cuts=(NUMBER, "positions that a step too good has ended"),
    first_cuts=(NUMBER, "those in which it was the first step tried"),
    guesses=(NUMBER, "evaluations asked for; a value that needed none is proven"),
)


def alphabeta(
    board: Any,
    k: Any,
    table: Any,
    ply: int,
    turn: int,
    depth: int,
    alpha: int,
    beta: int,
    base: int,
) -> int:
    """The value of the open position `k.states[ply]`; `k.actions` is free from `base` on.

    The line behind it is left in `k.line`. Called from outside, ply, turn and base are 0.
    """
    s = k.states[ply]
    t = k.states[ply + 1]
    me = s.player
    in_turn = ply > 0 and k.states[ply - 1].player == me
    k.length[ply] = 0
    k.rests_on[ply] = turn
    guesses = k.guesses

    # 1. Nobody can do better than to win with this turn, or worse than to have no move now.
    if k.pruning != 0:
        alpha = max(alpha, turn - WIN)
        beta = min(beta, WIN - turn - 1)
        if alpha >= beta:
            if TRACED:
                ends(k, WINDOW, -1, 0, 0)
            return alpha
    else:
        alpha, beta = -WIN, WIN
    open_window = beta - alpha > 1

    # 2. Near the last depth, whoever is far ahead of what is asked before his turn stays ahead.
    selective = k.reductions != 0 and not open_window and not in_turn and abs(beta) < PROVEN
    if selective and k.margin != 0 and 0 < depth <= SHALLOW:
        value = assess(board, s, k)
        if value - k.margin * depth >= beta:
            k.guesses += 1
            if TRACED:
                ends(k, AHEAD, -1, 0, 0)
            return value

    # 3. Where the table has this position, if it was searched before. Half-made turns at the last
    #    depth are cheaper to search than to look up. Memory answers while the steps are listed.
    key = 0
    known_move = -1
    turned = 0
    slot = 0
    in_table = k.remembers != 0 and (depth > 1 or (depth == 1 and not in_turn))
    if in_table or not in_turn:
        key = key_of(s)
        if not in_turn and k.repetition != FORBID:
            k.keys[k.past + turn] = key
    if in_table:
        if SYMMETRIC and depth >= SHARED and k.shared != 0:
            if ply == 0:
                k.shared = is_symmetric(board, k, s, key)
            turned = lowest_image(board, k, s, key) if k.shared != 0 else 0
            if turned != 0:
                old = key ^ k.switched  # from when it was searched less deeply
                data = find(table, slot_of(table, old, NEAR, k.further), old)
                if data != 0:
                    known_move = image_action(board, move_of(data), turned)
                key = key_of(k.images[1])
        key ^= k.salt
        slot = slot_of(table, key, depth, k.further)
        fetch(table, slot)
        if depth == NEAR + 1:
            fetch(table, slot_of(table, key, NEAR, k.further))

    # 4. The legal steps.
    if DECISIVE and k.checking != 0 and not in_turn and not decisive(board, s, depth):
        if TRACED:
            ends(k, CALM, -1, 0, 0)
        return 0
    end = actions(board, s, k.actions, base)
    if end == base:
        if TRACED:
            ends(k, STUCK, -1, 0, 0)
        return decided(stuck(board, s), me, turn)

    # 5. What the table says. Near a limit of the rules, values hold on this path alone.
    if in_table:
        data = find(table, slot, key)
        if data == 0 and depth == NEAR + 1:  # here, too
            data = find(table, slot_of(table, key, NEAR, k.further), key)
        if data != 0:
            known_move = move_of(data)
            deep = depth_of(data)
            if (
                (not open_window or (k.pruning == 0 and turn > 0))
                and (deep == depth or (deep > depth and k.reductions != 0))
                and far_from_limits(k, turn, depth)
            ):
                value = value_of(data)
                if value >= PROVEN:
                    value -= turn
                elif value <= -PROVEN:
                    value += turn
                bound = bound_of(data)
                fits = (bound != UPPER and value >= beta) or (bound != LOWER and value <= alpha)
                if fits or k.pruning == 0:  # without pruning, all values are exact
                    k.hits += 1
                    if not is_solved(data):
                        k.guesses += 1
                    if TRACED:
                        ends(k, TABLE, -1, 0, 0)
                    return value

    # 6. What speaks for trying each of the steps early.
    sorting = depth > 1  # the last step is tried in the game's own order, good ones first
    if sorting:
        if k.recalls == 0:
            known_move = -1
        rate(board, k, ply, me, base, end, known_move, turned)

    best = -ILLEGAL
    best_action = 0
    bound = UPPER
    rests_on = turn
    calm = False

    # 7. Beyond the last depth nobody has to go on with an exchange.
    exchange = depth <= 0 and not in_turn
    if exchange:
        best = assess(board, s, k)
        if best >= beta:
            if TRACED:
                ends(k, STANDS, -1, end - base, 0)
            return best
        alpha = max(alpha, best)
    shares = k.under_way != 0 and in_table and depth >= DIVIDED
    holds = shares and (turn > 0 or k.excluded == 0) and far_from_limits(k, turn, depth)
    speaks = holds and open_window
    if k.under_way != 0:
        asks(k, ply, key if holds and not open_window else 0, turn, depth, alpha)
    raised = False
    waiting = 0
    tried = 0
    ended = STANDS if exchange else SEARCHED

    for i in range(base, end):
        # 8. The most promising of the steps that are left; what another thread is at can wait.
        top = bring_best(k, i, end) if sorting else 0
        place = i - base
        if shares and best != -ILLEGAL:
            while top > PUT_OFF and is_under_way(k, key ^ k.actions[i]):
                k.order[i] = PUT_OFF - place - waiting  # it keeps its place in the order
                waiting += 1
                top = bring_best(k, i, end)
            place = place + waiting if top > PUT_OFF else PUT_OFF - top
            if is_answered(k, table, ply):
                k.guesses += 1
                if TRACED:
                    ends(k, UNFINISHED, best_action, end - base, tried)
                return answer_of(k, ply)
        action = k.actions[i]

        k.nodes += 1
        copy_record(t, s)
        kind = k.kind[ply] | play(board, t, action)
        if not SAYS_NOISE:  # where no step is quiet, none stands out
            if kind == QUIET:
                calm = True
            elif calm:
                kind |= NOISY
        result = outcome(board, t)
        k.length[ply + 1] = 0
        k.rests_on[ply + 1] = turn
        if exchange and (kind & NOISY == 0 if SAYS_NOISE else kind == QUIET):
            break
        if TRACED:
            tried += 1
        less = 0
        late = place >= LATE and depth >= REDUCIBLE and k.reductions != 0
        if late and kind & NOISY == 0 and top < KILLER:
            less = 1 if place < 4 * LATE or depth == REDUCIBLE else 2

        # 9. Decided by the rules of the game or of the core, or a leaf.
        same = t.player == me
        deeper = False
        seen = NEW
        known = ILLEGAL
        value = 0
        if turn == 0 and k.excluded > 0 and (result != OPEN or not same) and left_out(k, t):
            continue
        k.turns += result != OPEN or not same
        if result != OPEN:
            value = decided(result, me, turn + 1)
        elif same:
            deeper = True
        else:
            seen = ends_turn(k, t, turn + 1, kind)
            if seen == SKIP:
                continue
            if seen == NEW and k.known != 0:
                known = told(board, k, t, turn + 1)
            if seen != NEW:
                k.rests_on[ply + 1] = seen
            elif known != ILLEGAL:
                value = -known
            elif depth <= 1:
                value = -assess(board, t, k)
                k.guesses += 1
                deeper = value > alpha and depth > 1 - k.exchange
            else:
                deeper = True

        if TRACED and not deeper:
            ended_by = DRAWN if seen != NEW else KNOWN if known != ILLEGAL else LEAF
            ends(k, DECIDED if result != OPEN else ended_by, -1, 0, 0)
            a, b = (alpha, beta) if same else (-beta, -alpha)
            row = enter(k, ply + 1, action, t.player, turn + 1, depth - 1, a, b, WHOLE)
            leave(k, row, value if same else -value, 0)

        # 10. Deeper: the first step with the whole window; later ones must first show, less deeply
        #     and then in full, that they can be better at all: than what others have found, too.
        low = alpha
        if deeper:
            k.kind[ply + 1] = kind if same else QUIET
            next_turn, next_depth = (turn, depth) if same else (turn + 1, depth - 1)
            first = best == -ILLEGAL
            whole = first or k.scouts == 0
            if first:
                less = 0
            if shares:
                begins(k, key ^ action)
            while True:
                if speaks and not first:
                    low = max(alpha, min(heard(k, key, depth, action), beta - 1))
                    raised = raised or low > alpha
                high = beta if whole else low + 1
                a, b = (low, high) if same else (-high, -low)
                if TRACED:
                    purpose = REDUCED if less > 0 else WHOLE if whole else SCOUT
                    left, played = next_depth - less, k.nodes
                    row = enter(k, ply + 1, action, t.player, next_turn, left, a, b, purpose)
                value = alphabeta(board, k, table, ply + 1, next_turn, next_depth - less, a, b, end)
                if TRACED:
                    leave(k, row, value, k.nodes - played)
                if not same:
                    value = -value
                if (whole and less == 0) or value <= low or value == ILLEGAL:
                    break
                if k.stop != 0 or k.answered != 0:
                    break
                if less > 0:
                    less = 0
                elif open_window:  # for its exact value, or for the line of a win
                    whole = True
                    if speaks and k.rests_on[ply + 1] >= turn:
                        tell(k, key, depth, value, action)
                else:
                    break
            if shares:
                is_done(k, key ^ action)
            if same and value == ILLEGAL:
                continue
        if k.stop != 0 or k.answered != 0:
            if TRACED:
                ends(k, UNFINISHED, best_action, end - base, tried)
            return answer_of(k, ply)

        # 11. A better step; one that is too good ends the search of this position.
        if k.rests_on[ply + 1] < rests_on:
            rests_on = k.rests_on[ply + 1]
        if value <= low:
            value = min(value, alpha)
        if value > best:
            best = value
            best_action = action
            if value > alpha:
                alpha = value
                bound = EXACT
                if open_window:
                    keep_line(k, ply, action)
                    if speaks and k.rests_on[ply + 1] >= turn:
                        tell(k, key, depth, value, action)
                if value >= beta:
                    bound = LOWER
                    rests_on = k.rests_on[ply + 1]
                    k.cuts += 1
                    if i == base:
                        k.first_cuts += 1
                    if TRACED:
                        ended = CUT
                    if sorting:
                        reward(k, ply, me, base, i, depth)
                    break
    if TRACED:
        chosen = best_action if best != -ILLEGAL and bound != UPPER else -1
        ends(k, ended if best != -ILLEGAL else STUCK, chosen, end - base, tried)
    if best == -ILLEGAL:
        return ILLEGAL if in_turn or ply == 0 else decided(stuck(board, s), me, turn)

    # 12. Remember it, unless it rests on a repetition of what came before this position. It is
    #     solved if no evaluation was asked for on the way.
    k.rests_on[ply] = rests_on
    whole_truth = (turn > 0 or k.excluded == 0) and not (raised and bound == UPPER)
    if in_table and whole_truth and rests_on >= turn and far_from_limits(k, turn, depth):
        value = best
        if value >= PROVEN:
            value += turn
        elif value <= -PROVEN:
            value -= turn
        if SYMMETRIC and turned != 0:
            best_action = image_action(board, best_action, turned)
        solved = 1 if k.guesses == guesses else 0
        store(table, slot, key, value, depth, bound, solved, best_action, k.age)
    if k.nodes >= k.node_limit:
        k.stop = 1
    return best


def left_out(k: Any, t: Any) -> bool:
    """Whether a turn from the root leads to a position that the search shall not consider."""
    key = key_of(t)
    found = False
    for i in range(k.excluded):
        found = found or k.exclude[i] == key
    return found


def is_symmetric(board: Any, k: Any, s: Any, key: int) -> int:
    """1 if a position is an image of itself, else 0.

    Then what follows comes in pairs of images. Elsewhere images hardly ever meet in a search, and
    to look for them takes longer than to search.
    """
    for i in range(1, board.symmetries):
        copy_record(k.images[0], k.images[2])
        image(board, s, k.images[0], i)
        if key_of(k.images[0]) == key:
            return 1
    return 0


def lowest_image(board: Any, k: Any, s: Any, key: int) -> int:
    """The symmetry that gives a position its lowest key, left in `k.images[1]`; 0 for itself."""
    t = k.images[0]
    lowest = 0
    for i in range(1, board.symmetries):
        copy_record(t, k.images[2])
        image(board, s, t, i)
        other = key_of(t)
        if other < key:
            key = other
            lowest = i
            copy_record(k.images[1], t)
    return lowest


def keep_line(k: Any, ply: int, action: int) -> None:
    """The best line from here: this step and the line of the position after it."""
    if ply + 1 >= LINE:
        return
    count = min(k.length[ply + 1], LINE - ply - 2)
    k.line[ply * LINE] = action
    for i in range(count):
        k.line[ply * LINE + 1 + i] = k.line[(ply + 1) * LINE + i]
    k.length[ply] = 1 + count
