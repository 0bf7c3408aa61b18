"""What a traced search writes down: a row for each visit of a node, in the order of visits.

Templates call these functions only where TRACED is set; the loader makes such a variant when one is
asked for, so that other searches pay nothing. The rows are outside the memory: `k.log` is their
address, or a list where nothing is compiled. All values are those of the player who acts at the
node.
"""

from __future__ import annotations

from typing import Any

from tabuleiro.kernel.memory import NUMBER
from tabuleiro.kernel.words import put_at

FIELDS = 14
(
    PARENT,
    ACTION,
    PLAYER,
    TURN,
    DEPTH,
    ALPHA,
    BETA,
    PURPOSE,
    VALUE,
    ENDED,
    BEST,
    MOVES,
    TRIED,
    BELOW,
) = range(FIELDS)

WHOLE, SCOUT, REDUCED = 0, 1, 2
"""Why a node is visited: for its value, or whether it can be better at all, or less deeply."""

UNFINISHED, SEARCHED, CUT, TABLE, DECIDED, DRAWN = 0, 1, 2, 3, 4, 5
LEAF, STANDS, WINDOW, STUCK, CALM, KNOWN, AHEAD = 6, 7, 8, 9, 10, 11, 12
"""What ended a visit."""

GROWTH = 3
"""Numbers for each iteration of a tree search: the leaf, its value, how far up it was proven."""

MEMORY = dict(
    log=(NUMBER, "where the rows are"),
    log_room=(NUMBER, "how many rows may be used by now"),
    log_deep=(NUMBER, "how many of them by nodes beyond the first turn"),
    log_rows=(NUMBER, "rows used"),
    log_seen=(NUMBER, "nodes visited, whether they have a row or not"),
    log_at=("plies", "by ply: the row of the node under way, -1 if it has none"),
    log_ended=(NUMBER, "what ended the last visit: the kind, and the next three"),
    log_best=(NUMBER, "the best step, or the one that cut; -1 for none"),
    log_moves=(NUMBER, "legal steps"),
    log_tried=(NUMBER, "those that were looked at"),
)


def enter(
    k: Any,
    ply: int,
    action: int,
    player: int,
    turn: int,
    depth: int,
    alpha: int,
    beta: int,
    purpose: int,
) -> int:
    """A visit begins: its row, or -1 if there is no room. The first turn has room to the last."""
    k.log_seen += 1
    k.log_at[ply] = -1
    parent = k.log_at[ply - 1]
    row = k.log_rows
    if parent < 0 or row >= k.log_room or (turn > 1 and row >= k.log_deep):
        return -1
    k.log_rows = row + 1
    k.log_at[ply] = row
    at = row * FIELDS
    put_at(k.log, at + PARENT, parent)
    put_at(k.log, at + ACTION, action)
    put_at(k.log, at + PLAYER, player)
    put_at(k.log, at + TURN, turn)
    put_at(k.log, at + DEPTH, depth)
    put_at(k.log, at + ALPHA, alpha)
    put_at(k.log, at + BETA, beta)
    put_at(k.log, at + PURPOSE, purpose)
    return row


def leave(k: Any, row: int, value: int, below: int) -> None:
    """The visit has ended as `ends` has said; `below` is how many steps were played in it."""
    if row < 0:
        return
    at = row * FIELDS
    put_at(k.log, at + VALUE, value)
    put_at(k.log, at + ENDED, k.log_ended)
    put_at(k.log, at + BEST, k.log_best)
    put_at(k.log, at + MOVES, k.log_moves)
    put_at(k.log, at + TRIED, k.log_tried)
    put_at(k.log, at + BELOW, below)


def ends(k: Any, ended: int, best: int, moves: int, tried: int) -> None:
    """What ends the visit that is about to return."""
    k.log_ended = ended
    k.log_best = best
    k.log_moves = moves
    k.log_tried = tried


def grown(k: Any, leaf: int, value: int, proven: int) -> None:
    """An iteration of a tree search: its leaf, the value for the first player, what is proven."""
    k.log_seen += 1
    row = k.log_rows
    if row >= k.log_room:
        return
    k.log_rows = row + 1
    put_at(k.log, row * GROWTH, leaf)
    put_at(k.log, row * GROWTH + 1, value)
    put_at(k.log, row * GROWTH + 2, proven)
