"""The numbers of an experiment as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tabuleiro.experiments.statistics import Estimate
from tabuleiro.experiments.words import NOTES
from tabuleiro.text import Language, Text

FAULTS = ("illegal move", "failure", "too slow")
"""What a bot loses a game by, beside the rules."""


@dataclass(frozen=True)
class Results:
    """Games won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many there are."""
        return self.wins + self.draws + self.losses

    @property
    def reverse(self) -> Results:
        """The same from the other side."""
        return Results(self.losses, self.draws, self.wins)

    def __add__(self, other: Results) -> Results:
        return Results(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def __str__(self) -> str:
        return f"{self.wins}–{self.draws}–{self.losses}"

    def facts(self, prefix: str = "") -> dict[str, int]:
        """The counts by name."""
        return {
            f"{prefix}wins": self.wins,
            f"{prefix}draws": self.draws,
            f"{prefix}losses": self.losses,
        }


@dataclass(frozen=True)
class Pairing:
    """What one bot did against another; all results are the first one's."""

    first: str
    second: str
    moving_first: Results
    """Where the first bot sat in the first seat."""
    moving_second: Results
    pairs: tuple[int, ...]
    """Complete pairs of games in which it made 0, ½, 1, 1½, 2 points."""
    score: Estimate
    elo: Estimate
    superiority: float
    plies: float
    """The mean number of turns of a game."""
    verdict: str | None
    """The hypothesis that a sequential test accepted."""

    @property
    def results(self) -> Results:
        """In both seats."""
        return self.moving_first + self.moving_second

    def facts(self) -> dict[str, Any]:
        """The pairing as a row of plain data."""
        names = ("pairs_0", "pairs_half", "pairs_1", "pairs_1_half", "pairs_2")
        return {
            "first": self.first,
            "second": self.second,
            "games": self.results.games,
            **self.results.facts(),
            **self.moving_first.facts("first_"),
            **self.moving_second.facts("second_"),
            **dict(zip(names, self.pairs, strict=True)),
            **_estimate_facts("score", self.score),
            **_estimate_facts("elo", self.elo),
            "superiority": self.superiority,
            "turns_mean": self.plies,
            "verdict": self.verdict,
        }


@dataclass(frozen=True)
class Effort:
    """What a bot's turns cost: means of a turn, and the time that 95 % of them stay below."""

    turns: int
    seconds: float
    seconds_p95: float
    considered: float
    """States that the search looked at."""
    avoided: float
    """States that it knew from its table."""
    pruned: float
    """Branches that it cut off."""
    depth: float
    """Turns that it looked ahead; 0 for a bot that does not search."""


@dataclass(frozen=True)
class PlayerResults:
    """A bot over all its games."""

    name: str
    moving_first: Results
    moving_second: Results
    score: Estimate
    elo: Estimate
    rating: str
    """How the Elo is to be read: `rated`, `bounded` or `apart`."""
    effort: Effort
    seconds_by_ply: tuple[float, ...]
    """The mean time of its turns by the game's turn after the opening; 0 where it had none."""
    lost_by: Mapping[str, int] = field(default_factory=dict)
    """The games that it lost, by what ended them; the most common first."""

    @property
    def results(self) -> Results:
        """In both seats."""
        return self.moving_first + self.moving_second

    def facts(self) -> dict[str, Any]:
        """The bot as a row of plain data."""
        return {
            "bot": self.name,
            "games": self.results.games,
            **self.results.facts(),
            **self.moving_first.facts("first_"),
            **self.moving_second.facts("second_"),
            **_estimate_facts("score", self.score),
            **_estimate_facts("elo", self.elo),
            "rating": self.rating,
            "turns": self.effort.turns,
            "seconds_mean": self.effort.seconds,
            "seconds_p95": self.effort.seconds_p95,
            "states_considered": self.effort.considered,
            "states_avoided": self.effort.avoided,
            "branches_pruned": self.effort.pruned,
            "depth": self.effort.depth,
        }


@dataclass(frozen=True)
class Rung:
    """A step of a ladder: the value that was varied and the Elo of the bot that has it."""

    value: str
    name: str
    elo: Estimate


@dataclass(frozen=True)
class Square:
    """A place of a grid: the two values that were varied, and how the bot that has them did."""

    row: str
    column: str
    name: str
    score: Estimate
    elo: Estimate


@dataclass(frozen=True)
class Note:
    """Something that a reader has to know: which sentence, and what it speaks of."""

    name: str
    facts: Mapping[str, object] = field(default_factory=dict)

    def words(self, language: Language) -> str:
        """The sentence in a language."""
        said = {
            key: value[language] if isinstance(value, Text) else value
            for key, value in self.facts.items()
        }
        return NOTES[self.name][language].format(**said)

    def __str__(self) -> str:
        return self.words("en")


@dataclass(frozen=True)
class Tables:
    """Everything that an experiment has found."""

    title: str
    game: str
    options: dict[str, str]
    openings: Note
    planned: int
    games: int
    seconds: float
    """The sum over all games."""
    players: tuple[PlayerResults, ...]
    """The strongest first."""
    pairings: tuple[Pairing, ...]
    first_seat: Results
    """Of whoever moved first."""
    lengths: dict[int, int]
    """Games by their number of turns after the opening."""
    reasons: dict[str, int]
    ladder: str
    rungs: tuple[Rung, ...]
    grid: tuple[str, ...] = ()
    """The two settings that a grid varies: that of its rows, that of its columns."""
    squares: tuple[Square, ...] = ()
    """Row by row."""
    notes: tuple[Note, ...] = field(default=())
    names: Mapping[str, str] = field(default_factory=dict)
    """What bots are called where people read, by the names that they have in these tables."""

    def shown(self, bot: str) -> str:
        """What a bot is called where people read."""
        return self.names.get(bot, bot)

    def with_names(self, names: Mapping[str, str]) -> Tables:
        """The same with other names for the bots where people read."""
        other = {self.shown(bot): name for bot, name in names.items()}
        notes = (
            Note(
                note.name,
                {
                    key: other.get(str(value), value) if key == "name" else value
                    for key, value in note.facts.items()
                },
            )
            for note in self.notes
        )
        return replace(self, names=dict(names), notes=tuple(notes))

    def facts(self, language: Language = "en") -> dict[str, Any]:
        """All of it as plain data: what is a table is a list of rows; notes are in a language."""
        return {
            "title": self.title,
            "game": self.game,
            "options": self.options,
            "openings": self.openings.words(language),
            "games_planned": self.planned,
            "games": self.games,
            "seconds": self.seconds,
            "players": [
                player.facts() | {"name": self.shown(player.name)} for player in self.players
            ],
            "pairings": [pairing.facts() for pairing in self.pairings],
            "moving_first": self.first_seat.facts(),
            "lengths": [{"turns": turns, "games": n} for turns, n in self.lengths.items()],
            "reasons": self.reasons,
            "ladder": [
                {self.ladder: rung.value, "bot": rung.name, **_estimate_facts("elo", rung.elo)}
                for rung in self.rungs
            ],
            "grid": [
                dict(zip(self.grid, (square.row, square.column), strict=True))
                | {"bot": square.name}
                | _estimate_facts("score", square.score)
                | _estimate_facts("elo", square.elo)
                for square in self.squares
            ],
            "lost_by": [
                {"bot": player.name, "reason": reason, "games": count}
                for player in self.players
                for reason, count in player.lost_by.items()
            ],
            "times": [
                {"bot": player.name, "turn": turn, "seconds_mean": seconds}
                for player in self.players
                for turn, seconds in enumerate(player.seconds_by_ply, 1)
                if seconds
            ],
            "notes": [note.words(language) for note in self.notes],
        }


def _estimate_facts(name: str, found: Estimate) -> dict[str, float | None]:
    return {name: found.value, f"{name}_low": found.low, f"{name}_high": found.high}
