"""Hex: join your two edges. There is no swap.

Cells are counted along the rows from the top, 61 to a word. The first player joins the upper edge
to the lower one, the second the left to the right. `linked` are the stones that hang together with
their side's first edge (upper, left); a stone among them on the other edge wins.
"""

from tabuleiro.kernel.rng import below

STATE = dict(player=1, stones=(2, 2), linked=(2, 2))
TABLES = dict(
    size=1,
    cells=1,
    everywhere=2,
    beside=(121, 2),  # the neighbours of each cell
    first=(2, 2),  # each side's first edge
    last=(2, 2),  # and its other one
    order=121,  # cells, those in the middle first
    right=2,  # the cells that have one to the right, for the evaluation
    left=2,
    symmetries=1,
)
BITS = 61
MAX_ACTIONS, MAX_STEPS = 1 + 121, 1
FINAL, OPEN = 2, -1


def tables(size=11):
    cells = size * size
    middle = (size - 1) / 2

    def split(found):
        numbers = [0, 0]
        for p in found:
            numbers[p // BITS] |= 1 << p % BITS
        return numbers

    def neighbours(p):
        y, x = divmod(p, size)
        around = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
        near = [(y + dy, x + dx) for dy, dx in around]
        return [b * size + a for b, a in near if 0 <= a < size and 0 <= b < size]

    def outside(p):
        y, x = p // size - middle, p % size - middle
        return max(abs(x), abs(y), abs(x + y))

    return dict(
        size=size,
        cells=cells,
        everywhere=split(range(cells)),
        beside=[split(neighbours(p)) for p in range(cells)],
        first=[split(range(size)), split(range(0, cells, size))],
        last=[split(range(cells - size, cells)), split(range(size - 1, cells, size))],
        order=sorted(range(cells), key=outside),
        right=split(p for p in range(cells) if p % size < size - 1),
        left=split(p for p in range(cells) if p % size > 0),
        symmetries=4,
    )


def start(board, s):
    s.player = 0


def taken(s, p):
    w = p // BITS
    return (s.stones[0, w] | s.stones[1, w]) >> (p - BITS * w) & 1


def actions(board, s, out, n):
    for i in range(board.cells):
        p = board.order[i]
        if taken(s, p) == 0:
            out[n] = 1 + p
            n += 1
    return n


def join(board, s, side, p):
    """A stone on p, and all that hang together with it, are linked to the first edge."""
    linked0, linked1 = s.linked[side, 0], s.linked[side, 1]
    more0 = 1 << p if p < BITS else 0
    more1 = 0 if p < BITS else 1 << (p - BITS)
    while more0 | more1 != 0:
        if more0 != 0:
            low = more0 & -more0
            more0 ^= low
            linked0 |= low
            q = low.bit_length() - 1
        else:
            low = more1 & -more1
            more1 ^= low
            linked1 |= low
            q = low.bit_length() - 1 + BITS
        more0 |= board.beside[q, 0] & s.stones[side, 0] & ~linked0
        more1 |= board.beside[q, 1] & s.stones[side, 1] & ~linked1
    s.linked[side, 0] = linked0
    s.linked[side, 1] = linked1


def place(board, s, side, p):
    w = p // BITS
    bit = 1 << (p - BITS * w)
    s.stones[side, w] |= bit
    near = board.beside[p, 0] & s.linked[side, 0] | board.beside[p, 1] & s.linked[side, 1]
    if near | board.first[side, w] & bit != 0:
        join(board, s, side, p)


def play(board, s, action):
    place(board, s, s.player, action - 1)
    s.player = 1 - s.player
    return FINAL


def outcome(board, s):
    last = 1 - s.player
    ends = s.linked[last, 0] & board.last[last, 0] | s.linked[last, 1] & board.last[last, 1]
    return last if ends != 0 else OPEN


def stuck(board, s):
    return 1 - s.player  # a full board has a winner, so this is never asked


def random_action(board, s, rng):
    while True:
        p = below(rng, board.cells)
        if taken(s, p) == 0:
            return 1 + p


def image_cell(board, p, i):
    """Symmetry 1 turns the board by half, 2 changes the sides, which join its other edges."""
    if i & 1:
        p = board.cells - 1 - p
    if i & 2:
        p = p % board.size * board.size + p // board.size
    return p


def image(board, s, t, i):
    swaps = i >> 1
    for p in range(board.cells):
        w = p // BITS
        for side in range(2):
            if s.stones[side, w] >> (p - BITS * w) & 1:
                place(board, t, side ^ swaps, image_cell(board, p, i))
    t.player = s.player ^ swaps


def image_action(board, action, i):
    return 1 + image_cell(board, action - 1, i)
