"""CIFRA Code25: pieces race across white and blue tiles; a run of own tiles counts as one."""

from itertools import accumulate, pairwise, product
from math import comb
from random import Random

from tabuleiro.kernel.rng import below

SIZE = 5  # 3, 7, and 9 for the large board
PLANES = 0  # with numbered pieces: the binary digits of the largest number

WORDS = 1 if SIZE <= 5 else 3
BITS = 25 if SIZE <= 5 else 27  # cells in a word; a move's way and its target fit into one word
CELLS = SIZE * SIZE
SHIFT = 5 if SIZE <= 5 else 7  # a cell's bits in an action
LOW = (1 << SHIFT) - 1
MOVES = 640 if SIZE <= 5 else 4224  # no tiles allow more than a queen's moves, for both colours

STATE = dict(
    player=1,
    setting=1,  # the second player's side and colour, 1 + 2 * side + colour; 0: not yet chosen
    mine=(WORDS,),  # the pieces of the player to move, goal pieces included
    theirs=(WORDS,),
)
if PLANES:
    STATE["planes"] = (PLANES, WORDS)  # the cells of pieces whose number has a binary digit 1
TABLES = dict(
    begin=1,  # the setting at the start
    mode=1,
    tile=CELLS,  # its colour, or NEUTRAL
    cell=(CELLS, WORDS),  # a cell as a set
    goal=(18, WORDS),  # the goal row by 2 * setting + player
    first=2 * CELLS + 1,  # by CELLS * colour + cell: its first move; the next cell's follow
    count=2 * CELLS,
    free=(MOVES, WORDS),  # cells passed on a move, and its target as BITS + cell
    action=MOVES,
    arrivals=2 * CELLS + 1,  # as `first`, of the moves to a cell
    back=(MOVES, WORDS),  # cells passed on one of these, and where it begins as BITS + cell
    origin=MOVES,
    planes=(36, WORDS),  # the planes of all pieces at home, by 4 * setting + plane
    symmetries=1,
    image=(8, CELLS),
    image_setting=(8, 9),
    image_swaps=8,
    choose=(SIZE + 1, CELLS + 1),  # the ways to choose so many cells from so many
    offset=(2 * SIZE + 1, SIZE + 2),  # by class and pieces of the side to move: see `class_of`
)
STOP = 0
CHOICES = 8  # actions 1 to 8 are the second player's choice, the setting that follows from it
FIRST_MOVE = CHOICES + 1  # moves from here on: FIRST_MOVE + (source << SHIFT) + target
MAX_ACTIONS = FIRST_MOVE + (CELLS << SHIFT)
MAX_STEPS = 1
CLASSES = 2 * SIZE
MIXED = True  # captures are free

OPEN, DRAW = -1, 2
QUIET, FINAL, NOISY = 0, 2, 4
WHITE, BLUE, NEUTRAL = 0, 1, 2
DASH, SUM, KING = 0, 1, 2  # mode
SIDES = ("top", "bottom", "left", "right")  # side ^ 1 is opposite

STEPS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
FIGURE = "WBWBW/WBBWB/BW.BW/WWBBW/BWBWB"  # the board of the publisher's figures
LARGE_SEED = 9  # makes the standard boards of other sizes
NUMBERS = {3: "132/231", 5: "13542/24531", 7: "1357642/2467531", 9: "135798642/246897531"}


def tables(
    mode="dash",
    size=5,
    centre="own",
    tiles="standard",
    choose=True,
    white="top",
    first="white",
    numbers="standard",
):
    cells = size * size
    bits, shift, words = (25, 5, 1) if size <= 5 else (27, 7, 3)
    tile = "".join(tile_rows(size, tiles))
    rows = [[ord(digit) - 48 for digit in row] for row in number_rows(size, numbers)]

    def split(some):
        masks = [0] * words
        for p in some:
            masks[p // bits] |= 1 << p % bits
        return masks

    begins, ways, codes = [], [], []
    arriving = [[] for _ in range(2 * cells)]
    for base, colour in ((0, "W"), (cells, "B")):
        own = [t == colour or (t == "." and centre == "own") for t in tile]
        for p in range(cells):
            begins.append(len(ways))
            for way in runs(size, tile, own, p):
                passed, target, source = split(way[:-1]), split(way[-1:]), split([p])
                ways.append([a | b << bits for a, b in zip(passed, target, strict=True)])
                codes.append(FIRST_MOVE + (p << shift) + way[-1])
                back = [a | b << bits for a, b in zip(passed, source, strict=True)]
                arriving[base + way[-1]].append((back, p))
    begins.append(len(ways))

    goals, planes = [[0] * words] * 2, [[0] * words] * 4
    for setting in range(1, 1 + CHOICES):
        side = (setting - 1) >> 1
        homes = edge(size, side ^ 1), edge(size, side)
        goals += [split(homes[1]), split(homes[0])]
        piece = dict(zip(homes[0] + homes[1], rows[0] + rows[1], strict=True))
        planes += [split(p for p in piece if piece[p] >> b & 1) for b in range(4)]

    second = BLUE if first == "white" else WHITE
    side = (white == "bottom") ^ second
    begin = 0 if choose else 1 + 2 * side + second
    images = symmetries(size, tile, begin)
    return dict(
        SIZE=size,
        PLANES=0 if mode == "dash" else size.bit_length(),
        begin=begin,
        mode={"dash": DASH, "sum": SUM, "king": KING}[mode],
        tile=["WB.".index(t) for t in tile],
        cell=[split([p]) for p in range(cells)],
        goal=goals,
        first=begins,
        count=[b - a for a, b in pairwise(begins)],
        free=ways,
        action=codes,
        arrivals=[0, *accumulate(map(len, arriving))],
        back=[way for some in arriving for way, _ in some],
        origin=[p for some in arriving for _, p in some],
        planes=planes,
        symmetries=len(images),
        image=[image for image, _, _ in images],
        image_setting=[settings for _, settings, _ in images],
        image_swaps=[swaps for _, _, swaps in images],
        choose=[[comb(p, n) for p in range(cells + 1)] for n in range(size + 1)],
        offset=[offsets(size, group) for group in range(2 * size + 1)],
    )


def tile_rows(size, tiles):
    """The rows of tiles that the option means: `standard`, a seed, or the rows themselves."""
    if tiles == "standard":
        return FIGURE.split("/") if size == 5 else tiles_from_seed(size, LARGE_SEED)
    text = str(tiles)
    return tiles_from_seed(size, int(text)) if text.isdecimal() else text.split("/")


def neutral_cells(size: int) -> list[int]:
    """The places of the neutral tiles: the centre, on the large board also the edges' middles."""
    centre, middle, last = size * size // 2, size // 2, size * (size - 1)
    if size < 9:
        return [centre]
    return [middle, centre - middle, centre, centre + middle, last + middle]


def tiles_from_seed(size, seed):
    """As many white as blue tiles in random order around the neutral ones."""
    neutral = neutral_cells(size)
    half = (size * size - len(neutral)) // 2
    bag = list("W" * half + "B" * half)
    Random(seed).shuffle(bag)
    tile = ["." if p in neutral else bag.pop() for p in range(size * size)]
    return ["".join(tile[p : p + size]) for p in range(0, size * size, size)]


def number_rows(size, numbers):
    """The numbers on the first and on the second player's home row, from the left or the top."""
    if numbers == "standard":
        return NUMBERS[size].split("/")
    text = str(numbers)
    if not text.isdecimal():
        return text.split("/")
    random, digits = Random(int(text)), [str(number) for number in range(1, size + 1)]
    return ["".join(random.sample(digits, size)) for _ in range(2)]


def runs(size, tile, own, p):
    """All moves of a piece on p alone on the board: the cells from the next one to the target.

    A step between two own tiles is free, every other step costs 1, and a move may cost 1.
    """
    for dy, dx in STEPS:
        way, cost, here = [], 0, p
        y, x = p // size + dy, p % size + dx
        while 0 <= y < size and 0 <= x < size:
            there = y * size + x
            cost += not (own[here] and own[there])
            if cost > 1:
                break
            way.append(there)
            yield list(way)
            if tile[there] == ".":
                break
            here, y, x = there, y + dy, x + dx


def edge(size: int, side: int) -> list[int]:
    """The cells of a side of the board, from the left or the top."""
    last = size - 1
    line = {"top": (0, 1), "bottom": (last * size, 1), "left": (0, size), "right": (last, size)}
    begin, step = line[SIDES[side]]
    return [begin + step * i for i in range(size)]


def symmetries(size, tile, begin):
    """(image of each cell, image of each setting, whether the players swap); the identity first.

    A turn or reflection of the board counts if it keeps all tiles or changes the colour of all.
    Where the homes are fixed it must also keep them, perhaps by exchanging the players.
    """
    found = []
    last = size - 1
    other = {"W": "B", "B": "W", ".": "."}
    edges = [edge(size, side) for side in range(4)]
    for turn, flip_y, flip_x, swaps in product((0, 1), repeat=4):
        image = []
        for p in range(size * size):
            y, x = abs(last * flip_y - p // size), abs(last * flip_x - p % size)
            image.append(x * size + y if turn else y * size + x)
        kept = all(tile[q] == tile[p] for p, q in enumerate(image))
        turned = all(tile[q] == other[tile[p]] for p, q in enumerate(image))
        sides = [edges.index(sorted(image[p] for p in cells)) for cells in edges]
        settings = [0]
        for setting in range(1, 1 + CHOICES):
            side, colour = (setting - 1) >> 1, (setting - 1) & 1
            settings.append(1 + 2 * (sides[side] ^ swaps) + (colour ^ swaps ^ turned))
        fits = settings[begin] == begin if begin != 0 else swaps == 0
        if (kept or turned) and fits:
            found.append((image, settings, swaps))
    return found


def start(board, s):
    s.player = 1
    if board.begin != 0:
        set_up(board, s, board.begin)


def set_up(board, s, setting):
    """Put all pieces on their home rows; the first player is to move."""
    s.setting = setting
    s.player = 0
    for w in range(WORDS):
        s.mine[w] = board.goal[2 * setting + 1, w]
        s.theirs[w] = board.goal[2 * setting, w]
        if PLANES != 0:
            for b in range(PLANES):
                s.planes[b, w] = board.planes[4 * setting + b, w]


# Masks such as `& 255` below change nothing: they tell the compiler that an index is not negative.


def piece_index(base, w, live):
    """CELLS * colour + cell of the lowest piece in word w; base is CELLS * colour."""
    return base + w * BITS + (live & -live).bit_length() - 1 & 255


def barred(board, s, w):
    """What a move may not meet: on its way any piece, at its target own pieces and goal pieces."""
    if w >= WORDS:
        return 0
    mine, theirs = s.mine[w], s.theirs[w]
    locked = theirs & board.goal[2 * s.setting + 1 - s.player, w]
    return mine | theirs | (mine | locked) << BITS


def inviting(board, s, w):
    """The targets of captures and goals."""
    if w >= WORDS:
        return 0
    return (s.theirs[w] | board.goal[2 * s.setting + s.player, w]) << BITS


def meets(board, i, a, b, c):
    """What move i has in common with the words a, b and c."""
    if WORDS == 1:
        return board.free[i, 0] & a
    return board.free[i, 0] & a | board.free[i, 1] & b | board.free[i, 2] & c


def actions(board, s, out, n):
    setting, me = s.setting & 15, s.player & 1
    if setting == 0:
        for choice in range(1, 1 + CHOICES):
            out[n] = choice
            n += 1
        return n
    a, b, c = barred(board, s, 0), barred(board, s, 1), barred(board, s, 2)
    x, y, z = inviting(board, s, 0), inviting(board, s, 1), inviting(board, s, 2)
    base = ((setting ^ me) & 1) * CELLS
    quiet = n  # captures and goals come first
    for w in range(WORDS):
        live = s.mine[w] & ~board.goal[2 * setting + me, w]
        while live != 0:
            p = piece_index(base, w, live)
            live &= live - 1
            for i in range(board.first[p], board.first[p + 1]):
                if meets(board, i & 8191, a, b, c) == 0:
                    action = board.action[i & 8191]
                    if meets(board, i & 8191, x, y, z) != 0:
                        out[n & 0x7FFFFFFF] = out[quiet]
                        out[quiet] = action
                        quiet += 1
                    else:
                        out[n & 0x7FFFFFFF] = action
                    n += 1
    return n


def play(board, s, action):
    if action < FIRST_MOVE:
        set_up(board, s, action)
        return FINAL | NOISY
    setting, me = s.setting & 15, s.player & 1
    p, q = (action - FIRST_MOVE) >> SHIFT & LOW, (action - FIRST_MOVE) & LOW
    special = 0
    for w in range(WORDS):
        mine, theirs = s.mine[w], s.theirs[w]
        source, target = board.cell[p, w], board.cell[q, w]
        s.mine[w] = theirs & ~target
        s.theirs[w] = mine ^ source ^ target
        special |= target & (theirs | board.goal[2 * setting + me, w])
    if PLANES != 0:
        carry(s, p, q)
    s.player = 1 - me
    return FINAL | NOISY if special != 0 else QUIET


def carry(s, p, q):
    """Move the number on p to q."""
    v, w = p // BITS, q // BITS
    source, target = 1 << p % BITS, 1 << q % BITS
    for b in range(PLANES):
        digit = s.planes[b, v] & source
        s.planes[b, v] ^= digit
        s.planes[b, w] = s.planes[b, w] & ~target | (target if digit != 0 else 0)


def outcome(board, s):
    setting, me = s.setting & 15, s.player & 1
    mine, theirs = 0, 0
    for w in range(WORDS):
        mine |= s.mine[w] & ~board.goal[2 * setting + me, w]
        theirs |= s.theirs[w] & ~board.goal[2 * setting + 1 - me, w]
    if setting == 0:
        return OPEN
    if PLANES != 0 and board.mode == KING:
        winner = king_winner(board, s)
        if winner != OPEN:
            return winner
    if mine != 0 and theirs != 0:
        return OPEN
    ahead = score(board, s, 0) - score(board, s, 1)
    if ahead == 0:
        return DRAW
    return 0 if ahead > 0 else 1


def decisive(board, s, turns):
    """A turn takes a live piece from each side at most: one that arrives, and one it captures."""
    if s.setting == 0 or board.mode == KING:
        return True
    me = s.player & 1
    mine, theirs = 0, 0
    for w in range(WORDS):
        mine += (s.mine[w] & ~board.goal[2 * s.setting + me, w]).bit_count()
        theirs += (s.theirs[w] & ~board.goal[2 * s.setting + 1 - me, w]).bit_count()
    return mine <= turns or theirs <= turns


def pieces(s, player, w):
    return s.mine[w] if player == s.player else s.theirs[w]


def king_winner(board, s):
    """The player whose king has arrived or whose enemy has lost his; OPEN if there is none.

    The king has the highest number: among those in use only it has both outer binary digits.
    """
    for player in range(2):
        king, arrived = 0, 0
        for w in range(WORDS):
            kings = s.planes[0, w] & s.planes[PLANES - 1, w] & pieces(s, player, w)
            king |= kings
            arrived |= kings & board.goal[2 * s.setting + player, w]
        if king == 0:
            return 1 - player
        if arrived != 0:
            return player
    return OPEN


def score(board, s, player):
    """What decides a finished game: in Sum the sum of the goal pieces, then how many there are,
    then whether live pieces are left."""
    goals, total, live = 0, 0, 0
    for w in range(WORDS):
        row = board.goal[2 * s.setting + player, w]
        own = pieces(s, player, w)
        goals += (own & row).bit_count()
        live |= own & ~row
        if PLANES != 0 and board.mode == SUM:
            for b in range(PLANES):
                total += (own & row & s.planes[b, w]).bit_count() << b
    return 64 * total + 2 * goals + (1 if live != 0 else 0)


def stuck(board, s):
    return 1 - s.player  # does not occur: to be walled in takes more pieces than a player has


def random_action(board, s, rng):
    """Draw among the moves on an empty board until one is possible: most of them are."""
    setting, me = s.setting & 15, s.player & 1
    if setting == 0:
        return 1 + below(rng, CHOICES)
    a, b, c = barred(board, s, 0), barred(board, s, 1), barred(board, s, 2)
    base = ((setting ^ me) & 1) * CELLS
    total = 0
    for w in range(WORDS):
        live = s.mine[w] & ~board.goal[2 * setting + me, w]
        while live != 0:
            total += board.count[piece_index(base, w, live)]
            live &= live - 1
    while True:
        i = nth_move(board, s, base, below(rng, total)) & 8191
        if meets(board, i, a, b, c) == 0:
            return board.action[i]


def nth_move(board, s, base, r):
    """Move number r of all live pieces on an empty board."""
    setting, me = s.setting & 15, s.player & 1
    for w in range(WORDS):
        live = s.mine[w] & ~board.goal[2 * setting + me, w]
        while live != 0:
            p = piece_index(base, w, live)
            r -= board.count[p]
            if r < 0:
                return board.first[p] + board.count[p] + r
            live &= live - 1
    return 0


def image(board, s, t, i):
    t.player = s.player ^ board.image_swaps[i]
    t.setting = board.image_setting[i, s.setting]
    for p in range(CELLS):
        q = board.image[i, p]
        for v in range(WORDS):
            here = board.cell[p, v]
            for w in range(WORDS):
                there = board.cell[q, w]
                if s.mine[v] & here != 0:
                    t.mine[w] |= there
                if s.theirs[v] & here != 0:
                    t.theirs[w] |= there
                if PLANES != 0:
                    for b in range(PLANES):
                        if s.planes[b, v] & here != 0:
                            t.planes[b, w] |= there


def image_action(board, action, i):
    if action < FIRST_MOVE:
        return board.image_setting[i, action]
    p, q = (action - FIRST_MOVE) >> SHIFT & LOW, (action - FIRST_MOVE) & LOW
    return FIRST_MOVE + (board.image[i, p] << SHIFT) + board.image[i, q]


def offsets(size, group):
    """Where the boards with 0, 1, 2 … pieces of the side to move begin among all of a class."""
    cells = size * size
    both = [n for n in range(1, size + 1) if 1 <= group - n <= size]
    ways = [
        comb(cells, n) * comb(cells - n, group - n) if n in both else 0 for n in range(size + 1)
    ]
    return [0, *accumulate(ways)]


def class_of(board, s):
    """How many pieces there are; nothing where they have numbers. The tiles tell the sides apart,
    so that a class has every board twice, once for each side to move; and for each setting."""
    count = 0
    for w in range(WORDS):
        count += (s.mine[w] | s.theirs[w]).bit_count()
    return count if PLANES == 0 else 0


def class_size(board, group):
    if PLANES != 0:
        return 0
    return 2 * board.offset[group, SIZE + 1] * (CHOICES if board.begin == 0 else 1)


def rank(board, s, group):
    """Whose turn it is; how many pieces are mine; my cells, then theirs among the others."""
    mine, theirs, m, t = 0, 0, 0, 0
    for w in range(WORDS):
        own, others = s.mine[w], s.theirs[w]
        while others != 0:
            low = others & -others
            p = low.bit_length() - 1 + w * BITS - m - (own & low - 1).bit_count()
            t += 1
            theirs += board.choose[t & 15, p & 127]
            others ^= low
        while own != 0:
            p = (own & -own).bit_length() - 1 + w * BITS
            m += 1
            mine += board.choose[m & 15, p & 127]
            own &= own - 1
    side = s.player if board.begin != 0 else 2 * (s.setting - 1) + s.player
    number = side * board.offset[group, SIZE + 1] + board.offset[group, m]
    return number + mine * board.choose[t & 15, CELLS - m] + theirs


def unrank(board, s, group, number):
    side = number // board.offset[group, SIZE + 1]
    number %= board.offset[group, SIZE + 1]
    s.player = side & 1
    s.setting = board.begin if board.begin != 0 else 1 + (side >> 1)
    m = 0
    while board.offset[group, m + 1] <= number:
        m += 1
    t, free = group - m, CELLS - m
    number -= board.offset[group, m]
    mine, theirs = number // board.choose[t, free], number % board.choose[t, free]
    for w in range(WORDS):
        s.mine[w] = 0
        s.theirs[w] = 0
    p = CELLS - 1
    while m > 0:
        while board.choose[m & 15, p & 127] > mine:
            p -= 1
        mine -= board.choose[m & 15, p & 127]
        for w in range(WORDS):
            s.mine[w] |= board.cell[p & 127, w]
        m -= 1
    p = free - 1
    while t > 0:
        while board.choose[t & 15, p & 127] > theirs:
            p -= 1
        theirs -= board.choose[t & 15, p & 127]
        q = free_cell(s, p)
        for w in range(WORDS):
            s.theirs[w] |= board.cell[q & 127, w]
        t -= 1


def free_cell(s, p):
    """Number p of the cells that are not mine."""
    for w in range(WORDS):
        own = s.mine[w]
        while own != 0:
            p += 1 if (own & -own).bit_length() - 1 + w * BITS <= p else 0
            own &= own - 1
    return p


def parents(board, s, group, out):
    """One of their pieces goes back to a free cell that it could have come from."""
    setting, they = s.setting & 15, 1 - s.player & 1
    a, b, c = shut(board, s, 0), shut(board, s, 1), shut(board, s, 2)
    base = ((setting ^ they) & 1) * CELLS
    s.player = they
    for w in range(WORDS):
        s.mine[w], s.theirs[w] = s.theirs[w], s.mine[w]
    n = 0
    for w in range(WORDS):
        there = s.mine[w]
        while there != 0:
            q = piece_index(base, w, there)
            there &= there - 1
            for i in range(board.arrivals[q], board.arrivals[q + 1]):
                if retreats(board, i & 8191, a, b, c):
                    p = board.origin[i & 8191]
                    go(board, s, q - base, p)
                    out[n] = rank(board, s, group)
                    n += 1
                    go(board, s, p, q - base)
    return n


def shut(board, s, w):
    """What a move that is taken back may not meet: on its way any piece, where it began also the
    goal row."""
    if w >= WORDS:
        return 0
    taken = s.mine[w] | s.theirs[w]
    return taken | (taken | board.goal[2 * s.setting + 1 - s.player, w]) << BITS


def retreats(board, i, a, b, c):
    """Whether move i to a cell, taken back, has nothing in common with the words a, b and c."""
    if WORDS == 1:
        return board.back[i, 0] & a == 0
    return (board.back[i, 0] & a | board.back[i, 1] & b | board.back[i, 2] & c) == 0


def go(board, s, p, q):
    """A piece of the side to move goes from p to q, and nothing else happens."""
    for w in range(WORDS):
        s.mine[w] ^= board.cell[p, w] | board.cell[q, w]
