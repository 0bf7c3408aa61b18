"""Alpha-beta over one board: iterative deepening with aspiration, on one or more threads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from time import perf_counter
from typing import Any

from tabuleiro.errors import InvalidOption
from tabuleiro.kernel import alphabeta, endings, scores, sharing, worker
from tabuleiro.kernel.contract import OPEN
from tabuleiro.kernel.crew import Crew, SearchTask
from tabuleiro.kernel.engine import Engine
from tabuleiro.kernel.halt import Halt, allowance
from tabuleiro.kernel.known import NOTHING
from tabuleiro.kernel.loader import WITH_NETS
from tabuleiro.kernel.memory import TURNS
from tabuleiro.kernel.net import NetUse, put
from tabuleiro.kernel.recording import Recorder
from tabuleiro.kernel.records import Plain, fill
from tabuleiro.kernel.scores import turns_to_end
from tabuleiro.kernel.switches import ALL, MINIMAX, Switches
from tabuleiro.kernel.table import AGES, further_rows
from tabuleiro.kernel.words import board_key, hash_words, key_of

DEEPEST = TURNS - alphabeta.EXCHANGE - 2
NO_LIMIT = 1 << 60
REPETITION = {"none": 0, "draw3": endings.DRAW3, "forbid": endings.FORBID}
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


Listener = Callable[[Found], None]


class Searcher:
    """The memory of a search, kept from move to move: table, history, killers.

    Further threads search with the first one whatever it searches, on the same table. What one of
    them is at, the others put off, and what it leaves in the table makes them faster.
    """

    def __init__(self, engine: Engine, table_mb: int = 16, threads: int = 1) -> None:
        rows = 1 << max(10, (table_mb * (1 << 20) // 16).bit_length() - 1)
        self.engine = engine
        self.table: Any = engine.new_rows(rows, 2)
        self.memories = [engine.new_memory() for _ in range(threads)]
        """What each thread works with; the templates say what is in it."""
        for k in self.memories:
            k.further = further_rows(threads)
        places = engine.new_rows(sharing.ROOM, 1).T[0]
        self._places: Any = places.tolist() if engine.plain else places
        if threads > 1:
            for k in self.memories:
                k.under_way = self._places if engine.plain else places.ctypes.data
        self.knowledge = NOTHING
        """What the search is told for certain."""
        self.symmetries = True
        """Whether symmetric positions share their place in the table."""
        self._age = 0
        self._found = Found()
        self._halt = Halt()

    def best_so_far(self) -> Found:
        """What the search that runs, or the last one, knows by now."""
        return self._found

    def clear(self) -> None:
        """Forget everything, as between games."""
        self.table[:] = 0
        self._age = 0
        for k in self.memories:
            k.history[:] = 0
            k.killers[:] = 0

    def search(
        self,
        root: Root,
        weights: Sequence[int],
        depth: int = DEEPEST,
        seconds: float | None = None,
        most: float | None = None,
        nodes: int | None = None,
        reductions: bool = True,
        lines: int = 1,
        listener: Listener | None = None,
        window: int = 60,
        halt: Halt | None = None,
        switches: Switches = ALL,
        recorder: Recorder | None = None,
        net: NetUse | None = None,
    ) -> Found:
        """Search deeper and deeper until a limit or `halt`; `listener` hears of every depth.

        With `most` the seconds are fewer while the best move stays, and more where it changes.
        `window` is half the width of the first window around the value of the depth before. If the
        depth is what ends it, no win or loss within it is missed, reductions or not. Without
        `reductions` exchanges are left out too; `switches` tell them apart.
        """
        if not reductions:
            switches = switches.without("reductions", "exchanges")
        _within("depth", depth, None)
        _within("lines", lines, alphabeta.EXCLUDED)
        template = f"alphabeta{WITH_NETS if net else ''}"
        entry = self.engine.compile(template, traced=recorder is not None)
        halt = self._halt = halt or Halt()
        self._age = (self._age + 1) % AGES
        deepest = min(depth, DEEPEST)
        depths = range(1, deepest + 1)
        if not switches.deepening and depth < DEEPEST:
            depths = range(deepest, deepest + 1)
        self._places[sharing.PLACES :] = [0] * (2 * sharing.BESTS)
        for k in self.memories:
            self._prepare(k, root, weights, nodes, switches)
            put(k, net)
        width = window if switches.aspiration else None
        run = _Run(self, entry, root, perf_counter(), width, nodes)
        if recorder is not None:
            recorder.open(self.memories[0], depths[-1] if depth < DEEPEST else None)
            run.recorder = recorder
        self._found = Found()
        bests: list[int] = []
        with (
            halt.over(self.memories),
            halt.after(seconds) as timer,
            self._assistants(run),
        ):
            for deeper in depths:
                found = run.deepen(self.memories[0], deeper, lines, self._found)
                if found is self._found:
                    if not found.lines:
                        self._found = run.glance(self.memories[0])
                    break
                self._found = found
                bests.append(run.after_turn(found.lines[0]))
                if listener is not None:
                    listener(found)
                if found.complete:
                    break
                if seconds is not None and most is not None:
                    timer.at(run.begin + allowance(bests, seconds, most))
            if switches.reductions and self._found.depth == depth and not self._found.complete:
                self._found = run.check(self.memories[0], self._found)
        self._found = run.costs(self._found)
        return self._found

    def minimax(
        self, root: Root, weights: Sequence[int], depth: int, net: NetUse | None = None
    ) -> int:
        """The value to a depth by plain minimax."""
        _within("depth", depth, DEEPEST)
        entry = self.engine.compile(f"minimax{WITH_NETS if net else ''}")
        k = self.memories[0]
        self._prepare(k, root, weights, None, MINIMAX)
        put(k, net)
        k.stop = 0
        return int(entry(self.engine.board, k, 0, 0, depth, 0))

    def halt(self) -> None:
        """Make a search that runs in another thread return."""
        self._halt.time_is_up()

    def counts(self, name: str) -> int:
        """A count over all threads."""
        return sum(int(k[name]) for k in self.memories)

    @contextmanager
    def _assistants(self, run: _Run) -> Iterator[None]:
        """The other threads, which search with the first one whatever it searches."""
        works = [partial(run.crew.follow, k, run.help) for k in run.crew.others]
        with worker.assisted(works, self.halt):
            try:
                yield
            finally:
                run.crew.end()

    def _prepare(
        self,
        k: Any,
        root: Root,
        weights: Sequence[int],
        nodes: int | None,
        switches: Switches,
    ) -> None:
        fill(k.states[0], root.state)
        hashed = board_key if root.repetition == "forbid" else key_of
        past = [*root.past[-endings.PAST + 1 :], hashed(root.state)]
        k.keys[: len(past)] = past
        k.past = len(past) - 1
        k.salt = _salt(past)
        shares = self.symmetries and switches.symmetries
        k.shared = int(shares and k.salt == 0 and root.repetition != "forbid")
        k.switched = switches.salt
        k.salt ^= k.switched
        k.kind[0] = 0
        k.since[0] = len(past) - 1
        k.quiet[0] = root.quiet
        k.excluded = 0
        k.weights[:] = 0
        k.weights[: len(weights)] = weights
        k.repetition = REPETITION[root.repetition]
        k.quiet_limit = root.quiet_limit
        k.length_left = min(root.length_left, NO_LIMIT)
        k.pruning = int(switches.cuts)
        k.remembers = int(switches.table)
        k.recalls = int(switches.table_move)
        k.scouts = int(switches.pvs and switches.cuts)
        k.reductions = int(switches.reductions)
        k.exchange = self.engine.exchange if switches.exchanges else 0
        k.learns_history = int(switches.history)
        k.learns_killers = int(switches.killers)
        k.checking = 0
        k.log_at[0] = -1
        k.node_limit = NO_LIMIT if nodes is None else nodes
        self.knowledge.load(k)
        k.age = self._age
        k.history[:] //= 8
        if not switches.history:
            k.history[:] = 0
        if not switches.killers:
            k.killers[:] = -1
        for name in (*COUNTS, "guesses"):
            k[name] = 0


class _Run:
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


def _within(name: str, number: int, most: int | None) -> None:
    """Refuse what the memory has no room for: compiled code does not look again."""
    if number < 1 or (most is not None and number > most):
        accepted = "1 or more" if most is None else f"1 to {most}"
        raise InvalidOption(
            f"{name} cannot be {number}; accepted: {accepted}",
            f"{name} não pode ser {number}; "
            + ("aceites: 1 ou mais" if most is None else f"aceites: 1 a {most}"),
        )


def _is_final(line: Variation, depth: int) -> bool:
    """Whether no greater depth can change a line's value."""
    end = turns_to_end(line.value)
    return line.solved or (end is not None and abs(end) <= depth)


def _salt(keys: Sequence[int]) -> int:
    """What sets the table apart for a game in which positions have already occurred twice.

    Their next occurrence is a draw, so values from games without that past do not hold.
    """
    twice = {key for key, times in Counter(keys).items() if times > 1}
    salt = 0
    for key in twice:
        salt ^= hash_words((key, len(twice)))
    return salt
