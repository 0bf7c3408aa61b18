"""Another program, spoken to line by line; it never outlives whoever started it."""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from multiprocessing.util import Finalize
from time import monotonic
from typing import TextIO

from tabuleiro.errors import EngineFailed, InvalidOption

GOODBYE = 1.0
"""Seconds that a program has to leave by itself."""

COMPLAINTS = 20
"""How many of its last lines on standard error are kept."""

LONGEST_LINE = 1 << 16
"""Letters of a line. A program that writes more without an end has failed."""

MOST_WAITING = 1 << 24
"""Letters of lines that may wait to be read; more lines are lost."""

LONGEST = 200
"""Letters of its last words in a message."""


class Lines:
    """What a program has written and nobody has read yet, within bounds."""

    def __init__(self) -> None:
        self.is_endless = False
        """Whether it ended with a line that did not."""
        self._there: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._waiting = 0
        self._lock = threading.Lock()

    def read(self, stream: TextIO) -> None:
        """Take in all that a program writes."""
        with contextlib.suppress(OSError, ValueError):
            while line := stream.readline(LONGEST_LINE):
                if len(line) == LONGEST_LINE and not line.endswith("\n"):
                    self.is_endless = True
                    break
                with self._lock:
                    if self._waiting + len(line) <= MOST_WAITING:
                        self._waiting += len(line)
                        self._there.put(line)
        self._there.put(None)

    def get(self, seconds: float) -> str | None:
        """The next line; None if there is none for so long, EOFError if there will be none."""
        try:
            line = self._there.get(timeout=max(0.0, seconds))
        except queue.Empty:
            return None
        if line is None:
            self._there.put(None)  # for whoever asks again
            raise EOFError
        with self._lock:
            self._waiting -= len(line)
        return line.rstrip("\r\n")


class Program:
    """A running program with a line each way.

    It gets a process group of its own: Ctrl-C is not for it, and what it starts ends with it.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self.name = shlex.join(command)
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
        except OSError as error:
            raise EngineFailed(
                f"{self.name} cannot be started: {error.strerror}",
                f"{self.name} não arranca: {error.strerror}",
            ) from None
        self._lines = Lines()
        self._complaints: deque[str] = deque(maxlen=COMPLAINTS)
        self._readers = [
            threading.Thread(target=work, args=(stream,), daemon=True)
            for work, stream in (
                (self._lines.read, self._process.stdout),
                (partial(_read_complaints, self._complaints), self._process.stderr),
            )
        ]
        for reader in self._readers:
            reader.start()
        # Unlike weakref.finalize, this also runs when a worker process of a pool ends.
        self._end = Finalize(self, _end, (self._process, self._readers), exitpriority=10)

    def send(self, line: str) -> None:
        """Say a line."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise EngineFailed(self._epitaph()) from None

    def receive(self, seconds: float) -> str | None:
        """Its next line; None if it says nothing for so long."""
        try:
            return self._lines.get(seconds)
        except EOFError:
            raise EngineFailed(self._epitaph()) from None

    def wait_for(
        self, word: str, seconds: float, hear: Callable[[list[str]], None] = lambda words: None
    ) -> list[str]:
        """The words of its next line that begins with `word`; `hear` gets the lines before it."""
        end = monotonic() + seconds
        while monotonic() < end:
            words = (self.receive(end - monotonic()) or "").split()
            if words[:1] == [word]:
                return words
            if words:
                hear(words)
        raise EngineFailed(
            f"{self.name} did not answer with {word!r} in {seconds:g} s",
            f"{self.name} não respondeu com {word!r} em {seconds:g} s",
        )

    def close(self) -> None:
        """Ask it to quit, and end it if it does not."""
        with contextlib.suppress(EngineFailed):
            self.send("quit")
        self._end()

    def leave(self, seconds: float) -> int | None:
        """Its exit code; None if it has not ended after so long."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(seconds)
        return None

    def _epitaph(self) -> str:
        """How it came to its end, with its last words."""
        if self._lines.is_endless:
            return f"{self.name} wrote a line of more than {LONGEST_LINE:,} letters"
        code = self.leave(GOODBYE)
        self._readers[1].join(GOODBYE)
        words = next(
            (line for line in reversed(tuple(self._complaints)) if line.strip()), ""
        ).strip()
        if code is None:
            how = "closed its output"
        elif code < 0:
            how = f"was ended by signal {-code}"
        else:
            how = f"ended with exit code {code}"
        return f"{self.name} {how}" + (f": {words[:LONGEST]}" if words else "")


def find(text: str) -> list[str]:
    """A command line as its words; the program must be there.

    Programs that were installed together with this Python are found without activating anything.
    """
    try:
        command = shlex.split(text)
    except ValueError as error:
        raise InvalidOption(
            f"the command {text!r} cannot be read: {error}",
            f"o comando {text!r} não se consegue ler: {error}",
        ) from None
    if "\0" in text:
        raise InvalidOption(
            f"the command {text!r} has a sign that no command can have",
            f"o comando {text!r} tem um sinal que nenhum comando pode ter",
        )
    if not command:
        raise InvalidOption(
            "the command is empty; write it as in `ugi:./engine --flag`",
            "o comando está vazio; escreve-o como em `ugi:./engine --flag`",
        )
    beside = shutil.which(command[0], path=os.path.dirname(sys.executable))
    if shutil.which(command[0]) is None and beside is None:
        raise InvalidOption(
            f"there is no program {command[0]!r} that can be run",
            f"não há nenhum programa {command[0]!r} que se possa executar",
        )
    return command if shutil.which(command[0]) else [str(beside), *command[1:]]


def _read_complaints(complaints: deque[str], stream: TextIO) -> None:
    with contextlib.suppress(OSError, ValueError):
        complaints.extend(iter(partial(stream.readline, LONGEST_LINE), ""))


def _end(process: subprocess.Popen[str], readers: Sequence[threading.Thread]) -> None:
    """Let it go, then make it go."""
    assert process.stdin is not None
    with contextlib.suppress(OSError):
        process.stdin.close()
    try:
        process.wait(GOODBYE)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        pass
    finally:
        _kill(process)
        process.wait()
        for reader, stream in zip(readers, (process.stdout, process.stderr), strict=True):
            reader.join(GOODBYE)
            if stream is not None and not reader.is_alive():
                stream.close()


def _kill(process: subprocess.Popen[str]) -> None:
    """End a program and all that it has started."""
    if hasattr(os, "killpg"):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
