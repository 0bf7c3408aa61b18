"""Who sits where: a person, or a bot by its name; and who explains positions."""

from __future__ import annotations

from tabuleiro.bots import Bot
from tabuleiro.bots.analysis import Analyst
from tabuleiro.bots.presets import make_analyst, make_bot, presets
from tabuleiro.errors import InvalidOption
from tabuleiro.game import Game

HUMAN = "human"
OPPONENT = "medium"
"""Whom a person meets who did not ask for anybody."""

Seats = tuple[Bot | None, Bot | None]


def seat(played: Game, text: str, seed: int | None = None) -> Bot | None:
    """The bot of a seat; None for a person."""
    if text == HUMAN:
        return None
    known = presets(played)
    if ":" not in text and text.split(",")[0].strip() not in known:
        raise InvalidOption(f"there is no player {text!r}; accepted: {', '.join((HUMAN, *known))}")
    return make_bot(played, text, seed)


def take_seats(played: Game, first: str, second: str, seed: int | None = None) -> Seats:
    """Both seats; an empty text is the usual opponent."""
    usual = opponent(played)
    other = None if seed is None else seed + 1
    return seat(played, first or usual, seed), seat(played, second or usual, other)


def opponent(played: Game) -> str:
    """The usual opponent, or a random one where a game knows no better."""
    return OPPONENT if OPPONENT in presets(played) else "random"


def adviser(played: Game, seed: int | None = None) -> Analyst:
    """The bot that gives hints and analyses: the strongest one, or random games without one."""
    return make_analyst(played, seed=seed)
