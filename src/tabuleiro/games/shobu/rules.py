"""Shobu: four boards of 4 x 4; a turn is a passive step, then the same step made with force.

A set of stones is one word: 16 cells for each board, row by row from its top left. The boards are
White's home dark and light, then Black's home dark and light, so a light board is an odd one.
A kind of step is 8 * (length - 1) + direction; an action is 1 + 64 * kind + the cell that is left.
"""

from tabuleiro.kernel.rng import below

STATE = dict(
    player=1,
    stones=2,
    passive=1,  # in the middle of a turn: the passive step that was made
)
TABLES = dict(
    # shifts that bring to each cell what is one step away, a whole step away, and one step more
    left_near=8,
    right_near=8,
    left_end=16,
    right_end=16,
    left_beyond=16,
    right_beyond=16,
    inside=16,  # the cells from which a step of this kind stays on its board
    inside_beyond=16,  # and those from which it would even if it were one cell longer
    long=16,  # all cells if the length is 2, otherwise none
    # by action - 1
    move=1024,  # the cells where the step starts and ends
    path=1024,  # the cells that it enters
    beyond=1024,  # the cell to which it pushes, none if that is off the board
    stones=2,
    home=(2, 2),  # by player and shade
    shade=2,
    distinct=1,  # all cells or none, see `tables`
    lowest=1,  # the first cell of each board
    highest=1,  # the last cell of each board
    high_bits=1,  # of each byte
    symmetries=1,
    turned=(8, 16),  # images of the cells of a board
    turned_direction=(8, 8),
)
MAX_ACTIONS = 1 + 16 * 64
MAX_STEPS = 2

OPEN = -1
QUIET, PROGRESS, FINAL, NOISY = 0, 1, 2, 4
DARK, LIGHT = 0, 1
BYTES = 0x0101010101010101

STEPS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


def tables(first="black", distinct=False):
    """With `distinct`, only one of two turns in which two home stones swap roles is legal.

    They lead to the same position. That is for searches; people may make either.
    """
    kinds = [(d, length) for length in (1, 2) for d in range(8)]
    shifts = [4 * dy + dx for dy, dx in STEPS]

    def away(p, d, n):
        """The set of the cell n steps away from p; empty if there is none on the same board."""
        y, x = p % 16 // 4 + n * STEPS[d][0], p % 4 + n * STEPS[d][1]
        return 1 << p // 16 * 16 + 4 * y + x if 0 <= y < 4 and 0 <= x < 4 else 0

    def inside(d, n):
        return sum(1 << p for p in range(64) if away(p, d, n))

    def turn(i, y, x, last):
        """Turn or mirror a cell of a board (last = 3) or a direction (last = 0)."""
        y = last - y if i & 1 else y
        x = last - x if i & 2 else x
        return (x, y) if i & 4 else (y, x)

    def turned_cell(i, p):
        y, x = turn(i, p // 4, p % 4, 3)
        return 4 * y + x

    steps = [
        [away(p, d, n) for n in range(length + 2)] if away(p, d, length) else [0, 0, 0]
        for d, length in kinds
        for p in range(64)
    ]
    one_board, every_board = 0xFFFF, 0x0001000100010001
    white = 0x000F * every_board, [one_board, one_board << 16]
    black = 0xF000 * every_board, [one_board << 32, one_board << 48]
    players = (black, white) if first == "black" else (white, black)
    return dict(
        left_near=[max(0, -shift) for shift in shifts],
        right_near=[max(0, shift) for shift in shifts],
        left_end=[max(0, -length * shifts[d]) for d, length in kinds],
        right_end=[max(0, length * shifts[d]) for d, length in kinds],
        left_beyond=[max(0, -(length + 1) * shifts[d]) for d, length in kinds],
        right_beyond=[max(0, (length + 1) * shifts[d]) for d, length in kinds],
        inside=[inside(d, length) for d, length in kinds],
        inside_beyond=[inside(d, length + 1) for d, length in kinds],
        long=[-1 if length == 2 else 0 for _, length in kinds],
        move=[cells[0] | cells[-2] for cells in steps],
        path=[sum(cells[1:-1]) for cells in steps],
        beyond=[cells[-1] for cells in steps],
        stones=[stones for stones, _ in players],
        home=[home for _, home in players],
        shade=[one_board << 32 | one_board, one_board << 48 | one_board << 16],
        distinct=-1 if distinct else 0,
        lowest=every_board,
        highest=every_board << 15,
        high_bits=BYTES << 7,
        symmetries=32,
        turned=[[turned_cell(i, p) for p in range(16)] for i in range(8)],
        turned_direction=[[STEPS.index(turn(i, *step, 0)) for step in STEPS] for i in range(8)],
    )


def start(board, s):
    s.stones[0] = board.stones[0]
    s.stones[1] = board.stones[1]


def movers(board, kind, mine, foes):
    """The stones that may make a kind of step, with force allowed; and of these, those that push.

    A step fails if it enters a cell with a stone of the mover, or if there are two stones among the
    cells that it enters and the one beyond.
    """
    d = kind & 7
    own = (mine << board.left_near[d]) >> board.right_near[d]
    own |= (mine << board.left_end[kind]) >> board.right_end[kind]
    near = (foes << board.left_near[d]) >> board.right_near[d] & board.long[kind]
    end = (foes << board.left_end[kind]) >> board.right_end[kind]
    beyond = ((mine | foes) << board.left_beyond[kind]) >> board.right_beyond[kind]
    beyond &= board.inside_beyond[kind]
    able = mine & board.inside[kind] & ~own & ~(near & end | (near | end) & beyond)
    return able, able & (near | end)


def passive_movers(board, me, kind, mine, foes):
    """The home stones that may make a kind of step passively: an aggressive one can follow it."""
    able, pushing = movers(board, kind, mine, foes)
    dark = (able ^ pushing) & board.home[me, DARK]
    light = (able ^ pushing) & board.home[me, LIGHT]
    after_dark = able & board.shade[LIGHT]
    after_light = able & board.shade[DARK] & ~(dark & board.distinct)
    return (dark if after_dark != 0 else 0) | (light if after_light != 0 else 0)


def aggressive_movers(board, me, passive, mine, foes):
    """The stones that may complete a turn after its passive step; and of these, those that push."""
    able, pushing = movers(board, (passive - 1) >> 6 & 15, mine, foes)
    if (passive - 1) >> 4 & 1 == LIGHT:
        able &= board.shade[DARK] & ~(~pushing & board.home[me, DARK] & board.distinct)
    else:
        able &= board.shade[LIGHT]
    return able, able & pushing


def append(out, n, stones, kind):
    while stones != 0:
        low = stones & -stones
        out[n] = (kind << 6) + low.bit_length()
        n += 1
        stones ^= low
    return n


def actions(board, s, out, n):
    me = s.player & 1
    mine, foes, passive = s.stones[me], s.stones[1 - me], s.passive
    if passive != 0:
        able, pushing = aggressive_movers(board, me, passive, mine, foes)
        n = append(out, n, pushing, (passive - 1) >> 6)
        return append(out, n, able ^ pushing, (passive - 1) >> 6)
    for kind in range(16):
        n = append(out, n, passive_movers(board, me, kind, mine, foes), kind)
    return n


def play(board, s, action):
    me = s.player & 1
    mine, foes = s.stones[me], s.stones[1 - me]
    i = (action - 1) & 1023
    mine ^= board.move[i]
    if s.passive == 0:
        s.stones[me] = mine
        s.passive = action
        return QUIET
    pushed = foes & board.path[i]
    landing = board.beyond[i] if pushed != 0 else 0
    s.stones[me] = mine
    s.stones[1 - me] = foes ^ pushed | landing
    s.player = 1 - me
    s.passive = 0
    if pushed == 0:
        return QUIET
    return NOISY | (PROGRESS if landing != 0 else FINAL)


def outcome(board, s):
    for side in range(2):
        stones = s.stones[side]
        # the subtraction reaches the last cell of a board only if the board is empty
        if (stones - board.lowest) & ~stones & board.highest != 0:
            return 1 - side
    return OPEN


def decisive(board, s, turns):
    """A turn takes one stone at most, and touches only two boards of different shades."""
    if turns > 2:
        return True
    me = s.player & 1
    mine, foes = s.stones[me], s.stones[1 - me]
    if has_last_stone(foes) or (turns == 2 and has_last_stone(mine)):
        return True
    if turns == 2 and not safely_mobile(board, 1 - me, foes, mine):
        return True
    kind = 0
    while kind < 16 and passive_movers(board, me, kind, mine, foes) == 0:
        kind += 1
    return kind == 16


def has_last_stone(stones):
    """Whether there is a board with a single stone."""
    for shift in range(0, 64, 16):
        there = stones >> shift & 0xFFFF
        if there & there - 1 == 0:
            return True
    return False


def safely_mobile(board, me, mine, foes):
    """Whether a player has a turn left whatever the other one does before.

    The other one's turn spares both home boards, or one of them with the far board of other shade.
    """
    at_home = dark = light = False
    for kind in range(16):
        able, pushing = movers(board, kind, mine, foes)
        from_dark = (able ^ pushing) & board.home[me, DARK] != 0
        from_light = (able ^ pushing) & board.home[me, LIGHT] != 0
        at_home = at_home or (from_dark and able & board.home[me, LIGHT] != 0)
        at_home = at_home or (from_light and able & board.home[me, DARK] != 0)
        dark = dark or (from_dark and able & board.home[1 - me, LIGHT] != 0)
        light = light or (from_light and able & board.home[1 - me, DARK] != 0)
        if at_home and dark and light:
            return True
    return False


def stuck(board, s):
    return 1 - s.player


def draw_stone(stones, k):
    """1 + the cell of stone number k."""
    for _ in range(k):
        stones &= stones - 1
    return (stones & -stones).bit_length()


def random_action(board, s, rng):
    me = s.player & 1
    mine, foes, passive = s.stones[me], s.stones[1 - me], s.passive
    if passive != 0:
        able, _ = aggressive_movers(board, me, passive, mine, foes)
        return ((passive - 1) >> 6 << 6) + draw_stone(able, below(rng, able.bit_count()))

    # how many stones can make each kind of step, in bytes: no branch, so that the compiler takes
    # all directions at once
    short, long = 0, 0
    for d in range(8):
        short |= passive_movers(board, me, d, mine, foes).bit_count() << 8 * d
        long |= passive_movers(board, me, d + 8, mine, foes).bit_count() << 8 * d

    # running sums; the kind drawn is as far on as there are sums up to k
    sums, long_sums = short * BYTES, long * BYTES
    in_short = sums >> 56 & 255
    total = in_short + (long_sums >> 56 & 255)
    if total == 0:
        return -1
    k = below(rng, total)
    kind = 0
    if k >= in_short:
        k -= in_short
        sums = long_sums
        kind = 8
    d = (((k * BYTES | board.high_bits) - sums) & board.high_bits).bit_count() & 7
    k -= (sums << 8) >> 8 * d & 255
    kind += d
    return (kind << 6) + draw_stone(passive_movers(board, me, kind, mine, foes), k)


def image(board, s, t, i):
    """Bits 0 to 2 of i turn every board, bit 3 exchanges the shades, bit 4 players and homes."""
    swap = i >> 4
    t.player = s.player ^ swap
    for side in range(2):
        stones = s.stones[side]
        turned = 0
        for p in range(64):
            if (stones >> p) & 1 != 0:
                turned |= 1 << image_cell(board, p, i)
        t.stones[side ^ swap] = turned
    if s.passive != 0:
        t.passive = image_action(board, s.passive, i)


def image_cell(board, p, i):
    return ((p >> 4) ^ (i >> 3)) << 4 | board.turned[i & 7, p & 15]


def image_action(board, action, i):
    kind, p = (action - 1) >> 6, (action - 1) & 63
    kind = kind & 8 | board.turned_direction[i & 7, kind & 7]
    return 1 + (kind << 6) + image_cell(board, p, i)
