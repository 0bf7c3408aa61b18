"""Values from the end: what the positions of a finished graph are worth, layer by layer.

A lost position makes every position before it a won one; a position all of whose turns lead to won
ones is lost. What is never reached so is a draw. Layers are distances to the end, in turns.
"""

from __future__ import annotations

from typing import Any

from tabuleiro.kernel.atomics import add_to, borrowed, load, swap_if
from tabuleiro.kernel.explore import LABEL_BITS, LABELS
from tabuleiro.kernel.layered import ADDED, EDGE, end_block, take_block
from tabuleiro.kernel.verdicts import is_won, lost, turns_of, won

COUNT, FILL, LAYER, REACH = 0, 1, 2, 3
"""What to do with all positions: count the links to each; list where they come from; decide those
before each of `queue`, which grows by them; see which images of each are reached, in as many rounds
as it takes."""

BLOCK = 1 << 8
"""Positions that a thread takes at a time, so that all of them end at once and, where one position
reaches the next, go through the graph side by side."""
BYTE = 8
BYTES = 1 << BYTE

ARRAYS = {
    "begins": ("int64", 1),  # where the links of each position begin
    "degrees": ("int32", 1),  # how many there are
    "links": ("int32", 1),
    "cursors": ("int64", 1),  # where the next position before each one is listed
    "starts": ("int64", 1),  # where the positions before each one begin
    "sources": ("int32", 1),
    "worth": ("int32", 1),
    "left": ("int32", 1),  # turns of a position that do not lead to won ones
    "queue": ("int32", 1),
    "found": ("int32", 1),
    "masks": ("int32", 1),
    "passed": ("int32", 1),  # the part of `masks` that was handed on
    "moved": ("int32", 2),  # of a label and a byte of images: those after the link, low bytes first
    "shared": ("int64", 1),
}


def retrograde(
    board: Any,
    k: Any,
    begins: Any,
    degrees: Any,
    links: Any,
    cursors: Any,
    starts: Any,
    sources: Any,
    worth: Any,
    left: Any,
    queue: Any,
    found: Any,
    masks: Any,
    passed: Any,
    moved: Any,
    shared: Any,
    what: int,
    b: int,
) -> int:
    """Do `what` up to b, together with the other threads."""
    begins, degrees, links = borrowed(begins), borrowed(degrees), borrowed(links)
    starts, sources, worth = borrowed(starts), borrowed(sources), borrowed(worth)
    left, queue, found = borrowed(left), borrowed(queue), borrowed(found)
    masks, passed, moved = borrowed(masks), borrowed(passed), borrowed(moved)
    cursors, shared = borrowed(cursors), borrowed(shared)
    while True:
        begin = take_block(shared, k, BLOCK, b)
        if begin < 0:
            return 0
        edge = load(shared, EDGE)
        end = min(begin + BLOCK, edge)
        earlier = begin - begin % len(masks)  # in other rounds
        number = 0
        for i in range(begin - earlier, end - earlier):
            if what == LAYER:
                number = precede(starts, sources, worth, left, queue[i], found, number)
                continue
            first, last = begins[i], begins[i] + degrees[i]
            if what == REACH:
                new = load(masks, i) & ~passed[i]
                if new != 0:
                    passed[i] |= new
                    number += 1
                    for at in range(first, last):
                        hand_on(masks, moved, links[at], new)
            else:
                for at in range(first, last):
                    place = add_to(cursors, links[at] >> LABEL_BITS, 1)
                    if what == FILL:
                        sources[place] = i
        if what == LAYER:
            at = add_to(shared, ADDED, number)
            for i in range(number):
                queue[at + i] = found[i]
        elif number > 0:
            swap_if(shared, ADDED, edge, edge + len(masks))
        end_block(shared, end - begin)


def precede(
    starts: Any, sources: Any, worth: Any, left: Any, here: int, found: Any, number: int
) -> int:
    """What a decided position decides before it."""
    known = worth[here]
    turns = turns_of(known) + 1
    for at in range(starts[here], starts[here + 1]):
        before = sources[at]
        if load(worth, before) != 0:
            continue
        if is_won(known):
            if add_to(left, before, -1) != 1 or not swap_if(worth, before, 0, lost(turns)):
                continue
        elif not swap_if(worth, before, 0, won(turns)):
            continue
        found[number] = before
        number += 1
    return number


def hand_on(masks: Any, moved: Any, link: int, new: int) -> None:
    """Where the images of a position lead, the images of the next one are reached."""
    label = link & LABELS
    mask = moved[label, new & BYTES - 1] | moved[label, BYTES + (new >> BYTE)]
    target = link >> LABEL_BITS
    while True:
        before = load(masks, target)
        if mask & ~before == 0 or swap_if(masks, target, before, before | mask):
            return
