"""What stands before the app: only our own pages may use it, and every answer is locked down."""

from __future__ import annotations

import contextlib
import ipaddress
import json
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tabuleiro.web.limits import Buckets, Limits

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
LOCAL_NAMES = ("localhost",)


class Refused(Exception):
    """A request that is not answered: a status and a sentence."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Guard:
    """Checks Host and Origin, limits bodies and rates, and adds the headers.

    A Host that is a name could be any site's that points here (DNS rebinding), so names must be
    known; addresses cannot be rebound. An Origin must be the very host that is asked.
    """

    def __init__(self, app: ASGIApp, names: tuple[str, ...], limits: Limits) -> None:
        self.app = app
        self.names = {name.lower() for name in (*LOCAL_NAMES, *names)}
        self.limits = limits
        self.rates = Buckets(limits.requests_per_second, limits.request_burst)

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
            await self.app(scope, receive, send)
            return
        body = Body(receive, self.limits.body_bytes)

        async def lock_down(message: Message) -> None:
            if body.too_long:  # whatever the app makes of the part that it got
                return
            if message["type"] == "http.response.start":
                _add_headers(message)
            await send(message)

        with contextlib.suppress(Refused):
            await self.app(scope, body.receive, lock_down)
        if body.too_long:
            await self._refuse(scope, send, Refused(413, self._too_long))

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_ours(host):
            raise Refused(421, f"this server does not answer for {host[:80]!r}")
        origin = headers.get("origin")
        writes = scope["type"] == "websocket" or scope["method"] not in READING
        if origin is not None and urlsplit(origin).netloc.lower() != host.lower() and writes:
            raise Refused(403, "other sites may not use this server")
        size = headers.get("content-length", "0")
        if not size.isdecimal() or int(size) > self.limits.body_bytes:
            raise Refused(413, self._too_long)
        address = (scope.get("client") or ("?",))[0]
        if writes and not self.rates.take(address):
            raise Refused(429, "too many requests; wait a moment")

    @property
    def _too_long(self) -> str:
        return f"at most {self.limits.body_bytes} bytes are accepted"

    def _is_ours(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name.lower() in self.names
        return True

    async def _refuse(self, scope: Scope, send: Send, refused: Refused) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": str(refused)})
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


class Body:
    """A request's body that may not be longer than allowed, whatever its header says."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive = receive
        self._left = most
        self.too_long = False

    async def receive(self) -> Message:
        """The next part of the request."""
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            self.too_long = True
            raise Refused(413, "too long")
        return message


def _add_headers(message: Message) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in HEADERS.items():
        headers[name] = value
    headers.setdefault("Cache-Control", "no-cache")
