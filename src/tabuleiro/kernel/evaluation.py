"""What an open position is worth to every search: terms, a net, or both, kept apart from proofs."""

from __future__ import annotations

from typing import Any

from tabuleiro.kernel.contract import actions, evaluate, features, observe
from tabuleiro.kernel.nets import MOVES, PIECES, TOLD_APART, begin, empty_planes, finish, see
from tabuleiro.kernel.scores import PROVEN
from tabuleiro.kernel.words import bits_at

MOST = PROVEN - 1
"""Whatever the weights, an evaluation is no win."""

TERMS = 32
"""The most terms of an evaluation."""

NETS = False
"""Whether nets are compiled in; the loader sets it, and the next seven."""

NET_WIDTH = 32
"""How many hidden numbers a net of the game has."""

OWN_FEATURES = False
"""Whether the game says itself what a net sees."""

PLANES = 0
"""How many planes a net sees in place of the bits of the state."""

STATE_WORDS = 1
"""The words of a state, the player's included."""

PLAYER_WORD = 0
"""Which of them the player's is."""

CELL_WORDS = False
"""Whether a field has so many words that they may be cells, with a number in each."""

MAX_ACTIONS = 0
"""The game's number of actions."""

MEMORY = dict(
    weights=(TERMS, "what each term of the evaluation counts"),
)


def assess(board: Any, s: Any, k: Any) -> int:
    """How good an open position is for the player who acts, within what is not proven."""
    value = 0
    if NETS:
        if k.net_on == 0:
            value = evaluate(board, s, k.weights)
        else:
            value = by_net(board, s, k)
            if k.net_on == 2:
                value = (value + evaluate(board, s, k.weights)) >> 1
    else:
        value = evaluate(board, s, k.weights)
    if value > MOST:
        return MOST
    if value < -MOST:
        return -MOST
    return value


def by_net(board: Any, s: Any, k: Any) -> int:
    """What the net says of a position."""
    if k.net_moves != 0:  # apart, or all others would be slower by a third
        return by_net_and_moves(board, s, k)
    seen, pieces = look_at_board(board, s, k, begin(k, NET_WIDTH))
    return said(k, seen, pieces)


def by_net_and_moves(board: Any, s: Any, k: Any) -> int:
    """The same of a net that sees moves."""
    seen, pieces = look(board, s, k, begin(k, NET_WIDTH))
    return said(k, seen, pieces)


def said(k: Any, seen: Any, pieces: int) -> int:
    """The hidden numbers as an evaluation."""
    output = k.net_output[min(pieces, PIECES - 1)]
    return ((finish(seen, k, output) + k.net_bias[output]) * k.net_scale) >> 16


def look(board: Any, s: Any, k: Any, seen: Any) -> Any:
    """All features of a position, and the number of its pieces.

    Those of the board are the bits of the state's words, or the numbers in them, apart for each
    seat, unless the game says otherwise. A net may also see which moves each side has.
    """
    seen, pieces = look_at_board(board, s, k, seen)
    if k.net_moves != 0:
        row = k.net_moves + 2 * MAX_ACTIONS * (s.player & 1)
        for _ in range(2):
            n = min(actions(board, s, k.net_steps, 0), MOVES)
            for i in range(n):
                seen = see(seen, k, row + k.net_steps[i])
            row += MAX_ACTIONS
            s.player = 1 - s.player
    return seen, pieces


def look_at_board(board: Any, s: Any, k: Any, seen: Any) -> Any:
    """What stands on the board: the game's own features, its planes or the words of its state."""
    if OWN_FEATURES:
        return features(board, s, k, seen)
    if PLANES > 0:
        return look_at_planes(board, s, k, seen)
    return look_at_words(s, k, seen)


def look_at_planes(board: Any, s: Any, k: Any, seen: Any) -> Any:
    """What is drawn for the side to move, apart for each seat: rows for each plane and cell."""
    me = s.player & 1
    drawn = empty_planes(PLANES, k.net_cells)
    observe(board, s, me, drawn)
    row = TOLD_APART * PLANES * k.net_cells * me - 1
    things = 0
    for plane in range(PLANES):
        for cell in range(k.net_cells):
            number = int(drawn[plane, cell])
            if number > 0:
                things += 1
                seen = see(seen, k, row + min(number, TOLD_APART))
            row += TOLD_APART
    return seen, things


def look_at_words(s: Any, k: Any, seen: Any) -> Any:
    """What stands in the words of a state: 64 rows for each."""
    row = 64 * (STATE_WORDS - 1) * (s.player & 1)
    pieces = 0
    for w in range(STATE_WORDS):
        if w == PLAYER_WORD:
            continue
        x = bits_at(s, w)
        if CELL_WORDS and k.net_numbers[w] != 0:
            if x != 0:
                pieces += 1
                seen = see(seen, k, row + (x & 63))
            row += 64
            continue
        pieces += x.bit_count()
        while x != 0:
            seen = see(seen, k, row + (x & -x).bit_length() - 1)
            x &= x - 1
        row += 64
    return seen, pieces
