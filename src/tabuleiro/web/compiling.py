"""Compiling ahead of the games, in a process of its own, so that the server answers meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import os
import sys
from collections.abc import Callable
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
IDLE = 30
"""Seconds after which a helper that has nothing to do is let go."""


class Compiler:
    """Knows which games are compiled and has the others compiled, one after the other."""

    def __init__(self) -> None:
        self.states: dict[str, State] = {}
        """How far each game is, with its usual options."""
        self.current: str | None = None
        """The game that is being compiled."""
        self.opened: str | None = None
        """The game of the match that somebody has opened last: it comes next."""
        self._jobs: dict[Key, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()
        self._helper = Helper()
        self._needs = lru_cache(KNOWN)(needs)
        """Asked for at every move of a bot, and takes as long as a quick one."""

    async def warm_up(self) -> None:
        """Prepare all games with their usual options; what few bots need is not loaded yet.

        Games that whoever started the server has named come first, and next what somebody plays.
        Whoever asks for another game waits for one unit at most, and for those that it needs.
        """
        games = await asyncio.to_thread(all_games)
        games.sort(key=lambda game: game.path is None)
        self.states = {game.name: "waiting" for game in games}
        while games:
            games.sort(key=lambda game: game.name != self.opened)
            game = games.pop(0)
            with contextlib.suppress(Exception):  # a game that fails must not hold up others
                await self.ready(game)
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

    async def ready_for(
        self,
        game: Game,
        bot: str,
        traced: bool = False,
        waits: Callable[[], None] = lambda: None,
    ) -> None:
        """Wait until all is there that a bot needs, perhaps to keep a trace; `waits` hears if that
        takes long."""
        units = [loader.variant(unit, traced) for unit in self._needs(game, bot)]
        missing = [unit for unit in units if not self.is_ready(game, unit)]
        if missing and not await asyncio.to_thread(_are_cached, game, missing):
            waits()
        for unit in units:
            await self.ready(game, unit)

    async def close(self) -> None:
        """Give up what is not yet compiled."""
        for job in self._jobs.values():
            job.cancel()
        await asyncio.gather(*self._jobs.values(), return_exceptions=True)
        await self._helper.close()

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
        if cache.trouble() is not None or await asyncio.to_thread(_are_cached, game, [unit]):
            return
        state = self.states.get(game.name)
        self.current = game.name
        if state == "waiting":
            self.states[game.name] = "compiling"
        try:
            await self._helper.compile(game, unit)
        finally:
            self.current = None
            if state == "waiting":  # what it waits for may be another unit
                self.states[game.name] = state


class Helper:
    """A process that compiles the units of a game, which have much in common.

    It begins when it is needed, again if it was lost, and anew for another game.
    """

    def __init__(self) -> None:
        self._game = ""
        self._process: asyncio.subprocess.Process | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def compile(self, game: Game, unit: str) -> None:
        """Compile into the cache; if that fails the server compiles in its own memory."""
        if self._timer is not None:
            self._timer.cancel()
        if game.reference != self._game:
            await self.close()
            self._game = game.reference
        try:
            answered = await self._ask(json.dumps([game.options, unit]))
        except BaseException:
            await self.close()
            raise
        if answered:
            self._timer = asyncio.get_running_loop().call_later(IDLE, self.end)
        else:
            await self.close()

    async def _ask(self, facts: str) -> bool:
        """Whether it has answered; else it is no more."""
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                __name__,
                self._game,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
            )
        questions, answers = self._process.stdin, self._process.stdout
        assert questions is not None
        assert answers is not None
        with contextlib.suppress(ConnectionError):
            questions.write(f"{facts}\n".encode())
            await questions.drain()
        return bool(await answers.readline())

    async def close(self) -> None:
        """Let the process go, and see that it went."""
        process = self._process
        self.end()
        if process is not None:
            await process.communicate()

    def end(self) -> None:
        """Let the process go."""
        if self._timer is not None:
            self._timer.cancel()
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()


def _load(game: Game, unit: str) -> None:
    """Have a unit in memory; what a trace needs has a name of its own."""
    template = unit.removesuffix(TRACE)
    game.engine.compile(template, traced=template != unit)


def _are_cached(game: Game, units: list[str]) -> bool:
    key = cache.key(game.source, game.engine.constants)
    name = loader.game_name(game.source)
    return all(cache.find(f"{name}-{unit}-{key}") is not None for unit in units)


def main() -> None:
    """Compile units of a game, each asked for by a line of JSON and answered with an empty one;
    `python -m tabuleiro.web.compiling GAME`."""
    name = sys.argv[1]
    if hasattr(os, "nice") and not files.is_path(name):  # a game of one's own is waited for
        os.nice(5)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what a game prints
    for line in sys.stdin:
        options, unit = json.loads(line)
        with contextlib.suppress(Exception):  # the server will say what is wrong
            _load(open_game(name, options), unit)
        print(file=answers, flush=True)


if __name__ == "__main__":
    main()
