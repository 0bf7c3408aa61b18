"""A bot that searches with Monte-Carlo tree search."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tabuleiro.bots.alphabeta import moves_of, shares, stone
from tabuleiro.bots.analysis import Analysis, Line, Score
from tabuleiro.bots.limit import Limit
from tabuleiro.errors import IllegalMove
from tabuleiro.game import Game
from tabuleiro.kernel import mcts, worker
from tabuleiro.kernel.treesearch import TreeSearcher
from tabuleiro.move import Move
from tabuleiro.position import Position

MANY = 1 << 40


class MctsBot:
    """Plays the step that its tree has visited most, or that is proven to win.

    `rollout` is the share of random games in the value of a leaf: 1 for random games alone, 0 for
    the evaluation alone.
    """

    def __init__(
        self,
        game: Game,
        weights: Mapping[str, int],
        limit: Limit,
        *,
        name: str = "mcts",
        exploration: float = 1.0,
        rollout: float = 1.0,
        cap: int = 400,
        tree_mb: int = 64,
        seed: int | None = None,
    ) -> None:
        self.name = name
        self.game = game
        self.weights = [weights.get(term, 0) for term in game.terms]
        self.stone = stone(weights)
        self.limit = limit
        self.exploration = exploration
        self.rollout = rollout
        self.cap = cap
        self._tree_mb = tree_mb
        self._seed = 1 if seed is None else seed
        self._searcher: TreeSearcher | None = None
        self.last: Analysis | None = None
        """What the last choice rests on."""

    def choose(self, position: Position) -> Move:
        """The move to play."""
        self.last = self.analyse(position)
        return self.last.move

    def analyse(
        self,
        position: Position,
        limit: Limit | None = None,
        lines: int = 1,
        listener: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """The best line of a position that is not over; the tree tells one line."""
        if position.outcome is not None:
            raise IllegalMove("the game is over, so there is nothing to search")
        allowed = (limit or Limit()).or_else(self.limit)
        iterations, seconds = self._grow(position, allowed)
        searcher = self._searcher
        assert searcher is not None
        steps = list(searcher.best_line())
        best = searcher.children()[0]
        while not moves_of(position, steps):
            half = position
            for action in steps:
                half = half.step(action)
            more, longer = self._grow(half, allowed)
            iterations, seconds = iterations + more, seconds + longer
            steps += searcher.best_line()
        found = Analysis(
            player=position.player,
            lines=(
                Line(_score(best.score, best.proven, position.player), moves_of(position, steps)),
            ),
            depth=len(moves_of(position, steps)),
            nodes=iterations,
            seconds=seconds,
            table_hits=0,
            cutoffs=0,
            terms=shares(position, self.weights, self.stone),
        )
        if listener is not None:
            listener(found)
        return found

    def stop(self) -> None:
        """End a search that runs in another thread; it returns the best move so far."""
        if self._searcher is not None:
            self._searcher.halt()

    def new_game(self, seed: int | None = None) -> None:
        """Forget what was learned in the last game; with a seed, play as a new bot would."""
        self._searcher = None
        if seed is not None:
            self._seed = seed

    def _grow(self, position: Position, limit: Limit) -> tuple[int, float]:
        if self._searcher is None:
            self._searcher = TreeSearcher(self.game.engine, self._tree_mb, self._seed)
        searcher = self._searcher
        return worker.call(
            lambda: searcher.search(
                position.state(),
                self.weights,
                limit.iterations or MANY,
                limit.seconds if limit.iterations else limit.seconds or 1.0,
                self.exploration,
                self.rollout,
                self.cap,
                self.game.quiet_limit,
                self.stone,
            ),
            searcher.halt,
        )


def _score(share: float, proven: int, player: int) -> Score:
    """A share of wins as a score in hundredths, as the evaluation would have it."""
    if proven in (mcts.WON, mcts.LOST):
        return Score(0, player, 1 if proven == mcts.WON else -1)
    return Score.of_probability(share, player)
