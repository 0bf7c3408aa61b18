"""Alpha-beta: principal-variation search over steps, with a table, killers, history, reductions.

With `k.reductions` it is selective: late moves are searched less deeply first, and at the last
depth exchanges are played out (quiescence). Without, every turn is searched to the same depth.

Values are those of the player who acts. A turn may have several steps: where the same player acts
again, the search goes on at the same depth, with the same window and without a change of sign.
Depth, and the distance to a win, are counted in turns. `k` is the memory of one thread; `table` may
be shared by several.
"""

from __future__ import annotations

from typing import Any

from tabuleiro.kernel.contract import (
    FINAL,
    OPEN,
    QUIET,
    STOP,
    actions,
    decisive,
    evaluate,
    image,
    image_action,
    outcome,
    play,
    stuck,
)
from tabuleiro.kernel.scores import ILLEGAL, PROVEN, WIN, decided
from tabuleiro.kernel.table import (
    EXACT,
    LOWER,
    UPPER,
    bound_of,
    depth_of,
    find,
    is_solved,
    move_of,
    store,
    value_of,
)
from tabuleiro.kernel.words import board_key, copy_record, key_of

MAX_ACTIONS = 0
"""The game's number of actions; the loader sets it."""

SYMMETRIC = True
"""Whether the game has symmetries; the loader sets it, and the next one."""

DECISIVE = True
"""Whether the game can tell that it will not be decided soon."""

DRAW3, FORBID = 1, 2
NEW, SKIP = 1 << 20, 1 << 21
LINE = 128
LAST_TRIED, KILLER, TABLE_MOVE = -(1 << 50), 1 << 50, 1 << 52
LATE, REDUCIBLE = 4, 3
"""From which move in the list, and from which depth on, a move is first searched less deeply."""

EXCHANGE = 6
"""The most turns beyond the last depth for which a game lets exchanges be followed."""

SHARED = 4
"""From which depth on symmetric positions share their place in the table."""


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
    k.refers[ply] = turn
    guesses = k.guesses

    # 1. Nobody can do better than to win with this turn, or worse than to have no move now.
    alpha = max(alpha, turn - WIN)
    beta = min(beta, WIN - turn - 1)
    if alpha >= beta:
        return alpha
    open_window = beta - alpha > 1

    # 2. The table: this position, searched before. Half-made turns at the last depth are cheaper to
    #    search than to look up. Near a limit of the rules, values hold on this path alone.
    key = 0
    known_move = -1
    turned = 0
    in_table = depth > 1 or (depth == 1 and not in_turn)
    if in_table or not in_turn:
        key = key_of(s)
        if not in_turn and k.repetition != FORBID:
            k.keys[k.past + turn] = key
    if in_table:
        if SYMMETRIC and depth >= SHARED and k.shared != 0:
            turned = lowest_image(board, k, s, key)
            if turned != 0:
                data = find(table, key)  # from when it was searched less deeply
                if data != 0:
                    known_move = image_action(board, move_of(data), turned)
                key = key_of(k.images[1])
        key ^= k.salt
        data = find(table, key)
        if data != 0:
            known_move = move_of(data)
            deep = depth_of(data)
            if (
                not open_window
                and (deep == depth or (deep > depth and k.reductions != 0))
                and far_from_limits(k, turn, depth)
            ):
                value = value_of(data)
                if value >= PROVEN:
                    value -= turn
                elif value <= -PROVEN:
                    value += turn
                bound = bound_of(data)
                if (bound != UPPER and value >= beta) or (bound != LOWER and value <= alpha):
                    k.hits += 1
                    if not is_solved(data):
                        k.guesses += 1
                    return value

    # 3. The legal steps, with what speaks for trying each of them early.
    if DECISIVE and k.checking != 0 and not in_turn and not decisive(board, s, depth):
        return 0
    end = actions(board, s, k.actions, base)
    if end == base:
        return decided(stuck(board, s), me, turn)
    sorting = depth > 1  # the last step is tried in the game's own order, good ones first
    for i in range(base, end if sorting else base):
        action = k.actions[i]
        named = action
        if SYMMETRIC and turned != 0:
            named = image_action(board, action, turned)
        if named == known_move:
            k.order[i] = TABLE_MOVE
        elif action == STOP:
            k.order[i] = LAST_TRIED
        elif action == k.killers[2 * ply] or action == k.killers[2 * ply + 1]:
            k.order[i] = KILLER
        else:
            k.order[i] = k.history[me * MAX_ACTIONS + action]

    best = -ILLEGAL
    best_action = 0
    bound = UPPER
    refers = turn

    # 4. Beyond the last depth nobody has to go on with an exchange.
    exchange = depth <= 0 and not in_turn
    if exchange:
        best = evaluate(board, s, k.weights)
        if best >= beta:
            return best
        alpha = max(alpha, best)

    for i in range(base, end):
        # 5. The most promising of the steps that are left.
        top = 0
        if sorting:
            top, at = k.order[i], i
            for j in range(i + 1, end):
                if k.order[j] > top:
                    top, at = k.order[j], j
            swapped = k.actions[at]
            k.order[at], k.actions[at] = k.order[i], k.actions[i]
            k.order[i], k.actions[i] = top, swapped
        action = k.actions[i]

        k.nodes += 1
        copy_record(t, s)
        kind = max(k.kind[ply], play(board, t, action))
        result = outcome(board, t)
        k.length[ply + 1] = 0
        k.refers[ply + 1] = turn
        if exchange and kind == QUIET:
            break
        less = 0
        late = i - base >= LATE and depth >= REDUCIBLE and k.reductions != 0
        if late and kind == QUIET and top < KILLER:
            less = 1 if i - base < 4 * LATE or depth == REDUCIBLE else 2

        # 6. Decided by the rules of the game or of the core, or a leaf.
        same = t.player == me
        deeper = False
        value = 0
        if turn == 0 and k.excluded > 0 and (result != OPEN or not same) and left_out(k, t):
            continue
        if result != OPEN:
            value = decided(result, me, turn + 1)
        elif same:
            deeper = True
        else:
            seen = ends_turn(k, t, turn + 1, kind)
            if seen == SKIP:
                continue
            if seen != NEW:
                k.refers[ply + 1] = seen
            elif depth <= 1:
                value = -evaluate(board, t, k.weights)
                k.guesses += 1
                deeper = value > alpha and depth > 1 - k.exchange
            else:
                deeper = True

        # 7. Deeper: the first step with the whole window; later ones must first show, less deeply
        #    and then in full, that they can be better at all.
        if deeper:
            k.kind[ply + 1] = kind if same else QUIET
            next_turn, next_depth = (turn, depth) if same else (turn + 1, depth - 1)
            whole = best == -ILLEGAL
            if whole:
                less = 0
            while True:
                high = beta if whole else alpha + 1
                a, b = (alpha, high) if same else (-high, -alpha)
                value = alphabeta(board, k, table, ply + 1, next_turn, next_depth - less, a, b, end)
                if not same:
                    value = -value
                if whole or value <= alpha or value == ILLEGAL or k.stop != 0:
                    break
                if less > 0:
                    less = 0
                elif open_window:  # for its exact value, or for the line of a win
                    whole = True
                else:
                    break
            if same and value == ILLEGAL:
                continue
        if k.stop != 0:
            return 0

        # 8. A better step; one that is too good ends the search of this position.
        if k.refers[ply + 1] < refers:
            refers = k.refers[ply + 1]
        if value > best:
            best = value
            best_action = action
            if value > alpha:
                alpha = value
                bound = EXACT
                if open_window:
                    keep_line(k, ply, action)
                if value >= beta:
                    bound = LOWER
                    refers = k.refers[ply + 1]
                    k.cuts += 1
                    if sorting:
                        reward(k, ply, me, base, i, depth)
                    break
    if best == -ILLEGAL:
        return ILLEGAL if in_turn or ply == 0 else decided(stuck(board, s), me, turn)

    # 9. Remember it, unless it rests on a repetition of what came before this position. It is
    #    solved if no evaluation was asked for on the way.
    k.refers[ply] = refers
    whole_truth = turn > 0 or k.excluded == 0
    if in_table and whole_truth and refers >= turn and far_from_limits(k, turn, depth):
        value = best
        if value >= PROVEN:
            value += turn
        elif value <= -PROVEN:
            value -= turn
        if SYMMETRIC and turned != 0:
            best_action = image_action(board, best_action, turned)
        solved = 1 if k.guesses == guesses else 0
        store(table, key, value, depth, bound, solved, best_action, k.age)
    if k.nodes >= k.node_limit:
        k.stop = 1
    return best


def far_from_limits(k: Any, turn: int, depth: int) -> bool:
    """Whether no rule about the length of the game can end it within this depth."""
    if turn + depth >= k.length_left:
        return False
    return k.quiet_limit == 0 or k.quiet[turn] + depth < k.quiet_limit


def left_out(k: Any, t: Any) -> bool:
    """Whether a turn from the root leads to a position that the search shall not consider."""
    key = key_of(t)
    found = False
    for i in range(k.excluded):
        found = found or k.exclude[i] == key
    return found


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


def ends_turn(k: Any, t: Any, turn: int, kind: int) -> int:
    """What the core's rules say of a position at the start of a turn.

    NEW if the game goes on, SKIP if the turn was not allowed, else it is a draw and the answer is
    the turn that it repeats (its own if it repeats none).
    """
    k.since[turn] = 0 if kind == FINAL else k.since[turn - 1] + 1
    k.quiet[turn] = 0 if kind != QUIET else k.quiet[turn - 1] + 1
    if k.repetition == FORBID:
        key = board_key(t)
        for i in range(1, k.since[turn] + 1):
            if k.keys[k.past + turn - i] == key:
                return SKIP
        k.keys[k.past + turn] = key
    if turn >= k.length_left or 0 < k.quiet_limit <= k.quiet[turn]:
        return turn
    if k.repetition == DRAW3 and k.since[turn] >= 2:
        key = key_of(t)
        times = 0
        for i in range(2, k.since[turn] + 1, 2):
            if k.keys[k.past + turn - i] == key:
                times += 1
                # With reductions, one repetition within the search is as good as two.
                if times == 2 or (turn - i > 0 and k.reductions != 0):
                    return turn - i
    return NEW


def keep_line(k: Any, ply: int, action: int) -> None:
    """The best line from here: this step and the line of the position after it."""
    if ply + 1 >= LINE:
        return
    count = min(k.length[ply + 1], LINE - ply - 2)
    k.line[ply * LINE] = action
    for i in range(count):
        k.line[ply * LINE + 1 + i] = k.line[(ply + 1) * LINE + i]
    k.length[ply] = 1 + count


def reward(k: Any, ply: int, me: int, base: int, cut: int, depth: int) -> None:
    """Remember the step that cut; those tried before it lose what it gains. STOP has no history."""
    action = k.actions[cut]
    if action == STOP:
        return
    if action != k.killers[2 * ply]:
        k.killers[2 * ply + 1] = k.killers[2 * ply]
        k.killers[2 * ply] = action
    gain = depth * depth
    k.history[me * MAX_ACTIONS + action] += gain
    for i in range(base, cut):
        if k.actions[i] != STOP:
            k.history[me * MAX_ACTIONS + k.actions[i]] -= gain
