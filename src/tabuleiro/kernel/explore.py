"""All positions that can be reached at the start of a turn, symmetric ones once, and their turns.

Positions are numbered in the order in which they are found. `rows` holds each of them packed (see
`pack`), `slots` is a hash table of numbers over it, and both are shared by all threads: a slot is
claimed with BUSY, filled, and then published. A turn is a link: the number of the position that it
leads to, and the symmetry that turned what it really led to into that one. Threads go through the
positions together (see `layered`); a layer are those that first come after so many turns.
"""

from __future__ import annotations

from typing import Any

from tabuleiro.kernel.atomics import add_to, borrowed, load, publish, swap_if
from tabuleiro.kernel.contract import DRAW, OPEN, actions, image, outcome, play, stuck
from tabuleiro.kernel.layered import (
    ADDED,
    APART,
    EDGE,
    FINE,
    FREE,
    OTHER,
    TAKEN,
    WHY,
    end_block,
    take_block,
)
from tabuleiro.kernel.playouts import draw_action
from tabuleiro.kernel.verdicts import DRAWN, is_won, lost, won
from tabuleiro.kernel.words import copy_record, key_of, put_word, word_at

SYMMETRIC = True
"""Whether the game has symmetries; the loader sets it."""

EXPLORE, INDEX, SAMPLE, COUNT = 0, 1, 2, 3
"""What to do: with the other threads, find the turns of all positions up to b; put positions a to b
into the hash table; follow random games and keep keys a to b and their plies; count the images of
positions a to b that are reached."""

BLOCK = 1 << 5
"""Positions whose turns a thread finds at a time."""

WALK = 256
"""Turns of a random game that are followed, at most: some go round and round."""

LABEL_BITS = 4
LABELS = (1 << LABEL_BITS) - 1
BUSY = -1

MOST_WORDS = 8
USED, STATUS, REACHED, DRAWS, LOSSES, WINS, IMAGES = range(MOST_WORDS, MOST_WORDS + 7)
WORK = IMAGES + (1 << LABEL_BITS) + APART
"""A thread's own numbers: a packed position, links found, why it had to stop, how far all that it
has taken is done, images counted, keys of images."""

FULL, WIDER, LONGER, MORE = range(OTHER, OTHER + 4)
"""Why: no room for positions; a bit that the packing has no place for; no room for the links of a
block; no room for those of all."""

LINKED, GROUP, SHARED = FREE, FREE + APART, FREE + 2 * APART
"""Shared numbers: links kept so far, and the symmetries that are used, a bit for each of them:
those of positions of the first player, and 16 bits further on those of the second. Where some
change sides, all positions become the first player's."""

SPREAD = 0x1E3779B97F4A7C15

ARRAYS = {
    "plan": ("int64", 2),  # of each part of a packed position: word, shift, mask, its word, shift
    "allowed": ("int64", 1),  # the bits of each word of a state that have a place
    "wanted": ("int64", 1),  # bits that were met without one
    "work": ("int64", 1),
    "slots": ("int32", 1),
    "rows": ("int64", 2),
    "twins": ("int8", 1),  # how many symmetries leave a position as it is
    "worth": ("int32", 1),  # see `verdicts`
    "begins": ("int64", 1),  # where the links of a position begin
    "degrees": ("int32", 1),  # how many there are
    "links": ("int32", 1),
    "own": ("int32", 1),  # those of a block
    "masks": ("int32", 1),  # which images of a position are reached
    "plies": ("int32", 1),
    "sample": ("int64", 1),
    "shared": ("int64", 1),
}


def explore(
    board: Any,
    k: Any,
    plan: Any,
    allowed: Any,
    wanted: Any,
    work: Any,
    slots: Any,
    rows: Any,
    twins: Any,
    worth: Any,
    begins: Any,
    degrees: Any,
    links: Any,
    own: Any,
    masks: Any,
    plies: Any,
    sample: Any,
    shared: Any,
    what: int,
    a: int,
    b: int,
) -> int:
    """Do `what` for a to b."""
    plan, allowed, wanted = borrowed(plan), borrowed(allowed), borrowed(wanted)
    work, slots, rows, shared = borrowed(work), borrowed(slots), borrowed(rows), borrowed(shared)
    twins, worth, links, own = borrowed(twins), borrowed(worth), borrowed(links), borrowed(own)
    begins, degrees = borrowed(begins), borrowed(degrees)
    s = k.states[0]
    work[STATUS] = FINE
    while what == EXPLORE:  # here and not in a function: arrays without a count stay so
        begin = take_block(shared, k, BLOCK, b)
        work[REACHED] = begin if begin >= 0 else load(shared, TAKEN)
        if begin < 0:
            return 0
        end = min(begin + BLOCK, load(shared, EDGE))
        work[USED] = 0
        for i in range(begin, end):
            begins[i] = work[USED]
            if worth[i] == 0:
                unpack(plan, rows, i, s)
                ply, base = i - i, i - i  # typed zeros: see the traps of cached recursion
                turns(
                    board, k, plan, allowed, wanted, work, slots, rows, twins, worth, own, shared,
                    begins[i], ply, base,
                )  # fmt: skip
                if work[STATUS] == FINE and work[USED] == begins[i]:
                    worth[i] = verdict(stuck(board, s), s.player)
            degrees[i] = work[USED] - begins[i]
            if work[STATUS] != FINE:
                break
        if work[STATUS] == FINE:
            keep(begins, links, own, shared, work, begin, end)
        if work[STATUS] != FINE:
            publish(shared, WHY, work[STATUS])
            return 0
        end_block(shared, end - begin)
    for i in range(a, b):
        if k.stop != 0:
            return 0
        if what == INDEX:
            index(slots, rows, i)
        elif what == SAMPLE:
            k.plies += 1
            if i == a or k.plies > WALK or not goes_on(board, k):
                copy_record(k.states[1], s)
                k.plies = 0
            canonical(board, k, k.states[1], shared[GROUP])
            sample[i] = key_of(k.images[1])
            plies[i] = k.plies
        else:
            unpack(plan, rows, i, s)
            kind = DRAWS if worth[i] <= DRAWN else WINS if is_won(worth[i]) else LOSSES
            work[kind] += reached_images(board, k, s, masks[i], twins[i], work)
    return 0


def keep(begins: Any, links: Any, own: Any, shared: Any, work: Any, begin: int, end: int) -> None:
    """Put the links of a block behind those of others."""
    used = work[USED]
    at = add_to(shared, LINKED, used)
    if at + used > len(links):
        add_to(shared, LINKED, -used)
        work[STATUS] = MORE
        return
    for i in range(used):
        links[at + i] = own[i]
    for i in range(begin, end):
        begins[i] += at


def turns(
    board, k, plan, allowed, wanted, work, slots, rows, twins, worth, own, shared,
    begin, ply, base,
):  # fmt: skip
    """Link a position to where each of its turns leads, from `k.states[ply]` on, once each."""
    s = k.states[ply]
    t = k.states[ply + 1]
    end = actions(board, s, k.actions, base)
    for i in range(base, end):
        copy_record(t, s)
        play(board, t, k.actions[i])
        result = outcome(board, t)
        if result == OPEN and t.player == s.player:
            turns(
                board, k, plan, allowed, wanted, work, slots, rows, twins, worth, own, shared,
                begin, ply + 1, end,
            )  # fmt: skip
        else:
            found = canonical(board, k, t, shared[GROUP])
            if not pack(plan, allowed, wanted, k.images[1], work):
                work[STATUS] = WIDER
            else:
                number = place(slots, rows, twins, shared, work, found >> LABEL_BITS)
                if number < 0:
                    work[STATUS] = FULL
                else:
                    if result != OPEN:
                        worth[number] = verdict(result, 1 - s.player)
                    connect(own, work, begin, number << LABEL_BITS | found & LABELS)
        if work[STATUS] != FINE:
            return


def connect(own: Any, work: Any, begin: int, link: int) -> None:
    """Add a link that is not there yet."""
    used = work[USED]
    for i in range(begin, used):
        if own[i] == link:
            return
    if used >= len(own):
        work[STATUS] = LONGER
        return
    own[used] = link
    work[USED] = used + 1


def verdict(result: int, player: int) -> int:
    """What an end is worth for a player."""
    if result == DRAW:
        return DRAWN
    return won(0) if result == player else lost(0)


def canonical(board: Any, k: Any, t: Any, group: int) -> int:
    """Leave the image with the lowest key in `k.images[1]`: which symmetry, and how many do it."""
    if not SYMMETRIC:
        copy_record(k.images[1], t)
        return 1 << LABEL_BITS
    label, same, lowest = 0, 0, 0
    for i in range(1 << LABEL_BITS):
        if group >> (t.player << LABEL_BITS) >> i & 1 == 0:
            continue
        if i == 0:
            copy_record(k.images[0], t)
        else:
            copy_record(k.images[0], k.images[2])
            image(board, t, k.images[0], i)
        key = key_of(k.images[0])
        if same != 0 and key == lowest:
            same += 1
        elif same == 0 or key < lowest:
            label, same, lowest = i, 1, key
            copy_record(k.images[1], k.images[0])
    return same << LABEL_BITS | label


def pack(plan: Any, allowed: Any, wanted: Any, s: Any, work: Any) -> bool:
    """The bits of a state that can be set, close together; False if it has others."""
    fits = True
    for i in range(len(allowed)):
        more = word_at(s, i) & ~allowed[i]
        if more != 0:
            wanted[i] |= more
            fits = False
    for i in range(MOST_WORDS):
        work[i] = 0
    for i in range(len(plan)):
        part = (word_at(s, plan[i, 0]) >> plan[i, 1]) & plan[i, 2]
        work[plan[i, 3]] |= part << plan[i, 4]
    return fits


def unpack(plan: Any, rows: Any, number: int, s: Any) -> None:
    """The state of a packed position."""
    for i in range(len(plan)):
        put_word(s, plan[i, 0], 0)
    for i in range(len(plan)):
        part = (rows[number, plan[i, 3]] >> plan[i, 4]) & plan[i, 2]
        put_word(s, plan[i, 0], word_at(s, plan[i, 0]) | part << plan[i, 1])


def mixed(h: int, word: int) -> int:
    """A hash with one more word in it; the same as `files.mixed`."""
    h = (h + (word ^ (word >> 32 & 0xFFFFFFFF))) * SPREAD
    return h ^ (h >> 29 & 0x7FFFFFFFF)


def place(slots: Any, rows: Any, twins: Any, shared: Any, work: Any, same: int) -> int:
    """The number of the packed position in `work`, a new one if need be; -1 if there is no room."""
    width = rows.shape[1]
    h = 0
    for w in range(width):
        h = mixed(h, work[w])
    at = h & len(slots) - 1
    while True:
        found = load(slots, at)
        if found > 0:
            equal = True
            for w in range(width):
                equal = equal and rows[found - 1, w] == work[w]
            if equal:
                return found - 1
            at = at + 1 & len(slots) - 1
        elif found != BUSY and swap_if(slots, at, 0, BUSY):
            number = add_to(shared, ADDED, 1)
            if number >= len(rows):
                add_to(shared, ADDED, -1)
                publish(slots, at, 0)
                return -1
            for w in range(width):
                rows[number, w] = work[w]
            twins[number] = same
            publish(slots, at, number + 1)
            return number


def index(slots: Any, rows: Any, number: int) -> None:
    """Put a known position into an empty hash table."""
    h = 0
    for w in range(rows.shape[1]):
        h = mixed(h, rows[number, w])
    at = h & len(slots) - 1
    while not swap_if(slots, at, 0, number + 1):
        at = at + 1 & len(slots) - 1


def goes_on(board: Any, k: Any) -> bool:
    """Play a random turn in `k.states[1]`; False if the game is over before or after it."""
    s = k.states[1]
    player = s.player
    while s.player == player:
        if outcome(board, s) != OPEN:
            return False
        action = draw_action(board, k, s)
        if action < 0:
            return False
        play(board, s, action)
    return True


def reached_images(board: Any, k: Any, s: Any, mask: int, same: int, work: Any) -> int:
    """How many different positions a set of images of a position is."""
    if not SYMMETRIC or same == 1:
        return mask.bit_count()
    count = 0
    for i in range(1 << LABEL_BITS):
        if mask >> i & 1 != 0:
            copy_record(k.images[0], k.images[2])
            if i == 0:
                copy_record(k.images[0], s)
            else:
                image(board, s, k.images[0], i)
            key = key_of(k.images[0])
            new = True
            for j in range(count):
                new = new and work[IMAGES + j] != key
            if new:
                work[IMAGES + count] = key
                count += 1
    return count
