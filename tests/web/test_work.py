"""Long games and large boards: others are answered meanwhile, and nobody gets more than a share."""

from __future__ import annotations

import asyncio
import json
import random
import threading
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Event
from time import thread_time
from typing import Any, TypeVar

import pytest
from serving import serving
from starlette.websockets import WebSocket

from tabuleiro import Record, game
from tabuleiro.web.answering import answer
from tabuleiro.web.compiling import Compiler
from tabuleiro.web.connection import Connection
from tabuleiro.web.limits import Limits, TooMuch
from tabuleiro.web.match import Match, Seat, new_match
from tabuleiro.web.room import Room
from tabuleiro.web.rooms import KEPT, Rooms
from tabuleiro.web.rows import create
from tabuleiro.web.services import Services
from tabuleiro.web.store import MatchStore
from tabuleiro.web.thinking import Thinker
from tabuleiro.web.work import LONG_GAME, Work

Answer = TypeVar("Answer")
MOVES = 2000


def finished(work: Coroutine[Any, Any, Answer]) -> Answer:
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def long_game(moves: int) -> Record:
    """A game on the largest board of Focus, where whoever moves at random does not finish."""
    played = game("focus", size=12, repetition="none")
    chance = random.Random(1)
    here = played.start()
    while here.ply < moves:
        here = here.step(chance.choice(here.steps))
    return Record.of(here)


def test_a_long_game_keeps_nobody_waiting(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    record = long_game(MOVES)
    seats = [{"kind": "human"}, {"kind": "human"}]
    with serving(database, TABULEIRO_PLAIN="1") as served:
        wanted = {"record": record.text(), "seats": seats}
        made = served.http.post("/api/matches", json=wanted).json()
        other = served.new("aboyne")
        text = served.http.get(f"/api/matches/{made['id']}/record").text
        assert Record.parse(text).moves == record.moves
    for ask in ("get", "hello"):
        with serving(database, TABULEIRO_PLAIN="1") as served, served.page(other) as page:

            def read(ask: str = ask) -> None:
                if ask == "hello":
                    with served.page(made) as reader:
                        assert len(reader.state["nodes"]) == MOVES + 1
                else:
                    kept = served.http.get(f"/api/matches/{made['id']}").json()
                    assert len(kept["nodes"]) == MOVES + 1

            reading = threading.Thread(target=read)
            begin = time.monotonic()
            reading.start()
            longest = 0.0
            while reading.is_alive():
                asked = time.monotonic()
                assert page.ask(type="ping")["type"] == "pong"
                longest = max(longest, time.monotonic() - asked)
                time.sleep(0.03)  # more often than 40 times a second is refused
            reading.join()
            whole = time.monotonic() - begin
            # In parts of the whole, which a slow machine stretches alike.
            assert longest < whole * 2 / 3, (
                f"others waited {longest:.2f} of {whole:.2f} s during {ask}"
            )


def test_what_was_read_once_is_kept(tmp_path: Path) -> None:
    store = MatchStore(f"sqlite:///{tmp_path / 'games.sqlite'}")
    limits = Limits()
    record = long_game(40)
    row, rows = new_match(record.game, (Seat("human"), Seat("human")), moves=record.moves)

    async def look() -> None:
        await store.write(create(row, [], rows))
        work = Work(limits)
        compiler = Compiler()
        rooms = Rooms(Services(store, Thinker(limits), compiler, limits, work))
        room = await rooms.read(row.id, "a")
        assert room is not None
        assert room.match.unwritten() == []
        assert room.match.tree().count('"ply"') == 41
        assert await rooms.look(row.id, "b") is room
        both = await asyncio.gather(rooms.look(row.id, "a"), rooms.look(row.id, "c"))
        assert both == [room, room]
        for number in range(KEPT // len(room.match.nodes)):  # others come, and it is forgotten
            rooms._keep(Room(Match(replace(row, id=f"m{number}"), rows), rooms.services))
        assert sum(len(each.match.nodes) for each in rooms._kept.values()) <= KEPT
        assert await rooms.look(row.id, "a") is not room
        work.close()

    try:
        finished(look())
    finally:
        store.close()


def busy(seconds: float) -> None:
    until = thread_time() + seconds
    while thread_time() < until:
        pass


def test_addresses_take_turns_and_none_gets_more_than_its_share() -> None:
    async def ask() -> list[str]:
        work = Work(Limits(work_per_second=0.001, work_burst=1))
        ended: list[str] = []

        async def want(address: str, seconds: float) -> None:
            await work.do(address, lambda: busy(seconds))
            ended.append(address)

        first = [asyncio.ensure_future(want("192.0.2.1", 0.02)) for _ in range(20)]
        await asyncio.sleep(0)
        await want("192.0.2.2", 0.001)
        before = len(ended)
        await asyncio.gather(*first)
        assert before <= 6, "the second address waited for all that the first wanted"
        await want("192.0.2.1", 1.0)
        for spent in ("192.0.2.1", "::ffff:192.0.2.1"):
            with pytest.raises(TooMuch, match="asked for too much at once"):
                await want(spent, 0.001)
            with pytest.raises(TooMuch):
                work.charge(spent, 5000)
        await want("192.0.2.2", 0.001)
        work.close()
        return ended

    assert len(finished(ask())) == 23


def test_sending_what_is_kept_costs_too() -> None:
    work = Work(Limits(work_per_second=0.001, work_burst=1))
    for _ in range(60):
        try:
            work.charge("192.0.2.1", 5000)
        except TooMuch:
            break
    else:
        raise AssertionError("a long game can be had again and again")
    work.charge("192.0.2.2", 5000)
    work.close()


def test_lines_to_be_searched_are_work_too(tmp_path: Path) -> None:
    """A line has up to a hundred turns: half a second in Shobu, and forty may come a second."""
    over = game("aboyne", side=3).position(".../..../.BR../...B/... r")
    assert over.outcome is not None
    row, rows = new_match(over.game, (Seat("human"), Seat("human")), start=over)
    store = MatchStore(f"sqlite:///{tmp_path}/games.sqlite")
    limits = Limits(work_per_second=0.001)

    async def silence(*_: object) -> Any:
        return {}

    async def codes() -> list[str]:
        compiler = Compiler()
        work = Work(limits)
        services = Services(store, Thinker(limits), compiler, limits, work)
        room = Room(Match(row, list(rows)), services)
        scope = {"type": "websocket", "client": ("192.0.2.1", 1), "headers": []}
        page = Connection(WebSocket(scope, silence, silence), services)
        found = []
        for spent in (0, 2 * limits.work_burst):
            work._shares.spend("192.0.2.1", spent)
            for kind in ("hint", "analyse", "threats"):
                await answer(page, room, json.dumps({"type": kind, "node": 0, "id": 1}))
                found.append(json.loads(str(page._out.get_nowait()))["code"])
        work.close()
        return found

    try:
        assert finished(codes()) == ["over"] * 3 + ["busy"] * 3
    finally:
        store.close()


def test_boards_do_not_wait_for_long_games() -> None:
    async def ask() -> list[str]:
        work = Work(Limits())
        read = Event()
        long = [
            asyncio.ensure_future(work.do(who, read.wait, LONG_GAME)) for who in ("a", "b", "c")
        ]
        ended = [await work.do(who, lambda: "board", LONG_GAME - 1) for who in ("a", "d")]
        assert not any(each.done() for each in long)
        read.set()
        await asyncio.gather(*long)
        work.close()
        return ended

    assert finished(ask()) == ["board", "board"]


def test_a_mistake_in_the_work_is_the_askers() -> None:
    async def ask() -> int:
        work = Work(Limits())
        with pytest.raises(ZeroDivisionError):
            await work.do("a", lambda: 1 // 0)
        cancelled = asyncio.ensure_future(work.do("a", lambda: busy(0.01)))
        await asyncio.sleep(0)
        cancelled.cancel()
        answer = await work.do("a", lambda: 7)
        work.close()
        return answer

    assert finished(ask()) == 7
