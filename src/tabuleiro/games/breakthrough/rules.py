"""Breakthrough: pawns go forward, straight or slanting, and take slanting; reach the far side.

Cells are counted along the rows from the top. The first player goes up, to lower numbers.
"""

from tabuleiro.kernel.rng import below

STATE = dict(player=1, pawns=2)
TABLES = dict(
    size=1,
    cells=1,
    pawns=2,
    goal=2,  # the row that each player wants to reach
    up=(2, 3),  # by player and way (left, straight, right): bits to shift a set by, to higher cells
    down=(2, 3),  # and to lower ones
    leave=(2, 3),  # the cells from which such a step stays on the board
    reach=(2, 192),  # by player: where action - 1 leads
    row=8,  # the rows from the top
    symmetries=1,
)
MAX_ACTIONS, MAX_STEPS = 1 + 3 * 64, 1
OPEN, FINAL, NOISY = -1, 2, 4
STRAIGHT = 1


def tables(size=8):
    cells = size * size
    steps = [[way - size for way in (-1, 0, 1)], [way + size for way in (-1, 0, 1)]]
    row = (1 << size) - 1

    def stays(p, player, way):
        y, x = p // size + 2 * player - 1, p % size + way - 1
        return 0 <= x < size and 0 <= y < size

    return dict(
        size=size,
        cells=cells,
        pawns=[
            sum(row << size * y for y in (size - 2, size - 1)),
            sum(row << size * y for y in (0, 1)),
        ],
        goal=[row, row << size * (size - 1)],
        up=[[max(0, step) for step in steps[player]] for player in range(2)],
        down=[[max(0, -step) for step in steps[player]] for player in range(2)],
        leave=[
            [sum(1 << p for p in range(cells) if stays(p, player, way)) for way in range(3)]
            for player in range(2)
        ],
        reach=[
            [p + steps[player][way] for p in range(cells) for way in range(3)]
            for player in range(2)
        ],
        row=[row << size * y for y in range(size)],
        symmetries=4,
    )


def start(board, s):
    s.pawns[0] = board.pawns[0]
    s.pawns[1] = board.pawns[1]


def sources(board, me, way, targets):
    """The cells from which a step in a way leads into a set."""
    return (targets << board.down[me, way] >> board.up[me, way]) & board.leave[me, way]


def append(out, n, pawns, way):
    while pawns != 0:
        low = pawns & -pawns
        out[n] = 1 + 3 * (low.bit_length() - 1) + way
        n += 1
        pawns ^= low
    return n


def actions(board, s, out, n):
    me = s.player
    mine, foes = s.pawns[me], s.pawns[1 - me]
    n = append(out, n, sources(board, me, 0, foes) & mine, 0)
    n = append(out, n, sources(board, me, 2, foes) & mine, 2)
    free = ~(mine | foes)
    n = append(out, n, sources(board, me, STRAIGHT, free) & mine, STRAIGHT)
    n = append(out, n, sources(board, me, 0, free) & mine, 0)
    return append(out, n, sources(board, me, 2, free) & mine, 2)


def play(board, s, action):
    me = s.player
    p, q = (action - 1) // 3, board.reach[me, action - 1]
    to = 1 << q
    taken = s.pawns[1 - me] & to
    s.pawns[me] ^= 1 << p | to
    s.pawns[1 - me] ^= taken
    s.player = 1 - me
    return FINAL | NOISY if taken != 0 else FINAL


def outcome(board, s):
    other = 1 - s.player
    if s.pawns[other] & board.goal[other] != 0 or s.pawns[s.player] == 0:
        return other
    return OPEN


def stuck(board, s):
    return 1 - s.player


def random_action(board, s, rng):
    """Draw a pawn and a way, again and again until it can go; the foremost pawn always can."""
    me = s.player
    mine, foes = s.pawns[me], s.pawns[1 - me]
    blocked = mine | foes
    count = mine.bit_count()
    while True:
        r = below(rng, 3 * count)
        i = r // 3
        way = r - 3 * i
        pawns = mine
        for _ in range(i):
            pawns &= pawns - 1
        low = pawns & -pawns
        p = low.bit_length() - 1
        q = board.reach[me, 3 * p + way]
        bit = 1 << q
        if board.leave[me, way] & low != 0 and (blocked if way == STRAIGHT else mine) & bit == 0:
            return 1 + 3 * p + way


def image_cell(board, p, i):
    """Left and right change places with symmetry 1, the sides with 2."""
    y, x = p // board.size, p % board.size
    if i & 1:
        x = board.size - 1 - x
    if i & 2:
        y = board.size - 1 - y
    return y * board.size + x


def image(board, s, t, i):
    swaps = i >> 1
    for side in range(2):
        pawns = s.pawns[side]
        while pawns != 0:
            low = pawns & -pawns
            t.pawns[side ^ swaps] |= 1 << image_cell(board, low.bit_length() - 1, i)
            pawns ^= low
    t.player = s.player ^ swaps


def image_action(board, action, i):
    p, way = (action - 1) // 3, (action - 1) % 3
    return 1 + 3 * image_cell(board, p, i) + (2 - way if i & 1 else way)
