"""The rooms of a server; they open when a page comes and vanish after the last one left."""

from __future__ import annotations

import asyncio

from tabuleiro.web.gathering import Page
from tabuleiro.web.match import Match, Refusal
from tabuleiro.web.room import Room
from tabuleiro.web.services import Services
from tabuleiro.web.store import Store

GONE, RESTART = 4404, 1012
"""Why connections end: there is no such match; the server stops."""


class Rooms:
    """All rooms, by the ids of their matches."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room | None]] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    async def enter(self, match: str, page: Page) -> Room | None:
        """Bring a page into the room of a match; None if there is no such match."""
        while True:
            room = await self._open(match)
            if room is None:
                return None
            if self._rooms.get(match) is room:
                room.enter(page)
                return room

    async def leave(self, room: Room, page: Page) -> None:
        """A page is gone; a room that nobody is in is forgotten."""
        await room.leave(page)
        await room.rest()
        if room.idle and self._rooms.get(room.match.id) is room:
            del self._rooms[room.match.id]

    async def look(self, match: str) -> Room | None:
        """A room to read from, without entering it."""
        if match in self._rooms:
            return self._rooms[match]
        loaded = await asyncio.to_thread(load_match, self.services.store, match)
        return None if loaded is None else Room(loaded, self.services)

    async def _open(self, match: str) -> Room | None:
        if match in self._rooms:
            return self._rooms[match]
        if match not in self._opening:
            task = asyncio.create_task(self._load(match))
            self._opening[match] = task
            task.add_done_callback(lambda _: self._opening.pop(match, None))
        return await asyncio.shield(self._opening[match])

    async def _load(self, match: str) -> Room | None:
        if len(self._rooms) >= self.services.limits.open_matches:
            raise Refusal(
                "limit",
                "too many matches are open on this server",
                "há demasiadas partidas abertas neste servidor",
            )
        loaded = await asyncio.to_thread(load_match, self.services.store, match)
        if loaded is None:
            return None
        self._rooms[match] = Room(loaded, self.services)
        return self._rooms[match]

    def forget(self, match: str) -> None:
        """A match was removed."""
        room = self._rooms.pop(match, None)
        if room is not None:
            room.close(GONE)

    def tell_all(self) -> None:
        """Something that every page shows has changed."""
        for room in self._rooms.values():
            room.tell_match()

    async def close(self) -> None:
        """Send everybody away; the server ends."""
        rooms = list(self._rooms.values())
        for room in rooms:
            room.close(RESTART)
        for room in rooms:
            await room.rest()


def load_match(store: Store, match: str) -> Match | None:
    """A match from the database, with all its positions."""
    found = store.load(match)
    return None if found is None else Match(*found)
