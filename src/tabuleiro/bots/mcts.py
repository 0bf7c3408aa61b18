"""A bot that searches with Monte-Carlo tree search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from tabuleiro.bots.alphabeta import moves_of, shares, stone
from tabuleiro.bots.analysis import Analysis, Line, Score, nothing_to_search
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.weights import steepness
from tabuleiro.game import Game
from tabuleiro.kernel import mcts, worker
from tabuleiro.kernel.treesearch import Branch, Settings, TreeSearcher
from tabuleiro.move import Move
from tabuleiro.position import Position

MANY = 1 << 40
FEW = Limit(iterations=64)
"""For the rest of a turn, once a search has been stopped in the middle of it."""

KEPT = 4
"""How many turns later a tree may still be of use."""


class MctsBot:
    """Plays the turn that its tree has visited most, or that is proven to win.

    `rollout` is the share of random games in the value of a leaf: 1 for random games alone, 0 for
    the evaluation alone. What has grown below the moves that are then played is kept.
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
        threads: int = 1,
        seed: int | None = None,
    ) -> None:
        self.name = name
        self.game = game
        self.limit = limit
        self.stone = stone(weights)
        self.steepness = steepness(game)
        self.settings = Settings(
            weights=[weights.get(term, 0) for term in game.terms],
            stone=self.stone,
            exploration=exploration,
            rollout=rollout,
            cap=cap,
            quiet_limit=game.quiet_limit,
        )
        self.last: Analysis | None = None
        """What the last choice rests on."""
        self._tree_mb = tree_mb
        self._threads = threads
        self._seed = 1 if seed is None else seed
        self._searcher: TreeSearcher | None = None
        self._root: Position | None = None
        self._stopped = False

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
        """The best lines of a position that is not over; `listener` hears of them now and then."""
        if position.outcome is not None:
            raise nothing_to_search()
        allowed = (limit or Limit()).or_else(self.limit)
        self._stopped = False

        def hear(iterations: int, seconds: float) -> None:
            now = self._analysis(position, lines, iterations, seconds)
            if listener is not None and now.lines:
                listener(now)

        iterations, seconds = self._grow(position, allowed, hear if listener else None)
        found = self._analysis(position, lines, iterations, seconds)
        if not found.lines:
            found = replace(found, lines=(self._whole_turn(position, allowed),), depth=1)
        return found

    def stop(self) -> None:
        """End a search that runs in another thread; it returns the best move so far."""
        self._stopped = True
        if self._searcher is not None:
            self._searcher.halt()

    def new_game(self, seed: int | None = None) -> None:
        """Forget what was learned in the last game; with a seed, play as a new bot would."""
        if seed is not None:
            self._seed = seed
        self._root = None
        if self._searcher is not None:
            self._searcher.clear(self._seed)

    def _grow(
        self,
        position: Position,
        limit: Limit,
        listener: Callable[[int, float], None] | None = None,
    ) -> tuple[int, float]:
        if self._searcher is None:
            self._searcher = TreeSearcher(
                self.game.engine, self._tree_mb, self._seed, self._threads
            )
        searcher = self._searcher
        since = _steps_between(self._root, position)
        self._root = position
        return worker.call(
            lambda: searcher.search(
                position.state(),
                self.settings,
                limit.iterations or limit.nodes or MANY,
                limit.seconds if limit.iterations or limit.nodes else limit.seconds or 1.0,
                since,
                listener,
            ),
            searcher.halt,
        )

    def _analysis(
        self, position: Position, lines: int, iterations: int, seconds: float
    ) -> Analysis:
        assert self._searcher is not None
        found: list[Line] = []
        for branch in self._searcher.turns():
            moves = moves_of(position, branch.actions)
            if moves:  # else the tree ends in the middle of the turn, or it is not allowed
                found.append(Line(self._score(branch, position.player, len(moves)), moves))
            if len(found) == lines:
                break
        return Analysis(
            player=position.player,
            lines=tuple(found),
            depth=max((len(line.moves) for line in found), default=0),
            nodes=iterations,
            seconds=seconds,
            table_hits=0,
            cutoffs=0,
            terms=shares(position, self.settings.weights, self.stone),
        )

    def _whole_turn(self, position: Position, limit: Limit) -> Line:
        """A turn made step by step, where the tree did not get to its end."""
        assert self._searcher is not None
        here = position
        score = None
        while here is position or not here.turn_is_over:
            if here is not position:
                self._grow(here, FEW if self._stopped else limit)
            best = next(
                (each for each in self._searcher.children() if each.actions[0] in here.steps),
                Branch(here.steps[:1], 0, 0.5, 0),
            )
            score = score or self._score(best, position.player, 1)
            here = here.step(best.actions[0])
        assert score is not None
        return Line(score, (here.move_since(position),))

    def _score(self, branch: Branch, player: int, turns: int) -> Score:
        """A share of wins as a score in hundredths, as the evaluation would have it."""
        if branch.proven in (mcts.WON, mcts.LOST):
            return Score(0, player, turns if branch.proven == mcts.WON else -turns)
        if branch.proven == mcts.DRAWN:
            return Score(0, player, decided="draw")
        return Score.of_probability(branch.score, player, self.steepness)


def _steps_between(start: Position | None, end: Position) -> list[int] | None:
    """The steps of the turns from one position to a later one; None if it is not."""
    moves: list[Move] = []
    here: Position | None = end if end.turn_is_over else None
    while start is not None and here is not None and len(moves) <= KEPT:
        if here == start and start.turn_is_over:
            return [action for move in reversed(moves) for action in move.actions]
        if here.move is not None:
            moves.append(here.move)
        here = here.parent
    return None
