"""The store, on SQLite and on a real PostgreSQL server that the tests start themselves."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import inspect, text

from tabuleiro import InvalidOption, JobFailed, game
from tabuleiro.web import schema
from tabuleiro.web.database import open_engine
from tabuleiro.web.locking import InUse
from tabuleiro.web.match import Match, Seat, State, hash_of, new_match, rights_of
from tabuleiro.web.rows import NodeRow, Stale, add_node, change, create, remove, rename
from tabuleiro.web.store import MatchStore

Answer = TypeVar("Answer")


def finished(work: Coroutine[Any, Any, Answer]) -> Answer:
    """What it answers; in a thread of its own, since a browser may hold the event loop of this."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


@pytest.fixture
def store(url: str) -> Iterator[MatchStore]:
    """An empty store."""
    opened = MatchStore(url)
    yield opened
    opened.close()


SEATS = (Seat("human"), Seat("bot", "easy"))


def test_a_match_comes_back_as_it_was_stored(store: MatchStore) -> None:
    played = game("fanorona", width=5, height=5)
    row, _ = new_match(played, SEATS, names=("Ana", ""))
    rights = rights_of(SEATS, "a secret", None)
    move = played.start().legal_moves[0]
    node = NodeRow(1, 0, move.actions, move.text, 1.5)
    state = {**row.state, "current": 1}

    async def write() -> None:
        await store.write(create(row, rights))
        await store.write(add_node(row.id, node), change(row.id, 0, state, "*", 1))
        await store.write(rename(row.id, 1, ("Ana", "Zé")))

    finished(write())
    loaded = store.load(row.id)
    assert loaded is not None
    match = Match(*loaded)
    assert match.game == played
    assert match.seats == SEATS
    assert match.names == ("Ana", "Zé")
    assert match.current.move == move
    assert match.state == State(current=1)
    assert match.current.position == played.start().play(move)
    assert store.rights(row.id) == rights
    assert rights[0].hash == hash_of("a secret")
    assert store.load("nothing") is None


def test_matches_are_listed_the_newest_first(store: MatchStore) -> None:
    rows = [new_match(game(name), SEATS)[0] for name in ("aboyne", "shobu", "shobu")]
    for number, row in enumerate(rows):
        row.created = 1000.0 + number

    async def write() -> None:
        await asyncio.gather(*(store.write(create(row, [])) for row in rows))

    finished(write())
    found, total = store.listed(None, None, 2, 0)
    assert ([row.id for row in found], total) == ([rows[2].id, rows[1].id], 3)
    assert store.listed(None, "aboyne", 10, 0)[0][0].id == rows[0].id
    assert store.listed([rows[0].id], None, 10, 0)[1] == 1
    assert store.count() == 3
    finished(store.write(remove(rows[0].id)))
    assert store.load(rows[0].id) is None
    assert store.count() == 2


def test_a_write_that_fails_harms_no_other(store: MatchStore) -> None:
    row, _ = new_match(game("aboyne"), SEATS)
    other, _ = new_match(game("aboyne"), SEATS)

    async def write() -> list[object]:
        await store.write(create(row, []))
        again = [store.write(create(row, [])), store.write(create(other, []))]
        return list(await asyncio.gather(*again, return_exceptions=True))

    failed, done = finished(write())
    assert isinstance(failed, JobFailed)
    assert done is None
    assert store.load(other.id) is not None


def test_a_transaction_is_all_or_nothing(store: MatchStore) -> None:
    row, _ = new_match(game("aboyne"), SEATS)
    twice = NodeRow(1, 0, (1,), "x", 0.0)

    async def write() -> None:
        await store.write(create(row, []))
        await store.write(add_node(row.id, twice), add_node(row.id, twice))

    with pytest.raises(JobFailed):
        finished(write())
    loaded = store.load(row.id)
    assert loaded is not None
    assert loaded[1] == []


def test_many_writers_at_once(store: MatchStore) -> None:
    rows = [new_match(game("aboyne"), SEATS)[0] for _ in range(60)]

    async def write() -> None:
        await asyncio.gather(*(store.write(create(row, [])) for row in rows))

    finished(write())
    assert store.count() == 60


VERSION_1 = (
    """CREATE TABLE matches (id VARCHAR(32) PRIMARY KEY, game VARCHAR(64) NOT NULL,
    facts JSON NOT NULL, state JSON NOT NULL, names JSON NOT NULL, result VARCHAR(8) NOT NULL,
    plies INTEGER NOT NULL, analysis BOOLEAN NOT NULL, created FLOAT NOT NULL,
    updated FLOAT NOT NULL)""",
    "CREATE INDEX matches_by_time ON matches (created)",
    """CREATE TABLE nodes (match VARCHAR(32), id INTEGER, parent INTEGER NOT NULL,
    actions JSON NOT NULL, text TEXT NOT NULL, seconds FLOAT NOT NULL, PRIMARY KEY (match, id))""",
    """CREATE TABLE tokens (hash VARCHAR(64), match VARCHAR(32), seats JSON NOT NULL,
    owner BOOLEAN NOT NULL, PRIMARY KEY (hash, match))""",
    "CREATE INDEX ix_tokens_match ON tokens (match)",
)
"""The database as it was before it had a version."""


def old_database(url: str, seats: str) -> None:
    """A database of version 1 with one match of aboyne after one move."""
    facts = f'{{"options": {{"side": 4}}, "seats": {seats}, "start": null, "clock": null}}'
    state = (
        '{"current": 1, "ended": null, "clock": null, "paused": false, "speed": 0.0, '
        '"draw": null, "takeback": null, "next": null}'
    )
    move = game("aboyne", side=4).start().legal_moves[0]
    engine = open_engine(url)
    with engine.begin() as connection:
        for statement in VERSION_1:
            connection.execute(text(statement))
        connection.execute(
            text(
                "INSERT INTO matches VALUES ('old', 'aboyne', :facts, :state, "
                "'[\"Ana\", \"easy\"]', '*', 1, false, 1, 1)"
            ),
            {"facts": facts, "state": state},
        )
        connection.execute(
            text("INSERT INTO nodes VALUES ('old', 1, 0, :actions, :text, 0)"),
            {"actions": str(list(move.actions)), "text": move.text},
        )
        connection.execute(text("INSERT INTO tokens VALUES ('h', 'old', '[0]', true)"))
    engine.dispose()


def version(url: str) -> int | None:
    engine = open_engine(url)
    with engine.connect() as connection:
        found = schema.version_of(connection)
    engine.dispose()
    return found


def test_an_old_database_is_brought_up_to_date(url: str) -> None:
    ana = '{"kind": "human", "name": "Ana", "bot": null}'
    bot = '{"kind": "bot", "name": "", "bot": "easy"}'
    old_database(url, f"[{ana}, {bot}]")
    assert version(url) == 1
    for _ in range(2):  # the second time there is nothing to do
        store = MatchStore(url)
        loaded = store.load("old")
        assert loaded is not None
        match = Match(*loaded)
        assert match.seats == SEATS
        assert match.names == ("Ana", "")
        assert match.record().players == ("Ana", "easy")
        assert match.current.position.ply == 1
        assert [right.hash for right in store.rights("old")] == ["h"]
        store.close()
        assert version(url) == schema.VERSION


def test_what_bots_thought_is_kept_from_version_6_on(url: str) -> None:
    moves = game("aboyne").start().legal_moves[:1]
    thought = {"win_probability": 0.5, "depth": 3, "line": ["a1-b1"]}
    old, rows = new_match(game("aboyne"), SEATS, moves=moves)
    store = MatchStore(url)
    finished(store.write(create(old, [], rows)))
    store.close()
    engine = open_engine(url)
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE nodes DROP COLUMN thought"))
        connection.execute(text("UPDATE schema_version SET version = 5"))
    engine.dispose()
    store = MatchStore(url)
    assert version(url) == schema.VERSION
    new, rows = new_match(game("aboyne"), SEATS, moves=moves, thoughts=[thought])
    finished(store.write(create(new, [], rows)))
    for row, known in ((old, None), (new, thought)):
        loaded = store.load(row.id)
        assert loaded is not None
        assert Match(*loaded).current.thought == known
    store.close()


def test_an_upgrade_that_fails_changes_nothing(url: str) -> None:
    old_database(url, '[{"name": "Ana"}, {"nothing": "here"}]')
    with pytest.raises(JobFailed, match="cannot be opened: 'name'"):
        MatchStore(url)
    assert version(url) == 1
    engine = open_engine(url)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT names FROM matches")).scalar_one() in (
            '["Ana", "easy"]',
            ["Ana", "easy"],
        )
    engine.dispose()


def test_a_newer_database_is_refused_and_left_alone(url: str) -> None:
    MatchStore(url).close()
    engine = open_engine(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE schema_version SET version = 99"))
        connection.execute(text("DROP TABLE nodes"))  # as a later version might
        connection.execute(text("DROP TABLE tokens"))
    engine.dispose()
    place = Path(url.removeprefix("sqlite:///"))
    before = place.read_bytes() if place.exists() else None
    with pytest.raises(JobFailed, match="has version 99, made by a later Tabuleiro; accepted: up"):
        MatchStore(url)
    assert version(url) == 99
    assert not inspect_tables(url) & {"nodes", "tokens"}
    assert (place.read_bytes() if place.exists() else None) == before


def inspect_tables(url: str) -> set[str]:
    engine = open_engine(url)
    found = set(inspect(engine).get_table_names())
    engine.dispose()
    return found


def test_of_servers_that_start_at_once_one_makes_the_tables(url: str) -> None:
    def start(_: int) -> MatchStore | None:
        try:
            return MatchStore(url)
        except InUse:
            return None

    with ThreadPoolExecutor(4) as pool:
        (opened,) = filter(None, pool.map(start, range(4)))
    opened.close()
    assert version(url) == schema.VERSION


def test_a_write_of_somebody_who_missed_a_change_is_refused(store: MatchStore) -> None:
    row, _ = new_match(game("aboyne"), SEATS)
    node = NodeRow(1, 0, (1,), "x", 0.0)

    async def write() -> None:
        await store.write(create(row, []))
        await store.write(change(row.id, 0, {**row.state, "speed": 2.0}, "*", 0))
        await store.write(
            change(row.id, 0, {**row.state, "current": 1}, "*", 1), add_node(row.id, node)
        )

    with pytest.raises(Stale, match="changed elsewhere"):
        finished(write())
    loaded = store.load(row.id)
    assert loaded is not None
    assert (loaded[0].version, loaded[0].state["speed"], loaded[1]) == (1, 2.0, [])
    with pytest.raises(Stale):
        finished(store.write(rename(row.id, 0, ("Ana", ""))))


@pytest.mark.parametrize("url", ["nothing", "mysql://host/name", "sqlite+what:///x"])
def test_what_is_no_database_is_said(url: str) -> None:
    with pytest.raises(InvalidOption):
        MatchStore(url)


def test_a_database_that_cannot_be_opened_is_said(tmp_path: Path) -> None:
    with pytest.raises(JobFailed, match="cannot be opened"):
        MatchStore(f"sqlite:///{tmp_path}/no/such/folder.sqlite")
    with pytest.raises(JobFailed, match="cannot be opened"):
        MatchStore("postgresql://nobody@127.0.0.1:1/nothing")


def test_without_the_package_for_postgresql_the_install_command_is_said(tmp_path: Path) -> None:
    """A folder that hides psycopg stands for an installation without the extra."""
    (tmp_path / "psycopg.py").write_text("raise ImportError('no psycopg')")
    program = shutil.which("tabuleiro", path=str(Path(sys.executable).parent))
    assert program is not None
    said = subprocess.run(
        [program, "web", "--no-browser", "--database", "postgresql://127.0.0.1/x"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert said.returncode == 1
    assert "pip install 'tabuleiro[postgresql]'" in said.stderr
    assert "Traceback" not in said.stderr


def test_the_log_is_put_into_the_file_beside_the_writer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = threading.Event()
    empty_log = MatchStore._empty_log

    def empty(store: MatchStore) -> None:
        empty_log(store)
        done.set()

    monkeypatch.setattr("tabuleiro.web.store.LOGGED", 3)
    monkeypatch.setattr(MatchStore, "_empty_log", empty)
    store = MatchStore(f"sqlite:///{tmp_path / 'games.sqlite'}")
    rows = [new_match(game("fanorona", width=3, height=3), SEATS)[0] for _ in range(3)]

    async def write() -> None:
        for row in rows:
            await store.write(create(row, []))

    finished(write())
    assert done.wait(60)
    alone = tmp_path / "alone.sqlite"
    shutil.copy(tmp_path / "games.sqlite", alone)  # without its log
    with open_engine(f"sqlite:///{alone}").connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM matches")).scalar_one() == 3
    store.close()
