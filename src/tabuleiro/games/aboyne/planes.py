"""What a learner sees of an Aboyne position, by cell."""

from tabuleiro.games.aboyne.rules import single, words

OBSERVED = ("own stones", "the opponent's stones", "own goal", "the opponent's goal")


def observe(board, s, me, out):
    for i in range(2):
        player = me if i == 0 else 1 - me
        a, b = words(s.stones, player)
        x, y = words(board.goal, player)
        for p in range(3 * board.side * (board.side - 1) + 1):
            low, high = single(p)
            out[i, p] = 1 if a & low | b & high != 0 else 0
            out[2 + i, p] = 1 if x & low | y & high != 0 else 0
