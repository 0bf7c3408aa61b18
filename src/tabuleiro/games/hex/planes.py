"""What a learner sees of a Hex position, by cell."""

from tabuleiro.games.hex.rules import BITS

OBSERVED = ("own stones", "the opponent's stones", "empty cells")


def observe(board, s, me, out):
    for p in range(board.cells):
        w = p // BITS
        bit = p - BITS * w
        out[0, p] = s.stones[me, w] >> bit & 1
        out[1, p] = s.stones[1 - me, w] >> bit & 1
        out[2, p] = 1 - out[0, p] - out[1, p]
