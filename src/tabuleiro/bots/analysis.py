"""What a search says about a position, in terms that people and programs can use."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log
from typing import Any

from tabuleiro.move import Move

STEEPNESS = 250.0
"""The lead, in hundredths of a stone at weight 1, that makes a win about 73 % likely."""


@dataclass(frozen=True)
class Score:
    """A value seen from one player's side.

    `points` is the evaluation; `win_in` the number of turns until a win that the rules have decided
    (negative: until a loss), or None.
    """

    points: int
    player: int
    win_in: int | None = None

    @classmethod
    def of_probability(cls, probability: float, player: int) -> Score:
        """The score that makes a win this likely."""
        within = min(max(probability, 0.001), 0.999)
        return cls(round(STEEPNESS * log(within / (1 - within))), player)

    def seen_by(self, player: int) -> Score:
        """The same score from a stated side."""
        if player == self.player:
            return self
        return Score(-self.points, player, None if self.win_in is None else -self.win_in)

    @property
    def win_probability(self) -> float:
        """How likely a win is, between 0 and 1."""
        if self.win_in is not None:
            return 1.0 if self.win_in > 0 else 0.0
        return 1 / (1 + exp(-max(-700.0, min(700.0, self.points / STEEPNESS))))

    def __str__(self) -> str:
        if self.win_in is not None:
            verb = "wins" if self.win_in > 0 else "loses"
            return f"{verb} in {abs(self.win_in)}"
        return f"{self.points / 100:+.2f}"


@dataclass(frozen=True)
class Line:
    """A move, what it is worth, and how play may go on."""

    score: Score
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Analysis:
    """The best lines of a position, best first, what they rest on, and what they cost."""

    player: int
    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float
    table_hits: int
    cutoffs: int
    terms: dict[str, int]
    """Each term's share in the evaluation of the position itself, for the player who acts."""

    @property
    def move(self) -> Move:
        """The best move."""
        return self.lines[0].moves[0]

    @property
    def score(self) -> Score:
        """The value of the best line."""
        return self.lines[0].score

    @property
    def nodes_per_second(self) -> float:
        """How fast the search was."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def facts(self) -> dict[str, Any]:
        """The analysis as plain data."""
        return {
            "player": self.player,
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": self.seconds,
            "nodes_per_second": self.nodes_per_second,
            "states_avoided": self.table_hits,
            "branches_pruned": self.cutoffs,
            "terms": self.terms,
            "lines": [
                {
                    "move": line.moves[0].text,
                    "score": line.score.points,
                    "win_in": line.score.win_in,
                    "win_probability": line.score.win_probability,
                    "variation": [move.text for move in line.moves],
                }
                for line in self.lines
            ],
        }
