"""What a learner sees of a Fanorona position, by point."""

from tabuleiro.games.fanorona.rules import WORDS, has

OBSERVED = (
    "own pieces",
    "the opponent's pieces",
    "in a chain: the piece that moves",
    "in a chain: the points where it has been",
)


def observe(board, s, me, out):
    last = WORDS - 1
    for p in range(board.points):
        out[0, p] = has(s.stones[me, 0], s.stones[me, last], p)
        out[1, p] = has(s.stones[1 - me, 0], s.stones[1 - me, last], p)
        out[3, p] = has(s.visited[0], s.visited[last], p)
    if s.chain != 0:
        out[2, s.chain >> 32] = 1
