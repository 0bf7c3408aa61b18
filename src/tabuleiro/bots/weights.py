"""The weights of an evaluation: sets that a game names, files, and changes to single terms.

Weights are asked for by a text: parts with `,` or `+` between, from left to right, each of them a
set (`best`), a file (`mine.toml`) or one weight (`pieces=120`). Terms that no part names weigh
nothing. A file gives a number for each of some terms, and may start from a set:

    start_from = "best"
    pieces = 120
    mobility = 0
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

from tabuleiro.bots.analysis import STEEPNESS
from tabuleiro.errors import InvalidOption, TabuleiroError, UnknownOption
from tabuleiro.game import Game

LARGEST = 1000
"""Larger weights could make an evaluation look like a win."""

START = "start_from"
SUFFIX = ".toml"


def weight_sets(game: Game) -> dict[str, dict[str, int]]:
    """The weights that a game names."""
    return dict(bots_file(game).get("weights", {}))


def bots_file(game: Game) -> dict[str, Any]:
    """What the game's own file says of weights and bots."""
    path = game.source.with_name("bots.toml")
    return _read(path, path.stat().st_mtime_ns) if path.exists() else {}


@lru_cache(maxsize=32)
def _read(path: Path, changed: int) -> dict[str, Any]:
    """A file is read again only when it has changed."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def steepness(game: Game) -> float:
    """How quickly a lead by the game's best weights becomes a win; see `Score`."""
    return float(bots_file(game).get("steepness", STEEPNESS))


def read_weights(game: Game, given: str | Mapping[str, int]) -> dict[str, int]:
    """Weights by term, from a text or checked as they are."""
    if not isinstance(given, str):
        return {term: _weight(game, term, number) for term, number in given.items()}
    weights: dict[str, int] = {}
    for part in re.split("[,+]", given):
        name, sign, number = (piece.strip() for piece in part.partition("="))
        if part.strip().endswith(SUFFIX):
            weights |= load_weights(game, part.strip())
        elif sign:
            weights[name] = _weight(game, name, number)
        else:
            weights |= _named(game, name)
    return weights


def load_weights(game: Game, path: str | Path) -> dict[str, int]:
    """The weights of a file; what is wrong with it is said with its line."""
    why = ""
    try:
        text = Path(path).expanduser().read_text(encoding="utf-8-sig")
        found = tomllib.loads(text)
    except OSError as error:
        why = f"cannot be read: {error.strerror}"
    except UnicodeDecodeError:
        why = "is not a text file"
    except tomllib.TOMLDecodeError as error:
        why = f"cannot be read: {str(error)[:200]}; accepted: lines such as pieces = 10"
    if why:
        raise InvalidOption(f"the weights file {str(path)!r} {why}")
    weights: dict[str, int] = {}
    for key, value in found.items():
        try:
            if key == START:
                weights = _named(game, str(value)) | weights
            else:
                weights[key] = _weight(game, key, value)
        except TabuleiroError as error:
            line = _line_of(key, text)
            raise type(error)(f"line {line} of the weights file {str(path)!r}: {error}") from None
    return weights


def _named(game: Game, name: str) -> dict[str, int]:
    known = weight_sets(game)
    if name not in known:
        raise UnknownOption(
            f"{game.name} has no weights {name!r}; "
            f"accepted: {', '.join(known)}, a {SUFFIX} file, or TERM=NUMBER"
        )
    return known[name]


def _weight(game: Game, term: str, number: object) -> int:
    if term not in game.terms:
        near = get_close_matches(term, game.terms, 1)
        meant = f"did you mean {near[0]!r}? " if near else ""
        raise UnknownOption(
            f"{game.name} has no term {term!r}; {meant}accepted: {', '.join(game.terms)}"
        )
    try:
        value = int(str(number))
    except ValueError:
        value = LARGEST + 1
    if abs(value) > LARGEST:
        raise InvalidOption(
            f"the weight of {term!r} cannot be {str(number)!r}; "
            f"it must be a whole number from -{LARGEST} to {LARGEST}"
        )
    return value


def _line_of(key: str, text: str) -> int:
    """The line in which a file sets a key."""
    own = re.compile(rf"""\s*\[?\s*["']?{re.escape(key)}["']?\s*[=.\]]""")
    lines = text.splitlines()
    return next((number for number, line in enumerate(lines, 1) if own.match(line)), 1)
