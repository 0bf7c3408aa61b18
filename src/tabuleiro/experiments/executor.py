"""What plays the games of an experiment: processes here, or a cluster; both look the same."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Protocol, TypeAlias

from tabuleiro.experiments.store import Opening, Played

Finished: TypeAlias = tuple[Opening, Played]

POLL = 0.2
"""Seconds after which an executor that waits looks whether it should stop."""


class Executor(Protocol):
    """Plays games by their numbers, several at a time, in any order."""

    def play(self, numbers: Iterator[int], stop: threading.Event) -> Iterator[list[Finished]]:
        """Games as they end. New numbers are drawn when there is somebody to play them.

        Ends when all are played, or soon after `stop` is set; games in progress are then dropped.
        An empty list says that time has passed.
        """

    def close(self) -> None:
        """End whatever still plays."""
