"""What is good in Connect Four: rows that can still become four, and threats on the right rows.

A *threat* is an empty place that would complete four. When the board fills up, the first player
gets the places of odd rows and the second those of even rows; threats there decide full boards.
"""

TERMS = ("threes", "pairs", "right_threats", "centre")


def evaluate(board, s, weights):
    mine, foes = s.stones[s.player], s.stones[1 - s.player]
    value = 0
    if weights[0] != 0 or weights[1] != 0 or weights[2] != 0:
        own_threats, their_threats = 0, 0
        for i in range(board.count):
            line = board.lines[i]
            own, theirs = (line & mine).bit_count(), (line & foes).bit_count()
            if theirs == 0:
                if own == 3:
                    value += weights[0]
                    own_threats |= line & ~mine
                elif own == 2:
                    value += weights[1]
            elif own == 0:
                if theirs == 3:
                    value -= weights[0]
                    their_threats |= line & ~foes
                elif theirs == 2:
                    value -= weights[1]
        if weights[2] != 0:
            own_rows = board.even if s.player == 1 else ~board.even
            their_rows = board.even if s.player == 0 else ~board.even
            value += weights[2] * (own_threats & own_rows).bit_count()
            value -= weights[2] * (their_threats & their_rows).bit_count()
    if weights[3] != 0:
        middle = board.column[board.width >> 1]
        value += weights[3] * ((mine & middle).bit_count() - (foes & middle).bit_count())
    return value
