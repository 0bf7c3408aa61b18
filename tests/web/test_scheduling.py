"""Whose search is next: a quick lane, fair shares, turns that give way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from tabuleiro.web import scheduling
from tabuleiro.web.scheduling import Ask, Costs, QueuedSearch, Scheduler, Shares

SLOW, FAST = 1.0, 0.01


class Searches:
    """Searches that end when they are told to, a second each, in a scheduler with one core."""

    def __init__(self) -> None:
        self.now = 0.0
        self.scheduler = Scheduler(cores=1, clock=lambda: self.now)
        self.begun: list[str] = []
        self.turns: dict[str, QueuedSearch] = {}
        self._ends: dict[str, asyncio.Event] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, name: str, ask: Ask) -> None:
        """Begin to wait."""
        self._ends[name] = asyncio.Event()
        self._tasks[name] = asyncio.create_task(self._search(name, ask))
        await settle()

    async def end(self, *names: str) -> None:
        """Let searches end, one after the other."""
        for name in names:
            self.now += SLOW
            self._ends[name].set()
            await settle()
            assert self._tasks[name].done()

    async def cancel(self, name: str) -> None:
        """Nobody wants a search any more."""
        self._tasks[name].cancel()
        await settle()

    async def _search(self, name: str, ask: Ask) -> None:
        async with self.scheduler.turn(ask) as turn:
            self.begun.append(name)
            self.turns[name] = turn
            await self._ends[name].wait()


async def settle() -> None:
    """Let everything happen that can happen now."""
    for _ in range(10):
        await asyncio.sleep(0)


def played(test: Callable[[Searches], Awaitable[None]]) -> Callable[[], None]:
    """A test in an event loop."""

    def run() -> None:
        async def inside() -> None:
            await test(Searches())

        asyncio.run(inside())

    run.__name__ = test.__name__
    return run


def answer(address: str, match: str = "m", guess: float = SLOW) -> Ask:
    return Ask("answer", address, match, guess=guess)


def study(address: str, match: str = "m") -> Ask:
    return Ask("study", address, match)


@played
async def test_a_quick_search_does_not_wait_behind_slow_ones(searches: Searches) -> None:
    for number in range(5):
        await searches.ask(f"slow {number}", answer("a", guess=SLOW))
    await searches.ask("quick", answer("a", guess=FAST))
    assert searches.begun == ["slow 0", "quick"]


@played
async def test_what_a_search_took_tells_its_lane(searches: Searches) -> None:
    for _ in range(3):
        searches.scheduler.costs.learn("deep", SLOW, FAST)
        searches.scheduler.costs.learn("shallow", FAST, SLOW)
    await searches.ask("one", Ask("answer", "a", "m", "deep", SLOW))
    await searches.ask("two", Ask("answer", "b", "n", "shallow", SLOW))
    await searches.ask("three", Ask("answer", "c", "o", "deep", FAST))
    assert searches.begun == ["one", "two"]


def test_one_slow_search_makes_no_slow_bot() -> None:
    costs = Costs()
    costs.learn("easy", SLOW, FAST)  # the first one loads the compiled game
    assert costs.expected("easy", FAST) == FAST
    costs.learn("easy", SLOW, FAST)
    costs.learn("easy", SLOW, FAST)
    assert costs.expected("easy", FAST) == SLOW


@played
async def test_addresses_take_turns_however_many_searches_each_wants(searches: Searches) -> None:
    for number in range(4):
        await searches.ask(f"a{number}", answer("a", f"m{number}"))
    await searches.ask("b0", answer("b"))
    await searches.ask("c0", answer("c"))
    await searches.end("a0", "b0", "c0", "a1", "a2")
    assert searches.begun == ["a0", "b0", "c0", "a1", "a2", "a3"]


@played
async def test_games_of_an_address_take_turns(searches: Searches) -> None:
    for number in range(3):
        await searches.ask(f"m{number}", answer("a", "m"))
    await searches.ask("n0", answer("a", "n"))
    await searches.end("m0", "n0", "m1")
    assert searches.begun == ["m0", "n0", "m1", "m2"]


@played
async def test_answers_come_before_studies_but_not_always(searches: Searches) -> None:
    await searches.ask("first", answer("z"))
    for number in range(6):
        await searches.ask(f"study {number}", study(f"s{number}"))
        await searches.ask(f"answer {number}", answer(f"a{number}"))
    for _ in range(8):
        await searches.end(searches.begun[-1])
    begun = [name.split()[0] for name in searches.begun]
    assert begun.count("study") >= 1
    assert begun.count("answer") > begun.count("study")


@played
async def test_a_move_gets_less_time_while_many_wait(searches: Searches) -> None:
    await searches.ask("alone", answer("a"))
    for number in range(4):
        await searches.ask(f"{number}", answer(f"b{number}"))
    await searches.end("alone")
    assert searches.turns["alone"].share == 1
    assert searches.turns["0"].share < 1 / 2
    await searches.end("0", "1", "2")
    assert searches.turns["3"].share == 1


@played
async def test_whoever_gives_up_waiting_takes_no_place(searches: Searches) -> None:
    for name in "abc":
        await searches.ask(name, answer(name))
    await searches.cancel("b")
    await searches.cancel("a")
    assert searches.begun == ["a", "c"]
    await searches.end("c")
    assert (searches.scheduler.running, searches.scheduler.waiting) == (0, 0)


def test_a_study_gives_way_once_its_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduling, "SLICE", 0.02)

    @played
    async def inside(searches: Searches) -> None:
        await searches.ask("study", study("a"))
        turn = searches.turns["study"]
        await asyncio.sleep(0.05)
        searches.now += 0.05
        assert not turn.recalled.done()  # nobody waits
        await searches.ask("answer", answer("b"))
        await turn.recalled
        await searches.end("study")
        assert searches.begun == ["study", "answer"]

    inside()


def test_a_long_move_does_not_keep_others_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduling, "LONG", 0.02)

    @played
    async def inside(searches: Searches) -> None:
        await searches.ask("long", answer("a"))
        await searches.ask("next", answer("b"))
        assert searches.begun == ["long"]
        while "next" not in searches.begun:
            await asyncio.sleep(0.01)
        assert not searches.turns["long"].recalled.done()
        await searches.ask("third", answer("c"))  # and there is no place for more
        await searches.turns["long"].recalled
        assert not searches.turns["next"].recalled.done()
        await searches.end("long", "next", "third")

    inside()


def test_whoever_waits_long_hears_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduling, "PATIENCE", 0.02)

    @played
    async def inside(searches: Searches) -> None:
        said: list[bool] = []
        await searches.ask("first", Ask("answer", "a", "m", waits=said.append))
        await searches.ask("second", Ask("answer", "b", "m", waits=said.append))
        while not said:
            await asyncio.sleep(0.01)
        assert said == [True]
        await searches.end("first")
        assert said == [True, False]
        await searches.end("second")

    inside()


def test_shares_forget_those_who_are_even_with_the_others() -> None:
    shares: Shares[int] = Shares()
    for number in range(3 * Shares.FORGET):
        shares.add((str(number),), number)
        assert shares.take() == number
    assert len(shares._parts) <= Shares.FORGET
