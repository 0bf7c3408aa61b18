"""What a search says about a position, in terms that people and programs can use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import exp, log
from typing import Any, Literal, Protocol, runtime_checkable

from tabuleiro.bots.limit import Limit
from tabuleiro.errors import IllegalMove, InvalidOption
from tabuleiro.move import Move
from tabuleiro.position import Position
from tabuleiro.text import Language, Text

STEEPNESS = 250.0
"""The lead, in hundredths of a stone, that makes a win about 73 % likely, if a game names none."""

Decided = Literal["win", "loss", "draw"]
MOST_LINES = 64
"""How many best lines alpha-beta can be asked for, and are read of other programs."""

OPPOSITE: dict[Decided, Decided] = {"win": "loss", "loss": "win", "draw": "draw"}
PROBABILITY: dict[Decided, float] = {"win": 1.0, "loss": 0.0, "draw": 0.5}
WORDS: dict[Decided, Text] = {
    "win": Text("wins", "ganha"),
    "loss": Text("loses", "perde"),
    "draw": Text("draw", "empate"),
}
Voice = Literal["terms", "net", "both", "playouts", "proof", ""]
VOICES: dict[Voice, Text] = {
    "terms": Text("judged by the terms", "avaliado pelos termos"),
    "net": Text("judged by the net", "avaliado pela rede"),
    "both": Text("judged by net and terms", "avaliado por rede e termos"),
    "playouts": Text("judged by random games", "avaliado por partidas ao acaso"),
    "proof": Text("proven", "provado"),
    "": Text("", ""),
}
"""What a value rests on; nothing is said of other programs."""
IN = Text("in", "em")
IN_TIME = Text("if in time", "se for a tempo")


@dataclass(frozen=True)
class Score:
    """A value seen from one player's side.

    `points` is the evaluation. Where the rules have decided the game, `win_in` is the number of
    turns until the win (negative: until the loss); a decided game of unknown length, or a draw,
    says so in `decided` alone.
    """

    points: int
    player: int
    win_in: int | None = None
    decided: Decided | None = None
    steepness: float = STEEPNESS
    if_in_time: int | None = None
    """Turns to a win (negative: a loss) that rules about progress, repetition or length may spoil:
    it is known but not decided."""

    def __post_init__(self) -> None:
        if self.win_in is not None:
            object.__setattr__(self, "decided", "win" if self.win_in > 0 else "loss")

    @classmethod
    def of_probability(cls, probability: float, player: int, steepness: float) -> Score:
        """The score that makes a win this likely."""
        within = min(max(probability, 0.001), 0.999)
        points = round(steepness * log(within / (1 - within)))
        return cls(points, player, steepness=steepness)

    def seen_by(self, player: int) -> Score:
        """The same score from a stated side."""
        if player == self.player:
            return self
        win_in = None if self.win_in is None else -self.win_in
        decided = None if self.decided is None else OPPOSITE[self.decided]
        in_time = None if self.if_in_time is None else -self.if_in_time
        return Score(-self.points, player, win_in, decided, self.steepness, in_time)

    @property
    def win_probability(self) -> float:
        """How likely a win is, between 0 and 1; a draw is half a win."""
        if self.decided is not None:
            return PROBABILITY[self.decided]
        return 1 / (1 + exp(-max(-700.0, min(700.0, self.points / self.steepness))))

    @property
    def percent(self) -> str:
        """The same for people; what is not decided is never certain."""
        share = round(100 * self.win_probability)
        return f"{share if self.decided else min(max(share, 1), 99)}%"

    def words(self, language: Language = "en") -> str:
        """The score for people: stones, or how the game ends."""
        if self.if_in_time is not None:
            word = WORDS["win" if self.if_in_time > 0 else "loss"][language]
            return f"{word} {IN[language]} {abs(self.if_in_time)}, {IN_TIME[language]}"
        if self.decided is None:
            return f"{self.points / 100:+.2f}"
        word = WORDS[self.decided][language]
        return word if self.win_in is None else f"{word} {IN[language]} {abs(self.win_in)}"

    @property
    def known(self) -> dict[str, Any] | None:
        """How the game ends with best play, in how many turns, and whether that is proven."""
        turns = self.if_in_time if self.win_in is None else self.win_in
        value = self.decided
        if value is None and turns is not None:
            value = "win" if turns > 0 else "loss"
        if value is None:
            return None
        proven = self.decided is not None
        return {"value": value, "turns": None if turns is None else abs(turns), "proven": proven}

    def facts(self) -> dict[str, Any]:
        """The score as plain data."""
        return {
            "score": self.points,
            "decided": self.decided,
            "win_in": self.win_in,
            "if_in_time": self.if_in_time,
            "win_probability": self.win_probability,
        }

    def __str__(self) -> str:
        return self.words()


@dataclass(frozen=True)
class Line:
    """A move, what it is worth, and how play may go on."""

    score: Score
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Analysis:
    """The best lines of a position, best first, what they rest on, and what they cost."""

    player: int
    """Whose values these are: those of the player who acts, until `seen_by` another."""
    lines: tuple[Line, ...]
    depth: int
    nodes: int
    """States considered: positions of alpha-beta, or iterations of a tree search."""
    seconds: float
    table_hits: int
    """States avoided, because the table knew them."""
    cutoffs: int
    """Branches pruned."""
    terms: dict[str, int]
    """Each term's share in the evaluation of the position itself, in hundredths of a stone."""
    judge: Voice = ""
    """What open positions were judged by."""

    @property
    def move(self) -> Move:
        """The best move."""
        return self.lines[0].moves[0]

    def line_of(self, move: Move) -> Line:
        """The line that begins with a move; the best one where none does."""
        return next((line for line in self.lines if line.moves[:1] == (move,)), self.lines[0])

    @property
    def score(self) -> Score:
        """The value of the best line."""
        return self.lines[0].score

    @property
    def voice(self) -> Voice:
        """What the value of the best line rests on."""
        return "proof" if self.lines and self.score.known is not None else self.judge

    @property
    def says(self) -> tuple[int, tuple[Line, ...]]:
        """What it says, whatever it has cost."""
        return self.depth, self.lines

    def first(self, lines: int) -> Analysis:
        """The same with so many lines at most."""
        return replace(self, lines=self.lines[:lines])

    @property
    def nodes_per_second(self) -> float:
        """How fast the search was."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    def seen_by(self, player: int) -> Analysis:
        """The same analysis from a stated side."""
        if player == self.player:
            return self
        return replace(
            self,
            player=player,
            lines=tuple(Line(line.score.seen_by(player), line.moves) for line in self.lines),
            terms={term: -share for term, share in self.terms.items()},
        )

    def facts(self) -> dict[str, Any]:
        """The analysis as plain data."""
        return {
            "player": self.player,
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": self.seconds,
            "nodes_per_second": self.nodes_per_second,
            "states_considered": self.nodes,
            "states_avoided": self.table_hits,
            "branches_pruned": self.cutoffs,
            "terms": self.terms,
            "voice": self.voice,
            "lines": [
                {
                    "move": line.moves[0].text,
                    **line.score.facts(),
                    "variation": [move.text for move in line.moves],
                }
                for line in self.lines
            ],
        }


def nothing_to_search() -> IllegalMove:
    """Why a finished game is not analysed."""
    return IllegalMove(
        "the game is over, so there is nothing to search",
        "a partida acabou, por isso não há nada para pesquisar",
    )


def check_lines(lines: int) -> None:
    """Refuse a number of best lines that alpha-beta cannot keep apart."""
    if not 1 <= lines <= MOST_LINES:
        raise InvalidOption(
            f"there cannot be {lines} lines; accepted: 1 to {MOST_LINES}",
            f"não pode haver {lines} linhas; aceites: 1 a {MOST_LINES}",
        )


Listener = Callable[[Analysis], None]


@runtime_checkable
class Analyst(Protocol):
    """A bot that can say what it thinks of a position."""

    name: str

    def choose(self, position: Position) -> Move:
        """A legal move in a position that is not over."""

    def analyse(
        self,
        position: Position,
        limit: Limit | None = None,
        lines: int = 1,
        listener: Listener | None = None,
    ) -> Analysis:
        """The best lines of a position that is not over; `listener` hears of progress."""

    def stop(self) -> None:
        """End an analysis that runs in another thread; it returns what it knows."""
