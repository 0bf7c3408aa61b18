"""What the server refuses: noise, floods, other sites, and bots that are not safe to run."""

from __future__ import annotations

import json
import random
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from serving import Page, Served
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tabuleiro import InvalidOption, Position, TabuleiroError, game
from tabuleiro.bots import settings
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_bot, read_bot
from tabuleiro.bots.search import Search
from tabuleiro.games.base import Text
from tabuleiro.web import shapes
from tabuleiro.web.limits import Bucket, Buckets, Limits, safe_bot
from tabuleiro.web.thinking import IDLE_BOTS, IDLE_MB, Bots, Job

NOISE = 2000
AT_ONCE = 100


def noise(chance: random.Random) -> str | bytes:
    """A message that means nothing, or nearly something."""
    kinds: list[str | bytes] = [
        "",
        "{",
        "null",
        "[]",
        '"hello"',
        "1e999",
        '{"type": "move"}',
        '{"type": "move", "node": -1, "actions": [1]}',
        '{"type": "move", "node": 0, "actions": [1, 2, 3]}',
        '{"type": "move", "node": 99999, "actions": []}',
        '{"type": "move", "node": 0, "text": "' + "x" * chance.randrange(500) + '"}',
        '{"type": "look", "node": 1e308}',
        '{"type": "look", "node": "0"}',
        '{"type": "turn", "node": 0, "actions": [99999999999999999999]}',
        '{"type": "why", "node": 0, "cells": [5000]}',
        '{"type": "why", "node": 0, "cells": []}',
        '{"type": "speed", "seconds": NaN}',
        '{"type": "analyse", "node": 0, "lines": 99}',
        '{"type": "hint", "grade": 7}',
        '{"type": "resign", "player": 5}',
        '{"type": "nothing"}',
        '{"type": "hello", "token": 5}',
        '{"id": {"a": 1}, "type": "ping"}',
        '{"type": "ping", "more": true}',
        "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16") * 9,
        bytes(chance.randrange(256) for _ in range(20)),
        json.dumps({"type": "move", "node": 0, "text": chr(chance.randrange(1, 0xD7FF))}),
    ]
    return chance.choice(kinds)


def memory(served: Served) -> int:
    """The server's resident memory, in bytes."""
    fields = Path(f"/proc/{served.process.pid}/statm").read_text().split()
    return int(fields[1]) * 4096


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> object:
    """A server that compiles nothing, so that its memory is its own."""
    from serving import serving

    with serving(tmp_path_factory.mktemp("web") / "a.sqlite", TABULEIRO_PLAIN="1") as served:
        yield served


def test_noise_is_answered_with_errors_and_nothing_else(calm: Served) -> None:
    chance = random.Random(4)
    made = calm.new("aboyne")
    errors = 0

    def shout(number: int) -> None:
        nonlocal errors
        with calm.page(made) as page:
            for _ in range(number):
                page.socket.send(noise(chance))
            for _ in range(number):
                answer = page.receive()
                while answer["type"] in ("match", "node"):
                    answer = page.receive()
                assert answer["type"] in ("error", "pong"), answer
                errors += answer["type"] == "error"
            assert page.ask(type="ping")["type"] == "pong"

    for _ in range(4):
        shout(AT_ONCE)
    before = memory(calm)
    while errors < NOISE * 0.9:
        shout(AT_ONCE)
    assert memory(calm) < before + 12e6
    with calm.page(made) as page:
        assert page.play_any(0)["type"] == "done"


def test_a_flood_ends_the_connection_but_not_the_match(calm: Served) -> None:
    made = calm.new("aboyne")
    with calm.page(made) as page:
        with pytest.raises(ConnectionClosed) as closed:
            flood(page)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429
    with calm.page(made) as page:
        assert page.ask(type="ping")["type"] == "pong"


def flood(page: Page) -> None:
    """Say far too much; the server may hang up at any moment."""
    for _ in range(2000):
        page.send({"type": "ping"})
    page.wait("nothing")


def test_long_messages_and_long_bodies_are_refused(calm: Served) -> None:
    with calm.page(calm.new("aboyne")) as page:
        page.send({"type": "move", "node": 0, "text": "x" * 20_000})
        with pytest.raises(ConnectionClosed) as closed:
            page.wait("nothing")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
    assert is_cut_off(calm, b"x" * 600_000)
    assert is_cut_off(calm, (b"x" * 10_000 for _ in range(60)))
    assert calm.http.get("/api/status").status_code == 200


def is_cut_off(served: Served, body: bytes | Iterator[bytes]) -> bool:
    """Whether a body is refused; the server may hang up before all of it is sent."""
    header = {"Content-Type": "application/json"}
    try:
        answer = served.http.post("/api/matches", content=body, headers=header)
    except httpx.TransportError:
        return True
    return answer.status_code == 413


def test_other_sites_may_not_use_the_server(calm: Served) -> None:
    made = calm.new("aboyne")
    address = calm.url.replace("http", "ws", 1) + f"/api/matches/{made['id']}/socket"
    with connect(address, origin="http://evil.example") as other:
        said = json.loads(other.recv(30))
        assert (said["type"], said["text"]) == ("error", "other sites may not use this server")
        with pytest.raises(ConnectionClosed) as closed:
            other.recv(30)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
    with connect(address, origin=calm.url) as own:
        own.send('{"type": "hello"}')
        assert json.loads(own.recv())["type"] == "state"
    for host, status in (("evil.example", 421), ("localhost", 200), ("127.0.0.1:1", 200)):
        assert calm.http.get("/api/status", headers={"Host": host}).status_code == status
    for origin, status in (("http://evil.example", 403), ("null", 403), (calm.url, 422)):
        answer = calm.http.post("/api/matches", json={}, headers={"Origin": origin})
        assert answer.status_code == status


def test_every_answer_is_locked_down(calm: Served) -> None:
    for path in ("/", "/api/status", "/static/nothing", "/nothing"):
        headers = calm.http.get(path).headers
        assert headers["Content-Security-Policy"].startswith(
            "default-src 'none'; script-src 'self'"
        )
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
    for path in ("/static/../server.py", "/static/%2e%2e/server.py", "/static/..%2fserver.py"):
        assert calm.http.get(path).status_code == 404


def test_only_this_machine_is_served(calm: Served) -> None:
    port = int(calm.url.rpartition(":")[2])
    with socket.socket() as other:
        other.settimeout(5)
        mine = socket.gethostbyname(socket.gethostname())
        if mine.startswith("127."):
            mine = "127.0.0.2"
        assert other.connect_ex((mine, port)) != 0


def test_a_page_must_say_hello_and_to_a_match_that_is_there(calm: Served) -> None:
    with pytest.raises(ConnectionClosed) as closed:
        Page(calm.url, "nothing")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404
    made = calm.new("aboyne")
    address = calm.url.replace("http", "ws", 1) + f"/api/matches/{made['id']}/socket"
    with connect(address) as silent:
        silent.send('{"type": "look", "node": 0}')
        assert json.loads(silent.recv())["code"] == "bad message"


@pytest.mark.parametrize(
    "text",
    [
        "ugi:/bin/true",
        "hard,weights=/etc/passwd",
        "hard,weights=secret.toml",
        "hard,weights=best+secret.toml",
        "hard,table_mb=4096",
        "mcts,tree_mb=4096",
        "hard,threads=64",
        "hard,table_mb=+2048",
        "hard,table_mb=2_000",
        "hard,table_mb=٢٠٠٠",
        "hard,table_mb= 2048 ",
        "hard,table_mb=1,table_mb=2048",
        "mcts,tree_mb=+2048",
        "mcts,tree_mb=2_000",
        "hard,threads=+64",
        "hard,threads=６４",
        "hard,weights=best+ secret.toml",
        "nobody",
        "hard," + "x" * 1000,
    ],
)
def test_bots_that_are_not_safe_to_run_are_refused(text: str) -> None:
    with pytest.raises(TabuleiroError):
        safe_bot(game("fanorona"), text, Limits())


def test_ordinary_bots_are_accepted() -> None:
    for text in ("easy", "hard,depth=3,weights=pieces=10+mobility=2", "mcts,iterations=10"):
        assert safe_bot(game("fanorona"), text, Limits()).name
    with pytest.raises(InvalidOption):
        safe_bot(game("fanorona"), "hard,depth=1000", Limits())


def test_a_setting_comes_over_the_network_only_if_it_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = Text("A folder.", "Uma pasta.")
    known = (*settings.SETTINGS, settings.Setting("folder", "here", words, words))
    monkeypatch.setattr(settings, "SETTINGS", known)
    monkeypatch.setattr(shapes, "SETTINGS", known)
    assert read_bot(game("fanorona"), "hard,folder=/etc").given == {"folder": "/etc"}
    with pytest.raises(InvalidOption, match="folder cannot be changed over the network"):
        safe_bot(game("fanorona"), "hard,folder=/etc", Limits())
    offered = [each["name"] for each in shapes.game_of(game("fanorona"))["settings"]]
    assert "depth" in offered
    assert "folder" not in offered


@pytest.mark.parametrize("megabytes", ["2048", "+2048", "2_000", "٢٠٠٠"])
def test_a_spectator_cannot_take_the_memory(calm: Served, megabytes: str) -> None:
    made = calm.new("fanorona")
    with calm.page(made, token=None) as page:
        before = memory(calm)
        for bot in (f"hard,table_mb={megabytes}", f"mcts,tree_mb={megabytes}"):
            answer = page.ask(type="analyse", node=0, seconds=0.3, bot=bot)
            assert answer["type"] == "error"
            assert "can be at most 64 here" in answer["text"]
        assert memory(calm) < before + 100e6


def test_rates() -> None:
    bucket = Bucket(1.0, 3)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    buckets = Buckets(1.0, 1)
    assert buckets.take("a")
    assert not buckets.take("a")
    assert buckets.take("b")


def test_few_bots_are_kept_and_a_game_gets_its_own_back() -> None:
    bots = Bots(Limits())
    played = game("aboyne", side=3)
    first = bots.borrow(played, "easy", "one game")
    second = bots.borrow(played, "easy", "another")
    assert first is not second
    bots.give_back(played, "easy", "one game", first)
    bots.give_back(played, "easy", "another", second)
    assert bots.borrow(played, "easy", "another") is second
    assert bots.borrow(played, "easy", "a third") is first
    for number in range(IDLE_BOTS + 5):
        bots.give_back(played, "random", number, bots._make(played, "random"))
    assert len(bots) == IDLE_BOTS
    for number in range(8):
        bots.give_back(played, "master", number, bots._make(played, "master,table_mb=64"))
    assert IDLE_MB // 2 < bots.megabytes <= IDLE_MB


def test_no_bot_thinks_longer_than_allowed() -> None:
    bots = Bots(Limits(think_seconds=3.0))
    played = game("aboyne", side=3)

    def allowed(text: str) -> float | None:
        bot = bots.borrow(played, text, 1)
        limits: list[Limit] = []
        think = bot.think

        def hear(position: Position, limit: Limit, lines: int | None) -> Search:
            limits.append(limit)
            return think(position, Limit(depth=1))

        bot.think = hear  # type: ignore[method-assign]
        Job(bots).move(bot, played.start())
        return limits[0].seconds

    assert allowed("master,seconds=50") == 3.0
    assert allowed("hard,depth=60") == 3.0
    assert allowed("master,seconds=0.3") == 0.3


def test_no_file_is_read_for_a_bot(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text("pieces = 10\n")
    assert make_bot(game("fanorona"), f"hard,weights={own}").name
    for text in (f"hard,weights={own}", f"hard,weights=best+{own}", f"hard,weights=pieces={own}"):
        with pytest.raises(TabuleiroError, match=r"has no weights|the weight of"):
            safe_bot(game("fanorona"), text, Limits())
