"""Requests that are made to hurt: half ones, odd headers, and a database that is gone."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from conftest import Postgres
from serving import Served, serving
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from tabuleiro.web import listening
from tabuleiro.web.guard import Guard
from tabuleiro.web.limits import Door, Limits


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("web") / "a.sqlite", TABULEIRO_PLAIN="1") as server:
        yield server


def raw(served: Served) -> socket.socket:
    """A connection that says whatever we like."""
    port = int(served.url.rpartition(":")[2])
    made = socket.create_connection(("127.0.0.1", port))
    made.settimeout(60)
    return made


def answer(connection: socket.socket) -> bytes:
    """All that the server says until it hangs up."""
    said = b""
    while part := connection.recv(65536):
        said += part
    return said


def trickle(connection: socket.socket, text: bytes, seconds: float) -> bytes:
    """Send a byte now and then, as if the line were slow, until the server answers."""
    connection.settimeout(0.5)
    until = time.monotonic() + seconds
    for number in range(10_000):
        try:
            connection.sendall(text[number : number + 1] or b"x")
            return connection.recv(65536) + answer(connection)
        except TimeoutError:
            assert time.monotonic() < until, "nobody minds"
        except OSError:
            return b"gone"
    raise AssertionError


HEAD = b"Host: 127.0.0.1\r\n"


def test_half_a_request_is_not_waited_for(plain: Served) -> None:
    patience = listening.HEADER_SECONDS + 20
    with raw(plain) as silent, raw(plain) as slow, raw(plain) as again:
        again.sendall(b"GET /api/status HTTP/1.1\r\n" + HEAD + b"\r\n")
        assert b" 200 " in again.recv(65536)
        again.sendall(b"GET /api/sta")  # the second request of a connection
        assert b" 408 " in trickle(slow, b"GET /api/status HTTP/1.1\r\nX-Slow: ", patience)
        assert b" 408 " in answer(silent)
        assert b" 408 " in answer(again)
    assert plain.http.get("/api/status").status_code == 200


def test_half_a_body_is_not_waited_for(plain: Served) -> None:
    head = (
        b"POST /api/matches HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 400\r\n"
    )
    with raw(plain) as slow:
        slow.sendall(head + HEAD + b"\r\n")
        said = trickle(slow, b'{"game": "', Limits().body_seconds + 20)
        assert b" 408 " in said
        assert b"the request did not come in time" in said


def test_one_address_cannot_keep_the_others_waiting(plain: Served) -> None:
    with ExitStack() as stack:
        halves = [stack.enter_context(raw(plain)) for _ in range(listening.HALF_REQUESTS + 20)]
        for half in halves[-10:]:
            assert b" 429 " in answer(half)
    assert plain.http.get("/api/status").status_code == 200


def test_a_crowd_behind_one_address_is_heard(plain: Served) -> None:
    asking = b"GET /api/status HTTP/1.1\r\nConnection: close\r\n" + HEAD + b"\r\n"
    with ExitStack() as stack:
        crowd = [stack.enter_context(raw(plain)) for _ in range(listening.HALF_REQUESTS + 20)]
        for one in reversed(crowd):
            one.sendall(asking)
        assert all(b" 200 " in answer(one) for one in crowd)


def test_a_crowd_waits_outside_in_its_order() -> None:
    async def crowd() -> list[list[int]]:
        door = Door(rate=100, burst=3)
        inside: list[int] = []
        seen = []

        async def come(number: int) -> None:
            await door.enter()
            inside.append(number)

        coming = [asyncio.create_task(come(number)) for number in range(6)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        seen.append(list(inside))
        await asyncio.gather(*coming)
        return [*seen, inside]

    with ThreadPoolExecutor(1) as pool:
        first, every = pool.submit(asyncio.run, crowd()).result()
    assert len(first) <= 3
    assert every == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("origin", ["http://[", "http://]", "//[::1", "http://[::1]evil:x", "\x01"])
def test_an_origin_that_cannot_be_read_is_another_site(plain: Served, origin: str) -> None:
    told = plain.http.post("/api/matches", json={}, headers={"Origin": origin})
    assert told.status_code in (400, 403)
    if told.status_code == 403:
        assert told.json() == {"error": "other sites may not use this server"}
    assert plain.http.get("/api/status", headers={"Origin": origin}).status_code in (200, 400)


@pytest.mark.parametrize("size", [b"-1", b"9" * 5000, b"1e3", b"\xb2", b"0x10"])
def test_an_odd_length_is_refused(plain: Served, size: bytes) -> None:
    with raw(plain) as odd:
        head = b"POST /api/matches HTTP/1.1\r\nConnection: close\r\n"
        odd.sendall(head + HEAD + b"Content-Length: " + size + b"\r\n\r\n")
        status = answer(odd).split()[1]
    assert status in (b"400", b"413")


def test_reading_too_much_is_refused_too() -> None:
    app = Guard(PlainTextResponse("here"), (), Limits(reads_per_second=0.001, read_burst=3))

    async def ask() -> list[int]:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return [(await client.get("/")).status_code for _ in range(5)]

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(asyncio.run, ask()).result() == [200, 200, 200, 429, 429]


def test_pages_connect_by_a_limit_of_their_own() -> None:
    usual = Limits()
    assert usual.connect_burst >= usual.connections_per_address
    limits = Limits(
        requests_per_second=0.001, request_burst=1, connects_per_second=0.001, connect_burst=3
    )
    served: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        served.append(scope["type"])

    async def ask() -> list[int | None]:
        guard = Guard(app, (), limits)
        codes: list[int | None] = []

        async def send(message: Message) -> None:
            codes.append(message.get("status", message.get("code")))

        for kind in ["http"] * 2 + ["websocket"] * 4:
            scope = {"type": kind, "method": "POST", "headers": [(b"host", b"127.0.0.1")]}
            await guard({**scope, "client": ("127.0.0.1", 1)}, _nothing, send)
        return [code for code in codes if code]

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(asyncio.run, ask()).result() == [429, 1013]
    assert served == ["http", "websocket", "websocket", "websocket"]


async def _nothing() -> Message:
    return {"type": "http.request"}


def test_the_perfect_bot_of_a_board_that_is_not_solved_is_a_bad_request(plain: Served) -> None:
    told = plain.http.post(
        "/api/matches",
        json={"game": "focus", "seats": [{"kind": "human"}, {"kind": "bot", "bot": "perfect"}]},
    )
    assert told.status_code == 400
    assert "the bot 'perfect' knows nothing of this position of focus" in told.json()["error"]


GONE = "the database does not answer just now"


def test_a_lost_database_is_said_and_found_again(postgresql: Postgres) -> None:
    with serving(postgresql.url, TABULEIRO_PLAIN="1") as served:
        made = served.new("aboyne")
        with served.page(made) as page:
            postgresql.stop()
            try:
                for told in (
                    served.http.get("/api/matches"),
                    served.http.get("/api/matches?ids=x"),
                    served.http.get("/api/matches/unknown"),
                    served.http.get("/api/matches/unknown/record"),
                    served.http.delete("/api/matches/unknown"),
                    served.http.post("/api/matches", json=WANTED),
                ):
                    assert told.status_code == 503, told.text
                    assert told.json()["error"].startswith(GONE)
                    assert told.json()["pt"].startswith("a base de dados não responde")
                lost = page.play_any(0)
                assert (lost["type"], lost["text"].startswith(GONE)) == ("error", True)
                with pytest.raises(KeyError, match="match"):
                    served.page(served_other(made)).state["match"]
            finally:
                postgresql.start()
            assert page.play_any(0)["type"] == "done"
        assert served.http.get(f"/api/matches/{made['id']}").json()["match"]["current"] == 1


def served_other(made: dict[str, str]) -> dict[str, str]:
    """A match that the server has not yet in its memory."""
    return {**made, "id": "unknown"}


def test_a_damaged_database_is_said(tmp_path: Path) -> None:
    place = tmp_path / "games.sqlite"
    with serving(place, TABULEIRO_PLAIN="1") as served:
        made = served.new("aboyne")
        for file in tmp_path.glob("games.sqlite*"):
            if not file.name.endswith(".lock"):
                file.write_bytes(b"nonsense" * 4096)
        told = served.http.get(f"/api/matches/{made['id']}")
        assert told.status_code == 503
        assert told.json()["error"].startswith(GONE)


def test_a_database_file_that_is_taken_away_is_missed(tmp_path: Path) -> None:
    place, away = tmp_path / "games.sqlite", tmp_path / "away"
    with serving(place, TABULEIRO_PLAIN="1") as served:
        made = served.new("aboyne")
        with served.page(made) as page:
            place.rename(away)
            for other in (None, b"", away.read_bytes()):  # nothing is there, or another file
                if other is not None:
                    place.write_bytes(other)
                told = served.http.get("/api/matches/unknown")
                assert (told.status_code, told.json()["error"][: len(GONE)]) == (503, GONE)
                assert served.http.post("/api/matches", json=WANTED).status_code == 503
                assert page.play_any(0)["type"] == "error"
            away.replace(place)
            assert page.play_any(0)["type"] == "done"
        assert served.http.post("/api/matches", json=WANTED).status_code == 201


WANTED = {"game": "aboyne", "seats": [{}, {}]}
