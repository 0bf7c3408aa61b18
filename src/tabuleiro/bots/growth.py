"""What a tree search did: its tree, and how it grew iteration by iteration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Any

from tabuleiro.bots.trace import Trace, TraceNode
from tabuleiro.kernel import mcts
from tabuleiro.position import Position

PROOFS = ("open", "won", "lost", "drawn")
GROWTH = ("leaf", "value", "proven")
COLUMNS = ("parent", "action", "player", "depth", "visits", "total", "proven", "first")


@dataclass(frozen=True)
class GrownNode(TraceNode):
    """A node of the tree. All values are those of `player`, whose step led there."""

    depth: int
    """Steps since the root."""
    visits: int
    total: int
    """The sum of the values of its visits, in thousandths of a win."""
    proven: str
    """One of PROOFS."""
    first: int
    """The iteration that visited it first; -1 if it is not in the record."""

    @property
    def mean(self) -> float:
        """The mean value of its visits: 1 for wins alone."""
        return self.total / mcts.WIN / self.visits if self.visits else 0.0

    @property
    def exploration(self) -> float:
        """What is added to the mean for being little known, as the tree stands now."""
        above = self.parent
        if above is None or not self.visits:
            return 0.0
        assert isinstance(self.trace, GrowthTrace)
        return self.trace.exploration * sqrt(log(above.visits + 1) / self.visits)

    @property
    def words(self) -> str:
        """What it was worth, in a few words."""
        proof = "" if self.proven == PROOFS[0] else f", {self.proven}"
        return f"{self.visits} visits, {self.mean:.3f}{proof}"


class GrowthTrace(Trace):
    """The oldest nodes of a tree as it was at the end, and the iterations that made it.

    `growth` has for each iteration the leaf (or the last node above it that is kept), the value of
    the leaf for the first player in thousandths, and how many nodes from the leaf upwards were
    proven by then.
    """

    kind = "mcts"
    names = COLUMNS

    def __init__(
        self,
        position: Position,
        bot: str,
        rows: Sequence[Sequence[int]],
        growth: Sequence[Sequence[int]],
        seen: int,
        nodes: int,
        exploration: float,
    ) -> None:
        super().__init__(position, bot, rows, (), seen)
        self.growth = [tuple(each) for each in growth]
        self.nodes = nodes
        """Nodes of the whole tree."""
        self.exploration = exploration

    @classmethod
    def grown(
        cls,
        position: Position,
        bot: str,
        tree: tuple[Sequence[Sequence[int]], Sequence[int]],
        growth: Sequence[Sequence[int]],
        seen: int,
        exploration: float,
    ) -> GrowthTrace:
        """A trace of what the kernel has written."""
        rows, above = tree
        kept = []
        for leaf, value, proven in growth:
            at, sure = leaf, proven
            while at >= len(rows):
                at, sure = above[at], sure - 1
            kept.append((at, value, max(0, sure)))
        first = [-1] * len(rows)
        for i, (leaf, _, _) in enumerate(kept):
            at = leaf
            while at >= 0 and first[at] < 0:
                first[at] = i
                at = above[at]
        depth = [0] * len(rows)
        for i in range(1, len(rows)):
            depth[i] = depth[above[i]] + 1
        told = [
            (
                above[i],
                row[mcts.ACTION] if i else -1,
                row[mcts.PLAYER],
                depth[i],
                row[mcts.VISITS],
                row[mcts.TOTAL],
                row[mcts.PROVEN],
                first[i],
            )
            for i, row in enumerate(rows)
        ]
        return cls(position, bot, told, kept, seen, len(above), exploration)

    @property
    def left_out(self) -> int:
        """Nodes for which there was no room."""
        return self.nodes - len(self)

    def node(self, index: int, above: int, told: dict[str, Any]) -> TraceNode:
        """A node from its row."""
        told["proven"] = PROOFS[told["proven"]]
        return GrownNode(self, index, above, **told)

    def more(self) -> dict[str, Any]:
        """What only this kind of search tells."""
        return {
            "proofs": list(PROOFS),
            "nodes": self.nodes,
            "exploration": self.exploration,
            "growth": {name: [each[i] for each in self.growth] for i, name in enumerate(GROWTH)},
        }

    @classmethod
    def fits(cls, row: Mapping[str, int]) -> bool:
        """Whether a row makes sense."""
        return row["proven"] in range(len(PROOFS)) and row["visits"] >= 0

    @classmethod
    def read(cls, facts: Any, position: Position, rows: Sequence[Sequence[int]]) -> Trace:
        """A trace from plain data whose rows are looked at already."""
        growth = list(zip(*(facts["growth"][name] for name in GROWTH), strict=True))
        for each in growth:
            if not all(type(number) is int for number in each):
                raise ValueError("its growth holds something else than whole numbers")
            if not 0 <= each[0] < len(rows):
                raise ValueError("its growth does not fit")
        seen, nodes = int(facts["seen"]), int(facts["nodes"])
        if seen < len(growth) or nodes < len(rows):
            raise ValueError("its counts do not fit")
        exploration = float(facts["exploration"])
        return cls(position, str(facts["bot"]), rows, growth, seen, nodes, exploration)

    def __repr__(self) -> str:
        return f"<Trace of {self.bot}: {len(self)} nodes kept of {self.nodes}>"
