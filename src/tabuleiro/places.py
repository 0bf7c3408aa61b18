"""Where things are kept on this machine."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import platformdirs

from tabuleiro.errors import JobFailed


def data_directory() -> Path:
    """Where what people make is kept: $TABULEIRO_DATA_DIR, or the user's data directory."""
    given = os.environ.get("TABULEIRO_DATA_DIR")
    return Path(given) if given else Path(platformdirs.user_data_dir("tabuleiro"))


def make_directory(home: Path) -> None:
    """Make a directory before the work whose result it shall hold."""
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise JobFailed(
            f"the directory {str(home)!r} cannot be made: {error.strerror}; "
            "choose another place with the variable TABULEIRO_DATA_DIR",
            f"a pasta {str(home)!r} não pode ser criada: {error.strerror}; "
            "escolhe outro lugar com a variável TABULEIRO_DATA_DIR",
        ) from None


def must_be_writable(file: Path) -> None:
    """Refuse a file that cannot be written before the work whose result it shall hold."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=file.parent):
            reason = "it is a directory" if file.is_dir() else None
    except OSError as error:
        reason = error.strerror
    if reason is not None:
        raise JobFailed(
            f"the file {str(file)!r} cannot be written: {reason}",
            f"o ficheiro {str(file)!r} não se pode escrever: {reason}",
        )
