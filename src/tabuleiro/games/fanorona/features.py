"""What a net sees of a Fanorona position: each stone, and what could happen to it at once.

For each side, kind and point there is a row. The kind says whether the stone can be captured by one
step, whether it can capture with one, and whether it can move at all. Sets are pairs of words here.
"""

from tabuleiro.games.fanorona.rules import WORDS, free_points, words
from tabuleiro.kernel.nets import see

NET_WIDTH = 128
POINTS = 64  # of a word
KINDS = 8
CAPTURED, CAPTURES, MOVES = POINTS, 2 * POINTS, 4 * POINTS
AXES = 4  # the directions towards lower points; 7 - d is opposite


def features(board, s, k, seen):
    mine, foes = words(s.stones, s.player), words(s.stones, 1 - s.player)
    free = free_points(board, mine[0], mine[1], foes[0], foes[1])
    none = (0, 0)
    exposed, their_exposed = none, none  # what can be captured
    armed, their_armed = none, none  # what can capture
    roomy = none  # points beside a free one
    for d in range(AXES):
        # Points with such a point below and above them.
        room_below, room_above = up(board, d, free), down(board, d, free)
        mine_below, mine_above = up(board, d, mine), down(board, d, mine)
        foes_below, foes_above = up(board, d, foes), down(board, d, foes)
        roomy = join(roomy, join(room_below, room_above))
        # Two stones of different sides with a free point between them attack each other.
        rising = meet(free, mine_below, foes_above)
        falling = meet(free, foes_below, mine_above)
        near = join(down(board, d, rising), up(board, d, falling))
        far = join(up(board, d, rising), down(board, d, falling))
        # A stone that can step away from another attacks it.
        leave_up = meet(mine, foes_below, room_above)
        leave_down = meet(mine, foes_above, room_below)
        flee_up = meet(foes, mine_below, room_above)
        flee_down = meet(foes, mine_above, room_below)
        armed = join(armed, join(near, join(leave_up, leave_down)))
        their_armed = join(their_armed, join(far, join(flee_up, flee_down)))
        their_exposed = join(
            their_exposed, join(far, join(down(board, d, leave_up), up(board, d, leave_down)))
        )
        exposed = join(exposed, join(near, join(down(board, d, flee_up), up(board, d, flee_down))))
    pieces = 0
    for w in range(WORDS):
        row = KINDS * POINTS * w
        seen = see_stones(k, seen, row, mine[w], exposed[w], armed[w], roomy[w])
        row += KINDS * POINTS * WORDS
        seen = see_stones(k, seen, row, foes[w], their_exposed[w], their_armed[w], roomy[w])
        pieces += mine[w].bit_count() + foes[w].bit_count()
    return seen, pieces


def see_stones(k, seen, row, stones, exposed, armed, roomy):
    while stones != 0:
        stone = stones & -stones
        kind = 0
        if exposed & stone != 0:
            kind += CAPTURED
        if armed & stone != 0:
            kind += CAPTURES
        if roomy & stone != 0:
            kind += MOVES
        seen = see(seen, k, row + kind + stone.bit_length() - 1)
        stones ^= stone
    return seen


def join(x, y):
    return x[0] | y[0], x[1] | y[1]


def meet(x, y, z):
    return x[0] & y[0] & z[0], x[1] & y[1] & z[1]


def down(board, d, x):
    """The points of a set, each moved one step along a line in direction d, to a lower point."""
    a, b = x
    by = board.right[d]
    if WORDS == 1:
        return (a >> by) & board.land[d, 0], 0
    return (a >> by | b << (50 - by)) & board.land[d, 0], (b >> by) & board.land[d, 1]


def up(board, d, x):
    """The same in the opposite direction, to a higher point."""
    a, b = x
    by = board.right[d]
    if WORDS == 1:
        return (a << by) & board.land[7 - d, 0], 0
    return (a << by) & board.land[7 - d, 0], (b << by | a >> (50 - by)) & board.land[7 - d, 1]


def factors(board, view=0, exact=True):
    return [[row] for row in range(2 * KINDS * POINTS * WORDS)]
