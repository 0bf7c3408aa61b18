"""What a learner sees of an Othello position, by cell."""

from tabuleiro.games.othello.rules import places

OBSERVED = ("own discs", "the opponent's discs", "where a disc of the side to move may go")


def observe(board, s, me, out):
    found = places(board, s.discs[s.player], s.discs[1 - s.player])
    for p in range(board.cells):
        out[0, p] = s.discs[me] >> p & 1
        out[1, p] = s.discs[1 - me] >> p & 1
        out[2, p] = found >> p & 1
