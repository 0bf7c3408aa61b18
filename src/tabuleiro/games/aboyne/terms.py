"""What makes an Aboyne position good: the terms of its evaluation, in hundredths of their unit.

    pieces    stones: mine less theirs
    free      stones that are not blocked: mine less theirs
    mobility  moves if it were this side's turn: mine less theirs
    captures  capturing moves if it were this side's turn: mine less theirs
    links     pairs of neighbouring stones of one side, which can jump: mine less theirs
    centre    the row values of all stones: mine less theirs
    advance   how far all stones have come from the opponent's goal: mine less theirs
    runner    8 / 2 ** d for the free stone nearest to its goal, d cells away: mine less theirs
    tempo     1 for the side to move: in a race the next step is worth something

The original program's other terms are about the side to move:

    rows      the row values of my stones: 1 at the upper and lower edge, rising to the middle row
    distance  the distances of my stones to my goal
    guard     1 if an enemy stone next to its goal is blocked
    f8        200 pieces + 15 captures + 100 free + 250 guard if the opponent could move, else 0

The first eight change their sign with the side on the same board.
"""

from tabuleiro.games.aboyne.rules import WORDS, behind, cells, movers, unblocked, words

TERMS = (
    "pieces",
    "free",
    "mobility",
    "captures",
    "links",
    "centre",
    "advance",
    "runner",
    "tempo",
    "rows",
    "distance",
    "guard",
    "f8",
)
EXCHANGE = 2
PIECES, FREE, MOBILITY, CAPTURES, LINKS, CENTRE, ADVANCE, RUNNER = 0, 1, 2, 3, 4, 5, 6, 7
TEMPO, ROWS, DISTANCE, GUARD, F8 = 8, 9, 10, 11, 12

# Numbers of cells, kept as the sets of cells whose number has a certain binary digit, so that the
# numbers of many stones add up in a few steps. In DIGITS they begin at one of these, + 8 * (side -
# 3), and then come by digit and word.
TO_EAST, TO_WEST, ROW_VALUE = 0, 32, 64


def digits():
    flat = []
    for kind in (TO_EAST, TO_WEST, ROW_VALUE):
        for side in range(3, 7):
            numbers = cell_numbers(kind, side)
            bits = 64 if side < 6 else 46
            for digit in range(4):
                masks = [0, 0]
                for p in numbers:
                    masks[p // bits] |= (numbers[p] >> digit & 1) << p % bits
                flat += masks
    return tuple(flat)


def cell_numbers(kind, side):
    """By cell: its distance to a corner, or its row value."""
    numbers = {}
    for (q, r), p in cells(side).items():
        if kind == ROW_VALUE:
            numbers[p] = side - abs(r)
        else:
            x, y = (side - 1 - q, -r) if kind == TO_EAST else (side - 1 + q, r)
            numbers[p] = max(abs(x), abs(y), abs(x + y))
    return numbers


DIGITS = digits()


def evaluate(board, s, weights):
    me = s.player & 1
    mine0, mine1 = words(s.stones, me)
    foes0, foes1 = words(s.stones, 1 - me)
    value = weights[PIECES] * 100 * (size(mine0, mine1) - size(foes0, foes1))
    others = 0
    for i in range(FREE, F8 + 1):
        others |= weights[i]
    return (
        value if others == 0 else value + structure(board, me, mine0, mine1, foes0, foes1, weights)
    )


def structure(board, me, mine0, mine1, foes0, foes1, weights):
    """All terms but the first: apart, so that the first alone is as fast as can be."""
    value = 100 * weights[TEMPO]
    lead = size(mine0, mine1) - size(foes0, foes1)
    rows = ROW_VALUE + 8 * (board.side - 3)
    here, there = to_goal(board, me), to_goal(board, 1 - me)
    if weights[CENTRE] | weights[ROWS] != 0:
        own = added(rows, mine0, mine1)
        value += 100 * (weights[CENTRE] + weights[ROWS]) * own
        value -= 100 * weights[CENTRE] * added(rows, foes0, foes1)
    if weights[ADVANCE] | weights[DISTANCE] != 0:
        own = added(here, mine0, mine1)
        foes = added(there, foes0, foes1)
        value += 100 * weights[DISTANCE] * own
        value += 100 * weights[ADVANCE] * (2 * (board.side - 1) * lead - own + foes)
    if weights[LINKS] != 0:
        value += 100 * weights[LINKS] * (links(board, mine0, mine1) - links(board, foes0, foes1))
    if (
        weights[FREE]
        | weights[MOBILITY]
        | weights[CAPTURES]
        | weights[RUNNER]
        | weights[GUARD]
        | weights[F8]
        == 0
    ):
        return value

    free0, free1 = unblocked(board, me, mine0, mine1, foes0, foes1)
    loose0, loose1 = unblocked(board, 1 - me, foes0, foes1, mine0, mine1)
    unpinned = size(free0, free1) - size(loose0, loose1)
    value += 100 * weights[FREE] * unpinned
    if weights[MOBILITY] != 0:
        own = moves(board, me, mine0, mine1, free0, free1)
        foes = moves(board, 1 - me, foes0, foes1, loose0, loose1)
        value += 100 * weights[MOBILITY] * (own - foes)
    if weights[RUNNER] != 0:
        value += weights[RUNNER] * (runner(here, free0, free1) - runner(there, loose0, loose1))
    if weights[GUARD] | weights[CAPTURES] | weights[F8] != 0:
        guarded = has_neighbour(there, foes0 & ~loose0, foes1 & ~loose1)
        own = captures(board, me, mine0, mine1, foes0, foes1, free0, free1)
        foes = captures(board, 1 - me, foes0, foes1, mine0, mine1, loose0, loose1)
        value += 100 * (weights[GUARD] * guarded + weights[CAPTURES] * (own - foes))
        if weights[F8] != 0 and moves(board, 1 - me, foes0, foes1, loose0, loose1) != 0:
            f7 = 200 * lead + 15 * (own - foes) + 100 * unpinned + 250 * guarded
            value += 100 * weights[F8] * f7
    return value


def size(a, b):
    """How many cells a set has."""
    if WORDS == 1:
        return a.bit_count()
    return a.bit_count() + b.bit_count()


def to_goal(board, player):
    """Where the distances to a player's goal begin; his first direction leads to it."""
    return (TO_EAST if board.code[6 * player] == 1 else TO_WEST) + 8 * (board.side - 3)


def added(at, a, b):
    """The sum of the numbers of a set's cells."""
    total = 0
    for digit in range(4):
        i = at + 2 * digit & 127  # the mask tells the compiler that it is not negative
        total += (a & DIGITS[i]).bit_count() << digit
        if WORDS == 2:
            total += (b & DIGITS[i + 1]).bit_count() << digit
    return total


def least(at, a, b):
    """The smallest number of a cell of a set that is not empty."""
    number = 0
    for i in range(4):
        digit = 3 - i
        a0, b0 = a & ~DIGITS[at + 2 * digit & 127], 0
        if WORDS == 2:
            b0 = b & ~DIGITS[at + 2 * digit + 1 & 127]
        if a0 | b0 != 0:
            a, b = a0, b0
        else:
            number += 1 << digit
    return number


def runner(goal, a, b):
    return 800 >> least(goal, a, b) if a | b != 0 else 0


def has_neighbour(goal, a, b):
    """1 if a stone of the set is next to the goal, else 0."""
    return 1 if a | b != 0 and least(goal, a, b) == 1 else 0


def links(board, a, b):
    """The pairs of neighbours in a set, each found by one of three directions."""
    n = 0
    for i in range(3):
        next0, next1 = behind(board, i, a, b)
        ahead0, ahead1 = words(board.ahead, i)
        n += size(a & next0 & ahead0, b & next1 & ahead1)
    return n


def moves(board, side, mine0, mine1, free0, free1):
    n = 0
    for i in range(6 * side, 6 * side + 6):
        a, b = movers(board, i, mine0, mine1, free0, free1)
        n += size(a, b)
    return n


def captures(board, side, mine0, mine1, foes0, foes1, free0, free1):
    """The jumps of a side's free stones that end on an enemy."""
    n = 0
    for i in range(6 * side, 6 * side + 6):
        ahead0, ahead1 = words(board.ahead, i)
        mine_ahead0, mine_ahead1 = mine0 & ahead0, mine1 & ahead1
        a, b = behind(board, i, foes0, foes1)
        a, b = behind(board, i, a & mine_ahead0, b & mine_ahead1)
        a, b = a & mine_ahead0, b & mine_ahead1
        while a | b != 0:
            n += size(a & free0, b & free1)
            a, b = behind(board, i, a, b)
            a, b = a & mine_ahead0, b & mine_ahead1
    return n
