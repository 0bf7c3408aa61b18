"""What a learner sees of a CIFRA position, by cell.

Before the choice of sides there are no pieces and no goals, and the white tiles count as one's own.
"""

from tabuleiro.games.cifra.rules import BITS, CELLS, NEUTRAL, PLANES

OBSERVED = (
    "own pieces",
    "the opponent's pieces",
    "own goal row",
    "the opponent's goal row",
    "tiles of one's own colour",
    "tiles of the opponent's colour",
    "the piece's number",
)


def observe(board, s, me, out):
    setting = s.setting & 15
    colour = (setting ^ me) & 1 if setting != 0 else 0
    to_move = me == s.player
    for p in range(CELLS):
        w, b = p // BITS, p % BITS
        mine, theirs = s.mine[w] >> b & 1, s.theirs[w] >> b & 1
        out[0, p] = mine if to_move else theirs
        out[1, p] = theirs if to_move else mine
        out[2, p] = board.goal[2 * setting + me, w] >> b & 1
        out[3, p] = board.goal[2 * setting + 1 - me, w] >> b & 1
        if board.tile[p] != NEUTRAL:
            out[4 if board.tile[p] == colour else 5, p] = 1
        if PLANES != 0:
            number = 0
            for digit in range(PLANES):
                number |= (s.planes[digit, w] >> b & 1) << digit
            out[6, p] = number
