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
from tabuleiro.games.base import more_or_fewer
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
NOTHING = Text("with {move} nothing of that", "com {move} nada disso")
COMPARED = Text("compared with {move}: {changes}", "em comparação com {move}: {changes}")
BUT = Text("{changes}, but {other}", "{changes}, mas {other}")
PIECES = Text("piece", "peça"), Text("pieces", "peças")
UNCOUNTED = {
    True: Text("{title}: better", "{title}: melhor"),
    False: Text("{title}: worse", "{title}: pior"),
}

Shares = Mapping[str, int]
"""What each term counts for a player, in hundredths of a stone."""


@dataclass(frozen=True)
class Change:
    """How a term changes along a line: its share in hundredths of a stone, and for people."""

    term: str
    share: int
    words: Text


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
        same_mover = self.position.player == later.position.player
        found = []
        for term, weight in self.weights.items():
            share = later.shares[term] - self.shares[term]
            if weight < 0 or abs(share) < LEAST:  # nobody sees what is good about having fewer
                continue
            if all(place._changes_sides(term, same_mover) for place in (self, later)):
                found.append(Change(term, share, self._words(later, term, share)))
        return tuple(sorted(found, key=lambda change: -abs(change.share)))

    def _words(self, later: _Place, term: str, share: int) -> Text:
        """How a term is different at a later place, in the game's own words if it has them."""
        game = self.position.game
        unit = game.people.TERM_UNITS.get(term, 100) * self.weights[term]
        count = share * stone(self.weights) // unit if unit else 0
        counted = count != 0 and count * unit == share * stone(self.weights)
        before, now = self.position.state(), later.position.state()
        told = game.people.change_words(game.board, before, now, self.player, term, share)
        words = game.people.TERM_CHANGES.get(term, PIECES if term == "pieces" else None)
        if told is not None:
            return told
        if words is not None:
            better, worse = words
            return more_or_fewer(count, *words) if counted else better if share > 0 else worse
        title = game.term_titles[term]
        if not counted:
            return UNCOUNTED[share > 0].format(title=title)
        size = f"{count:+d}".replace("-", "−")
        return Text(f"{title.en} {size}", f"{title.pt} {size}")

    def _changes_sides(self, term: str, unless_known: bool) -> bool:
        """Whether a term says the same whoever is to move; some count what the next step does,
        which is no lasting gain."""
        if term == "pieces":
            return True
        if "passed" not in vars(self):
            passed = other_side(self.position)
            self.passed = None if passed is None else self._shares(passed)
        return unless_known if self.passed is None else self.passed[term] == self.shares[term]

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
    gained, lost = here.changes(there), here.changes(end)
    if _favours(gained) and _favours(lost, -1):
        return INSTEAD.format(move=move, changes=_listed(lost))
    if _favours(gained) and _listed(gained) == _listed(lead):
        return NOTHING.format(move=move)
    return COMPARED.format(move=move, changes=_listed(lead))


def _favours(changes: Sequence[Change], sign: int = 1) -> bool:
    """Whether changes speak clearly for a line (or with sign -1 against it): the first of them,
    and what speaks otherwise is at most half of what speaks for it."""
    shares = [sign * change.share for change in changes]
    return bool(shares) and shares[0] > 0 and 2 * sum(shares) >= sum(s for s in shares if s > 0)


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
    """What is like the first change, and then the greatest of what is not."""
    alike = [each.words for each in changes if each.share * changes[0].share > 0]
    other = [each.words for each in changes if each.share * changes[0].share < 0]
    if other:
        return BUT.format(changes=_joined(alike[: MOST - 1]), other=other[0])
    return _joined(alike[:MOST])


def _joined(words: Sequence[Text]) -> Text:
    return Text(*(", ".join(each[language] for each in words) for language in LANGUAGES))


def _sentence(clauses: Sequence[Text]) -> Text:
    said = ("; ".join(clause[language] for clause in clauses) for language in LANGUAGES)
    return Text(*(f"{each[0].upper()}{each[1:]}." for each in said))


def _same_pieces(one: Position, other: Position) -> bool:
    return [(p.cell, p.owners) for p in one.view.pieces] == [
        (p.cell, p.owners) for p in other.view.pieces
    ]
