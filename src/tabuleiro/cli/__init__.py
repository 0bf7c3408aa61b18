"""The command line: one file per command."""

from __future__ import annotations

import os
import re
import sys
import traceback
from typing import Any

import typer
from typer.exceptions import TyperException

from tabuleiro.checking.returns import at_fault
from tabuleiro.cli.app import Lang, app
from tabuleiro.cli.output import complain, drop_output, prepare_streams
from tabuleiro.errors import JobFailed, TabuleiroError
from tabuleiro.files import blame

__all__ = ["main"]

INTERRUPTED = 130
STOPPED = {Lang.en: "stopped", Lang.pt: "interrompido"}


def main(arguments: list[str] | None = None) -> int:
    """Run a command; errors become one sentence and an exit code."""
    prepare_streams()
    try:
        code: int = app(arguments, prog_name="tabuleiro", standalone_mode=False) or 0
        sys.stdout.flush()
    except TyperException as error:
        complain(_usage(error))
        return 2
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
        complain(STOPPED[_language(arguments)])
    return code


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
