"""Openings that are made already: an experiment's own, and those that were kept.

Balanced openings take a search each, so they are made once. They are kept in the user's cache
directory, in a file for all that they depend on: a line for each, added in one piece. A line that
is damaged is made again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterable
from pathlib import Path

from tabuleiro.experiments.balance import Judge
from tabuleiro.experiments.code import the_game
from tabuleiro.experiments.settings import Settings
from tabuleiro.experiments.store import Opening
from tabuleiro.kernel import cache

HOME = "openings"


class Shelf:
    """The openings of an experiment by number, as far as they are there."""

    def __init__(self, settings: Settings, there: Iterable[Opening] = ()) -> None:
        self.file = file_of(settings)
        """Where openings are kept; None where they cost nothing."""
        self._there = {opening.number: opening for opening in (*self._kept(), *there)}

    @property
    def is_needed(self) -> bool:
        """Whether openings take time to make."""
        return self.file is not None

    def get(self, number: int) -> Opening | None:
        """An opening, if it is there."""
        return self._there.get(number)

    def put(self, opening: Opening) -> None:
        """Keep an opening, for this experiment and for the next one that asks for the same."""
        self._there[opening.number] = opening
        if self.file is None:
            return
        line = f"\n{json.dumps(opening, ensure_ascii=False)}\n".encode()
        with contextlib.suppress(OSError):  # a cache that cannot be written keeps nothing
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = os.open(self.file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            with contextlib.closing(os.fdopen(file, "wb", buffering=0)) as stream:
                stream.write(line)

    def _kept(self) -> Iterable[Opening]:
        if self.file is None:
            return
        try:
            lines = self.file.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            return
        for line in lines:
            with contextlib.suppress(ValueError, TypeError):
                opening = Opening(*json.loads(line))
                if [type(each) for each in opening] == [int, str, str, str, int]:
                    yield opening


def file_of(settings: Settings) -> Path | None:
    """Where openings that depend on the same are kept; None where they cost nothing."""
    if not isinstance(settings.openings, int) or not settings.openings:
        return None
    played = the_game(settings.game, settings.options, 0, settings.code)
    judge = Judge(played)
    facts = (
        settings.code.get(settings.game, settings.game),
        sorted(settings.options.items()),
        settings.openings,
        settings.balance,
        settings.seed,
        judge.key(),
    )
    name = hashlib.sha256(repr(facts).encode()).hexdigest()[:20]
    return cache.root() / HOME / f"{played.name}-{name}.jsonl"
