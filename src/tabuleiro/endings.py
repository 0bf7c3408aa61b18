"""How games end, in words: one place for pages, terminal, command line and reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tabuleiro.games.base import Player
from tabuleiro.position import RESULTS, Position
from tabuleiro.text import LANGUAGES, Text

REASONS: Mapping[str, Text] = {
    # What the rules and the core say, by the values of `Termination`.
    "rules": Text("the rules", "as regras"),
    "no legal move": Text("no legal move", "sem jogadas legais"),
    "threefold repetition": Text("the same position three times", "a mesma posição três vezes"),
    "no progress": Text("no progress for too long", "demasiado tempo sem progresso"),
    "too many turns": Text("too many turns", "demasiadas jogadas"),
    # What people do.
    "resignation": Text("by resignation", "por desistência"),
    "agreement": Text("by agreement", "por acordo"),
    "time": Text("out of time", "o tempo acabou"),
    "record": Text("as recorded", "segundo o registo"),
    # What bots do.
    "illegal move": Text("an illegal move", "uma jogada ilegal"),
    "failure": Text("a failing bot", "um bot que falhou"),
    "too slow": Text("a bot that was too slow", "um bot lento demais"),
}
PLAIN = "rules"
"""The reason that needs no words: the board shows it."""
DRAW = Text("A draw", "Empate")
OF_THE_RULES = ("rules", "no legal move")
"""Reasons that a game may say in its own words."""
BECAUSE = Text("{}: {}", "{} ({})")
"""A result and its reason; in Portuguese the result has a colon already."""
WINS = Text("{name} wins", "Vitória: {name}")


def result_sign(winner: int | None) -> str:
    """A result as it is printed."""
    return RESULTS[winner].replace("1/2", "½").replace("-", "–")


def reason_words(reason: str) -> Text:
    """Why a game ended; a reason that is not known is said as it is."""
    return REASONS.get(reason) or Text(reason, reason)


def why_words(position: Position, winner: int | None, reason: str) -> Text | None:
    """Why a game is over that stands here: the game's own words, or the general ones."""
    own = None
    if reason in OF_THE_RULES and position.outcome is not None:
        game = position.game
        own = game.people.ending(game.board, position.state(), winner)
    return own or (None if reason == PLAIN else reason_words(reason))


def ending_words(
    players: Sequence[Player], winner: int | None, reason: str, why: Text | None = None
) -> Text:
    """The end of a game in a sentence without its stop; `why` in place of the reason's words."""
    said = []
    told = why or (None if reason == PLAIN else reason_words(reason))
    for language in LANGUAGES:
        name = "" if winner is None else players[winner].name[language]
        headline = DRAW[language] if winner is None else WINS[language].format(name=name)
        said.append(
            headline if told is None else BECAUSE[language].format(headline, told[language])
        )
    return Text(*said)


def ending_of(position: Position) -> Text | None:
    """The end of a game that the rules have ended here, in a sentence; None if it goes on."""
    outcome = position.outcome
    if outcome is None:
        return None
    reason = outcome.termination.value
    why = why_words(position, outcome.winner, reason)
    return ending_words(position.players, outcome.winner, reason, why)
