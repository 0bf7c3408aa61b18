"""One server for the tests that do not stop it, and databases of both kinds."""

from __future__ import annotations

import os
import pwd
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import machine
from serving import Served, serving

from tabuleiro.web import schema
from tabuleiro.web.database import open_engine


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A running server over an empty database."""
    with serving(tmp_path_factory.mktemp("web") / "games.sqlite") as server:
        yield server


class Postgres:
    """A PostgreSQL server of our own, which can be stopped and started again."""

    def __init__(self, programs: Path, place: str) -> None:
        self.programs = programs
        self.place = place
        self._become: list[str] = []
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            account = next(a for a in pwd.getpwall() if a.pw_name in ("postgres", "nobody"))
            os.chown(place, account.pw_uid, account.pw_gid)
            self._become = ["setpriv", f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}"]
            self._become.append("--clear-groups")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._call("initdb", "-U", "tabuleiro", "-A", "trust", "-N")
        self.url = f"postgresql://tabuleiro@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        options = f"-p {self.port} -k {self.place} -c fsync=off -c listen_addresses=127.0.0.1"
        self._call("pg_ctl", "start", "-w", "-l", f"{self.place}/log", "-o", options)

    def stop(self) -> None:
        self._call("pg_ctl", "stop", "-m", "immediate")

    def _call(self, program: str, *arguments: str) -> None:
        data = f"{self.place}/data"
        command = [*self._become, str(self.programs / program), "-D", data, *arguments]
        with open(f"{self.place}/said", "w+") as said:
            done = subprocess.run(command, cwd=self.place, stdout=said, stderr=said, timeout=120)
            said.seek(0)
            assert done.returncode == 0, said.read()


@pytest.fixture(scope="module")
def postgresql() -> Iterator[Postgres]:
    """A PostgreSQL server."""
    programs = machine.postgresql()
    if programs is None:
        assert not os.environ.get("CI"), "CI needs PostgreSQL"
        pytest.skip("PostgreSQL is not installed; the store is tested on SQLite alone")
    with TemporaryDirectory() as place:
        server = Postgres(programs, place)
        server.start()
        try:
            yield server
        finally:
            server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.sqlite'}"
    server: Postgres = request.getfixturevalue("postgresql")
    engine = open_engine(server.url)
    schema.metadata.drop_all(engine)
    engine.dispose()
    return server.url
