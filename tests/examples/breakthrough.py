"""Breakthrough in one file: pawns only go forward, so no step can ever be undone."""

from tabuleiro.errors import InvalidPosition
from tabuleiro.games.base import (
    Cell,
    Geometry,
    Option,
    Piece,
    Player,
    Text,
    View,
    grid_labels,
    grid_name,
)

# --- The rules: plain Python over integers, compiled by the kernel. -------------------------------

STATE = dict(player=1, pawns=2)
TABLES = dict(size=1, goal=2, symmetries=1)
MAX_ACTIONS, MAX_STEPS = 1 + 3 * 64, 1


def tables(size):
    row = (1 << size) - 1
    return dict(size=size, goal=[row, row << size * (size - 1)], symmetries=1)


def start(board, s):
    rows = (1 << 2 * board.size) - 1
    s.pawns[0] = rows << board.size * (board.size - 2)
    s.pawns[1] = rows


def actions(board, s, out, n):
    mine, foes, ahead = s.pawns[s.player], s.pawns[1 - s.player], board.size * (2 * s.player - 1)
    quiet = n
    for p in range(board.size * board.size):
        if mine >> p & 1:
            for way in range(3):
                q = p + ahead + way - 1
                inside = 0 <= p % board.size + way - 1 < board.size
                if inside and (mine >> q | (foes >> q if way == 1 else 0)) & 1 == 0:
                    out[n] = 1 + 3 * p + way
                    if foes >> q & 1:  # captures first
                        out[n] = out[quiet]
                        out[quiet] = 1 + 3 * p + way
                        quiet += 1
                    n += 1
    return n


def play(board, s, action):
    p, me = (action - 1) // 3, s.player
    q = p + board.size * (2 * me - 1) + (action - 1) % 3 - 1
    taken = s.pawns[1 - me] >> q & 1
    s.pawns[me] ^= 1 << p | 1 << q
    s.pawns[1 - me] ^= taken << q
    s.player = 1 - me
    return 2  # pawns never go back


def outcome(board, s):
    other = 1 - s.player
    if s.pawns[other] & board.goal[other] != 0 or s.pawns[s.player] == 0:
        return other
    return -1


def stuck(board, s):
    return 1 - s.player


TERMS = ("pieces",)


def evaluate(board, s, weights):
    return 100 * weights[0] * (s.pawns[s.player].bit_count() - s.pawns[1 - s.player].bit_count())


# --- For people: names, the drawing, positions as text. -------------------------------------------

TITLE = Text("Breakthrough", "Breakthrough")
SUMMARY = Text("Reach the far side first.", "Chega primeiro ao outro lado.")
OPTIONS = (Option("size", 8, Text("Rows and columns.", "Linhas e colunas."), range(4, 9)),)


def players(board, s):
    white, black = Text("White", "Brancas"), Text("Black", "Pretas")
    return Player(white, "w", "white"), Player(black, "b", "black")


def geometry(board):
    n = board.size
    cells = [Cell(grid_name(x, y, n), x + 0.5, y + 0.5) for y in range(n) for x in range(n)]
    return Geometry(n, n, tuple(cells), labels=grid_labels(n, n))


def view(board, s):
    cells = range(board.size * board.size)
    sides = [(p, side) for p in cells for side in (0, 1) if s.pawns[side] >> p & 1]
    return View(tuple(Piece(p, (side,)) for p, side in sides))


def touched(board, s, action):
    p = (action - 1) // 3
    return p, p + board.size * (2 * s.player - 1) + (action - 1) % 3 - 1


def position_text(board, s):
    letters = {piece.cell: "wb"[piece.owners[0]] for piece in view(board, s).pieces}
    cells = range(board.size * board.size)
    return "".join(letters.get(p, ".") for p in cells) + " " + "wb"[s.player]


def read_position(board, s, text):
    for p, letter in enumerate(text[: board.size * board.size]):
        if letter in "wb":
            s.pawns["wb".index(letter)] |= 1 << p
    s.player = int(text.endswith("b"))
    if position_text(board, s) != text:
        raise InvalidPosition(f"a position is {board.size**2} of w, b and ., a space, and w or b")
