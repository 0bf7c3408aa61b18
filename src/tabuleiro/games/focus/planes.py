"""What a learner sees of a Focus position, by cell: its stack from the top, and both hands."""

from tabuleiro.games.focus.rules import stack_at

TALLEST = 5
OBSERVED = (
    "own piece on top",
    "the opponent's piece on top",
    "own piece second from the top",
    "the opponent's piece second from the top",
    "own piece third from the top",
    "the opponent's piece third from the top",
    "own piece fourth from the top",
    "the opponent's piece fourth from the top",
    "own piece fifth from the top",
    "the opponent's piece fifth from the top",
    "everywhere: own pieces in reserve",
    "everywhere: the opponent's pieces in reserve",
    "everywhere: pieces captured by oneself",
    "everywhere: pieces captured by the opponent",
)


def observe(board, s, me, out):
    mine, theirs = s.hand[me], s.hand[1 - me]
    for p in range(board.cells):
        stack = stack_at(s, board.place[p])
        level = 0
        while stack > 1:
            out[level + ((stack & 1) ^ me), p] = 1
            stack >>= 1
            level += 2
        out[2 * TALLEST, p] = mine & 255
        out[2 * TALLEST + 1, p] = theirs & 255
        out[2 * TALLEST + 2, p] = mine >> 8
        out[2 * TALLEST + 3, p] = theirs >> 8
