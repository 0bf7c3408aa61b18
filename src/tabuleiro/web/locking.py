"""One server for one database: two would undo each other's moves.

A SQLite file has a lock beside it, which the system lets go of when the process ends, however it
ends. In PostgreSQL the very connection that writes holds an advisory lock.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import Connection, Engine, func, select

from tabuleiro.errors import JobFailed

LOCK = 5_283_941
"""The first number of PostgreSQL's lock; the second stands for the schema with the tables."""
PATIENCE = 5.0
"""Seconds in which the last server's connection may end; it may have been killed just now."""
BETWEEN = 0.1
FAR = 1 << 30
"""Where Windows locks a byte: what is locked there cannot be read."""


class InUse(JobFailed):
    """Another server uses the database."""


class FileLock:
    """The lock beside a SQLite file; it tells where its holder answers."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.path = database.with_name(database.name + ".lock")
        self._file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._file)
        except OSError:
            told = self._told()
            os.close(self._file)
            raise _in_use(str(database), told.get("url"), told.get("process")) from None
        self.tell(None)

    def tell(self, url: str | None) -> None:
        """Write down where the server answers, for those who come too late."""
        told = json.dumps({"process": os.getpid(), "url": url}).encode()
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, told)

    def release(self) -> None:
        """Let others use the database."""
        os.close(self._file)

    def _told(self) -> dict[str, Any]:
        with contextlib.suppress(OSError, ValueError):
            told = json.loads(os.read(self._file, 4096))
            if isinstance(told, dict):
                return told
        return {}


def _lock(file: int) -> None:
    """Lock a file or fail at once."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(file, FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def file_lock(engine: Engine) -> FileLock | None:
    """The lock of a SQLite file, held; None for a database that has none."""
    if engine.dialect.name != "sqlite":
        return None
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        cursor.execute("PRAGMA database_list")
        file = next((row[2] for row in cursor.fetchall() if row[1] == "main"), "")
    finally:
        connection.invalidate()  # those of the store are prepared otherwise
    return FileLock(Path(file).resolve()) if file else None


def hold(connection: Connection, patience: float = PATIENCE) -> None:
    """Take PostgreSQL's lock for as long as a connection lasts."""
    if connection.dialect.name != "postgresql":
        return
    until = monotonic() + patience
    schema = func.hashtext(func.current_schema())
    while not connection.execute(select(func.pg_try_advisory_lock(LOCK, schema))).scalar_one():
        connection.rollback()
        if monotonic() >= until:
            raise _in_use(connection.engine.url.render_as_string())
        sleep(BETWEEN)
    connection.commit()


def _in_use(database: str, url: str | None = None, process: int | None = None) -> InUse:
    where = f" at {url}" if url else f" (process {process})" if process else ""
    onde = f" em {url}" if url else f" (processo {process})" if process else ""
    return InUse(
        f"another server{where} uses the database {database!r}; "
        "stop it, or give this one another --database",
        f"outro servidor{onde} usa a base de dados {database!r}; "
        "para-o, ou dá a este outra com --database",
    )
