"""Nine Men's Morris in one file: a mill is a step, and the stone that it takes is the next one."""

from tabuleiro.errors import InvalidPosition
from tabuleiro.games.base import Cell, Geometry, Piece, Player, Text, View

# --- The rules: plain Python over integers, compiled by the kernel. -------------------------------

STATE = dict(player=1, stones=2, hand=2, taking=1)
TABLES = dict(mills=16, beside=24, symmetries=1)
TAKE, MOVE = 24, 48
MAX_ACTIONS, MAX_STEPS = 1 + MOVE + 24 * 24, 2


def tables():
    # Three rings of eight points, clockwise from the upper left; odd ones are middles of sides.
    mills, beside = [], [0] * 24
    for ring in range(3):
        for i in range(0, 8, 2):
            mills.append(sum(1 << (8 * ring + (i + j) % 8) for j in range(3)))
    mills += [sum(1 << (8 * ring + i) for ring in range(3)) for i in range(1, 8, 2)]
    for p in range(24):
        ring, i = p // 8, p % 8
        beside[p] = 1 << (8 * ring + (i + 1) % 8) | 1 << (8 * ring + (i + 7) % 8)
        for other in (ring - 1, ring + 1):
            if i % 2 == 1 and 0 <= other < 3:
                beside[p] |= 1 << (8 * other + i)
    return dict(mills=mills, beside=beside, symmetries=1)


def start(board, s):
    s.hand[0] = s.hand[1] = 9


def in_mill(board, stones, p):
    for i in range(16):
        if board.mills[i] >> p & 1 and stones & board.mills[i] == board.mills[i]:
            return True
    return False


def actions(board, s, out, n):
    mine, foes = s.stones[s.player], s.stones[1 - s.player]
    if s.taking != 0:
        first = n
        for p in range(24):
            if foes >> p & 1 and not in_mill(board, foes, p):
                out[n] = 1 + TAKE + p
                n += 1
        if n == first:  # all are in mills: then any
            for p in range(24):
                if foes >> p & 1:
                    out[n] = 1 + TAKE + p
                    n += 1
        return n
    for p in range(24):
        if (mine | foes) >> p & 1 == 0:
            if s.hand[s.player] > 0:
                out[n] = 1 + p
                n += 1
            else:
                flies = mine.bit_count() == 3
                for q in range(24):
                    if mine >> q & 1 and (flies or board.beside[q] >> p & 1):
                        out[n] = 1 + MOVE + 24 * q + p
                        n += 1
    return n


def play(board, s, action):
    me = s.player
    if s.taking != 0:
        s.stones[1 - me] ^= 1 << (action - 1 - TAKE)
        s.taking = 0
        s.player = 1 - me
        return 2
    if s.hand[me] > 0:
        to = action - 1
        s.hand[me] -= 1
        kind = 2
    else:
        to = (action - 1 - MOVE) % 24
        s.stones[me] ^= 1 << ((action - 1 - MOVE) // 24)
        kind = 0
    s.stones[me] |= 1 << to
    if in_mill(board, s.stones[me], to) and s.stones[1 - me] != 0:
        s.taking = 1
    else:
        s.player = 1 - me
    return kind


def outcome(board, s):
    for side in range(2):
        if s.hand[side] + s.stones[side].bit_count() < 3:
            return 1 - side
    return -1


def stuck(board, s):
    return 1 - s.player


# --- For people: names, the drawing, positions as text. -------------------------------------------

TITLE = Text("Nine Men's Morris", "Moinho")
SUMMARY = Text("Three in a row take a stone.", "Três em linha tomam uma pedra.")
OPTIONS = ()
AROUND = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))


def players(board, s):
    white, black = Text("White", "Brancas"), Text("Black", "Pretas")
    return Player(white, "w", "white"), Player(black, "b", "black")


def geometry(board):
    cells = []
    for p in range(24):
        (x, y), size = AROUND[p % 8], 3 - p // 8
        x, y = 3 + size * x, 3 + size * y
        cells.append(Cell("abcdefg"[x] + str(7 - y), x + 0.5, y + 0.5, "point"))
    pairs = [(p, q) for p in range(24) for q in range(p) if board.beside[p] >> q & 1]
    return Geometry(7, 7, tuple(cells), tuple(pairs))


def view(board, s):
    sides = [(p, side) for p in range(24) for side in (0, 1) if s.stones[side] >> p & 1]
    return View(tuple(Piece(p, (side,)) for p, side in sides), tuple(s.hand))


def touched(board, s, action):
    if action > MOVE:
        return divmod(action - 1 - MOVE, 24)
    return ((action - 1) % 24,)


def position_text(board, s):
    signs = [
        "w" if s.stones[0] >> p & 1 else "b" if s.stones[1] >> p & 1 else "." for p in range(24)
    ]
    return f"{''.join(signs)} {s.hand[0]} {s.hand[1]} {s.taking} {'wb'[s.player]}"


def read_position(board, s, text):
    try:
        signs, white, black, taking, mover = text.split()
        s.hand[0], s.hand[1], s.taking = int(white), int(black), int(taking)
        s.player = "wb".index(mover)
        for p, sign in enumerate(signs):
            if sign in "wb":
                s.stones["wb".index(sign)] |= 1 << p
    except ValueError:
        raise InvalidPosition(
            f"position {text!r} must be 24 of w, b, '.', and four fields"
        ) from None
