"""What is good in Hex: to need few more stones to join one's edges.

distance  stones that a side still needs if the other one never moves: theirs less mine
bridged   the same if a bridge (two cells apart, with both cells between them empty) is as good
          as a link: theirs less mine
"""

from tabuleiro.games.hex.rules import BITS

TERMS = ("distance", "bridged")
DISTANCE, BRIDGED = 0, 1
LOW = (1 << 61) - 1  # a whole word
EAST, NORTH_EAST, NORTH, WEST, SOUTH_WEST, SOUTH = 0, 1, 2, 3, 4, 5  # neighbours follow each other


def evaluate(board, s, weights):
    me = s.player
    value = 0
    if weights[DISTANCE] != 0:
        value += weights[DISTANCE] * (needs(board, s, 1 - me, 0) - needs(board, s, me, 0))
    if weights[BRIDGED] != 0:
        value += weights[BRIDGED] * (needs(board, s, 1 - me, 1) - needs(board, s, me, 1))
    return value


def needs(board, s, side, bridging):
    """How many stones a side still needs; one more than there can be if it is cut off.

    Cells are reached in rounds, one stone each, from the first edge on; stones that hang together
    with what is reached cost nothing.
    """
    stones0, stones1 = s.stones[side, 0], s.stones[side, 1]
    free0 = board.everywhere[0] & ~(stones0 | s.stones[1 - side, 0])
    free1 = board.everywhere[1] & ~(stones1 | s.stones[1 - side, 1])
    last0, last1 = board.last[side, 0], board.last[side, 1]
    seen0, seen1 = s.linked[side, 0], s.linked[side, 1]
    more0, more1 = board.first[side, 0], board.first[side, 1]
    rounds = 0
    while seen0 & last0 | seen1 & last1 == 0:
        near0, near1 = around(board, seen0, seen1)
        if bridging != 0:
            far0, far1 = over_bridges(board, seen0, seen1, free0, free1)
            hang0, hang1 = spread(board, stones0, stones1, far0 & stones0, far1 & stones1)
            more0, more1 = more0 | far0 | hang0, more1 | far1 | hang1
            near0, near1 = near0 | hang0, near1 | hang1
        more0, more1 = (more0 | near0) & free0 & ~seen0, (more1 | near1) & free1 & ~seen1
        if more0 | more1 == 0:
            return board.size + 1
        rounds += 1
        more0, more1 = spread(board, stones0, stones1, more0, more1)
        seen0, seen1 = seen0 | more0, seen1 | more1
        more0, more1 = 0, 0
    return rounds


def spread(board, stones0, stones1, a, b):
    """A set and all stones that hang together with it."""
    while True:
        more0, more1 = around(board, a, b)
        more0, more1 = more0 & stones0 & ~a, more1 & stones1 & ~b
        if more0 | more1 == 0:
            return a, b
        a, b = a | more0, b | more1


def shifted(a, b, step):
    """A set, moved by so many cells to higher numbers, or to lower ones."""
    if step > 0:
        return a << step & LOW, (b << step | a >> BITS - step) & LOW
    return (a >> -step | b << BITS + step) & LOW, b >> -step


def to(board, a, b, way):
    """A set, moved to the neighbours in one way."""
    n = board.size
    if way in (EAST, NORTH_EAST):
        a, b = a & board.right[0], b & board.right[1]
        x, y = shifted(a, b, 1) if way == EAST else shifted(a, b, 1 - n)
    elif way in (WEST, SOUTH_WEST):
        a, b = a & board.left[0], b & board.left[1]
        x, y = shifted(a, b, -1) if way == WEST else shifted(a, b, n - 1)
    else:
        x, y = shifted(a, b, -n) if way == NORTH else shifted(a, b, n)
    return x & board.everywhere[0], y & board.everywhere[1]


def around(board, a, b):
    """All neighbours of a set."""
    found0, found1 = 0, 0
    for way in range(6):
        x, y = to(board, a, b, way)
        found0, found1 = found0 | x, found1 | y
    return found0, found1


def over_bridges(board, a, b, free0, free1):
    """The cells to which a set has bridges: by two neighbouring ways, both orders of them free."""
    found0, found1 = 0, 0
    for way in range(6):
        then = way + 1 if way < 5 else 0
        x, y = to(board, a, b, way)
        x, y = to(board, x & free0, y & free1, then)
        v, w = to(board, a, b, then)
        v, w = to(board, v & free0, w & free1, way)
        found0, found1 = found0 | x & v, found1 | y & w
    return found0, found1
