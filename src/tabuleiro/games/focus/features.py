"""What a net sees of a Focus position: each cell's whole stack, and both reserves.

A stack is seen as the side to move sees it, its own pieces as 0. Its row is the sum of what its
pieces are worth one by one, each on its cell and at its depth, and of its height and owner.

Each place has 64 rows, and its number is in the order of them (row ^ place is the stack). Else the
rows of equal stacks would be 4 kB apart, and the processor's first cache can hold only a few such.
"""

from tabuleiro.games.focus.rules import ONES, WORDS
from tabuleiro.kernel.nets import see, see_both

PLACES = sum(i << 7 * i for i in range(9))  # 0 to 8, as stacks in a word
RESERVE = 32  # reserves that are told apart


def features(board, s, k, seen):
    me = s.player & 1
    hands = WORDS * 9 * 64
    seen = see(seen, k, hands + min(s.hand[me] & 255, RESERVE - 1))
    seen = see(seen, k, hands + RESERVE + min(s.hand[1 - me] & 255, RESERVE - 1))
    stacks = 0
    for w in range(WORDS):
        x = s.stacks[w]
        below = x >> 1 & 31 * ONES  # all places of a stack that have a piece
        below |= below >> 1 & 15 * ONES
        below |= below >> 2 & 7 * ONES
        below |= below >> 4 & ONES
        stacks += (below & ONES).bit_count()
        x ^= (below & -me) ^ (9 * w * ONES + PLACES)
        # Empty cells add nothing, which takes less time than to find the others.
        for i in range(0, 8, 2):
            row = w * 9 + i << 6
            seen = see_both(seen, k, row + (x >> 7 * i & 63), row + 64 + (x >> 7 * i + 7 & 63))
        seen = see(seen, k, (w * 9 + 8 << 6) + (x >> 56 & 63))
    return seen, stacks


def factors(board, view=0, exact=True):
    places = WORDS * 9
    deep, high, hands = 0, 10 * places, 20 * places
    rows = []
    for place in range(places):
        for row in range(64):
            stack = (row ^ place) & 63
            height = max(stack.bit_length() - 1, 0)
            pieces = [deep + 10 * place + 2 * d + (stack >> d & 1) for d in range(height)]
            whole = [high + 10 * place + 2 * (height - 1) + (stack & 1)] if height else []
            rows.append(pieces + whole)
    for side in range(2):
        first = hands + side * RESERVE
        rows += [[first + i for i in range(number)] for number in range(RESERVE)]
    return rows
