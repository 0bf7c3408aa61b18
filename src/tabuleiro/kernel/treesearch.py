"""Monte-Carlo tree search over one board: trees kept from move to move, one for each thread."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from time import perf_counter
from typing import Any

from tabuleiro.kernel import mcts, rng, worker
from tabuleiro.kernel.engine import Engine
from tabuleiro.kernel.halt import Halt
from tabuleiro.kernel.known import NOTHING, Knowledge
from tabuleiro.kernel.loader import WITH_NETS
from tabuleiro.kernel.net import NetUse, put
from tabuleiro.kernel.recording import Recorder
from tabuleiro.kernel.records import Plain, fill

ROW_BYTES = 8 * mcts.FIELDS
SCALE = 300
"""The lead that makes a win three times as likely as a loss, in hundredths of a stone."""

SLICE = 0.2
"""Seconds between two reports of a search."""

FIRST_SLICE = 256


@dataclass(frozen=True)
class TreeSettings:
    """What a search shall do; see `mcts`."""

    weights: Sequence[int]
    stone: int = 1
    exploration: float = 1.0
    rollout: float = 1.0
    cap: int = 400
    quiet_limit: int = 0
    knowledge: Knowledge = NOTHING
    solver: bool = True
    net: NetUse | None = None
    rave: int = 0
    traced: bool = False

    @property
    def template(self) -> str:
        """What is compiled for it."""
        return f"mcts{WITH_NETS if self.net or self.rave else ''}"


@dataclass(frozen=True)
class Branch:
    """Steps from the root: visits, share of wins for who makes them, and whether it is decided."""

    actions: tuple[int, ...]
    visits: int
    score: float
    proven: int


class TreeSearcher:
    """Trees of a given size in memory, grown by a thread each and read as if they were one."""

    def __init__(self, engine: Engine, tree_mb: int = 64, seed: int = 1, threads: int = 1) -> None:
        rows = max(1024, (tree_mb << 20) // ROW_BYTES // threads)
        self._trees = [Tree(engine, rows) for _ in range(threads)]
        self._halt = Halt()
        self._solver = True
        self.clear(seed)

    def clear(self, seed: int) -> None:
        """Forget everything, as between games, and start chance anew."""
        for i, tree in enumerate(self._trees):
            tree.reset(0)
            rng.seed(tree.k.rng, seed + i)

    def search(
        self,
        state: Plain,
        settings: TreeSettings,
        iterations: int,
        seconds: float | None = None,
        since: Sequence[int] | None = None,
        begun: Sequence[int] = (),
        listener: Callable[[int, float], None] | None = None,
        halt: Halt | None = None,
        recorder: Recorder | None = None,
    ) -> tuple[int, float]:
        """Grow the trees from a position; returns the iterations made and the seconds taken.

        `since` is the steps that led here from the last root, if what grew there is to be kept.
        `begun` is steps of the tree that are decided: only what is below them grows.
        `listener` hears of iterations and seconds now and then; a recorder of those of the first
        tree.
        """
        settings = replace(settings, traced=recorder is not None)
        if recorder is not None:
            recorder.open(self._trees[0].k)
        self._trees[0].engine.compile(
            settings.template, settings.traced
        )  # before the time that it is given runs
        begin = perf_counter()
        self._solver = settings.solver
        for tree in self._trees:
            tree.prepare(state, settings, since, begun)
        share = -(-iterations // len(self._trees))
        halt = self._halt = halt or Halt()
        others = [partial(tree.grow, settings, share) for tree in self._trees[1:]]
        with (
            halt.over([tree.k for tree in self._trees]),
            halt.after(seconds),
            worker.assisted(others, self.halt),
        ):
            if listener is None:
                self._trees[0].grow(settings, share)
            else:
                for _ in self._trees[0].slices(settings, share):
                    listener(self._done, perf_counter() - begin)
        return self._done, perf_counter() - begin

    def halt(self) -> None:
        """Make a search that runs in another thread return."""
        self._halt.time_is_up()

    def first_rows(self, most: int) -> tuple[list[list[int]], list[int]]:
        """The oldest rows of the first tree, and above which row each of all its rows stands."""
        tree = self._trees[0].rows
        used = int(tree[0, mcts.UNUSED])
        above = [-1] * used
        for row, (first, number) in enumerate(
            zip(tree[:used, mcts.CHILDREN].tolist(), tree[:used, mcts.COUNT].tolist(), strict=True)
        ):
            above[first : first + number] = [row] * number
        kept: list[list[int]] = tree[: min(used, most)].tolist()
        return kept, above

    def visits(self, actions: Sequence[int]) -> int:
        """How often the trees have tried steps from the root."""
        total = 0
        for tree in self._trees:
            rows = tree.rows_along(actions)
            if len(rows) == len(actions):
                total += int(tree.rows[rows[-1], mcts.VISITS])
        return total

    def children(self) -> list[Branch]:
        """The steps from the root, the best first."""
        found = [branch for branch, _ in self._below((), self._roots)]
        return sorted(found, key=_preference, reverse=True)

    def chosen(self, allowed: Callable[[tuple[int, ...]], bool] = lambda steps: True) -> Branch:
        """The turn to play, step by step as the tree grew: the best step, then the best after it.

        Whole turns are not compared, for one that branches late shares its visits among many. It
        may be half made: it ends where the tree does, or has no step that is allowed.
        """
        best, rows = Branch((), 0, 0.5, 0), self._roots
        while following := self._below(best.actions, rows):
            if self._mover(rows) != self._mover(self._roots):
                break
            known = [each for each in following if each[0].visits > 0 and allowed(each[0].actions)]
            if not known:
                return best
            best, rows = max(known, key=lambda each: _preference(each[0]))
        return Branch(self._best_line(best.actions, rows), best.visits, best.score, best.proven)

    def turns(self) -> Iterator[Branch]:
        """Whole turns from the root, each with how play may go on: the chosen one, then by visits.

        A turn in which the tree does not know whether another step follows may be half made.
        """
        chosen = self.chosen()
        if chosen.actions:
            yield chosen
        for branch in self._most_visited():
            if branch.actions != chosen.actions:
                yield branch

    def _most_visited(self) -> Iterator[Branch]:
        number = count()  # so that equal branches are never compared
        waiting = [self._waiting(each, next(number)) for each in self._below((), self._roots)]
        heapq.heapify(waiting)
        while waiting:
            _, _, branch, rows = heapq.heappop(waiting)
            following = self._below(branch.actions, rows)
            if following and self._mover(rows) == self._mover(self._roots):
                for each in following:
                    heapq.heappush(waiting, self._waiting(each, next(number)))
            elif branch.visits > 0:
                line = self._best_line(branch.actions, rows)
                yield Branch(line, branch.visits, branch.score, branch.proven)

    @property
    def _done(self) -> int:
        return sum(int(tree.k.done) for tree in self._trees)

    @property
    def _roots(self) -> tuple[int, ...]:
        return (0,) * len(self._trees)

    def _mover(self, rows: Sequence[int]) -> int:
        """Who acts at a node that has children."""
        return next(
            int(tree.rows[tree.rows[row, mcts.CHILDREN], mcts.PLAYER])
            for tree, row in zip(self._trees, rows, strict=True)
            if row >= 0 and tree.rows[row, mcts.COUNT] > 0
        )

    def _below(
        self, actions: tuple[int, ...], rows: Sequence[int]
    ) -> list[tuple[Branch, tuple[int, ...]]]:
        """What all trees together know of the steps from a node, with their row in each."""
        known: dict[int, list[int]] = {}
        for i, (tree, row) in enumerate(zip(self._trees, rows, strict=True)):
            if row < 0:
                continue
            first, number = (int(tree.rows[row, f]) for f in (mcts.CHILDREN, mcts.COUNT))
            for child in range(first, first + number):
                action = int(tree.rows[child, mcts.ACTION])
                known.setdefault(action, [-1] * len(self._trees))[i] = child
        found = []
        for action, places in known.items():
            stored = [
                tree.rows[row] for tree, row in zip(self._trees, places, strict=True) if row >= 0
            ]
            visits = sum(int(each[mcts.VISITS]) for each in stored)
            total = sum(int(each[mcts.TOTAL]) for each in stored)
            proven = max(int(each[mcts.PROVEN]) for each in stored) if self._solver else 0
            score = total / mcts.WIN / visits if visits else 0.0
            found.append((Branch((*actions, action), visits, score, proven), tuple(places)))
        return found

    def _best_line(self, actions: tuple[int, ...], rows: Sequence[int]) -> tuple[int, ...]:
        while following := self._below(actions, rows):
            best, rows = max(following, key=lambda each: _preference(each[0]))
            if best.visits == 0:
                break
            actions = best.actions
        return actions

    @staticmethod
    def _waiting(
        each: tuple[Branch, tuple[int, ...]], number: int
    ) -> tuple[tuple[float, ...], int, Branch, tuple[int, ...]]:
        branch, rows = each
        return tuple(-part for part in _preference(branch)), number, branch, rows


class Tree:
    """One tree and the memory of the thread that grows it."""

    def __init__(self, engine: Engine, rows: int) -> None:
        self.engine = engine
        self.rows: Any = engine.new_rows(rows, mcts.FIELDS)
        self.k = engine.new_memory()

    def reset(self, player: int) -> None:
        """Nothing but a root, where `player` is to act."""
        self.rows[0] = 0
        self.rows[0, mcts.UNUSED] = 1
        self.rows[0, mcts.PLAYER] = 1 - player

    def prepare(
        self,
        state: Plain,
        settings: TreeSettings,
        since: Sequence[int] | None,
        begun: Sequence[int],
    ) -> None:
        """Set up a search, with what is already known if `since` leads there."""
        k = self.k
        rows = self.rows_along(since or ())
        if since is None or len(rows) < len(since):
            self.reset(state.player)
        elif since:
            self._take_root(rows[-1])
        decided = self.rows_along(begun)
        k.begun = len(decided)
        for i, row in enumerate(decided):
            k.path[i + 1] = row
        fill(k.states[0], state)
        k.weights[:] = 0
        k.weights[: len(settings.weights)] = settings.weights
        put(k, settings.net)
        k.noted[:] = 0
        k.number = 1
        k.rave = settings.rave
        k.scale = SCALE * settings.stone
        k.quiet_limit = settings.quiet_limit
        settings.knowledge.load(k)
        k.solver = int(settings.solver)
        k.done = 0

    def grow(self, settings: TreeSettings, iterations: int) -> int:
        """That many iterations, unless it is halted; returns those that were made."""
        entry = self.engine.compile(settings.template, settings.traced)
        return int(
            entry(
                self.engine.board,
                self.k,
                self.rows,
                iterations,
                round(1000 * settings.exploration),
                round(1000 * settings.rollout),
                settings.cap,
            )
        )

    def slices(self, settings: TreeSettings, iterations: int) -> Iterator[None]:
        """The same in parts of about equal time, with a pause after each."""
        size = FIRST_SLICE
        while iterations > 0 and not self.k.stop:
            begin = perf_counter()
            made = self.grow(settings, min(size, iterations))
            iterations -= made
            yield
            if made < size:
                return
            size = max(1, round(made * SLICE / max(perf_counter() - begin, 1e-6)))

    def rows_along(self, actions: Sequence[int]) -> list[int]:
        """The rows of steps from the root, as far as the tree goes."""
        row, rows = 0, []
        for action in actions:
            first, number = (int(self.rows[row, f]) for f in (mcts.CHILDREN, mcts.COUNT))
            steps = self.rows[first : first + number, mcts.ACTION].tolist()
            if action not in steps:
                break
            row = first + steps.index(action)
            rows.append(row)
        return rows

    def _take_root(self, row: int) -> None:
        """Make a node the root: what is below it moves to the beginning, level by level."""
        import numpy as np

        level = np.array([row])
        kept, children = [], []
        unused = 1
        while len(level):
            numbers = self.rows[level, mcts.COUNT].astype(np.int64)
            ends = np.cumsum(numbers)
            kept.append(level)
            children.append(unused + ends - numbers)
            firsts = np.repeat(
                self.rows[level, mcts.CHILDREN].astype(np.int64) - (ends - numbers), numbers
            )
            level = firsts + np.arange(len(firsts))
            unused += len(level)
        moved = self.rows[np.concatenate(kept)]
        moved[:, mcts.CHILDREN] = np.concatenate(children)
        self.rows[: len(moved)] = moved
        self.rows[0, mcts.UNUSED] = unused


def _preference(branch: Branch) -> tuple[float, ...]:
    """Won before open before lost; then the most visited."""
    rank = {mcts.WON: 2, mcts.LOST: 0}.get(branch.proven, 1)
    return rank, branch.visits, branch.score
