"""What commands print: results on standard output, progress and messages on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from tabuleiro.kernel import loader
from tabuleiro.kernel.engine import Progress as Report

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def complain(message: str) -> None:
    """An error in one sentence."""
    err.print(f"tabuleiro: {message}", style="red" if err.is_terminal else None, markup=False)


def print_json(data: Any) -> None:
    """The one JSON document of a command."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def note(message: str) -> None:
    """A message beside the results."""
    err.print(message, style="dim" if err.is_terminal else None, markup=False)


@contextmanager
def progress(title: str) -> Iterator[Report]:
    """A bar on standard error while a long job runs; nothing where nobody looks."""
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(title, total=1.0)
        yield lambda share: bar.update(task, completed=share)


loader.listener = note
