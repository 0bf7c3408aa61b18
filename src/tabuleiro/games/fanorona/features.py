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
    # Of mine and of theirs, what can be captured and what can capture; points beside a free one.
    lost, able, prey, foul, wide = (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)
    for d in range(AXES):
        # Points with such a point below and above them.
        room_below, room_above = up(board, d, free), down(board, d, free)
        mine_below, mine_above = up(board, d, mine), down(board, d, mine)
        foes_below, foes_above = up(board, d, foes), down(board, d, foes)
        wide = join(wide, join(room_below, room_above))
        # Two stones of different sides with a free point between them attack each other.
        rising = meet(free, mine_below, foes_above)
        falling = meet(free, foes_below, mine_above)
        near = join(down(board, d, rising), up(board, d, falling))
        far = join(up(board, d, rising), down(board, d, falling))
        # A stone that can step away from another attacks it.
        leave_up, leave_down = (
            meet(mine, foes_below, room_above),
            meet(mine, foes_above, room_below),
        )
        flee_up, flee_down = meet(foes, mine_below, room_above), meet(foes, mine_above, room_below)
        able = join(able, join(near, join(leave_up, leave_down)))
        foul = join(foul, join(far, join(flee_up, flee_down)))
        prey = join(prey, join(far, join(down(board, d, leave_up), up(board, d, leave_down))))
        lost = join(lost, join(near, join(down(board, d, flee_up), up(board, d, flee_down))))
    pieces = 0
    for w in range(WORDS):
        row = KINDS * POINTS * w
        seen = see_stones(k, seen, row, mine[w], lost[w], able[w], wide[w])
        seen = see_stones(k, seen, row + KINDS * POINTS * WORDS, foes[w], prey[w], foul[w], wide[w])
        pieces += mine[w].bit_count() + foes[w].bit_count()
    return seen, pieces


def see_stones(k, seen, row, stones, lost, able, wide):
    while stones != 0:
        stone = stones & -stones
        kind = 0
        if lost & stone != 0:
            kind += CAPTURED
        if able & stone != 0:
            kind += CAPTURES
        if wide & stone != 0:
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
