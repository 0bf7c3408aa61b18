"""An outside game with nothing but rules: three in a row, one number for each cell."""

# mypy: ignore-errors

from tabuleiro.games.base import Cell, Geometry, Piece, Player, Text, View

STATE = dict(cells=12, player=1)  # the player last, as nobody else has it
TABLES = dict(lines=(20, 3), count=1)
MAX_ACTIONS, MAX_STEPS = 13, 1


def tables():
    lines = []
    for x in range(4):
        for y in range(3):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [(x + i * dx, y + i * dy) for i in range(3)]
                if all(0 <= a < 4 and 0 <= b < 3 for a, b in line):
                    lines.append([4 * b + a for a, b in line])
    return dict(lines=lines, count=len(lines))


def start(board, s):
    s.player = 0


def actions(board, s, out, n):
    for cell in range(12):
        if s.cells[cell] == 0:
            out[n] = 1 + cell
            n += 1
    return n


def play(board, s, action):
    s.cells[action - 1] = 1 + s.player
    s.player = 1 - s.player
    return 2


def outcome(board, s):
    for i in range(board.count):
        first = s.cells[board.lines[i, 0]]
        if first != 0 and first == s.cells[board.lines[i, 1]] == s.cells[board.lines[i, 2]]:
            return first - 1
    return -1


def stuck(board, s):
    return 2


TITLE = Text("Rows", "Linhas")
SUMMARY = Text("Three in a row win.", "Ganham três em linha.")


def players(board, s):
    return Player(Text("White", "Brancas"), "w", "white"), Player(
        Text("Black", "Pretas"), "b", "black"
    )


def geometry(board):
    cells = [Cell(f"{'abcd'[x]}{y + 1}", x + 0.5, y + 0.5) for y in range(3) for x in range(4)]
    return Geometry(4, 3, tuple(cells))


def view(board, s):
    return View(tuple(Piece(c, (s.cells[c] - 1,)) for c in range(12) if s.cells[c]))


def touched(board, s, action):
    return (action - 1,)


def position_text(board, s):
    return "".join(".wb"[s.cells[c]] for c in range(12)) + " " + "wb"[s.player]


def read_position(board, s, text):
    for cell, letter in enumerate(text[:12]):
        s.cells[cell] = ".wb".index(letter)
    s.player = int(text.endswith("b"))
