"""The matches in a database: SQLite in the user's data directory, or PostgreSQL by URL.

Writes go through one thread, which puts all that wait into one transaction: whoever waits for a
write knows that it is stored.
"""

from __future__ import annotations

import asyncio
import json
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from time import time
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    String,
    Update,
    bindparam,
    cast,
    create_engine,
    delete,
    event,
    func,
    insert,
    make_url,
    or_,
    select,
    update,
)
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    IntegrityError,
    NoSuchModuleError,
    SQLAlchemyError,
)

from tabuleiro.errors import InvalidOption, JobFailed, TabuleiroError
from tabuleiro.extras import require
from tabuleiro.places import data_directory
from tabuleiro.web.locking import PATIENCE, FileLock, file_lock, hold
from tabuleiro.web.schema import matches, nodes, prepare, reviews, tokens, turns

log = logging.getLogger("tabuleiro.web")

Json = dict[str, Any]
Write = Callable[[Connection], None]

CONNECT_SECONDS = 10
"""How long a PostgreSQL server that does not answer is waited for."""
MOST_AT_ONCE = 200
"""Writes in one transaction."""
LOGGED, MOST_LOGGED = 200, 16_000
"""Writes after which SQLite's log is put into its file beside the writer, who would have to wait
for the disk; and pages of the log after which the writer does so all the same."""

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


class Unavailable(JobFailed):
    """The database does not answer; why is in the log, since it is nobody else's business."""

    def __init__(self, error: Exception) -> None:
        super().__init__(
            "the database does not answer just now; nothing was changed, try again in a moment",
            "a base de dados não responde neste momento; nada foi alterado, tenta daqui a pouco",
        )
        log.error("the database does not answer: %s", _why(error))


@dataclass(frozen=True)
class ReviewRow:
    """A stored review of a game up to a node, with what it was made by."""

    node: int
    made_by: str
    """The program with its version, and the bot."""
    limit: Json
    facts: Json
    made: float = field(default_factory=time)


def default_url() -> str:
    """The SQLite file in the user's data directory."""
    home = data_directory()
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise JobFailed(
            f"the directory {str(home)!r} cannot be made: {error.strerror}; "
            "choose another place with --database sqlite:///FILE",
            f"a pasta {str(home)!r} não pode ser criada: {error.strerror}; "
            "escolhe outro lugar com --database sqlite:///FICHEIRO",
        ) from None
    return f"sqlite:///{home / 'games.sqlite'}"


def open_engine(url: str) -> Engine:
    """The database of a URL; what is wrong with it is said in a sentence."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise InvalidOption(
            f"the database {url!r} is not a URL; accepted: sqlite:///FILE, postgresql://HOST/NAME",
            f"a base de dados {url!r} não é um URL; aceites: sqlite:///FICHEIRO, "
            "postgresql://ANFITRIÃO/NOME",
        ) from None
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() not in ("sqlite", "postgresql"):
        raise InvalidOption(
            f"the database {parsed.drivername!r} is not known; accepted: sqlite, postgresql",
            f"a base de dados {parsed.drivername!r} não é conhecida; aceites: sqlite, postgresql",
        )
    if parsed.get_backend_name() == "postgresql":
        require("psycopg", "postgresql")
    try:
        postgresql = parsed.get_backend_name() == "postgresql"
        how = {"connect_timeout": CONNECT_SECONDS} if postgresql else {}
        engine = create_engine(parsed, pool_pre_ping=True, connect_args=how)
    except (NoSuchModuleError, SQLAlchemyError) as error:
        raise InvalidOption(
            f"the database {url!r} cannot be used: {error}",
            f"a base de dados {url!r} não pode ser usada: {error}",
        ) from None
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _: object) -> None:
    """What is committed survives the process, and who must wait does so for a while."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.execute(f"PRAGMA wal_autocheckpoint={MOST_LOGGED}")
    cursor.close()


def _let_readers_read(engine: Engine) -> None:
    """Readers of a SQLite file never wait for its writer; the file keeps this."""
    connection = engine.raw_connection()
    try:
        with suppress(sqlite3.OperationalError):  # another server is about to do the same
            connection.cursor().execute("PRAGMA journal_mode=WAL")
    finally:
        connection.close()


class MatchStore:
    """The matches of a server."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        self.lock: FileLock | None = None
        """What keeps other servers from a SQLite file."""
        connection: Connection | None = None
        try:
            self.lock = file_lock(self.engine)
            if self.engine.dialect.name == "postgresql":
                connection = self._connect(PATIENCE)
            prepare(self.engine)
            if self.engine.dialect.name == "sqlite":
                _let_readers_read(self.engine)
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

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read with."""
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
            connection = connection or self._connect(1.0)
        except Exception as error:
            lost = error if isinstance(error, JobFailed) else Unavailable(error)
            for _, done in jobs:
                _answer(done, lost)
            return None
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
                NodeRow(each.id, each.parent, tuple(each.actions), each.text, each.seconds)
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
