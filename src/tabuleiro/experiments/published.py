"""The experiments that the original programs published, as data.

They stand in `experiments.toml` next to a game's rules. A row is a match of two bots with what was
published of it and what was claimed; a cost is what a bot's turns took.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from tabuleiro.errors import InvalidOption
from tabuleiro.experiments.settings import Settings
from tabuleiro.game import game, game_names

Claim = Literal["better", "worse", "even", "always", "less", ""]
Measure = Literal["seconds", "seconds_early", "seconds_late", "considered", "turns"]


@dataclass(frozen=True)
class PublishedRow:
    """A match: the bots, what was published of it, and what was claimed."""

    first: str
    second: str
    options: Mapping[str, str] = field(default_factory=dict)
    published: tuple[int, int, int] | None = None
    """Games won, drawn and lost by the first bot."""
    said: str = ""
    """What was published in words."""
    family: str = ""
    """The group of experiments in which the original drew it."""
    claim: Claim = ""
    """That the first bot is better, worse or even, wins always, or scores less than in the row
    before; without anything published it is a question of ours."""

    @property
    def is_published(self) -> bool:
        """Whether the original says something about it."""
        return self.published is not None or bool(self.said)


@dataclass(frozen=True)
class Cost:
    """What a bot's turns took."""

    bot: str
    measure: Measure
    published: tuple[float, float]
    against: str = ""
    """Only in games against this bot."""


@dataclass(frozen=True)
class Experiment:
    """Matches that answer a question together."""

    game: str
    name: str
    title: str
    question: str
    rows: tuple[PublishedRow, ...]
    costs: tuple[Cost, ...]
    openings: int
    options: Mapping[str, str]
    """Of all rows; a row's own come on top."""
    source: str
    """How the published figures came about."""
    rated: bool
    """Whether the answer is an Elo for every bot."""
    times: tuple[str, ...] = ()
    """Bots whose mean time of a turn was published, or belongs beside such times."""
    rounds: tuple[str, ...] = ()
    """Bots whose time in every round of a game was published."""
    lists_games: bool = False
    """Whether every game was published, with each player's turns and times."""
    families: Mapping[str, str] = field(default_factory=dict)
    """What the rows' families are called, in all experiments of the game."""
    draws: tuple[str, ...] = ()
    """The charts of the game that stand with this experiment: `family-…`, `times`, `rounds`."""


def experiments(name: str) -> tuple[Experiment, ...]:
    """The experiments of a game; none if nothing was published about it."""
    path = game(name).source.with_name("experiments.toml")
    if not path.exists():
        return ()
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return tuple(_experiment(name, data, each) for each in data["experiments"])


def games_with_experiments(name: str | None = None) -> list[str]:
    """The games to reproduce: the one that is named, or all that have something to reproduce."""
    found = [each for each in game_names() if experiments(each)]
    if name is None:
        return found
    if name not in game_names():
        game(name)  # says which games there are
    if name not in found:
        raise InvalidOption(
            f"nothing was published about {name}; accepted: {', '.join(found)}",
            f"nada foi publicado sobre {name}; aceites: {', '.join(found)}",
        )
    return [name]


def _experiment(name: str, common: Mapping[str, Any], data: Mapping[str, Any]) -> Experiment:
    return Experiment(
        game=name,
        name=data["name"],
        title=data["en"],
        question=data["question"],
        rows=tuple(_row(each) for each in data["rows"]),
        costs=tuple(
            Cost(**{**each, "published": tuple(each["published"])})
            for each in data.get("costs", ())
        ),
        openings=common["openings"],
        options=_options(common),
        source=data.get("published_by", ""),
        rated=data.get("answer") == "elo",
        times=tuple(data.get("times", ())),
        rounds=tuple(data.get("rounds", ())),
        lists_games=data.get("lists_games", False),
        families=common.get("families", {}),
        draws=tuple(data.get("draws", ())),
    )


def _row(data: Mapping[str, Any]) -> PublishedRow:
    published = tuple(data["published"]) if "published" in data else None
    return PublishedRow(**{**data, "options": _options(data), "published": published})


def _options(data: Mapping[str, Any]) -> dict[str, str]:
    return {key: str(value) for key, value in data.get("options", {}).items()}


def settings_of(experiment: Experiment, row: PublishedRow, games: int, seed: int) -> Settings:
    """What the arena plays for a row."""
    return Settings(
        experiment.game,
        (row.first, row.second),
        {**experiment.options, **row.options},
        games=games,
        openings=experiment.openings,
        seed=seed,
        name=f"{experiment.game} {experiment.name}: {row.first} – {row.second}",
    )
