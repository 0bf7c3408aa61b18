"""What an experiment is: everything that its results depend on, as plain data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from tabuleiro.errors import InvalidOption

USUAL_TURNS = 4
"""Random turns at the start of a game."""

USUAL_BALANCE = 0.1
"""How far an opening's win probability may be from a half."""

USUAL_PATIENCE = 600.0
"""Seconds after which a bot that has not moved loses its game."""

LONGEST = 1_000_000
"""Seconds that anybody can be waited for."""

HIGHEST = 2000
"""Elo beyond which no test is of use."""

RANGE = re.compile(r"^(\d+)\.\.(\d+)$")
MOST_RUNGS = 1000


@dataclass(frozen=True)
class Settings:
    """An experiment as it was asked for. Equal settings are the same experiment."""

    game: str
    bots: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    games: int = 100
    """Games of every pairing: half of them with each seating."""
    limit: str = ""
    """A limit for the bots that state none, as `seconds=0.1`."""
    ladder: str = ""
    """What the first bot is varied by, as `depth=1..6`."""
    gauntlet: bool = False
    """Whether the first bot (every rung of its ladder) plays the others and nobody else plays."""
    openings: int | tuple[str, ...] = USUAL_TURNS
    """How many random turns open a game; or openings as text, in order."""
    balance: float = USUAL_BALANCE
    sprt: tuple[float, float] | None = None
    """Elo bounds of a sequential test that may end a pairing early."""
    patience: float = USUAL_PATIENCE
    seed: int = 0
    name: str = ""

    def __post_init__(self) -> None:
        if self.games < 2 or self.games % 2:
            raise InvalidOption(
                f"games come in pairs with the seats swapped, so their number cannot be "
                f"{self.games}; accepted: an even number from 2 on"
            )
        if not 0 < self.balance <= 0.5:
            raise InvalidOption(
                f"the balance of openings cannot be {self.balance:g}; accepted: above 0, up to 0.5"
            )
        if isinstance(self.openings, int) and not 0 <= self.openings <= 1000:
            raise InvalidOption(
                f"openings cannot be {self.openings} turns long; accepted: 0 to 1000"
            )
        if not 0 < self.patience <= LONGEST:
            raise InvalidOption(
                f"the patience cannot be {self.patience:g} seconds; "
                f"accepted: above 0, up to {LONGEST:,}"
            )
        if self.sprt is not None and not -HIGHEST <= self.sprt[0] < self.sprt[1] <= HIGHEST:
            low, high = self.sprt
            raise InvalidOption(
                f"a test cannot be between leads of {low:g} and {high:g} Elo; "
                f"accepted: two numbers from -{HIGHEST} to {HIGHEST}, the lower one first"
            )
        if not self.pairings:
            raise InvalidOption(
                "a gauntlet with a ladder needs bots that the ladder plays against"
                if self.gauntlet and self.ladder
                else "an experiment needs two bots, or one bot and a ladder"
            )

    @cached_property
    def rungs(self) -> tuple[str, ...]:
        """The first bot, in all its variants if there is a ladder."""
        if not self.bots:
            return ()
        if not self.ladder:
            return self.bots[:1]
        key, values = read_ladder(self.ladder)
        name, *parts = self.bots[0].split(",")
        kept = [name, *(part for part in parts if part.partition("=")[0].strip() != key)]
        return tuple(",".join([*kept, f"{key}={value}"]) for value in values)

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The bots that play; games name them by their place here."""
        return (*self.rungs, *self.bots[1:])

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The players' names in tables; equal bots are told apart by a number."""
        seen: Counter[str] = Counter()
        found = []
        for text in self.players:
            seen[text] += 1
            found.append(text if seen[text] == 1 else f"{text} ({seen[text]})")
        return tuple(found)

    @cached_property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """Who plays whom, by place among the players."""
        count, first = len(self.players), len(self.rungs)
        if self.gauntlet:
            return tuple((a, b) for a in range(first) for b in range(first, count))
        return tuple((a, b) for a in range(count) for b in range(a + 1, count))

    @property
    def total(self) -> int:
        """The number of all games."""
        return self.games * len(self.pairings)

    @property
    def title(self) -> str:
        """The experiment's name, or what is played."""
        bots = [f"{self.bots[0]} {self.ladder}".strip(), *self.bots[1:]]
        return self.name or f"{self.game}: {', '.join(bots)}"

    def facts(self) -> dict[str, Any]:
        """The settings as plain data."""
        return asdict(self)

    @classmethod
    def of_facts(cls, facts: Mapping[str, Any]) -> Settings:
        """The settings that plain data, as from JSON, stand for."""
        values: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in facts.items()
        }
        return cls(**values)

    def difference(self, given: Mapping[str, Any]) -> str | None:
        """The first setting in which what was given differs, in words; None if nothing does."""
        for key, value in given.items():
            own = getattr(self, key)
            if own != value:
                return f"{key} {_shown(own)}, not {_shown(value)}"
        return None


def read_ladder(text: str) -> tuple[str, tuple[str, ...]]:
    """What a ladder varies, and the values: from `depth=1..6` or `iterations=100,200,400`."""
    key, _, listed = text.partition("=")
    key, listed = key.strip(), listed.strip()
    span = RANGE.match(listed)
    if span:
        low, high = int(span[1]), int(span[2])
        values = tuple(map(str, range(low, min(high, low + MOST_RUNGS) + 1)))
    else:
        values = tuple(part.strip() for part in listed.split(",") if part.strip())
    if not key or len(values) < 2 or len(values) > MOST_RUNGS:
        raise InvalidOption(
            f"the ladder {text!r} has no rungs; accepted: depth=1..6, iterations=100,200,400, "
            "weights=material,best and the like, with at least two values"
        )
    return key, values


def _shown(value: object) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{key}={each}" for key, each in value.items()) or "none"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return repr(value) if isinstance(value, str) else str(value)
