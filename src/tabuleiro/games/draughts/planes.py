"""What a learner sees of a draughts position, by square."""

OBSERVED = (
    "own pieces",
    "the opponent's pieces",
    "own kings",
    "the opponent's kings",
    "in a turn of several jumps: the piece that jumps",
)


def observe(board, s, me, out):
    for i in range(2):
        pieces = s.pieces[me if i == 0 else 1 - me]
        for p in range(64):
            out[i, p] = pieces >> p & 1
            out[2 + i, p] = (pieces & s.kings) >> p & 1
    if s.jumping != 0:
        out[4, s.jumping - 1] = 1
