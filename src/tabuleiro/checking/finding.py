"""What a check has found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tabuleiro import files

if TYPE_CHECKING:
    from tabuleiro.checking.case import Case


@dataclass(frozen=True)
class Fault:
    """Something that is wrong: where, what, and how to mend it."""

    file: str
    line: int
    what: str
    mend: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: {self.what}; {self.mend}"


Check = Callable[["Case"], Iterator[Fault]]


@dataclass(frozen=True)
class Examined:
    """A check and what it has found; `passed` is None for one that was not tried."""

    check: str
    passed: bool | None
    findings: tuple[Fault, ...] = ()


def at(path: Path, starts: str | tuple[str, ...], what: str, mend: str) -> Fault:
    """A finding at the first line that begins with something, such as `def play(`."""
    wanted = (starts,) if isinstance(starts, str) else starts
    return Fault(files.shown(path), files.line_of(path, *wanted), what, mend)


def of_error(error: BaseException, path: Path, mend: str, otherwise: str = "") -> Fault:
    """A finding at the place of an error, or where a line begins with something."""
    frames = []
    trace = error.__traceback__
    while trace is not None:
        frames.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    if isinstance(error, SyntaxError):
        frames.append((error.filename or str(path), error.lineno or 1))
        said = f"{type(error).__name__}: {error.msg}"
    else:
        said = f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
    own = [(name, line) for name, line in frames if files.is_authored(name)]
    own = own or [(name, line) for name, line in frames if Path(name).parent == path.parent]
    name, line = own[-1] if own else (str(path), files.line_of(path, otherwise))
    return Fault(files.shown(name), line, said, mend)
