"""A server under load: who waits is told, crowds are quiet, limits hold, and refusals say why."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from serving import Json, Served, serving
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tabuleiro.errors import BrokenRules
from tabuleiro.game import Game
from tabuleiro.web import room as rooms
from tabuleiro.web.arenas import MOST_RUNNING
from tabuleiro.web.compiling import Compiler
from tabuleiro.web.gathering import AT_ONCE, Gathering
from tabuleiro.web.limits import Limits
from tabuleiro.web.match import Match, Seat, new_match, the_game
from tabuleiro.web.room import BETWEEN, Room
from tabuleiro.web.rows import create
from tabuleiro.web.scheduling import Scheduler
from tabuleiro.web.services import Services
from tabuleiro.web.store import MatchStore
from tabuleiro.web.thinking import Thinker
from tabuleiro.web.work import Work

SPECTATORS = 40


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with serving(tmp_path_factory.mktemp("web") / "games.sqlite") as running:
        while set(running.http.get("/api/status").json()["games"].values()) != {"ready"}:
            time.sleep(0.2)
        yield running


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server that compiles nothing."""
    with serving(tmp_path_factory.mktemp("web") / "a.sqlite", TABULEIRO_PLAIN="1") as running:
        yield running


def address_of(served: Served, match: str) -> str:
    return served.url.replace("http", "ws", 1) + f"/api/matches/{match}/socket"


def test_a_page_hears_that_its_bot_waits_and_then_that_it_thinks(served: Served) -> None:
    with ExitStack() as pages:
        for _ in range(Scheduler().most):
            made = served.new("shobu", "master,seconds=50", "human")
            pages.enter_context(served.page(made))
        last = served.new("shobu", "master,seconds=50", "human")
        page = pages.enter_context(served.page(last))
        assert not page.state["match"]["waiting"]
        told = page.wait("match", waiting=True)["match"]
        assert told["thinking"] == 0
        assert page.wait("match", waiting=False)["match"]["thinking"] == 0


def test_spectators_who_analyse_share_the_cores_and_all_get_lines(served: Served) -> None:
    made = served.new("aboyne")
    with ExitStack() as pages:
        crowd = [pages.enter_context(served.page(made, None)) for _ in range(12)]
        for page in crowd:
            page.send({"type": "analyse", "node": 0, "seconds": 60, "id": 99})
        for page in crowd:
            assert page.wait("analysis")["lines"]
        quick = pages.enter_context(served.page(served.new("aboyne", "easy", "human")))
        assert quick.wait("node")["node"]["id"] == 1
        for page in crowd:
            assert page.ask(type="cancel")["type"] == "done"


def test_who_comes_and_leaves_is_told_once_in_a_while(plain: Served) -> None:
    made = plain.new("focus", options={"size": 6})
    with plain.page(made) as player:
        began = time.monotonic()
        asyncio.run(visit(address_of(plain, made["id"])))
        told = [player.receive()["match"]["watching"]]
        while told[-1] != 1:
            told.append(player.receive()["match"]["watching"])
        assert 1 + SPECTATORS in told
        assert len(told) <= 2 + (time.monotonic() - began) / BETWEEN


async def visit(address: str) -> None:
    """Come all at once, stay for a moment, and leave all at once."""
    together = asyncio.Barrier(SPECTATORS)

    async def watch() -> None:
        async with connect(address, compression=None) as socket:
            await socket.send('{"type": "hello"}')
            while json.loads(await socket.recv()).get("match", {}).get("watching") != (
                1 + SPECTATORS
            ):
                pass
            await together.wait()

    await asyncio.gather(*(watch() for _ in range(SPECTATORS)))


def test_the_limit_of_experiments_holds_when_many_start_at_once(served: Served) -> None:
    wanted = {"game": "aboyne", "options": {"side": 3}, "bots": ["random", "mcts,iterations=5000"]}

    def start(_: int) -> Any:
        return served.http.post("/api/arenas", json={**wanted, "games": 2000})

    with ThreadPoolExecutor(12) as threads:
        answers = list(threads.map(start, range(12)))
    begun = [answer.json()["id"] for answer in answers if answer.status_code == 201]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert (len(begun), len(refused)) == (MOST_RUNNING, 12 - MOST_RUNNING)
    assert "at most 2 experiments" in refused[0].json()["error"]

    stopped, going = begun
    served.http.delete(f"/api/arenas/{stopped}")
    while served.http.get(f"/api/arenas/{stopped}").json()["state"] == "running":
        pass
    other = start(0).json()["id"]
    again = served.http.post(f"/api/arenas/{stopped}/resume")
    assert again.status_code == 429
    assert served.http.post(f"/api/arenas/{going}/resume").status_code == 200  # it runs
    for name in (going, other):
        served.http.delete(f"/api/arenas/{name}")


def test_an_address_with_too_many_pages_hears_why(plain: Served) -> None:
    made = plain.new("focus", options={"size": 6})
    most = Limits().connections_per_address

    async def come(many: AsyncExitStack) -> Json:
        socket = await connect(
            address_of(plain, made["id"]), compression=None, local_addr=("127.0.0.2", 0)
        )
        many.push_async_callback(socket.close)
        with suppress(ConnectionClosed):
            await socket.send('{"type": "hello"}')
        first: Json = json.loads(await socket.recv())
        if first["type"] == "error":
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1013
        return first

    async def crowd() -> list[Json]:
        async with AsyncExitStack() as many:
            return [await come(many) for _ in range(most + 3)]

    *here, first, second, third = asyncio.run(crowd())
    assert {message["type"] for message in here} == {"state"}
    sentence = "too many pages of this server are open at your address; close one first"
    assert first == second == third
    assert (first["code"], first["text"]) == ("busy", sentence)
    assert first["pt"].endswith("fecha uma primeiro")
    with plain.page(made) as page:  # from another address
        assert page.state["type"] == "state"


@pytest.mark.parametrize("nice", [0, 5])
def test_long_searches_come_after_what_talks_to_people(nice: int) -> None:
    """On Linux the system knows an order of threads; those that a search starts inherit it."""
    code = (
        "import os, threading\n"
        "from tabuleiro.web.thinking import _give_way\n"
        "def priority(): return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())\n"
        "def search(): found.append(priority())\n"
        "def work():\n"
        "    _give_way(5)\n"
        "    inner = threading.Thread(target=search)\n"
        "    inner.start(); inner.join()\n"
        "found = []\n"
        "os.nice(NICE)\n"
        "thread = threading.Thread(target=work)\n"
        "thread.start(); thread.join()\n"
        "print(found[0] == min(priority() + 5, 19) > priority())\n"
    ).replace("NICE", str(nice))
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "True\n"


class Hearer:
    """A page that notes who hears what, in order."""

    owner = False
    address = ""

    def __init__(self, seats: tuple[int, ...], heard: list[tuple[object, str]]) -> None:
        self.seats = seats
        self.heard = heard

    def send_text(self, text: str) -> None:
        self.heard.append((self, text))

    def close(self, code: int) -> None:
        raise AssertionError(code)


def test_a_crowd_is_told_some_at_a_time_after_the_players_and_in_order() -> None:
    heard: list[tuple[object, str]] = []
    crowd = [Hearer((), heard) for _ in range(3 * AT_ONCE)]
    player = Hearer((0,), heard)

    async def tell() -> list[int]:
        here = Gathering("here")
        here.pages.update(crowd, {player})
        here.tell({"type": "first"})
        here.tell({"type": "second"})
        counts = []
        while len(heard) < 2 * len(here.pages):
            counts.append(len(heard))
            await asyncio.sleep(0)
        return counts

    counts = asyncio.run(tell())
    assert counts == [AT_ONCE + 2, *range(2 * AT_ONCE + 2, 6 * AT_ONCE + 2, AT_ONCE)]
    for page in (player, *crowd):
        assert [text for who, text in heard if who is page] == [
            '{"type":"first"}',
            '{"type":"second"}',
        ]
    assert heard[0][0] is player


class SlowCompiler(Compiler):
    """Takes until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.done = asyncio.Event()

    async def ready_for(
        self,
        game: Game,
        bot: str,
        traced: bool = False,
        waits: Callable[[], None] = lambda: None,
    ) -> None:
        if not self.done.is_set():
            waits()
        await self.done.wait()


def test_a_room_tells_that_its_bot_is_compiled_and_no_longer(tmp_path: Path) -> None:
    store = MatchStore(f"sqlite:///{tmp_path / 'games.sqlite'}")
    heard: list[tuple[object, str]] = []
    row, _ = new_match(the_game("aboyne", {}), (Seat("bot", "random"), Seat("human")))

    async def play() -> None:
        await store.write(create(row, []))
        limits, compiler = Limits(), SlowCompiler()
        services = Services(store, Thinker(limits), compiler, limits, Work(limits))
        room = Room(Match(row, []), services)
        room.enter(Hearer((1,), heard))
        while not room.facts()["compiling"]:
            await asyncio.sleep(0)
        compiler.done.set()
        while len(room.match.nodes) == 1:
            await asyncio.sleep(0.001)
        services.thinker.close()
        services.work.close()

    try:
        asyncio.run(asyncio.wait_for(play(), 60))
    finally:
        store.close()
    told = [json.loads(text)["match"] for _, text in heard]
    assert [match["compiling"] for match in told] == [True, False, False]
    assert [match["current"] for match in told] == [0, 0, 1]


def test_a_room_tells_why_its_bot_cannot_move_and_lets_it_try_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = MatchStore(f"sqlite:///{tmp_path / 'games.sqlite'}")
    row, _ = new_match(the_game("aboyne", {}), (Seat("bot", "random"), Seat("human")))
    chosen = rooms.chosen_move

    def fails(*_: object) -> None:
        raise BrokenRules("mine.py, line 3: it never ends", "mine.py, linha 3: nunca acaba")

    async def play() -> None:
        await store.write(create(row, []))
        limits = Limits()
        services = Services(store, Thinker(limits), Compiler(), limits, Work(limits))
        room = Room(Match(row, []), services)
        page = Hearer((1,), [])
        page.owner = True
        monkeypatch.setattr(rooms, "chosen_move", fails)
        room.enter(page)
        while not room.facts()["trouble"]:
            await asyncio.sleep(0.001)
        assert room.facts()["trouble"]["en"] == "mine.py, line 3: it never ends"
        while not room.facts()["paused"]:
            await asyncio.sleep(0.001)
        assert room.facts()["thinking"] is None
        monkeypatch.setattr(rooms, "chosen_move", chosen)
        await room.pause(page, False)
        while len(room.match.nodes) == 1:
            await asyncio.sleep(0.001)
        assert room.facts()["trouble"] is None
        services.thinker.close()
        services.work.close()

    try:
        asyncio.run(asyncio.wait_for(play(), 60))
    finally:
        store.close()
