"""The matches in a database: SQLite in the user's data directory, or PostgreSQL by URL.

Writes go through one thread, which puts all that wait into one transaction: whoever waits for a
write knows that it is stored.
"""

from __future__ import annotations

import asyncio
import os
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import time
from typing import Any

import platformdirs
from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    create_engine,
    delete,
    event,
    func,
    insert,
    make_url,
    select,
    update,
)
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from tabuleiro.errors import InvalidOption, JobFailed
from tabuleiro.extras import require
from tabuleiro.web.schema import matches, nodes, prepare, tokens

Json = dict[str, Any]
Write = Callable[[Connection], None]

MOST_AT_ONCE = 200
"""Writes in one transaction."""


@dataclass(frozen=True)
class NodeRow:
    """A stored move."""

    id: int
    parent: int
    actions: tuple[int, ...]
    text: str
    seconds: float


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


def data_directory() -> Path:
    """Where what people make is kept: $TABULEIRO_DATA_DIR, or the user's data directory."""
    given = os.environ.get("TABULEIRO_DATA_DIR")
    return Path(given) if given else Path(platformdirs.user_data_dir("tabuleiro"))


def default_url() -> str:
    """The SQLite file in the user's data directory."""
    home = data_directory()
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise JobFailed(
            f"the directory {str(home)!r} cannot be made: {error.strerror}; "
            "choose another place with --database sqlite:///FILE"
        ) from None
    return f"sqlite:///{home / 'games.sqlite'}"


def open_engine(url: str) -> Engine:
    """The database of a URL; what is wrong with it is said in a sentence."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise InvalidOption(
            f"the database {url!r} is not a URL; accepted: sqlite:///FILE, postgresql://HOST/NAME"
        ) from None
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise InvalidOption(
            f"the database {parsed.drivername!r} is not known; accepted: sqlite, postgresql"
        )
    if parsed.get_backend_name() == "postgresql":
        require("psycopg", "postgresql")
    try:
        engine = create_engine(parsed, pool_pre_ping=True)
    except (NoSuchModuleError, SQLAlchemyError) as error:
        raise InvalidOption(f"the database {url!r} cannot be used: {error}") from None
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _: object) -> None:
    """What is committed survives the process, and who must wait does so for a while."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.close()


def _let_readers_read(engine: Engine) -> None:
    """Readers of a SQLite file never wait for its writer; the file keeps this."""
    connection = engine.raw_connection()
    try:
        with suppress(sqlite3.OperationalError):  # another server is about to do the same
            connection.cursor().execute("PRAGMA journal_mode=WAL")
    finally:
        connection.close()


class Store:
    """The matches of a server."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        try:
            prepare(self.engine)
            if self.engine.dialect.name == "sqlite":
                _let_readers_read(self.engine)
        except Exception as error:
            self.engine.dispose()
            if isinstance(error, JobFailed):
                raise
            raise JobFailed(f"the database cannot be opened: {_why(error)}") from None
        self._queue: queue.SimpleQueue[tuple[Write, Future[None]] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Finish all writes and let go of the database."""
        self._queue.put(None)
        self._writer.join()
        self.engine.dispose()

    async def write(self, *writes: Write) -> None:
        """Do these writes in one transaction; returns when they are stored."""

        def together(connection: Connection) -> None:
            for each in writes:
                each(connection)

        done: Future[None] = Future()
        self._queue.put((together, done))
        await asyncio.wrap_future(done)

    def _write_all(self) -> None:
        """The writer thread: all that waits goes into one transaction."""
        connection: Connection | None = None
        while True:
            waiting = [self._queue.get()]
            with suppress(queue.Empty):
                while len(waiting) < MOST_AT_ONCE:
                    waiting.append(self._queue.get_nowait())
            connection = self._transact(connection, [each for each in waiting if each is not None])
            if None in waiting:
                break
        if connection is not None:
            connection.close()

    def _transact(
        self, connection: Connection | None, jobs: Sequence[tuple[Write, Future[None]]]
    ) -> Connection | None:
        """All in one transaction; if that fails each in its own, to find who is at fault.

        The connection is kept from one transaction to the next, and made anew after a failure.
        """
        try:
            if connection is None:
                connection = self.engine.connect()
            with connection.begin():
                for write, _ in jobs:
                    write(connection)
        except Exception as error:
            if connection is not None:
                with suppress(Exception):
                    connection.invalidate()
                    connection.close()
            if len(jobs) == 1:
                _settle(jobs[0][1], JobFailed(f"the database could not store this: {_why(error)}"))
                return None
            connection = None
            for job in jobs:
                connection = self._transact(connection, [job])
            return connection
        for _, done in jobs:
            _settle(done, None)
        return connection

    def load(self, match: str) -> tuple[MatchRow, list[NodeRow]] | None:
        """A match and its moves in the order in which they were made."""
        with self.engine.connect() as connection:
            row = connection.execute(select(matches).where(matches.c.id == match)).first()
            if row is None:
                return None
            found = connection.execute(
                select(nodes).where(nodes.c.match == match).order_by(nodes.c.id)
            )
            moves = [
                NodeRow(each.id, each.parent, tuple(each.actions), each.text, each.seconds)
                for each in found
            ]
        return _match_row(row), moves

    def listed(
        self, ids: Sequence[str] | None, game: str | None, limit: int, offset: int
    ) -> tuple[list[MatchRow], int]:
        """Matches, the newest first, and how many there are in all."""
        wanted: list[ColumnElement[bool]] = []
        if ids is not None:
            wanted.append(matches.c.id.in_(ids))
        if game is not None:
            wanted.append(matches.c.game == game)
        newest = matches.c.created.desc(), matches.c.id
        with self.engine.connect() as connection:
            total = connection.execute(
                select(func.count()).select_from(matches).where(*wanted)
            ).scalar_one()
            rows = connection.execute(
                select(matches).where(*wanted).order_by(*newest).limit(limit).offset(offset)
            )
            return [_match_row(row) for row in rows], total

    def count(self) -> int:
        """How many matches are stored."""
        return self.listed(None, None, 0, 0)[1]

    def rights(self, match: str) -> list[TokenRow]:
        """What the holders of a match's secrets may do."""
        with self.engine.connect() as connection:
            rows = connection.execute(select(tokens).where(tokens.c.match == match))
            return [TokenRow(row.hash, tuple(row.seats), row.owner) for row in rows]


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


def change(match: str, state: Json, result: str, plies: int) -> Write:
    """Store how a match stands."""

    def write(connection: Connection) -> None:
        connection.execute(
            update(matches)
            .where(matches.c.id == match)
            .values(state=state, result=result, plies=plies, updated=time())
        )

    return write


def rename(match: str, names: tuple[str, str]) -> Write:
    """Store what the players call themselves."""

    def write(connection: Connection) -> None:
        connection.execute(update(matches).where(matches.c.id == match).values(names=list(names)))

    return write


def remove(match: str) -> Write:
    """Remove a match with all that belongs to it."""

    def write(connection: Connection) -> None:
        connection.execute(delete(tokens).where(tokens.c.match == match))
        connection.execute(delete(nodes).where(nodes.c.match == match))
        connection.execute(delete(matches).where(matches.c.id == match))

    return write


def _node_values(match: str, node: NodeRow) -> Json:
    return {**vars(node), "actions": list(node.actions), "match": match}


def _match_row(row: Any) -> MatchRow:
    values = dict(row._mapping)
    return MatchRow(**{**values, "names": tuple(values["names"])})


def _settle(done: Future[None], error: Exception | None) -> None:
    if not done.set_running_or_notify_cancel():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)


def _why(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error).strip().splitlines()[0]
