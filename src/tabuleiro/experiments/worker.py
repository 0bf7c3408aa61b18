"""A process that plays games for `local.Pool`: numbers come in, finished games go out.

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
from tabuleiro.experiments.play import Table
from tabuleiro.experiments.settings import Settings


def main() -> None:
    """Play until the input ends."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr  # which keeps nothing back: a process may end at any moment
    settings: Settings = pickle.load(sys.stdin.buffer)
    table = Table(settings)
    numbers: queue.SimpleQueue[int] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(table, numbers), daemon=True).start()
    while not table.is_stuck:
        try:
            answer: object = table.play(numbers.get())
        except TabuleiroError as error:
            answer = error
        send(answers, answer)
    os._exit(0)  # whatever a stuck bot still does


def listen(table: Table, numbers: queue.SimpleQueue[int]) -> None:
    """Hear of games to play; leave when there is nobody to hear from."""
    try:
        while True:
            numbers.put(pickle.load(sys.stdin.buffer))
    except (EOFError, OSError, pickle.UnpicklingError):
        table.close()
        os._exit(0)


def send(stream: BinaryIO, message: object) -> None:
    """Say something to the other side."""
    pickle.dump(message, stream)
    stream.flush()


if __name__ == "__main__":
    main()
