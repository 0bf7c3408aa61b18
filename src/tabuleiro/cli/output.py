"""What commands print: results on standard output, progress and messages on standard error."""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from tabuleiro import files
from tabuleiro.errors import JobFailed, TabuleiroError
from tabuleiro.kernel import compiling
from tabuleiro.kernel.engine import Progress as Report
from tabuleiro.terminal.console import make_console

out = make_console()
err = make_console(stderr=True)

LONGEST = 1000
"""Letters of a message; what somebody typed may be longer."""

PLAIN = {"·": ".", "•": ".", "◇": "w", "◆": "b", "◌": "o", "×": "x", "…": "...", "→": "->"}
"""Our signs for terminals and pipes that cannot write them."""


def prepare_streams() -> None:
    """Closed streams lead nowhere, and letters that a stream does not know become plain ones."""
    codecs.register_error("plain", _plain)
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w"))  # noqa: SIM115
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="surrogateescape" if name == "stdin" else "plain")


def _plain(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    letters = ""
    for letter in error.object[error.start : error.end]:
        bare = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
        letters += PLAIN.get(letter, bare or "?")
    return letters, error.end


def drop_output() -> None:
    """Nobody can take what is left of the output: let it go quietly."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(message: str) -> None:
    """An error in one sentence."""
    if len(message) > LONGEST:
        message = f"{message[: LONGEST // 2]} … {message[-LONGEST // 2 :]}"
    err.print(f"tabuleiro: {message}", style="red" if err.is_terminal else None, markup=False)


def print_json(data: Any) -> None:
    """The one JSON document of a command."""
    escape = sys.stdout.encoding.lower() != "utf-8"
    sys.stdout.write(json.dumps(data, ensure_ascii=escape, indent=2) + "\n")


@contextmanager
def leaving_out(wanted: bool) -> Iterator[None]:
    """Go on with one sentence where a game is broken that nobody has asked for by name."""
    try:
        yield
    except Exception as error:
        said = str(error) if isinstance(error, TabuleiroError) else files.blame(error)
        if wanted or said is None:
            raise
        complain(f"left out: {said}")


def note(message: str) -> None:
    """A message beside the results."""
    err.print(message, style="dim" if err.is_terminal else None, markup=False)


def check_writable(path: Path) -> None:
    """Find out before the work whether its result can be kept."""
    write_file(path, "", mode="a")


def write_file(path: Path, text: str, mode: str = "w") -> None:
    """Write what a command was asked to keep."""
    try:
        with path.open(mode, encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise JobFailed(f"{str(path)!r} cannot be written: {error.strerror}") from None


@contextmanager
def progress(title: str) -> Iterator[Report]:
    """A bar on standard error while a long job runs; nothing where nobody looks."""
    with phases(title) as report:
        yield lambda share: report(title, share)


@contextmanager
def phases(first: str = "") -> Iterator[Callable[[str, float], None]]:
    """The same with a title that changes with what is being done."""
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(first, total=1.0)
        yield lambda what, share: bar.update(task, description=what, completed=share)


compiling.listener = note
