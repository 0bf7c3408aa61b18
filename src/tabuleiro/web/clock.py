"""The clock of a match while it runs: what is left to both, and whose flag falls when."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic

from tabuleiro.bots.limit import Clock
from tabuleiro.web.match import Match
from tabuleiro.web.shapes import Json

MARGIN = 0.05
"""Seconds of its clock that a bot leaves alone."""

Left = tuple[float, float]


class MatchClock:
    """What has gone by since the turn began; the match itself keeps what was left then."""

    def __init__(self, match: Match, flag: Callable[[], None]) -> None:
        self.match = match
        self._look_at_flag = flag
        self._began: float | None = None
        """When the clock of this turn started to run; None while it stands."""
        self._timer: asyncio.TimerHandle | None = None

    @property
    def runs(self) -> bool:
        """Whether it goes down."""
        return self._began is not None

    def halt(self) -> None:
        """Stop; what has gone by is forgotten unless the match keeps it."""
        self._began = None

    def run(self, wanted: bool) -> None:
        """Let it run for the player to move, if the match has a clock, and watch the flag."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        begun = self.match.current.position.ply > self.match.nodes[0].position.ply
        if not wanted or not begun or self.match.is_over or self.match.state.paused:
            return
        if self.left() is None:
            return
        if self._began is None:
            self._began = monotonic()
        seconds = max(0.0, self.of_mover)
        self._timer = asyncio.get_running_loop().call_later(seconds, self._look_at_flag)

    def left(self, moved: int | None = None) -> Left | None:
        """What is left to both, now; with the increment of the player who has just moved."""
        left, rule = self.match.state.clock, self.match.facts.clock
        if left is None or rule is None:
            return None
        now = list(left)
        player = self.match.current.position.player
        if self._began is not None:
            now[player] -= monotonic() - self._began
        if moved is not None and now[moved] > 0 and self._began is not None:
            now[moved] += rule.increment
        return now[0], now[1]

    @property
    def of_mover(self) -> float:
        """The seconds of the player to move; without a clock they never end."""
        left = self.left()
        return float("inf") if left is None else left[self.match.current.position.player]

    def facts(self) -> Json | None:
        """As the page gets it."""
        left, rule = self.left(), self.match.facts.clock
        if left is None or rule is None:
            return None
        return {
            "seconds": [round(max(0.0, each), 3) for each in left],
            "increment": rule.increment,
            "running": self.match.current.position.player if self.runs else None,
        }

    def for_bot(self, player: int) -> Clock | None:
        """What a bot may spend."""
        left, rule = self.left(), self.match.facts.clock
        if left is None or rule is None:
            return None
        return Clock(max(MARGIN, left[player] - MARGIN), rule.increment)
