"""The web server under load, on this machine alone: many games at once, kills, and noise.

    python bench/load.py                     200 games against bots for half a minute
    python bench/load.py --games 50 --bot hard --seconds 10
    python bench/load.py kill --times 20     kill -9 in the middle of play, and what was lost
    python bench/load.py noise --messages 10000

Games: every page thinks for some seconds, makes a random legal move, and waits for the answer of
its bot. What counts is how long the server takes to acknowledge a person's move (it is stored by
then) while the bots think.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from websockets.asyncio.client import connect

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "web"))

from serving import Json, Served
from test_limits import memory, noise
from test_restart import check, play_and_kill

NAMES = ("fanorona", "shobu", "focus", "aboyne", "cifra")


class Times:
    """How long things took, in milliseconds."""

    def __init__(self) -> None:
        self.acknowledged: list[float] = []
        self.answered: list[float] = []
        self.looked: list[float] = []
        self.errors: list[str] = []


def spread(times: list[float]) -> str:
    """The usual figures of some times."""
    if len(times) < 2:
        return "none"
    cut = statistics.quantiles(times, n=100)
    return (
        f"{len(times):6} times, median {cut[49]:6.1f} ms, 95 % {cut[94]:6.1f} ms, "
        f"99 % {cut[98]:6.1f} ms, longest {max(times):6.1f} ms"
    )


def cpu(served: Served) -> float:
    """The seconds of processor time that the server has used."""
    fields = Path(f"/proc/{served.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def page(
    url: str, made: Json, times: Times, until: float, think: tuple[float, float]
) -> None:
    """One person at one board."""
    address = url.replace("http", "ws", 1) + f"/api/matches/{made['id']}/socket"
    async with connect(address, max_size=None, compression=None) as socket:

        async def hear(kind: str) -> Json:
            while True:
                message: Json = json.loads(await socket.recv())
                if message["type"] in (kind, "error"):
                    return message

        await socket.send(json.dumps({"type": "hello", "token": made["token"]}))
        state = await hear("state")
        match, own = state["match"], state["you"]["seats"]
        players = {node["id"]: node["player"] for node in state["nodes"]}
        await asyncio.sleep(random.uniform(0, think[1]))
        while time.monotonic() < until and match["result"] is None:
            node = match["current"]
            if players[node] not in own:
                message = await hear("node")
                match = message["match"]
                players[message["node"]["id"]] = message["node"]["player"]
                continue
            actions: list[int] = []
            while True:
                began = time.perf_counter()
                await socket.send(json.dumps({"type": "turn", "node": node, "actions": actions}))
                position = (await hear("position"))["position"]
                times.looked.append(1000 * (time.perf_counter() - began))
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
                    times.errors.append(message["text"])
                    return
                if message["type"] == "done":
                    done = message
                    times.acknowledged.append(1000 * (time.perf_counter() - began))
                if message["type"] == "node":
                    played = played or message
                    match = message["match"]
                    players[message["node"]["id"]] = message["node"]["player"]
            sent = time.perf_counter()
            if match["result"] is None and players[match["current"]] not in own:
                message = await hear("node")
                match = message["match"]
                players[message["node"]["id"]] = message["node"]["player"]
                times.answered.append(1000 * (time.perf_counter() - sent))


async def play(served: Served, games: list[Json], args: argparse.Namespace) -> Times:
    """All pages at once."""
    times = Times()
    until = time.monotonic() + args.seconds
    think = (args.think / 2, args.think * 1.5)
    pages = [page(served.url, made, times, until, think) for made in games]
    for result in await asyncio.gather(*pages, return_exceptions=True):
        if isinstance(result, BaseException):
            times.errors.append(f"{type(result).__name__}: {result}")
    return times


def load(args: argparse.Namespace) -> int:
    """Many games at once."""
    with tempfile.TemporaryDirectory() as home:
        served = Served(f"sqlite:///{home}/games.sqlite")
        try:
            while set(served.http.get("/api/status").json()["games"].values()) != {"ready"}:
                time.sleep(0.5)
            games = [
                served.new(NAMES[number % len(NAMES)], "human", args.bot)
                for number in range(args.games)
            ]
            spent, began = cpu(served), time.monotonic()
            times = asyncio.run(play(served, games, args))
            share = (cpu(served) - spent) / (time.monotonic() - began)
            print(f"{args.games} games against {args.bot} for {args.seconds:g} s")
            print(f"moves acknowledged  {spread(times.acknowledged)}")
            print(f"positions told      {spread(times.looked)}")
            print(f"bots answered       {spread(times.answered)}")
            size = memory(served) / 1e6
            print(
                f"server              {share:.2f} cores, {size:.0f} MB; {len(times.errors)} errors"
            )
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
    parser.add_argument("what", nargs="?", choices=("games", "kill", "noise"), default="games")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--bot", default="medium")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--think", type=float, default=5.0, help="seconds a person thinks")
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--messages", type=int, default=10_000)
    args = parser.parse_args()
    return {"games": load, "kill": kill, "noise": shout}[args.what](args)


if __name__ == "__main__":
    sys.exit(main())
