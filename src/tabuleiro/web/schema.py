"""The tables of the database, and how one that an older version has made becomes one of today.

A database tells its version in a table of its own. Whoever changes the tables adds one to VERSION
and a step to STEPS.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    event,
    func,
    insert,
    inspect,
    select,
    text,
    update,
)

from tabuleiro.errors import JobFailed

VERSION = 6
LOCK = 5_283_940
"""The number of PostgreSQL's lock that one server holds while it looks after the tables."""

metadata = MetaData()
schema_version = Table(
    "schema_version",
    metadata,
    Column("version", Integer, nullable=False),
)
matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("facts", JSON, nullable=False),
    Column("state", JSON, nullable=False),
    Column("names", JSON, nullable=False),
    Column("result", String(8), nullable=False),
    Column("plies", Integer, nullable=False),
    Column("analysis", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("version", Integer, nullable=False, server_default="0"),
    Index("matches_by_time", "created"),
)
nodes = Table(
    "nodes",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("parent", Integer, nullable=False),
    Column("actions", JSON, nullable=False),
    Column("text", Text, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("thought", JSON(none_as_null=True)),
)
tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("match", String(32), primary_key=True, index=True),
    Column("seats", JSON, nullable=False),
    Column("owner", Boolean, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    Column("match", String(32), primary_key=True),
    Column("node", Integer, primary_key=True, autoincrement=False),
    Column("made_by", String(64), nullable=False),
    Column("limit", JSON, nullable=False),
    Column("made", Float, nullable=False),
    Column("facts", JSON, nullable=False),
)
turns = Table(
    "turns",
    metadata,
    Column("match", String(80), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("position", BigInteger, nullable=False),
    Column("move", Text, nullable=False),
    Column("result", String(8), nullable=False),
    Index("turns_by_position", "position", "move", "result", "match"),
)
"""The first turns of finished games, by the position before them; made anew from the games."""


def prepare(engine: Engine) -> None:
    """Make the tables in an empty database, or bring those of an older version up to date.

    All of it is one transaction, and servers that start at once do it one after the other.
    """
    if engine.dialect.name == "sqlite":
        _let_transactions_hold_everything(engine)
    with engine.execution_options(begin="BEGIN IMMEDIATE").begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(LOCK)))
        found = version_of(connection)
        if found is not None and found > VERSION:
            raise JobFailed(
                f"the database has version {found}, made by a later Tabuleiro; "
                f"accepted: up to {VERSION}; update Tabuleiro or give another --database",
                f"a base de dados tem a versão {found}, de um Tabuleiro posterior; aceites: até "
                f"{VERSION}; atualiza o Tabuleiro ou indica outra --database",
            )
        if found == VERSION:
            return
        for step in STEPS[found - 1 :] if found is not None else ():
            step(connection)
        metadata.create_all(connection)
        if found in (None, 1):
            connection.execute(insert(schema_version).values(version=VERSION))
        else:
            connection.execute(update(schema_version).values(version=VERSION))


def version_of(connection: Connection) -> int | None:
    """The version of a database; None if it has no tables of ours."""
    tables = inspect(connection)
    if tables.has_table(schema_version.name):
        return int(connection.execute(select(schema_version.c.version)).scalar_one())
    return 1 if tables.has_table(matches.name) else None


def _let_transactions_hold_everything(engine: Engine) -> None:
    """Python's SQLite would commit before tables are changed; SQLAlchemy begins by itself here."""

    @event.listens_for(engine, "connect")
    def leave_it_to_us(connection: object, _: object) -> None:
        connection.isolation_level = None  # type: ignore[attr-defined]

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))


def _names_leave_the_facts(connection: Connection) -> None:
    """People may change their names: from what never changes to a column, which had labels."""
    for row in connection.execute(select(matches.c.id, matches.c.facts)).all():
        seats = row.facts["seats"]
        kept = [{key: seat[key] for key in seat if key != "name"} for seat in seats]
        connection.execute(
            update(matches)
            .where(matches.c.id == row.id)
            .values(facts={**row.facts, "seats": kept}, names=[seat["name"] for seat in seats])
        )


def _matches_count_their_changes(connection: Connection) -> None:
    """So that whoever does not know the last change cannot undo it."""
    connection.execute(text("ALTER TABLE matches ADD COLUMN version INTEGER NOT NULL DEFAULT 0"))


def _reviews_are_kept(connection: Connection) -> None:
    """Their table is new, and new tables are made after all steps."""


def _openings_are_indexed(connection: Connection) -> None:
    """Their table is new; the games that are there are added to it while the server runs."""


def _thoughts_are_kept(connection: Connection) -> None:
    """What bots thought of their moves; of those that are there nobody knows it any more."""
    connection.execute(text("ALTER TABLE nodes ADD COLUMN thought JSON"))


STEPS: tuple[Callable[[Connection], None], ...] = (
    _names_leave_the_facts,
    _matches_count_their_changes,
    _reviews_are_kept,
    _openings_are_indexed,
    _thoughts_are_kept,
)
"""From version 1 to 2, from 2 to 3, and so on. Version 1 had no table for its version."""
