"""What is good in Nine Men's Morris, in hundredths of a stone.

pieces    stones, those in hand included: mine less theirs
mills     mills: mine less theirs
pairs     two stones of a mill whose third point is empty: mine less theirs
mobility  empty points beside the stones: mine less theirs
crossings stones on the points where four lines meet: mine less theirs
"""

TERMS = ("pieces", "mills", "pairs", "mobility", "crossings")
PIECES, MILLS, PAIRS, MOBILITY, CROSSINGS = 0, 1, 2, 3, 4
MIDDLES = 0b10101010 << 8  # of the ring in the middle


def evaluate(board, s, weights):
    me = s.player
    mine, foes = s.stones[me], s.stones[1 - me]
    own = s.hand[me] + mine.bit_count()
    theirs = s.hand[1 - me] + foes.bit_count()
    value = weights[PIECES] * (own - theirs)
    if weights[MILLS] != 0 or weights[PAIRS] != 0:
        for i in range(16):
            mill = board.mills[i]
            a, b = (mine & mill).bit_count(), (foes & mill).bit_count()
            if b == 0:
                if a == 3:
                    value += weights[MILLS]
                elif a == 2:
                    value += weights[PAIRS]
            elif a == 0:
                if b == 3:
                    value -= weights[MILLS]
                elif b == 2:
                    value -= weights[PAIRS]
    if weights[MOBILITY] != 0:
        free = ~(mine | foes)
        value += weights[MOBILITY] * (steps(board, mine, free) - steps(board, foes, free))
    if weights[CROSSINGS] != 0:
        value += weights[CROSSINGS] * ((mine & MIDDLES).bit_count() - (foes & MIDDLES).bit_count())
    return 100 * value


def steps(board, stones, free):
    count = 0
    while stones != 0:
        low = stones & -stones
        stones ^= low
        count += (board.beside[low.bit_length() - 1] & free).bit_count()
    return count
