"""A real server in a second process, and a page that talks to it over a real socket."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

Json = dict[str, Any]
WAIT = 120


class Served:
    """A server that runs; `kill` ends it as a power failure would."""

    def __init__(self, database: str, *options: str, **environment: str) -> None:
        program = str(Path(sys.executable).with_name("tabuleiro"))
        command = [program, "web", "--no-browser", "--json"]
        command += ["--database", database, *options]
        self._home = TemporaryDirectory()
        env = {**os.environ, "TABULEIRO_DATA_DIR": self._home.name, **environment}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, env=env)
        assert self.process.stdout is not None
        lines = []
        while b"}" not in (line := self.process.stdout.readline()):
            assert line, "the server has ended"
            lines.append(line)
        self.url = json.loads(b"".join([*lines, line]))["url"].rstrip("/")
        self.http = httpx.Client(base_url=self.url, timeout=WAIT)

    def kill(self) -> None:
        """End it at once."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to end."""
        return self._end(signal.SIGTERM)

    def _end(self, sign: int) -> int:
        self.http.close()
        if self.process.poll() is None:
            self.process.send_signal(sign)
        code = self.process.wait(WAIT)
        if self.process.stdout is not None:
            self.process.stdout.close()
        self._home.cleanup()
        return code

    def new(self, game: str, first: str = "human", second: str = "human", **more: Any) -> Json:
        """A match; a seat is `human`, `link` or a bot."""
        seats = [
            {"kind": seat} if seat in ("human", "link") else {"kind": "bot", "bot": seat}
            for seat in (first, second)
        ]
        answer = self.http.post("/api/matches", json={"game": game, "seats": seats, **more})
        assert answer.status_code == 201, answer.text
        made: Json = answer.json()
        return made

    def page(self, made: Json, token: str | None = "own") -> Page:
        """A page of a match, with the creator's secret unless told otherwise."""
        return Page(self.url, made["id"], made["token"] if token == "own" else token)


class Page:
    """A connection to a match."""

    def __init__(self, url: str, match: str, token: str | None = None) -> None:
        address = url.replace("http", "ws", 1) + f"/api/matches/{match}/socket"
        self._open = ExitStack()
        self.socket: ClientConnection = self._open.enter_context(
            connect(address, open_timeout=WAIT, max_size=None, compression=None)
        )
        self.pushed: list[Json] = []
        self._next = 0
        hello = {"type": "hello"} if token is None else {"type": "hello", "token": token}
        self.state = self.ask(**hello)

    def send(self, message: Json) -> None:
        self.socket.send(json.dumps(message))

    def receive(self) -> Json:
        message: Json = json.loads(self.socket.recv(WAIT))
        return message

    def ask(self, **message: Any) -> Json:
        """The answer to a request; what is pushed meanwhile is kept."""
        self._next += 1
        self.send({**message, "id": self._next})
        while True:
            answer = self.receive()
            goes_on = answer.get("running") or answer["type"] in ("progress", "compiling")
            if answer.get("id") == self._next and not goes_on:
                return answer
            self.pushed.append(answer)

    def wait(self, kind: str, **wanted: Any) -> Json:
        """The next push of a kind whose match has these values."""
        while True:
            for number, message in enumerate(self.pushed):
                facts = message.get("match", {})
                fits = not wanted or all(facts.get(key) == wanted[key] for key in wanted)
                if message["type"] == kind and fits:
                    del self.pushed[: number + 1]
                    return message
            self.pushed.clear()
            self.pushed.append(self.receive())

    def position(self, node: int) -> Json:
        answer = self.ask(type="look", node=node)
        assert answer["type"] == "position", answer
        position: Json = answer["position"]
        return position

    def play_any(self, node: int, pick: int = 0) -> Json:
        """Play some legal turn from a node, step by step as a page does."""
        actions: list[int] = []
        while True:
            here = self.ask(type="turn", node=node, actions=actions)["position"]
            if here["over"]:
                return self.ask(type="move", node=node, actions=actions)
            steps = here["steps"]
            actions.append(steps[pick % len(steps)]["action"])

    def close(self) -> None:
        self._open.close()

    def __enter__(self) -> Page:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def serving(database: Path | str, *options: str, **environment: str) -> Iterator[Served]:
    """A server for a while."""
    url = database if isinstance(database, str) else f"sqlite:///{database}"
    served = Served(url, *options, **environment)
    try:
        yield served
    finally:
        served.stop()
