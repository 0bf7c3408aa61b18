"""The bots of an experiment: made from their texts once, and made ready for every game."""

from __future__ import annotations

import contextlib
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from tabuleiro import files
from tabuleiro.bots.base import Bot, as_bot
from tabuleiro.bots.external import UgiBot
from tabuleiro.bots.filebot import LIMITS as FILE_LIMITS
from tabuleiro.bots.filebot import FileBot, has_terms, make_file_bot, short_name
from tabuleiro.bots.presets import make_bot, presets
from tabuleiro.bots.settings import SETTINGS, settings_of
from tabuleiro.bots.text import BotText
from tabuleiro.errors import InvalidOption
from tabuleiro.experiments.settings import Settings
from tabuleiro.game import Game

LIMITS = {setting.name for setting in SETTINGS if setting.is_limit}

KEPT = 24
"""Bots that are kept ready at once; each has tables of its own."""


class Players:
    """The bots in the memory of one process."""

    def __init__(self, settings: Settings, objects: Mapping[str, Any] | None = None) -> None:
        self.settings = settings
        self._objects = objects or {}
        """Bots that are there already, by their texts."""
        self._game: Game | None = None
        self._bots: OrderedDict[int, Bot] = OrderedDict()
        self.called: dict[int, str] = {}
        """What the programs among them are called, by player, once they were checked."""

    def ready(self, game: Game, player: int, seed: int) -> Bot:
        """A bot that remembers nothing of earlier games and draws from this seed."""
        if game is not self._game:
            self.close()
            self._game = game
        bot = self._bots.get(player)
        if bot is not None:
            bot.new_game(seed)
        else:
            bot = self._bots[player] = self._make(game, self.text(game, player), seed)
            bot.prepare()  # so that its first turn does not pay for it
        self._bots.move_to_end(player)
        if len(self._bots) > KEPT:
            _close(self._bots.popitem(last=False)[1])
        return bot

    def _make(self, game: Game, text: str, seed: int | None) -> Bot:
        own = self._objects.get(text)
        if own is not None:
            return as_bot(own)
        asked = BotText.parse(text)
        if self.settings.league and asked.path is not None:
            return make_file_bot(game, asked, seed, neighbours=False)
        return make_bot(game, text, seed)

    def check(self, game: Game) -> set[str]:
        """Refuse bots that cannot be made, and a limit that limits none of them.

        Programs are started, which also tells their names. Returns the kernel's templates that the
        bots need.
        """
        settings = self.settings
        for key in limit_changes(settings.limit):
            if key not in LIMITS:
                raise InvalidOption(
                    f"the limit {key!r} is not known; accepted: {', '.join(sorted(LIMITS))}, "
                    "as seconds=0.1",
                    f"o limite {key!r} não é conhecido; aceites: {', '.join(sorted(LIMITS))}, "
                    "como seconds=0.1",
                )
        texts = [self.text(game, player) for player in range(len(settings.players))]
        if settings.limit and texts == list(settings.players):
            raise InvalidOption(
                f"none of the bots takes the limit {settings.limit!r}",
                f"nenhum dos bots aceita o limite {settings.limit!r}",
            )
        needed: set[str] = set()
        for text in dict.fromkeys(texts):
            path = BotText.parse(text).path
            if self.settings.league and path is not None:
                own = (player for player, each in enumerate(texts) if each == text)
                self.called |= dict.fromkeys(own, short_name(files.find(path, "bot")))
                continue  # what is wrong with it costs its games
            bot = self._make(game, text, 0)
            needed.update(bot.needs)
            if isinstance(bot, UgiBot | FileBot):
                bot.prepare()
                own = (player for player, each in enumerate(texts) if each == text)
                self.called |= dict.fromkeys(own, bot.name)
            _close(bot)
        return needed

    def text(self, game: Game, player: int) -> str:
        """What a bot is made from: its text, with the experiment's limit if it states none."""
        settings, text = self.settings, self.settings.players[player]
        if settings.league and BotText.parse(text).path is None:
            return text  # a level that others are measured by stays as it is
        return text if text in self._objects else with_limit(game, text, settings.limit)

    def close(self) -> None:
        """Let go of all bots."""
        while self._bots:
            _close(self._bots.popitem()[1])


def with_limit(game: Game, text: str, limit: str) -> str:
    """A bot's text with a limit, unless it states one or does not search."""
    asked = BotText.parse(text)
    if not limit or asked.has(*LIMITS):
        return text
    changes = limit_changes(limit)
    if asked.path is not None and not has_terms(files.find(asked.path, "bot")):
        changes = {key: value for key, value in changes.items() if key in FILE_LIMITS}
    preset = presets(game).get(asked.head)
    if preset is not None:
        known = settings_of(preset.settings.get("algorithm"))
        changes = {key: value for key, value in changes.items() if key in known}
    return str(asked.with_changes(changes)) if changes else text


def limit_changes(limit: str) -> dict[str, str]:
    """What a limit such as `seconds=0.1,depth=8` changes in a bot."""
    pairs = (part.partition("=") for part in limit.split(",") if part)
    return {key.strip(): value.strip() for key, _, value in pairs}


def _close(bot: Bot) -> None:
    """End what a bot has started outside."""
    with contextlib.suppress(Exception):
        bot.close()
