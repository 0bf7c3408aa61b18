"""What stands before the app: only our own pages may use it, and every answer is locked down."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import json
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tabuleiro.web.limits import Buckets, Door, Limits

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
READING = ("GET", "HEAD", "OPTIONS")
NEVER, AGAIN = 1008, 1013
"""How refused sockets are closed: it is against the policy; later perhaps."""
LOCAL_NAMES = ("localhost",)
PASSED_ON = ("forwarded", "via", "x-real-ip", "x-forwarded", "cf-connecting-ip", "true-client-ip")
"""How the headers begin by which proxies tell that somebody else asks."""


class Refused(Exception):
    """A request that is not answered: a status and a sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


def is_loopback(host: str) -> bool:
    """Whether a host is this machine for itself alone."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() in LOCAL_NAMES


def is_from_here(request: HTTPConnection) -> bool:
    """Whether a request was made on this machine, to this machine, and passed on by nobody."""
    ends = ("" if request.client is None else request.client.host), request.headers.get("host", "")
    passed_on = any(name.startswith(PASSED_ON) for name in request.headers)
    return not passed_on and is_loopback(ends[0]) and is_loopback(_name_in(ends[1]))


def _place_of(origin: str) -> str:
    """Host and port of an Origin header; empty if it is none."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _name_in(host: str) -> str:
    """The name or the address in a Host header, without the port; empty if there is none."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


class Guard:
    """Checks Host and Origin, limits bodies and rates, and adds the headers.

    A Host that is a name could be any site's that points here (DNS rebinding), so names must be
    known; addresses cannot be rebound. An Origin must be the very host that is asked.
    """

    def __init__(self, app: ASGIApp, names: tuple[str, ...], limits: Limits) -> None:
        self.app = app
        self.names = {name.lower() for name in (*LOCAL_NAMES, *names)}
        self.limits = limits
        self.writes = Buckets(limits.requests_per_second, limits.request_burst)
        self.reads = Buckets(limits.reads_per_second, limits.read_burst)
        self.connects = Buckets(limits.connects_per_second, limits.connect_burst)
        self.door = Door(limits.sockets_per_second, limits.socket_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        try:
            self._check(scope)
        except Refused as refused:
            await self._refuse(scope, send, refused)
            return
        if scope["type"] == "websocket":
            await self.door.enter()
            await self.app(scope, receive, send)
            return
        body = IncomingBody(receive, self.limits)
        begun = False

        async def lock_down(message: Message) -> None:
            nonlocal begun
            if body.refused is not None:  # whatever the app makes of the part that it got
                return
            begun = True
            if message["type"] == "http.response.start":
                _add_headers(message)
            await send(message)

        with contextlib.suppress(Refused, TimeoutError):
            async with asyncio.timeout(self.limits.answer_seconds):
                await self.app(scope, body.receive, lock_down)
        if body.refused is not None and not begun:
            await self._refuse(scope, send, body.refused)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_ours(host):
            raise Refused(421, f"this server does not answer for {host[:80]!r}")
        origin = headers.get("origin")
        reads = scope["type"] == "http" and scope["method"] in READING
        if origin is not None and not reads and _place_of(origin) != host.lower():
            raise Refused(403, "other sites may not use this server")
        size = headers.get("content-length", "0")
        digits = size.isascii() and size.isdecimal() and len(size) < 16
        if not digits or int(size) > self.limits.body_bytes:
            raise Refused(413, _too_long(self.limits))
        address = (scope.get("client") or ("?",))[0]
        connects = scope["type"] == "websocket"
        buckets = self.connects if connects else self.reads if reads else self.writes
        if not buckets.take(address):
            raise Refused(429, "too many requests; wait a moment")

    def _is_ours(self, host: str) -> bool:
        name = _name_in(host)
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name.lower() in self.names
        return True

    async def _refuse(self, scope: Scope, send: Send, refused: Refused) -> None:
        if scope["type"] == "websocket":
            # A handshake that is refused tells a page nothing; one that is accepted can say why.
            code = AGAIN if refused.status == 429 else NEVER
            said = {"type": "error", "id": None, "code": "limit" if code == AGAIN else "not yours"}
            text = json.dumps({**said, "text": str(refused), "pt": str(refused)})
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "text": text})
            await send({"type": "websocket.close", "code": code, "reason": str(refused)})
            return
        body = json.dumps({"error": str(refused)}).encode()
        start: Message = {
            "type": "http.response.start",
            "status": refused.status,
            "headers": [
                (b"content-type", b"application/json"),
                (b"content-length", str(len(body)).encode()),
                (b"connection", b"close"),
            ],
        }
        _add_headers(start)
        await send(start)
        await send({"type": "http.response.body", "body": body})


class IncomingBody:
    """A request's body: not longer than allowed, whatever its header says, and not too slow."""

    def __init__(self, receive: Receive, limits: Limits) -> None:
        self._receive = receive
        self._limits = limits
        self._left = limits.body_bytes
        self._whole = False
        self._until = asyncio.get_running_loop().time() + limits.body_seconds
        self.refused: Refused | None = None
        """Why the rest of it is not wanted."""

    async def receive(self) -> Message:
        """The next part of the request."""
        if self._whole:  # what comes now is that the page has gone
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._until):
                message = await self._receive()
        except TimeoutError:
            self.refused = Refused(408, "the request did not come in time")
            raise self.refused from None
        self._left -= len(message.get("body", b""))
        self._whole = not message.get("more_body", False)
        if self._left < 0:
            self.refused = Refused(413, _too_long(self._limits))
            raise self.refused
        return message


def _too_long(limits: Limits) -> str:
    return f"at most {limits.body_bytes} bytes are accepted"


def _add_headers(message: Message) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in HEADERS.items():
        headers[name] = value
    headers.setdefault("Cache-Control", "no-cache")
