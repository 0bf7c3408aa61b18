"""Two servers on one database, and a server that is killed while it brings one up to date."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from serving import Served, serving
from sqlalchemy import Engine, text
from websockets.exceptions import ConnectionClosed

from tabuleiro import game
from tabuleiro.web import schema
from tabuleiro.web.database import open_engine
from tabuleiro.web.match import Match
from tabuleiro.web.store import MatchStore


def second(url: str) -> subprocess.CompletedProcess[str]:
    """A server that is started although there is one."""
    program = str(Path(sys.executable).with_name("tabuleiro"))
    return subprocess.run(
        [program, "web", "--no-browser", "--database", url],
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_a_second_server_says_so_and_stops(url: str) -> None:
    with serving(url, TABULEIRO_PLAIN="1") as first:
        said = second(url)
        assert said.returncode == 1
        assert "another server" in said.stderr
        assert "stop it, or give this one another --database" in " ".join(said.stderr.split())
        assert "Traceback" not in said.stderr
        assert url.startswith("postgresql") or first.url in "".join(said.stderr.split())
        with first.page(first.new("aboyne")) as page:
            assert page.play_any(0)["type"] == "done"
    served = Served(url, TABULEIRO_PLAIN="1")  # once it is gone, another may
    served.kill()
    with serving(url, TABULEIRO_PLAIN="1") as again:  # also if it was killed
        assert again.http.get("/api/matches").json()["total"] == 1


def test_a_link_to_a_file_is_the_same_file(tmp_path: Path) -> None:
    (tmp_path / "link.sqlite").symlink_to(tmp_path / "games.sqlite")
    with serving(tmp_path / "games.sqlite", TABULEIRO_PLAIN="1"):
        said = second(f"sqlite:///{tmp_path / 'link.sqlite'}")
    assert said.returncode == 1
    assert "another server" in said.stderr


def test_a_match_that_was_changed_elsewhere_is_not_undone(url: str) -> None:
    """As by a program that knows nothing of the lock."""
    with serving(url, TABULEIRO_PLAIN="1") as served:
        made = served.new("aboyne")
        page = served.page(made)
        first, other = page.position(0)["steps"][:2]
        engine = open_engine(url)
        play_elsewhere(engine, made["id"], first)
        with pytest.raises(ConnectionClosed) as closed:
            page.ask(type="move", node=0, actions=[other["action"]])
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        page.close()
        with served.page(made) as page:
            assert [node["move"] for node in page.state["nodes"]] == [None, first["text"]]
            assert page.state["match"]["current"] == 1
            assert page.play_any(1)["type"] == "done"
        engine.dispose()


def play_elsewhere(engine: Engine, match: str, step: dict[str, object]) -> None:
    """A move that the server does not know of."""
    with engine.begin() as connection:
        found = connection.execute(text("SELECT state FROM matches")).scalar_one()
        state = json.loads(found) if isinstance(found, str) else found
        connection.execute(
            text("INSERT INTO nodes VALUES (:match, 1, 0, :actions, :text, 0, NULL)"),
            {"match": match, "actions": json.dumps([step["action"]]), "text": step["text"]},
        )
        connection.execute(
            text("UPDATE matches SET state = :state, plies = 1, version = version + 1"),
            {"state": json.dumps({**state, "current": 1})},
        )


VERSION_2 = (
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
    "CREATE TABLE schema_version (version INTEGER NOT NULL)",
    "INSERT INTO schema_version VALUES (2)",
)
"""The database before its matches counted their changes."""
MATCHES = 50

UPGRADE = """
import sys, time
from tabuleiro.web import schema
from tabuleiro.web.store import MatchStore

def halt(connection):
    print("in the middle", flush=True)
    time.sleep(600)

schema.STEPS = (*schema.STEPS, halt)
MatchStore(sys.argv[1])
"""


def database_of_version_2(url: str) -> None:
    move = game("aboyne", side=4).start().legal_moves[0]
    facts = {
        "options": {"side": 4},
        "seats": [{"kind": "human", "bot": None}, {"kind": "bot", "bot": "easy"}],
        "start": None,
        "clock": None,
    }
    state = dict.fromkeys(("ended", "clock", "draw", "takeback", "next")) | {
        "current": 1,
        "paused": False,
        "speed": 0.0,
    }
    engine = open_engine(url)
    with engine.begin() as connection:
        for statement in VERSION_2:
            connection.execute(text(statement))
        for number in range(MATCHES):
            connection.execute(
                text(
                    "INSERT INTO matches VALUES (:id, 'aboyne', :facts, :state, "
                    "'[\"Ana\", \"\"]', '*', 1, false, 1, 1)"
                ),
                {"id": f"m{number}", "facts": json.dumps(facts), "state": json.dumps(state)},
            )
            connection.execute(
                text("INSERT INTO nodes VALUES (:id, 1, 0, :actions, :text, 0)"),
                {"id": f"m{number}", "actions": json.dumps(move.actions), "text": move.text},
            )
    engine.dispose()


def found_version(url: str) -> int | None:
    engine = open_engine(url)
    with engine.connect() as connection:
        found = schema.version_of(connection)
    engine.dispose()
    return found


def test_an_upgrade_survives_being_killed_in_the_middle(url: str) -> None:
    database_of_version_2(url)
    for _ in range(2):
        upgrade = subprocess.Popen(
            [sys.executable, "-c", UPGRADE, url], stdout=subprocess.PIPE, text=True
        )
        assert upgrade.stdout is not None
        with upgrade.stdout:
            assert upgrade.stdout.readline() == "in the middle\n"
        upgrade.send_signal(signal.SIGKILL)
        upgrade.wait(30)
        assert found_version(url) == 2
    store = MatchStore(url)
    try:
        assert found_version(url) == schema.VERSION
        assert store.count() == MATCHES
        for number in range(MATCHES):
            loaded = store.load(f"m{number}")
            assert loaded is not None
            match = Match(*loaded)
            assert (match.names, match.current.position.ply, match.version) == (("Ana", ""), 1, 0)
    finally:
        store.close()
