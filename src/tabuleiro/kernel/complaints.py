"""What the compiler has against a file of somebody's, in a sentence with its line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from tabuleiro import files
from tabuleiro.errors import BrokenFile

PLACE = re.compile(r"During: [^\n]* at (?P<file>[^\n]+) \((?P<line>\d+)\)")
PLACE_OF_SYNTAX = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')

ADVICE: Mapping[str, str] = {
    r"Untyped global name '?([\w.]+)": "the name {0} is not known here: compiled code sees whole "
    "numbers, tuples of them, and the functions of its own file",
    r"NameError: name '?([\w.]+)": "the name {0} is not defined",
    r"Unknown attribute '(\w+)' of type (?:nested)?array": "{0} is asked of a whole row of "
    "numbers; name one of them, as in s.stones[side] or s.stones[side, 0]",
    r"Unknown attribute '(\w+)' of type Record": "there is no field {0} in STATE or TABLES",
    r"Unknown attribute '(\w+)' of type (\w+)": "a number ({1}) has no {0}",
    r"Field '(\w+)' was not found in record": "there is no field {0} in STATE or TABLES",
    r"Cannot unify (\S+) and (\S+) for '([\w.]+)'": "{2} is sometimes {0} and sometimes {1}; give "
    "it one type everywhere",
    r"Use of unsupported opcode \((\w+)\)": "this statement ({0}) cannot be compiled",
    r"Cannot determine Numba type of <class '([^']+)'>": "a value of the type {0} cannot be "
    "used in compiled code",
    r"No implementation of function Function\(<built-in function (\w+)>\)": "{0} cannot be used "
    "on these values in compiled code",
    r"reflected list|unsupported.*(?:list|dict|set)|imprecise type: (?i:list|dict|set)": "lists, "
    "dictionaries and sets cannot be used in compiled code; keep numbers in the fields of STATE or "
    "TABLES",
}
"""What is usually meant, by what the compiler says."""

GENERAL = "compiled code knows whole numbers, loops, conditions and functions of its own file"


BESIDE = (
    *("Failed in", "During:", "File ", "<source", "Rejected", "Overload", "This error", ">>>"),
    *("No implementation of function Function(<function", "There are", "Of which", "With arg"),
)
"""How lines of the compiler begin that do not say what is wrong."""


def typing_error(error: BaseException, rules: Path, terms: Path | None = None) -> BrokenFile:
    """The compiler's error as one sentence: file, line, what it is, what is accepted."""
    said = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    if isinstance(error, KeyError):  # how the compiler puts it, without a place
        said = f"Field {said} was not found in record"
    beside = (rules.with_name(f"{part}.py") for part in ("terms", "planes"))
    own = [path for path in (rules, *beside, terms) if path]
    found = [*PLACE.finditer(said), *PLACE_OF_SYNTAX.finditer(said)]
    # The innermost place comes first; beyond the author's files it is the kernel's own.
    places = ((path, int(each["line"])) for each in found for path in own if _is(path, each))
    named = re.search(r"Field '(\w+)'", said)
    guess = (terms or rules, 1) if named is None else _using(f".{named[1]}", own, terms or rules)
    path, line = next(places, guess)
    return BrokenFile(f"{files.place(path, line)}: this cannot be compiled: {_words(said)}")


def _using(text: str, own: list[Path], otherwise: Path) -> tuple[Path, int]:
    """The first place where something is written."""
    for path in filter(Path.exists, own):
        for number, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), 1):
            if text in line:
                return path, number
    return otherwise, 1


def _is(path: Path, found: re.Match[str]) -> bool:
    """Whether the compiler means a file, whose path it may write from where we are."""
    return Path(found["file"]).resolve() == path


def _words(said: str) -> str:
    for pattern, words in ADVICE.items():
        found = re.search(pattern, said)
        if found:
            return words.format(*found.groups())
    lines = (line.strip(" -") for line in said.splitlines())
    telling = [line for line in lines if line and not line.startswith(BESIDE)]
    first = telling[0].removeprefix("TypingError: ")[:200] if telling else type(said).__name__
    return f"{first}; {GENERAL}"
