"""What makes a Focus position good: the terms of its evaluation, in hundredths of their unit.

    pieces    pieces on the board and in reserve: mine less theirs
    reserve   pieces in reserve: mine less theirs
    ready     1 for a side that has a reserve, and so can drop a piece anywhere: mine less theirs
    stacks    stacks controlled: mine less theirs
    captives  enemy pieces under a side's stacks: mine less theirs
    mobility  moves of stacks if it were this side's turn: mine less theirs
    reach     cells that a stack could move to if it were this side's turn: mine less theirs
    attacks   enemy stacks on such cells: those that I attack less those of mine attacked

The original program has two more terms, about the side to move:

    buried    enemy pieces that lie under other pieces, of whatever colour
    under     enemy pieces that lie under my stacks

The others change their sign with the side.
"""

from tabuleiro.games.focus.rules import ONES, WORDS, controlled, kinds_of

TERMS = (
    "pieces",
    "reserve",
    "ready",
    "stacks",
    "captives",
    "mobility",
    "reach",
    "attacks",
    "buried",
    "under",
)
PIECES, RESERVE, READY, STACKS, CAPTIVES, MOBILITY, REACH, ATTACKS = 0, 1, 2, 3, 4, 5, 6, 7
BURIED, UNDER = 8, 9


def evaluate(board, s, weights):
    me = s.player & 1
    mine, theirs = s.hand[me], s.hand[1 - me]
    # Both began with the same number of pieces, so what counts is who has captured more.
    value = 100 * weights[PIECES] * ((mine >> 8) - (theirs >> 8))
    value += 100 * weights[RESERVE] * ((mine & 255) - (theirs & 255))
    others = 0
    for i in range(READY, UNDER + 1):
        others |= weights[i]
    return value if others == 0 else value + control(board, s, weights)


def control(board, s, weights):
    """All terms but the first two."""
    me = s.player & 1
    value = 0
    if weights[READY] != 0:
        mine, theirs = s.hand[me] & 255, s.hand[1 - me] & 255
        value += 100 * weights[READY] * (min(mine, 1) - min(theirs, 1))
    if weights[STACKS] | weights[CAPTIVES] | weights[BURIED] | weights[UNDER] != 0:
        stacks, their_stacks, captives, lost, doubled = census(s, me)
        value += 100 * weights[STACKS] * (stacks - their_stacks)
        value += 100 * weights[CAPTIVES] * (captives - lost)
        value += 100 * weights[BURIED] * (captives + doubled)
        value += 100 * weights[UNDER] * captives
    if weights[MOBILITY] != 0:
        value += 100 * weights[MOBILITY] * (moves(board, s, me) - moves(board, s, 1 - me))
    if weights[REACH] | weights[ATTACKS] != 0:
        low, high = reach(board, s, me)
        their_low, their_high = reach(board, s, 1 - me)
        more = size(low, high) - size(their_low, their_high)
        value += 100 * weights[REACH] * more
        mine0, mine1 = controlled(s, me, 1)
        foes0, foes1 = controlled(s, 1 - me, 1)
        more = size(low & foes0, high & foes1) - size(their_low & mine0, their_high & mine1)
        value += 100 * weights[ATTACKS] * more
    return value


def size(low, high):
    """How many cells a set has."""
    if WORDS == 6:
        return low.bit_count()
    return low.bit_count() + high.bit_count()


def census(s, me):
    """My stacks, theirs, their pieces under my stacks, mine under theirs, theirs under their own.

    The stacks of a word are looked at all at once. A stack without its top piece has its leading 1
    where the bottom piece was; filled up with ones below, that is the set of its pieces.
    """
    stacks, their_stacks, captives, lost, doubled = 0, 0, 0, 0, 0
    for w in range(WORDS):
        x = s.stacks[w]
        all_pieces = x >> 1 & 31 * ONES
        all_pieces |= all_pieces >> 1 & 15 * ONES
        all_pieces |= all_pieces >> 2 & 7 * ONES
        all_pieces |= all_pieces >> 4 & ONES
        mine = (x ^ (me - 1)) & all_pieces
        theirs = all_pieces ^ mine
        my_tops, their_tops = mine & ONES, theirs & ONES
        stacks += my_tops.bit_count()
        their_stacks += their_tops.bit_count()
        captives += (theirs & 31 * my_tops).bit_count()
        lost += (mine & 31 * their_tops).bit_count()
        doubled += (theirs & 30 * their_tops).bit_count()
    return stacks, their_stacks, captives, lost, doubled


def moves(board, s, player):
    """The moves of a player's stacks."""
    n = 0
    low, high = controlled(s, player, 1)
    while low != 0:
        n += kinds_of(board, s, lowest_spot(board, low, 0)).bit_count()
        low &= low - 1
    if WORDS == 14:
        while high != 0:
            n += kinds_of(board, s, lowest_spot(board, high, 63)).bit_count()
            high &= high - 1
    return n


def lowest_spot(board, cells, at):
    return board.spot[((cells & -cells).bit_length() - 1 & 63) + at]


def reach(board, s, player):
    """The cells where the moves of a player's stacks end, as a set of two words."""
    low, high = controlled(s, player, 1)
    to_low, to_high = 0, 0
    while low != 0:
        a, b = targets(board, s, lowest_spot(board, low, 0))
        to_low, to_high = to_low | a, to_high | b
        low &= low - 1
    if WORDS == 14:
        while high != 0:
            a, b = targets(board, s, lowest_spot(board, high, 63))
            to_low, to_high = to_low | a, to_high | b
            high &= high - 1
    return to_low, to_high


def targets(board, s, spot):
    """The cells where the moves of one stack end."""
    low, high = 0, 0
    kinds = kinds_of(board, s, spot)
    while kinds != 0:
        action = (spot >> 30) + (kinds & -kinds).bit_length()
        kinds &= kinds - 1
        place = board.move[action & 4095] >> 10
        word, shift = place >> 6 & 15, place & 63
        if WORDS == 6 or word < 7:
            low |= 1 << shift + word
        else:
            high |= 1 << shift + word - 7
    return low, high
