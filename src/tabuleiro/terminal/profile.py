"""The profile of whoever uses this machine: which lessons and puzzles are done, and how games
against levels ended.

It is one small file in the user's data directory, which may be copied, read and deleted. A machine
that cannot keep it teaches without.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Literal

from tabuleiro.bots.presets import menu
from tabuleiro.experiments.statistics import expected_score
from tabuleiro.game import Game
from tabuleiro.places import data_directory

Kind = Literal["lessons", "puzzles", "results"]
LOWEST, STEP = 800, 191
"""What the lowest level is worth, and each step: three wins of four. The page counts alike."""
PRIOR = 1200
"""Two draws on paper against this, so that three wins make no master."""
FEWEST = 3
"""From how many games on there is a rating."""
MOST_RESULTS = 1000


def profile_file() -> Path:
    """Where the profile is kept."""
    return data_directory() / "profile.json"


def done(kind: Kind, game: str) -> list[str]:
    """What is kept of a game, the oldest first."""
    found = _read().get(kind, {}).get(game, [])
    return [str(name) for name in found]


def keep(kind: Kind, game: str, name: str) -> None:
    """A lesson or a puzzle is done."""
    known = done(kind, game)
    if name not in known:
        _write(kind, game, [*known, name])


def keep_result(game: str, bot: str, score: float) -> None:
    """A game against a bot is over: 1 for a win, 0.5 for a draw, 0 for a loss."""
    result = f"{bot} {score:g} {date.today().isoformat()}"
    _write("results", game, [*done("results", game), result][-MOST_RESULTS:])


def rating(game: Game) -> int | None:
    """The strength at which one would expect one's results against the levels; None while there
    are few."""
    levels = [preset.name for preset in menu(game).get("level", ())]
    scored = []
    for result in done("results", game.name):
        bot, score, _ = (*result.split(), "", "")[:3]
        if bot in levels and score in ("0", "0.5", "1"):
            scored.append((LOWEST + STEP * levels.index(bot), float(score)))
    if len(scored) < FEWEST:
        return None
    scored += [(PRIOR, 0.5)] * 2
    low, high = 0.0, 3000.0
    while high - low > 1:
        middle = (low + high) / 2
        if sum(score - expected_score(middle - at) for at, score in scored) > 0:
            low = middle
        else:
            high = middle
    return round(low)


def _write(kind: Kind, game: str, names: list[str]) -> None:
    data = _read()
    data.setdefault(kind, {})[game] = names
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
