"""Nine Men's Morris: three in a row, a mill, take a stone; two stones left lose.

Three rings of eight points, the outer one first, each clockwise from its upper left corner; points
with odd numbers are the middles of sides. A mill is a step, and the stone that it takes the next.
"""

STATE = dict(
    player=1,
    stones=2,
    hand=2,  # stones that are still to be placed
    taking=1,  # a mill has just been made
)
TABLES = dict(
    mills=16,
    mills_of=(24, 2),  # the two mills through each point
    beside=24,
    flying=1,
    symmetries=1,
    image=(16, 24),
)
POINTS = 24
TAKE, MOVE = 24, 48
MAX_ACTIONS, MAX_STEPS = 1 + MOVE + POINTS * POINTS, 2
QUIET, FINAL, NOISY = 0, 2, 4
OPEN = -1
STONES = 9


def tables(flying=True):
    mills, beside = [], [0] * POINTS
    for ring in range(3):
        for i in range(0, 8, 2):
            mills.append(sum(1 << (8 * ring + (i + j) % 8) for j in range(3)))
    mills += [sum(1 << (8 * ring + i) for ring in range(3)) for i in range(1, 8, 2)]
    for p in range(POINTS):
        ring, i = divmod(p, 8)
        beside[p] = 1 << (8 * ring + (i + 1) % 8) | 1 << (8 * ring + (i + 7) % 8)
        for other in (ring - 1, ring + 1):
            if i % 2 == 1 and 0 <= other < 3:
                beside[p] |= 1 << (8 * other + i)
    images = []
    for inside_out in (False, True):
        for flip in (False, True):
            for quarter in range(4):
                image = []
                for p in range(POINTS):
                    ring, i = divmod(p, 8)
                    ring = 2 - ring if inside_out else ring
                    i = (2 - i) % 8 if flip else i
                    image.append(8 * ring + (i + 2 * quarter) % 8)
                images.append(image)
    return dict(
        mills=mills,
        mills_of=[[mill for mill in mills if mill >> p & 1] for p in range(POINTS)],
        beside=beside,
        flying=int(flying),
        symmetries=len(images),
        image=images,
    )


def start(board, s):
    s.hand[0] = s.hand[1] = STONES


def in_mill(board, stones, p):
    """Whether a stone on p would stand, or stands, in a mill of a set that may have it already."""
    one, two = board.mills_of[p, 0], board.mills_of[p, 1]
    with_it = stones | 1 << p
    return with_it & one == one or with_it & two == two


def actions(board, s, out, n):
    mine, foes = s.stones[s.player], s.stones[1 - s.player]
    if s.taking != 0:
        return captures(board, foes, out, n)
    free = ~(mine | foes) & (1 << POINTS) - 1
    if s.hand[s.player] > 0:
        return placings(board, mine, free, out, n)
    flies = board.flying != 0 and mine.bit_count() == 3
    first = n
    movers = mine
    while movers != 0:
        low = movers & -movers
        movers ^= low
        p = low.bit_length() - 1
        targets = free if flies else free & board.beside[p]
        while targets != 0:
            to = targets & -targets
            targets ^= to
            q = to.bit_length() - 1
            out[n] = 1 + MOVE + POINTS * p + q
            if in_mill(board, mine ^ low, q):  # mills first
                out[n] = out[first]
                out[first] = 1 + MOVE + POINTS * p + q
                first += 1
            n += 1
    return n


def captures(board, foes, out, n):
    """Stones that may be taken: those in no mill, or any if all are in mills."""
    first = n
    left = foes
    while left != 0:
        low = left & -left
        left ^= low
        if not in_mill(board, foes, low.bit_length() - 1):
            out[n] = TAKE + low.bit_length()
            n += 1
    if n == first:
        while foes != 0:
            low = foes & -foes
            foes ^= low
            out[n] = TAKE + low.bit_length()
            n += 1
    return n


def placings(board, mine, free, out, n):
    first = n
    while free != 0:
        low = free & -free
        free ^= low
        out[n] = low.bit_length()
        if in_mill(board, mine, low.bit_length() - 1):
            out[n] = out[first]
            out[first] = low.bit_length()
            first += 1
        n += 1
    return n


def play(board, s, action):
    me = s.player
    if s.taking != 0:
        s.stones[1 - me] ^= 1 << action - 1 - TAKE
        s.taking = 0
        s.player = 1 - me
        return FINAL | NOISY
    if s.hand[me] > 0:
        to = action - 1
        s.hand[me] -= 1
        kind = FINAL
    else:
        to = (action - 1 - MOVE) % POINTS
        s.stones[me] ^= 1 << (action - 1 - MOVE) // POINTS
        kind = QUIET
    mine = s.stones[me] | 1 << to
    s.stones[me] = mine
    if in_mill(board, mine, to) and s.stones[1 - me] != 0:
        s.taking = 1
        return kind | NOISY
    s.player = 1 - me
    return kind


def outcome(board, s):
    for side in range(2):
        if s.hand[side] + s.stones[side].bit_count() < 3:
            return 1 - side
    return OPEN


def stuck(board, s):
    return 1 - s.player


def image(board, s, t, i):
    for side in range(2):
        stones = s.stones[side]
        while stones != 0:
            low = stones & -stones
            t.stones[side] |= 1 << board.image[i, low.bit_length() - 1]
            stones ^= low
        t.hand[side] = s.hand[side]
    t.taking = s.taking
    t.player = s.player


def image_action(board, action, i):
    if action > MOVE:
        p, q = (action - 1 - MOVE) // POINTS, (action - 1 - MOVE) % POINTS
        return 1 + MOVE + POINTS * board.image[i, p] + board.image[i, q]
    if action > TAKE:
        return 1 + TAKE + board.image[i, action - 1 - TAKE]
    return 1 + board.image[i, action - 1]
