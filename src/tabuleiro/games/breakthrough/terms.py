"""What is good in Breakthrough, in hundredths of a pawn.

pieces    pawns: mine less theirs
advance   rows that the pawns have gone: mine less theirs
front     the square of the rows that the foremost pawn has gone: mine less theirs
guarded   pawns with a friend that could take back: mine less theirs
home      pawns on the row where they began: mine less theirs
"""

from tabuleiro.games.breakthrough.rules import sources

TERMS = ("pieces", "advance", "front", "guarded", "home")
PIECES, ADVANCE, FRONT, GUARDED, HOME = 0, 1, 2, 3, 4


def evaluate(board, s, weights):
    me = s.player
    mine, foes = s.pawns[me], s.pawns[1 - me]
    value = weights[PIECES] * (mine.bit_count() - foes.bit_count())
    value += side(board, mine, me, weights) - side(board, foes, 1 - me, weights)
    return 100 * value


def side(board, pawns, me, weights):
    """All terms but the first, for one player."""
    value = 0
    if weights[ADVANCE] != 0 or weights[FRONT] != 0:
        last = board.size - 1
        gone, foremost = 0, 0
        for i in range(board.size):
            here = (pawns & board.row[i if me == 1 else last - i]).bit_count()
            gone += i * here
            if here != 0:
                foremost = i
        value += weights[ADVANCE] * gone + weights[FRONT] * foremost * foremost
    if weights[GUARDED] != 0:  # the cells that pawns attack: one step back for the other player
        attacked = sources(board, 1 - me, 0, pawns) | sources(board, 1 - me, 2, pawns)
        value += weights[GUARDED] * (attacked & pawns).bit_count()
    if weights[HOME] != 0:
        value += weights[HOME] * (pawns & board.goal[1 - me]).bit_count()
    return value
