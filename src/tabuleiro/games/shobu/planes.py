"""What a learner sees of a Shobu position, by cell."""

OBSERVED = (
    "own stones",
    "the opponent's stones",
    "after the passive step: where it began",
    "after the passive step: where it ended",
)


def observe(board, s, me, out):
    for p in range(64):
        out[0, p] = s.stones[me] >> p & 1
        out[1, p] = s.stones[1 - me] >> p & 1
    if s.passive != 0:
        source = (s.passive - 1) & 63
        ends = board.move[s.passive - 1]
        for p in range(64):
            out[2 if p == source else 3, p] = ends >> p & 1
