"""The database of a server: where it is, and how it is opened."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from tabuleiro.errors import InvalidOption
from tabuleiro.extras import require
from tabuleiro.places import data_directory, make_directory

CONNECT_SECONDS = 10
"""How long a PostgreSQL server that does not answer is waited for."""
LOGGED, MOST_LOGGED = 200, 16_000
"""Writes after which SQLite's log is put into its file beside the writer, who would have to wait
for the disk; and pages of the log after which the writer does so all the same."""


def default_url() -> str:
    """The SQLite file in the user's data directory."""
    home = data_directory()
    make_directory(home)
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


class DatabaseFile:
    """The file of a SQLite database. Somebody may remove or replace it while a server runs, which
    SQLite does not notice: what it writes from then on would be lost."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._opened = self._identity()

    def check(self) -> None:
        """See that it is still the file that was opened; OSError if not."""
        if self._identity() != self._opened:
            raise FileNotFoundError(f"another file has taken the place of {str(self.path)!r}")

    def _identity(self) -> tuple[int, int]:
        facts = self.path.stat()
        return facts.st_dev, facts.st_ino


def let_readers_read(engine: Engine) -> None:
    """Readers of a SQLite file never wait for its writer; the file keeps this."""
    connection = engine.raw_connection()
    try:
        with suppress(sqlite3.OperationalError):  # another server is about to do the same
            connection.cursor().execute("PRAGMA journal_mode=WAL")
    finally:
        connection.close()
