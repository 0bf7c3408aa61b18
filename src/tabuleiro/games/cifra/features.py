"""What a net sees of a CIFRA position: whose piece stands where, for each setting and seat.

A piece's row is the sum of what the tiles make of its place: their colour, the moves to the goal
and the cells it could go to, all as its owner sees them. So one net knows every layout; its rows
are put together when a board is loaded. `exact` adds what holds for this layout alone.
"""

from tabuleiro.games.cifra.rules import BITS, CELLS, FIRST_MOVE, LOW, NEUTRAL, SIZE, WORDS
from tabuleiro.kernel.nets import see

SIGHTED = ("mode", "size")
UNTIED = ("choose", "white", "first")  # every setting has rows of its own
VIEWS = 2  # as it is, and mirrored
FAR = 6  # moves to the goal that are told apart


def features(board, s, k, seen):
    me = s.player & 1
    row = (2 * (s.setting & 15) + me) * (2 * CELLS + 1)
    seen = see(seen, k, row + 2 * CELLS)
    pieces = 0
    for w in range(WORDS):
        mine, theirs = s.mine[w], s.theirs[w]
        pieces += mine.bit_count() + theirs.bit_count()
        first = row + w * BITS
        while mine != 0:
            seen = see(seen, k, first + (mine & -mine).bit_length() - 1)
            mine &= mine - 1
        first += CELLS
        while theirs != 0:
            seen = see(seen, k, first + (theirs & -theirs).bit_length() - 1)
            theirs &= theirs - 1
    return seen, pieces


def factors(board, view=0, exact=True):
    sides = 2 * CELLS
    colour = sides  # after the cell itself
    near = colour + 3 * sides
    reach = near + (FAR + 1) * sides
    target = reach + sides
    tiles = target + (0 if exact else CELLS * sides)
    own = tiles + 3 * CELLS
    rows = []
    for setting in range(9):
        for me in range(2):
            side = max(setting - 1, 0) >> 1  # the second player's
            away = side ^ me  # where the goal of who moves is: top, bottom, left or right
            place = [_place(p, away, view) for p in range(CELLS)]
            for seat in range(2):
                owner = me ^ seat
                shade = (setting ^ owner) & 1
                to = [_targets(board, shade, p) for p in range(CELLS)]
                goal = {p for p in range(CELLS) if _is_goal(board, setting, owner, p)}
                moves = _distances(to, goal)
                for p in range(CELLS):
                    here = seat * CELLS + place[p]
                    found = [here, colour + 3 * here + _relative(board, p, shade)]
                    found.append(near + (FAR + 1) * here + moves[p])
                    if p not in goal:
                        found += [reach + seat * CELLS + place[q] for q in to[p]]
                        if not exact:
                            found += [target + here * CELLS + place[q] for q in to[p]]
                    rows.append(found + ([own + len(rows)] if exact else []))
            shade = (setting ^ me) & 1
            found = [tiles + 3 * place[p] + _relative(board, p, shade) for p in range(CELLS)]
            rows.append(found + ([own + len(rows)] if exact else []))
    return rows


def _place(p, away, view):
    """A cell as seen with the goal at the bottom; mirrored in the second view."""
    y, x = divmod(p, SIZE)
    y, x = ((SIZE - 1 - y, x), (y, x), (SIZE - 1 - x, y), (x, y))[away]
    return y * SIZE + (SIZE - 1 - x if view else x)


def _targets(board, shade, p):
    first = board.first[CELLS * shade + p]
    last = board.first[CELLS * shade + p + 1]
    return [board.action[i] - FIRST_MOVE & LOW for i in range(first, last)]


def _is_goal(board, setting, owner, p):
    return board.goal[2 * setting + owner, p // BITS] >> p % BITS & 1 != 0


def _distances(to, goal):
    """Moves to the goal from each cell of an empty board."""
    moves = dict.fromkeys(goal, 0)
    for count in range(1, FAR):
        for p in range(CELLS):
            if p not in moves and any(moves.get(q) == count - 1 for q in to[p]):
                moves[p] = count
    return [moves.get(p, FAR) for p in range(CELLS)]


def _relative(board, p, shade):
    """Whether a tile is of one's own colour, of the other's, or of none."""
    tile = board.tile[p]
    return 2 if tile == NEUTRAL else int(tile != shade)
