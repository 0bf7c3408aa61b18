"""What makes a Fanorona position good: the terms of its evaluation, in hundredths of their unit.

    pieces    stones: mine less theirs
    mobility  steps to free points: mine less theirs
    hunt      how close the sides are to each other, for the side with more stones; see `hunt`
    grab      the most stones that I can take with one step, being to move

The original program's terms are about the side to move. A higher value is better for it:

    lead      (mine - theirs) * more / fewer: a lead counts more among few stones
    groups    groups of my stones, neighbours in any of the eight directions
    run       my longest row of stones along a line, negative
    approach  width + height - the mean distance from my stones to the nearest enemy, if I have more
              stones; that with the opposite sign if I have fewer; 0 if the sides are equal
    centre    the mean distance of my stones to the centre in rows and columns, negative

Means and quotients of positive numbers are rounded down to a hundredth.

The first three and `lead` change their sign with the side; `grab` is what being to move is worth.
"""

from tabuleiro.games.fanorona.rules import WORDS, free_points, has, onward, words

TERMS = (
    "pieces",
    "mobility",
    "hunt",
    "grab",
    "lead",
    "groups",
    "run",
    "approach",
    "centre",
)
PIECES, MOBILITY, HUNT, GRAB = 0, 1, 2, 3
LEAD, GROUPS, RUN, NEAR, CENTRE = 4, 5, 6, 7, 8  # the rules have an APPROACH of their own

NORTH, WEST = 1, 3  # directions of the rules; 7 - d is opposite
HUNTED = 3  # how many steps away an enemy is felt


def evaluate(board, s, weights):
    mine0, mine1 = words(s.stones, s.player)
    foes0, foes1 = words(s.stones, 1 - s.player)
    m, f = size(mine0, mine1), size(foes0, foes1)
    value = weights[PIECES] * 100 * (m - f)
    if weights[MOBILITY] != 0:
        value += weights[MOBILITY] * 100 * mobility(board, mine0, mine1, foes0, foes1)
    if weights[HUNT] != 0 and m != f:
        near = hunt(board, mine0, mine1, foes0, foes1)
        value += weights[HUNT] * (near if m > f else -near)
    if weights[GRAB] != 0:
        value += weights[GRAB] * 100 * most_taken(board, mine0, mine1, foes0, foes1)
    if weights[LEAD] != 0:
        more, fewer = max(m, f), min(m, f)
        lead = 100 * (more - fewer) * more // fewer
        value += weights[LEAD] * (lead if m > f else -lead)
    if weights[GROUPS] != 0:
        value += weights[GROUPS] * 100 * groups(board, mine0, mine1)
    if weights[RUN] != 0:
        value -= weights[RUN] * 100 * longest_row(board, mine0, mine1)
    if weights[NEAR] != 0 and m != f:
        near = 100 * (board.width + board.height) - distance(board, mine0, mine1, foes0, foes1) // m
        value += weights[NEAR] * (near if m > f else -near)
    if weights[CENTRE] != 0:
        value -= weights[CENTRE] * (off_centre(board, mine0, mine1) // m)
    return value


def size(a, b):
    """How many points a set has."""
    if WORDS == 1:
        return a.bit_count()
    return a.bit_count() + b.bit_count()


def mobility(board, mine0, mine1, foes0, foes1):
    free0, free1 = free_points(board, mine0, mine1, foes0, foes1)
    n = 0
    for d in range(8):
        from0, from1 = onward(board, d, free0, free1)
        n += size(from0 & mine0, from1 & mine1) - size(from0 & foes0, from1 & foes1)
    return n


def most_taken(board, mine0, mine1, foes0, foes1):
    """The longest row of enemies that one step takes.

    A row in direction d is taken by a step in d towards it, and by the opposite step from the point
    beside it.
    """
    free0, free1 = free_points(board, mine0, mine1, foes0, foes1)
    most = 0
    for d in range(8):
        step0, step1 = onward(board, d, mine0, mine1)
        away0, away1 = onward(board, d, free0, free1)
        row0, row1 = onward(board, d, step0 & free0 | away0 & mine0, step1 & free1 | away1 & mine1)
        row0, row1 = row0 & foes0, row1 & foes1
        length = 0
        while row0 | row1 != 0:
            length += 1
            row0, row1 = onward(board, d, row0, row1)
            row0, row1 = row0 & foes0, row1 & foes1
        most = max(most, length)
    return most


def spread(board, a, b):
    """A set and all its neighbours, whether a line joins them or not."""
    for d in (WEST, NORTH):
        back0, back1 = onward(board, d, a, b)
        forth0, forth1 = onward(board, 7 - d, a, b)
        a, b = a | back0 | forth0, b | back1 | forth1
    return a, b


def hunt(board, mine0, mine1, foes0, foes1):
    """Nearness of my stones to the enemy's, plus that of his to mine.

    A stone is worth 1 next to an enemy, 2/3 two steps away, 1/3 three; the mean over a side counts.
    """
    return nearness(board, mine0, mine1, foes0, foes1) + nearness(board, foes0, foes1, mine0, mine1)


def nearness(board, mine0, mine1, foes0, foes1):
    m = size(mine0, mine1)
    n = 0
    for _ in range(HUNTED):
        foes0, foes1 = spread(board, foes0, foes1)
        n += size(foes0 & mine0, foes1 & mine1)
    return 100 * n // (HUNTED * m)


def groups(board, a, b):
    n = 0
    while a | b != 0:
        n += 1
        part0 = a & -a
        part1 = 0 if a != 0 else b & -b
        known = 0
        while known != size(part0, part1):
            known = size(part0, part1)
            part0, part1 = spread(board, part0, part1)
            part0, part1 = part0 & a, part1 & b
        a, b = a ^ part0, b ^ part1
    return n


def longest_row(board, a, b):
    longest = 0
    for d in range(4):
        ends0, ends1 = a, b
        length = 0
        while ends0 | ends1 != 0:
            length += 1
            ends0, ends1 = onward(board, d, ends0, ends1)
            ends0, ends1 = ends0 & a, ends1 & b
        longest = max(longest, length)
    return longest


def distance(board, mine0, mine1, foes0, foes1):
    """The distances from my stones to the nearest enemy as the crow flies, in hundredths."""
    total, p = 0, 0
    for y in range(board.height):
        for x in range(board.width):
            if has(mine0, mine1, p) != 0:
                total += hundredths_of_root(nearest(board, x, y, foes0, foes1))
            p += 1
    return total


def nearest(board, x, y, a, b):
    """The square of the distance from a place to the nearest point of a set."""
    least, p = 200, 0
    for v in range(board.height):
        for u in range(board.width):
            if has(a, b, p) != 0:
                least = min(least, (u - x) * (u - x) + (v - y) * (v - y))
            p += 1
    return least


def hundredths_of_root(n):
    """100 * sqrt(n), rounded down, for n below 400."""
    root, bit = 0, 1024
    while bit != 0:
        if (root + bit) * (root + bit) <= 10000 * n:
            root += bit
        bit >>= 1
    return root


def off_centre(board, a, b):
    """The distances of a set's points to the centre, rows plus columns, in hundredths."""
    total, p = 0, 0
    for y in range(board.height):
        for x in range(board.width):
            if has(a, b, p) != 0:
                total += abs(2 * x + 1 - board.width) + abs(2 * y + 1 - board.height)
            p += 1
    return 50 * total
