"""Files that people write for the program: games, bots and evaluations, each a path.

An error in one of them is its author's, so it is told with the file and the line.
"""

from __future__ import annotations

import ast
import contextlib
import importlib.util
import linecache
import os
import sys
import threading
import traceback
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from types import CodeType, FrameType, MappingProxyType, ModuleType
from typing import Any

from tabuleiro import loops
from tabuleiro.errors import BrokenFile, UnknownFile

SUFFIX = ".py"
OURS = Path(__file__).parent
LONGEST = 300
"""Letters of what an error says."""

NOTHING: Mapping[str, Any] = MappingProxyType({})

TREES = threading.Lock()
"""CPython 3.11 and 3.12 count the depth of a syntax tree once for all threads: two that make trees
at the same time can end in "AST constructor recursion depth mismatch"."""

RUNNING = threading.RLock()
"""Held while a file of somebody's own is run: standard output is the process's."""

instead: dict[str, Path] = {}
"""Files that are run in place of those that a path means."""
_authored: set[str] = set()
_numbers = count(1)


def is_path(text: str) -> bool:
    """Whether a text means a file or folder: it has a slash or ends in `.py`."""
    return "/" in text or os.sep in text or text.endswith(SUFFIX)


def find(text: str, what: str) -> Path:
    """The file that a path means; in a folder it is `__init__.py`, `rules.py` or `bot.py`."""
    path = instead.get(text, Path(os.path.expanduser(text)))
    inside = ("__init__.py", "rules.py", "bot.py", f"{path.name}.py")
    found = [path, *(path / name for name in inside)]
    is_folder = os.path.isdir(path)  # unlike `Path.is_dir`, False for names that cannot be
    if is_folder:
        inside_it = sorted(path.glob(f"*{SUFFIX}"))
        found += inside_it if len(inside_it) == 1 else []
    for each in found:
        if os.path.isfile(each):
            return each.resolve()
    if is_folder:
        raise UnknownFile(
            f"the folder {text!r} has none of {', '.join(inside)}",
            f"a pasta {text!r} não tem nenhum de {', '.join(inside)}",
        )
    raise UnknownFile(
        f"there is no {what} {text!r}: no such file",
        f"o ficheiro {text!r} não existe",
    )


def load(path: Path, source: str | None = None, *, has_bounds: bool = False) -> ModuleType:
    """A file as a new module; what is wrong with it is said with its line.

    The modules beside it can be imported. `source` takes the place of what the file holds. In a
    game's file each loop has a bound; a bot may think as long as its clock allows.
    """
    is_package = path.name == "__init__.py"
    called = path.parent.name if is_package or path.stem in ("rules", "bot") else path.stem
    name = f"tabuleiro_file_{next(_numbers)}_{called}"
    places = [str(path.parent)] if is_package else None
    spec = importlib.util.spec_from_file_location(name, path, submodule_search_locations=places)
    if spec is None:
        raise UnknownFile(
            f"{shown(path)} is not a Python file; its name must end in {SUFFIX}",
            f"{shown(path)} não é um ficheiro de Python; o nome deve acabar em {SUFFIX}",
        )
    module = importlib.util.module_from_spec(spec)
    vars(module).update(loops.OF_RULES)
    sys.modules[name] = module
    beside = str(path.parent)
    if beside not in sys.path:
        sys.path.append(beside)
    authored(path)
    try:
        text = path.read_text(encoding="utf-8-sig") if source is None else source
        run(code_of(path, text, has_bounds=has_bounds), module)
    except Exception as error:
        del sys.modules[name]
        raise broken(error, path) from error
    except SystemExit as error:
        del sys.modules[name]
        line = line_in(error, path)
        raise BrokenFile(
            f"{place(path, line)}: it exits when it is loaded",
            f"{place(path, line, 'linha')}: termina o processo ao ser carregado",
        ) from None
    return module


def code_of(
    path: Path, text: str, constants: Mapping[str, Any] = NOTHING, *, has_bounds: bool = True
) -> CodeType:
    """A file ready to be run, with some of its constants replaced.

    Somebody's own may be given bounds: then none of its loops goes on for ever (see `loops`).
    """
    with TREES:
        tree = ast.parse(text, str(path))
        if has_bounds and is_authored(str(path)):
            loops.bound(tree, path)
        for node in tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                constant = node.targets[0].id
                if constant in constants:
                    node.value = ast.copy_location(ast.Constant(constants[constant]), node.value)
        return compile(tree, str(path), "exec")


def run(code: CodeType, module: ModuleType) -> None:
    """Fill a module; what a file of somebody's prints meanwhile is kept from our own output."""
    if not is_authored(code.co_filename):
        exec(code, module.__dict__)
        return
    with RUNNING, contextlib.redirect_stdout(sys.stderr):
        exec(code, module.__dict__)


def authored(path: str | Path) -> None:
    """Remember that a file is somebody's own: errors in it are told with its line."""
    if not Path(path).is_relative_to(OURS):
        _authored.add(str(path))


def is_authored(name: str) -> bool:
    """Whether a file is somebody's own."""
    return name in _authored


def forget(path: Path) -> None:
    """Have a file's lines read again: it has changed."""
    linecache.checkcache(str(path))


def blame(error: BaseException) -> str | None:
    """An error that comes from somebody's file as a sentence with its place; None if from ours."""
    if isinstance(error, BrokenFile):
        return str(error)
    if isinstance(error, SyntaxError) and error.filename in _authored:
        return _sentence(error, Path(error.filename), error.lineno or 1, "")
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename in _authored:
            return _sentence(error, Path(frame.filename), frame.lineno or 1, frame.name)
    return None


def culprit(error: BaseException) -> str | None:
    """The file of somebody's in which an error was raised; None if in ours."""
    names = (frame.filename for frame in reversed(traceback.extract_tb(error.__traceback__)))
    return next((name for name in names if name in _authored), None)


def running(frame: FrameType | None) -> str | None:
    """Where in somebody's file a thread is; None if it is not in one."""
    while frame is not None:
        if frame.f_code.co_filename in _authored:
            return _inside(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name)
        frame = frame.f_back
    return None


def broken(error: BaseException, path: Path) -> BrokenFile:
    """What is wrong with a file, with its line where that is known."""
    if isinstance(error, UnicodeDecodeError):
        line = error.object[: error.start].count(b"\n") + 1
        return BrokenFile(
            f"{place(path, line)}: it is not written in UTF-8; save it so",
            f"{place(path, line, 'linha')}: não está escrito em UTF-8; grava-o assim",
        )
    said = blame(error)
    if said is None:
        said = _sentence(error, path, line_in(error, path), "")
    return BrokenFile(said)


def line_in(error: BaseException, path: Path) -> int:
    """The innermost line of a file in an error's history; 1 if it is not there."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = (frame.lineno for frame in reversed(frames) if frame.filename == str(path))
    return next(lines, None) or 1


def line_of(path: Path, *starts: str) -> int:
    """The first line of a file that begins with one of these; 1 if none does."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError):
        return 1
    return next((n for n, line in enumerate(lines, 1) if line.startswith(starts)), 1)


def shown(path: str | Path) -> str:
    """A path as people read it: from where they are, if it is below."""
    try:
        return str(Path(path).relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def place(path: str | Path, line: int, word: str = "line") -> str:
    """Where something is."""
    return f"{shown(path)}, {word} {line}"


def _sentence(error: BaseException, path: Path, line: int, function: str) -> str:
    said = error.msg if isinstance(error, SyntaxError) else str(error)
    said = " ".join(said.split())[:LONGEST]
    kind = type(error).__name__
    return f"{_inside(path, line, function)}: {kind}" + (f": {said}" if said else "")


def _inside(path: str | Path, line: int, function: str) -> str:
    named = function and not function.startswith("<")
    return place(path, line) + (f" in {function}" if named else "")
