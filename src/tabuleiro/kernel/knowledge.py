"""What is known for certain of a position: endings by their number, and a solved board.

Both lie in files that are mapped into memory; `k` holds their addresses. Infinite play is a draw
there, and a search asks how far that holds under the rules of the core.
"""

from __future__ import annotations

from typing import Any

from tabuleiro.kernel.addresses import byte_at, half_at, int_at, long_at
from tabuleiro.kernel.contract import class_of, image, rank
from tabuleiro.kernel.memory import NUMBER, TURNS
from tabuleiro.kernel.scores import ILLEGAL, WIN
from tabuleiro.kernel.verdicts import DRAWN, UNKNOWN, is_won, some_time, turns_of
from tabuleiro.kernel.words import copy_record, key_of, word_at

RANKED = True
"""Whether the game numbers its positions; the loader sets it, and the next one."""

SYMMETRIC = True
"""Whether the game has symmetries."""

CLASSES = 100
"""Classes are below it."""

EDGES, ROWS, VERDICTS, BITS, WIDTH, GROUP, PARTS = 0, 1, 2, 3, 4, 5, 6
"""Of a solved board: the addresses of its arrays, the bits of a bucket's number, the words of a
packed position, the symmetries that were used (see `explore.GROUP`), and the parts of the packing.
"""

MOST_PARTS, MOST_WORDS = 192, 8
SPREAD = 0x1E3779B97F4A7C15

MEMORY = dict(
    known=(NUMBER, "whether there is anything to ask"),
    classes=(CLASSES, "by class of endings: the address of its verdicts, 0 for none"),
    brief=(CLASSES, "by class: 1 if it has two bits a position, the value alone"),
    solved=(7, "where a solved board lies: see EDGES"),
    plan=(5 * MOST_PARTS, "how its positions are packed: word, shift, mask, place, shift there"),
    packed=(MOST_WORDS, "a packed position"),
)


def verdict_of(board: Any, k: Any, s: Any) -> int:
    """The verdict of an open position at the start of a turn; UNKNOWN if nothing tells it."""
    if RANKED:
        group = class_of(board, s)
        if group > 0 and k.classes[group] != 0:
            number = rank(board, s, group)
            if k.brief[group] == 0:
                return byte_at(k.classes[group], number)
            return some_time(byte_at(k.classes[group], number >> 2) >> 2 * (number & 3) & 3)
    if k.solved[EDGES] != 0:
        return solved_verdict(board, k, s)
    return UNKNOWN


def solved_verdict(board: Any, k: Any, s: Any) -> int:
    """The same, of the solved board alone."""
    if SYMMETRIC:
        first, lowest = True, 0
        tried = k.solved[GROUP] >> 16 * s.player & 0xFFFF
        for i in range(16):
            if tried >> i & 1 == 0:
                continue
            if i == 0:
                copy_record(k.images[0], s)
            else:
                copy_record(k.images[0], k.images[2])
                image(board, s, k.images[0], i)
            key = key_of(k.images[0])
            if first or key < lowest:
                first, lowest = False, key
                copy_record(k.images[1], k.images[0])
    else:
        copy_record(k.images[1], s)
    if not packs(k, k.images[1]):
        return UNKNOWN
    h = 0
    for w in range(k.solved[WIDTH]):
        h = mixed(h, k.packed[w])
    bits = k.solved[BITS]
    bucket = h >> (64 - bits) & (1 << bits) - 1
    for at in range(int_at(k.solved[EDGES], bucket), int_at(k.solved[EDGES], bucket + 1)):
        equal = True
        for w in range(k.solved[WIDTH]):
            equal = equal and long_at(k.solved[ROWS], at * k.solved[WIDTH] + w) == k.packed[w]
        if equal:
            return half_at(k.solved[VERDICTS], at)
    return UNKNOWN


def packs(k: Any, s: Any) -> bool:
    """Leave a state's bits in `k.packed`; False if it has some without a place."""
    for w in range(MOST_WORDS):
        k.packed[w] = 0
    word, placed = 0, 0
    for i in range(k.solved[PARTS]):
        if k.plan[5 * i] != word:
            if word_at(s, word) & ~placed != 0:
                return False
            placed = 0
            for between in range(word + 1, k.plan[5 * i]):
                if word_at(s, between) != 0:
                    return False
            word = k.plan[5 * i]
        mask = k.plan[5 * i + 2]
        placed |= mask << k.plan[5 * i + 1]
        part = (word_at(s, word) >> k.plan[5 * i + 1]) & mask
        k.packed[k.plan[5 * i + 3]] |= part << k.plan[5 * i + 4]
    return word_at(s, word) & ~placed == 0


def mixed(h: int, word: int) -> int:
    """A hash with one more word in it; the same as `explore.mixed`."""
    h = (h + (word ^ (word >> 32 & 0xFFFFFFFF))) * SPREAD
    return h ^ (h >> 29 & 0x7FFFFFFFF)


def told(board: Any, k: Any, s: Any, turn: int) -> int:
    """The value for a search of an open position at the start of a turn; ILLEGAL if unknown.

    A win is told only if no rule of the core can spoil it, whatever led here: the turns without
    progress begin here and are enough, the game is not too long, and nothing before can recur.
    """
    verdict = verdict_of(board, k, s)
    if verdict == UNKNOWN:
        return ILLEGAL
    if verdict == DRAWN:
        return 0
    turns = turns_of(verdict)
    if turns + 2 * TURNS >= k.length_left:
        return ILLEGAL
    if k.quiet_limit != 0 and (k.quiet[turn] != 0 or turns >= k.quiet_limit):
        return ILLEGAL
    if k.repetition != 0 and k.salt != 0 and k.since[turn] > 0:
        return ILLEGAL
    return WIN - turn - turns if is_won(verdict) else turn + turns - WIN
