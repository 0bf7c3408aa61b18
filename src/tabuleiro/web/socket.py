"""One WebSocket: a page that looks at a match, plays in it, and asks for help."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tabuleiro.bots.presets import strongest
from tabuleiro.errors import (
    AmbiguousMove,
    BrokenFile,
    IllegalMove,
    InvalidNotation,
    TabuleiroError,
)
from tabuleiro.files import blame
from tabuleiro.turn import Turn
from tabuleiro.web import learning, messages
from tabuleiro.web.limits import LONGEST, Bucket, TooMuch, network_of, safe_bot
from tabuleiro.web.match import UNSTORED, Match, Node, Refusal, clean_name, compact, hash_of
from tabuleiro.web.messages import AnyRequest
from tabuleiro.web.reviews import KeptReview
from tabuleiro.web.room import Room
from tabuleiro.web.rooms import GONE, Rooms
from tabuleiro.web.scheduling import Ask
from tabuleiro.web.services import Services
from tabuleiro.web.shapes import Json, marks_of, position_of, text_of
from tabuleiro.web.thinking import Job

log = logging.getLogger("tabuleiro.web")

FULL, NO_HELLO, FLOOD, SLOW = 1013, 4408, 4429, 4430
"""Why connections end: there are too many, nothing was said, far too much was said, too little was
taken."""
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
        self.address = address_of(socket)
        self._out: asyncio.Queue[str | int] = asyncio.Queue(MOST_QUEUED)
        self._helps: dict[str, asyncio.Task[None]] = {}

    def send(self, message: Json) -> None:
        """Queue a message."""
        self.send_text(compact(message))

    def send_text(self, text: str) -> None:
        """Queue a message that is already written; a page that takes none for long is let go."""
        try:
            self._out.put_nowait(text)
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
            await self.socket.send_text(message)

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
            if (
                task is not None and not task.cancelling()
            ):  # one that ends already may take its time
                task.cancel()


def address_of(socket: HTTPConnection) -> str:
    """Where a page is, as limits and shares count it."""
    return network_of("" if socket.client is None else socket.client.host)


async def refuse(socket: WebSocket, error: TabuleiroError) -> None:
    """Say why a page cannot be served now; a refused handshake could not tell."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.accept()
        await socket.send_text(compact(failure(None, error)))
        await socket.close(FULL, str(error)[:120])  # for those who do not read before they write


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
                    raise Refusal(
                        "bad message",
                        "the first message must be of type 'hello'",
                        "a primeira mensagem tem de ser do tipo 'hello'",
                    )
                except Refusal as refusal:
                    _fail(connection, messages.id_of(said), refusal)
    except TimeoutError:
        connection.close(NO_HELLO)
        return None
    except WebSocketDisconnect:
        return None
    try:
        if hello.token is not None:
            given = hash_of(hello.token)
            for right in await asyncio.to_thread(rooms.services.store.rights, match):
                if hmac.compare_digest(right.hash, given):
                    connection.seats, connection.owner = right.seats, right.owner
        room = await rooms.enter(match, connection)
    except TabuleiroError as error:
        _fail(connection, hello.id, error)
        connection.close(FULL)
        return None
    if room is None:
        connection.close(GONE)
        return None
    connection.send_text(state_of(room, connection, hello.id))
    return room


def state_of(room: Room, connection: Connection, number: int | str | None) -> str:
    """Everything about a match, as JSON; what pages get of the moves is written already."""
    head = {
        "type": "state",
        "id": number,
        "match": room.facts(),
        "you": {"seats": connection.seats, "owner": connection.owner},
    }
    return f"{compact(head)[:-1]},{room.match.tree()[1:]}"


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
    said = blame(error)
    if said is not None and not isinstance(error, TabuleiroError):
        log.error("%s", said)
        error = BrokenFile(said)
    if not isinstance(error, TabuleiroError):
        log.error("a mistake of the server: %s: %s", type(error).__name__, error)
        error = MISTAKE
    connection.send(failure(number, error))


def failure(number: int | str | None, error: TabuleiroError) -> Json:
    """An error as a page gets it."""
    if isinstance(error, Refusal):
        code = error.code
    else:
        code = next((code for kind, code in CODES if isinstance(error, kind)), "unknown")
    texts = {"text": str(error)[:LONGEST], "pt": error.pt[:LONGEST]}
    return {"type": "error", "id": number, "code": code, **texts}


async def _do(connection: Connection, room: Room, request: AnyRequest) -> Json | None:
    """What a request asks for, and the answer; None if the answers come later."""
    work, address = connection.services.work, connection.address
    match request:
        case messages.AskLook(node=number, line=line, passed=passed):
            return await work.do(
                address, lambda: _position(_node(room.match, number, line, passed), ())
            )
        case messages.InTurn(node=number, line=line, actions=actions):
            return await work.do(
                address, lambda: _position(_node(room.match, number, line), tuple(actions))
            )
        case messages.AskMarks(node=number, line=line, actions=actions):
            room.must_be_fair()
            return await work.do(
                address, lambda: _marks(_node(room.match, number, line), tuple(actions))
            )
        case messages.Why(node=number, line=line, actions=actions, cells=cells):
            return await work.do(
                address,
                lambda: _why(_node(room.match, number, line), tuple(actions), tuple(cells)),
            )
        case messages.Play(type="move", line=[]):
            played = await room.play(connection, request.node, request.chooser())
            return {"type": "done", "node": played.id}
        case messages.Play(type="move"):
            raise Refusal(
                "bad message",
                "a move of the game is played from a node, not a line",
                "uma jogada da partida joga-se a partir de um nó, não de uma linha",
            )
        case messages.Play() if request.line or not (connection.seats or connection.owner):
            tried = request
            return {
                "type": "done",
                "node": await work.do(address, lambda: _tried(room, tried)),
            }
        case messages.Play():
            added = await room.explore(connection, request.node, request.chooser())
            return {"type": "done", "node": added.id}
        case messages.Resign(player=player):
            await room.resign(connection, player)
        case messages.Rename(name=name, player=player):
            await room.rename(connection, player, clean_name(name))
        case messages.Speed(seconds=seconds):
            await room.speed(connection, seconds)
        case messages.BareRequest(type=kind):
            return await _plain(connection, room, kind)
        case messages.Hello():
            work.charge(address, len(room.match.nodes))
            connection.send_text(state_of(room, connection, request.id))
            return None
        case _:
            await _help(connection, room, request)
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


def _node(match: Match, number: int, line: list[list[int]], passed: bool = False) -> Node:
    """What a request is about: a node, or what comes after it in a line."""
    node = match.node(number)
    if passed:
        other = learning.other_side(node.position)
        node = node if other is None else Node(UNSTORED, None, other)
    for actions in line:
        node = match.tried(node, messages.by_actions(tuple(actions))(node.position))
    return node


def _tried(room: Room, request: messages.Play) -> int | Json:
    """A variation of somebody who only watches: theirs alone, kept nowhere."""
    room.must_be_fair()
    node = _node(room.match, request.node, request.line)
    _must_be_open(node)
    made = room.match.tried(node, request.chooser()(node.position))
    return made.facts() if made.id == UNSTORED else made.id


def _position(node: Node, actions: tuple[int, ...]) -> Json:
    position = position_of(Turn.of(node.position, actions))
    return {"type": "position", "node": node.id, "position": position}


def _marks(node: Node, actions: tuple[int, ...]) -> Json:
    return {"type": "marks", "node": node.id, **marks_of(Turn.of(node.position, actions).here)}


def _why(node: Node, actions: tuple[int, ...], cells: tuple[int, ...]) -> Json:
    turn = Turn.of(node.position, actions)
    most = len(turn.here.game.geometry.cells)
    if any(cell >= most for cell in cells):
        raise Refusal(
            "bad message", f"the board has only {most} cells", f"o tabuleiro tem só {most} casas"
        )
    text = turn.why_not(*cells)
    return {
        "type": "why",
        "text": None if text is None else text_of(text),
        "cells": turn.culprits(*cells),
    }


async def _help(connection: Connection, room: Room, request: AnyRequest) -> None:
    """Begin a hint, an analysis, threats or a review."""
    room.must_be_fair()
    match, limits = room.match, connection.services.limits
    text = strongest(match.game)
    number = request.id
    current = match.state.current
    thinker, address = connection.services.thinker, connection.address
    tell = _teller(connection, number)
    study: Callable[[Job], bool] | None = None
    review: KeptReview | None = None

    async def asked_about(number: int, line: list[list[int]]) -> Node:
        """An open node; lines take their time."""
        return await connection.services.work.do(
            address, lambda: _must_be_open(_node(match, number, line))
        )

    if isinstance(request, messages.AskHint):
        grade = request.grade
        at = current if request.node is None else request.node
        node = await asked_about(at, request.line)
        answer: Callable[[Job], Json] = lambda job: {  # noqa: E731
            "type": "hint",
            "node": node.id,
            **learning.hint_for(job, node, grade),
        }
    elif isinstance(request, messages.Threats):
        node = await asked_about(request.node, request.line)
        answer = lambda job: {  # noqa: E731
            "type": "threats",
            "node": node.id,
            **learning.threats(job, node.position, match.id),
        }
    elif isinstance(request, messages.Analyse):
        node = await asked_about(request.node, request.line)
        text = request.bot or text
        if request.bot is not None:
            safe_bot(match.game, request.bot, limits)
        seconds = min(request.seconds, limits.think_seconds)
        head = {"type": "analysis", "node": node.id}
        study = learning.Study(
            node.position,
            text,
            request.lines,
            seconds,
            match.id,
            lambda facts: tell({**head, **facts}),
        )
    elif isinstance(request, messages.AskReview):
        node = match.node(current if request.node is None else request.node)
        review = KeptReview(connection.services, address, match, node, request, tell)
    else:
        raise Refusal(
            "bad message",
            f"nothing is known about {request.type!r}",
            f"nada se sabe de {request.type!r}",
        )

    async def run() -> None:
        try:
            if review is not None:
                await review.answer()
                return
            await connection.services.compiler.ready_for(match.game, text)
            if study is not None:
                await thinker.study(Ask("study", address, match.id), study)
            else:
                tell(await thinker.run(Ask("answer", address, match.id), answer))
        except Exception as error:
            _fail(connection, number, error)

    connection.start_help(request.type, run())


def _teller(connection: Connection, number: int | str | None) -> Callable[[Json], None]:
    """How a search in another thread answers a request."""
    loop = asyncio.get_running_loop()

    def tell(facts: Json) -> None:
        loop.call_soon_threadsafe(connection.send, {**facts, "id": number})

    return tell


def _must_be_open(node: Node) -> Node:
    if node.position.outcome is not None:
        raise Refusal(
            "over",
            "the game is over there, so there is nothing to search",
            "aí a partida acabou, por isso não há nada para pesquisar",
        )
    return node
