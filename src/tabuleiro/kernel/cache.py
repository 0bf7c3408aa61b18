"""Where compiled code is kept: one directory per unit, named after a hash of all it depends on.

A unit is compiled into a directory of its own and moved into place when it is complete, with a list
of checksums. So two processes never write to the same files, half-written or damaged units are
noticed before they are used, and what changed has another name.

Numba's files are pickles: whoever can write one can run code as whoever loads it. So a directory
that is not the user's own, or that others can write, is left alone.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import shutil
import stat
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tabuleiro import loops

CHECKSUMS = "checksums.json"
KEEP_DAYS = 60

DRIVERS = (
    "cache",
    "complaints",
    "crew",
    "deepening",
    "engine",
    "halt",
    "known",
    "net",
    "prover",
    "searcher",
    "start",
    "treesearch",
    "worker",
)
"""Kernel modules that call compiled code and are not part of it."""


def root() -> Path:
    """The cache directory: $TABULEIRO_CACHE_DIR, or the user's."""
    import platformdirs

    given = os.environ.get("TABULEIRO_CACHE_DIR")
    return Path(given) if given else Path(platformdirs.user_cache_dir("tabuleiro"))


def trouble() -> str | None:
    """What is wrong with the cache directory, as words after its name; None if it can be used."""
    if not hasattr(os, "geteuid"):  # Windows: the user's directories are the user's alone
        return None
    home = root().absolute()
    try:
        facts = home.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    if facts.st_uid != os.geteuid():
        return "belongs to another user, so nothing is loaded from it"
    if _is_lax(facts) and "TABULEIRO_CACHE_DIR" not in os.environ:  # ours alone, so we may mend it
        with contextlib.suppress(OSError):
            home.chmod(0o700)
            facts = home.stat()
    if _is_lax(facts):
        return f"can be written by others, so nothing is loaded from it (chmod 700 {home} helps)"
    for above in home.resolve().parents:
        mode = above.stat().st_mode
        if mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
            return f"can be replaced by others, who can write {above}, so nothing is loaded from it"
    return None


def _is_lax(facts: os.stat_result) -> bool:
    """Whether others can write."""
    return bool(facts.st_mode & (stat.S_IWGRP | stat.S_IWOTH))


def _is_own(unit: Path) -> bool:
    """Whether a unit is the user's and nobody else has put anything into it."""
    if not hasattr(os, "geteuid"):
        return True
    if unit.is_symlink() or _is_lax(unit.stat()):
        return False
    is_shut = not unit.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)
    parts = [each.lstat() for each in (unit, *unit.rglob("*"))]
    return all(
        each.st_uid == os.geteuid()
        and not stat.S_ISLNK(each.st_mode)
        and (is_shut or not _is_lax(each))
        for each in parts
    )


def key(rules: Path, constants: Mapping[str, Any], terms: Path | None = None) -> str:
    """A hash of everything that compiled rules depend on, and an evaluation of one's own."""
    import llvmlite
    import llvmlite.binding
    import numba
    import numpy as np

    digest = hashlib.sha256()
    parts = [rules.with_name(f"{part}.py") for part in ("terms", "planes", "features")]
    parts = [path for path in parts if path.exists()] + ([terms] if terms else [])
    kernel = [path for path in Path(__file__).parent.glob("*.py") if path.stem not in DRIVERS]
    for path in [rules, *parts, Path(loops.__file__), *sorted(kernel)]:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    flags = {
        name: value
        for name, value in os.environ.items()
        if name.startswith("NUMBA_") and "CACHE" not in name
    }
    facts = [
        sorted(constants.items()),
        sorted(flags.items()),
        (numba.__version__, llvmlite.__version__, np.__version__, platform.python_version()),
        (platform.system(), platform.machine()),
        (llvmlite.binding.get_host_cpu_name(), llvmlite.binding.get_host_cpu_features().flatten()),
    ]
    digest.update(repr(facts).encode())
    return digest.hexdigest()[:20]


def find(name: str) -> Path | None:
    """The directory of a complete, undamaged unit of the user's own; any other is removed."""
    if trouble() is not None:
        return None
    home = root() / name
    try:
        listed: dict[str, str] = json.loads((home / CHECKSUMS).read_text())
        if _is_own(home) and listed == _checksums(home):
            with contextlib.suppress(OSError):  # a cache that can only be read serves as well
                (home / CHECKSUMS).touch()
            return home
    except FileNotFoundError:
        if not home.exists():
            return None
    except (OSError, ValueError):
        pass
    shutil.rmtree(home, ignore_errors=True)
    return None


def new_directory(name: str) -> Path | None:
    """A directory to compile a unit in, or None if the cache cannot be used or written."""
    if trouble() is not None:
        return None
    try:
        root().mkdir(0o700, parents=True, exist_ok=True)
        return Path(tempfile.mkdtemp(prefix=f"{name}.", suffix=".part", dir=root()))
    except OSError:
        return None


def keep(part: Path, name: str) -> None:
    """Move a freshly compiled unit into place; if another process was first, its unit stays."""
    home = root() / name
    try:
        (part / CHECKSUMS).write_text(json.dumps(_checksums(part)))
        part.rename(home)
        _sweep()
    except OSError:
        discard(part)


def discard(part: Path) -> None:
    """Remove what an unsuccessful compilation left."""
    shutil.rmtree(part, ignore_errors=True)


def _checksums(home: Path) -> dict[str, str]:
    return {
        str(path.relative_to(home)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(home.rglob("*"))
        if path.is_file() and path.name != CHECKSUMS
    }


def _sweep() -> None:
    """Remove units, and remains of interrupted compilations, that nobody has used for long."""
    oldest = time.time() - KEEP_DAYS * 86400
    for home in root().iterdir():
        mark = home / CHECKSUMS if (home / CHECKSUMS).exists() else home
        if mark.stat().st_mtime < oldest:
            shutil.rmtree(home, ignore_errors=True)
