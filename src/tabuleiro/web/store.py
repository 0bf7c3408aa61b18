"""The matches in a database: SQLite in the user's data directory, or PostgreSQL by URL.

Writes go through one thread, which puts all that wait into one transaction: whoever waits for a
write knows that it is stored.
"""

from __future__ import annotations

import asyncio
import json
import logging
import queue
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import ColumnElement, Connection, String, cast, func, or_, select
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from tabuleiro.errors import JobFailed
from tabuleiro.web.database import LOGGED, DatabaseFile, let_readers_read, open_engine
from tabuleiro.web.locking import PATIENCE, FileLock, file_lock, hold
from tabuleiro.web.rows import MatchRow, NodeRow, ReviewRow, Stale, TokenRow, Write
from tabuleiro.web.schema import matches, nodes, prepare, reviews, tokens

log = logging.getLogger("tabuleiro.web")
MOST_AT_ONCE = 200
"""Writes in one transaction."""


class Unavailable(JobFailed):
    """The database does not answer; why is in the log, since it is nobody else's business."""

    def __init__(self, error: Exception) -> None:
        super().__init__(
            "the database does not answer just now; nothing was changed, try again in a moment",
            "a base de dados não responde neste momento; nada foi alterado, tenta daqui a pouco",
        )
        log.error("the database does not answer: %s", _why(error))


class MatchStore:
    """The matches of a server."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        self.lock: FileLock | None = None
        """What keeps other servers from a SQLite file."""
        self._file: DatabaseFile | None = None
        connection: Connection | None = None
        try:
            self.lock = file_lock(self.engine)
            if self.engine.dialect.name == "postgresql":
                connection = self._connect(PATIENCE)
            prepare(self.engine)
            if self.engine.dialect.name == "sqlite":
                let_readers_read(self.engine)
            if self.lock is not None:
                self._file = DatabaseFile(self.lock.database)
        except Exception as error:
            if connection is not None:
                connection.invalidate()
            self.engine.dispose()
            self._let_go()
            if isinstance(error, JobFailed):
                raise
            raise JobFailed(
                f"the database cannot be opened: {_why(error)}",
                f"a base de dados não pode ser aberta: {_why(error)}",
            ) from None
        self._beside = ThreadPoolExecutor(1, "store log")
        self._logged = 0
        self._queue: queue.SimpleQueue[tuple[Write, Future[None]] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(
            target=self._write_all, args=(connection,), name="store", daemon=True
        )
        self._writer.start()

    def close(self) -> None:
        """Finish all writes and let go of the database."""
        self._queue.put(None)
        self._writer.join()
        self._beside.shutdown()
        self.engine.dispose()
        self._let_go()

    def _let_go(self) -> None:
        if self.lock is not None:
            self.lock.release()
            self.lock = None

    def _connect(self, patience: float = 0.0) -> Connection:
        """A connection to write with; in PostgreSQL it keeps other servers away."""
        connection = self.engine.connect()
        try:
            hold(connection, patience)
        except Exception:
            connection.invalidate()
            connection.close()
            raise
        return connection

    def _check_file(self) -> None:
        try:
            if self._file is not None:
                self._file.check()
        except OSError as error:
            raise Unavailable(error) from None

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read with."""
        self._check_file()
        try:
            with self.engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise Unavailable(error) from None

    async def write(self, *writes: Write) -> None:
        """Do these writes in one transaction; returns when they are stored."""

        def together(connection: Connection) -> None:
            for each in writes:
                each(connection)

        done: Future[None] = Future()
        self._queue.put((together, done))
        await asyncio.wrap_future(done)

    def _write_all(self, connection: Connection | None) -> None:
        """The writer thread: all that waits goes into one transaction."""
        while True:
            waiting = [self._queue.get()]
            with suppress(queue.Empty):
                while len(waiting) < MOST_AT_ONCE:
                    waiting.append(self._queue.get_nowait())
            connection = self._transact(connection, [each for each in waiting if each is not None])
            if None in waiting:
                break
            self._logged += len(waiting)
            if self._logged >= LOGGED and self.engine.dialect.name == "sqlite":
                self._logged = 0
                self._beside.submit(self._empty_log)
        if connection is not None:
            connection.close()

    def _empty_log(self) -> None:
        """Put what is in SQLite's log into its file; nobody waits for that."""
        with suppress(SQLAlchemyError), self.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")

    def _transact(
        self, connection: Connection | None, jobs: Sequence[tuple[Write, Future[None]]]
    ) -> Connection | None:
        """All in one transaction; if that fails each in its own, to find who is at fault.

        The connection is kept from one transaction to the next, and made anew when it is lost.
        """
        try:
            self._check_file()
            connection = connection or self._connect(1.0)
        except Exception as error:
            lost = error if isinstance(error, JobFailed) else Unavailable(error)
            for _, done in jobs:
                _answer(done, lost)
            return connection
        try:
            with connection.begin():
                for write, _ in jobs:
                    write(connection)
        except Exception as error:
            if not isinstance(error, Stale | IntegrityError):
                with suppress(Exception):
                    connection.invalidate()
                    connection.close()
                connection = None
            if len(jobs) == 1:
                _answer(jobs[0][1], _failure(error))
                return connection
            for job in jobs:
                connection = self._transact(connection, [job])
            return connection
        for _, done in jobs:
            _answer(done, None)
        return connection

    def load(self, match: str) -> tuple[MatchRow, list[NodeRow]] | None:
        """A match and its moves in the order in which they were made."""
        with self.reading() as connection:
            row = connection.execute(select(matches).where(matches.c.id == match)).first()
            if row is None:
                return None
            found = connection.execute(
                select(nodes).where(nodes.c.match == match).order_by(nodes.c.id)
            )
            moves = [
                NodeRow(
                    each.id, each.parent, tuple(each.actions), each.text, each.seconds, each.thought
                )
                for each in found
            ]
        return _match_row(row), moves

    def listed(
        self,
        ids: Sequence[str] | None,
        game: str | None,
        limit: int,
        offset: int,
        search: str | None = None,
    ) -> tuple[list[MatchRow], int]:
        """Matches, the newest first, and how many there are in all; `search` is a part of a name,
        of a bot or of a result."""
        wanted: list[ColumnElement[bool]] = []
        if ids is not None:
            wanted.append(matches.c.id.in_(ids))
        if game is not None:
            wanted.append(matches.c.game == game)
        if search:
            written = json.dumps(search)[1:-1]  # as names stand in the database
            places = cast(matches.c.names, String), cast(matches.c.facts, String), matches.c.result
            wanted.append(or_(*(place.icontains(written, autoescape=True) for place in places)))
        newest = matches.c.created.desc(), matches.c.id
        with self.reading() as connection:
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

    def review(self, match: str, node: int) -> ReviewRow | None:
        """The review of a match up to a node, if one was kept."""
        wanted = reviews.c.match == match, reviews.c.node == node
        with self.reading() as connection:
            row = connection.execute(select(reviews).where(*wanted)).first()
        if row is None:
            return None
        return ReviewRow(row.node, row.made_by, row.limit, row.facts, row.made)

    def rights(self, match: str) -> list[TokenRow]:
        """What the holders of a match's secrets may do."""
        with self.reading() as connection:
            rows = connection.execute(select(tokens).where(tokens.c.match == match))
            return [TokenRow(row.hash, tuple(row.seats), row.owner) for row in rows]


def _match_row(row: Any) -> MatchRow:
    values = dict(row._mapping)
    return MatchRow(**{**values, "names": tuple(values["names"])})


def _answer(done: Future[None], error: Exception | None) -> None:
    if not done.set_running_or_notify_cancel():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)


def _failure(error: Exception) -> Exception:
    """What whoever waits for a write is told."""
    if isinstance(error, Stale):
        return error
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return Unavailable(error)
    return JobFailed(
        f"the database could not store this: {_why(error)}",
        f"a base de dados não conseguiu guardar isto: {_why(error)}",
    )


def _why(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error).strip().splitlines()[0]
