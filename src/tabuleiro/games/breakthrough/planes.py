"""What a learner sees of a Breakthrough position, by cell."""

OBSERVED = ("own pawns", "the opponent's pawns")


def observe(board, s, me, out):
    for p in range(board.cells):
        out[0, p] = s.pawns[me] >> p & 1
        out[1, p] = s.pawns[1 - me] >> p & 1
