"""The store, on SQLite and on a real PostgreSQL server that the tests start themselves."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import socket
import subprocess
import sys
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import machine
import pytest

from tabuleiro import InvalidOption, JobFailed, game
from tabuleiro.web import store as stores
from tabuleiro.web.match import Match, Seat, State, hash_of, new_match, rights_of
from tabuleiro.web.store import NodeRow, Store, add_node, change, create, remove

Answer = TypeVar("Answer")


def finished(work: Coroutine[Any, Any, Answer]) -> Answer:
    """What it answers; in a thread of its own, since a browser may hold the event loop of this."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


@pytest.fixture(scope="module")
def postgresql() -> Iterator[str]:
    """The URL of an empty PostgreSQL database."""
    home = machine.postgresql()
    if home is None:
        assert not os.environ.get("CI"), "CI needs PostgreSQL"
        pytest.skip("PostgreSQL is not installed; the store is tested on SQLite alone")
    with TemporaryDirectory() as place, socket.socket() as free:
        become: list[str] = []
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            account = next(a for a in pwd.getpwall() if a.pw_name in ("postgres", "nobody"))
            os.chown(place, account.pw_uid, account.pw_gid)
            become = ["setpriv", f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}"]
            become.append("--clear-groups")

        def call(program: str, *arguments: str) -> None:
            command = [*become, str(home / program), "-D", f"{place}/data", *arguments]
            with open(f"{place}/said", "w+") as said:
                done = subprocess.run(command, cwd=place, stdout=said, stderr=said, timeout=120)
                said.seek(0)
                assert done.returncode == 0, said.read()

        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        call("initdb", "-U", "tabuleiro", "-A", "trust", "-N")
        options = f"-p {port} -k {place} -c fsync=off -c listen_addresses=127.0.0.1"
        call("pg_ctl", "start", "-w", "-l", f"{place}/log", "-o", options)
        try:
            yield f"postgresql://tabuleiro@127.0.0.1:{port}/postgres"
        finally:
            call("pg_ctl", "stop", "-m", "immediate")


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    else:
        url = request.getfixturevalue("postgresql")
    opened = Store(url)
    stores.metadata.drop_all(opened.engine)
    stores.metadata.create_all(opened.engine)
    yield opened
    opened.close()


SEATS = (Seat("human", "Ana"), Seat("bot", bot="easy"))


def test_a_match_comes_back_as_it_was_stored(store: Store) -> None:
    played = game("fanorona", width=5, height=5)
    row, _ = new_match(played, SEATS)
    rights = rights_of(SEATS, "a secret", None)
    move = played.start().legal_moves[0]
    node = NodeRow(1, 0, move.actions, move.text, 1.5)
    state = {**row.state, "current": 1}

    async def write() -> None:
        await store.write(create(row, rights))
        await store.write(add_node(row.id, node), change(row.id, state, "*", 1))

    finished(write())
    loaded = store.load(row.id)
    assert loaded is not None
    match = Match(*loaded)
    assert match.game == played
    assert match.seats == SEATS
    assert match.current.move == move
    assert match.state == State(current=1)
    assert match.current.position == played.start().play(move)
    assert store.rights(row.id) == rights
    assert rights[0].hash == hash_of("a secret")
    assert store.load("nothing") is None


def test_matches_are_listed_the_newest_first(store: Store) -> None:
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


def test_a_write_that_fails_harms_no_other(store: Store) -> None:
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


def test_a_transaction_is_all_or_nothing(store: Store) -> None:
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


def test_many_writers_at_once(store: Store) -> None:
    rows = [new_match(game("aboyne"), SEATS)[0] for _ in range(60)]

    async def write() -> None:
        await asyncio.gather(*(store.write(create(row, [])) for row in rows))

    finished(write())
    assert store.count() == 60


@pytest.mark.parametrize("url", ["nothing", "mysql://host/name", "sqlite+what:///x"])
def test_what_is_no_database_is_said(url: str) -> None:
    with pytest.raises(InvalidOption):
        Store(url)


def test_a_database_that_cannot_be_opened_is_said(tmp_path: Path) -> None:
    with pytest.raises(JobFailed, match="cannot be opened"):
        Store(f"sqlite:///{tmp_path}/no/such/folder.sqlite")
    with pytest.raises(JobFailed, match="cannot be opened"):
        Store("postgresql://nobody@127.0.0.1:1/nothing")


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
