"""A league: every file or sub-folder of a folder is a bot, and all play each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tabuleiro import files
from tabuleiro.errors import InvalidOption, TabuleiroError
from tabuleiro.experiments.result import Result
from tabuleiro.experiments.tables import FAULTS
from tabuleiro.places import data_directory

HIDDEN = (".", "_")
GRADES = "grades.csv"


def participants(folder: Path) -> tuple[str, ...]:
    """The paths of the bots in a folder, by name."""
    if not folder.is_dir():
        raise InvalidOption(
            f"there is no folder {str(folder)!r} with bots",
            f"não há nenhuma pasta {str(folder)!r} com bots",
        )
    found = [str(path) for path in sorted(folder.iterdir()) if _is_bot(path)]
    if not found:
        raise InvalidOption(
            f"there is no bot in {str(folder)!r}; accepted: files such as ana.py, and folders with "
            "a bot.py",
            f"não há nenhum bot em {str(folder)!r}; aceites: ficheiros como ana.py, e pastas com "
            "um bot.py",
        )
    return tuple(each if files.is_path(each) else f"./{each}" for each in found)


def _is_bot(path: Path) -> bool:
    if path.name.startswith(HIDDEN):
        return False
    if path.is_file():
        return path.suffix == files.SUFFIX
    try:
        files.find(f"{path}/", "bot")
    except TabuleiroError:
        return False
    return True


def usual_place(folder: Path) -> Path:
    """Where a league is kept that is told nothing else: where the web app lists experiments."""
    name = "".join(sign if sign.isalnum() else "-" for sign in folder.resolve().name)
    return data_directory() / "experiments" / f"league-{name}"[:40]


def _harmless(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(("=", "+", "-", "@")) else name


def grades(result: Result) -> Iterator[Mapping[str, Any]]:
    """A row for each participant, the best first: for a grade book."""
    seconds = {row.name: row.effort.seconds for row in result.tables.players}
    for place, player in enumerate(result.tables.players, 1):
        facts = player.facts()
        results = player.results
        yield {
            "place": place,
            "name": _harmless(result.tables.shown(player.name)),
            "games": results.games,
            "won": results.wins,
            "drawn": results.draws,
            "lost": results.losses,
            "points": results.wins + results.draws / 2,
            "elo": facts["elo"],
            "elo_low": facts["elo_low"],
            "elo_high": facts["elo_high"],
            "seconds_a_turn": seconds[player.name],
            **{f"lost_by_{name.replace(' ', '_')}": player.lost_by.get(name, 0) for name in FAULTS},
        }
