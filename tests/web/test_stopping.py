"""Whoever no longer waits for a search ends it, at any moment, and nothing asks twice."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress

import tabuleiro
from tabuleiro.bots.limit import Limit
from tabuleiro.web.limits import Limits
from tabuleiro.web.scheduling import Ask
from tabuleiro.web.thinking import Job, Thinker

GAME = tabuleiro.game("fanorona", width=5, height=5)
LONG = Limit(seconds=600)


def test_a_search_that_begins_after_nobody_waits_ends_at_once() -> None:
    begun, cancelled = threading.Event(), threading.Event()
    depths: list[int] = []

    def work(job: Job) -> None:
        with job.bot(GAME, "master", "owner") as bot:
            begun.set()
            assert cancelled.wait(30)
            with job.follow(bot.search(GAME.start(), LONG)) as search:
                search.wait()
                depths.append(len(search._told))

    async def story() -> None:
        thinker = Thinker(Limits())
        task = asyncio.create_task(thinker.run(Ask("answer", "127.0.0.1", "match"), work))
        await asyncio.to_thread(begun.wait, 30)
        task.cancel()
        await asyncio.sleep(0.05)
        cancelled.set()
        with suppress(asyncio.CancelledError):
            await asyncio.wait_for(task, 60)
        assert task.cancelled()

    asyncio.run(story())
    assert len(depths) == 1


def test_a_bot_moves_within_the_time_that_its_clock_affords() -> None:
    job = Job(Thinker(Limits()).bots)
    with job.bot(GAME, "master,seconds=600", "owner") as bot:
        move = job.move(bot, GAME.start(), 0.01)
        assert move in GAME.start().legal_moves
        assert bot.limit == LONG  # its own is as it was


def test_a_job_that_was_stopped_still_gives_a_legal_move() -> None:
    job = Job(Thinker(Limits()).bots)
    job.stop()
    with job.bot(GAME, "master,seconds=600", "owner") as bot:
        assert job.move(bot, GAME.start()) in GAME.start().legal_moves
