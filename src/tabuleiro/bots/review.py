"""A game looked over: what each turn was worth, the mistakes, and what would have been better.

A turn is judged by the chance of winning that it gave away: that after the best move less that
after the move that was played, both searched alike from where they lead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import exp
from typing import Any, Literal

from tabuleiro.bots.analysis import Analyst, Score
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_analyst
from tabuleiro.errors import InvalidRecord
from tabuleiro.games.base import Language, Text
from tabuleiro.move import Move
from tabuleiro.position import Position
from tabuleiro.record import Record

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
GRADES: dict[Grade, tuple[float, Text]] = {
    "best": (0.0, Text("best", "melhor")),
    "good": (0.01, Text("good", "boa")),
    "inaccuracy": (0.05, Text("inaccuracy", "imprecisão")),
    "mistake": (0.1, Text("mistake", "erro")),
    "blunder": (0.2, Text("blunder", "erro grave")),
}
"""Each grade: from what loss of winning chances on it is given, and its name."""

SERIOUS: tuple[Grade, ...] = ("mistake", "blunder")
WRONG: tuple[Grade, ...] = ("inaccuracy", *SERIOUS)
SEVERITY = 4.0
"""How quickly accuracy falls: a turn that loses a tenth of the chances is 67 % accurate."""

LIMIT = Limit(seconds=0.3)
"""For each position, unless somebody says otherwise."""

BETTER = Text("better", "melhor")


@dataclass(frozen=True)
class Judged:
    """A turn of the record and what it was worth, for the player who made it."""

    number: int
    """Turns are counted from 1."""
    player: int
    move: Move
    grade: Grade
    before: Score
    """What the best move would have led to."""
    after: Score
    """What the move that was played led to."""
    best: tuple[Move, ...]
    """The best move and how play may go on."""
    is_turning_point: bool
    """Whether this turn gave the better chances to the other player."""

    @property
    def loss(self) -> float:
        """The winning chances that the turn gave away."""
        return max(0.0, self.before.win_probability - self.after.win_probability)

    def comment(self, language: Language = "en") -> str:
        """The judgement in a few words."""
        said = GRADES[self.grade][1][language]
        if self.grade not in WRONG:
            return said
        chances = f"{chances_in(self.before, language)} → {chances_in(self.after, language)}"
        line = " ".join(move.text for move in self.best)
        return f"{said} ({chances}); {BETTER[language]}: {line}"

    def facts(self) -> dict[str, Any]:
        """The judgement as plain data."""
        return {
            "number": self.number,
            "player": self.player,
            "move": self.move.text,
            "grade": self.grade,
            "before": self.before.facts(),
            "after": self.after.facts(),
            "loss": self.loss,
            "best": [move.text for move in self.best],
            "turning_point": self.is_turning_point,
        }


@dataclass(frozen=True)
class Summary:
    """How one player did: the accuracy in percent, and how often each grade was given."""

    accuracy: float | None
    counts: dict[Grade, int]

    @classmethod
    def of(cls, turns: Sequence[Judged]) -> Summary:
        """The summary of some turns."""
        counts = {grade: sum(turn.grade == grade for turn in turns) for grade in GRADES}
        if not turns:
            return cls(None, counts)
        exact = sum(exp(-SEVERITY * turn.loss) for turn in turns) / len(turns)
        return cls(100 * exact, counts)

    def facts(self) -> dict[str, Any]:
        """The summary as plain data."""
        return {"accuracy": self.accuracy, "counts": self.counts}


@dataclass(frozen=True)
class Review:
    """A record and the judgement of its turns."""

    record: Record
    turns: tuple[Judged, ...]
    values: tuple[Score, ...]
    """The value of every position, the start first, for the first player."""
    bot: str

    @property
    def summaries(self) -> tuple[Summary, Summary]:
        """How each player did."""
        first, second = ([turn for turn in self.turns if turn.player == side] for side in (0, 1))
        return Summary.of(first), Summary.of(second)

    @property
    def turning_points(self) -> tuple[Judged, ...]:
        """The turns that gave the better chances to the other player."""
        return tuple(turn for turn in self.turns if turn.is_turning_point)

    def annotated(self, language: Language = "en") -> Record:
        """The record with a comment on every turn that was not good."""
        comments = dict(self.record.comments)
        for turn in self.turns:
            if turn.grade in WRONG:
                own = comments.get(turn.number)
                said = turn.comment(language)
                comments[turn.number] = f"{own} {said}" if own else said
        return replace(self.record, comments=comments)

    def facts(self) -> dict[str, Any]:
        """The review as plain data."""
        return {
            "game": self.record.game.name,
            "players": list(self.record.players),
            "result": self.record.result,
            "bot": self.bot,
            "turns": [turn.facts() for turn in self.turns],
            "win_probabilities": [value.win_probability for value in self.values],
            "turning_points": [turn.number for turn in self.turning_points],
            "summaries": [summary.facts() for summary in self.summaries],
        }


def review(
    record: Record,
    bot_text: str | None = None,
    limit: Limit | None = None,
    listener: Callable[[Judged], None] | None = None,
    seed: int | None = None,
    bot: Analyst | None = None,
) -> Review:
    """Look over a record; `listener` hears of every turn, and ends the review if it raises.

    `bot` may be given in place of its text, so that `bot.stop()` can be called from elsewhere.
    """
    if not record.moves:
        raise InvalidRecord("the record has no moves to review")
    allowed = limit if limit is not None and limit.is_set else LIMIT
    thinker = bot or make_analyst(record.game, bot_text, seed, limit=allowed)
    positions = record.positions()
    value, best = _look(thinker, positions[0], allowed)
    values = [value]
    turns: list[Judged] = []
    for number, move in enumerate(record.moves, 1):
        here, there = positions[number - 1], positions[number]
        value, reply = _look(thinker, there, allowed)
        values.append(value)
        after = _later(value, here.player, there.outcome is not None)
        before, line = after, best
        if best[0] != move:
            instead = here.play(best[0])
            other, answer = _look(thinker, instead, allowed)
            before = _later(other, here.player, instead.outcome is not None)
            line = (best[0], *answer)
        turns.append(_judge(number, here.player, move, before, after, line))
        if listener is not None:
            listener(turns[-1])
        best = reply
    seen = tuple(value.seen_by(0) for value in values)
    return Review(record, tuple(turns), seen, thinker.name)


def chances_in(score: Score, language: Language = "en") -> str:
    """How likely a win is, or how the game ends."""
    return score.percent if score.decided is None else score.words(language)


def grade_of(loss: float) -> Grade:
    """The grade of a turn that gave away these winning chances."""
    grade: Grade = "best"
    for each, (least, _) in GRADES.items():
        if loss >= least:
            grade = each
    return grade


def _look(bot: Analyst, position: Position, limit: Limit) -> tuple[Score, tuple[Move, ...]]:
    """The value of a position for the player who acts, and its best line."""
    outcome = position.outcome
    if outcome is None:
        found = bot.analyse(position, limit)
        return found.score, found.lines[0].moves
    if outcome.winner is None:
        return Score(0, position.player, decided="draw"), ()
    won = outcome.winner == position.player
    return Score(0, position.player, decided="win" if won else "loss"), ()


def _later(value: Score, player: int, is_over: bool) -> Score:
    """A value from one turn later, for a player; a decided game is a turn further away."""
    seen = value.seen_by(player)
    sign = {"win": 1, "loss": -1}.get(str(seen.decided))
    if sign is None or (seen.win_in is None and not is_over):
        return seen
    return replace(seen, win_in=(seen.win_in or 0) + sign)


def _judge(
    number: int, player: int, move: Move, before: Score, after: Score, line: tuple[Move, ...]
) -> Judged:
    loss = before.win_probability - after.win_probability
    if line[0] == move:
        grade: Grade = "best"
    elif before.decided == after.decided is not None:
        grade = "good" if _is_slower(before, after) else "best"
    else:
        grade = grade_of(loss)
    turned = grade in SERIOUS and before.win_probability >= 0.5 > after.win_probability
    return Judged(number, player, move, grade, before, after, line, turned)


def _is_slower(best: Score, played: Score) -> bool:
    """Whether a decided game was won later, or lost sooner, than it could have been."""
    if best.win_in is None or played.win_in is None:
        return False
    return played.win_in > best.win_in
