"""The folder of a run: what it has played and made so far, so that it goes on where it was."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from tabuleiro.bots.nets import NetFile, read_file
from tabuleiro.errors import InvalidOption
from tabuleiro.game import Game
from tabuleiro.learning.data import Positions
from tabuleiro.places import data_directory, make_directory

LOG, NET = "run.json", "best.net"


@dataclass
class Generation:
    """What came of one generation."""

    number: int
    games: int
    positions: int
    seconds: float
    loss: list[tuple[float, float]] = field(default_factory=list)
    """By pass: over what was learned from, and over what was held out."""
    elo: dict[str, float | None] = field(default_factory=dict)
    """Against what there was."""
    match: tuple[int, ...] = ()
    accepted: bool = False
    rate: float = 0.0
    """Positions a second of self-play."""


def learning_folder(game: Game) -> Path:
    """Where the runs of a game are kept."""
    changed = "".join(f"-{name}-{value}" for name, value in sorted(game.changed_options.items()))
    safe = "".join(c if c.isalnum() or c in "-._" else "_" for c in changed)[:80]
    return data_directory() / "learning" / f"{game.name}{safe}"


def kept_positions(game: Game) -> list[Path]:
    """The files of positions that runs of a game have left."""
    return sorted(learning_folder(game).rglob("generation-*.npz"))


def remove_positions(game: Game) -> list[dict[str, Any]]:
    """Remove all of them, and with them what stopped runs would go on from."""
    gone = []
    for path in kept_positions(game):
        gone.append({"file": str(path), "bytes": path.stat().st_size})
        path.unlink()
        (path.parent / LOG).unlink(missing_ok=True)
    return gone


class LearningJournal:
    """What a run of one kind has done; another kind, or kept positions, have folders of their own.

    The first run of a game is in the folder itself, others in `2`, `3` and so on below it.
    """

    def __init__(self, base: Path, kind: Mapping[str, Any]) -> None:
        self.kind = dict(kind)
        self.done: list[Generation] = []
        self.best: NetFile | None = None
        for number in count(1):
            self.place = base if number == 1 else base / str(number)
            make_directory(self.place)
            found = self._read()
            if found is not None and self._fits(found):
                self._resume(found)
                return
            if not any(self.place.glob("generation-*.npz")):
                (self.place / NET).unlink(missing_ok=True)
                return

    def _read(self) -> dict[str, Any] | None:
        try:
            found = json.loads((self.place / LOG).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return found if isinstance(found, dict) else None

    def _fits(self, found: Mapping[str, Any]) -> bool:
        return not found.get("finished", True) and all(
            found.get(name) == value for name, value in self.kind.items()
        )

    def _resume(self, found: Mapping[str, Any]) -> None:
        try:
            self.done = [Generation(**each) for each in found.get("generations", ())]
            for each in self.done:  # JSON knows no tuples
                each.loss = [(float(learned), float(away)) for learned, away in each.loss]
                each.match = tuple(each.match)
            if any(each.accepted for each in self.done) and (self.place / NET).exists():
                self.best = read_file(self.place / NET)
        except (TypeError, ValueError, InvalidOption):
            self.done, self.best = [], None  # damaged: begin again

    def note(self, finished: bool = False) -> None:
        """Write down what is done."""
        facts = {**self.kind, "finished": finished}
        facts["generations"] = [asdict(each) for each in self.done]
        part = self.place / f"{LOG}.part"
        part.write_text(json.dumps(facts, indent=1), encoding="utf-8")
        part.replace(self.place / LOG)

    def keep_net(self, file: NetFile) -> None:
        """Keep the best net so far."""
        self.best = file
        file.write(self.place / NET)

    def keep_positions(self, number: int, positions: Positions) -> None:
        """Keep positions of a generation, beside those that it has."""
        have = len(self._files(number))
        rest = f"-{have}" if have else ""
        positions.save(self.place / f"generation-{number}{rest}.npz")

    def positions(self, number: int) -> list[Positions]:
        """What a generation has played so far; a damaged file is played again."""
        found = []
        for path in self._files(number):
            try:
                found.append(Positions.load(path))
            except InvalidOption:
                path.unlink()
        return found

    def _files(self, number: int) -> list[Path]:
        first = self.place / f"generation-{number}.npz"
        rest = sorted(
            self.place.glob(f"generation-{number}-*.npz"),
            key=lambda path: int(path.stem.rpartition("-")[2]),
        )
        return [first, *rest] if first.exists() else rest

    def forget_positions(self) -> None:
        """Remove what was played."""
        for path in self.place.glob("generation-*.npz"):
            path.unlink()
