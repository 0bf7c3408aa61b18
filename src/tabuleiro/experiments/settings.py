"""What an experiment is: everything that its results depend on, as plain data."""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import product
from typing import Any

from tabuleiro.bots.text import BotText
from tabuleiro.errors import InvalidOption
from tabuleiro.experiments.parameters import HIGHEST, PARAMETERS, USUAL

LIMITS = {"seconds", "depth", "nodes", "iterations"}
"""What can limit a bot's search."""

RANGE = re.compile(r"^([0-9]{1,18})\.\.([0-9]{1,18})$")
MOST_RUNGS = 1000


@dataclass(frozen=True)
class Settings:
    """An experiment as it was asked for: a game, its options, bots, and all `PARAMETERS`.

    Equal settings are the same experiment.
    """

    game: str
    bots: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    games: int = USUAL["games"]
    """Games of every pairing: half of them with each seating."""
    limit: str = USUAL["limit"]
    """A limit for the bots that state none, as `seconds=0.1`."""
    ladder: str = USUAL["ladder"]
    """What the first bot is varied by, as `depth=1..6`."""
    grid: str = USUAL["grid"]
    """What the first bot is varied by in two ways at once, as `depth=1..4 weights=a,b`."""
    gauntlet: bool = USUAL["gauntlet"]
    """Whether the first bot (every rung of its ladder) plays the others and nobody else plays."""
    openings: int | tuple[str, ...] = USUAL["openings"]
    """How many random turns open a game; or openings as text, in order."""
    balance: float = USUAL["balance"]
    sprt: tuple[float, float] | None = USUAL["sprt"]
    """Elo bounds of a sequential test that may end a pairing early."""
    patience: float = USUAL["patience"]
    seed: int = USUAL["seed"]
    name: str = USUAL["name"]
    code: Mapping[str, str] = field(default_factory=dict)
    """Hashes of the files that are played with, by their paths."""
    league: bool = False
    """Whether bots from files are strangers: what is wrong with one costs its own games alone."""

    def __post_init__(self) -> None:
        for parameter in PARAMETERS:
            parameter.check(getattr(self, parameter.name))
        if self.sprt is not None and not -HIGHEST <= self.sprt[0] < self.sprt[1] <= HIGHEST:
            low, high = self.sprt
            raise InvalidOption(
                f"a test cannot be between leads of {low:g} and {high:g} Elo; "
                f"accepted: two numbers from -{HIGHEST} to {HIGHEST}, the lower one first",
                f"um teste não pode ser entre vantagens de {low:g} e {high:g} Elo; "
                f"aceites: dois números de -{HIGHEST} a {HIGHEST}, primeiro o menor",
            )
        if self.ladder and self.grid:
            raise InvalidOption(
                "the first bot is varied by a ladder or by a grid, not by both",
                "o primeiro bot varia numa escada ou numa grelha, não nas duas",
            )
        if not self.pairings:
            raise InvalidOption(
                "a gauntlet with a ladder needs bots that the ladder plays against"
                if self.gauntlet and self.axes
                else "an experiment needs two bots, or one bot and a ladder",
                "uma ronda de um contra todos com escada precisa de bots contra quem a escada joga"
                if self.gauntlet and self.axes
                else "uma experiência precisa de dois bots, ou de um bot e uma escada",
            )

    @cached_property
    def axes(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The settings by which the first bot is varied, with their values: none, one or two."""
        if self.grid:
            return read_grid(self.grid)
        return (read_ladder(self.ladder),) if self.ladder else ()

    @cached_property
    def rungs(self) -> tuple[str, ...]:
        """The first bot, in all its variants if there is a ladder or a grid."""
        if not self.bots or not self.axes:
            return self.bots[:1]
        bot = BotText.parse(self.bots[0])
        keys = [key for key, _ in self.axes]
        variants = product(*(values for _, values in self.axes))
        return tuple(str(bot.with_changes(dict(zip(keys, each, strict=True)))) for each in variants)

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
        bots = [f"{self.bots[0]} {self.ladder or self.grid}".strip(), *self.bots[1:]]
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
        try:
            return cls(**values)
        except TypeError as error:
            said = " ".join(str(error).split())  # it repeats a name, which may have any letters
            raise InvalidOption(
                f"these are not the settings of an experiment: {said}",
                f"estas não são as definições de uma experiência: {said}",
            ) from None

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
            "weights=material,best and the like, with at least two values",
            f"a escada {text!r} não tem degraus; aceites: depth=1..6, iterations=100,200,400, "
            "weights=material,best e semelhantes, com pelo menos dois valores",
        )
    return key, values


def read_grid(text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The two settings that a grid varies, with their values: `depth=1..4 weights=a,b`."""
    parts = text.split()
    wrong = InvalidOption(
        f"the grid {text!r} does not vary two settings; accepted: depth=1..4 weights=material,best "
        f"and the like, with at least two values each and {MOST_RUNGS} bots in all",
        f"a grelha {text!r} não varia duas definições; aceites: depth=1..4 weights=material,best "
        f"e semelhantes, com pelo menos dois valores cada e {MOST_RUNGS} bots ao todo",
    )
    if len(parts) != 2:
        raise wrong
    try:
        rows, columns = map(read_ladder, parts)
    except InvalidOption:
        raise wrong from None
    if rows[0] == columns[0] or len(rows[1]) * len(columns[1]) > MOST_RUNGS:
        raise wrong
    return rows, columns


def seconds_of(text: str, limit: str) -> float | None:
    """The time for a move that a bot's text states, or the experiment's limit if it states none."""
    for source in (text, limit):
        parts = dict(part.replace(" ", "").partition("=")[::2] for part in source.split(","))
        if parts.keys() & LIMITS:
            with contextlib.suppress(KeyError, ValueError):
                return float(parts["seconds"])
            return None
    return None


def _shown(value: object) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{key}={each}" for key, each in value.items()) or "none"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return repr(value) if isinstance(value, str) else str(value)
