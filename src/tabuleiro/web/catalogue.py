"""The games that a server has, as they are told to pages; made once."""

from __future__ import annotations

import logging
from functools import lru_cache

from tabuleiro.files import blame
from tabuleiro.game import Game, all_games, game_names, make_game
from tabuleiro.web.shapes import Json, game_of
from tabuleiro.web.site import Missing

log = logging.getLogger("tabuleiro.web")


@lru_cache(maxsize=1)
def installed() -> tuple[str, ...]:
    """The games that are installed; looking for them takes its time."""
    return game_names()


def known_game(name: str) -> str:
    if name not in installed():
        known = ", ".join(installed())
        raise Missing(
            f"there is no game {name!r}; accepted: {known}",
            f"não há nenhum jogo {name!r}; aceites: {known}",
        )
    return name


@lru_cache(maxsize=64)
def usual_game(name: str) -> Game:
    return make_game(name, {})


@lru_cache(maxsize=64)
def facts_of(name: str) -> Json:
    return game_of(usual_game(name))


@lru_cache(maxsize=1)
def all_facts() -> list[Json]:
    """All games; made once."""
    found = []
    for each in all_games():
        try:
            found.append(facts_of(each.name))
        except Exception as error:  # a game that fails takes nobody else down
            said = blame(error) or f"{type(error).__name__}: {error}"
            log.warning("the game %r is left out: %s", each.name, said)
    return found


def title_of(name: str) -> Json:
    """The name of a game for people, also of one that is no longer installed."""
    title: Json = facts_of(name)["title"] if name in installed() else {"en": name, "pt": name}
    return title
