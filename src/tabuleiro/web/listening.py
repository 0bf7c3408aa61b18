"""How requests come in: half of one is not waited for long, and files for many pages are there."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import Counter
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_SECONDS = 10.0
"""From the first byte of a request, or the connection, to the end of the headers."""
HALF_REQUESTS = 100
"""Connections of one address that may be about to ask something, in their own time."""
HURRY_SECONDS = 2.0
"""What more of them get: a crowd behind one address comes at once, and asks at once."""
MOST_HALF_REQUESTS = 2000
"""Connections past this are closed as they come."""

LATE = "the request did not come in time"
TOO_MANY = "too many connections of your address wait; finish what they ask for"


class Patience(H11Protocol):
    """HTTP that hangs up on those who begin a request and do not finish it."""

    _half: ClassVar[Counter[str]] = Counter()
    """How many connections of each address have not asked anything yet."""

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected, and should say what for."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A part of a request; it may be the beginning of one, or the end of its headers."""
        super().data_received(data)
        if self.transport.get_protocol() is not self:
            return
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            self._wait()
        else:
            self._stop_waiting()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The headers are here; the connection is another protocol's from now on."""
        self._stop_waiting()
        super().handle_websocket_upgrade(event)

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _wait(self) -> None:
        if self._timer is not None:
            return
        self._half[self._address] += 1
        many = 0 if self.config.proxy_headers else self._half[self._address]
        if many > HALF_REQUESTS:
            self._timer = self.loop.call_later(HURRY_SECONDS, self._hang_up, 429, TOO_MANY)
        else:
            self._timer = self.loop.call_later(HEADER_SECONDS, self._hang_up, 408, LATE)
        if many > MOST_HALF_REQUESTS:
            self._hang_up(429, TOO_MANY)

    def _stop_waiting(self) -> None:
        if self._timer is None:
            return
        self._timer.cancel()
        self._timer = None
        self._half[self._address] -= 1
        if self._half[self._address] <= 0:
            del self._half[self._address]

    def _hang_up(self, status: int, sentence: str) -> None:
        self._stop_waiting()
        body = json.dumps({"error": sentence}).encode()
        reason = {408: "Request Timeout", 429: "Too Many Requests"}[status]
        head = (
            f"HTTP/1.1 {status} {reason}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()


def let_files_be_open() -> None:
    """Allow as many connections as the system lets us; the usual is a thousand."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
