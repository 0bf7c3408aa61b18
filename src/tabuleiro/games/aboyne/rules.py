"""Aboyne: stones on a hexagon that block each other, jump over friends and race to a corner."""

from tabuleiro.kernel.rng import below

WORDS = 1  # 2 for boards of side 6: 46 cells in the first word, 45 in the second

STATE = dict(player=1, stones=(2, WORDS))
TABLES = dict(
    side=1,
    right=(12, WORDS),  # by 6 * player + i, the player's i-th direction: how sets rotate,
    left=(12, WORDS),
    crossed=12,
    ahead=(12, WORDS),  # the cells whose neighbour exists and is not the opponent's goal,
    code=12,  # and 1 + the direction
    pair=(546, WORDS),  # by 6 * cell + direction: the cell and its neighbour,
    onward=546,  # and the same direction from that neighbour, or -1
    stones=(2, WORDS),
    goal=(2, WORDS),
    doorstep=(2, WORDS),  # the cells next to the goal
    around=(91, WORDS),  # the cells within two steps of a cell, and itself
    majority=1,
    symmetries=1,
    image=(4, 91),
    image_direction=(4, 6),
    image_swaps=4,
)
PASS = 0
MAX_ACTIONS = 1 + 6 * 91
MAX_STEPS = 1

OPEN, DRAW = -1, 2
QUIET, FINAL, NOISY = 0, 2, 4

# East, north-east, south-east and the opposites (5 - d), in columns and rows from the top.
STEPS = ((1, 0), (1, -1), (0, 1), (0, -1), (-1, 1), (-1, 0))


def tables(side=5, stalemate="loss", first="blue"):
    number = cells(side)
    count = len(number)
    words = 1 if side < 6 else 2
    bits = 64 if words == 1 else 46

    def split(chosen):
        numbers = [0] * words
        for p in chosen:
            numbers[p // bits] |= 1 << p % bits
        return numbers

    def beyond(cell, d):
        return cell[0] + STEPS[d][0], cell[1] + STEPS[d][1]

    edge = side - 1
    west, east = (-edge, 0), (edge, 0)
    blue = [min(c for c in number if c[1] == r and c != west) for r in range(-edge, side)]
    red = [max(c for c in number if c[1] == r and c != east) for r in range(-edge, side)]
    stones, goals = (blue, red), (east, west)
    if first == "red":
        stones, goals = (red, blue), (west, east)

    # Each player's directions start with those towards the goal, so these moves are listed first.
    order = [d if goals[player] == east else 5 - d for player in range(2) for d in range(6)]
    right, left, crossed = [], [], []
    for q, r in (STEPS[d] for d in order):
        turn = (q + r * (3 * side - 1)) % count
        crossed.append(int(turn >= bits))
        if words == 1:
            right.append([turn])
            left.append([count - turn])
        elif turn < bits:
            right.append([turn, turn])
            left.append([bits - turn, count - bits - turn])
        else:
            right.append([turn - bits, turn - (count - bits)])
            left.append([count - turn, count - turn])

    pair, onward = [[0] * words for _ in range(6 * count)], [-1] * (6 * count)
    for cell, p in number.items():
        for d in range(6):
            if beyond(cell, d) in number:
                q = number[beyond(cell, d)]
                pair[6 * p + d] = split((p, q))
                onward[6 * p + d] = 6 * q + d

    images = symmetries(side)
    return dict(
        WORDS=words,
        side=side,
        right=right,
        left=left,
        crossed=crossed,
        ahead=[
            split(number[c] for c in number if beyond(c, d) in {*number} - {goals[1 - i // 6]})
            for i, d in enumerate(order)
        ],
        code=[1 + d for d in order],
        pair=pair,
        onward=onward,
        stones=[split(number[c] for c in group) for group in stones],
        goal=[split([number[c]]) for c in goals],
        doorstep=[
            split(number[c] for c in (beyond(g, d) for d in range(6)) if c in number) for g in goals
        ],
        around=[
            split(number[c] for c in number if distance(c, cell) <= 2)
            for cell in sorted(number, key=number.__getitem__)
        ],
        majority=int(stalemate == "majority"),
        symmetries=len(images),
        image=[image for image, _, _ in images],
        image_direction=[directions for _, directions, _ in images],
        image_swaps=[swaps for _, _, swaps in images],
    )


def cells(side: int) -> dict[tuple[int, int], int]:
    """The number of each cell (column, row), both from the centre; columns lean to the north-east.

    The numbers form a ring: a step in a direction adds the same amount, modulo the number of cells,
    wherever it starts. So a whole set of stones steps at once when its bits rotate.
    """
    edge = side - 1
    return {
        (q, r): (q + r * (3 * side - 1)) % (3 * side * edge + 1)
        for r in range(-edge, side)
        for q in range(max(-edge, -edge - r), min(edge, edge - r) + 1)
    }


def distance(a, b):
    """Steps from one cell to another on an empty board."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def symmetries(side):
    """(image of each cell, image of each direction, whether the players swap); identity first."""
    number = cells(side)
    found = []
    for swaps, turn in (
        (0, lambda q, r: (q, r)),
        (0, lambda q, r: (q + r, -r)),
        (1, lambda q, r: (-q - r, r)),
        (1, lambda q, r: (-q, -r)),
    ):
        image = [number[turn(*cell)] for cell in sorted(number, key=number.get)]
        found.append((image, [STEPS.index(turn(*step)) for step in STEPS], swaps))
    return found


def start(board, s):
    for side in range(2):
        for w in range(WORDS):
            s.stones[side, w] = board.stones[side, w]


def words(table, i):
    if WORDS == 1:
        return table[i, 0], 0
    return table[i, 0], table[i, 1]


def single(p):
    """The set of cell p alone."""
    if WORDS == 1 or p < 46:
        return 1 << p, 0
    return 0, 1 << (p - 46)


def lowest(word):
    """The lowest cell of a word; counting the bits below it becomes a single instruction."""
    return ((word & -word) - 1).bit_count()


def behind(board, i, a, b):
    """The cells with a neighbour in direction i in the set (words a and b).

    Those of them that have no such neighbour, only one around the ring, are left to be masked.
    """
    if WORDS == 1:
        return a >> board.right[i, 0] | a << board.left[i, 0], 0
    if board.crossed[i] != 0:
        a, b = b, a
    return (
        a >> board.right[i, 0] | b << board.left[i, 0],
        b >> board.right[i, 1] | a << board.left[i, 1],
    )


def unblocked(board, side, mine0, mine1, foes0, foes1):
    """The stones of a side with no enemy next to them."""
    near0, near1 = 0, 0
    for i in range(6 * side, 6 * side + 6):
        ahead0, ahead1 = words(board.ahead, i)
        next0, next1 = behind(board, i, foes0, foes1)
        near0, near1 = near0 | next0 & ahead0, near1 | next1 & ahead1
    return mine0 & ~near0, mine1 & ~near1


def movers(board, i, mine0, mine1, free0, free1):
    """Those of the free stones that can move in direction i.

    Since they have no enemy next to them, they all can, by a step or by a jump, except where the
    line of friends ahead, of any length and even none, ends at the edge or the opponent's goal.
    """
    ahead0, ahead1 = words(board.ahead, i)
    halt0, halt1 = mine0 & ~ahead0, mine1 & ~ahead1
    next0, next1 = behind(board, i, halt0, halt1)
    next0, next1 = next0 & mine0 & ahead0, next1 & mine1 & ahead1
    halt0, halt1 = halt0 | next0, halt1 | next1
    next0, next1 = behind(board, i, next0, next1)
    next0, next1 = next0 & mine0 & ahead0, next1 & mine1 & ahead1
    while next0 | next1 != 0:  # three in line are rare, so this is seldom entered
        halt0, halt1 = halt0 | next0, halt1 | next1
        next0, next1 = behind(board, i, next0, next1)
        next0, next1 = next0 & mine0 & ahead0, next1 & mine1 & ahead1
    return free0 & ~halt0, free1 & ~halt1


def append(out, n, a, b, code):
    """Append the action `code` for every stone of a set."""
    while a != 0:
        out[n] = 6 * lowest(a) + code
        n += 1
        a &= a - 1
    if WORDS == 2:
        while b != 0:
            out[n] = 6 * (lowest(b) + 46) + code
            n += 1
            b &= b - 1
    return n


def actions(board, s, out, n):
    me = s.player & 1  # the mask tells the compiler that indexes are not negative
    mine0, mine1 = words(s.stones, me)
    foes0, foes1 = words(s.stones, 1 - me)
    free0, free1 = unblocked(board, me, mine0, mine1, foes0, foes1)
    begin = n
    for i in range(6 * me, 6 * me + 6):
        next0, next1 = behind(board, i, mine0, mine1)
        a, b = movers(board, i, mine0, mine1, free0 & next0, free1 & next1)
        n = append(out, n, a, b, board.code[i])  # jumps
    for i in range(6 * me, 6 * me + 6):
        next0, next1 = behind(board, i, mine0, mine1)
        ahead0, ahead1 = words(board.ahead, i)
        n = append(out, n, free0 & ahead0 & ~next0, free1 & ahead1 & ~next1, board.code[i])
    if n == begin and must_pass(board, s):
        out[n] = PASS
        n += 1
    return n


def must_pass(board, s):
    """Whether a player who cannot move passes: by majority rule, if the other one can move."""
    if board.majority == 0:
        return False
    foe = 1 - s.player
    mine0, mine1 = words(s.stones, foe)
    foes0, foes1 = words(s.stones, 1 - foe)
    free0, free1 = unblocked(board, foe, mine0, mine1, foes0, foes1)
    for i in range(6 * foe, 6 * foe + 6):
        a, b = movers(board, i, mine0, mine1, free0, free1)
        if a | b != 0:
            return True
    return False


def random_action(board, s, rng):
    me = s.player & 1
    i = 6 * me
    mine0, mine1 = words(s.stones, me)
    foes0, foes1 = words(s.stones, 1 - me)
    free0, free1 = unblocked(board, me, mine0, mine1, foes0, foes1)
    sets = (
        movers(board, i, mine0, mine1, free0, free1),
        movers(board, i + 1, mine0, mine1, free0, free1),
        movers(board, i + 2, mine0, mine1, free0, free1),
        movers(board, i + 3, mine0, mine1, free0, free1),
        movers(board, i + 4, mine0, mine1, free0, free1),
        movers(board, i + 5, mine0, mine1, free0, free1),
    )
    total = 0
    for a, b in sets:
        total += a.bit_count() + b.bit_count()
    if total == 0:
        return PASS if must_pass(board, s) else -1

    # The set that holds the k-th action, found without a branch that depends on k.
    k = below(rng, total)
    a, b = sets[0]
    chosen, before, end = 0, 0, 0
    for j in range(6):
        x, y = sets[j]
        if k >= end:
            a, b, chosen, before = x, y, j, end
        end += x.bit_count() + y.bit_count()
    for _ in range(k - before):
        if WORDS == 1 or a != 0:
            a &= a - 1
        else:
            b &= b - 1
    if WORDS == 1 or a != 0:
        return 6 * lowest(a) + board.code[i + chosen]
    return 6 * (lowest(b) + 46) + board.code[i + chosen]


def play(board, s, action):
    me = s.player & 1
    s.player = 1 - me
    if action == PASS:
        return QUIET
    mine0, mine1 = words(s.stones, me)
    i = (action - 1) & 1023
    from0, from1 = words(board.pair, i)
    to0, to1 = from0 & ~mine0, from1 & ~mine1
    if to0 | to1 != 0:  # a step
        s.stones[me, 0] = mine0 ^ from0
        if WORDS == 2:
            s.stones[me, 1] = mine1 ^ from1
        return QUIET
    i = board.onward[i] & 1023
    to0, to1 = words(board.pair, i)
    from0, from1 = from0 & ~to0, from1 & ~to1
    to0, to1 = to0 & ~mine0, to1 & ~mine1
    while to0 | to1 == 0:
        i = board.onward[i] & 1023
        to0, to1 = words(board.pair, i)
        to0, to1 = to0 & ~mine0, to1 & ~mine1
    foes0, foes1 = words(s.stones, 1 - me)
    s.stones[me, 0] = mine0 ^ from0 ^ to0
    s.stones[1 - me, 0] = foes0 & ~to0
    if WORDS == 2:
        s.stones[me, 1] = mine1 ^ from1 ^ to1
        s.stones[1 - me, 1] = foes1 & ~to1
    return FINAL | NOISY if foes0 & to0 | foes1 & to1 != 0 else QUIET


def outcome(board, s):
    for side in range(2):
        a, b = words(s.stones, side)
        goal0, goal1 = words(board.goal, side)
        if a & goal0 | b & goal1 != 0:
            return side
    return OPEN


def decisive(board, s, turns):
    """Whoever steps or jumps to the goal comes from, or over, a stone next to it."""
    if turns > 2:
        return True
    me = s.player & 1
    mine0, mine1 = words(s.stones, me)
    foes0, foes1 = words(s.stones, 1 - me)
    near0, near1 = words(board.doorstep, me)
    if mine0 & near0 | mine1 & near1 != 0:
        return True
    near0, near1 = words(board.doorstep, 1 - me)
    if turns == 2 and foes0 & near0 | foes1 & near1 != 0:
        return True
    if turns == 2 and not safely_mobile(board, 1 - me, foes0, foes1, mine0, mine1):
        return True
    free0, free1 = unblocked(board, me, mine0, mine1, foes0, foes1)
    for i in range(6 * me, 6 * me + 6):
        a, b = movers(board, i, mine0, mine1, free0, free1)
        if a | b != 0:
            return False
    return True


def safely_mobile(board, side, mine0, mine1, foes0, foes1):
    """Whether a side has a step left whatever the other one does before.

    A stone that arrives takes steps only from those around it, which are within two steps of each
    other: two stones farther apart are enough.
    """
    free0, free1 = unblocked(board, side, mine0, mine1, foes0, foes1)
    able0, able1 = 0, 0
    for i in range(6 * side, 6 * side + 6):
        next0, next1 = behind(board, i, mine0, mine1)
        ahead0, ahead1 = words(board.ahead, i)
        able0, able1 = able0 | free0 & ahead0 & ~next0, able1 | free1 & ahead1 & ~next1
    if able0 | able1 == 0:
        return False
    one = lowest(able0) if WORDS == 1 or able0 != 0 else lowest(able1) + 46
    around0, around1 = words(board.around, one)
    return able0 & ~around0 | able1 & ~around1 != 0


def stuck(board, s):
    if board.majority == 0:
        return 1 - s.player
    lead = 0
    for w in range(WORDS):
        lead += s.stones[0, w].bit_count() - s.stones[1, w].bit_count()
    if lead == 0:
        return DRAW
    return 0 if lead > 0 else 1


def image(board, s, t, i):
    swaps = board.image_swaps[i]
    t.player = s.player ^ swaps
    for side in range(2):
        for w in range(WORDS):
            rest = s.stones[side, w]
            while rest != 0:
                a, b = single(board.image[i, lowest(rest) + 46 * w])
                t.stones[side ^ swaps, 0] |= a
                if WORDS == 2:
                    t.stones[side ^ swaps, 1] |= b
                rest &= rest - 1


def image_action(board, action, i):
    if action == PASS:
        return PASS
    p, d = (action - 1) // 6, (action - 1) % 6
    return 1 + 6 * board.image[i, p] + board.image_direction[i, d]
