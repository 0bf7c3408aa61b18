"""Who sits where: a person, or a bot by its name; and who explains positions."""

from __future__ import annotations

from tabuleiro.bots import Bot
from tabuleiro.bots.base import SearchBot
from tabuleiro.bots.presets import make_analyst, make_bot, opponent, presets
from tabuleiro.bots.text import BotText
from tabuleiro.errors import InvalidOption
from tabuleiro.game import Game

HUMAN = "human"

Seats = tuple[Bot | None, Bot | None]


def seat(played: Game, text: str, seed: int | None = None) -> Bot | None:
    """The bot of a seat; None for a person."""
    if text == HUMAN:
        return None
    known = presets(played)
    asked = BotText.parse(text)
    is_named = asked.argument is None and asked.path is None and not asked.has("terms")
    if is_named and asked.name not in known:
        raise InvalidOption(
            f"there is no player {text!r}; accepted: {', '.join((HUMAN, *known))}",
            f"não há nenhum jogador {text!r}; aceites: {', '.join((HUMAN, *known))}",
        )
    return make_bot(played, text, seed)


def take_seats(played: Game, first: str, second: str, seed: int | None = None) -> Seats:
    """Both seats; an empty text is the usual opponent."""
    usual = opponent(played)
    other = None if seed is None else seed + 1
    return seat(played, first or usual, seed), seat(played, second or usual, other)


def adviser(played: Game, seed: int | None = None) -> SearchBot:
    """The bot that gives hints and analyses: the strongest one, or random games without one."""
    return make_analyst(played, seed=seed)
