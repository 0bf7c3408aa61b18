"""What is stored of a match, and the changes of it that can be written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from time import time
from typing import Any

from sqlalchemy import Connection, Update, bindparam, delete, insert, select, update

from tabuleiro.errors import TabuleiroError
from tabuleiro.web.schema import matches, nodes, reviews, tokens, turns

Json = dict[str, Any]
Write = Callable[[Connection], None]
MOST_REVIEWS = 8
"""Reviews that are kept of one match."""


@dataclass(frozen=True)
class NodeRow:
    """A stored move."""

    id: int
    parent: int
    actions: tuple[int, ...]
    text: str
    seconds: float
    thought: Json | None = None
    """What the bot thought that made it, where bots play each other."""


@dataclass(frozen=True)
class TokenRow:
    """What the holder of a secret may do; of the secret only the hash is kept."""

    hash: str
    seats: tuple[int, ...]
    owner: bool


@dataclass
class MatchRow:
    """A stored match. `facts` never change; `state` is what changes from move to move.

    `names` are what people call themselves, empty where they have not said.
    """

    id: str
    game: str
    facts: Json
    state: Json
    names: tuple[str, str]
    result: str = "*"
    plies: int = 0
    analysis: bool = False
    created: float = field(default_factory=time)
    updated: float = field(default_factory=time)
    version: int = 0
    """How often it was changed."""


class Stale(TabuleiroError):
    """A change of a match that was changed by somebody else meanwhile."""


@dataclass(frozen=True)
class ReviewRow:
    """A stored review of a game up to a node, with what it was made by."""

    node: int
    made_by: str
    """The program with its version, and the bot."""
    limit: Json
    facts: Json
    made: float = field(default_factory=time)


def create(row: MatchRow, secrets: Sequence[TokenRow], moves: Sequence[NodeRow] = ()) -> Write:
    """Store a new match."""

    def write(connection: Connection) -> None:
        connection.execute(insert(matches), [{**vars(row), "names": list(row.names)}])
        if secrets:
            connection.execute(
                insert(tokens),
                [
                    {"hash": s.hash, "match": row.id, "seats": list(s.seats), "owner": s.owner}
                    for s in secrets
                ],
            )
        if moves:
            connection.execute(insert(nodes), [_node_values(row.id, node) for node in moves])

    return write


def add_node(match: str, node: NodeRow) -> Write:
    """Store a move."""

    def write(connection: Connection) -> None:
        connection.execute(insert(nodes), [_node_values(match, node)])

    return write


def change(match: str, version: int, state: Json, result: str, plies: int) -> Write:
    """Store how a match stands, if nobody has changed it since it had this version."""
    return _changed(match, version, state=state, result=result, plies=plies, updated=time())


def keep_review(match: str, review: ReviewRow) -> Write:
    """Store a review in place of the one before it; of a match with many, the oldest are let go."""

    def write(connection: Connection) -> None:
        of_match = reviews.c.match == match
        newest = select(reviews.c.node).where(of_match).order_by(reviews.c.made.desc())
        kept = [node for node in connection.execute(newest).scalars() if node != review.node]
        gone = [review.node, *kept[MOST_REVIEWS - 1 :]]
        connection.execute(delete(reviews).where(of_match, reviews.c.node.in_(gone)))
        connection.execute(insert(reviews), [{**vars(review), "match": match}])

    return write


def rename(match: str, version: int, names: tuple[str, str]) -> Write:
    """Store what the players call themselves."""
    return _changed(match, version, names=list(names))


@cache
def _update_of(*columns: str) -> Update:
    """The statement that changes these columns of a match; to build one takes most of a write."""
    same = matches.c.id == bindparam("which"), matches.c.version == bindparam("known")
    new: dict[str, Any] = {column: bindparam(f"new_{column}") for column in columns}
    return update(matches).where(*same).values(version=matches.c.version + 1, **new)


def _changed(match: str, version: int, **values: Any) -> Write:
    def write(connection: Connection) -> None:
        new = {f"new_{column}": value for column, value in values.items()}
        found = connection.execute(_update_of(*values), {"which": match, "known": version, **new})
        if found.rowcount != 1:
            raise Stale(
                "the match was changed elsewhere; nothing was changed here",
                "a partida foi alterada noutro lado; aqui nada foi alterado",
            )

    return write


def remove(match: str) -> Write:
    """Remove a match with all that belongs to it."""

    def write(connection: Connection) -> None:
        connection.execute(delete(tokens).where(tokens.c.match == match))
        connection.execute(delete(reviews).where(reviews.c.match == match))
        connection.execute(delete(turns).where(turns.c.match == match))
        connection.execute(delete(nodes).where(nodes.c.match == match))
        connection.execute(delete(matches).where(matches.c.id == match))

    return write


def _node_values(match: str, node: NodeRow) -> Json:
    return {**vars(node), "actions": list(node.actions), "match": match}
