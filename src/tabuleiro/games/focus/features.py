"""What a net sees of a Focus position: each cell's whole stack, and both reserves.

A stack is seen as the side to move sees it, its own pieces as 0. Its row is the sum of what its
pieces are worth one by one, each on its cell and at its depth, and of its height and owner.
"""

from tabuleiro.games.focus.rules import ONES, WORDS
from tabuleiro.kernel.nets import see

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
        tops = below & ONES
        stacks += tops.bit_count()
        x ^= below & -me
        while tops != 0:
            shift = (tops & -tops).bit_length() - 1
            tops &= tops - 1
            seen = see(seen, k, (w * 9 + (shift * 37 >> 8) << 6) + (x >> shift & 63))
    return seen, stacks


def factors(board, view=0, exact=True):
    places = WORDS * 9
    deep, high, hands = 0, 10 * places, 20 * places
    rows = []
    for place in range(places):
        for stack in range(64):
            height = max(stack.bit_length() - 1, 0)
            pieces = [deep + 10 * place + 2 * d + (stack >> d & 1) for d in range(height)]
            whole = [high + 10 * place + 2 * (height - 1) + (stack & 1)] if height else []
            rows.append(pieces + whole)
    for side in range(2):
        first = hands + side * RESERVE
        rows += [[first + i for i in range(number)] for number in range(RESERVE)]
    return rows
