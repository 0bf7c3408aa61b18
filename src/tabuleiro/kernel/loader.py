"""From plain source files to specialised functions: a game's rules and one template as a unit.

The rules module is executed anew for each set of constants, and each template anew for each rules
module. A template imports the names of the contract; the loader puts the game's functions in their
place. Then all of it is compiled together (see `compiling`).
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Mapping
from math import prod
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from tabuleiro import files, loops
from tabuleiro.errors import BrokenFile, UnknownGame
from tabuleiro.kernel import (
    alphabeta,
    contract,
    endings,
    evaluation,
    knowledge,
    mcts,
    memory,
    nets,
    ordering,
    playouts,
    records,
    selfplay,
    sharing,
    table,
    tracing,
    words,
)

MEMORIES: tuple[Any, ...] = (
    memory,
    evaluation,
    knowledge,
    nets,
    endings,
    playouts,
    ordering,
    sharing,
    tracing,
    alphabeta,
    mcts,
    selfplay,
)
"""The modules that declare a part of the memory."""

MEMORY: memory.Declared = {
    name: field for module in MEMORIES for name, field in module.MEMORY.items()
}
"""All that they declare: one memory serves every template."""

COMPILED_LIBRARIES = ("rng", "scores", "table", "verdicts", "endings", "layered")
"""Kernel modules whose functions rules and templates call: compiled into each unit."""

SHARED_TEMPLATES = (
    "evaluation",
    "knowledge",
    "playouts",
    "ordering",
    "sharing",
    "tracing",
    "alphabeta",
)
"""Templates whose functions other templates call."""

PARTS = {"terms": "evaluate", "planes": "observe", "features": "features"}
"""What a game may have beside its rules, and the function of each."""

WITH_NETS = "+net"
"""Ends the name of a template that is compiled with nets; those that learn always are."""

CELLS = 9
"""A field of so many words may be a board with a number in each cell."""

LEARNERS = ("selfplay", "looking")

_reading = threading.RLock()
_rules: dict[tuple[object, ...], ModuleType] = {}


def rules_module(path: Path, constants: Mapping[str, Any]) -> ModuleType:
    """The plain rules with these constants in place of the module's own."""
    key = (path, changed(path), tuple(sorted(constants.items())))
    with _reading:
        if key not in _rules:
            rules = execute(path, unit_name("rules", path, constants), constants)
            _check_player(path, rules)
            _check_bounds(path, rules)
            _rules[key] = rules
        return _rules[key]


def _check_player(path: Path, rules: ModuleType) -> None:
    """See that a state begins with who acts, wherever its author has written that."""
    if rules.STATE.get("player") != 1:
        line = files.line_of(path, "STATE")
        raise BrokenFile(
            f"{files.place(path, line)}: STATE has no field player of size 1; write player=1 first",
            f"{files.place(path, line, 'linha')}: STATE não tem um campo player de tamanho 1; "
            "escreve player=1 em primeiro lugar",
        )
    vars(rules)["STATE"] = {"player": 1, **rules.STATE}


def _check_bounds(path: Path, rules: ModuleType) -> None:
    """Refuse a game for which the searches have no room: compiled code does not look again."""
    size = state_words(rules)
    for what, number, most, starts in (
        ("MAX_ACTIONS", rules.MAX_ACTIONS, table.ACTIONS, ("MAX_ACTIONS", "MAX_STEPS, MAX_A")),
        ("MAX_STEPS", rules.MAX_STEPS, alphabeta.LINE - 2, ("MAX_STEPS", "MAX_ACTIONS, MAX_S")),
        ("the number of words in STATE", size, len(words.MULTIPLIERS), ("STATE",)),
    ):
        if not (isinstance(number, int) and 1 <= number <= most):
            line = files.line_of(path, *starts)
            raise UnknownGame(
                f"{files.place(path, line)}: the game {game_name(path)!r} cannot be played: "
                f"{what} is {number!r}; accepted: 1 to {most}",
                f"{files.place(path, line, 'linha')}: o jogo {game_name(path)!r} não pode ser "
                f"jogado: {what} é {number!r}; aceites: 1 a {most}",
            )


def state_words(rules: ModuleType) -> int:
    """How many words a state has."""
    return sum(prod(records.shape(size)) for size in rules.STATE.values())


def cell_fields(rules: ModuleType) -> list[str]:
    """The fields of a state that have so many words that each may be a cell."""
    sizes = {name: prod(records.shape(size)) for name, size in rules.STATE.items()}
    return [name for name, size in sizes.items() if size >= CELLS]


def planes_seen(path: Path, rules: ModuleType) -> int:
    """How many planes a net sees in place of the bits of a state: 0 if the game does not say so."""
    if part_path("features", path).stem != "no_features":
        return 0
    module = part_module("planes", path, rules)
    return len(module.OBSERVED) if getattr(module, "OBSERVED_BY_NETS", False) else 0


def net_width(path: Path, rules: ModuleType) -> int:
    """How many hidden numbers a net has: what the game says in its features, if it says so."""
    width = nets.WIDTH
    if part_path("features", path).stem != "no_features":
        width = getattr(part_module("features", path, rules), "NET_WIDTH", nets.WIDTH)
    if width not in nets.WIDTHS:
        place = part_path("features", path)
        line = files.line_of(place, "NET_WIDTH")
        accepted = ", ".join(map(str, nets.WIDTHS))
        raise UnknownGame(
            f"{files.place(place, line)}: the game {game_name(path)!r} cannot be played: "
            f"NET_WIDTH is {width!r}; accepted: {accepted}",
            f"{files.place(place, line, 'linha')}: o jogo {game_name(path)!r} não pode ser jogado: "
            f"NET_WIDTH é {width!r}; aceites: {accepted}",
        )
    return int(width)


def changed(*paths: Path | None) -> tuple[int, ...]:
    """When files were last written: somebody may be at work on them."""
    return tuple(path.stat().st_mtime_ns for path in paths if path is not None)


def terms_module(path: Path, rules: ModuleType, terms: Path | None = None) -> ModuleType:
    """The plain evaluation that belongs to plain rules, or that of a file of somebody's own."""
    return part_module("terms", path, rules, terms)


def part_module(part: str, path: Path, rules: ModuleType, own: Path | None = None) -> ModuleType:
    """A plain part of a game, one of PARTS, that belongs to plain rules."""
    return _part(part, path, f"{part}_of_{rules.__name__.rpartition('.')[2]}", rules, own)


def _part(
    part: str, path: Path, name: str, rules: ModuleType, own: Path | None = None
) -> ModuleType:
    module = execute(own or part_path(part, path), name, {})
    if own is not None:
        vars(module).update(loops.OF_A_BOT)
    _adopt(module, rules)
    terms = len(getattr(module, "TERMS", ()))
    if terms > evaluation.TERMS:
        raise UnknownGame(
            f"the game {game_name(path)!r} cannot be played: it has {terms} terms; "
            f"accepted: at most {evaluation.TERMS}",
            f"o jogo {game_name(path)!r} não pode ser jogado: tem {terms} termos; "
            f"aceites: no máximo {evaluation.TERMS}",
        )
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
    files.authored(path)
    code = files.code_of(path, path.read_text(encoding="utf-8-sig"), constants)
    module = ModuleType(f"tabuleiro.units.{name}")
    module.__file__ = str(path)
    vars(module).update(loops.OF_RULES)
    sys.modules[module.__name__] = module  # where Numba looks for a cached function's globals
    files.run(code, module)
    return module


Functions = dict[str, Any]
Wrap = Callable[[FunctionType], Any]
Known = dict[str, Any]
"""What templates of one game have in common, as far as it has been bound."""


def bind(
    path: Path,
    constants: Mapping[str, Any],
    template: str,
    wrap: Wrap,
    traced: bool = False,
    terms: Path | None = None,
    known: Known | None = None,
) -> ModuleType:
    """A template with a game's functions in it, each of them passed through `wrap`.

    `terms` is the file of an evaluation that takes the place of the game's own. Templates that are
    bound with the same `known` have what they call in common.
    """
    known = {} if known is None else known
    nets = template.endswith(WITH_NETS) or template in LEARNERS
    which = variant("net" if nets else "bare", traced)
    if which not in known:
        known[which] = _callees(path, constants, nets, traced, terms, wrap, known)
    given, facts = known[which]
    unit = unit_name(variant(template, traced), path, constants)
    module = execute(_template(template.removesuffix(WITH_NETS)), unit, facts)
    _link(module, given, wrap)
    return module


def _callees(
    path: Path,
    constants: Mapping[str, Any],
    nets: bool,
    traced: bool,
    terms: Path | None,
    wrap: Wrap,
    known: Known,
) -> tuple[Functions, dict[str, Any]]:
    """What any template may call, and what it is told of the game and of what it is for."""
    if "game" not in known:
        known["game"] = _game(path, constants, terms, wrap)
    libraries, game, rules = known["game"]
    # A game's other functions may have names that the kernel uses too: templates do not see them.
    offered = {name: game[name] for name in vars(contract) if name in game}
    facts = {
        "SAMPLED": "random_action" in offered,
        "SYMMETRIC": "image" in offered,
        "RANKED": "rank" in offered,
        "MIXED": getattr(rules, "MIXED", False),
        "DECISIVE": "decisive" in offered,
        "SAYS_NOISE": hasattr(rules, "NOISY"),
        "TRACED": traced,
        "MAX_ACTIONS": rules.MAX_ACTIONS,
        "NETS": nets,
        "OWN_FEATURES": part_path("features", path).stem != "no_features",
        "NET_WIDTH": net_width(path, rules),
        "PLANES": planes_seen(path, rules),
        "STATE_WORDS": state_words(rules),
        "PLAYER_WORD": records.first_word(rules_module(path, constants).STATE, "player"),
        "CELL_WORDS": bool(cell_fields(rules)),
    }
    unit = unit_name(variant("nets" if nets else "any", traced), path, constants)
    kernel = dict(libraries)
    for shared in SHARED_TEMPLATES:
        module = execute(_template(shared), f"{shared}_for_{unit}", facts)
        kernel |= _link(module, kernel | offered, wrap)
    return kernel | offered, facts


def _game(
    path: Path, constants: Mapping[str, Any], terms: Path | None, wrap: Wrap
) -> tuple[Functions, Functions, ModuleType]:
    """The functions of the libraries, those of a game, and its rules, which they belong to."""
    unit = unit_name("any", path, constants)
    libraries: Functions = {}
    for library in COMPILED_LIBRARIES:
        libraries |= _link(execute(_template(library), f"{library}_for_{unit}", {}), {}, wrap)
    rules = execute(path, f"rules_for_{unit}", constants)
    game = _link(rules, libraries, wrap)
    parts: Functions = {}
    for part in PARTS:
        own = terms if part == "terms" else None
        module = _part(part, path, f"{part}_for_{unit}", rules, own)
        parts |= _link(module, libraries | game, wrap)
    return libraries, game | parts, rules


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


def variant(template: str, traced: bool) -> str:
    """What a template is called, with or without the code that writes a trace."""
    return f"{template}-traced" if traced else template


def memory_type(rules: ModuleType) -> Any:
    """The working memory as a structured type."""
    return memory.dtype(MEMORY, rules)
