"""Monte-Carlo tree search: UCT over steps, with wins and losses that are proven backed up.

The tree is an array of rows, one per node; the children of a node stand together. Totals are in
thousandths of a win, always for the player whose step led to the node, so that turns of several
steps need no special care. `k.states[1]` walks down the tree, and is played out from its leaf.

With RAVE (rapid action value estimation) a step that is little known is also judged by the random
games in which the same player made it later on: there are far more of these.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from tabuleiro.kernel.contract import DRAW, OPEN, actions, outcome, play, stuck
from tabuleiro.kernel.evaluation import assess
from tabuleiro.kernel.knowledge import verdict_of
from tabuleiro.kernel.memory import NUMBER
from tabuleiro.kernel.playouts import playout
from tabuleiro.kernel.tracing import grown
from tabuleiro.kernel.verdicts import DRAWN as DRAWN_THERE
from tabuleiro.kernel.verdicts import UNKNOWN, is_won
from tabuleiro.kernel.words import copy_record

TRACED = False
"""Whether the search writes down what it does; the loader sets it, and the next one."""

NETS = False
"""Whether nets and RAVE are compiled in."""

CHILDREN, COUNT, VISITS, TOTAL, ACTION, PLAYER, PROVEN, UNUSED = 0, 1, 2, 3, 4, 5, 6, 7
FIELDS = 8
LATER, GAMES_BIT = UNUSED, 40
"""Of all rows but the root's: the games in which the step was made at once or later, above this
bit, and their total below it."""
WON, LOST, DRAWN = 1, 2, 3
"""What is proven of a node, for the player whose step led to it."""

WIN, HALF = 1000, 500

MEMORY = dict(
    path=("plies", "the rows of the tree from the root to the leaf"),
    begun=(NUMBER, "how many steps of the path are decided: all iterations take them"),
    scale=(NUMBER, "the lead at which a win is three times as likely as a loss"),
    rave=(NUMBER, "after so many visits RAVE counts for half; 0 for none"),
    solver=(NUMBER, "whether what is proven is backed up, and steps are chosen by it"),
)


def mcts(
    board: Any,
    k: Any,
    tree: Any,
    iterations: int,
    exploration: int,
    rollout: int,
    cap: int,
) -> int:
    """Grow the tree from `k.states[0]`, its root in row 0; returns the iterations made.

    With `k.begun`, what grows is the part below the steps that `k.path` already holds.

    `exploration` is UCT's constant in thousandths. `rollout` is the share, in thousandths, of the
    value that comes from a random game of up to `cap` turns; the rest is the evaluation's.
    """
    done = 0
    k.path[0] = 0
    top = k.path[k.begun]
    while done < iterations and k.stop == 0 and tree[top, PROVEN] == 0:
        s = k.states[1]
        copy_record(s, k.states[0])
        node = 0
        depth = 0

        # 1. Down the tree, by what looks best or is least known.
        while tree[node, COUNT] > 0 and depth + 1 < len(k.path):
            if depth < k.begun:
                node = k.path[depth + 1]
            else:
                node = select(k, tree, node, exploration)
            play(board, s, tree[node, ACTION])
            depth += 1
            k.path[depth] = node

        # 2. A new leaf: what the rules say, or its children. A path that is full ends where it is:
        #    the tree knows no repetition, so without exploration it may go round for ever.
        room = tree[node, COUNT] == 0 and depth + 1 < len(k.path)
        if room and tree[node, PROVEN] == 0 and (tree[node, VISITS] > 0 or node == 0):
            expand(board, k, tree, node, s)
            if tree[node, PROVEN] == 0 and tree[node, COUNT] > 0:
                node = tree[node, CHILDREN]
                play(board, s, tree[node, ACTION])
                depth += 1
                k.path[depth] = node
        if tree[node, PROVEN] == 0:
            result = outcome(board, s)
            if result != OPEN:
                tree[node, PROVEN] = verdict(result, tree[node, PLAYER])

        # 3. Its value for the second player's opponent, the first player. What files tell is
        #    proven where no count of quiet turns can spoil it.
        told = 0
        if k.known != 0 and tree[node, PROVEN] == 0 and s.player != tree[node, PLAYER]:
            told = told_of(verdict_of(board, k, s))
            if k.quiet_limit == 0:
                tree[node, PROVEN] = told
        if tree[node, PROVEN] != 0:
            value = worth(tree[node, PROVEN], tree[node, PLAYER])
        elif told != 0:
            value = worth(told, tree[node, PLAYER])
        else:
            value = estimate(board, k, s, rollout, cap)
        if NETS and k.rave != 0:
            credit(k, tree, depth, value)
            k.number += 1

        # 4. Back to the root: visits and totals, and what is proven by now.
        for i in range(depth, -1, -1):
            at = k.path[i]
            tree[at, VISITS] += 1
            tree[at, TOTAL] += value if tree[at, PLAYER] == 0 else WIN - value
            below = k.path[i + 1] if i < depth else at
            if k.solver != 0 and tree[at, PROVEN] == 0 and tree[below, PROVEN] != 0:
                prove(tree, at)
        if TRACED:
            proven = 0
            while proven <= depth and tree[k.path[depth - proven], PROVEN] != 0:
                proven += 1
            grown(k, node, value, proven)
        done += 1
        k.done += 1
    return done


def select(k: Any, tree: Any, node: int, exploration: int) -> int:
    """The child with the highest upper bound; lost ones only if nothing else is left."""
    first = tree[node, CHILDREN]
    scale = exploration * sqrt(log(tree[node, VISITS] + 1.0))
    best, best_bound = first, -1e18
    for child in range(first, first + tree[node, COUNT]):
        visits = tree[child, VISITS]
        if k.solver != 0 and tree[child, PROVEN] == WON:
            return child
        if k.solver != 0 and tree[child, PROVEN] == LOST:
            bound = -1e9
        elif NETS and k.rave != 0 and tree[child, LATER] != 0:
            bound = expected(k, tree, child) + scale / sqrt(max(visits, 1))
        elif visits == 0:
            bound = 1e9
        else:
            bound = tree[child, TOTAL] / visits + scale / sqrt(visits)
        if bound > best_bound:
            best, best_bound = child, bound
    return best


def expected(k: Any, tree: Any, child: int) -> float:
    """What a step is worth by its own visits and by games in which it came later."""
    later = tree[child, LATER]
    value = (later & (1 << GAMES_BIT) - 1) / (later >> GAMES_BIT)
    visits = tree[child, VISITS]
    if visits == 0:
        return value
    own = tree[child, TOTAL] / visits
    return own + (value - own) * sqrt(k.rave / (3.0 * visits + k.rave))


def credit(k: Any, tree: Any, depth: int, value: int) -> None:
    """Count a game for the steps beside the path that their player made in it later on."""
    for i in range(depth, -1, -1):
        at = k.path[i]
        first = tree[at, CHILDREN]
        for child in range(first, first + tree[at, COUNT]):
            mover = tree[child, PLAYER]
            if k.noted[2 * tree[child, ACTION] + mover] == k.number:
                tree[child, LATER] += (1 << GAMES_BIT) + (value if mover == 0 else WIN - value)
        k.noted[2 * tree[at, ACTION] + tree[at, PLAYER]] = k.number


def expand(board: Any, k: Any, tree: Any, node: int, s: Any) -> None:
    """Give a node its children, if there is room; a node without any is decided."""
    end = actions(board, s, k.actions, 0)
    if end == 0:
        tree[node, PROVEN] = verdict(stuck(board, s), tree[node, PLAYER])
        return
    first = tree[0, UNUSED]
    if first + end > len(tree):
        return
    tree[0, UNUSED] = first + end
    tree[node, CHILDREN] = first
    tree[node, COUNT] = end
    for i in range(end):
        for field in range(FIELDS):
            tree[first + i, field] = 0
        tree[first + i, ACTION] = k.actions[i]
        tree[first + i, PLAYER] = s.player


def verdict(result: int, player: int) -> int:
    """An outcome as something proven for a player."""
    if result == DRAW:
        return DRAWN
    return WON if result == player else LOST


def told_of(known: int) -> int:
    """What is known of a position, for the player whose turn led to it; 0 if nothing is."""
    if known == UNKNOWN:
        return 0
    if known == DRAWN_THERE:
        return DRAWN
    return LOST if is_won(known) else WON


def worth(proven: int, player: int) -> int:
    """What is proven for a player, as a value for the first player."""
    if proven == DRAWN:
        return HALF
    return WIN if (proven == WON) == (player == 0) else 0


def estimate(board: Any, k: Any, s: Any, rollout: int, cap: int) -> int:
    """The value of an open position for the first player: evaluation, random game, or both."""
    value = 0
    if rollout < WIN:
        points = assess(board, s, k)
        share = WIN * points // (abs(points) + k.scale)
        mine = HALF + share // 2
        value = (WIN - rollout) * (mine if s.player == 0 else WIN - mine)
    if rollout > 0:
        result = playout(board, k, cap, k.quiet_limit)
        won = HALF if result == DRAW else (WIN if result == 0 else 0)
        value += rollout * won
    return value // WIN


def prove(tree: Any, node: int) -> None:
    """What follows for a node from what is proven of its children.

    The children's player is the one who acts at the node. One winning step is enough for him;
    otherwise all steps must be proven, and a draw is better than a loss.
    """
    first = tree[node, CHILDREN]
    mover = tree[first, PLAYER]
    best = LOST
    for child in range(first, first + tree[node, COUNT]):
        proven = tree[child, PROVEN]
        if proven == WON:
            best = WON
            break
        if proven == 0:
            best = 0
        elif proven == DRAWN and best == LOST:
            best = DRAWN
    if best == 0:
        return
    if best == DRAWN:
        tree[node, PROVEN] = DRAWN
    else:
        won = best == WON
        tree[node, PROVEN] = WON if won == (mover == tree[node, PLAYER]) else LOST
