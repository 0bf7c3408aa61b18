"""From plain source files to specialised functions: a game's rules and one template as a unit.

The rules module is executed anew for each set of constants, and each template anew for each rules
module. A template imports the names of the contract; the loader puts the game's functions in their
place. Then all of it is compiled together, so that LLVM sees one program without indirections, and
only the template's entry function is cached (see `cache`).
"""

from __future__ import annotations

import ast
import inspect
import logging
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from tabuleiro.kernel import alphabeta, cache, contract, records

log = logging.getLogger("tabuleiro")

Listener = Callable[[str], None]

TURNS = 64
"""The deepest line that a unit's memory has room for."""

PAST, EXCLUDED, MOST_TERMS = 8192, 64, 32
"""Room for the positions before the root, for root turns left out, and for terms."""

COMPILED_LIBRARIES = ("rng", "scores", "table")
"""Kernel modules whose functions rules and templates call: compiled into each unit."""

SHARED_TEMPLATES = ("playouts",)
"""Templates whose functions other templates call."""

PARTS = {"terms": "evaluate", "planes": "observe"}
"""What a game may have beside its rules, and the function of each."""

INLINED = ("actions", "play")
"""Functions of the rules that LLVM finds too long to inline by itself: 10 % of perft."""

_reading = threading.RLock()
_compiling = threading.RLock()
"""Apart, so that nobody who only needs the rules waits for a compilation."""

_rules: dict[tuple[Path, tuple[tuple[str, Any], ...]], ModuleType] = {}
_units: dict[tuple[Path, tuple[tuple[str, Any], ...], str], Any] = {}
_warned = False
listener: Listener = log.info
"""Told in a sentence when compilation starts and what went wrong with the cache."""


def rules_module(path: Path, constants: Mapping[str, Any]) -> ModuleType:
    """The plain rules with these constants in place of the module's own."""
    key = (path, tuple(sorted(constants.items())))
    with _reading:
        if key not in _rules:
            _rules[key] = execute(path, unit_name("rules", path, constants), constants)
        return _rules[key]


def terms_module(path: Path, rules: ModuleType) -> ModuleType:
    """The plain evaluation that belongs to plain rules."""
    return part_module("terms", path, rules)


def part_module(part: str, path: Path, rules: ModuleType) -> ModuleType:
    """A plain part of a game, one of PARTS, that belongs to plain rules."""
    name = f"{part}_of_{rules.__name__.rpartition('.')[2]}"
    module = execute(part_path(part, path), name, {})
    _adopt(module, rules)
    return module


def _adopt(part: ModuleType, rules: ModuleType) -> None:
    """Give a part of a game the names that it imports from its rules, with their constants set."""
    for name, value in list(vars(part).items()):
        own = isinstance(value, FunctionType) and value.__module__ == part.__name__
        if not own and not name.startswith("__") and hasattr(rules, name):
            setattr(part, name, getattr(rules, name))


def game_name(path: Path) -> str:
    """What a rules file is about: `games/shobu/rules.py` or `shobu.py` is shobu."""
    return path.parent.name if path.stem == "rules" else path.stem


def unit_name(template: str, path: Path, constants: Mapping[str, Any]) -> str:
    """The name of a module made for one game and one set of constants."""
    return "_".join([template, game_name(path), *map(str, constants.values())])


def execute(path: Path, name: str, constants: Mapping[str, Any]) -> ModuleType:
    """Run a source file as a new module, with some of its constants replaced."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            constant = node.targets[0].id
            if constant in constants:
                node.value = ast.copy_location(ast.Constant(constants[constant]), node.value)
    module = ModuleType(f"tabuleiro.units.{name}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module  # where Numba looks for a cached function's globals
    exec(compile(tree, str(path), "exec"), module.__dict__)
    return module


def memory_layout(rules: ModuleType) -> list[tuple[str, Any, tuple[int, ...]]]:
    """The fields of a unit's working memory `k`: name, type (a layout or int), shape."""
    plies = TURNS * rules.MAX_STEPS + 2
    return [
        ("states", rules.STATE, (plies,)),
        ("actions", int, (plies * rules.MAX_ACTIONS,)),
        ("rng", int, (1,)),
        ("plies", int, ()),
        ("tally", int, (4,)),
        ("stop", int, ()),
        ("done", int, ()),
        ("total", int, ()),
        ("order", int, (plies * rules.MAX_ACTIONS,)),
        ("history", int, (2 * rules.MAX_ACTIONS,)),
        ("killers", int, (2 * plies,)),
        ("kind", int, (plies,)),
        ("refers", int, (plies,)),
        ("length", int, (plies,)),
        ("line", int, (alphabeta.LINE * alphabeta.LINE,)),
        ("keys", int, (PAST + TURNS + 2,)),
        ("past", int, ()),
        ("images", rules.STATE, (3,)),
        ("shared", int, ()),
        ("salt", int, ()),
        ("since", int, (TURNS + 2,)),
        ("quiet", int, (TURNS + 2,)),
        ("exclude", int, (EXCLUDED,)),
        ("excluded", int, ()),
        ("weights", int, (MOST_TERMS,)),
        ("repetition", int, ()),
        ("quiet_limit", int, ()),
        ("length_left", int, ()),
        ("reductions", int, ()),
        ("exchange", int, ()),
        ("checking", int, ()),
        ("node_limit", int, ()),
        ("age", int, ()),
        ("nodes", int, ()),
        ("hits", int, ()),
        ("guesses", int, ()),
        ("cuts", int, ()),
        ("path", int, (plies,)),
        ("scale", int, ()),
    ]


Wrap = Callable[[FunctionType], Any]


def bind(path: Path, constants: Mapping[str, Any], template: str, wrap: Wrap) -> ModuleType:
    """A template with a game's functions in it, each of them passed through `wrap`."""
    unit = unit_name(template, path, constants)
    given: dict[str, Any] = {}
    for library in COMPILED_LIBRARIES:
        given |= _link(execute(_template(library), f"{library}_for_{unit}", {}), {}, wrap)
    rules = execute(path, f"rules_for_{unit}", constants)
    given |= _link(rules, given, wrap)
    parts: dict[str, Any] = {}
    for part in PARTS:
        module = execute(part_path(part, path), f"{part}_for_{unit}", {})
        _adopt(module, rules)
        parts |= _link(module, given, wrap)
    given |= parts
    offered = {name: given[name] for name in vars(contract) if name in given}
    facts = {
        "SAMPLED": "random_action" in offered,
        "SYMMETRIC": "image" in offered,
        "DECISIVE": "decisive" in offered,
        "MAX_ACTIONS": rules.MAX_ACTIONS,
    }
    for shared in SHARED_TEMPLATES:
        module = execute(_template(shared), f"{shared}_for_{unit}", facts)
        given |= _link(module, given | offered, wrap)
    module = execute(_template(template), unit, facts)
    _link(module, given | offered, wrap)
    return module


def part_path(part: str, rules: Path) -> Path:
    """The file of a part of a game: beside its rules, in the same file, or none of its own."""
    beside = rules.with_name(f"{part}.py")
    if rules.stem == "rules":
        return beside if beside.exists() else _template(f"no_{part}")
    inside = f"def {PARTS[part]}(" in rules.read_text(encoding="utf-8")
    return rules if inside else _template(f"no_{part}")


def _template(name: str) -> Path:
    return Path(__file__).with_name(f"{name}.py")


def _link(module: ModuleType, given: Mapping[str, Any], wrap: Wrap) -> dict[str, Any]:
    """Replace the module's imported functions by the given ones and wrap its own."""
    own = {}
    for name, value in list(vars(module).items()):
        if isinstance(value, FunctionType):
            if value.__module__ == module.__name__:
                own[name] = wrap(value)
            elif name in given:
                own[name] = given[name]
    vars(module).update(own)
    return own


def compiled(path: Path, constants: Mapping[str, Any], template: str) -> Any:
    """The compiled entry function of a template for these rules: `entry(board, k, *numbers)`."""
    key = (path, tuple(sorted(constants.items())), template)
    with _compiling:
        if key not in _units:
            _units[key] = _compile(path, constants, template)
        return _units[key]


def _compile(path: Path, constants: Mapping[str, Any], template: str) -> Any:
    game = game_name(path)
    name = f"{game}-{template}-{cache.key(path, constants)}"
    home = cache.find(name)
    if home is not None:
        return _build(path, constants, template, home)
    listener(f"Compiling {game} ({template}), first time only")
    part = cache.new_directory(name)
    if part is not None:
        try:
            entry = _build(path, constants, template, part)
            cache.keep(part, name)
            return entry
        except OSError:
            cache.discard(part)
    _warn_once(f"The cache directory {cache.root()} cannot be written; compiling in memory")
    return _build(path, constants, template, None)


def _build(path: Path, constants: Mapping[str, Any], template: str, home: Path | None) -> Any:
    """Compile the entry of a template, or load it if the directory `home` has it."""
    import numba
    from numba.extending import register_jitable

    from tabuleiro.kernel import intrinsics  # noqa: F401  teaches Numba our operations

    options: dict[str, Any] = {"nogil": True, "error_model": "numpy"}

    def wrap(function: FunctionType) -> Any:
        """Functions that only compiled code calls need no way in from Python: a third less work."""
        name = function.__name__
        if name == template or name in function.__code__.co_names:
            return numba.njit(**options)(function)
        return register_jitable(forceinline=name in INLINED, **options)(function)

    module = bind(path, constants, template, wrap)
    entry = getattr(module, template)
    if home is not None:
        kept, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(home)
        try:
            entry.enable_caching()
        finally:
            numba.config.CACHE_DIR = kept
    rules = rules_module(path, constants)
    board, k = (numba.from_dtype(t) for t in (records.dtype(rules.TABLES), memory_type(rules)))
    names = inspect.signature(entry.py_func).parameters
    rows, bytes_ = numba.int64[:, ::1], numba.int8[:, ::1]
    kinds = {"board": board, "k": k, "table": rows, "tree": rows, "facts": rows, "history": rows}
    kinds |= {"states": numba.from_dtype(records.dtype(rules.STATE))[::1], "grid": numba.int64[::1]}
    kinds |= {"masks": bytes_, "cells": bytes_, "planes": numba.int8[:, :, ::1]}
    kinds |= {"rewards": numba.float32[:, ::1]}
    entry.compile(tuple(kinds.get(name, numba.int64) for name in names))
    entry.disable_compile()
    return entry


def memory_type(rules: ModuleType) -> Any:
    """The working memory as a structured type."""
    import numpy as np

    fields = [
        (name, np.int64 if kind is int else records.dtype(kind), shape)
        for name, kind, shape in memory_layout(rules)
    ]
    return np.dtype(fields)


def _warn_once(message: str) -> None:
    global _warned
    if not _warned:
        _warned = True
        listener(message)
