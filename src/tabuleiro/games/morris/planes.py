"""What a learner sees of a Nine Men's Morris position, by point."""

from tabuleiro.games.morris.rules import POINTS

OBSERVED = (
    "own stones",
    "the opponent's stones",
    "own stones in hand",
    "the opponent's stones in hand",
    "a stone is to be taken",
)


def observe(board, s, me, out):
    for p in range(POINTS):
        out[0, p] = s.stones[me] >> p & 1
        out[1, p] = s.stones[1 - me] >> p & 1
        out[2, p] = s.hand[me]
        out[3, p] = s.hand[1 - me]
        out[4, p] = s.taking
