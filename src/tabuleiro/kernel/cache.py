"""Where compiled code is kept: one directory per unit, named after a hash of all it depends on.

A unit is compiled into a directory of its own and moved into place when it is complete, with a list
of checksums. So two processes never write to the same files, half-written or damaged units are
noticed before they are used, and what changed has another name.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import shutil
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

CHECKSUMS = "checksums.json"
KEEP_DAYS = 60

DRIVERS = ("cache", "engine", "searcher", "start", "treesearch", "worker")
"""Kernel modules that call compiled code and are not part of it."""


def root() -> Path:
    """The cache directory: $TABULEIRO_CACHE_DIR, or the user's."""
    import platformdirs

    given = os.environ.get("TABULEIRO_CACHE_DIR")
    return Path(given) if given else Path(platformdirs.user_cache_dir("tabuleiro"))


def key(rules: Path, constants: Mapping[str, Any]) -> str:
    """A hash of everything that compiled rules depend on."""
    import llvmlite
    import llvmlite.binding
    import numba
    import numpy as np

    digest = hashlib.sha256()
    parts = [rules.with_name(f"{part}.py") for part in ("terms", "planes")]
    parts = [path for path in parts if path.exists()]
    kernel = [path for path in Path(__file__).parent.glob("*.py") if path.stem not in DRIVERS]
    for path in [rules, *parts, *sorted(kernel)]:
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
        (str(rules.resolve()), str(Path(__file__).resolve())),  # where Numba looks for the sources
        (llvmlite.binding.get_host_cpu_name(), llvmlite.binding.get_host_cpu_features().flatten()),
    ]
    digest.update(repr(facts).encode())
    return digest.hexdigest()[:20]


def find(name: str) -> Path | None:
    """The directory of a complete, undamaged unit; a damaged one is removed."""
    home = root() / name
    try:
        listed: dict[str, str] = json.loads((home / CHECKSUMS).read_text())
        if listed == _checksums(home):
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
    """A directory to compile a unit in, or None if the cache cannot be written."""
    try:
        root().mkdir(parents=True, exist_ok=True)
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
