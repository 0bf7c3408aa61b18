"""One WebSocket: a page that looks at a match, plays in it, and asks for help."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import logging
from collections.abc import Callable, Coroutine
from dataclasses import asdict
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tabuleiro.bots.presets import strongest
from tabuleiro.errors import AmbiguousMove, IllegalMove, InvalidNotation, TabuleiroError
from tabuleiro.turn import Turn
from tabuleiro.web import learning, messages
from tabuleiro.web.limits import LONGEST, Bucket, TooMuch, safe_bot
from tabuleiro.web.match import Match, Node, Refusal, clean_name, hash_of
from tabuleiro.web.messages import AnyRequest
from tabuleiro.web.room import Room
from tabuleiro.web.rooms import GONE, Rooms
from tabuleiro.web.services import Services
from tabuleiro.web.shapes import Json, position_of, text_of, view_of
from tabuleiro.web.thinking import Job

log = logging.getLogger("tabuleiro.web")

NO_HELLO, FLOOD, SLOW = 4408, 4429, 4430
"""Why connections end: nothing was said, far too much was said, too little was taken."""
HELLO_SECONDS = 10
WARNINGS = 50
"""Messages over the rate that are answered; the others are passed over."""
MOST_QUEUED = 400
"""Messages that may wait for a slow page."""

CODES: tuple[tuple[type[TabuleiroError], str], ...] = (
    (IllegalMove, "illegal"),
    (AmbiguousMove, "notation"),
    (InvalidNotation, "notation"),
    (TooMuch, "busy"),
)

TOO_MANY = Refusal(
    "limit", "too many messages; wait a moment", "demasiadas mensagens; espera um momento"
)
MISTAKE = TabuleiroError(
    "a mistake of the server, not yours; nothing was changed",
    "um erro do servidor, não teu; nada foi alterado",
)


class Connection:
    """A page's end of the line: what it holds, and what waits to be sent to it."""

    def __init__(self, socket: WebSocket, services: Services) -> None:
        self.socket = socket
        self.services = services
        self.seats: tuple[int, ...] = ()
        self.owner = False
        self._out: asyncio.Queue[Json | int] = asyncio.Queue(MOST_QUEUED)
        self._helps: dict[str, asyncio.Task[None]] = {}

    def send(self, message: Json) -> None:
        """Queue a message; a page that takes none for long is let go."""
        try:
            self._out.put_nowait(message)
        except asyncio.QueueFull:
            self.close(SLOW)

    def close(self, code: int) -> None:
        """End the connection after what was said already."""
        while True:
            try:
                self._out.put_nowait(code)
                return
            except asyncio.QueueFull:
                self._out.get_nowait()

    async def write(self) -> None:
        """Send what waits, until the end."""
        while True:
            message = await self._out.get()
            if isinstance(message, int):
                await self.socket.close(message)
                return
            await self.socket.send_text(json.dumps(message, separators=(",", ":")))

    def start_help(self, what: str, work: Coroutine[Any, Any, None]) -> None:
        """Begin something that takes time; it takes the place of what was asked for alike."""
        self.stop_help(what)
        task = asyncio.create_task(work)
        self._helps[what] = task
        task.add_done_callback(lambda _: self._forget(what, task))

    def _forget(self, what: str, task: asyncio.Task[None]) -> None:
        if self._helps.get(what) is task:
            del self._helps[what]

    def stop_help(self, *which: str) -> None:
        """End what goes on for this page; everything unless named."""
        for what in which or tuple(self._helps):
            task = self._helps.get(what)
            if task is not None:
                task.cancel()


async def serve(socket: WebSocket, match: str, rooms: Rooms) -> None:
    """The life of a connection."""
    services = rooms.services
    await socket.accept()
    connection = Connection(socket, services)
    writer = asyncio.create_task(connection.write())
    reader = asyncio.create_task(_listen(socket, connection, match, rooms))
    try:
        await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
    finally:
        connection.stop_help()
        reader.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await reader
        if socket.client_state is WebSocketState.CONNECTED and not writer.done():
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(asyncio.shield(writer), 1)
        writer.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await writer


async def _listen(socket: WebSocket, connection: Connection, match: str, rooms: Rooms) -> None:
    room = await _enter(socket, connection, match, rooms)
    if room is None:
        return
    limits = rooms.services.limits
    bucket = Bucket(limits.messages_per_second, limits.message_burst)
    over = 0
    try:
        while True:
            text = await _text(socket)
            if not bucket.take():
                over += 1
                if over > limits.patience:
                    connection.close(FLOOD)
                    return
                if over <= WARNINGS:
                    _fail(connection, None, TOO_MANY)
                continue
            await _answer(connection, room, text)
    except WebSocketDisconnect:
        return
    finally:
        connection.stop_help()
        await asyncio.shield(asyncio.ensure_future(rooms.leave(room, connection)))


async def _text(socket: WebSocket) -> str:
    """The next message; one of bytes is no message of ours."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text = message.get("text")
    return "" if text is None else str(text)


async def _enter(
    socket: WebSocket, connection: Connection, match: str, rooms: Rooms
) -> Room | None:
    """Wait for the hello, and let the page in."""
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            while True:
                try:
                    said = await _text(socket)
                    hello = messages.read(said)
                    if isinstance(hello, messages.Hello):
                        break
                    raise Refusal("bad message", "the first message must be of type 'hello'")
                except Refusal as refusal:
                    _fail(connection, messages.id_of(said), refusal)
    except TimeoutError:
        connection.close(NO_HELLO)
        return None
    except WebSocketDisconnect:
        return None
    if hello.token is not None:
        given = hash_of(hello.token)
        for right in await asyncio.to_thread(rooms.services.store.rights, match):
            if hmac.compare_digest(right.hash, given):
                connection.seats, connection.owner = right.seats, right.owner
    try:
        room = await rooms.enter(match, connection)
    except TabuleiroError as error:
        _fail(connection, hello.id, error)
        connection.close(1013)
        return None
    if room is None:
        connection.close(GONE)
        return None
    connection.send({**state_of(room, connection), "id": hello.id})
    return room


def state_of(room: Room, connection: Connection) -> Json:
    """Everything about a match."""
    return {
        "type": "state",
        "match": room.facts(),
        **tree_of(room.match),
        "you": {"seats": connection.seats, "owner": connection.owner},
    }


def tree_of(match: Match) -> Json:
    """The board of a match and all its moves."""
    return {
        "geometry": asdict(match.game.geometry),
        "root": view_of(match.nodes[0].position),
        "nodes": [node.facts() for node in match.nodes],
    }


async def _answer(connection: Connection, room: Room, text: str) -> None:
    """Answer one message; whatever goes wrong, the connection goes on."""
    number: int | str | None = None
    try:
        request = messages.read(text)
        number = request.id
        reply = await _do(connection, room, request)
        if reply is not None:
            connection.send({**reply, "id": number})
    except Exception as error:
        _fail(connection, messages.id_of(text) if number is None else number, error)


def _fail(connection: Connection, number: int | str | None, error: Exception) -> None:
    if isinstance(error, Refusal):
        code = error.code
    else:
        code = next((code for kind, code in CODES if isinstance(error, kind)), "unknown")
    if not isinstance(error, TabuleiroError):
        log.error("a mistake of the server: %s: %s", type(error).__name__, error)
        error = MISTAKE
    texts = {"text": str(error)[:LONGEST], "pt": error.pt[:LONGEST]}
    connection.send({"type": "error", "id": number, "code": code, **texts})


async def _do(connection: Connection, room: Room, request: AnyRequest) -> Json | None:
    """What a request asks for, and the answer; None if the answers come later."""
    match request:
        case messages.Look(node=number):
            return _position(room.match.node(number), ())
        case messages.InTurn(node=number, actions=actions):
            return _position(room.match.node(number), tuple(actions))
        case messages.Why(node=number, actions=actions, cells=cells):
            turn = Turn.of(room.match.node(number).position, tuple(actions))
            return _why(turn, tuple(cells))
        case messages.Play(type="move"):
            played = await room.play(connection, request.node, request.chooser())
            return {"type": "done", "node": played.id}
        case messages.Play():
            added = await room.explore(connection, request.node, request.chooser())
            return {"type": "done", "node": added.id}
        case messages.Resign(player=player):
            await room.resign(connection, player)
        case messages.Rename(name=name, player=player):
            await room.rename(connection, player, clean_name(name))
        case messages.Speed(seconds=seconds):
            await room.speed(connection, seconds)
        case messages.Plain(type=kind):
            return await _plain(connection, room, kind)
        case messages.Hello():
            return state_of(room, connection)
        case _:
            _help(connection, room, request)
            return None
    return {"type": "done"}


async def _plain(connection: Connection, room: Room, kind: str) -> Json:
    if kind == "ping":
        return {"type": "pong"}
    if kind == "takeback":
        await room.takeback(connection)
    elif kind == "draw":
        await room.draw(connection)
    elif kind == "decline":
        await room.decline(connection)
    elif kind == "rematch":
        return {"type": "done", "match": await room.rematch(connection)}
    elif kind in ("pause", "resume"):
        await room.pause(connection, kind == "pause")
    elif kind == "step":
        await room.step(connection)
    else:
        connection.stop_help()
    return {"type": "done"}


def _position(node: Node, actions: tuple[int, ...]) -> Json:
    position = position_of(Turn.of(node.position, actions))
    return {"type": "position", "node": node.id, "position": position}


def _why(turn: Turn, cells: tuple[int, ...]) -> Json:
    most = len(turn.here.game.geometry.cells)
    if any(cell >= most for cell in cells):
        raise Refusal("bad message", f"the board has only {most} cells")
    text = turn.why_not(*cells)
    return {
        "type": "why",
        "text": None if text is None else text_of(text),
        "cells": turn.culprits(*cells),
    }


def _help(connection: Connection, room: Room, request: AnyRequest) -> None:
    """Begin a hint, an analysis, threats or a review."""
    room.must_be_fair()
    match, limits = room.match, connection.services.limits
    text = strongest(match.game)
    number = request.id
    current = match.state.current
    if isinstance(request, messages.AskHint):
        grade = request.grade
        node = match.node(current if request.node is None else request.node)
        _must_be_open(node)
        work: Callable[[Job], Json | None] = lambda job: {  # noqa: E731
            "type": "hint",
            "node": node.id,
            **learning.hint_for(job, node.position, grade, match.id),
        }
    elif isinstance(request, messages.Threats):
        node = match.node(request.node)
        _must_be_open(node)
        work = lambda job: {  # noqa: E731
            "type": "threats",
            "node": node.id,
            **learning.threats(job, node.position, match.id),
        }
    elif isinstance(request, messages.Analyse):
        node = match.node(request.node)
        _must_be_open(node)
        text = request.bot or text
        if request.bot is not None:
            safe_bot(match.game, request.bot, limits)
        asked = request
        tell = _teller(connection, {"type": "analysis", "id": number, "node": node.id})

        def work(job: Job) -> None:
            seconds = min(asked.seconds, limits.think_seconds)
            learning.analyse(job, node.position, text, asked.lines, seconds, match.id, tell)

    elif isinstance(request, messages.AskReview):
        node = match.node(current if request.node is None else request.node)
        seconds = request.seconds
        report = _teller(connection, {"type": "progress", "id": number})
        work = lambda job: {  # noqa: E731
            "type": "review",
            **learning.review_of(job, match, node, seconds, report),
        }
    else:
        raise Refusal("bad message", f"nothing is known about {request.type!r}")

    async def run() -> None:
        try:
            await connection.services.compiler.ready(match.game, learning.unit_of(text))
            reply = await connection.services.thinker.run(work)
            if reply is not None:
                connection.send({**reply, "id": number})
        except Exception as error:
            _fail(connection, number, error)

    connection.start_help(request.type, run())


def _teller(connection: Connection, head: Json) -> Callable[[Json], None]:
    """How a search in another thread speaks to the page."""
    loop = asyncio.get_running_loop()

    def tell(facts: Json) -> None:
        loop.call_soon_threadsafe(connection.send, {**head, **facts})

    return tell


def _must_be_open(node: Node) -> None:
    if node.position.outcome is not None:
        raise Refusal(
            "over",
            "the game is over there, so there is nothing to search",
            "aí a partida acabou, por isso não há nada para pesquisar",
        )
