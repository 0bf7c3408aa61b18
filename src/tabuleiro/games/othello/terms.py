"""What is good in Othello: moves and corners early, discs only at the end.

mobility  places for a disc: mine less theirs
frontier  discs beside an empty cell, which the other side can use: theirs less mine
corners   corners: mine less theirs
danger    discs beside a corner that is still empty: theirs less mine
edges     discs on the edge: mine less theirs
discs     discs: mine less theirs
"""

from tabuleiro.games.othello.rules import onward, places

TERMS = ("mobility", "frontier", "corners", "danger", "edges", "discs")
MOBILITY, FRONTIER, CORNERS, DANGER, EDGES, DISCS = 0, 1, 2, 3, 4, 5


def evaluate(board, s, weights):
    mine, foes = s.discs[s.player], s.discs[1 - s.player]
    value = 0
    if weights[MOBILITY] != 0:
        own, theirs = places(board, mine, foes), places(board, foes, mine)
        value += weights[MOBILITY] * (own.bit_count() - theirs.bit_count())
    free = board.everywhere & ~(mine | foes)
    if weights[FRONTIER] != 0:
        border = 0
        for d in range(8):
            border |= onward(board, d, free)
        value += weights[FRONTIER] * ((foes & border).bit_count() - (mine & border).bit_count())
    if weights[CORNERS] != 0:
        own, theirs = mine & board.corners, foes & board.corners
        value += weights[CORNERS] * (own.bit_count() - theirs.bit_count())
    if weights[DANGER] != 0:
        near = 0
        empty = free & board.corners
        if empty != 0:
            for d in range(8):
                near |= onward(board, d, empty)
        value += weights[DANGER] * ((foes & near).bit_count() - (mine & near).bit_count())
    if weights[EDGES] != 0:
        own, theirs = mine & board.edges, foes & board.edges
        value += weights[EDGES] * (own.bit_count() - theirs.bit_count())
    if weights[DISCS] != 0:
        value += weights[DISCS] * (mine.bit_count() - foes.bit_count())
    return value
