"""Games in this process, one after the other: for bots that are objects of a program."""

from __future__ import annotations

import threading
from collections.abc import Iterator

from tabuleiro.errors import JobFailed
from tabuleiro.experiments.executor import Agenda, Finished
from tabuleiro.experiments.play import Table
from tabuleiro.experiments.store import Opening
from tabuleiro.experiments.worker import do


class Here:
    """An executor that plays by itself."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def play(self, agenda: Agenda, stop: threading.Event) -> Iterator[list[Finished]]:
        """See `Executor.play`."""
        while not stop.is_set() and (task := agenda.next()) is not None:
            done = do(self._table, task)
            if isinstance(done, Opening):
                agenda.made(done)
                yield []
                continue
            yield [done]
            if self._table.is_stuck:
                raise JobFailed(
                    "a bot that has lost its game does not stop thinking",
                    "um bot que perdeu o seu jogo não para de pensar",
                )

    def close(self) -> None:
        """See `Executor.close`."""
        self._table.close()
