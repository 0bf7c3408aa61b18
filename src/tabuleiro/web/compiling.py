"""Compiling ahead of the games, in processes of their own, so that the server answers meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import os
import sys
from functools import lru_cache
from typing import Literal

from tabuleiro import files
from tabuleiro.bots.presets import needs, strongest
from tabuleiro.game import Game, all_games, open_game
from tabuleiro.kernel import cache, loader

State = Literal["waiting", "compiling", "ready", "failed"]
Key = tuple[object, ...]

UNITS = ("alphabeta", "mcts")
"""What bots need compiled; most need only the first."""
KNOWN = 1000
"""Bots whose needs are remembered."""
TRACE = loader.variant("", True)
"""Ends the name of a unit that keeps a trace."""


class Compiler:
    """Knows which games are compiled and has the others compiled, one after the other."""

    def __init__(self) -> None:
        self.states: dict[str, State] = {}
        """How far each game is, with its usual options."""
        self.current: str | None = None
        """The game that is being compiled."""
        self._jobs: dict[Key, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()
        self._needs = lru_cache(KNOWN)(needs)
        """Asked for at every move of a bot, and takes as long as a quick one."""

    async def warm_up(self) -> None:
        """Prepare all games with their usual options; what few bots need is not loaded yet.

        Games that whoever started the server has named come first: somebody waits for them.
        """
        games = await asyncio.to_thread(all_games)
        games.sort(key=lambda game: game.path is None)
        self.states = {game.name: "waiting" for game in games}
        for game in games:
            with contextlib.suppress(Exception):  # a game that fails must not hold up others
                await self.ready(game)
        for game in games:
            with contextlib.suppress(Exception):
                await self._compile_the_rest(game)
        gc.collect()
        gc.freeze()  # to look through what stays for garbage would keep everybody waiting

    async def _compile_the_rest(self, game: Game) -> None:
        """What hints, analyses and strong bots need, and tree searches."""
        if not game.engine.plain:
            strong = await asyncio.to_thread(lambda: self._needs(game, strongest(game)))
            for unit in dict.fromkeys((*strong, *UNITS[1:])):
                async with self._turn:
                    await self._compile(game, unit)

    async def ready(self, game: Game, unit: str = UNITS[0]) -> None:
        """Wait until a unit of a game is there."""
        if game.engine.plain:
            self.states[game.name] = "ready"
            return
        key = (game.source, tuple(sorted(game.engine.constants.items())), unit)
        if key not in self._jobs:
            self._jobs[key] = asyncio.create_task(self._prepare(game, unit))
        await asyncio.shield(self._jobs[key])

    def is_ready(self, game: Game, unit: str = UNITS[0]) -> bool:
        """Whether a unit of a game can be used at once."""
        key = (game.source, tuple(sorted(game.engine.constants.items())), unit)
        return game.engine.plain or (key in self._jobs and self._jobs[key].done())

    async def ready_for(self, game: Game, bot: str, traced: bool = False) -> None:
        """Wait until all is there that a bot needs, perhaps to keep a trace."""
        for unit in self._needs(game, bot):
            await self.ready(game, loader.variant(unit, traced))

    def is_ready_for(self, game: Game, bot: str) -> bool:
        """Whether a bot can begin at once."""
        return all(self.is_ready(game, unit) for unit in self._needs(game, bot))

    async def close(self) -> None:
        """Give up what is not yet compiled."""
        for job in self._jobs.values():
            job.cancel()
        await asyncio.gather(*self._jobs.values(), return_exceptions=True)

    async def _prepare(self, game: Game, unit: str) -> None:
        async with self._turn:
            usual = unit == UNITS[0] and game.name in self.states
            try:
                await self._compile(game, unit)
                await asyncio.to_thread(_load, game, unit)
            except Exception:
                if usual:
                    self.states[game.name] = "failed"
                raise
            if usual:
                self.states[game.name] = "ready"

    async def _compile(self, game: Game, unit: str) -> None:
        """Have a unit in the cache, if there is one that can be used."""
        if cache.trouble() is not None or await asyncio.to_thread(_is_cached, game, unit):
            return
        self.current = game.name
        if self.states.get(game.name) == "waiting":
            self.states[game.name] = "compiling"
        try:
            await _compile_elsewhere(game, unit)
        finally:
            self.current = None


def _load(game: Game, unit: str) -> None:
    """Have a unit in memory; what a trace needs has a name of its own."""
    template = unit.removesuffix(TRACE)
    game.engine.compile(template, traced=template != unit)


def _is_cached(game: Game, unit: str) -> bool:
    key = cache.key(game.source, game.engine.constants)
    return cache.find(f"{loader.game_name(game.source)}-{unit}-{key}") is not None


async def _compile_elsewhere(game: Game, unit: str) -> None:
    """Compile into the cache; if that fails the server compiles in its own memory."""
    facts = json.dumps([game.reference, game.options, unit])
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        __name__,
        facts,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        await process.wait()
    except asyncio.CancelledError:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        raise


def main() -> None:
    """Compile one unit of one game; `python -m tabuleiro.web.compiling JSON`."""
    name, options, unit = json.loads(sys.argv[1])
    if hasattr(os, "nice") and not files.is_path(name):  # a game of one's own is waited for
        os.nice(5)
    _load(open_game(name, options), unit)


if __name__ == "__main__":
    main()
