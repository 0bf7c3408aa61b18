"""Has Numba keep compiled code in the directory of a unit, wherever the sources are.

Numba looks for a function's files by the place of its source. Here the directory's name tells all
that the code depends on, so a copy of the sources elsewhere finds what was compiled before.
"""

from __future__ import annotations

from pathlib import Path
from types import FunctionType
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator


class UnitPlace(_CacheLocator):  # type: ignore[misc]
    """Answers what Numba asks about where and since when a function is kept."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._py_file = ""

    def from_function(self, function: FunctionType, file: str) -> UnitPlace:
        self._py_file = file  # Numba names it where it cannot keep a function
        return self

    def get_cache_path(self) -> str:
        return str(self.home)

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return "unit"


def keep_in(home: Path, entry: Any) -> None:
    """Load and store a compiled entry function in this directory."""

    class Kept(CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = (UnitPlace(home),)

    class UnitCache(FunctionCache):  # type: ignore[misc]
        _impl_class = Kept

    entry._cache = UnitCache(entry.py_func)
