"""A process that works for `local.Pool`: tasks come in, openings and finished games go out.

It speaks pickles over its standard streams. Whatever else writes to them ends up in the log. When
its input ends, because the experiment is over or whoever started it is gone, it ends at once.
"""

from __future__ import annotations

import os
import pickle
import queue
import sys
import threading
from typing import BinaryIO

from tabuleiro.errors import TabuleiroError
from tabuleiro.experiments.executor import Finished, Task
from tabuleiro.experiments.play import Table
from tabuleiro.experiments.settings import Settings
from tabuleiro.experiments.store import Opening


def main() -> None:
    """Play until the input ends."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr  # which keeps nothing back: a process may end at any moment
    settings: Settings
    settings, code = pickle.load(sys.stdin.buffer)
    try:
        table = Table(settings, code)
    except TabuleiroError as error:
        send(answers, error)
        return
    tasks: queue.SimpleQueue[Task] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(table, tasks), daemon=True).start()
    while not table.is_stuck:
        try:
            answer: object = do(table, tasks.get())
        except TabuleiroError as error:
            answer = error
        send(answers, answer)
    os._exit(0)  # whatever a stuck bot still does


def do(table: Table, task: Task) -> Finished | Opening:
    """Play a game, or make an opening."""
    if task.game is None:
        return table.openings[task.pair][0]
    return table.play(task.game, task.opening)


def listen(table: Table, tasks: queue.SimpleQueue[Task]) -> None:
    """Hear of what is to be done; leave when there is nobody to hear from."""
    try:
        while True:
            tasks.put(pickle.load(sys.stdin.buffer))
    except (EOFError, OSError, pickle.UnpicklingError):
        table.close()
        os._exit(0)


def send(stream: BinaryIO, message: object) -> None:
    """Say something to the other side."""
    pickle.dump(message, stream)
    stream.flush()
