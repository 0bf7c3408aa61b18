"""Othello: a disc turns the enemy's discs between it and another of its own.

Cells are counted along the rows from the top. Who cannot place a disc passes; when neither can,
more discs win.
"""

from tabuleiro.kernel.rng import below

STATE = dict(player=1, discs=2)
TABLES = dict(
    size=1,
    cells=1,
    discs=2,
    everywhere=1,
    corners=1,
    edges=1,
    left=8,  # by direction: bits to shift a set by, to higher cells
    right=8,  # and to lower ones
    land=8,  # the cells that a step can reach
    symmetries=1,
    image=(8, 64),
)
PASS = 0
MAX_ACTIONS, MAX_STEPS = 1 + 64, 1
FINAL, OPEN, DRAW = 2, -1, 2

STEPS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


def tables(size=8):
    cells = size * size
    middle = size // 2

    def bit(y, x):
        return 1 << y * size + x

    def lands(dy, dx):
        return sum(
            bit(y, x)
            for y in range(size)
            for x in range(size)
            if 0 <= y - dy < size and 0 <= x - dx < size
        )

    last = size - 1
    turns = []
    for flip in (False, True):
        for quarter in range(4):
            image = []
            for p in range(cells):
                y, x = divmod(p, size)
                x = last - x if flip else x
                for _ in range(quarter):
                    y, x = x, last - y
                image.append(y * size + x)
            turns.append(image)
    return dict(
        size=size,
        cells=cells,
        discs=[
            bit(middle - 1, middle) | bit(middle, middle - 1),
            bit(middle - 1, middle - 1) | bit(middle, middle),
        ],
        everywhere=(1 << cells) - 1,
        corners=bit(0, 0) | bit(0, last) | bit(last, 0) | bit(last, last),
        edges=sum(bit(y, x) for y in range(size) for x in range(size) if {y, x} & {0, last}),
        left=[max(0, dy * size + dx) for dy, dx in STEPS],
        right=[max(0, -dy * size - dx) for dy, dx in STEPS],
        land=[lands(dy, dx) for dy, dx in STEPS],
        symmetries=8,
        image=turns,
    )


def start(board, s):
    s.discs[0] = board.discs[0]
    s.discs[1] = board.discs[1]


def onward(board, d, cells):
    """A set, moved one step in direction d."""
    return (cells << board.left[d] >> board.right[d]) & board.land[d]


def places(board, mine, foes):
    """Where a disc of mine would turn some of theirs."""
    free = board.everywhere & ~(mine | foes)
    found = 0
    for d in range(8):
        row = onward(board, d, mine) & foes
        for _ in range(board.size - 3):
            row |= onward(board, d, row) & foes
        found |= onward(board, d, row) & free
    return found


def actions(board, s, out, n):
    mine, foes = s.discs[s.player], s.discs[1 - s.player]
    found = places(board, mine, foes)
    if found == 0:
        if places(board, foes, mine) != 0:
            out[n] = PASS
            n += 1
        return n
    corners = found & board.corners
    found ^= corners
    while corners != 0:
        low = corners & -corners
        out[n] = low.bit_length()
        n += 1
        corners ^= low
    while found != 0:
        low = found & -found
        out[n] = low.bit_length()
        n += 1
        found ^= low
    return n


def play(board, s, action):
    me = s.player
    if action != PASS:
        mine, foes = s.discs[me], s.discs[1 - me]
        disc = 1 << action - 1
        turned = 0
        for d in range(8):
            row = onward(board, d, disc) & foes
            if row != 0:
                ahead = onward(board, d, row)
                while ahead & foes != 0:
                    row |= ahead
                    ahead = onward(board, d, ahead)
                if ahead & mine != 0:
                    turned |= row
        s.discs[me] = mine | disc | turned
        s.discs[1 - me] = foes ^ turned
    s.player = 1 - me
    return FINAL


def outcome(board, s):
    return OPEN  # it ends when neither side can place a disc


def stuck(board, s):
    first, second = s.discs[0].bit_count(), s.discs[1].bit_count()
    if first == second:
        return DRAW
    return 0 if first > second else 1


def random_action(board, s, rng):
    mine, foes = s.discs[s.player], s.discs[1 - s.player]
    found = places(board, mine, foes)
    if found == 0:
        return PASS if places(board, foes, mine) != 0 else -1
    for _ in range(below(rng, found.bit_count())):
        found ^= found & -found
    return (found & -found).bit_length()


def image(board, s, t, i):
    for side in range(2):
        discs = s.discs[side]
        while discs != 0:
            low = discs & -discs
            t.discs[side] |= 1 << board.image[i, low.bit_length() - 1]
            discs ^= low
    t.player = s.player


def image_action(board, action, i):
    return PASS if action == PASS else 1 + board.image[i, action - 1]
