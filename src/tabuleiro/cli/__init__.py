"""The command line: one file per command."""

from __future__ import annotations

import sys
from typing import Any

import typer
from typer.exceptions import TyperException

from tabuleiro.cli.app import app
from tabuleiro.cli.output import complain
from tabuleiro.errors import JobFailed, TabuleiroError

__all__ = ["main"]

INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> int:
    """Run a command; errors become one sentence and an exit code."""
    try:
        result = app(arguments, prog_name="tabuleiro", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except typer.Exit as leave:
        if leave.exit_code == INTERRUPTED:
            complain("stopped")
        return leave.exit_code
    except TyperException as error:
        complain(_usage(error))
        return 2
    except JobFailed as error:
        complain(str(error))
        return 1
    except TabuleiroError as error:
        complain(str(error))
        return 2
    except (KeyboardInterrupt, typer.Abort):
        complain("stopped")
        return INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has left
        return 0


def _usage(error: Any) -> str:
    message = " ".join(error.format_message().split()).rstrip(".")
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "tabuleiro"
    return f"{message}; see {command} --help"
