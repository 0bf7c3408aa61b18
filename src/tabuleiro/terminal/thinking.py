"""Work in the background that can be called off: the answer of old work is never heard."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

Answer = TypeVar("Answer")
Wanted = Callable[[], bool]
"""Tells work that goes on by itself whether anybody still waits for it."""

NUDGE = 0.02
"""Seconds between two calls to stop: work that has not begun to search cannot hear the first."""


class _Job:
    """One piece of work in its thread."""

    def __init__(self) -> None:
        self.guard = threading.Lock()
        self.called_off = False
        self.over = False


class Thinking(Generic[Answer]):
    """Thinks about one question at a time; a new question calls off the one before it."""

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        self._one_at_a_time = threading.Lock()
        self._job: _Job | None = None

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._job is not None and not self._job.over

    def ask(
        self, work: Callable[[Wanted], Answer], tell: Callable[[Answer | Exception], None]
    ) -> None:
        """Do the work in a thread, and tell its result there."""
        self.call_off()
        job = self._job = _Job()
        threading.Thread(target=self._run, args=(job, work, tell), daemon=True).start()

    def call_off(self) -> None:
        """Let nothing more be heard of the last question."""
        job, self._job = self._job, None
        if job is not None:
            job.called_off = True
            if not job.over:
                threading.Thread(target=self._stop_until_over, args=(job,), daemon=True).start()

    def _run(
        self,
        job: _Job,
        work: Callable[[Wanted], Answer],
        tell: Callable[[Answer | Exception], None],
    ) -> None:
        answer: Answer | Exception
        with self._one_at_a_time:
            if job.called_off:
                with job.guard:
                    job.over = True
                return
            try:
                answer = work(lambda: not job.called_off)
            except Exception as error:
                answer = error
            with job.guard:  # from here on nobody calls stop for this job
                job.over = True
        if not job.called_off:
            tell(answer)

    def _stop_until_over(self, job: _Job) -> None:
        while True:
            with job.guard:
                if job.over:
                    return
                self._stop()
            time.sleep(NUDGE)
