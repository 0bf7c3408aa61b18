"""NAME: a bot. It is played by its path, without installing anything:

    tabuleiro play fanorona --second ./NAME.py
    tabuleiro arena fanorona ./NAME.py easy --games 20

`choose` gets a position and gives one of its legal moves. That is all that a bot needs.
"""

import random


def choose(position, clock):  # or choose(position), if time does not matter
    """The move to play, or its text.

    position.legal_moves    the legal moves: whole turns; str(move) is one in notation
    position.player         who moves: 0 for the player who began the game, or 1
    position.play(move)     the position after a move; `position` itself stays as it is
    position.outcome        None, or how the game has ended: `.winner` is 0, 1, or None for a draw
    position.view.pieces    what stands where: `.cell` and `.owners`, from bottom to top
    clock.limit             seconds for this move; clock.seconds_left counts down
    """
    moves = list(position.legal_moves)
    random.shuffle(moves)  # equal moves are not always played in the same order
    return max(moves, key=lambda move: worth(position.play(move), position.player))


def worth(position, me):
    """How good a position is for a player: a win, a loss, or the pieces that each has."""
    if position.outcome is not None:
        winner = position.outcome.winner
        return 0 if winner is None else 1000 if winner == me else -1000
    mine = sum(piece.owners[-1] == me for piece in position.view.pieces)
    return mine - (len(position.view.pieces) - mine)


# Instead of `choose`, a file may define only how good a position is, in hundredths of a piece, for
# the player who moves. Then a search of ours looks ahead with it: remove `choose` and rename this.
def evaluate_for_me(position):
    return 100 * worth(position, position.player)
