"""A bot that searches with alpha-beta."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import cache, partial

from tabuleiro.bots.analysis import (
    Analysis,
    Decided,
    Line,
    Score,
    Voice,
    check_lines,
    nothing_to_search,
)
from tabuleiro.bots.base import SearchBot
from tabuleiro.bots.knowing import known_analysis
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.search import Search, any_move
from tabuleiro.bots.trace import Trace, check_size
from tabuleiro.bots.weights import steepness, stone
from tabuleiro.game import Game
from tabuleiro.kernel.deepening import Found, Root, Variation
from tabuleiro.kernel.halt import Halt
from tabuleiro.kernel.known import NOTHING
from tabuleiro.kernel.loader import WITH_NETS
from tabuleiro.kernel.net import NetUse
from tabuleiro.kernel.recording import Recorder
from tabuleiro.kernel.scores import turns_to_end
from tabuleiro.kernel.searcher import DEEPEST, Searcher
from tabuleiro.kernel.switches import Switches
from tabuleiro.move import Move
from tabuleiro.position import Position
from tabuleiro.solving.knowledge import for_searches

ASPIRATION = 60
"""Half the width of the first window around the value of the depth before, in hundredths."""

CANDIDATES = 24
"""Among how many of its best moves a bot that errs chooses at most."""


class AlphaBetaBot(SearchBot):
    """Plays the best move that its search finds within its limit.

    With `error`, it takes any of its best few moves that is worth at most that much less. The ideas
    of its search can be switched off (`Switches`).
    """

    least = Limit(depth=1)
    needs = ("alphabeta",)
    limit: Limit

    def __init__(
        self,
        game: Game,
        weights: Mapping[str, int],
        limit: Limit,
        *,
        name: str = "alphabeta",
        table_mb: int = 16,
        keep: bool = False,
        threads: int = 1,
        error: int = 0,
        tables: bool = True,
        opening: Mapping[str, int] | None = None,
        net: NetUse | None = None,
        seed: int | None = None,
        **ideas: bool,
    ) -> None:
        self.name = name
        self.game = game
        self.weights = [weights.get(term, 0) for term in game.terms]
        self.stone = stone(weights)
        self.steepness = steepness(game)
        self.limit = limit
        self.switches = Switches(**ideas)
        self.error = error
        self.tables = tables
        self.opening = dict(opening or {})
        self.keep = keep
        self.net = net
        if net is not None:
            self.needs = (f"alphabeta{WITH_NETS}",)
        self.table_mb = table_mb
        self._threads = threads
        self._random = random.Random(seed)
        self._searcher: Searcher | None = None

    @property
    def reductions(self) -> bool:
        """Whether late moves are searched less deeply at first."""
        return self.switches.reductions

    def judgement(self) -> tuple[Sequence[int], int, NetUse | None]:
        """What it judges open positions by: weights, what a stone counts, and a net."""
        return self.weights, self.stone, self.net

    @property
    def candidates(self) -> int:  # type: ignore[override]
        """How many lines it looks at to choose its move."""
        return CANDIDATES if self.error else 1

    def pick(self, found: Analysis) -> Move:
        """The move to play after an analysis with that many lines."""
        good = [line for line in found.lines if self._is_good_enough(line.score, found.score)]
        return self._random.choice(good).moves[0]

    def search(
        self,
        position: Position,
        limit: Limit | None = None,
        lines: int = 1,
        trace: int | None = None,
    ) -> Search:
        """A search for the best lines of a position that is not over.

        With `trace`, so many of its nodes are kept: `search.trace`.
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
            recorder = Recorder(self.game.engine.plain, trace)
            self.run(position, allowed, lines, search, recorder)
            layers = [asdict(each) for each in recorder.layers]
            rows, seen = recorder.rows, recorder.seen
            search.trace = Trace(position, self.name, rows, layers, seen, 100 * self.stone)

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
        """Search deeper and deeper; a recorder writes down what is done."""
        halt = Halt()
        search.on_stop(halt.ask)
        terms = cache(lambda: shares(self.game, position, self.weights, self.stone))

        def words(found: Found) -> Callable[[], Analysis]:
            return partial(self._analysis, position, found, terms, search.told)

        known = known_analysis(position, lines) if self.tables and recorder is None else None
        if known is not None:
            told = known
            search.finish(lambda: told)
            return
        if self._searcher is None:
            self._searcher = Searcher(self.game.engine, self.table_mb, self._threads)
        self._searcher.knowledge = for_searches(self.game) if self.tables else NOTHING
        found = self._searcher.search(
            root_of(position),
            self.weights,
            depth=limit.depth or DEEPEST,
            seconds=limit.seconds,
            most=limit.most,
            nodes=limit.nodes,
            lines=lines,
            listener=lambda now: search.tell(words(now)),
            window=ASPIRATION * self.stone,
            halt=halt,
            switches=self.switches,
            recorder=recorder,
            net=self.net,
        )
        if found.lines:
            search.finish(words(found))
        else:  # not even one turn ahead: any is as good as another
            unknown = Line(Score(0, position.player), (any_move(position),))
            search.finish(lambda: replace(words(found)(), lines=(unknown,)))

    def new_game(self, seed: int | None = None) -> None:
        """Forget the last game, unless it is to be kept; with a seed, play as a new bot would."""
        if seed is not None:
            self._random.seed(seed)
        if self._searcher is not None and not self.keep:
            self._searcher.clear()

    def limit_in(self, position: Position) -> Limit:
        """The bot's own limit; some play their first turns otherwise."""
        if self.opening and position.ply < 2 * self.opening["turns"]:
            return Limit(depth=self.opening["depth"])
        return self.limit

    def _is_good_enough(self, score: Score, best: Score) -> bool:
        if best.win_in is not None or score.win_in is not None:
            return score == best
        return score.points >= best.points - self.error

    def _analysis(
        self,
        position: Position,
        found: Found,
        terms: Callable[[], dict[str, int]],
        told: int | None,
    ) -> Analysis:
        return Analysis(
            player=position.player,
            lines=tuple(
                Line(
                    self._score(line, position.player),
                    moves_of(position, line.actions, None if told is None or i < told else 1),
                )
                for i, line in enumerate(found.lines)
            ),
            depth=found.depth,
            nodes=found.nodes,
            seconds=found.seconds,
            table_hits=found.hits,
            cutoffs=found.cuts,
            terms=terms(),
            judge=voice_of(self.net),
        )

    def _score(self, line: Variation, player: int) -> Score:
        """The value of a line in hundredths of a stone, or how the game ends."""
        ends = turns_to_end(line.value)
        if ends is not None:
            return Score(line.value, player, ends)
        decided: Decided | None = "draw" if line.solved else None
        return Score(round(line.value / self.stone), player, None, decided, self.steepness)


def voice_of(net: NetUse | None) -> Voice:
    """What an evaluation with this net, or none, is."""
    return "terms" if net is None else "both" if net.with_terms else "net"


def shares(game: Game, position: Position, weights: Sequence[int], stone: int) -> dict[str, int]:
    """Each term's share in a game's evaluation, in hundredths of a stone."""
    found = game.term_shares(position, weights)
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


def moves_of(
    position: Position, actions: Sequence[int], most: int | None = None
) -> tuple[Move, ...]:
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
            if len(moves) == most:
                break
    return tuple(moves)
