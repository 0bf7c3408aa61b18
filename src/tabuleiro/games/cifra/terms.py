"""What makes a CIFRA position good: the terms of its evaluation, in hundredths of their unit.

    pieces    pieces on the board, goal pieces included: mine less theirs
    goals     half of the number of goal pieces: mine less theirs
    advance   rows that all pieces have come, from their homes to the goal: mine less theirs
    reach     moves that the live pieces would have on an empty board: mine less theirs
    runners   live pieces that could move to the goal if it were their turn: mine less theirs
    finish    the lead in goal pieces, times the pieces that the side with fewer live ones lacks
    numbers   in mode sum, the numbers on goal pieces and half those on live ones: mine less theirs
    king      in mode king, rows that the king has come: mine less theirs
    tempo     1 for the side to move: in a race the next step is worth something

The original program's terms are about the side to move. With g goal pieces of mine, G of theirs,
and l and L pieces on the board:

    h1        10 g + 4 (l - L) if g = G = 0; 6 g + 2 (l - L) if G >= g; 4 g + 10 (l - L) if g > G
    h3        500 / (0.01 + the rows that my pieces have left to the goal), rounded down

h3 is in thousandths of what it was there, since it is small; so h1 = 1000, h3 = 1 is their sum, h2.
The first eight change their sign with the side on the same board. Before the choice of sides all
is even.
"""

from tabuleiro.games.cifra.rules import (
    BITS,
    CELLS,
    KING,
    PLANES,
    SIZE,
    SUM,
    WORDS,
    meets,
    piece_index,
)

TERMS = (
    "pieces",
    "goals",
    "advance",
    "reach",
    "runners",
    "finish",
    "numbers",
    "king",
    "tempo",
    "h1",
    "h3",
)
PIECES, GOALS, ADVANCE, REACH, RUNNERS, FINISH, NUMBER_SUM, KING_ROWS = 0, 1, 2, 3, 4, 5, 6, 7
TEMPO, H1, H3 = 8, 9, 10


def digits():
    """How far cells are from each side of the board: the sets of cells by binary digit of that.

    By size, side, digit and word; so the rows of many pieces add up in a few steps.
    """
    flat = []
    for size, bits in ((3, 25), (5, 25), (7, 27), (9, 27)):
        for side in range(4):
            for digit in range(4):
                masks = [0, 0, 0]
                for p in range(size * size):
                    y, x = p // size, p % size
                    rows = (y, size - 1 - y, x, size - 1 - x)[side]
                    masks[p // bits] |= (rows >> digit & 1) << p % bits
                flat += masks
    return tuple(flat)


DIGITS = digits()


def evaluate(board, s, weights):
    setting, me = s.setting & 15, s.player & 1
    mine, theirs, goals, lost = 0, 0, 0, 0
    for w in range(WORDS):
        mine += s.mine[w].bit_count()
        theirs += s.theirs[w].bit_count()
        goals += (s.mine[w] & board.goal[2 * setting + me, w]).bit_count()
        lost += (s.theirs[w] & board.goal[2 * setting + 1 - me, w]).bit_count()
    value = 100 * weights[PIECES] * (mine - theirs) + 50 * weights[GOALS] * (goals - lost)
    others = 0
    for i in range(ADVANCE, H3 + 1):
        others |= weights[i]
    if others == 0 or setting == 0:
        return value
    return value + race(board, s, weights, mine, theirs, goals, lost)


def race(board, s, weights, mine, theirs, goals, lost):
    """All terms but the first two; `lost` counts the other side's goal pieces."""
    setting, me = s.setting & 15, s.player & 1
    value = 100 * weights[TEMPO]
    if weights[ADVANCE] | weights[H3] != 0:
        rows = rows_left(setting, me, s.mine)
        value += weights[H3] * (5000000 // (1 + 100 * rows))
        more = (SIZE - 1) * (mine - theirs) - rows + rows_left(setting, 1 - me, s.theirs)
        value += 100 * weights[ADVANCE] * more
    if weights[REACH] != 0:
        more = reach(board, s, me, s.mine) - reach(board, s, 1 - me, s.theirs)
        value += 100 * weights[REACH] * more
    if weights[RUNNERS] != 0:
        more = runners(board, s, me, s.mine, s.theirs) - runners(board, s, 1 - me, s.theirs, s.mine)
        value += 100 * weights[RUNNERS] * more
    if weights[FINISH] != 0:
        fewer = min(mine - goals, theirs - lost)
        value += 100 * weights[FINISH] * (goals - lost) * (SIZE - fewer)
    if weights[H1] != 0:
        value += 100 * weights[H1] * h1(goals, lost, mine - theirs)
    if PLANES != 0:
        if board.mode == SUM:
            more = numbers(board, s, me, s.mine) - numbers(board, s, 1 - me, s.theirs)
            value += 50 * weights[NUMBER_SUM] * more
        if board.mode == KING:
            more = king_left(s, 1 - me, s.theirs) - king_left(s, me, s.mine)
            value += 100 * weights[KING_ROWS] * more
    return value


def h1(goals, lost, lead):
    if goals == 0 and lost == 0:
        return 4 * lead
    if lost >= goals:
        return 6 * goals + 2 * lead
    return 4 * goals + 10 * lead


def rows_left(setting, player, own):
    """The rows that a player's pieces have left to their goal."""
    at = first_digit(setting, player)
    total = 0
    for digit in range(3 if SIZE <= 5 else 4):
        for w in range(WORDS):
            total += (own[w] & DIGITS[at + 3 * digit + w & 255]).bit_count() << digit
    return total


def first_digit(setting, player):
    """Where the distances to a player's goal row begin."""
    side = (setting - 1) >> 1 ^ player
    return 12 * side + 24 * (SIZE - 3)


def reach(board, s, player, own):
    setting = s.setting & 15
    base = ((setting ^ player) & 1) * CELLS
    total = 0
    for w in range(WORDS):
        live = own[w] & ~board.goal[2 * setting + player, w]
        while live != 0:
            total += board.count[piece_index(base, w, live)]
            live &= live - 1
    return total


def runners(board, s, player, own, foes):
    """How many of a player's live pieces have a move to the goal."""
    setting = s.setting & 15
    base = ((setting ^ player) & 1) * CELLS
    x, y, z = goal_targets(board, s, player, 0), 0, 0
    a, b, c = obstacles(own, foes, 0), 0, 0
    if WORDS == 3:
        y, z = goal_targets(board, s, player, 1), goal_targets(board, s, player, 2)
        b, c = obstacles(own, foes, 1), obstacles(own, foes, 2)
    total = 0
    for w in range(WORDS):
        live = own[w] & ~board.goal[2 * setting + player, w]
        while live != 0:
            p = piece_index(base, w, live)
            live &= live - 1
            for i in range(board.first[p], board.first[p + 1]):
                if meets(board, i & 8191, x, y, z) != 0 and meets(board, i & 8191, a, b, c) == 0:
                    total += 1
                    break
    return total


def goal_targets(board, s, player, w):
    """The goal row as targets of moves."""
    return board.goal[2 * (s.setting & 15) + player, w] << BITS


def obstacles(own, foes, w):
    """What a move to the goal may not meet: pieces on its way, and one of its own as target.

    An enemy on the goal row is no goal piece, so it can be taken.
    """
    return own[w] | foes[w] | own[w] << BITS


def numbers(board, s, player, own):
    """The sum of a player's numbers, twice those on goal pieces."""
    total = 0
    for w in range(WORDS):
        row = board.goal[2 * (s.setting & 15) + player, w]
        for b in range(PLANES):
            digit = own[w] & s.planes[b, w]
            total += digit.bit_count() + (digit & row).bit_count() << b
    return total


def king_left(s, player, own):
    """The rows that a player's king has left; it alone has both outer binary digits."""
    at = first_digit(s.setting & 15, player)
    total = 0
    for digit in range(3 if SIZE <= 5 else 4):
        for w in range(WORDS):
            king = own[w] & s.planes[0, w] & s.planes[PLANES - 1, w]
            total += (king & DIGITS[at + 3 * digit + w & 255]).bit_count() << digit
    return total
