"""What a run of learning tells: while it goes on, before it begins, and at its end."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from tabuleiro.experiments.statistics import Tally
from tabuleiro.learning.journal import Generation
from tabuleiro.learning.training import Curve


@dataclass
class Learned:
    """The result of a run."""

    game: str
    options: dict[str, str]
    net: str | None
    """The file of the best net; None if none was better than what there was."""
    folder: str
    generations: list[Generation]
    start: str = "best"
    stopped: bool = False
    """Whether it was stopped before its time; the same call goes on from there."""
    usual: dict[str, float | None] = field(default_factory=dict)
    """Elo of a net from nothing against what the bots use otherwise, or against `mcts`."""
    known: bool = True
    """Whether the game has an evaluation, or had a net before."""
    search: str = "alphabeta"
    """The search that the levels use with the net, such as `mcts,rollout=0.5`."""
    used: bool = False
    """Whether the game's bots use the net from now on."""
    weights: dict[str, int] | None = None
    """What was fitted, if it was weights; then there is no net, and `file` has them."""
    file: str | None = None

    def facts(self) -> dict[str, Any]:
        """The result as plain data."""
        return asdict(self)


@dataclass(frozen=True)
class Stage:
    """What a run is doing, for whoever shows it."""

    generation: int
    what: str
    """`compile`, `play`, `train` or `match`."""
    games: int = 0
    positions: int = 0
    rate: float = 0.0
    """Positions a second."""
    loss: Curve | None = None
    tally: Tally | None = None
    left: float | None = None
    needs: Needs | None = None
    """What the run will take, told at its beginning."""


@dataclass(frozen=True)
class Needs:
    """What a run will take."""

    minutes: float | None
    memory_mb: int
    disk_mb: int
