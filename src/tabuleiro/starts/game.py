"""NAME: three in a row, on a board of any size. Change it into a game of your own.

tabuleiro check-game ./NAME.py        is it right? With --watch, at every save
tabuleiro play ./NAME.py              in the terminal
tabuleiro web ./NAME.py               in the browser
tabuleiro arena ./NAME.py mcts random --games 20
"""

from tabuleiro.errors import InvalidPosition
from tabuleiro.games.base import Cell, Geometry, Piece, Player, View, grid_labels, grid_name
from tabuleiro.options import Option
from tabuleiro.text import Text

# 1. The rules: plain functions over whole numbers, compiled together with the searches. They use no
#    lists, no classes and no other modules.

MOST = 64  # cells of the largest board

STATE = dict(player=1, stones=2)
"""A position: who moves, 0 or 1, and the cells of each player as the bits of a number."""

TABLES = dict(size=1, cells=1, row=1, lines=1, line=4 * MOST)
"""What the rules know of the board; `tables` makes it from the options."""

MAX_ACTIONS = 1 + MOST
"""Actions are numbers below this. 0 is kept for passing."""
MAX_STEPS = 1
"""How many actions one turn can have."""


def tables(size, row):
    """The board for these options: an entry for every field of TABLES."""
    lines = []
    for x in range(size):
        for y in range(size):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(x + i * dx, y + i * dy) for i in range(row)]
                if all(0 <= a < size and 0 <= b < size for a, b in cells):
                    lines.append(sum(1 << (b * size + a) for a, b in cells))
    return dict(size=size, cells=size * size, row=row, lines=len(lines), line=lines)


def start(board, s):
    """Set up the start; everything in `s` is 0, so an empty board needs nothing."""


def actions(board, s, out, n):
    """Write the legal actions to `out` from place n on; return the place after the last."""
    for cell in range(board.cells):
        if (s.stones[0] | s.stones[1]) >> cell & 1 == 0:
            out[n] = 1 + cell
            n += 1
    return n


def play(board, s, action):
    """Carry out a legal action. Return 2: a stone never leaves, so no position comes again.

    (Return 0 for a step after which earlier positions can recur, 1 for one that restarts the
    count of turns without progress.)
    """
    s.stones[s.player] |= 1 << (action - 1)
    s.player = 1 - s.player
    return 2


def outcome(board, s):
    """The winner, 0 or 1; 2 for a draw; -1 while the game goes on."""
    for side in range(2):
        for i in range(board.lines):
            if s.stones[side] & board.line[i] == board.line[i]:
                return side
    return -1


def stuck(board, s):
    """The outcome when there is no legal action: here the board is full, which is a draw."""
    return 2


# 2. An evaluation, so that the levels from novice to master can play. Without it, there is mcts.

TERMS = ("chances",)
WEIGHTS = dict(chances=10)
"""What each term weighs, in hundredths of a piece."""


def evaluate(board, s, weights):
    """How good a position is for s.player: lines that are still open, and what is in them."""
    value = 0
    for i in range(board.lines):
        mine = (s.stones[s.player] & board.line[i]).bit_count()
        theirs = (s.stones[1 - s.player] & board.line[i]).bit_count()
        if theirs == 0:
            value += mine * mine
        elif mine == 0:
            value -= theirs * theirs
    return weights[0] * value


# 3. For people: names, the drawing, positions as text. This part is never compiled.

TITLE = Text("NAME", "NAME")
SUMMARY = Text("Make a row of your stones.", "Faz uma linha com as tuas peças.")
OPTIONS = (
    Option("size", 3, Text("Rows and columns.", "Linhas e colunas."), range(3, 9)),
    Option("row", 3, Text("Stones in a row to win.", "Peças em linha para ganhar."), range(3, 6)),
)
PERFT = {1: 9, 2: 72, 3: 504, 5: 15120, 9: 127872}
"""Figures that you know to be right, for `check-game`: how many sequences of so many turns."""


def players(board, s):
    return (
        Player(Text("White", "Brancas"), "w", "white"),
        Player(Text("Black", "Pretas"), "b", "black"),
    )


def geometry(board):
    """Where the cells are; one is 1 wide and 1 high."""
    n = board.size
    cells = [Cell(grid_name(x, y, n), x + 0.5, y + 0.5) for y in range(n) for x in range(n)]
    return Geometry(n, n, tuple(cells), labels=grid_labels(n, n))


def view(board, s):
    """What stands where: a cell, and who owns the piece on it."""
    pieces = [
        Piece(cell, (side,))
        for cell in range(board.cells)
        for side in range(2)
        if s.stones[side] >> cell & 1
    ]
    return View(tuple(pieces))


def touched(board, s, action):
    """The cells that a person points at: the one where the stone goes."""
    return (action - 1,)


def position_text(board, s):
    """The position in one line."""
    letters = "".join(
        "w" if s.stones[0] >> cell & 1 else "b" if s.stones[1] >> cell & 1 else "."
        for cell in range(board.cells)
    )
    return letters + " " + "wb"[s.player]


def read_position(board, s, text):
    """The reverse, into an `s` of zeros."""
    for cell, letter in enumerate(text[: board.cells]):
        if letter in "wb":
            s.stones["wb".index(letter)] |= 1 << cell
    s.player = int(text.endswith("b"))
    if position_text(board, s) != text:
        raise InvalidPosition(f"a position is {board.cells} of w, b and ., a space, and w or b")
