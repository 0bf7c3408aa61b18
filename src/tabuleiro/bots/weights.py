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
from operator import index
from pathlib import Path
from typing import Any, SupportsIndex

from tabuleiro.bots.analysis import STEEPNESS
from tabuleiro.errors import InvalidOption, TabuleiroError, UnknownOption, quoted
from tabuleiro.game import Game

LARGEST = 1000
"""Weights are hundredths of a stone a unit: ten stones for one mark of anything is enough."""

WHOLE = re.compile("-?[0-9]{1,9}")
START = "start_from"
SUFFIX = ".toml"


def weight_sets(game: Game) -> dict[str, dict[str, int]]:
    """The weights that a game names; WEIGHTS in a game of one file are its best."""
    own = getattr(game.rules, "WEIGHTS", None)
    best = {"best": dict(own)} if isinstance(own, Mapping) else {}
    return best | dict(bots_file(game).get("weights", {}))


def bots_file(game: Game) -> dict[str, Any]:
    """What the game's own file says of weights and bots.

    A game in a file of its own has it under the same name: `mygame.toml` beside `mygame.py`.
    """
    alone = game.path is not None and game.source.stem != "rules"
    path = game.source.with_suffix(".toml") if alone else game.source.with_name("bots.toml")
    return read_toml(path) if path.exists() else {}


def read_toml(path: Path) -> dict[str, Any]:
    """What a file of the program or of a game says."""
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=32)
def _read(path: Path, changed: int) -> dict[str, Any]:
    """A file is read again only when it has changed."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def steepness(game: Game) -> float:
    """How quickly a lead by the game's best weights becomes a win; see `Score`."""
    return float(bots_file(game).get("steepness", STEEPNESS))


def stone(weights: Mapping[str, int]) -> int:
    """What hundredths of a stone are counted in by these weights."""
    return max(weights.get("pieces", 1), 1)


def read_weights(game: Game, given: str | Mapping[str, int], files: bool = True) -> dict[str, int]:
    """Weights by term, from a text or checked as they are; `files` may be named or not."""
    if not isinstance(given, str):
        return {term: _weight(game, term, number) for term, number in given.items()}
    weights: dict[str, int] = {}
    for part in re.split("[,+]", given):
        name, sign, number = (piece.strip() for piece in part.partition("="))
        if part.strip().endswith(SUFFIX) and files:
            weights |= load_weights(game, part.strip())
        elif sign:
            weights[name] = _weight(game, name, number)
        else:
            weights |= _named(game, name, files)
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
    except RecursionError:
        why = "cannot be read: it is nested too deeply; accepted: lines such as pieces = 10"
    except ValueError as error:  # a number of thousands of digits; a name with a NUL
        why = f"cannot be read: {str(error).partition(';')[0][:200]}"
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
            raise type(error)(
                f"line {line} of the weights file {str(path)!r}: {error}",
                f"linha {line} do ficheiro de pesos {str(path)!r}: {error.pt}",
            ) from None
    return weights


def _named(game: Game, name: str, files: bool = True) -> dict[str, int]:
    known = weight_sets(game)
    if name not in known:
        file = f"a {SUFFIX} file, " if files else ""
        raise UnknownOption(
            f"{game.name} has no weights {name!r}; "
            f"accepted: {', '.join(known)}, {file}or TERM=NUMBER",
            f"{game.name} não tem os pesos {name!r}; aceites: {', '.join(known)}, "
            + (f"um ficheiro {SUFFIX} " if files else "")
            + "ou TERMO=NÚMERO",
        )
    return known[name]


def _weight(game: Game, term: str, number: object) -> int:
    if term not in game.terms:
        near = get_close_matches(term, game.terms, 1)
        meant = f"did you mean {near[0]!r}? " if near else ""
        raise UnknownOption(
            f"{game.name} has no term {term!r}; {meant}accepted: {', '.join(game.terms)}",
            f"{game.name} não tem o termo {term!r}; "
            + (f"querias dizer {near[0]!r}? " if near else "")
            + f"aceites: {', '.join(game.terms)}",
        )
    value: int | None = None
    if isinstance(number, str):
        value = int(number) if WHOLE.fullmatch(number) else None
    elif isinstance(number, SupportsIndex) and not isinstance(number, bool):
        value = index(number)
    if value is None or abs(value) > LARGEST:
        raise InvalidOption(
            f"the weight of {term!r} cannot be {quoted(number)}; "
            f"it must be a whole number from -{LARGEST} to {LARGEST}",
            f"o peso de {term!r} não pode ser {quoted(number)}; "
            f"tem de ser um número inteiro de -{LARGEST} a {LARGEST}",
        )
    return value


def _line_of(key: str, text: str) -> int:
    """The line in which a file sets a key."""
    own = re.compile(rf"""\s*\[?\s*["']?{re.escape(key)}["']?\s*[=.\]]""")
    lines = text.splitlines()
    return next((number for number, line in enumerate(lines, 1) if own.match(line)), 1)
