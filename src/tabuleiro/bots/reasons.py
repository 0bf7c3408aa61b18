"""Why a move is good: the difference that its line makes on the board, in the words of the game.

A reason compares what the game's best weights count at the end of a line with what they count now,
and with the end of another line. It never contradicts the verdict: where the terms do not favour
the move, or promise more than the search does, there is no reason, and the line speaks for itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tabuleiro.bots.analysis import Analysis, Line, Score
from tabuleiro.bots.weights import steepness, stone, weight_sets
from tabuleiro.errors import TabuleiroError
from tabuleiro.move import Move
from tabuleiro.position import Position
from tabuleiro.text import LANGUAGES, Text

LEAST = 10
"""Hundredths of a stone that a change must be worth to be spoken of."""
MOST = 3
"""How many changes are told of a line."""
BELIEVED = 0.15
"""How much more likely a win may look at the end of a line than the search says."""
WORSE = 0.01
"""How much less likely a win must be for another move to be called worse."""

PROVEN = Text("Proven: {end}.", "Provado: {end}.")
KNOWN = Text("Known: {end}.", "Sabe-se: {end}.")
DRAWN = Text("a draw", "empate")
AFTER_ONE = Text("After this turn: {changes}", "Depois desta jogada: {changes}")
AFTER = Text("After {turns} turns: {changes}", "Ao fim de {turns} jogadas: {changes}")
INSTEAD = Text("with {move} instead: {changes}", "com {move}: {changes}")
COMPARED = Text("compared with {move}: {changes}", "em comparação com {move}: {changes}")
MATERIAL = {
    (True, True): Text("{count} piece more", "mais {count} peça"),
    (True, False): Text("{count} pieces more", "mais {count} peças"),
    (False, True): Text("{count} piece fewer", "menos {count} peça"),
    (False, False): Text("{count} pieces fewer", "menos {count} peças"),
}
UNCOUNTED = {
    True: Text("{title}: better", "{title}: melhor"),
    False: Text("{title}: worse", "{title}: pior"),
}

Shares = Mapping[str, int]
"""What each term counts for a player, in hundredths of a stone."""


@dataclass(frozen=True)
class Change:
    """How a term changes along a line: its share in hundredths of a stone, its count if it has
    one."""

    term: str
    share: int
    count: int | None
    title: Text

    @property
    def words(self) -> Text:
        """The change for people."""
        if self.count is None:
            return UNCOUNTED[self.share > 0].format(title=self.title)
        if self.term == "pieces":
            size = abs(self.count)
            return MATERIAL[self.count > 0, size == 1].format(count=size)
        return Text("{title} {count}", "{title} {count}").format(
            title=self.title, count=f"{self.count:+d}".replace("-", "−")
        )


@dataclass(frozen=True)
class Reason:
    """Why a move is good, as a sentence, and the changes that it speaks of."""

    text: Text
    turns: int
    """After how many turns; 0 where the sentence is about a known end."""
    changes: tuple[Change, ...] = ()
    """From now to the end of the line."""
    other: Move | None = None
    """The move that it is compared with."""

    def facts(self) -> dict[str, Any]:
        """The reason as plain data."""
        return {
            "text": self.text.facts(),
            "turns": self.turns,
            "changes": {change.term: change.share for change in self.changes},
            "other": None if self.other is None else self.other.text,
        }


def reason(position: Position, line: Line, other: Line | None = None) -> Reason | None:
    """Why the first move of a line is good for the player who acts; None where nothing tells.

    `other` is the line of a move that is no better: the second best, or one that was played.
    """
    if not line.moves or (other is not None and not other.moves):
        return None
    score = line.score.seen_by(position.player)
    if score.known is not None:
        return Reason(_known(score), 0)
    weights = best_weights(position)
    if not weights:
        return None
    here = _Place(position, position.player, weights)
    there = here.after(line.moves)
    if there is not None and there.chance > score.win_probability + BELIEVED:
        there = None  # it ends in the middle of something
    turns = len(line.moves)
    gained = () if there is None else here.changes(there)
    clauses = [_after(turns, gained)] if _favours(gained) else []
    worse = None if other is None else _worse(here, there, score, other)
    if worse is not None:
        clauses.append(worse)
    if not clauses:
        return None
    compared = None if other is None or worse is None else other.moves[0]
    return Reason(_sentence(clauses), turns, gained, compared)


def why_best(position: Position, found: Analysis) -> Reason | None:
    """Why the best move of an analysis is good, compared with the second best if it is known."""
    return reason(position, *found.lines[:2])


def other_side(position: Position) -> Position | None:
    """The same board with the other side to move, where the game's texts can say so."""
    if not position.turn_is_over:
        return None
    letters = [player.letter for player in position.players]
    mine, other = letters[position.player], letters[1 - position.player]
    fields = position.text.split()
    for number, field in enumerate(fields):
        if field.lower() == mine.lower():
            changed = [*fields[:number], other, *fields[number + 1 :]]
            try:
                found = position.game.position(" ".join(changed))
            except TabuleiroError:
                continue
            if found.player != position.player and _same_pieces(found, position):
                return found
    return None


def best_weights(position: Position) -> dict[str, int]:
    """What the terms of a game weigh at best; nothing where it has no such terms."""
    game = position.game
    best = weight_sets(game).get("best", {}) if game.terms else {}
    return {term: best[term] for term in game.terms if best.get(term)}


class _Place:
    """A position, and what the weighted terms say of it for a player."""

    def __init__(self, position: Position, player: int, weights: Mapping[str, int]) -> None:
        self.position = position
        self.player = player
        self.weights = weights
        self.shares = self._shares(position)

    def after(self, moves: Sequence[Move]) -> _Place | None:
        """Where a line leads; None where that is the end of the game, which terms do not judge."""
        end = self.position
        for move in moves:
            end = end.play(move)
        return None if end.outcome is not None else _Place(end, self.player, self.weights)

    @property
    def total(self) -> int:
        """The lead in hundredths of a stone."""
        return sum(self.shares.values())

    @property
    def chance(self) -> float:
        """How likely a win looks from here."""
        slope = steepness(self.position.game)
        return Score(self.total, self.player, steepness=slope).win_probability

    def changes(self, later: _Place) -> tuple[Change, ...]:
        """What is different at a later place, the most important first."""
        game = self.position.game
        same_mover = self.position.player == later.position.player
        found = []
        for term, weight in self.weights.items():
            share = later.shares[term] - self.shares[term]
            if same_mover or (self._changes_sides(term) and later._changes_sides(term)):
                unit = game.people.TERM_UNITS.get(term, 100) * weight
                count = share * stone(self.weights) // unit if unit else 0
                exact = unit != 0 and count * unit == share * stone(self.weights)
                title = game.term_titles[term]
                found.append(Change(term, share, count if exact else None, title))
        told = [change for change in found if abs(change.share) >= LEAST]
        return tuple(sorted(told, key=lambda change: -abs(change.share)))

    def _changes_sides(self, term: str) -> bool:
        """Whether a term says the same whoever is to move; some count what the next step does."""
        if term == "pieces":
            return True
        if "passed" not in vars(self):
            passed = other_side(self.position)
            self.passed = None if passed is None else self._shares(passed)
        return self.passed is not None and self.passed[term] == self.shares[term]

    def _shares(self, position: Position) -> dict[str, int]:
        game = position.game
        given = [self.weights.get(term, 0) for term in game.terms]
        sign = 1 if position.player == self.player else -1
        found = game.term_shares(position, given)
        return {term: round(sign * value / stone(self.weights)) for term, value in found.items()}


def _worse(here: _Place, there: _Place | None, score: Score, other: Line) -> Text | None:
    """What another line does worse: what it loses, or else what it lacks against this one."""
    worse = other.score.seen_by(here.player)
    if worse.win_probability > score.win_probability - WORSE:
        return None
    move = other.moves[0].text
    if worse.known is not None:
        return INSTEAD.format(move=move, changes=_end(worse))
    end = here.after(other.moves)
    if there is None or end is None or end.chance < worse.win_probability - BELIEVED:
        return None
    lead = end.changes(there)
    if not _favours(lead):
        return None
    lost = here.changes(end)
    loses = bool(lost) and lost[0].share < 0 and sum(change.share for change in lost) < 0
    if loses and _favours(here.changes(there)):
        return INSTEAD.format(move=move, changes=_listed(lost))
    return COMPARED.format(move=move, changes=_listed(lead))


def _favours(changes: Sequence[Change]) -> bool:
    """Whether changes speak for a line: together, and the first of them by itself."""
    return bool(changes) and changes[0].share > 0 and sum(each.share for each in changes) >= LEAST


def _after(turns: int, changes: Sequence[Change]) -> Text:
    return (AFTER_ONE if turns == 1 else AFTER).format(turns=turns, changes=_listed(changes))


def _known(score: Score) -> Text:
    return (PROVEN if score.decided is not None else KNOWN).format(end=_end(score))


def _end(score: Score) -> Text:
    """How a game ends, in words."""
    if score.decided == "draw":
        return DRAWN
    return Text(*(score.words(language) for language in LANGUAGES))


def _listed(changes: Sequence[Change]) -> Text:
    words = [change.words for change in changes[:MOST]]
    return Text(*(", ".join(each[language] for each in words) for language in LANGUAGES))


def _sentence(clauses: Sequence[Text]) -> Text:
    said = ("; ".join(clause[language] for clause in clauses) for language in LANGUAGES)
    return Text(*(f"{each[0].upper()}{each[1:]}." for each in said))


def _same_pieces(one: Position, other: Position) -> bool:
    return [(p.cell, p.owners) for p in one.view.pieces] == [
        (p.cell, p.owners) for p in other.view.pieces
    ]
