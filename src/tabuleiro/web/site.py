"""What the endpoints of a server work with, and what they refuse."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from tabuleiro.errors import TabuleiroError
from tabuleiro.web.arenas import Arenas
from tabuleiro.web.compiling import Compiler
from tabuleiro.web.limits import Limits
from tabuleiro.web.rooms import Rooms
from tabuleiro.web.store import MatchStore
from tabuleiro.web.thinking import Thinker
from tabuleiro.web.work import Work


class Missing(TabuleiroError):
    """Something that was asked for is not there."""


class Forbidden(TabuleiroError):
    """Something that may not be done without the right secret."""


@dataclass(frozen=True)
class Site:
    """What the endpoints of a server work with; a public one does not list everybody's matches."""

    rooms: Rooms
    arenas: Arenas
    compiler: Compiler
    limits: Limits
    public: bool
    host: str

    @property
    def store(self) -> MatchStore:
        return self.rooms.services.store

    @property
    def thinker(self) -> Thinker:
        return self.rooms.services.thinker

    @property
    def work(self) -> Work:
        return self.rooms.services.work


def site_of(request: Request) -> Site:
    """The server that a request came to."""
    site: Site = request.app.state.site
    return site


Here = Annotated[Site, Depends(site_of)]
