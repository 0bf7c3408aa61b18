"""English draughts: captures are forced and go on; a man on the far row becomes a king.

All 64 squares have numbers, along the rows from the top, but pieces stand on the dark ones only.
The first player begins at the top and goes down. A turn of several jumps is several steps.
"""

STATE = dict(
    player=1,
    pieces=2,
    kings=1,  # those of both sides
    jumping=1,  # in a turn of several jumps: the square of the piece, plus one
)
TABLES = dict(
    up=4,  # by direction: bits to shift a set by, to higher squares
    down=4,  # and to lower ones
    leave=4,  # the squares from which a step stays on the board
    beyond=4,  # the squares from which a jump does
    ways=2,  # the directions of each side's men
    crown=2,  # the row where each side's men become kings
    step=4,
    symmetries=1,
)
MAX_ACTIONS, MAX_STEPS = 1 + 4 * 64, 12
QUIET, FINAL, NOISY = 0, 2, 4
OPEN = -1

STEPS = ((-1, -1), (-1, 1), (1, -1), (1, 1))  # 3 - d is opposite


def tables():
    def squares(far):
        return [
            sum(
                1 << 8 * y + x
                for y in range(8)
                for x in range(8)
                if 0 <= y + far * dy < 8 and 0 <= x + far * dx < 8
            )
            for dy, dx in STEPS
        ]

    steps = [8 * dy + dx for dy, dx in STEPS]
    return dict(
        up=[max(0, step) for step in steps],
        down=[max(0, -step) for step in steps],
        leave=squares(1),
        beyond=squares(2),
        ways=[0b1100, 0b0011],
        crown=[0xFF << 56, 0xFF],
        step=steps,
        symmetries=2,
    )


def start(board, s):
    for p in range(64):
        if (p // 8 + p) % 2 == 1 and not 24 <= p < 40:  # dark, and not in the two rows between
            s.pieces[0 if p < 32 else 1] |= 1 << p


def before(board, d, squares):
    """The squares from which a step in direction d leads into a set."""
    return (squares << board.down[d] >> board.up[d]) & board.leave[d]


def movers(board, s, d):
    """The pieces of the side to move that may go in direction d."""
    mine = s.pieces[s.player]
    return mine if board.ways[s.player] >> d & 1 else mine & s.kings


def jumpers(board, d, free, foes):
    """The squares from which a piece could jump in direction d."""
    return before(board, d, before(board, d, free) & foes)


def append(out, n, squares, d):
    while squares != 0:
        low = squares & -squares
        out[n] = 1 + 4 * (low.bit_length() - 1) + d
        n += 1
        squares ^= low
    return n


def actions(board, s, out, n):
    foes = s.pieces[1 - s.player]
    free = ~(s.pieces[0] | s.pieces[1])
    only = -1 if s.jumping == 0 else 1 << s.jumping - 1
    first = n
    for d in range(4):
        n = append(out, n, jumpers(board, d, free, foes) & movers(board, s, d) & only, d)
    if n == first:
        for d in range(4):
            n = append(out, n, before(board, d, free) & movers(board, s, d), d)
    return n


def play(board, s, action):
    me = s.player
    p, d = (action - 1) // 4, (action - 1) % 4
    q = p + board.step[d]
    piece, to = 1 << p, 1 << q
    taken = s.pieces[1 - me] & to
    if taken != 0:
        q += board.step[d]
        to = 1 << q
        s.pieces[1 - me] ^= taken
        s.kings &= ~taken
    king = s.kings & piece
    s.pieces[me] ^= piece | to
    crowned = king == 0 and board.crown[me] & to != 0
    if king != 0:
        s.kings ^= piece | to
    elif crowned:
        s.kings |= to
    s.jumping = 0
    if taken != 0 and not crowned and can_jump(board, s, to):
        s.jumping = q + 1
    else:
        s.player = 1 - me
    if taken != 0:
        return FINAL | NOISY
    return QUIET if king != 0 else FINAL


def can_jump(board, s, piece):
    foes = s.pieces[1 - s.player]
    free = ~(s.pieces[0] | s.pieces[1])
    for d in range(4):
        if jumpers(board, d, free, foes) & movers(board, s, d) & piece != 0:
            return True
    return False


def outcome(board, s):
    return OPEN if s.pieces[s.player] != 0 else 1 - s.player


def stuck(board, s):
    return 1 - s.player


def image(board, s, t, i):
    """The board turned by half, with the sides changed."""
    for side in range(2):
        t.pieces[1 - side] = turned(s.pieces[side])
    t.kings = turned(s.kings)
    t.jumping = 65 - s.jumping if s.jumping != 0 else 0
    t.player = 1 - s.player


def turned(squares):
    found = 0
    while squares != 0:
        low = squares & -squares
        found |= 1 << 64 - low.bit_length()
        squares ^= low
    return found


def image_action(board, action, i):
    p, d = (action - 1) // 4, (action - 1) % 4
    return 1 + 4 * (63 - p) + 3 - d
