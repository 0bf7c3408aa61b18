"""Fanorona: points on a grid, captures by approach and by withdrawal, chains of captures."""

from math import comb

WORDS = 1  # 2 for boards of more than 64 points: 50 points in each word

STATE = dict(
    player=1,
    stones=(2, WORDS),
    chain=1,  # in a chain: see `link`
    visited=(WORDS,),  # in a chain: the points where the piece has been
    opened=1,  # with first_turn_limit: bit per player that has captured
)
TABLES = dict(
    width=1,
    height=1,
    points=1,
    left=8,
    right=8,
    land=(8, WORDS),  # points that a step in a direction can reach
    next=(8, 100),  # the point one step further along a line, or -1
    near=100,  # of the 3 x 3 points around a point, those one step away
    far=100,  # the directions with a point two steps away, bit 2 * direction
    cut_left=(100 * WORDS,),
    cut_right=(100 * WORDS,),
    both_kinds=512,  # both kinds of capture for each direction among nine points
    withdrawals=512,  # withdrawals from each direction among nine points
    ray=(800, WORDS),  # all points from point * 8 + direction on
    everywhere=(WORDS,),
    stones=(2, WORDS),
    mandatory=1,
    direction_rule=1,
    stalemate=1,
    first_turn_limit=1,
    symmetries=1,
    image=(16, 100),
    image_direction=(16, 8),
    image_swaps=16,
    choose=(10, 101),  # the ways to choose so many points from so many
)
STOP = 0
MAX_ACTIONS = 1 + 100 * 16
MAX_STEPS = 51
CLASSES = 9  # endings of up to so many stones can be numbered
CLASS_NAME = "stones"

OPEN, DRAW = -1, 2
QUIET, FINAL, NOISY = 0, 2, 4
APPROACH, WITHDRAWAL = 0, 1  # an approach that meets no enemy is a paika
FREE, LAST, TURN = 0, 1, 2  # direction_rule
LOSS = 0

STEPS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))  # 7 - d is opposite
NINE = (0, 1, 2, 3, 5, 6, 7, 8)  # the directions among 3 x 3 points


def tables(
    width=9,
    height=5,
    mandatory_continuation=False,
    direction_rule="last",
    stalemate="loss",
    first_turn_limit=False,
):
    points = width * height
    words = 1 if points <= 64 else 2
    bits = 64 if words == 1 else 50

    def split(cells):
        numbers = [0] * words
        for p in cells:
            numbers[p // bits] |= 1 << p % bits
        return numbers

    def beyond(p, d):
        y, x = p // width + STEPS[d][0], p % width + STEPS[d][1]
        on_line = STEPS[d][0] == 0 or STEPS[d][1] == 0 or (p // width + p % width) % 2 == 0
        return y * width + x if on_line and 0 <= y < height and 0 <= x < width else -1

    follow = [[beyond(p, d) for p in range(points)] for d in range(8)]

    corners = [p - 2 * width - 2 for p in range(100)]

    def beams(p, d):
        line = []
        while p < points and follow[d][p] >= 0:
            p = follow[d][p]
            line.append(p)
        return line

    white, black = set(), set()
    for p in range(points):
        y, x = divmod(p, width)
        if y < (height - 1) // 2:
            black.add(p)
        elif y > height // 2:
            white.add(p)
        elif x < (width - 1) // 2:
            (white if x % 2 else black).add(p)
        elif x > width // 2:
            (black if (width - 1 - x) % 2 else white).add(p)
    images = symmetries(width, height)
    return dict(
        WORDS=words,
        width=width,
        height=height,
        points=points,
        left=[max(0, dy * width + dx) for dy, dx in STEPS],
        right=[max(0, -dy * width - dx) for dy, dx in STEPS],
        land=[split(q for q in follow[d] if q >= 0) for d in range(8)],
        next=follow,
        near=[sum(1 << NINE[d] for d in range(8) if follow[d][p] >= 0) for p in range(points)],
        far=[sum(1 << 2 * d for d in range(8) if len(beams(p, d)) > 1) for p in range(points)],
        cut_left=([max(0, -c) for c in corners] + [min(max(0, bits - c), 63) for c in corners])[
            : 100 * words
        ],
        cut_right=([min(max(0, c), bits) for c in corners] + [max(0, c - bits) for c in corners])[
            : 100 * words
        ],
        both_kinds=[sum(3 << 2 * d for d in range(8) if x >> NINE[d] & 1) for x in range(512)],
        withdrawals=[sum(2 << 2 * d for d in range(8) if x >> NINE[7 - d] & 1) for x in range(512)],
        ray=[split(beams(p, d)) for p in range(points) for d in range(8)],
        everywhere=split(range(points)),
        stones=[split(white), split(black)],
        mandatory=int(mandatory_continuation),
        direction_rule={"off": FREE, "last": LAST, "turn": TURN}[direction_rule],
        stalemate={"loss": LOSS, "draw": DRAW}[stalemate],
        first_turn_limit=int(first_turn_limit),
        symmetries=len(images),
        image=[cells for cells, _, _ in images],
        image_direction=[directions for _, directions, _ in images],
        image_swaps=[swaps for _, _, swaps in images],
        choose=[[comb(p, n) for p in range(101)] for n in range(10)],
    )


def symmetries(width, height):
    """(image of each point, of each direction, whether the sides swap); the identity first."""
    found = []
    for swaps in (0, 1):
        for flip_y in (False, True):
            for flip_x in (False, True):
                for turn in (False, True) if width == height else (False,):
                    cells, directions = [], []
                    for p in range(width * height):
                        y, x = divmod(p, width)
                        y, x = (height - 1 - y if flip_y else y), (width - 1 - x if flip_x else x)
                        cells.append(x * width + y if turn else y * width + x)
                    for dy, dx in STEPS:
                        dy, dx = (-dy if flip_y else dy), (-dx if flip_x else dx)
                        directions.append(STEPS.index((dx, dy) if turn else (dy, dx)))
                    strong = cells[0]
                    if (strong // width + strong % width) % 2 == 0:
                        found.append((cells, directions, swaps))
    return found


def start(board, s):
    for side in range(2):
        for w in range(WORDS):
            s.stones[side, w] = board.stones[side, w]


def has(a, b, p):
    """Whether point p is in the set of words a and b."""
    if WORDS == 1 or p < 50:
        return (a >> p) & 1
    return (b >> (p - 50)) & 1


def onward(board, d, a, b):
    """The points of a set (words a and b), each moved one step along a line in direction d."""
    up, down = board.left[d], board.right[d]
    if WORDS == 1:
        return ((a << up) >> down) & board.land[d, 0], 0
    return (
        ((a << up) >> down | (b << (50 - down))) & board.land[d, 0],
        ((b << up) >> down | (a >> (50 - up))) & board.land[d, 1],
    )


def words(table, side):
    if WORDS == 1:
        return table[side, 0], 0
    return table[side, 0], table[side, 1]


def free_points(board, a, b, c, d):
    if WORDS == 1:
        return board.everywhere[0] & ~(a | c), 0
    return board.everywhere[0] & ~(a | c), board.everywhere[1] & ~(b | d)


def append(out, n, a, b, code):
    """Append the action `code` for every piece of a set."""
    while a != 0:
        low = a & -a
        out[n] = ((low.bit_length() - 1) << 4) + code
        n += 1
        a ^= low
    if WORDS == 2:
        while b != 0:
            low = b & -b
            out[n] = ((low.bit_length() + 49) << 4) + code
            n += 1
            b ^= low
    return n


def actions(board, s, out, n):
    if s.chain != 0:
        more = s.chain & 0xFFFF
        base = (s.chain >> 32) << 4
        while more != 0:
            low = more & -more
            out[n] = base + low.bit_length()
            n += 1
            more ^= low
        if board.mandatory == 0:
            out[n] = STOP
            n += 1
        return n
    mine0, mine1 = words(s.stones, s.player)
    foes0, foes1 = words(s.stones, 1 - s.player)
    free0, free1 = free_points(board, mine0, mine1, foes0, foes1)
    first = n
    for d in range(8):
        movers0, movers1 = onward(board, 7 - d, free0, free1)
        movers0 &= mine0
        movers1 &= mine1
        if movers0 | movers1 != 0:
            ahead0, ahead1 = onward(board, 7 - d, foes0, foes1)
            ahead0, ahead1 = onward(board, 7 - d, ahead0 & free0, ahead1 & free1)
            n = append(out, n, ahead0 & mine0, ahead1 & mine1, 1 + 2 * d + APPROACH)
            behind0, behind1 = onward(board, d, foes0, foes1)
            n = append(out, n, behind0 & movers0, behind1 & movers1, 1 + 2 * d + WITHDRAWAL)
    if n == first:
        for d in range(8):
            movers0, movers1 = onward(board, 7 - d, free0, free1)
            n = append(out, n, movers0 & mine0, movers1 & mine1, 1 + 2 * d + APPROACH)
    return n


def link(p, barred, more):
    """A half-made turn in one word: the capturing piece, and two sets of captures (bit
    2 * direction + kind), those that the direction rule bars and those that may follow.

    It is never zero, since a turn goes on only if a capture may follow.
    """
    return p << 32 | barred << 16 | more


def end_turn(s):
    s.player = 1 - s.player
    if s.chain != 0:
        s.chain = 0
        for w in range(WORDS):
            s.visited[w] = 0


def play(board, s, action):
    if action == STOP:
        end_turn(s)
        return FINAL | NOISY  # only a turn that has captured can be stopped
    me, barred = s.player, s.chain >> 16 & 0xFFFF
    mine0, foes0, seen0 = s.stones[me, 0], s.stones[1 - me, 0], s.visited[0]
    mine1, foes1, seen1 = 0, 0, 0
    if WORDS == 2:
        mine1, foes1, seen1 = s.stones[me, 1], s.stones[1 - me, 1], s.visited[1]
    p, d, kind = (action - 1) >> 4 & 127, ((action - 1) >> 1) & 7, (action - 1) & 1
    q = board.next[d, p] & 127
    from0, from1 = single(p)
    to0, to1 = single(q)
    mine0, mine1 = mine0 ^ from0 ^ to0, mine1 ^ from1 ^ to1
    seen0, seen1 = seen0 | from0, seen1 | from1

    gone0, gone1 = run(board, d ^ 7 * kind, q if kind == APPROACH else p, foes0, foes1)
    s.stones[me, 0] = mine0
    if WORDS == 2:
        s.stones[me, 1] = mine1
    if gone0 | gone1 == 0:
        s.player = 1 - me
        return QUIET
    foes0 ^= gone0
    foes1 ^= gone1
    s.stones[1 - me, 0] = foes0
    if WORDS == 2:
        s.stones[1 - me, 1] = foes1

    if board.first_turn_limit != 0 and (s.opened >> me) & 1 == 0:
        s.opened |= 1 << me
        end_turn(s)
        return FINAL | NOISY
    if board.direction_rule == LAST:
        barred = 3 << (2 * d)
    elif board.direction_rule == TURN:
        barred |= 3 << (2 * d)

    free0, free1 = free_points(board, mine0 | seen0, mine1 | seen1, foes0, foes1)
    more = continuations(board, q, free0, free1, foes0, foes1)
    more &= ~barred
    if more == 0:
        end_turn(s)
    else:
        s.chain = link(q, barred, more)
        s.visited[0] = seen0
        if WORDS == 2:
            s.visited[1] = seen1
    return FINAL | NOISY


def continuations(board, q, free0, free1, foes0, foes1):
    """The captures open to a piece on q, bit 2 * direction + kind, looked up without a branch.

    The square of 5 x 5 points around q is cut out of both sets; `near` and `far` clear what lies
    beyond the edge or off the lines.
    """
    free, foes = around(board, q, free0, free1), around(board, q, foes0, foes1)
    steps = ring(board, free) & board.near[q]
    behind = ring(board, foes) & board.near[q]
    w = 2 * board.width
    ahead = foes & 21 | (foes >> w & 1) << 6 | (foes >> w & 16) << 4 | (foes >> 2 * w & 21) << 10
    return board.both_kinds[steps] & (ahead & board.far[q] | board.withdrawals[behind])


def around(board, q, a, b):
    """A set shifted so that bit 0 is the point two rows up and two to the left of q."""
    x = (a << board.cut_left[q]) >> board.cut_right[q]
    if WORDS == 2:
        x |= (b << board.cut_left[q + 100]) >> board.cut_right[q + 100]
    return x


def ring(board, x):
    """The 3 x 3 points in the middle of `around`, as nine bits."""
    w = board.width
    return (x >> w + 1 & 7) | (x >> 2 * w + 1 & 7) << 3 | (x >> 3 * w + 1 & 7) << 6


def run(board, d, p, foes0, foes1):
    """The unbroken row of enemies that starts one step from p in direction d."""
    line0 = board.ray[8 * p + d, 0]
    wall0 = line0 & ~foes0
    if WORDS == 1:
        upwards = (wall0 & -wall0) - 1
        downwards = -(1 << wall0.bit_length())
        return line0 & (upwards if d >= 4 else downwards), 0
    line1 = board.ray[8 * p + d, 1]
    wall1 = line1 & ~foes1
    if d >= 4:  # towards higher points
        if wall0 != 0:
            return line0 & ((wall0 & -wall0) - 1), 0
        return line0, line1 & ((wall1 & -wall1) - 1)
    if wall1 != 0:
        return 0, line1 & -(1 << wall1.bit_length())
    return line0 & -(1 << wall0.bit_length()), line1


def single(p):
    """The set of point p alone."""
    if WORDS == 1:
        return 1 << p, 0
    if p < 50:
        return 1 << p, 0
    return 0, 1 << (p - 50)


def outcome(board, s):
    for side in range(2):
        if s.stones[side, 0] | s.stones[side, WORDS - 1] == 0:
            return 1 - side
    return OPEN


def stuck(board, s):
    return DRAW if board.stalemate == DRAW else 1 - s.player


def image_set(board, i, a, b):
    """The set of words a and b under symmetry i."""
    c, d = 0, 0
    while a != 0:
        low = a & -a
        q0, q1 = single(board.image[i, low.bit_length() - 1])
        c, d = c | q0, d | q1
        a ^= low
    if WORDS == 2:
        while b != 0:
            low = b & -b
            q0, q1 = single(board.image[i, low.bit_length() + 49])
            c, d = c | q0, d | q1
            b ^= low
    return c, d


def image(board, s, t, i):
    swaps = board.image_swaps[i]
    for side in range(2):
        a, b = image_set(board, i, *words(s.stones, side))
        t.stones[side ^ swaps, 0] = a
        if WORDS == 2:
            t.stones[side ^ swaps, 1] = b
    if s.visited[0] | s.visited[WORDS - 1] != 0:
        a, b = image_set(board, i, s.visited[0], s.visited[WORDS - 1])
        t.visited[0] = a
        if WORDS == 2:
            t.visited[1] = b
    if s.chain != 0:
        barred, more = 0, 0
        for d in range(8):
            e = board.image_direction[i, d]
            barred |= ((s.chain >> 16 >> 2 * d) & 3) << 2 * e
            more |= ((s.chain >> 2 * d) & 3) << 2 * e
        t.chain = link(board.image[i, s.chain >> 32], barred, more)
    t.player = s.player ^ swaps
    t.opened = s.opened if swaps == 0 else (s.opened >> 1) | (s.opened & 1) << 1


def image_action(board, action, i):
    if action == STOP:
        return STOP
    p, d, kind = (action - 1) >> 4, ((action - 1) >> 1) & 7, (action - 1) & 1
    return 1 + (board.image[i, p] << 4) + 2 * board.image_direction[i, d] + kind


def class_of(board, s):
    """How many stones there are; nothing for boards on which the past matters."""
    stones = 0
    for side in range(2):
        for w in range(WORDS):
            stones += s.stones[side, w].bit_count()
    return stones if stones <= CLASSES and board.first_turn_limit == 0 else 0


def class_size(board, group):
    return comb(board.points, group) * ((1 << group) - 2)


def rank(board, s, group):
    """The points that are taken, as a combination; then which of them are mine: some, not all."""
    me = s.player
    number, mine, i = 0, 0, 0
    for w in range(WORDS):
        own = s.stones[me, w]
        taken = own | s.stones[1 - me, w]
        while taken != 0:
            low = taken & -taken
            i += 1
            number += board.choose[i, low.bit_length() - 1 + 50 * w]
            if own & low != 0:
                mine |= 1 << i - 1
            taken ^= low
    return number * ((1 << group) - 2) + mine - 1


def unrank(board, s, group, number):
    s.player = 0
    s.chain = 0
    s.opened = 0
    for w in range(WORDS):
        s.visited[w] = 0
        s.stones[0, w] = 0
        s.stones[1, w] = 0
    mine = number % ((1 << group) - 2) + 1
    number //= (1 << group) - 2
    p = board.points
    for i in range(group, 0, -1):
        p -= 1
        while board.choose[i, p] > number:
            p -= 1
        number -= board.choose[i, p]
        side = 1 - (mine >> i - 1 & 1)
        a, b = single(p)
        s.stones[side, 0] |= a
        if WORDS == 2:
            s.stones[side, 1] |= b


def parents(board, s, group, out):
    """One of their stones takes a step back to a free point; nothing was captured."""
    me = s.player
    mine0, mine1 = words(s.stones, me)
    foes0, foes1 = words(s.stones, 1 - me)
    free0, free1 = free_points(board, mine0, mine1, foes0, foes1)
    s.player = 1 - me
    n = 0
    for q in range(board.points):
        if has(foes0, foes1, q) == 0:
            continue
        for d in range(8):
            p = board.next[d, q]
            if p < 0 or has(free0, free1, p) == 0:
                continue
            step0, step1 = single(p)
            back0, back1 = single(q)
            s.stones[1 - me, 0] = foes0 ^ step0 ^ back0
            if WORDS == 2:
                s.stones[1 - me, 1] = foes1 ^ step1 ^ back1
            out[n] = rank(board, s, group)
            n += 1
    return n
