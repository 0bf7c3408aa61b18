"""Compiled code in a thread of its own, so that the main thread hears Ctrl-C and shows progress."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from tabuleiro.errors import NotBack

Answer = TypeVar("Answer")

POLL = 0.1
GRACE = 5.0
"""Seconds in which work that was told to end should have ended."""


def call(
    work: Callable[[], Answer], halt: Callable[[], None], poll: Callable[[], None] | None = None
) -> Answer:
    """The result of `work`; `halt` must make it return soon, `poll` is called while it runs.

    Whoever interrupts it hears that it does not return, if that is so.
    """
    answer: list[Answer] = []
    failure: list[BaseException] = []
    ended = threading.Event()  # a thread whose `join` is interrupted may count as ended

    def run() -> None:
        try:
            answer.append(work())
        except BaseException as error:
            failure.append(error)
        ended.set()

    threading.Thread(target=run, name="tabuleiro-kernel", daemon=True).start()
    try:
        while not ended.wait(POLL):
            if poll is not None:
                poll()
    except BaseException as error:
        halt()
        if not ended.wait(GRACE) and isinstance(error, KeyboardInterrupt):
            raise NotBack from error
        raise
    if failure:
        raise failure[0]
    return answer[0]


@contextmanager
def assisted(works: Sequence[Callable[[], object]], halt: Callable[[], None]) -> Iterator[None]:
    """Threads at work beside the one that goes on; what fails in one of them ends it all."""
    failures: list[Exception] = []

    def run(work: Callable[[], object]) -> None:
        try:
            work()
        except Exception as error:
            failures.append(error)
            halt()

    threads = [threading.Thread(target=run, args=(work,), daemon=True) for work in works]
    for thread in threads:
        thread.start()
    try:
        yield
    except BaseException:
        halt()
        raise
    finally:
        for thread in threads:
            thread.join()
    if failures:
        raise failures[0]
