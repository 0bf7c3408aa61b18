"""The web app: pages, HTTP and WebSockets put together, and how it is run."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import socket as sockets
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import uvicorn
from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import WebSocketRoute
from starlette.staticfiles import StaticFiles

from tabuleiro.errors import JobFailed, TabuleiroError
from tabuleiro.files import blame
from tabuleiro.places import data_directory
from tabuleiro.version import VERSION
from tabuleiro.web import api, arena_api, lab_api, teaching_api
from tabuleiro.web.addresses import in_url
from tabuleiro.web.arenas import Arenas, NoExperiment
from tabuleiro.web.assets import STATIC, Assets
from tabuleiro.web.catalogue import all_facts
from tabuleiro.web.compiling import Compiler
from tabuleiro.web.connection import MISTAKE
from tabuleiro.web.connection import address_of as address_of_page
from tabuleiro.web.guard import HEADERS, Guard, is_loopback
from tabuleiro.web.indexing import index_all
from tabuleiro.web.interrupting import interrupting
from tabuleiro.web.limits import LONGEST, Limits, TooMuch
from tabuleiro.web.listening import Patience, let_files_be_open
from tabuleiro.web.match import Refusal
from tabuleiro.web.pages import PAGES, page_text
from tabuleiro.web.rooms import Rooms
from tabuleiro.web.services import Services
from tabuleiro.web.site import Forbidden, Missing, Site
from tabuleiro.web.socket import refuse as refuse_socket
from tabuleiro.web.socket import serve as serve_socket
from tabuleiro.web.store import MatchStore
from tabuleiro.web.thinking import Thinker
from tabuleiro.web.work import Work

log = logging.getLogger("tabuleiro.web")

SWITCH = 0.001
"""Seconds after which a thread of Python gives way to one that waits, such as the store's."""
SERVER_FULL = TooMuch(
    "this server is full; try again in a moment",
    "este servidor está cheio; tenta de novo daqui a pouco",
)
ADDRESS_FULL = TooMuch(
    "too many pages of this server are open at your address; close one first",
    "há demasiadas páginas deste servidor abertas no teu endereço; fecha uma primeiro",
)
ACCEPTED, BACKLOG = 20, 2048
"""Connections that are taken at once before others are answered, and those that wait for it."""
PACKED_FROM = 1000
"""Answers of more bytes than this are compressed."""
STATUS: tuple[tuple[type[TabuleiroError], int], ...] = (
    (Missing, 404),
    (NoExperiment, 404),
    (Forbidden, 403),
    (TooMuch, 429),
    (JobFailed, 503),
)


@dataclass(frozen=True)
class Config:
    """How a server is run."""

    database: str
    host: str = "127.0.0.1"
    port: int = 0
    names: tuple[str, ...] = ()
    """Names of this server, beside addresses and localhost, that browsers may ask for."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of proxies that are believed when they tell whom they ask for."""
    limits: Limits = field(default_factory=Limits)
    experiments: Path = field(default_factory=lambda: data_directory() / "experiments")
    """Where experiments are kept."""

    @property
    def public(self) -> bool:
        """Whether others than this machine can reach it: by its address, a name or a proxy."""
        named = any(not is_loopback(name) for name in self.names)
        return named or bool(self.proxies) or not is_loopback(self.host)


def make_app(config: Config, store: MatchStore) -> FastAPI:
    """The app over a store."""
    thinker = Thinker(config.limits)
    compiler = Compiler()
    work = Work(config.limits)
    rooms = Rooms(Services(store, thinker, compiler, config.limits, work))
    arenas = Arenas(config.experiments, config.limits)
    connections: Counter[str] = Counter()

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        await asyncio.to_thread(all_facts)  # so that the first page need not wait
        warming = asyncio.create_task(compiler.warm_up())
        indexing = asyncio.create_task(index_all(store, arenas))
        try:
            with interrupting():
                yield
        finally:
            for task in (warming, indexing):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
            await compiler.close()
            await rooms.close()
            await asyncio.to_thread(arenas.close)
            thinker.close()
            work.close()

    async def match_socket(socket: WebSocket) -> None:
        address = address_of_page(socket)
        full = connections.total() >= config.limits.connections
        if full or connections[address] >= config.limits.connections_per_address:
            await refuse_socket(socket, SERVER_FULL if full else ADDRESS_FULL)
            return
        connections[address] += 1
        try:
            await serve_socket(socket, socket.path_params["match"], rooms)
        finally:
            connections[address] -= 1
            if not connections[address]:
                del connections[address]

    app = FastAPI(
        routes=[WebSocketRoute("/api/matches/{match}/socket", match_socket)],  # tried first
        title="Tabuleiro",
        version=VERSION,
        description="Two-player board games. The play itself goes over WebSockets; "
        "see docs/web-protocol.md.",
        lifespan=life,
        docs_url=None,
        redoc_url=None,
    )
    app.state.rooms = rooms
    app.state.site = Site(rooms, arenas, compiler, config.limits, config.public, config.host)
    for part in (api, teaching_api, lab_api, arena_api):
        app.include_router(part.router)

    _add_pages(app)
    _answer_errors(app)
    app.add_middleware(GZipMiddleware, minimum_size=PACKED_FROM, compresslevel=6)
    app.add_middleware(Guard, names=config.names, limits=config.limits)
    return app


def _add_pages(app: FastAPI) -> None:
    assets = Assets(set(PAGES.values()))

    def page(name: str) -> Callable[[], HTMLResponse]:
        return lambda: HTMLResponse(page_text(name, assets))

    for path, name in PAGES.items():
        app.add_api_route(path, page(name), include_in_schema=False, response_class=HTMLResponse)

    @app.get("/assets/{version}/{name}", include_in_schema=False)
    def asset(version: str, name: str, request: Request) -> Response:
        found = assets.answer(version, name, request.headers.get("accept-encoding", ""))
        if found is None:
            raise HTTPException(404, "there is no such file")
        return found

    app.mount("/static", StaticFiles(directory=STATIC), name="static")


def _answer_errors(app: FastAPI) -> None:
    """Every error is one sentence."""

    @app.exception_handler(TabuleiroError)
    async def ours(_: Request, error: TabuleiroError) -> Response:
        status = next((status for kind, status in STATUS if isinstance(error, kind)), 400)
        if isinstance(error, Refusal) and error.code == "limit":
            status = 429
        return _failure(status, str(error), pt=error.pt)

    @app.exception_handler(RequestValidationError)
    async def unreadable(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        at = f" in {where!r}" if where else ""
        return _failure(422, f"the request cannot be read{at}: {first['msg']}")

    @app.exception_handler(Exception)
    async def mistake(_: Request, error: Exception) -> Response:
        said = blame(error)  # the log has the traceback
        if said is not None:
            return _failure(500, said, HEADERS)
        return _failure(500, str(MISTAKE), HEADERS, MISTAKE.pt)

    @app.exception_handler(HTTPException)
    async def plain(_: Request, error: HTTPException) -> Response:
        return _failure(error.status_code, str(error.detail).lower(), error.headers)


def _failure(
    status: int, sentence: str, headers: Mapping[str, str] | None = None, pt: str = ""
) -> Response:
    said = {"error": sentence[:LONGEST], "pt": (pt or sentence)[:LONGEST]}
    return JSONResponse(said, status, headers)


class Server(uvicorn.Server):
    """A server that tells its address once it answers."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[str], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[sockets.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(BACKLOG)
        if sockets and not self.should_exit:
            self.ready(address_of(sockets[0]))


def address_of(listener: sockets.socket) -> str:
    """Where a browser on this machine finds the server."""
    host, port = listener.getsockname()[:2]
    if ipaddress.ip_address(host).is_unspecified:
        host = "127.0.0.1"
    return f"http://{in_url(host)}:{port}/"


def listen(host: str, port: int) -> sockets.socket:
    """A socket to answer on; port 0 takes any that is free."""
    try:
        family, _, _, _, address = sockets.getaddrinfo(host, port, type=sockets.SOCK_STREAM)[0]
        # Only of sockets that say so does asyncio know that answers must not wait for each other.
        listener = sockets.socket(family, sockets.SOCK_STREAM, sockets.IPPROTO_TCP)
        listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
        listener.bind(address)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise JobFailed(
            f"port {port} of {host} cannot be used: {reason}",
            f"a porta {port} de {host} não pode ser usada: {reason}",
        ) from None
    return listener


def run(config: Config, ready: Callable[[str], None]) -> None:
    """Serve until somebody stops it; `ready` hears the address."""
    sys.setswitchinterval(SWITCH)
    let_files_be_open()
    listener = listen(config.host, config.port)
    store = MatchStore(config.database)
    try:
        app = make_app(config, store)
        settings = uvicorn.Config(
            app,
            http=Patience,
            backlog=ACCEPTED,
            log_level="warning",
            access_log=False,
            ws="websockets-sansio",
            ws_max_size=config.limits.message_bytes,
            ws_per_message_deflate=False,
            proxy_headers=bool(config.proxies),
            forwarded_allow_ips=list(config.proxies),
            server_header=False,
            timeout_graceful_shutdown=2,
        )

        def tell(url: str) -> None:
            if store.lock is not None:
                store.lock.tell(url)
            ready(url)

        Server(settings, tell).run([listener])
    finally:
        store.close()
        listener.close()
