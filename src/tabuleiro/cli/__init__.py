"""The command line: one file per command."""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import typer
from typer.exceptions import TyperException

from tabuleiro.checking.glance import endless
from tabuleiro.checking.returns import at_fault
from tabuleiro.cli.app import Lang, app
from tabuleiro.cli.output import complain, drop_output, prepare_streams
from tabuleiro.errors import JobFailed, NotBack, TabuleiroError
from tabuleiro.files import blame, running

__all__ = ["main"]

INTERRUPTED = 130
STOPPED = {Lang.en: "stopped", Lang.pt: "interrompido"}


def main(arguments: list[str] | None = None) -> int:
    """Run a command; errors become one sentence and an exit code."""
    prepare_streams()
    where: list[str | None] = []
    try:
        with _hears(where):
            code: int = app(arguments, prog_name="tabuleiro", standalone_mode=False) or 0
        sys.stdout.flush()
    except TyperException as error:
        complain(_usage(error))
        return 2
    except NotBack as error:
        complain(endless() or error.words(_language(arguments)))
        sys.stdout.flush()
        os._exit(INTERRUPTED)  # threads that never end are not waited for
    except TabuleiroError as error:
        complain(error.words(_language(arguments)))
        return 1 if isinstance(error, JobFailed) else 2
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except OSError as error:  # of standard output: commands answer for their files
        drop_output()
        if not isinstance(error, BrokenPipeError):  # whoever read our output may leave
            complain(f"the output cannot be written: {error.strerror}")
        return 1
    except Exception as error:
        if os.environ.get("TABULEIRO_DEBUG"):
            traceback.print_exc()
        said = blame(error) or at_fault()
        if said is not None:
            complain(said)
            return 1
        complain(
            f"a mistake of the program, not yours: {type(error).__name__}: {error}; "
            "set TABULEIRO_DEBUG=1 to see where"
        )
        return 1
    if code == INTERRUPTED:
        complain(": ".join([STOPPED[_language(arguments)], *filter(None, where[:1])]))
    return code


@contextmanager
def _hears(where: list[str | None]) -> Iterator[None]:
    """Write down where in somebody's file Ctrl-C comes, which may be where it would hang."""

    def hear(number: int, frame: FrameType | None) -> None:
        where.append(running(frame))
        signal.default_int_handler(number, frame)

    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not usual or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, hear)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _language(arguments: list[str] | None) -> Lang:
    """The language that a command line asks for, also where it could not be read as a whole."""
    text = " ".join(sys.argv[1:] if arguments is None else arguments)
    asked = re.findall(r"(?<!\S)--lang[ =](en|pt)(?!\S)", text)
    return Lang(asked[-1]) if asked else Lang.default()


def _usage(error: Any) -> str:
    message = " ".join(error.format_message().split()).rstrip(".").replace("Value error, ", "")
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "tabuleiro"
    return f"{message}; see {command} --help"
