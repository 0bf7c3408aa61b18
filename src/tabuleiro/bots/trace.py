"""What a search did, node by node: to walk, filter, save and look at.

with bot.search(position, Limit(depth=4), trace=10_000) as search:
    trace = search.trace
for node in trace.filter(ended="cut"):
    print(node.path, node.value, node.unseen)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any, ClassVar, Self, cast

from tabuleiro.errors import InvalidOption, InvalidRecord, JobFailed
from tabuleiro.extras import require
from tabuleiro.game import make_game
from tabuleiro.kernel.records import Plain
from tabuleiro.position import Position

FORMAT, VERSION = "tabuleiro-trace", 1
MOST = 1_000_000
"""The most nodes of a trace."""

COLUMNS = (
    "parent",
    "action",
    "player",
    "turn",
    "depth",
    "alpha",
    "beta",
    "purpose",
    "value",
    "ended",
    "best",
    "moves",
    "tried",
    "below",
)
"""What is known of a node, in the order in which the kernel writes it."""

PURPOSES = ("whole", "scout", "reduced")
ENDINGS = (
    "unfinished",
    "searched",
    "cut",
    "table",
    "decided",
    "drawn",
    "leaf",
    "stands",
    "window",
    "stuck",
    "calm",
    "known",
    "ahead",
)
SHOWN = 300
"""Nodes of a trace that a notebook shows."""


@dataclass(frozen=True)
class TraceNode:
    """A node of a trace, of whatever search."""

    trace: Trace
    index: int
    """Its place in the trace."""
    parent_index: int
    action: int
    """The step that led here; -1 at a root."""
    player: int

    @property
    def parent(self) -> Self | None:
        """Where it was reached from."""
        return None if self.parent_index < 0 else cast(Self, self.trace[self.parent_index])

    @property
    def children(self) -> tuple[Self, ...]:
        """The nodes below it, in their order; a step that was searched again is there twice."""
        return tuple(cast(Self, self.trace[i]) for i in self.trace.below(self.index))

    @property
    def actions(self) -> tuple[int, ...]:
        """The steps from the root."""
        above = self.parent
        return () if above is None else (*above.actions, self.action)

    @property
    def position(self) -> Position:
        """The board there."""
        here = self.trace.position
        for action in self.actions:
            here = here.step(action)
        return here

    @property
    def step(self) -> str:
        """The step that led here, as text."""
        return self.trace.steps[self.index]

    @property
    def words(self) -> str:
        """What it was worth, in a few words."""
        raise NotImplementedError

    def facts(self) -> dict[str, Any]:
        """The node as plain data."""
        names = [name for name in self.trace.names if name != "parent"]
        told = {"index": self.index, "parent": self.parent_index}
        return told | {name: getattr(self, name) for name in names}


@dataclass(frozen=True)
class TracedNode(TraceNode):
    """A visit of a node. Values and windows are those of `player`, who acts there."""

    turn: int
    """Turns since the root."""
    depth: int
    """Turns that were left to search; 0 and less beyond the last depth."""
    alpha: int
    beta: int
    purpose: str
    """`whole`, `scout` (can it be better at all?) or `reduced` (the same, less deeply)."""
    value: int
    ended: str
    """What ended the visit, one of ENDINGS."""
    best: int
    """The best step, or the one that cut; -1 for none."""
    moves: int
    """Legal steps."""
    tried: int
    """Those that were looked at."""
    below: int
    """Steps played below it, kept in the trace or not."""

    @property
    def is_again(self) -> bool:
        """Whether its step was searched before from the same visit: a re-search."""
        above = self.parent
        return above is not None and any(
            each.action == self.action for each in above.children if each.index < self.index
        )

    @property
    def unseen(self) -> int:
        """Legal steps that were never looked at."""
        return max(0, self.moves - self.tried)

    @property
    def words(self) -> str:
        """What it was worth, in a few words."""
        unseen = f", {self.unseen} never looked at" if self.unseen else ""
        return f"{self.value} ({self.ended}{unseen})"


class Trace(Sequence[Any]):
    """The nodes of a search in the order of visits, and a count of those that were not kept."""

    kind = "alphabeta"
    names: tuple[str, ...] = COLUMNS
    """What is known of a node, in the order of its row."""
    _kinds: ClassVar[dict[str, type[Trace]]] = {}

    def __init_subclass__(cls) -> None:
        Trace._kinds[cls.kind] = cls

    def __init__(
        self,
        position: Position,
        bot: str,
        rows: Sequence[Sequence[int]],
        layers: Sequence[Mapping[str, Any]],
        seen: int,
        scale: int = 100,
    ) -> None:
        self.position = position
        self.bot = bot
        self.layers = tuple(dict(each) for each in layers)
        """The searches from the root: depth after depth, and again where a window failed."""
        self.seen = seen
        """Nodes that the search has visited."""
        self.scale = scale
        """What a stone is worth in the values."""
        self._rows = [tuple(row) for row in rows]

    @property
    def left_out(self) -> int:
        """Nodes for which there was no room."""
        return self.seen - len(self)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        row = self._rows[index]
        told = dict(zip(self.names, row, strict=True))
        return self.node(index % len(self._rows), told.pop("parent"), told)

    def node(self, index: int, above: int, told: dict[str, Any]) -> TraceNode:
        """A node from its row."""
        told["purpose"] = PURPOSES[told["purpose"]]
        told["ended"] = ENDINGS[told["ended"]]
        return TracedNode(self, index, above, **told)

    @cached_property
    def _below(self) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in self._rows]
        for i, row in enumerate(self._rows):
            if row[0] >= 0:
                found[row[0]].append(i)
        return found

    def below(self, index: int) -> tuple[int, ...]:
        """The places of a node's children."""
        return tuple(self._below[index])

    @cached_property
    def steps(self) -> list[str]:
        """The step that led to each node, as text; "" at a root."""
        game = self.position.game
        paths: list[tuple[int, ...]] = []
        states: dict[tuple[int, ...], Plain] = {(): self.position.state()}
        texts: dict[tuple[int, ...], str] = {(): ""}

        def at(path: tuple[int, ...]) -> Any:
            if path not in states:
                state = Plain(game.rules.STATE)
                state.assign(at(path[:-1]))
                game.rules.play(game.board, state, path[-1])
                states[path] = state
            return states[path]

        for row in self._rows:
            above = paths[row[0]] if row[0] >= 0 else ()
            path = (*above, row[1]) if row[0] >= 0 else ()
            if path not in texts:
                texts[path] = str(game.people.step_text(game.board, at(above), row[1]))
            paths.append(path)
        return [texts[path] for path in paths]

    @property
    def roots(self) -> tuple[Any, ...]:
        """The root of every layer."""
        return tuple(self[i] for i, row in enumerate(self._rows) if row[0] < 0)

    def walk(self, node: TraceNode | None = None) -> Iterator[Any]:
        """A node and all below it, in the order of visits; the last depth if none is given."""
        if node is None:
            node = self.roots[-1]
        yield node
        for child in node.children:
            yield from self.walk(child)

    def filter(self, test: Callable[[Any], bool] | None = None, **wanted: Any) -> list[Any]:
        """The nodes that are as wanted, such as `ended="cut", turn=2`, and pass a test."""
        for name in wanted:
            if name not in self.names:
                known = ", ".join(self.names)
                raise InvalidOption(
                    f"a trace knows no {name!r} of its nodes; accepted: {known}",
                    f"um rasto não sabe {name!r} dos seus nós; aceites: {known}",
                )
        return [
            node
            for node in self
            if all(node.facts()[name] == value for name, value in wanted.items())
            and (test is None or test(node))
        ]

    def facts(self) -> dict[str, Any]:
        """The trace as plain data, column by column; `Trace.of` reads it back."""
        game = self.position.game
        return {
            "format": FORMAT,
            "version": VERSION,
            "kind": self.kind,
            "game": game.name,
            "options": dict(game.changed_options),
            "position": self.position.text,
            "bot": self.bot,
            "scale": self.scale,
            "seen": self.seen,
            "kept": len(self),
            "columns": {name: [row[i] for row in self._rows] for i, name in enumerate(self.names)},
            **self.more(),
        }

    def more(self) -> dict[str, Any]:
        """What only this kind of search tells."""
        return {
            "purposes": list(PURPOSES),
            "endings": list(ENDINGS),
            "layers": list(self.layers),
        }

    @classmethod
    def of(cls, facts: Any, name: str = "the trace") -> Trace:
        """A trace from its plain data."""
        try:
            if facts["format"] != FORMAT or facts["version"] != VERSION:
                raise ValueError("it is not of this format")
            kind = cls._kinds.get(facts.get("kind", Trace.kind), Trace)
            rows = list(zip(*(facts["columns"][each] for each in kind.names), strict=True))
            for i, row in enumerate(rows):
                if not all(type(number) is int for number in row):
                    raise ValueError("a column holds something else than whole numbers")
                if not (-1 <= row[0] < i and kind.fits(dict(zip(kind.names, row, strict=True)))):
                    raise ValueError(f"node {i} does not fit")
            if not rows or len(rows) > MOST:
                raise ValueError("its counts do not fit")
            position = make_game(facts["game"], facts["options"]).position(facts["position"])
            trace = kind.read(facts, position, rows)
            trace.check_steps()
            return trace
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise InvalidRecord(
                f"{name} is no trace of a search: {error}",
                f"{name} não é um rasto de uma pesquisa: {error}",
            ) from None

    def check_steps(self) -> None:
        """Raises ValueError for steps that cannot be played."""
        most = int(self.position.game.rules.MAX_ACTIONS)
        fit = all(0 <= row[1] < most or row[0] < 0 for row in self._rows)
        try:
            fit = fit and len(self.steps) == len(self)
        except Exception:  # whatever the rules make of it
            fit = False
        if not fit:
            raise ValueError("it has a step that cannot be played")

    @classmethod
    def fits(cls, row: Mapping[str, int]) -> bool:
        """Whether a row makes sense."""
        return row["purpose"] in range(len(PURPOSES)) and row["ended"] in range(len(ENDINGS))

    @classmethod
    def read(cls, facts: Any, position: Position, rows: Sequence[Sequence[int]]) -> Trace:
        """A trace from plain data whose rows are looked at already."""
        layers = [dict(each) for each in facts["layers"]]
        if not all(
            type(each["row"]) is int and "depth" in each and "kind" in each for each in layers
        ):
            raise ValueError("its layers do not fit")
        seen, scale = int(facts["seen"]), int(facts.get("scale", 100))
        if seen < len(rows):
            raise ValueError("its counts do not fit")
        return cls(position, str(facts["bot"]), rows, layers, seen, scale)

    def save(self, path: str | Path) -> None:
        """Keep it as JSON."""
        try:
            Path(path).write_text(json.dumps(self.facts(), separators=(",", ":")), "utf-8")
        except OSError as error:
            raise JobFailed(
                f"{str(path)!r} cannot be written: {error.strerror}",
                f"{str(path)!r} não pode ser escrito: {error.strerror}",
            ) from None

    @classmethod
    def load(cls, path: str | Path) -> Trace:
        """Read what `save` has kept."""
        name = repr(str(path))
        try:
            text = Path(path).read_text("utf-8")
            return cls.of(json.loads(text), name)
        except OSError as error:
            raise JobFailed(
                f"{name} cannot be read: {error.strerror}",
                f"{name} não se consegue ler: {error.strerror}",
            ) from None
        except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
            raise InvalidRecord(
                f"{name} is no trace of a search: {error}",
                f"{name} não é um rasto de uma pesquisa: {error}",
            ) from None

    def to_dataframe(self) -> Any:
        """The nodes as a pandas DataFrame, one row each."""
        return require("pandas", "pandas").DataFrame([node.facts() for node in self])

    def to_networkx(self) -> Any:
        """The nodes as a directed graph of networkx, from parents to children."""
        graph = require("networkx", "networkx").DiGraph()
        for node in self:
            graph.add_node(node.index, **node.facts())
            if node.parent_index >= 0:
                graph.add_edge(node.parent_index, node.index, action=node.action)
        return graph

    def __repr__(self) -> str:
        return f"<Trace of {self.bot}: {len(self)} nodes kept of {self.seen}>"

    def _repr_html_(self) -> str:
        """The tree of the last depth for notebooks, its beginning where it is large."""
        shown: list[str] = []
        last = [node for node in self.roots if not self._is_check(node)]
        if last:
            self._html(last[-1], shown)
        return f"<p>{escape(repr(self))}</p>" + "".join(shown)

    def _is_check(self, root: TraceNode) -> bool:
        return any(each["row"] == root.index and each["kind"] == "check" for each in self.layers)

    def _html(self, node: TraceNode, shown: list[str]) -> None:
        if len(shown) > SHOWN:
            return
        said = escape(f"{node.step or 'root'}: {node.words}")
        shown.append(f"<details><summary>{said}</summary>")
        for child in node.children:
            self._html(child, shown)
        shown.append("</details>")


def check_size(nodes: int) -> None:
    """Refuse a trace for which there is no room."""
    if not 1 <= nodes <= MOST:
        raise InvalidOption(
            f"a trace cannot keep {nodes} nodes; accepted: 1 to {MOST}",
            f"um rasto não pode guardar {nodes} nós; aceites: 1 a {MOST}",
        )
