"""Tic-tac-toe in one file: a game that knows Tabuleiro, and that Tabuleiro does not know."""

from tabuleiro.errors import InvalidPosition
from tabuleiro.games.base import Cell, Geometry, Piece, Player, Text, View, grid_labels, grid_name

# --- The rules: plain Python over integers, compiled by the kernel. -------------------------------

STATE = dict(player=1, marks=2)
TABLES = dict(lines=8, symmetries=1)
MAX_ACTIONS, MAX_STEPS = 10, 1


def tables():
    return dict(lines=[7, 56, 448, 73, 146, 292, 273, 84], symmetries=1)


def start(board, s):
    s.player = 0


def actions(board, s, out, n):
    for cell in range(9):
        if (s.marks[0] | s.marks[1]) >> cell & 1 == 0:
            out[n] = 1 + cell
            n += 1
    return n


def play(board, s, action):
    s.marks[s.player] |= 1 << (action - 1)
    s.player = 1 - s.player
    return 2


def outcome(board, s):
    for i in range(8):
        if s.marks[1 - s.player] & board.lines[i] == board.lines[i]:
            return 1 - s.player
    return -1


def stuck(board, s):
    return 2


# --- For people: names, the drawing, notation, positions as text. ---------------------------------

TITLE = Text("Tic-tac-toe", "Jogo do galo")
SUMMARY = Text("Three in a row.", "Três em linha.")
OPTIONS = ()


def players(board, s):
    return Player(Text("Crosses", "Cruzes"), "x", "black"), Player(
        Text("Noughts", "Bolas"), "o", "red"
    )


def geometry(board):
    cells = [Cell(grid_name(i % 3, i // 3, 3), i % 3 + 0.5, i // 3 + 0.5) for i in range(9)]
    return Geometry(3, 3, tuple(cells), labels=grid_labels(3, 3))


def view(board, s):
    marked = [(cell, side) for cell in range(9) for side in (0, 1) if s.marks[side] >> cell & 1]
    return View(tuple(Piece(cell, (side,)) for cell, side in marked))


def touched(board, s, action):
    return (action - 1,)


def step_text(board, s, action):
    return grid_name((action - 1) % 3, (action - 1) // 3, 3)


def read_step(board, s, text):
    names = [grid_name(i % 3, i // 3, 3) for i in range(9)]
    return 1 + names.index(text) if text in names else None


def position_text(board, s):
    signs = ["x" if s.marks[0] >> i & 1 else "o" if s.marks[1] >> i & 1 else "." for i in range(9)]
    return "".join(signs) + " " + "xo"[s.player]


def read_position(board, s, text):
    signs, _, mover = text.partition(" ")
    if len(signs) != 9 or set(signs) - set("xo.") or mover not in ("x", "o"):
        raise InvalidPosition(f"position {text!r} must be nine of x, o, '.' and then x or o")
    for i, sign in enumerate(signs):
        if sign != ".":
            s.marks["xo".index(sign)] |= 1 << i
    s.player = "xo".index(mover)
