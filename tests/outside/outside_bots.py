"""Two bots as people wrote them for version 1.0: plain objects, by what the documents said."""

import random

from tabuleiro.bots.analysis import Analysis, Line, Score


class Lucky:
    name = "lucky"

    def __init__(self, seed):
        self.random = random.Random(seed)

    def choose(self, position):
        return self.random.choice(list(position.legal_moves))


class Greedy:
    """Analyses as well: the first move in the order of the alphabet is the best."""

    def __init__(self, game, text=""):
        self.name = f"alphabet:{text}" if text else "alphabet"
        self.game = game
        self.halted = False
        self.games = 0

    def choose(self, position):
        return self.analyse(position).move

    def analyse(self, position, limit=None, lines=1, listener=None):
        self.halted = False
        moves = sorted(position.legal_moves)
        found = None
        for depth in (1, 2):
            found = Analysis(
                player=position.player,
                lines=tuple(
                    Line(Score(10 * depth - rank, position.player), (move,))
                    for rank, move in enumerate(moves[:lines])
                ),
                depth=depth,
                nodes=len(moves),
                seconds=0.001,
                table_hits=0,
                cutoffs=0,
                terms={},
            )
            if listener is not None:
                listener(found)
            if self.halted:
                break
        return found

    def stop(self):
        self.halted = True

    def new_game(self, seed=None):
        self.games += 1


def make_lucky(game, seed):
    return Lucky(seed)


def make_alphabet(game, seed, text=""):
    return Greedy(game, text)
