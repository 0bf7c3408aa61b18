"""A bot that searches with alpha-beta."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from tabuleiro.bots.analysis import Analysis, Decided, Line, Score, nothing_to_search
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.weights import steepness
from tabuleiro.game import Game
from tabuleiro.kernel import worker
from tabuleiro.kernel.scores import turns_to_end
from tabuleiro.kernel.searcher import DEEPEST, Found, Root, Searcher, Variation
from tabuleiro.move import Move
from tabuleiro.position import Position

Listener = Callable[[Analysis], None]

ASPIRATION = 60
"""Half the width of the first window around the value of the depth before, in hundredths."""

CANDIDATES = 24
"""Among how many of its best moves a bot that errs chooses at most."""


class AlphaBetaBot:
    """Plays the best move that its search finds within its limit.

    With `error`, it takes any of its best few moves that is worth at most that much less.
    """

    def __init__(
        self,
        game: Game,
        weights: Mapping[str, int],
        limit: Limit,
        *,
        name: str = "alphabeta",
        reductions: bool = True,
        table_mb: int = 16,
        keep: bool = False,
        threads: int = 1,
        error: int = 0,
        opening: Mapping[str, int] | None = None,
        seed: int | None = None,
    ) -> None:
        self.name = name
        self.game = game
        self.weights = [weights.get(term, 0) for term in game.terms]
        self.stone = stone(weights)
        self.steepness = steepness(game)
        self.limit = limit
        self.reductions = reductions
        self.error = error
        self.opening = dict(opening or {})
        self.keep = keep
        self._table_mb = table_mb
        self._threads = threads
        self._random = random.Random(seed)
        self._searcher: Searcher | None = None
        self.last: Analysis | None = None
        """What the last choice rests on."""

    def choose(self, position: Position) -> Move:
        """The move to play."""
        self.last = self.analyse(position, lines=self.candidates)
        return self.pick(self.last)

    @property
    def candidates(self) -> int:
        """How many lines it looks at to choose its move."""
        return CANDIDATES if self.error else 1

    def pick(self, found: Analysis) -> Move:
        """The move to play after an analysis with that many lines."""
        good = [line for line in found.lines if self._is_good_enough(line.score, found.score)]
        return self._random.choice(good).moves[0]

    def analyse(
        self,
        position: Position,
        limit: Limit | None = None,
        lines: int = 1,
        listener: Listener | None = None,
    ) -> Analysis:
        """The best lines of a position that is not over; `listener` hears of every depth."""
        if position.outcome is not None:
            raise nothing_to_search()
        allowed = (limit or Limit()).or_else(self._limit(position))

        def hear(now: Found) -> None:
            if listener is not None:
                listener(self._analysis(position, now))

        if self._searcher is None:
            self._searcher = Searcher(self.game.engine, self._table_mb, self._threads)
        searcher = self._searcher
        found = worker.call(
            lambda: searcher.search(
                root_of(position),
                self.weights,
                depth=allowed.depth or DEEPEST,
                seconds=allowed.seconds,
                nodes=allowed.nodes,
                reductions=self.reductions,
                lines=lines,
                listener=hear,
                window=ASPIRATION * self.stone,
            ),
            searcher.halt,
        )
        return self._analysis(position, found)

    def stop(self) -> None:
        """End a search that runs in another thread; it returns the best move so far."""
        if self._searcher is not None:
            self._searcher.halt()

    def new_game(self, seed: int | None = None) -> None:
        """Forget the last game, unless it is to be kept; with a seed, play as a new bot would."""
        if seed is not None:
            self._random.seed(seed)
        if self._searcher is not None and not self.keep:
            self._searcher.clear()

    def _limit(self, position: Position) -> Limit:
        """The bot's own limit; some play their first turns otherwise."""
        if self.opening and position.ply < 2 * self.opening["turns"]:
            return Limit(depth=self.opening["depth"])
        return self.limit

    def _is_good_enough(self, score: Score, best: Score) -> bool:
        if best.win_in is not None or score.win_in is not None:
            return score == best
        return score.points >= best.points - self.error

    def _analysis(self, position: Position, found: Found) -> Analysis:
        return Analysis(
            player=position.player,
            lines=tuple(
                Line(
                    self._score(line, position.player),
                    moves_of(position, line.actions),
                )
                for line in found.lines
            ),
            depth=found.depth,
            nodes=found.nodes,
            seconds=found.seconds,
            table_hits=found.hits,
            cutoffs=found.cuts,
            terms=shares(position, self.weights, self.stone),
        )

    def _score(self, line: Variation, player: int) -> Score:
        """The value of a line in hundredths of a stone, or how the game ends."""
        ends = turns_to_end(line.value)
        if ends is not None:
            return Score(line.value, player, ends)
        decided: Decided | None = "draw" if line.solved else None
        return Score(round(line.value / self.stone), player, None, decided, self.steepness)


def stone(weights: Mapping[str, int]) -> int:
    """What hundredths of a stone are counted in by these weights."""
    return max(weights.get("pieces", 1), 1)


def shares(position: Position, weights: Sequence[int], stone: int) -> dict[str, int]:
    """Each term's share in the evaluation, in hundredths of a stone."""
    found = position.game.term_shares(position, weights)
    return {term: round(value / stone) for term, value in found.items()}


def root_of(position: Position) -> Root:
    """A position as the kernel sees it."""
    game = position.game
    return Root(
        position.state(),
        [earlier.key for earlier in position.earlier()][::-1],
        position.quiet,
        game.max_plies - position.ply,
        game.repetition,
        game.quiet_limit,
    )


def moves_of(position: Position, actions: Sequence[int]) -> tuple[Move, ...]:
    """A line of steps as whole turns; a turn that the line does not finish is left out."""
    moves: list[Move] = []
    start = here = position
    for action in actions:
        if action not in here.steps:
            break
        here = here.step(action)
        if here.turn_is_over:
            moves.append(here.move_since(start))
            start = here
    return tuple(moves)
