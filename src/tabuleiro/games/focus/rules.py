"""Focus (Domination): stacks move as far as they are high; what overflows is kept or captured.

A stack is a number of six bits: a leading 1, then the owner of each piece, the top piece lowest.
So an empty cell is 1, `x << 1 | owner` puts a piece on top, the top n pieces are
`x & (1 << n) - 1`, and what they leave behind is `x >> n`.
"""

from tabuleiro.kernel.rng import below

WORDS = 6  # 14 for boards of more than 54 cells

STATE = dict(
    player=1,
    stacks=WORDS,  # nine to a word, with a spare bit above each
    hand=2,  # pieces in a player's reserve + 256 * enemies that he has captured
)
TABLES = dict(
    size=1,
    limit=1,  # the height of a stack from which on it overflows
    cells=1,
    row=120,
    column=120,
    place=120,  # where a cell's stack is: shift + 64 * word
    spot=126,  # by bit of a set: place + (moves that stay on the board << 10) + (21 * cell << 30)
    lift=64,  # by stack: the moves that it has the pieces for
    whole_stacks=1,  # split is off
    higher=1,  # moves of three and more pieces that a stack can have
    per_higher=1,  # 65536 / higher, rounded up
    move=2521,  # by action: its two places, pieces taken and given, from bit 0, 10, 20 and 23 on
    gain=(2, 64),  # by player and overflow: what it adds to his hand
    capture_target=1,
    first=1,  # the colour of player 0: 0 for A, 1 for B
    start=120,
    symmetries=1,
    image=(8, 120),
    image_place=(8, 120),  # where the stack of a cell's image is
    swapped=(2, 64),  # by stack: as it is, and with all pieces of the other colour
    image_direction=(8, 4),
)
# Actions are 1 + 21 * cell + kind; kind 4 * (n - 1) + direction moves the top n pieces n cells.
DROP = 20  # the kind that puts a piece of the reserve on the cell
MAX_ACTIONS = 1 + 120 * 21
MAX_STEPS = 1

OPEN = -1
QUIET, FINAL, NOISY = 0, 2, 4

ONES = 0x0102040810204081  # the lowest bit of each stack in a word
STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))
LIMITS = {4: 2, 6: 3, 8: 5, 10: 5, 12: 5}


def tables(size=8, split=True, capture_target=0, first="a"):
    limit = LIMITS[size]
    points = [(y, x) for y in range(size) for x in range(size) if on_board(size, y, x)]
    number = {point: p for p, point in enumerate(points)}
    words = 6 if len(points) <= 54 else 14
    places = [p // words * 7 + p % words * 64 for p in range(len(points))]

    def beyond(p, kind):
        """Where a move ends, or -1."""
        (y, x), n, (dy, dx) = points[p], kind // 4 + 1, STEPS[kind % 4]
        return number.get((y + n * dy, x + n * dx), -1)

    def lift(stack):
        height = stack.bit_length() - 1
        return sum(15 << 4 * n for n in range(limit) if (n < height if split else n == height - 1))

    def move(p, kind):
        if kind == DROP:
            return places[p] | places[p] << 10 | 0 << 20 | 1 << 23
        n, q = kind // 4 + 1, beyond(p, kind)
        return -1 if q < 0 else places[p] | places[q] << 10 | n << 20 | n << 23

    def gain(player, over):
        owners = [over >> i & 1 for i in range(over.bit_length() - 1)]
        return sum(1 if owner == player else 256 for owner in owners)

    def stack(y, x):
        colour = start_colour(size, y, x)
        return 1 if colour < 0 else 2 | colour ^ (first == "b")

    spots = [0] * 126
    for p, place in enumerate(places):
        reach = sum(1 << kind for kind in range(4 * limit) if beyond(p, kind) >= 0)
        spots[spot_of(place)] = place | reach << 10 | 21 * p << 30
    turns = symmetries()
    return dict(
        WORDS=words,
        size=size,
        limit=limit,
        cells=len(points),
        row=[y for y, _ in points],
        column=[x for _, x in points],
        place=places,
        spot=spots,
        lift=[lift(stack) for stack in range(64)],
        whole_stacks=int(not split),
        higher=4 * (limit - 2),
        per_higher=65536 // max(1, 4 * (limit - 2)) + 1,
        move=[-1] + [move(p, kind) for p in range(len(points)) for kind in range(21)],
        gain=[[gain(player, over) for over in range(64)] for player in range(2)],
        capture_target=capture_target,
        first=int(first == "b"),
        start=[stack(y, x) for y, x in points],
        symmetries=2 * len(turns),
        image=[[number[turn(size - 1, y, x)] for y, x in points] for turn in turns],
        image_place=[[places[number[turn(size - 1, y, x)]] for y, x in points] for turn in turns],
        swapped=[
            list(range(64)),
            [stack ^ (1 << max(0, stack.bit_length() - 1)) - 1 for stack in range(64)],
        ],
        image_direction=[[STEPS.index(turn(0, *step)) for step in STEPS] for turn in turns],
    )


def on_board(size, y, x):
    """Whether a cell of the square is left when the corners are cut off."""
    return min(y, size - 1 - y) + min(x, size - 1 - x) >= size // 4


def start_colour(size, y, x):
    """The colour of the piece that starts on a cell: 0 for A, 1 for B, -1 for none."""
    margin = max(1, size // 4 - 1)
    if min(y, x) < margin or max(y, x) >= size - margin:
        return -1
    return (y - margin + (x - margin) // 2 + (size % 4 == 0)) % 2


def spot_of(place):
    """The bit of a cell in the sets that `controlled` returns; 63 on in the second of them."""
    shift, word = place % 64, place // 64
    return shift + word % 7 + 63 * (word // 7)


def symmetries():
    """The turns and mirrorings of a square, each a function of its last coordinate and a point."""

    def symmetry(flip_y, flip_x, swap):
        def turn(last, y, x):
            y, x = (last - y if flip_y else y), (last - x if flip_x else x)
            return (x, y) if swap else (y, x)

        return turn

    return [symmetry(i & 1, i & 2, i & 4) for i in range(8)]


def start(board, s):
    for p in range(board.cells):
        put_stack(s, board.place[p], board.start[p])


def put_stack(s, place, stack):
    """Put a stack on a cell without one (0, not yet 1)."""
    s.stacks[place >> 6] |= stack << (place & 63)


def stack_at(s, place):
    return s.stacks[place >> 6 & 15] >> (place & 63) & 63


def controlled(s, player, n):
    """The cells where a player controls a stack of n or more pieces, as a set of two words.

    The stacks of a word are tested at once: adding 64 - 2 ** n carries into the spare bit of those
    with n pieces, and their lowest bit is the owner. Seven such results, each shifted by one bit
    more, interleave in one word.
    """
    low = high = 0
    for w in range(WORDS):
        x = s.stacks[w]
        found = (x + (64 - (1 << n)) * ONES) >> 6 & (x ^ (player - 1)) & ONES
        if w < 7:
            low |= found << w
        else:
            high |= found << (w - 7)
    return low, high


def kinds_of(board, s, spot):
    """The moves that the stack on a spot has, bit 4 * (n - 1) + direction."""
    return spot >> 10 & board.lift[stack_at(s, spot)]


def actions(board, s, out, n):
    me = s.player & 1
    mine, more = controlled(s, me, 1)
    at = 0
    while True:
        while mine != 0:
            low = mine & -mine
            mine ^= low
            spot = board.spot[(low.bit_length() - 1 & 63) + at]
            kinds = kinds_of(board, s, spot)
            while kinds != 0:
                low = kinds & -kinds
                kinds ^= low
                out[n] = (spot >> 30) + low.bit_length()
                n += 1
        if WORDS == 6 or at != 0:
            break
        mine, at = more, 63
    if s.hand[me] & 255 != 0:
        for p in range(board.cells):
            out[n] = 1 + 21 * p + DROP
            n += 1
    return n


def play(board, s, action):
    """Without a branch: a drop is a move that takes nothing from its cell and gives one piece."""
    me, limit, move = s.player & 1, board.limit, board.move[action & 4095]
    hand = s.hand[me]
    taken, given = move >> 20 & 7, move >> 23 & 7
    drop = given - taken

    word, shift = move >> 6 & 15, move & 63
    stacks = s.stacks[word]
    stack = stacks >> shift & 63
    rest = stack >> taken
    pieces = stack & (1 << taken) - 1 | me & drop
    s.stacks[word] = stacks ^ (stack ^ rest) << shift

    word, shift = move >> 16 & 15, move >> 10 & 63
    stacks = s.stacks[word]
    stack = stacks >> shift & 63
    tall = stack << given | pieces
    over = tall >> limit  # 0 below the limit, else a leading 1 and the pieces that leave
    tall ^= (over ^ (over + 63) >> 6) << limit
    gain = board.gain[me, over & 63]
    s.stacks[word] = stacks ^ (stack ^ tall) << shift

    s.hand[me] = hand + gain - drop
    s.player = me ^ 1
    return FINAL | NOISY if gain > 255 else QUIET


def outcome(board, s):
    if board.capture_target != 0:
        for side in range(2):
            if s.hand[side] >> 8 >= board.capture_target:
                return side
    return OPEN


def decisive(board, s, turns):
    """A turn takes at most one stack or one piece in reserve from either player."""
    for side in range(2):
        stacks, more = controlled(s, side, 1)
        if stacks.bit_count() + more.bit_count() + (s.hand[side] & 255) < turns:
            return True
    return board.capture_target != 0


def stuck(board, s):
    return 1 - s.player


def random_action(board, s, rng):
    """Draw a stack, a number and a direction (or a drop), again and again until it is legal.

    Most stacks are low, so moves of one piece, of two and of more are drawn from sets of their own.
    """
    me = s.player & 1
    one, one_more = controlled(s, me, 1)
    two, two_more = controlled(s, me, 2)
    three, three_more = controlled(s, me, 3)
    ones = 4 * (one.bit_count() + one_more.bit_count())
    twos = ones + 4 * (two.bit_count() + two_more.bit_count())
    moves = twos + board.higher * (three.bit_count() + three_more.bit_count())
    total = moves
    if s.hand[me] & 255 != 0:
        total += board.cells
    elif total == 0 or board.whole_stacks != 0 and not can_move(board, s, one, one_more):
        return -1
    while True:
        r = below(rng, total)
        if r < ones:
            spot, kind = nth(board, one, one_more, r >> 2), r & 3
        elif r < twos:
            spot, kind = nth(board, two, two_more, (r - ones) >> 2), 4 + (r & 3)
        elif r < moves:
            i = (r - twos) * board.per_higher >> 16
            spot, kind = nth(board, three, three_more, i), 8 + r - twos - i * board.higher
        else:
            return 1 + 21 * (r - moves) + DROP
        if kinds_of(board, s, spot) >> kind & 1:
            return 1 + (spot >> 30) + kind


def nth(board, low, high, i):
    """The spot of the i-th cell of a set."""
    at = 0
    if WORDS == 14 and i >= low.bit_count():
        i -= low.bit_count()
        low, at = high, 63
    for _ in range(i):
        low &= low - 1
    return board.spot[((low & -low).bit_length() - 1 & 63) + at]


def can_move(board, s, low, high):
    """Whether a stack of a set has a move."""
    for i in range(low.bit_count() + high.bit_count()):
        if kinds_of(board, s, nth(board, low, high, i)) != 0:
            return True
    return False


def image(board, s, t, i):
    swaps = i >> 3
    t.player = s.player ^ swaps
    for side in range(2):
        t.hand[side ^ swaps] = s.hand[side]
    for p in range(board.cells):
        stack = board.swapped[swaps, stack_at(s, board.place[p])]
        place = board.image_place[i & 7, p]
        t.stacks[place >> 6 & 15] |= stack << (place & 63)


def image_action(board, action, i):
    p, kind = (action - 1) // 21, (action - 1) % 21
    if kind != DROP:
        kind += board.image_direction[i & 7, kind & 3] - (kind & 3)
    return 1 + 21 * board.image[i & 7, p] + kind
