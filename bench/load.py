"""The web server under load, on this machine alone: many games at once, crowds, kills, and noise.

    python bench/load.py                         200 games against bots of all levels, half a minute
    python bench/load.py --games 50 --levels hard --seconds 10
    python bench/load.py --games 1000 --addresses 1      all from one address: what is refused
    python bench/load.py crowd --spectators 2000 --games 20   all watch one game while others play
    python bench/load.py study --spectators 40 --games 5 --levels easy    all analyse another game
    python bench/load.py kill --times 20         kill -9 in the middle of play, and what was lost
    python bench/load.py noise --messages 10000

Pages come from 127.0.0.2 onward. Every page of a game thinks for some seconds, makes a random legal
move, and waits for the answer of its bot. What counts is how long the server takes to acknowledge a
person's move (it is stored by then) and to answer with its bots' moves, level by level.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Coroutine, Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "web"))

from serving import Json, Served
from test_limits import memory, noise
from test_restart import check, play_and_kill

NAMES = ("fanorona", "shobu", "focus", "aboyne", "cifra")


LEVELS = "novice,easy,medium,hard,expert,master"


class Times:
    """How long things took, in milliseconds, and what went wrong."""

    def __init__(self) -> None:
        self.acknowledged: list[float] = []
        self.answered: dict[str, list[float]] = {}
        self.looked: list[float] = []
        self.refused: Counter[str] = Counter()
        self.errors: list[str] = []
        self.turns = 0
        """All turns of people, those that are not timed included."""
        self.begin = 0.0
        """From when on things are timed: the first moves load the compiled games."""

    def note(self, times: list[float], began: float) -> None:
        """Something that began then is done."""
        if began >= self.begin:
            times.append(1000 * (time.perf_counter() - began))


def source(number: int) -> str:
    """An address of this machine to come from."""
    return f"127.0.{number // 250}.{number % 250 + 2}"


def spread(times: list[float]) -> str:
    """The usual figures of some times."""
    if len(times) < 2:
        return "none"
    cut = statistics.quantiles(times, n=100)
    return (
        f"{len(times):6} times, median {cut[49]:6.1f} ms, 95 % {cut[94]:6.1f} ms, "
        f"99 % {cut[98]:6.1f} ms, longest {max(times):6.1f} ms"
    )


def cpu(served: Served, loop: bool = False) -> float:
    """The seconds of processor time that the server has used, or its event loop alone."""
    process = served.process.pid
    place = f"/proc/{process}/task/{process}/stat" if loop else f"/proc/{process}/stat"
    fields = Path(place).read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Refused(Exception):
    """The server says that it is too much, in a sentence."""


def open_socket(url: str, made: Json) -> connect:
    """A connection to a match, from its address."""
    address = url.replace("http", "ws", 1) + f"/api/matches/{made['id']}/socket"
    return connect(
        address,
        max_size=None,
        compression=None,
        open_timeout=60,
        ping_interval=None,
        local_addr=(made["from"], 0),
    )


async def hear(socket: ClientConnection, kind: str) -> Json:
    """The next message of a kind."""
    while True:
        message: Json = json.loads(await socket.recv())
        if message["type"] == "error":
            raise Refused(message["text"])
        if message["type"] == kind:
            return message


async def page(
    url: str, made: Json, times: Times, until: float, think: tuple[float, float]
) -> None:
    """One person at one board."""
    async with open_socket(url, made) as socket:
        await socket.send(json.dumps({"type": "hello", "token": made["token"]}))
        state = await hear(socket, "state")
        match, own = state["match"], state["you"]["seats"]
        players = {node["id"]: node["player"] for node in state["nodes"]}
        await asyncio.sleep(random.uniform(0, think[1]))
        while time.monotonic() < until and match["result"] is None:
            node = match["current"]
            if players[node] not in own:
                message = await hear(socket, "node")
                match = message["match"]
                players[message["node"]["id"]] = message["node"]["player"]
                continue
            actions: list[int] = []
            while True:
                began = time.perf_counter()
                await socket.send(json.dumps({"type": "turn", "node": node, "actions": actions}))
                position = (await hear(socket, "position"))["position"]
                times.note(times.looked, began)
                if position["over"]:
                    break
                actions.append(random.choice(position["steps"])["action"])
            await asyncio.sleep(random.uniform(*think))
            began = time.perf_counter()
            await socket.send(json.dumps({"type": "move", "node": node, "actions": actions}))
            played = done = None
            while played is None or done is None:
                message = json.loads(await socket.recv())
                if message["type"] == "error":
                    raise Refused(message["text"])
                if message["type"] == "done":
                    done = message
                    times.turns += 1
                    times.note(times.acknowledged, began)
                if message["type"] == "node":
                    played = played or message
                    match = message["match"]
                    players[message["node"]["id"]] = message["node"]["player"]
            sent = time.perf_counter()
            if match["result"] is None and players[match["current"]] not in own:
                message = await hear(socket, "node")
                match = message["match"]
                players[message["node"]["id"]] = message["node"]["player"]
                times.note(times.answered.setdefault(made["level"], []), sent)


async def watch(url: str, made: Json, until: float, study: bool) -> None:
    """One spectator, who perhaps analyses all the time."""
    async with open_socket(url, made) as socket:
        await socket.send(json.dumps({"type": "hello"}))
        await hear(socket, "state")
        if study:
            await socket.send(json.dumps({"type": "analyse", "node": 0, "seconds": 60}))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                while True:
                    await hear(socket, "nothing")


def come(url: str, here: list[Json], seconds: float, study: bool) -> tuple[Counter[str], list[str]]:
    """A crowd in a process of its own: its work delays nobody whose time is taken."""

    async def crowd(times: Times) -> None:
        end = asyncio.get_running_loop().time() + seconds
        await together(times, (watch(url, each, end, study) for each in here))

    times = Times()
    asyncio.run(crowd(times))
    return times.refused, times.errors


async def together(times: Times, pages: Iterable[Coroutine[Any, Any, None]]) -> None:
    """All pages at once."""
    for result in await asyncio.gather(*pages, return_exceptions=True):
        if isinstance(result, Refused):
            times.refused[str(result)] += 1
        elif isinstance(result, BaseException):
            times.errors.append(f"{type(result).__name__}: {result}")


def make_games(served: Served, args: argparse.Namespace, times: Times) -> list[Json]:
    """Matches from many addresses, every level in as many as the others."""
    levels = args.levels.split(",")
    games = []
    clients = [
        httpx.Client(
            base_url=served.url,
            timeout=60,
            transport=httpx.HTTPTransport(local_address=source(number)),
        )
        for number in range(min(args.addresses, args.games))
    ]
    for number in range(args.games):
        client = clients[number % len(clients)]
        level = levels[number % len(levels)]
        seats = [{"kind": "human"}, {"kind": "bot", "bot": level}]
        game = NAMES[number // len(levels) % len(NAMES)]
        answer = client.post("/api/matches", json={"game": game, "seats": seats})
        if answer.status_code == 201:
            home = source(number % len(clients))
            games.append({**answer.json(), "level": level, "from": home})
        else:
            times.refused[answer.json()["error"]] += 1
    for client in clients:
        client.close()
    return games


async def play(served: Served, games: list[Json], args: argparse.Namespace, times: Times) -> None:
    """All games, and perhaps a crowd that comes after a while to look at another one."""
    url = served.url
    until = time.monotonic() + args.warm + args.seconds
    times.begin = time.perf_counter() + args.warm
    think = (args.think / 2, args.think * 1.5)
    pages = [page(url, made, times, until, think) for made in games]
    if args.what == "games":
        await together(times, pages)
        return
    playing = asyncio.create_task(together(times, pages))
    await asyncio.sleep(args.warm + args.seconds / 4)
    seen = served.new("fanorona", "human", "human")
    before, looped, began = cpu(served), cpu(served, loop=True), time.monotonic()
    here = [
        {**seen, "from": source(1000 + number % args.addresses)}
        for number in range(args.spectators)
    ]
    elsewhere = ProcessPoolExecutor(1, get_context("spawn"))
    coming = asyncio.get_running_loop().run_in_executor(
        elsewhere, come, url, here, args.seconds / 2, args.what == "study"
    )
    while args.what == "crowd" and not coming.done():
        matches = await asyncio.to_thread(served.http.get, f"/api/matches/{seen['id']}")
        watching = matches.json()["match"]["watching"]
        if watching >= args.spectators:
            seconds, spent = time.monotonic() - began, cpu(served) - before
            loop = cpu(served, loop=True) - looped
            print(
                f"{watching} spectators after {seconds:.1f} s, {spent:.1f} s of the server's CPU, "
                f"of them its event loop {loop:.1f} s"
            )
            break
        await asyncio.sleep(0.5)
    refused, errors = await coming
    times.refused += refused
    times.errors += errors
    elsewhere.shutdown()
    print(f"until they have left, {cpu(served) - before:.1f} s of the server's CPU")
    await playing


def load(args: argparse.Namespace) -> int:
    """Many games at once."""
    times = Times()
    with tempfile.TemporaryDirectory() as home:
        served = Served(f"sqlite:///{home}/games.sqlite")
        try:
            while set(served.http.get("/api/status").json()["games"].values()) != {"ready"}:
                time.sleep(0.5)
            games = make_games(served, args, times)
            print(f"{len(games)} games begin", flush=True)
            spent, looped, began = cpu(served), cpu(served, loop=True), time.monotonic()
            asyncio.run(play(served, games, args, times))
            seconds = time.monotonic() - began
            spent, looped = cpu(served) - spent, cpu(served, loop=True) - looped
            print(f"{args.games} games against {args.levels} for {args.seconds:g} s")
            print(f"moves acknowledged  {spread(times.acknowledged)}")
            print(f"positions told      {spread(times.looked)}")
            for level in args.levels.split(","):
                print(f"{level + ' answered':19} {spread(times.answered.get(level, []))}")
            size = memory(served) / 1e6
            print(
                f"server              {spent / seconds:.2f} cores, of them the event loop "
                f"{looped / seconds:.2f}: {1000 * looped / max(1, times.turns):.1f} ms a turn; "
                f"{size:.0f} MB; {len(times.errors)} errors; load {os.getloadavg()[0]:.1f}"
            )
            for said, number in times.refused.items():
                print(f"refused             {number}: {said}")
            for error in times.errors[:3]:
                print(f"  {error}")
            return 1 if times.errors else 0
        finally:
            served.stop()


def kill(args: argparse.Namespace) -> int:
    """Kill the server again and again; raises if an acknowledged move is lost."""
    with tempfile.TemporaryDirectory() as home:
        database = f"sqlite:///{home}/games.sqlite"
        served = Served(database, TABULEIRO_PLAIN="1")
        try:
            made = [served.new("focus", options={"size": 6}) for _ in range(3)]
            acknowledged: dict[str, list[tuple[int, str]]] = {match["id"]: [] for match in made}
            for number in range(args.times):
                play_and_kill(served, made, acknowledged, 1 + number % 9)
                served = Served(database, TABULEIRO_PLAIN="1")
                check(served, acknowledged)
            moves = sum(map(len, acknowledged.values()))
            print(f"{args.times} kills, {moves} moves acknowledged, none lost")
        finally:
            served.stop()
    return 0


def shout(args: argparse.Namespace) -> int:
    """Messages that mean nothing."""
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as home:
        served = Served(f"sqlite:///{home}/games.sqlite", TABULEIRO_PLAIN="1")
        try:
            made = served.new("aboyne")
            sent = 0
            before = 0
            while sent < args.messages:
                with served.page(made) as talker:
                    for _ in range(100):
                        talker.socket.send(noise(chance))
                    for _ in range(100):
                        talker.wait("error")
                sent += 100
                before = before or (memory(served) if sent >= args.messages // 10 else 0)
            grown = memory(served) - before
            with served.page(made) as talker:
                assert talker.play_any(0)["type"] == "done"
            answer = served.http.get("/api/status")
            assert answer.status_code == 200
            print(f"{sent} messages of noise; the match goes on; memory {grown / 1e6:+.1f} MB")
        finally:
            served.stop()
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "what",
        nargs="?",
        choices=("games", "crowd", "study", "kill", "noise"),
        default="games",
    )
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--levels", default=LEVELS, help="of the bots, in equal shares")
    parser.add_argument("--addresses", type=int, default=50, help="where pages come from")
    parser.add_argument("--spectators", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--warm", type=float, default=10.0, help="seconds before that, not timed")
    parser.add_argument("--think", type=float, default=5.0, help="seconds a person thinks")
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--messages", type=int, default=10_000)
    args = parser.parse_args()
    return {"kill": kill, "noise": shout}.get(args.what, load)(args)


if __name__ == "__main__":
    sys.exit(main())
