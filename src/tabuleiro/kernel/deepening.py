"""One run of alpha-beta: deeper and deeper, and last a look for what reductions have hidden."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from tabuleiro.kernel import scores
from tabuleiro.kernel.contract import OPEN
from tabuleiro.kernel.crew import Crew, SearchTask
from tabuleiro.kernel.recording import Recorder
from tabuleiro.kernel.records import Plain
from tabuleiro.kernel.scores import turns_to_end
from tabuleiro.kernel.words import key_of

if TYPE_CHECKING:
    from tabuleiro.kernel.searcher import Searcher

NO_LIMIT = 1 << 60
GLANCE = 50_000
"""Nodes for the least that a search answers: moments. Few positions have turns with so many."""
COUNTS = ("nodes", "turns", "hits", "cuts", "first_cuts")
"""What a search costs, counted in its memory."""
QUESTIONS = (
    (scores.PROVEN - 1, scores.PROVEN, (scores.PROVEN - 1, scores.WIN)),
    (-scores.PROVEN, 1 - scores.PROVEN, (-scores.WIN, 1 - scores.PROVEN)),
)
"""Won? Lost? The window of each, and the one for its line."""
CHECKING = 0x5DEECE66D
"""Sets the table's positions of the exact check apart from those of the selective search."""


@dataclass(frozen=True)
class Root:
    """A position and what the core's rules need to know of its past."""

    state: Plain
    past: Sequence[int] = ()
    """Keys of earlier positions at the start of a turn that could still occur again, oldest first.

    They are keys of the board alone where no board may occur again.
    """
    quiet: int = 0
    length_left: int = NO_LIMIT
    repetition: str = "none"
    quiet_limit: int = 0


@dataclass(frozen=True)
class Variation:
    """A line of steps and its value for the player who acts at its start."""

    value: int
    actions: tuple[int, ...]
    solved: bool = False
    """Whether it rests on the rules alone; a value of 0 is then a draw."""

    @property
    def decided(self) -> bool:
        """Whether the rules have decided its end."""
        return self.solved or turns_to_end(self.value) is not None


@dataclass
class Found:
    """What a search knows: the best lines of a depth, best first, and what they cost."""

    depth: int = 0
    lines: tuple[Variation, ...] = ()
    nodes: int = 0
    hits: int = 0
    cuts: int = 0
    turns: int = 0
    """Turns completed; `nodes` are steps."""
    first_cuts: int = 0
    """Cuts by the first step tried."""
    seconds: float = 0.0
    complete: bool = False
    """Whether nothing is left to find: decided values, or every depth searched."""
    values: list[int] = field(default_factory=list)
    """The best value at each depth."""

    @property
    def value(self) -> int:
        """The value of the best line."""
        return self.lines[0].value if self.lines else 0

    @property
    def actions(self) -> tuple[int, ...]:
        """The best line."""
        return self.lines[0].actions if self.lines else ()


class Deepening:
    """One search: what stays the same from depth to depth."""

    def __init__(
        self,
        searcher: Searcher,
        entry: Any,
        root: Root,
        begin: float,
        window: int | None,
        nodes: int | None,
    ) -> None:
        self.searcher = searcher
        self.entry = entry
        self.recorder: Recorder | None = None
        self.root = root
        self.crew = Crew(searcher.memories, nodes)
        self.begin = begin
        self.window = window if window is None else max(1, window)

    def deepen(self, k: Any, depth: int, lines: int, before: Found) -> Found:
        """The best lines of one depth; `before` itself if the search was stopped at once."""
        lasting: list[Variation] = []
        excluded: list[int] = []
        while len(lasting) < lines:
            guess = before.lines[len(lasting)] if len(lasting) < len(before.lines) else None
            likely = likely_value(guess, before.values, excluded, self.window or 0)
            line = self._line(k, depth, likely, excluded)
            if line is None:
                break
            lasting.append(line)
            if len(lasting) < lines:
                excluded.append(self.after_turn(line))
        if not lasting:
            return before
        lasting.sort(key=lambda line: -line.value)
        stopped = bool(k.stop)
        if stopped:
            seen = {self.after_turn(line) for line in lasting}
            lasting += [line for line in before.lines if self.after_turn(line) not in seen]
        return self.costs(
            Found(
                depth=depth,
                lines=tuple(lasting[:lines]),
                complete=all(_is_final(line, depth) for line in lasting),
                values=[*before.values, lasting[0].value],
            )
        )

    def glance(self, k: Any) -> Found:
        """One turn ahead, whatever the limit: the least that any search answers.

        Nothing is found where chains of captures branch into millions of turns.
        """
        k.node_limit = int(k.nodes) + GLANCE
        while True:
            k.stop = 0
            found = self.deepen(k, 1, 1, Found())
            # Stopped once more before that: nobody is helped by no answer.
            if found.lines or not k.stop or k.nodes >= k.node_limit:
                return found

    def check(self, k: Any, found: Found) -> Found:
        """Whether reductions have hidden a win or a loss within the depth: an exact look at both.

        Only `decided or not` is asked, so it costs less than the search itself.
        """
        with _exactly(k):
            for low, high, wide in QUESTIONS:
                # A bound may come back on the other side: a loss is no answer about a win.
                value = self._value(k, found.depth, low, high)
                if (value >= high) if low > 0 else (value <= low):
                    lines = self._decided(k, found, wide)
                    if lines:
                        return replace(
                            found,
                            lines=lines,
                            complete=len(found.lines) == 1,
                            values=[*found.values[:-1], lines[0].value],
                        )
        return found

    def _decided(self, k: Any, found: Found, window: tuple[int, int]) -> tuple[Variation, ...]:
        """The lines once the best of them is known to be won or lost; none if time is over.

        A win leaves the other turns what they were. Where the game is lost, all turns lose.
        """
        lost = window[0] < 0
        lines: list[Variation] = []
        while len(lines) < (len(found.lines) if lost else 1):
            self._exclude(k, [self.after_turn(line) for line in lines])
            value = self._value(k, found.depth, *window)
            if k.stop or not window[0] < value < window[1]:
                break
            lines.append(Variation(value, self._steps(k)))
        if lines and not lost:
            lines += [line for line in found.lines if not self._same_turn(line, lines[0])]
        return tuple(lines[: len(found.lines)])

    def help(self, k: Any, task: SearchTask) -> None:
        """Search in another thread what the first one searches."""
        with _exactly(k) if task.checking else nullcontext():
            self._exclude(k, task.excluded)
            self._search(k, task.depth, task.low, task.high)

    def costs(self, found: Found) -> Found:
        """The same with what the search has cost by now."""
        count = self.searcher.counts
        costs: dict[str, Any] = {name: count(name) for name in COUNTS}
        return replace(found, **costs, seconds=perf_counter() - self.begin)

    def _line(
        self, k: Any, depth: int, likely: int | None, excluded: Sequence[int]
    ) -> Variation | None:
        """The best line that does not begin with an excluded turn, if there is one and time."""
        self._exclude(k, excluded)
        low, high = -scores.WIN, scores.WIN
        width = self.window or 0
        if width and depth > 3 and likely is not None:
            low, high = likely - width, likely + width
        while True:
            guesses = int(k.guesses)
            value = self._value(k, depth, low, high)
            if k.stop or value == scores.ILLEGAL:
                return None
            if low < value < high or (low == -scores.WIN and high == scores.WIN):
                return Variation(value, self._steps(k), int(k.guesses) == guesses)
            width *= 4
            if value <= low:
                low = max(-scores.WIN, value - width)
            else:
                high = min(scores.WIN, value + width)
            if width > 256 * (self.window or 0):
                low, high = -scores.WIN, scores.WIN

    def _exclude(self, k: Any, turns: Sequence[int]) -> None:
        """Leave out the turns from the root that lead to these positions."""
        k.excluded = len(turns)
        k.exclude[: len(turns)] = turns

    def _value(self, k: Any, depth: int, low: int, high: int) -> int:
        recorder = self.recorder if k is self.crew.first else None
        if recorder is not None:
            recorder.begin(k, depth, low, high)
        excluded = tuple(map(int, k.exclude[: k.excluded]))
        with self.crew.at(SearchTask(depth, low, high, excluded, bool(k.checking))):
            value = self._search(k, depth, low, high)
        if recorder is not None:
            recorder.end(k, value)
        return value

    def _search(self, k: Any, depth: int, low: int, high: int) -> int:
        k.answered = 0
        board, table = self.searcher.engine.board, self.searcher.table
        return int(self.entry(board, k, table, 0, 0, depth, low, high, 0))

    def _steps(self, k: Any) -> tuple[int, ...]:
        line, length = k["line"], k["length"]  # as attributes of a record they take far longer
        return tuple(map(int, line[: int(length[0])]))

    def _same_turn(self, line: Variation, other: Variation) -> bool:
        return self.after_turn(line) == self.after_turn(other)

    def after_turn(self, line: Variation) -> int:
        """The key of the position after the first turn of a line."""
        engine, rules = self.searcher.engine, self.searcher.engine.rules
        state = self.root.state.copy()
        for action in line.actions:
            rules.play(engine.plain_board, state, action)
            if state.player != self.root.state.player:
                break
            if rules.outcome(engine.plain_board, state) != OPEN:
                break
        return key_of(state)


def likely_value(
    before: Variation | None, values: Sequence[int], excluded: Sequence[int], window: int
) -> int | None:
    """What the next depth will probably say of a line, unless that is new or decided.

    Where the best value swings from depth to depth by more than half a window, that is what the
    depth before the last one said.
    """
    if before is None or before.decided:
        return None
    if not excluded and len(values) > 2:
        third, second, last = values[-3:]
        swings = abs(last - second) > max(window, 2 * abs(last - third))
        if swings and abs(second) < scores.PROVEN:
            return second
    return before.value


@contextmanager
def _exactly(k: Any) -> Iterator[None]:
    """While a thread asks for nothing but wins and losses, and leaves nothing out."""
    numbers = ("reductions", "exchange", "checking", "salt", "excluded", "net_on")
    before = {name: int(k[name]) for name in numbers}
    weights = list(k.weights)
    k.reductions = k.exchange = k.excluded = k.net_on = 0
    k.checking = 1
    k.salt ^= CHECKING
    k.weights[:] = 0
    try:
        yield
    finally:
        for name, number in before.items():
            k[name] = number
        k.weights[:] = weights


def _is_final(line: Variation, depth: int) -> bool:
    """Whether no greater depth can change a line's value."""
    end = turns_to_end(line.value)
    return line.solved or (end is not None and abs(end) <= depth)
