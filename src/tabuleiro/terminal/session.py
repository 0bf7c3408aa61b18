"""A game at a terminal, whatever it looks like: where it stands, who plays, taking back, saving."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path

from tabuleiro.bots.analysis import Analysis, Line
from tabuleiro.bots.base import Bot, as_bot
from tabuleiro.bots.text import BotText
from tabuleiro.errors import JobFailed, TabuleiroError
from tabuleiro.game import Game
from tabuleiro.move import Move
from tabuleiro.position import RESULTS, Position
from tabuleiro.record import Record
from tabuleiro.terminal.profile import keep_result
from tabuleiro.terminal.seats import HUMAN, Seats, seat

BARS = "▁▂▃▄▅▆▇█"
TOLD = 4
"""How many moves of a bot's line are shown."""
GRAPH = 16
"""How many of a bot's last values its graph shows."""


@dataclass(frozen=True)
class Thought:
    """What a bot thought of a move that it played."""

    player: int
    line: Line
    depth: int
    nodes: int

    @classmethod
    def of(cls, found: Analysis, move: Move) -> Thought:
        """What an analysis says of the move that was chosen."""
        line = next((each for each in found.lines if each.moves[:1] == (move,)), found.lines[0])
        return cls(found.player, line, found.depth, found.nodes)

    @property
    def chance(self) -> float:
        """How likely a win is, for the bot."""
        return self.line.score.win_probability


@dataclass
class Session:
    """One game between two seats, from its position on."""

    position: Position
    seats: Seats
    failure: tuple[Position, str] | None = None
    """Where a bot could not move, and why: it has lost the game there."""
    thoughts: dict[Position, Thought] = field(default_factory=dict)
    """What bots thought of the moves that led to positions, where they play each other."""
    is_kept: bool = False
    """Whether its end is in the profile: a game counts once, also if its end is taken back."""

    def __post_init__(self) -> None:
        first, second = (None if bot is None else as_bot(bot) for bot in self.seats)
        self.seats = first, second

    @classmethod
    def load(cls, text: str, seed: int | None = None) -> Session:
        """The saved game that a person named, with its bots where they are known."""
        record = Record.load(os.path.expanduser(text))
        first, second = (_seat(record.game, name, seed) for name in record.players)
        return cls(record.positions()[-1], (first, second))

    @property
    def bot(self) -> Bot | None:
        """The bot that is to move; None for a person, and at the end."""
        return None if self.position.outcome is not None else self.seats[self.position.player]

    def play(self, bot: Bot, move: Move) -> None:
        """Play a bot's move, and remember what it thought if another bot is its opponent."""
        found = bot.last
        self.position = self.position.play(move)
        if None not in self.seats and found is not None:
            self.thoughts[self.position] = Thought.of(found, move)

    def thoughts_of(self, player: int, line: list[Position]) -> list[Thought]:
        """What a player thought along a line of positions."""
        found = (self.thoughts.get(here) for here in line)
        return [thought for thought in found if thought is not None and thought.player == player]

    @property
    def names(self) -> tuple[str, str]:
        """What the seats are called in records."""
        first, second = (HUMAN if bot is None else bot.name for bot in self.seats)
        return first, second

    @property
    def positions(self) -> list[Position]:
        """From the start to here, without the insides of turns."""
        here: Position | None = self.position
        found = []
        while here is not None:
            if here.turn_is_over:
                found.append(here)
            here = here.parent
        return found[::-1]

    def undo(self) -> bool:
        """Back to the last position where a person was to move; one turn if bots play alone."""
        alone = None not in self.seats
        here = self.position.parent
        while here is not None:
            if here.turn_is_over and (alone or self.seats[here.player] is None):
                self.position = here
                return True
            here = here.parent
        return False

    @property
    def forfeit(self) -> str:
        """Why the player to move has lost without the rules; empty if it is not so."""
        return self.failure[1] if self.failure and self.failure[0] is self.position else ""

    def keep_result(self) -> None:
        """Put the end of a game between one person and a bot into the person's profile."""
        bots = [bot for bot in self.seats if bot is not None]
        outcome = self.position.outcome
        if outcome is None or len(bots) != 1 or self.is_kept:
            return
        self.is_kept = True
        winner = outcome.winner
        score = 0.5 if winner is None else float(self.seats[winner] is None)
        keep_result(self.position.game.name, bots[0].name, score)

    def record(self) -> Record:
        """The game so far."""
        found = Record.of(self.position, self.names)
        if not self.forfeit:
            return found
        result = RESULTS[1 - self.position.player]
        return replace(found, result=result, tags={"Termination": self.forfeit})

    def save(self, text: str) -> Path:
        """Write the record to the file that a person named."""
        path = Path(os.path.expanduser(text))
        try:
            self.record().save(path)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", str(error))
            raise JobFailed(
                f"{path} cannot be written: {why}", f"não se consegue escrever em {path}: {why}"
            ) from None
        return path


def graph(thoughts: list[Thought]) -> str:
    """A bot's last values as bars: the higher, the likelier its win."""
    bars = (BARS[min(int(each.chance * len(BARS)), len(BARS) - 1)] for each in thoughts)
    return "".join(list(bars)[-GRAPH:])


def _seat(game: Game, name: str, seed: int | None) -> Bot | None:
    if BotText.parse(name).argument is not None:
        return None  # a file that somebody sent must not start a program
    try:
        return seat(game, name, seed)
    except TabuleiroError:
        return None  # a person's name
