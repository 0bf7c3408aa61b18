"""One WebSocket: a page that looks at a match, plays in it, and asks for help."""

from __future__ import annotations

import asyncio
import contextlib
import hmac

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tabuleiro.errors import TabuleiroError
from tabuleiro.web import messages
from tabuleiro.web.answering import answer, state_of
from tabuleiro.web.connection import Connection, failure
from tabuleiro.web.limits import Bucket
from tabuleiro.web.match import Refusal, compact, hash_of
from tabuleiro.web.room import Room
from tabuleiro.web.rooms import GONE, Rooms

FULL, NO_HELLO, FLOOD = 1013, 4408, 4429
"""Why connections end: there are too many, nothing was said, far too much was said."""
HELLO_SECONDS = 10
WARNINGS = 50
"""Messages over the rate that are answered; the others are passed over."""

TOO_MANY = Refusal(
    "limit", "too many messages; wait a moment", "demasiadas mensagens; espera um momento"
)


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
                    connection.fail(None, TOO_MANY)
                continue
            await answer(connection, room, text)
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
                    connection.fail(messages.id_of(said), refusal)
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
        connection.fail(hello.id, error)
        connection.close(FULL)
        return None
    if room is None:
        connection.close(GONE)
        return None
    connection.send_text(state_of(room, connection, hello.id))
    return room
