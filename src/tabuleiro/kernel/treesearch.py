"""Monte-Carlo tree search over one board: the tree, kept from move to move where it still fits."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from tabuleiro.kernel import mcts, rng
from tabuleiro.kernel.engine import Engine
from tabuleiro.kernel.records import Plain, fill

ROW_BYTES = 8 * mcts.FIELDS
SCALE = 300
"""The lead that makes a win three times as likely as a loss, in hundredths of a stone."""


@dataclass(frozen=True)
class Child:
    """What the tree knows of a step: visits, share of wins, and whether it is decided."""

    action: int
    visits: int
    score: float
    proven: int


class TreeSearcher:
    """A tree of a given size in memory."""

    def __init__(self, engine: Engine, tree_mb: int = 64, seed: int = 1) -> None:
        import numpy as np

        self.engine = engine
        self.tree: Any = np.zeros((max(1024, (tree_mb << 20) // ROW_BYTES), mcts.FIELDS), np.int64)
        self._k = engine.new_memory()
        rng.seed(self._k["rng"], seed)

    def search(
        self,
        state: Plain,
        weights: Sequence[int],
        iterations: int,
        seconds: float | None = None,
        exploration: float = 1.0,
        rollout: float = 1.0,
        cap: int = 400,
        quiet_limit: int = 0,
        stone: int = 1,
    ) -> tuple[int, float]:
        """Grow a tree from a position; returns the iterations made and the seconds taken."""
        entry = self.engine.compile("mcts")
        k = self._k
        fill(k["states"][0], state)
        k["weights"][:] = 0
        k["weights"][: len(weights)] = weights
        k["scale"] = SCALE * stone
        k["quiet_limit"] = quiet_limit
        k["stop"] = 0
        self.tree[0] = 0
        self.tree[0, mcts.UNUSED] = 1
        self.tree[0, mcts.PLAYER] = 1 - state.player
        timer = None
        if seconds is not None:
            timer = threading.Timer(seconds, self.halt)
            timer.daemon = True
            timer.start()
        begin = perf_counter()
        try:
            done = entry(
                self.engine.board,
                k,
                self.tree,
                iterations,
                round(1000 * exploration),
                round(1000 * rollout),
                cap,
            )
        finally:
            if timer is not None:
                timer.cancel()
        return int(done), perf_counter() - begin

    def halt(self) -> None:
        """Make a search that runs in another thread return."""
        self._k["stop"] = 1

    def children(self, row: int = 0) -> list[Child]:
        """The steps from a node, the best first."""
        first, count = int(self.tree[row, mcts.CHILDREN]), int(self.tree[row, mcts.COUNT])
        found = []
        for child in range(first, first + count):
            visits = int(self.tree[child, mcts.VISITS])
            score = int(self.tree[child, mcts.TOTAL]) / mcts.WIN / visits if visits else 0.0
            found.append(
                Child(
                    int(self.tree[child, mcts.ACTION]),
                    visits,
                    score,
                    int(self.tree[child, mcts.PROVEN]),
                )
            )
        return sorted(found, key=_preference, reverse=True)

    def best_line(self) -> tuple[int, ...]:
        """The steps that the tree thinks best, as far as it has looked."""
        line = []
        row = 0
        while self.tree[row, mcts.COUNT] > 0:
            best = self.children(row)[0]
            if best.visits == 0:
                break
            line.append(best.action)
            first = int(self.tree[row, mcts.CHILDREN])
            steps = self.tree[first : first + int(self.tree[row, mcts.COUNT]), mcts.ACTION]
            row = first + steps.tolist().index(best.action)
        return tuple(line)


def _preference(child: Child) -> tuple[int, int, float]:
    """Won before open before lost; then the most visited."""
    rank = {mcts.WON: 2, mcts.LOST: 0}.get(child.proven, 1)
    return rank, child.visits, child.score
