"""Ends calls of somebody's rules that never end, so that the other games of a server go on.

They run in plain Python, in the event loop and in threads beside it; compiled code has its own
limits. A call that a look finds again and again is interrupted where it is.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from tabuleiro import files
from tabuleiro.errors import BrokenFile
from tabuleiro.game import opened_games

GLANCE, PATIENCE = 1.0, 8
"""Seconds between two looks, and how many may find one call."""


class NeverEnds(BrokenFile):
    """Raised in the middle of a call that takes too long."""

    def __init__(self) -> None:
        super().__init__(
            "a function of this game's rules does not end; look for a loop that never ends",
            "uma função das regras deste jogo não acaba; procura um ciclo que nunca acaba",
        )


@contextmanager
def interrupting() -> Iterator[None]:
    """While a server runs that was given games by their paths."""
    if not opened_games():
        yield
        return
    over = threading.Event()
    watcher = threading.Thread(
        target=_watch, args=(over,), name="tabuleiro-interrupting", daemon=True
    )
    watcher.start()
    try:
        yield
    finally:
        over.set()


def _watch(over: threading.Event) -> None:
    seen: dict[int, tuple[FrameType, int]] = {}
    while not over.wait(GLANCE):
        found: dict[int, tuple[FrameType, int]] = {}
        for thread, frame in sys._current_frames().items():
            call = _call(frame)
            if call is None:
                continue
            before, times = seen.get(thread, (None, 0))
            times = times + 1 if before is call else 1
            if times > PATIENCE:
                _interrupt(thread)
                times = 0
            found[thread] = (call, times)
        seen = found


def _call(frame: FrameType | None) -> FrameType | None:
    """The outermost call of somebody's function that a thread is in."""
    call = None
    while frame is not None:
        if files.is_authored(frame.f_code.co_filename):
            call = frame
        frame = frame.f_back
    return call


def _interrupt(thread: int) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(NeverEnds))
