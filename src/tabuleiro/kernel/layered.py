"""Numbered things that threads go through together, a block at a time and layer after layer.

Whoever ends a layer opens the next one: the things that were added meanwhile. The others wait for
it in compiled code, since the way to the caller and back takes as long as a small layer.
"""

from __future__ import annotations

from typing import Any

from tabuleiro.kernel.atomics import add_to, load, publish, swap_if

APART = 16
"""So many words from what another thread writes, reading does not wait for it."""
TAKEN, DONE, EDGE, ADDED, WHY, LAYERS = (APART * i for i in range(1, 7))
"""Numbers that threads share: things that some thread has taken; that are done; where the layer
ends; things added so far; why nobody takes more; layers that were opened, and behind it their
ends."""
MOST_LAYERS = 64
"""Layers that are opened without the caller."""
FREE = LAYERS + MOST_LAYERS + APART
"""The first place for other numbers."""
FINE, OVER, ENOUGH, OTHER = 0, 1, 2, 3
"""Why: no reason; there is no more; the caller's turn; the first reason of a template's own."""
PATIENCE = 1 << 17
"""Looks for a new layer after which the caller may as well be asked."""


def take_block(shared: Any, k: Any, block: int, limit: int) -> int:
    """The first of at most `block` things of the layer, which are the caller's now; -1 if none."""
    looks = 0
    while k.stop == 0 and load(shared, WHY) == FINE:
        begin = load(shared, TAKEN)
        edge = load(shared, EDGE)
        if begin >= limit:
            break
        if begin == edge:
            looks += 1
            if looks == PATIENCE:
                swap_if(shared, WHY, FINE, ENOUGH)
        elif swap_if(shared, TAKEN, begin, min(begin + block, edge)):
            return begin
    return -1


def end_block(shared: Any, size: int) -> None:
    """So many of the things that were taken are done."""
    edge = load(shared, EDGE)
    if add_to(shared, DONE, size) + size < edge:
        return
    added = load(shared, ADDED)
    if added == edge:
        publish(shared, WHY, OVER)
        return
    shared[LAYERS] += 1
    shared[LAYERS + shared[LAYERS]] = added
    if shared[LAYERS] == MOST_LAYERS:
        publish(shared, WHY, ENOUGH)
    publish(shared, EDGE, added)
