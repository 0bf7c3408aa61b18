"""The profile of whoever uses this machine: which lessons and puzzles are done.

It is one small file in the user's data directory, which may be copied, read and deleted. A machine
that cannot keep it teaches without.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Literal

from tabuleiro.places import data_directory

Kind = Literal["lessons", "puzzles"]


def profile_file() -> Path:
    """Where the profile is kept."""
    return data_directory() / "profile.json"


def done(kind: Kind, game: str) -> list[str]:
    """The lessons or puzzles of a game that are done, in the order in which they were."""
    found = _read().get(kind, {}).get(game, [])
    return [str(name) for name in found]


def keep(kind: Kind, game: str, name: str) -> None:
    """A lesson or a puzzle is done."""
    known = done(kind, game)
    if name in known:
        return
    data = _read()
    data.setdefault(kind, {})[game] = [*known, name]
    path = profile_file()
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(f".{os.getpid()}")
        fresh.write_text(json.dumps(data, indent=1), encoding="utf-8")
        fresh.replace(path)


def _read() -> dict[str, dict[str, list[str]]]:
    """What is kept; nothing where the file is not there or not ours."""
    with suppress(OSError, ValueError):
        data = json.loads(profile_file().read_text(encoding="utf-8"))
        kept = data if isinstance(data, dict) else {}
        return {
            key: {game: names for game, names in games.items() if isinstance(names, list)}
            for key, games in kept.items()
            if isinstance(games, dict)
        }
    return {}
