"""Compiled code in a thread of its own, so that the main thread hears Ctrl-C and shows progress."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

Answer = TypeVar("Answer")

POLL = 0.1


def call(
    work: Callable[[], Answer], halt: Callable[[], None], poll: Callable[[], None] | None = None
) -> Answer:
    """The result of `work`; `halt` must make it return soon, `poll` is called while it runs."""
    answer: list[Answer] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            answer.append(work())
        except BaseException as error:
            failure.append(error)

    worker = threading.Thread(target=run, name="tabuleiro-kernel", daemon=True)
    worker.start()
    try:
        worker.join(POLL)
        while worker.is_alive():
            if poll is not None:
                poll()
            worker.join(POLL)
    except BaseException:
        halt()
        worker.join()
        raise
    if failure:
        raise failure[0]
    return answer[0]
