"""Connect Four: stones fall to the lowest free place of a column; four in a row win.

A column is `height + 1` bits, from the bottom; the highest is never set, so that rows do not run
from one column into the next.
"""

from tabuleiro.kernel.rng import below

STATE = dict(player=1, stones=2)
TABLES = dict(
    width=1,
    height=1,
    step=1,  # from a column to the next
    floor=1,  # the lowest place of every column
    tops=1,  # the highest place of every column
    order=9,  # columns, the middle ones first
    low=9,  # the lowest place of each column
    column=9,  # all places of each column
    lines=128,  # every four in a row
    count=1,  # how many there are
    even=1,  # the places in rows 2, 4, 6 …
    symmetries=1,
)
MAX_ACTIONS, MAX_STEPS = 1 + 9, 1
FINAL, OPEN, DRAW = 2, -1, 2


def tables(width=7, height=6):
    step = height + 1
    middle = (width - 1) / 2

    def places(cells):
        return sum(1 << (step * x + y) for x, y in cells)

    lines = []
    for x in range(width):
        for y in range(height):
            for dx, dy in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(x + i * dx, y + i * dy) for i in range(4)]
                if all(0 <= a < width and 0 <= b < height for a, b in line):
                    lines.append(places(line))
    return dict(
        width=width,
        height=height,
        step=step,
        floor=places((x, 0) for x in range(width)),
        tops=places((x, height - 1) for x in range(width)),
        order=sorted(range(width), key=lambda x: abs(x - middle)),
        low=[1 << step * x for x in range(width)],
        column=[places((x, y) for y in range(height)) for x in range(width)],
        lines=lines,
        count=len(lines),
        even=places((x, y) for x in range(width) for y in range(1, height, 2)),
        symmetries=2,
    )


def start(board, s):
    s.player = 0


def actions(board, s, out, n):
    taken = s.stones[0] | s.stones[1]
    for i in range(board.width):
        x = board.order[i]
        if taken & board.tops & board.column[x] == 0:
            out[n] = 1 + x
            n += 1
    return n


def play(board, s, action):
    x = action - 1
    taken = s.stones[0] | s.stones[1]
    s.stones[s.player] |= (taken + board.low[x]) & board.column[x]
    s.player = 1 - s.player
    return FINAL


def has_four(stones, step):
    """Whether a set has four in a row along one way."""
    pairs = stones & (stones >> step)
    return pairs & (pairs >> 2 * step) != 0


def outcome(board, s):
    last = s.stones[1 - s.player]
    if (
        has_four(last, 1)
        or has_four(last, board.step)
        or has_four(last, board.step - 1)
        or has_four(last, board.step + 1)
    ):
        return 1 - s.player
    return OPEN


def stuck(board, s):
    return DRAW


def random_action(board, s, rng):
    free = board.tops & ~(s.stones[0] | s.stones[1])
    if free == 0:
        return -1
    while True:
        x = below(rng, board.width)
        if free & board.column[x] != 0:
            return 1 + x


def image(board, s, t, i):
    last = board.width - 1
    for x in range(board.width):
        shift = board.step * (last - 2 * x)
        for side in range(2):
            part = s.stones[side] & board.column[x]
            t.stones[side] |= part << shift if shift >= 0 else part >> -shift
    t.player = s.player


def image_action(board, action, i):
    return board.width + 1 - action
