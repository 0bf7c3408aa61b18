"""The rooms of a server; they open when a page comes and vanish after the last one left."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from functools import partial

from tabuleiro.web.gathering import RESTART, Page
from tabuleiro.web.limits import Door
from tabuleiro.web.match import Match, Node, Refusal
from tabuleiro.web.room import Room
from tabuleiro.web.services import Services

GONE = 4404
"""Why a connection ends: there is no such match."""
AT_ONCE = 10
"""Moves that may be written while everybody waits: some milliseconds."""
KEPT = 12_000
"""Moves in the matches that are remembered: some tens of megabytes."""


class Rooms:
    """All rooms, by the ids of their matches; a few that nobody is in are kept for the next."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._rooms: dict[str, Room] = {}
        self._kept: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        limits = services.limits
        self._exit = Door(limits.sockets_per_second, limits.socket_burst)

    def __len__(self) -> int:
        return len(self._rooms)

    async def enter(self, match: str, page: Page) -> Room | None:
        """Bring a page into the room of a match; None if there is no such match."""
        while True:
            room = await self.read(match, page.address)
            if room is None:
                return None
            if self._is_open(room):
                room.enter(page)
                return room

    async def leave(self, room: Room, page: Page) -> None:
        """A page is gone; a room that nobody is in is closed. Of a crowd, one goes after the other,
        so that others are answered meanwhile."""
        if not page.seats:
            await self._exit.enter()
        await room.leave(page)
        await room.rest()
        if room.idle and self._rooms.get(room.match.id) is room:
            del self._rooms[room.match.id]
            self._keep(room)

    async def read(self, match: str, address: str) -> Room | None:
        """A room with all that pages get of its moves written."""
        room = await self.look(match, address)
        while room is not None and len(new := room.match.unwritten()) > AT_ONCE:
            await self.services.work.do(address, partial(write, new), len(new))
        return room

    async def look(self, match: str, address: str) -> Room | None:
        """A room to look at, without entering it."""
        room = self._found(match)
        self.services.work.charge(address, 0 if room is None else len(room.match.nodes))
        if room is None:
            if match not in self._loading:
                task = asyncio.create_task(self._load(match, address))
                self._loading[match] = task
                task.add_done_callback(lambda _: self._loading.pop(match, None))
            room = await asyncio.shield(self._loading[match])
        return room

    def _found(self, match: str) -> Room | None:
        for rooms in (self._rooms, self._kept):
            if match in rooms and not rooms[match].closed:
                return rooms[match]
        return None

    def _is_open(self, room: Room) -> bool:
        """Open a room that is still the one of its match; False if it no longer is."""
        match = room.match.id
        if self._found(match) is not room:
            return False
        if self._rooms.get(match) is not room:
            if len(self._rooms) >= self.services.limits.open_matches:
                raise Refusal(
                    "limit",
                    "too many matches are open on this server",
                    "há demasiadas partidas abertas neste servidor",
                )
            self._rooms[match] = self._kept.pop(match)
        return True

    async def _load(self, match: str, address: str) -> Room | None:
        found = await asyncio.to_thread(self.services.store.load, match)
        if found is None:
            return None
        loaded = await self.services.work.do(address, lambda: Match(*found), len(found[1]))
        room = Room(loaded, self.services)
        self._keep(room)
        return room

    def _keep(self, room: Room) -> None:
        """Remember a room for a while: its moves take time to read and to write."""
        if room.closed:
            return
        self._kept[room.match.id] = room
        self._kept.move_to_end(room.match.id)
        most = max(KEPT, len(room.match.nodes))
        while sum(len(each.match.nodes) for each in self._kept.values()) > most:
            self._kept.popitem(last=False)

    def forget(self, match: str) -> None:
        """A match was removed."""
        self._kept.pop(match, None)
        room = self._rooms.pop(match, None)
        if room is not None:
            room.close(GONE)

    async def close(self) -> None:
        """Send everybody away; the server ends."""
        rooms = list(self._rooms.values())
        for room in rooms:
            room.close(RESTART)
        for room in rooms:
            await room.rest()


def write(nodes: Sequence[Node]) -> None:
    """Write what pages get of some moves."""
    for node in nodes:
        node.written()
