"""A bot that searches with Monte-Carlo tree search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import chain

from tabuleiro.bots.alphabeta import moves_of, shares, voice_of
from tabuleiro.bots.analysis import Analysis, Line, Score, check_lines, nothing_to_search
from tabuleiro.bots.base import SearchBot
from tabuleiro.bots.growth import GrowthTrace
from tabuleiro.bots.knowing import known_analysis
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.search import Search
from tabuleiro.bots.trace import check_size
from tabuleiro.bots.weights import steepness, stone
from tabuleiro.game import Game
from tabuleiro.kernel import mcts, tracing
from tabuleiro.kernel.halt import Halt
from tabuleiro.kernel.known import NOTHING
from tabuleiro.kernel.net import NetUse
from tabuleiro.kernel.recording import Recorder
from tabuleiro.kernel.treesearch import Branch, TreeSearcher, TreeSettings
from tabuleiro.move import Move
from tabuleiro.position import Position
from tabuleiro.solving.knowledge import for_searches

MANY = 1 << 40
FEW = 64
"""Iterations for each further step of a turn, once the time is over in the middle of it."""

KEPT = 4
"""How many turns later a tree may still be of use."""


class MctsBot(SearchBot):
    """Plays the turn whose steps its tree has visited most, one by one, or that is proven to win.

    Each step rests on so many iterations as the limit says.

    `rollout` is the share of random games in the value of a leaf: 1 for random games alone, 0 for
    the evaluation alone. With `rave`, what steps did later in random games counts as well, for half
    after so many visits. What has grown below the moves that are then played is kept.
    """

    least = Limit(iterations=1)
    needs = ("mcts",)
    limit: Limit

    def __init__(
        self,
        game: Game,
        weights: Mapping[str, int],
        limit: Limit,
        *,
        name: str = "mcts",
        exploration: float = 1.0,
        rollout: float = 1.0,
        rave: int = 0,
        cap: int = 400,
        solver: bool = True,
        reuse: bool = True,
        tree_mb: int = 64,
        threads: int = 1,
        tables: bool = True,
        net: NetUse | None = None,
        seed: int | None = None,
    ) -> None:
        self.name = name
        self.game = game
        self.limit = limit
        self.stone = stone(weights)
        self.steepness = steepness(game)
        self.settings = TreeSettings(
            weights=[weights.get(term, 0) for term in game.terms],
            stone=self.stone,
            exploration=exploration,
            rollout=rollout,
            rave=rave,
            cap=cap,
            quiet_limit=game.quiet_limit,
            solver=solver,
            net=net,
        )
        self.tables = tables
        self.reuse = reuse
        self.needs = (self.settings.template,)
        self.table_mb = tree_mb
        self._threads = threads
        self._seed = 1 if seed is None else seed
        self._searcher: TreeSearcher | None = None
        self._root: Position | None = None

    def search(
        self,
        position: Position,
        limit: Limit | None = None,
        lines: int = 1,
        trace: int | None = None,
    ) -> Search:
        """A search for the best lines of a position that is not over.

        With `trace`, so many nodes of its tree and as many iterations are kept: `search.trace`. It
        begins with an empty tree; of several threads, the first one's is kept.
        """
        check_lines(lines)
        if trace is None:
            return super().search(position, limit, lines)
        check_size(trace)
        if position.outcome is not None:
            raise nothing_to_search()
        allowed = (limit or Limit()).or_else(self.limit_in(position))

        def prepare() -> None:
            for template in self.needs:
                self.game.engine.compile(template, traced=True)

        def work(search: Search) -> None:
            recorder = Recorder(self.game.engine.plain, trace, tracing.GROWTH)
            self.run(position, allowed, lines, search, recorder)

        return self.begin(
            lambda after: Search(position, work, prepare, lambda found: found.move, after)
        )

    def run(
        self,
        position: Position,
        limit: Limit,
        lines: int,
        search: Search,
        recorder: Recorder | None = None,
    ) -> None:
        """Grow the tree; a recorder writes down how."""
        known = known_analysis(position, lines) if self.tables and recorder is None else None
        if known is not None:
            told = known
            search.finish(lambda: told)
            return
        knowledge = for_searches(self.game) if self.tables else NOTHING
        self.settings = replace(self.settings, knowledge=knowledge)
        halt = Halt()
        search.on_stop(halt.ask)

        def hear(iterations: int, seconds: float) -> None:
            now = self._analysis(position, lines, iterations, seconds)
            if now.lines:
                search.tell(lambda: now)

        iterations, seconds = self._grow(position, limit, halt, hear, recorder)
        if recorder is not None:
            search.trace = self._trace(position, recorder)
        else:
            more = self._finish_turn(position, limit, halt, seconds)
            iterations, seconds = iterations + more[0], seconds + more[1]
        found = self._analysis(position, lines, iterations, seconds)
        chosen = self._chosen(position)
        if not moves_of(position, chosen.actions):
            best = self._whole_turn(position, chosen, limit, halt)
            others = [line for line in found.lines if line.moves[0] != best.moves[0]]
            found = replace(found, lines=(best, *others)[:lines], depth=max(found.depth, 1))
        search.finish(lambda: found)

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
        halt: Halt,
        listener: Callable[[int, float], None] | None = None,
        recorder: Recorder | None = None,
    ) -> tuple[int, float]:
        if self._searcher is None:
            self._searcher = TreeSearcher(
                self.game.engine, self.table_mb, self._seed, self._threads
            )
        again = self.reuse and recorder is None
        since = _steps_between(self._root, position) if again else None
        self._root = position
        return self._searcher.search(
            position.state(),
            self.settings,
            limit.iterations or limit.nodes or MANY,
            limit.seconds if limit.iterations or limit.nodes else limit.seconds or 1.0,
            since,
            listener=listener,
            halt=halt,
            recorder=recorder,
        )

    def _finish_turn(
        self, position: Position, limit: Limit, halt: Halt, spent: float
    ) -> tuple[int, float]:
        """Look at each further step of the turn to be played as often as at the first one.

        The first step takes most iterations to choose, and those after it share what is left over.
        Where time is the limit it is over by now, and a few must do.
        """
        assert self._searcher is not None
        counted = limit.iterations or limit.nodes
        made, seconds, steps = 0, 0.0, 1
        while not halt.asked:
            turn = self._chosen(position).actions[:steps]
            here = position
            for action in turn:
                here = here.step(action)
            if len(turn) < steps or here.turn_is_over:
                break
            lacking = max(0, (counted or FEW) - self._searcher.visits(turn))
            left = limit.seconds - spent - seconds if counted and limit.seconds else None
            now, taken = self._searcher.search(
                position.state(), self.settings, lacking, left, since=(), begun=turn, halt=halt
            )
            made, seconds = made + now, seconds + taken
            if lacking == 0 or now < lacking:
                steps += 1
        return made, seconds

    def _trace(self, position: Position, recorder: Recorder) -> GrowthTrace:
        assert self._searcher is not None
        tree = self._searcher.first_rows(recorder.limit)
        growth, c = recorder.rows, self.settings.exploration
        return GrowthTrace.grown(position, self.name, tree, growth, recorder.seen, c)

    def _analysis(
        self, position: Position, lines: int, iterations: int, seconds: float
    ) -> Analysis:
        assert self._searcher is not None
        found: list[Line] = []
        for branch in chain((self._chosen(position),), self._searcher.turns()):
            moves = moves_of(position, branch.actions)
            # Without one, the tree ends in the middle of the turn, or it is not allowed.
            if moves and all(moves[0] != line.moves[0] for line in found):
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
            terms=shares(self.game, position, self.settings.weights, self.stone),
            judge="playouts" if self.settings.rollout == 1 else voice_of(self.settings.net),
        )

    def _chosen(self, position: Position) -> Branch:
        """What the tree would play, of what the rules of the core allow too."""
        assert self._searcher is not None

        def allowed(steps: tuple[int, ...]) -> bool:
            here = position
            for action in steps[:-1]:
                here = here.step(action)
            return steps[-1] in here.steps

        return self._searcher.chosen(allowed)

    def _whole_turn(self, position: Position, begun: Branch, limit: Limit, halt: Halt) -> Line:
        """A turn that the tree has begun, and did not get to the end of, made step by step."""
        assert self._searcher is not None
        here = position
        for action in begun.actions:
            here = here.step(action)
        score = self._score(begun, position.player, 1) if begun.actions else None
        while here is position or not here.turn_is_over:
            if here is not position:
                counted = limit.iterations or limit.nodes
                goes_on = counted and not halt.asked
                self._grow(here, *((limit, halt) if goes_on else (Limit(iterations=FEW), Halt())))
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
