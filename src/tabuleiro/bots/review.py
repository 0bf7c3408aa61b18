"""A game looked over: what each turn was worth, the mistakes, and what would have been better.

A turn is judged by the chance of winning that it gave away: that after the best move less that
after the move that was played, both searched alike from where they lead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import exp
from typing import Any, Literal

from tabuleiro.bots.analysis import Analyst, Line, Score
from tabuleiro.bots.base import Bot, as_bot
from tabuleiro.bots.hints import SEED
from tabuleiro.bots.knowing import known_analysis
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_analyst
from tabuleiro.bots.reasons import Reason, reason
from tabuleiro.bots.search import Search
from tabuleiro.errors import InvalidRecord, Stopped
from tabuleiro.move import Move
from tabuleiro.position import Position
from tabuleiro.record import Record
from tabuleiro.text import Language, Text

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

LIMIT = Limit(nodes=500_000, iterations=10_000)
"""For each position, unless somebody says otherwise: not a time, so that it can be repeated."""

LONG = 200
"""Turns of a game beyond which each of its positions gets less, so that all of it stays in time."""

TOLD = 6
"""Moves of a line that is known to its end."""

OPENING = "Opening"
"""The tag under which a record of the arena has the moves that were drawn at random."""

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
    why: Reason | None = None
    """Why the best move is better, where the turn was wrong and the board tells."""

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
        told = f"{said} ({chances}); {BETTER[language]}: {line}"
        # The chances say already what is proven.
        return told if not self.explained else f"{told}. {self.explained[language]}"

    @property
    def explained(self) -> Text | None:
        """Why the best move is better, unless the chances say it all."""
        return self.why.text if self.why is not None and self.why.turns else None

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
            "why": None if self.why is None else self.why.facts(),
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
            "known": [value.known for value in self.values],
            "turning_points": [turn.number for turn in self.turning_points],
            "summaries": [summary.facts() for summary in self.summaries],
        }


Follow = Callable[[Search], Search]
Look = tuple[Score, tuple[Move, ...]]
Known = dict[tuple[int, Position], Look]
"""What was found of positions after so many turns."""


def review(
    record: Record,
    bot_text: str | None = None,
    limit: Limit | None = None,
    listener: Callable[[Judged], None] | None = None,
    seed: int | None = None,
    bot: Bot | Analyst | None = None,
    follow: Follow = lambda search: search,
    known: Known | None = None,
) -> Review:
    """Look over a record; `listener` hears of every turn, and ends the review if it raises.

    `bot` may be given in place of its text. `follow` gets each search as it begins; whoever stops
    one ends the review by `Stopped`, and may go on with what is `known` by then. Each search
    begins with an empty table, so that this changes nothing. Turns of an opening that nobody chose
    are not judged.
    """
    if not record.moves:
        raise InvalidRecord(
            "the record has no moves to review", "o registo não tem jogadas para rever"
        )
    allowed = (limit or Limit()).or_else(usual_limit(len(record.moves)))
    thinker = make_analyst(record.game, bot_text, seed, limit=limit) if bot is None else as_bot(bot)
    found = {} if known is None else known

    def look(position: Position) -> Look:
        key = position.ply, position
        if key not in found:
            thinker.new_game(SEED if seed is None else seed)
            found[key] = _told(position) or _look(thinker, position, allowed, follow)
        return found[key]

    positions = record.positions()
    drawn = opening_turns(record)
    value, best = look(positions[0])
    values = [value]
    turns: list[Judged] = []
    for number, move in enumerate(record.moves, 1):
        here, there = positions[number - 1], positions[number]
        value, reply = look(there)
        values.append(value)
        if number > drawn:
            after = _later(value, here.player, there.outcome is not None)
            before, line = after, best
            if best[0] != move:
                instead = here.play(best[0])
                other, answer = look(instead)
                before = _later(other, here.player, instead.outcome is not None)
                line = (best[0], *answer)
            turn = _judge(number, here.player, move, before, after, line)
            if turn.grade in WRONG:
                why = reason(here, Line(before, line), Line(after, (move, *reply)))
                turn = replace(turn, why=why)
            turns.append(turn)
            if listener is not None:
                listener(turns[-1])
        best = reply
    seen = tuple(value.seen_by(0) for value in values)
    return Review(record, tuple(turns), seen, thinker.name)


def usual_limit(turns: int) -> Limit:
    """For each position of a game of so many turns, unless somebody says otherwise."""
    share = min(1.0, LONG / max(turns, 1))
    nodes, iterations = LIMIT.nodes or 1, LIMIT.iterations or 1
    return Limit(nodes=max(1, round(nodes * share)), iterations=max(1, round(iterations * share)))


def opening_turns(record: Record) -> int:
    """How many of a record's first turns were drawn at random by the arena, which says so."""
    drawn = record.tags.get(OPENING, "").split()
    played = [move.text for move in record.moves[: len(drawn)]]
    return len(drawn) if played == drawn else 0


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


def _told(position: Position) -> Look | None:
    """The same where files know it for certain, so that no true mistake is missed."""
    found = known_analysis(position, 1) if position.outcome is None else None
    return None if found is None else (found.score, found.lines[0].moves[:TOLD])


def _look(bot: Bot, position: Position, limit: Limit, follow: Follow) -> Look:
    """The value of a position for the player who acts, and its best line."""
    outcome = position.outcome
    if outcome is None:
        with follow(bot.search(position, limit)) as search:
            found = search.result
            if search.stopped:
                raise Stopped("the review was stopped", "a revisão foi interrompida")
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
