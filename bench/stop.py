"""How long a search takes to end once it is told to stop, in milliseconds.

python bench/stop.py [--rounds 200] [--where bot terminal ugi arena web]

A stop comes at any moment: at once, before the first node, or up to a fifth of a second later.
`bot` is the search handle itself, in every game; the others are what stands around it: a screen
that calls off, `stop` to an engine until its `bestmove`, a game that is given up, a page that
cancels an analysis. Whatever is compiled is there before.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import queue
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from itertools import count

import tabuleiro
from tabuleiro.adapters.ugi import UgiEngine
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_analyst, make_bot
from tabuleiro.experiments.openings import Openings
from tabuleiro.experiments.play import ArenaGame
from tabuleiro.experiments.players import Players
from tabuleiro.experiments.schedule import fixture
from tabuleiro.experiments.settings import Settings
from tabuleiro.terminal.thinking import Thinking
from tabuleiro.web.limits import Limits
from tabuleiro.web.scheduling import Ask
from tabuleiro.web.thinking import Job, Thinker

LONG = Limit(seconds=600)
LATEST = 0.2
GAME = "shobu"


def moments(rounds: int) -> list[float]:
    """When each stop comes: a quarter of them at once, the others spread."""
    return [max(0.0, (4 * i / rounds - 1) / 3 * LATEST) for i in range(rounds)]


def of_bot(name: str, text: str) -> Callable[[float], float]:
    game = tabuleiro.game(name)
    bot = make_analyst(game, text, seed=1)
    bot.analyse(game.start(), Limit(depth=1, iterations=10))

    def delay(after: float) -> float:
        with bot.search(game.start(), LONG) as search:
            time.sleep(after)
            begin = time.perf_counter()
            search.stop()
            search.wait()
            return time.perf_counter() - begin

    return delay


def of_terminal() -> Callable[[float], float]:
    game = tabuleiro.game(GAME)
    bot = make_analyst(game, seed=1)
    bot.prepare()
    posted: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
    thinking = Thinking(posted.put)

    def delay(after: float) -> float:
        search = bot.search(game.start(), LONG)
        thinking.follow(search, lambda _: None, lambda _: None)
        time.sleep(after)
        begin = time.perf_counter()
        thinking.call_off()
        search.wait()
        return time.perf_counter() - begin

    return delay


class Ear(io.StringIO):
    """Hears when an engine says its move."""

    def __init__(self) -> None:
        super().__init__()
        self.moved = threading.Event()

    def write(self, text: str) -> int:
        if text.startswith("bestmove"):
            self.moved.set()
        return len(text)


def of_ugi() -> Callable[[float], float]:
    ear = Ear()
    engine = UgiEngine(tabuleiro.game(GAME), "master", ear, 1)
    engine.obey(["isready"])

    def delay(after: float) -> float:
        ear.moved.clear()
        engine.obey(["go", "infinite"])
        time.sleep(after)
        begin = time.perf_counter()
        engine.obey(["stop"])
        ear.moved.wait()
        return time.perf_counter() - begin

    return delay


def of_arena() -> Callable[[float], float]:
    settings = Settings(
        GAME, ("master,seconds=600", "master,seconds=600"), openings=0, patience=0.01
    )
    players, openings = Players(settings), Openings(settings)
    _, here = openings[0]
    for player in (0, 1):
        players.ready(here.game, player, 1)

    def delay(after: float) -> float:
        match = ArenaGame(players, fixture(settings, 0), here)
        thread = threading.Thread(target=match.run, daemon=True)
        thread.start()
        time.sleep(after)
        begin = time.perf_counter()
        while not match.abandon():  # as long as the bots take their seats
            pass
        thread.join()
        return time.perf_counter() - begin

    return delay


def of_web() -> Callable[[float], float]:
    game = tabuleiro.game(GAME)
    thinker = Thinker(Limits())
    make_bot(game, "master").prepare()
    loop = asyncio.new_event_loop()
    owner = count()

    def work(job: Job) -> None:
        with (
            job.bot(game, "master", next(owner)) as bot,
            job.follow(bot.search(game.start(), LONG)) as search,
        ):
            search.wait()

    async def once(after: float) -> float:
        task = asyncio.create_task(thinker.run(Ask("answer", "127.0.0.1", "match"), work))
        await asyncio.sleep(after)
        begin = time.perf_counter()
        task.cancel()
        await asyncio.wait([task])
        return time.perf_counter() - begin

    return lambda after: loop.run_until_complete(once(after))


def rows(where: list[str]) -> Iterator[tuple[str, Callable[[float], float]]]:
    """What is measured, and how."""
    if "bot" in where:
        for name in tabuleiro.game_names():
            for text in ("master", "mcts"):
                yield f"{name} {text}", of_bot(name, text)
    doors = {"terminal": of_terminal, "ugi": of_ugi, "arena": of_arena, "web": of_web}
    for door, make in doors.items():
        if door in where:
            yield door, make()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--where", nargs="*", default=["bot", "terminal", "ugi", "arena", "web"])
    given = parser.parse_args()
    print(f"{'where':18}{'median':>8}{'at once':>9}{'95 %':>8}{'worst':>8}")
    for title, delay in rows(given.where):
        found = [1000 * delay(after) for after in moments(given.rounds)]
        early = found[: given.rounds // 4]
        ordered = sorted(found)
        figures = (
            statistics.median(found),
            statistics.median(early),
            ordered[int(0.95 * len(ordered))],
            ordered[-1],
        )
        print(f"{title:18}" + "".join(f"{each:8.1f}" for each in figures), flush=True)


if __name__ == "__main__":
    main()
