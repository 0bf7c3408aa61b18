"""How long a bot may think, and a clock for a whole game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import monotonic

from tabuleiro.errors import InvalidOption, quoted

TURNS_LEFT = 30
"""For how many more turns of its own a bot with a clock saves its time."""

PATIENCE = 2.5
"""How much longer than its share a turn with a clock may take while the best move changes."""

LARGEST = {"seconds": 10**8, "most": 10**8, "depth": 10**9, "nodes": 10**12, "iterations": 10**12}
"""More than anybody waits for, and what the kernel can count to."""


@dataclass(frozen=True)
class Limit:
    """Whatever is reached first ends the search.

    Depth is counted in turns; iterations are those of a tree search, nodes those of alpha-beta.
    With `most`, alpha-beta takes less than its seconds where the best move stays the same from
    depth to depth, and up to that many where it has just changed.
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    iterations: int | None = None
    most: float | None = None

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if value is not None and not value > 0:
                raise InvalidOption(
                    f"the limit {name} cannot be {value}; it must be above 0",
                    f"o limite {name} não pode ser {value}; tem de ser maior que 0",
                )
            if value is not None and value > LARGEST[name]:
                raise InvalidOption(
                    f"the limit {name} cannot be {quoted(value)}; "
                    f"it must be at most {LARGEST[name]}",
                    f"o limite {name} não pode ser {quoted(value)}; pode ser no máximo "
                    f"{LARGEST[name]}",
                )

    @property
    def is_set(self) -> bool:
        """Whether anything limits the search."""
        return any(value is not None for value in vars(self).values())

    def or_else(self, other: Limit) -> Limit:
        """This limit, or another one if nothing is set here."""
        return self if self.is_set else other


@dataclass
class Clock:
    """The time of one player for a whole game, with an increment after every turn."""

    seconds: float
    increment: float = 0.0

    def limit(self, given: Limit | None = None) -> Limit:
        """What this turn may take: a share of what is left, and nearly all of the increment."""
        share = self.seconds / TURNS_LEFT + 0.8 * self.increment
        seconds = max(0.01, min(share, self.seconds * 0.8))
        most = max(seconds, min(PATIENCE * share, self.seconds * 0.4))
        return replace(given or Limit(), seconds=seconds, most=most)

    def spend(self, seconds: float) -> bool:
        """Account for a turn; False if the flag has fallen."""
        self.seconds -= seconds
        if self.seconds <= 0:
            return False
        self.seconds += self.increment
        return True


class MoveClock:
    """What a bot from a file is told of its time, in seconds; infinite where nothing limits it."""

    def __init__(
        self, limit: float | None = None, left: float | None = None, increment: float = 0.0
    ) -> None:
        endless = float("inf")
        self.limit: float = endless if limit is None else limit
        """For this move."""
        self.increment = increment
        """What the clock gets back after a move."""
        self._left = self.limit if left is None else left
        self._begin = monotonic()

    @property
    def seconds_left(self) -> float:
        """On the clock of the game; of this move where there is no such clock."""
        return max(0.0, self._left - (monotonic() - self._begin))

    def __repr__(self) -> str:
        return f"<MoveClock {self.limit:g} s for this move, {self.seconds_left:.3g} s left>"
