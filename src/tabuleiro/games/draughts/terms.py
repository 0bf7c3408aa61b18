"""What is good in draughts, in hundredths of a man.

pieces   men and kings: mine less theirs
kings    kings: mine less theirs
advance  rows that the men have gone: mine less theirs
home     men on the row where they began, which keep kings away: mine less theirs
centre   pieces on the eight squares in the middle: mine less theirs
edge     pieces on the left and right edges, which cannot be taken: mine less theirs
"""

TERMS = ("pieces", "kings", "advance", "home", "centre", "edge")
PIECES, KINGS, ADVANCE, HOME, CENTRE, EDGE = 0, 1, 2, 3, 4, 5
MIDDLE = 0x00003C3C3C3C0000


def evaluate(board, s, weights):
    me = s.player
    mine, foes = s.pieces[me], s.pieces[1 - me]
    value = weights[PIECES] * (mine.bit_count() - foes.bit_count())
    value += weights[KINGS] * ((mine & s.kings).bit_count() - (foes & s.kings).bit_count())
    if weights[ADVANCE] != 0:
        own, theirs = gone(mine & ~s.kings, me), gone(foes & ~s.kings, 1 - me)
        value += weights[ADVANCE] * (own - theirs)
    if weights[HOME] != 0:
        own, theirs = mine & board.crown[1 - me], foes & board.crown[me]
        value += weights[HOME] * (own.bit_count() - theirs.bit_count())
    if weights[CENTRE] != 0:
        value += weights[CENTRE] * ((mine & MIDDLE).bit_count() - (foes & MIDDLE).bit_count())
    if weights[EDGE] != 0:
        value += weights[EDGE] * (edge(mine) - edge(foes))
    return 100 * value


def gone(men, side):
    """The rows that a side's men have gone, together."""
    rows = 0
    for y in range(8):
        here = (men >> 8 * y & 0xFF).bit_count()
        rows += here * (y if side == 0 else 7 - y)
    return rows


def edge(pieces):
    count = 0
    for y in range(8):
        count += (pieces >> 8 * y & 0x81).bit_count()
    return count
