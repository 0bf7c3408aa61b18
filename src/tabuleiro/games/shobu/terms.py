"""What makes a Shobu position good: the terms of its evaluation, in hundredths of their unit.

    pieces    stones: mine less theirs
    mobility  steps of one or two cells over empty ones, on all boards: mine less theirs
    threats   ways to push a stone off its board if it were this side's turn: mine less theirs
    weakest   stones on the side's weakest board: mine less theirs
    boards    the original program's whole evaluation, see `worth`; its own number, not hundredths

All but `boards` change their sign with the side.
"""

from tabuleiro.games.shobu.rules import DARK, LIGHT

TERMS = ("pieces", "mobility", "threats", "weakest", "boards")
PIECES, MOBILITY, THREATS, WEAKEST, BOARDS = 0, 1, 2, 3, 4


def evaluate(board, s, weights):
    me = s.player & 1
    mine, foes = s.stones[me], s.stones[1 - me]
    value = 0
    if weights[PIECES] != 0:
        value += weights[PIECES] * 100 * (mine.bit_count() - foes.bit_count())
    if weights[MOBILITY] != 0:
        value += weights[MOBILITY] * 100 * mobility(board, mine, foes)
    if weights[THREATS] != 0:
        value += weights[THREATS] * 100 * threats(board, me, mine, foes)
    if weights[WEAKEST] != 0:
        value += weights[WEAKEST] * 100 * (weakest(mine) - weakest(foes))
    if weights[BOARDS] != 0:
        for b in range(4):
            value += weights[BOARDS] * worth(on_board(mine, b), on_board(foes, b))
    return value


def on_board(stones, b):
    """How many of the stones are on board b."""
    return (stones >> 16 * b & 0xFFFF).bit_count()


def mobility(board, mine, foes):
    free = ~(mine | foes)
    n = 0
    for d in range(8):
        one = (free << board.left_near[d]) >> board.right_near[d] & board.inside[d]
        two = (free << board.left_end[d + 8]) >> board.right_end[d + 8] & board.inside[d + 8] & one
        n += (one & mine).bit_count() + (two & mine).bit_count()
        n -= (one & foes).bit_count() + (two & foes).bit_count()
    return n


def threats(board, me, mine, foes):
    """The ways to push a stone off, mine less theirs.

    A step pushes a stone off if it would leave its board were it one cell longer, and there is an
    enemy among the cells that it enters and nothing else.
    """
    free = ~(mine | foes)
    n = 0
    for d in range(8):
        left, right, inside = board.left_near[d], board.right_near[d], board.inside[d]
        edge = inside & ~board.inside_beyond[d]
        free1 = (free << left) >> right & inside
        mine1 = (mine << left) >> right
        foes1 = (foes << left) >> right
        n += pushes(board, me, foes1 & mine & edge, free1 & mine)
        n -= pushes(board, 1 - me, mine1 & foes & edge, free1 & foes)

        left, right, inside = board.left_end[d + 8], board.right_end[d + 8], board.inside[d + 8]
        edge = inside & ~board.inside_beyond[d + 8]
        free2 = (free << left) >> right & inside
        mine2 = (mine << left) >> right
        foes2 = (foes << left) >> right
        n += pushes(board, me, (foes1 & free2 | free1 & foes2) & mine & edge, free1 & free2 & mine)
        n -= pushes(
            board, 1 - me, (mine1 & free2 | free1 & mine2) & foes & edge, free1 & free2 & foes
        )
    return n


def pushes(board, side, aggressive, passive):
    """How many of these aggressive steps have one of these passive steps to follow."""
    on_light = aggressive & board.shade[LIGHT] if passive & board.home[side, DARK] != 0 else 0
    on_dark = aggressive & board.shade[DARK] if passive & board.home[side, LIGHT] != 0 else 0
    return (on_light | on_dark).bit_count()


def weakest(stones):
    least = on_board(stones, 0)
    for b in range(1, 4):
        least = min(least, on_board(stones, b))
    return least


def worth(mine, foes):
    """A board to the original program: v * |v|, so that one board can outweigh the rest.

    v is 100 a stone more than the enemy; 100, 200 or 300 when the enemy has 1, 2 or 3 left; and for
    being to move 40, 30, 20 or 10 when he has 1, 2, 3 or 4 left. A board without a stone of one
    side ends the game and is the search's business.
    """
    v = 100 * (mine - foes) + 50 - 10 * foes
    if foes < 4:
        v += 100 * foes
    return v * abs(v)
