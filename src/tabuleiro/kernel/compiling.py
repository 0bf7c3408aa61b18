"""Compiles units and keeps them: a template bound to a game becomes one function.

All of a unit is compiled together, so that LLVM sees one program without indirections, and only the
template's entry function is cached (see `cache`). Units of one game that one process compiles have
the functions that they call in common: Numba works on these once, which takes a third less time
over all units of a game.
"""

from __future__ import annotations

import gc
import inspect
import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType
from typing import Any

from tabuleiro.kernel import cache, loader, records
from tabuleiro.kernel.complaints import typing_error

log = logging.getLogger("tabuleiro")

Listener = Callable[[str], None]

INLINED = ("actions", "play")
"""Functions of the rules that LLVM finds too long to inline by itself: 10 % of perft."""

_compiling = threading.RLock()
"""Not the loader's, so that nobody who only needs the rules waits for a compilation."""

_units: dict[tuple[object, ...], Any] = {}
_known: dict[tuple[object, ...], loader.Known] = {}
_warned = False
listener: Listener = log.info
"""Told in a sentence when compilation starts and what went wrong with the cache."""


def compiled(
    path: Path,
    constants: Mapping[str, Any],
    template: str,
    traced: bool = False,
    terms: Path | None = None,
) -> Any:
    """The compiled entry function of a template for these rules: `entry(board, k, *numbers)`."""
    version = (path, terms, loader.changed(path, terms), tuple(sorted(constants.items())))
    key = (*version, template, traced)
    with _compiling:
        if key not in _units:
            try:
                _units[key] = _compile(path, constants, template, traced, terms)
            except Exception as error:
                if type(error).__module__.startswith("numba") or isinstance(error, KeyError):
                    raise typing_error(error, path, terms) from error
                raise
        return _units[key]


def _compile(
    path: Path, constants: Mapping[str, Any], template: str, traced: bool, terms: Path | None
) -> Any:
    game, kind = loader.game_name(path), loader.variant(template, traced)
    key = cache.key(path, constants, terms)
    known = _known.setdefault((path, terms, key), {})

    def build(home: Path | None) -> Any:
        try:
            return _build(path, constants, template, home, traced, terms, known)
        except BaseException:
            known.clear()  # nobody knows how far Numba came with it
            raise

    name = f"{game}-{kind}-{key}"
    home = cache.find(name)
    if home is not None:
        return build(home)
    listener(f"Compiling {game} ({kind}), first time only")
    part = cache.new_directory(name)
    if part is not None:
        try:
            entry = build(part)
            cache.keep(part, name)
            return entry
        except OSError:
            cache.discard(part)
        except BaseException:
            cache.discard(part)
            raise
    why = cache.trouble() or "cannot be written"
    _warn_once(f"The cache directory {cache.root()} {why}; compiling in memory")
    return build(None)


def _build(
    path: Path,
    constants: Mapping[str, Any],
    template: str,
    home: Path | None,
    traced: bool,
    terms: Path | None,
    known: loader.Known,
) -> Any:
    """Compile the entry of a template, or load it if the directory `home` has it."""
    import numba
    from numba.extending import register_jitable

    from tabuleiro.kernel import intrinsics  # noqa: F401  teaches Numba our operations
    from tabuleiro.kernel.thrift import thrift
    from tabuleiro.kernel.unit import keep_in

    options: dict[str, Any] = {"nogil": True, "error_model": "numpy"}

    def wrap(function: FunctionType) -> Any:
        """Functions that only compiled code calls need no way in from outside: 40 % less work."""
        name = function.__name__
        if name in function.__code__.co_names:
            return numba.njit(**options)(function)
        inner = {"no_cfunc_wrapper": True, "forceinline": name in INLINED}
        return register_jitable(**inner, **options)(function)

    module = loader.bind(path, constants, template, wrap, traced, terms, known)
    template = template.removesuffix(loader.WITH_NETS)
    entry = getattr(module, template)
    if isinstance(entry, FunctionType):
        entry = numba.njit(**options)(entry)
        setattr(module, template, entry)
    if home is not None:
        keep_in(home, entry)
    rules = loader.rules_module(path, constants)
    board = numba.from_dtype(records.dtype(rules.TABLES))
    k = numba.from_dtype(loader.memory_type(rules))
    names = inspect.signature(entry.py_func).parameters
    rows, bytes_ = numba.int64[:, ::1], numba.int8[:, ::1]
    kinds = {"board": board, "k": k, "table": rows, "tree": rows, "facts": rows, "history": rows}
    kinds |= {"m": k, "other": rows, "effects": rows}
    kinds |= {"states": numba.from_dtype(records.dtype(rules.STATE))[::1], "grid": numba.int64[::1]}
    kinds |= {"masks": bytes_, "cells": bytes_, "planes": numba.int8[:, :, ::1]}
    kinds |= {"rewards": numba.float32[:, ::1]}
    for name, (number, dimensions) in getattr(module, "ARRAYS", {}).items():
        kinds[name] = numba.types.Array(getattr(numba, number), dimensions, "C")
    with _without_collecting(), thrift():
        entry.compile(tuple(kinds.get(name, numba.int64) for name in names))
    entry.disable_compile()
    return entry


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Numba's millions of objects are needed until it is done: looking for garbage costs 7 %."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _warn_once(message: str) -> None:
    global _warned
    if not _warned:
        _warned = True
        listener(message)
