"""A match as a value: seats, the tree of moves, and how it stands."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property, lru_cache
from itertools import zip_longest
from typing import Any, Literal

from tabuleiro.bots.analysis import Analysis
from tabuleiro.bots.review import OPENING
from tabuleiro.errors import InvalidOption, TabuleiroError
from tabuleiro.game import Game, make_game
from tabuleiro.move import Move
from tabuleiro.options import Value
from tabuleiro.position import RESULTS, Position
from tabuleiro.record import UNFINISHED, Record
from tabuleiro.turn import Turn
from tabuleiro.web.rows import MatchRow, NodeRow, TokenRow
from tabuleiro.web.shapes import (
    Json,
    effects_of,
    outcome_of,
    players_of,
    result_of,
    text_of,
    view_of,
)

Kind = Literal["human", "link", "bot"]
Names = tuple[str, str]
NO_NAMES: Names = ("", "")
ROOT = 0
UNSTORED = -1
"""The number of a node outside the tree."""
BOTS_SPEED = 0.6
"""Seconds between the moves of two bots, unless somebody says otherwise."""


class Refusal(TabuleiroError):
    """A request that cannot be granted: a code for the page and a sentence for the person."""

    def __init__(self, code: str, sentence: str, pt: str = "") -> None:
        super().__init__(sentence, pt)
        self.code = code


@dataclass(frozen=True)
class Seat:
    """Who plays a side: somebody with the creator's secret, with the link's secret, or a bot."""

    kind: Kind
    bot: str | None = None


@dataclass(frozen=True)
class ClockRule:
    """Seconds for each player at the start, and what each turn adds."""

    seconds: float
    increment: float = 0.0


@dataclass(frozen=True)
class Facts:
    """What never changes in a match."""

    options: dict[str, Value]
    seats: tuple[Seat, Seat]
    start: str | None = None
    clock: ClockRule | None = None
    opening: int = 0
    """How many of the first moves the arena drew at random."""

    @classmethod
    def read(cls, data: Json) -> Facts:
        """From the database."""
        first, second = (Seat(**seat) for seat in data["seats"])
        clock = None if data["clock"] is None else ClockRule(**data["clock"])
        opening = data.get("opening", 0)
        return cls(data["options"], (first, second), data["start"], clock, opening)


@dataclass(frozen=True)
class State:
    """How a match stands."""

    current: int = ROOT
    ended: dict[str, Any] | None = None
    """Winner and reason, where not the rules have ended the game."""
    clock: tuple[float, float] | None = None
    """The seconds left when the turn began."""
    paused: bool = False
    speed: float = 0.0
    draw: int | None = None
    takeback: int | None = None
    """Who has offered a draw, who asks to take back."""
    next: str | None = None
    """The rematch."""

    @classmethod
    def read(cls, data: Json) -> State:
        """From the database."""
        clock = None if data["clock"] is None else tuple(data["clock"])
        return cls(**{**data, "clock": clock})


@dataclass
class Node:
    """A move in the tree, and the position after it."""

    id: int
    parent: Node | None
    position: Position
    move: Move | None = None
    seconds: float = 0.0
    children: list[Node] = field(default_factory=list)
    best: Analysis | None = None
    """What hints are about here, once somebody has asked for one."""
    thought: Json | None = None
    """What the bot thought that played it, where bots play each other."""
    text: str | None = None
    """What pages get of it, once somebody has asked: a long game takes seconds."""

    def written(self) -> str:
        """The node as JSON; made once."""
        if self.text is None:
            self.text = compact(self.facts())
        return self.text

    def facts(self) -> Json:
        """The node as the page gets it."""
        facts: Json = {
            "id": self.id,
            "parent": None,
            "ply": self.position.ply,
            "player": self.position.player,
            "move": None,
            "actions": [],
            "said": None,
            "steps": [],
            "players": players_of(self.position),
            "outcome": outcome_of(self.position),
            "seconds": round(self.seconds, 3),
        }
        if self.parent is not None and self.move is not None:
            turn = Turn(self.parent.position, self.position)
            same = turn.start.players == self.position.players
            facts |= {
                "parent": self.parent.id,
                "move": self.move.text,
                "actions": self.move.actions,
                "said": text_of(turn.words),
                "steps": [effects_of(step) for step in turn.steps],
                "players": None if same else facts["players"],
            }
        if self.thought is not None:
            facts["thought"] = self.thought
        return facts


compact: Callable[[Json], str] = json.JSONEncoder(separators=(",", ":")).encode
"""Facts as they are sent."""


class Match:
    """The tree of a match and what can be asked of it; `state` and `names` are replaced."""

    def __init__(self, row: MatchRow, moves: Sequence[NodeRow]) -> None:
        self.id = row.id
        self.facts = Facts.read(row.facts)
        self.state = State.read(row.state)
        self.names = row.names
        self.analysis = row.analysis
        self.created = row.created
        self.version = row.version
        self.game = the_game(row.game, self.facts.options)
        start = self.facts.start
        root = self.game.start() if start is None else self.game.position(start)
        self.nodes = [Node(ROOT, None, root)]
        for each in moves:
            self.add(self.make(each))

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Who plays."""
        return self.facts.seats

    @cached_property
    def board(self) -> str:
        """What pages need to draw the board, as JSON."""
        root = view_of(self.nodes[ROOT].position)
        return compact({"geometry": asdict(self.game.geometry), "root": root})

    def unwritten(self) -> list[Node]:
        """The moves that no page has asked for yet."""
        return [node for node in self.nodes if node.text is None]

    def tree(self) -> str:
        """The board and all moves, as JSON."""
        nodes = ",".join(node.written() for node in self.nodes)
        return f'{self.board[:-1]},"nodes":[{nodes}]}}'

    @property
    def solo(self) -> bool:
        """Whether one person holds all human seats."""
        return all(seat.kind != "link" for seat in self.seats)

    @property
    def current(self) -> Node:
        """Where the game stands."""
        return self.nodes[self.state.current]

    def node(self, number: int) -> Node:
        """A node by its number."""
        if not 0 <= number < len(self.nodes):
            raise Refusal(
                "unknown",
                f"the match has no move number {number}",
                f"a partida não tem a jogada número {number}",
            )
        return self.nodes[number]

    def tried(self, parent: Node, turn: Turn) -> Node:
        """The node of a turn; one of its own, outside the tree, where nobody has played it."""
        known = self.child(parent, turn.move)
        return known or Node(UNSTORED, parent, turn.here, turn.move)

    def child(self, parent: Node, move: Move) -> Node | None:
        """The node of a move that was played here before."""
        return next((child for child in parent.children if child.move == move), None)

    def next_row(
        self, parent: Node, move: Move, seconds: float, thought: Json | None = None
    ) -> NodeRow:
        """A move as it will be stored."""
        return NodeRow(len(self.nodes), parent.id, move.actions, move.text, seconds, thought)

    def make(self, row: NodeRow, turn: Turn | None = None) -> Node:
        """The node of a stored move, not yet in the tree; its turn may have been played already."""
        parent = self.nodes[row.parent]
        move = Move(row.actions, row.text)
        after = parent.position.play(move) if turn is None else turn.here
        return Node(row.id, parent, after, move, row.seconds, thought=row.thought)

    def add(self, node: Node) -> None:
        """Take a node into the tree."""
        assert node.parent is not None
        node.parent.children.append(node)
        self.nodes.append(node)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.ended is not None or self.current.position.outcome is not None

    @property
    def people(self) -> tuple[int, ...]:
        """The sides that people play."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.kind != "bot")

    def last_decision(self, players: tuple[int, ...]) -> Node:
        """The last position before this one where one of these players was to move."""
        here = self.current.parent
        while here is not None and players and here.position.player not in players:
            here = here.parent
        if here is None:
            raise Refusal("illegal", "there is nothing to take back", "não há nada para anular")
        return here

    def rematch(self) -> MatchRow:
        """The same match anew, with the sides swapped."""
        first, second = self.seats
        start = self.nodes[ROOT].position if self.facts.start is not None else None
        row, _ = new_match(
            self.game,
            (second, first),
            names=(self.names[1], self.names[0]),
            start=start,
            clock=self.facts.clock,
            analysis=self.analysis,
        )
        return row

    def path_to(self, node: Node) -> list[Node]:
        """The moves that lead to a node."""
        path: list[Node] = []
        here: Node | None = node
        while here is not None and here.move is not None:
            path.append(here)
            here = here.parent
        return path[::-1]

    def record_to(self, node: Node) -> Record:
        """The moves up to a node."""
        first, second = (
            name or seat.bot or "human" for name, seat in zip(self.names, self.seats, strict=True)
        )
        record = Record.of(node.position, (first, second))
        # The moves of a record are the first nodes; a variation may leave the opening early.
        path = self.path_to(node)[: self.facts.opening]
        drawn = [each.move.text for i, each in enumerate(path, 1) if each.id == i and each.move]
        if drawn:
            record.tags = {OPENING: " ".join(drawn)}
        return record

    def record(self) -> Record:
        """The game up to where it stands."""
        record = self.record_to(self.current)
        record.result = result_text(self.current.position, self.state)
        date = datetime.fromtimestamp(self.created, UTC).date().isoformat()
        record.tags = {"Date": date, **record.tags}
        return record


def result_facts(position: Position, state: State) -> Json | None:
    """How a game has ended that stands here; None if it goes on."""
    if state.ended is not None:
        return result_of(position, state.ended["winner"], state.ended["reason"])
    return outcome_of(position)


def result_text(position: Position, state: State) -> str:
    """The result as records write it."""
    result = result_facts(position, state)
    return UNFINISHED if result is None else str(result["result"])


@lru_cache(maxsize=64)
def _kept_game(name: str, options: tuple[tuple[str, Value], ...]) -> Game:
    return make_game(name, dict(options))


def the_game(name: str, options: Mapping[str, Value]) -> Game:
    """A game with all options resolved; matches with equal options share it."""
    return _kept_game(name, tuple(sorted(options.items())))


def chosen_game(name: str, options: Mapping[str, object], seed: int | None = None) -> Game:
    """The game that a page asks for, with what is left to chance decided."""
    return the_game(name, make_game(name, options, seed).options)


def new_match(
    game: Game,
    seats: tuple[Seat, Seat],
    *,
    names: Names = NO_NAMES,
    start: Position | None = None,
    moves: Sequence[Move] = (),
    clock: ClockRule | None = None,
    analysis: bool = False,
    ended: str | None = None,
    opening: int = 0,
    thoughts: Sequence[Json | None] = (),
) -> tuple[MatchRow, list[NodeRow]]:
    """A match to be stored, with moves that are played already and what bots thought of them;
    `ended` is a recorded result."""
    if all(seat.kind == "link" for seat in seats):
        raise InvalidOption(
            "one seat at least must be here or a bot; both cannot be by link",
            "pelo menos um lugar tem de ser daqui ou de um bot; não podem ser ambos por ligação",
        )
    place = None if start is None else start.text
    facts = Facts(dict(game.options), seats, place, clock, opening)
    bots = all(seat.kind == "bot" for seat in seats)
    state = State(
        current=len(moves),
        clock=None if clock is None else (clock.seconds, clock.seconds),
        speed=BOTS_SPEED if bots else 0.0,
    )
    row = MatchRow(
        secrets.token_urlsafe(9),
        game.name,
        asdict(facts),
        asdict(state),
        names,
        analysis=analysis,
    )
    rows = [
        NodeRow(number, number - 1, move.actions, move.text, 0.0, thought)
        for number, (move, thought) in enumerate(zip_longest(moves, thoughts), 1)
    ]
    match = Match(row, rows)
    if ended is not None and ended != UNFINISHED and not match.is_over:
        winner = {text: who for who, text in RESULTS.items()}[ended]
        state = replace(state, ended={"winner": winner, "reason": "record"})
        row.state = asdict(state)
    row.result, row.plies = result_text(match.current.position, state), len(moves)
    return row, rows


def clean_name(text: str) -> str:
    """A name in one line of plain letters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def new_secret() -> str:
    """A secret that cannot be guessed."""
    return secrets.token_urlsafe(24)


def hash_of(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def rights_of(seats: Sequence[Seat], owner: str, link: str | None) -> list[TokenRow]:
    """What the creator's secret and the link's secret may do."""
    own = tuple(number for number, seat in enumerate(seats) if seat.kind == "human")
    rights = [TokenRow(hash_of(owner), own, True)]
    if link is not None:
        linked = tuple(number for number, seat in enumerate(seats) if seat.kind == "link")
        rights.append(TokenRow(hash_of(link), linked, False))
    return rights
