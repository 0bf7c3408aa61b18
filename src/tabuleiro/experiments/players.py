"""The bots of an experiment: made from their texts once, and made ready for every game."""

from __future__ import annotations

import contextlib
from collections import OrderedDict

from tabuleiro.bots.alphabeta import AlphaBetaBot
from tabuleiro.bots.mcts import MctsBot
from tabuleiro.bots.presets import make_bot, presets
from tabuleiro.bots.settings import SETTINGS, settings_of
from tabuleiro.bots.simple import Bot
from tabuleiro.errors import InvalidOption
from tabuleiro.game import Game
from tabuleiro.experiments.settings import Settings

LIMITS = {setting.name for setting in SETTINGS if setting.is_limit}

TEMPLATES: dict[type, str] = {AlphaBetaBot: "alphabeta", MctsBot: "mcts"}
"""What each kind of bot compiles."""

KEPT = 24
"""Bots that are kept ready at once; each has tables of its own."""


class Players:
    """The bots in the memory of one process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._game: Game | None = None
        self._bots: OrderedDict[int, Bot] = OrderedDict()

    def ready(self, game: Game, player: int, seed: int) -> Bot:
        """A bot that remembers nothing of earlier games and draws from this seed."""
        if game is not self._game:
            self.close()
            self._game = game
        bot = self._bots.get(player)
        if bot is not None and hasattr(bot, "new_game"):
            bot.new_game(seed)
        else:
            if bot is not None:
                _close(bot)
            bot = self._bots[player] = make_bot(game, self.text(game, player), seed)
            for template in _templates(bot):  # so that its first turn does not pay for it
                game.engine.compile(template)
        self._bots.move_to_end(player)
        if len(self._bots) > KEPT:
            _close(self._bots.popitem(last=False)[1])
        return bot

    def check(self, game: Game) -> set[str]:
        """Refuse bots that cannot be made, and a limit that limits none of them.

        Returns the kernel's templates that the bots need.
        """
        settings = self.settings
        for part in settings.limit.split(",") if settings.limit else ():
            if part.partition("=")[0] not in LIMITS:
                raise InvalidOption(
                    f"the limit {part!r} is not known; accepted: {', '.join(sorted(LIMITS))}, "
                    "as seconds=0.1"
                )
        texts = [self.text(game, player) for player in range(len(settings.players))]
        if settings.limit and texts == list(settings.players):
            raise InvalidOption(f"none of the bots takes the limit {settings.limit!r}")
        needed = set()
        for text in dict.fromkeys(texts):
            bot = make_bot(game, text, 0)
            needed |= _templates(bot)
            _close(bot)
        return needed

    def text(self, game: Game, player: int) -> str:
        """What a bot is made from: its text, with the experiment's limit if it states none."""
        return with_limit(game, self.settings.players[player], self.settings.limit)

    def close(self) -> None:
        """Let go of all bots."""
        while self._bots:
            _close(self._bots.popitem()[1])


def with_limit(game: Game, text: str, limit: str) -> str:
    """A bot's text with a limit, unless it states one or does not search."""
    name, *changes = (part.strip() for part in text.split(","))
    if not limit or any(change.partition("=")[0] in LIMITS for change in changes):
        return text
    preset = presets(game).get(name)
    if preset is not None:
        known = settings_of(preset.settings.get("algorithm"))
        limit = ",".join(part for part in limit.split(",") if part.partition("=")[0] in known)
    return f"{text},{limit}" if limit else text


def _templates(bot: Bot) -> set[str]:
    return {template for kind, template in TEMPLATES.items() if isinstance(bot, kind)}


def _close(bot: Bot) -> None:
    """End what a bot has started outside, if it is such a bot."""
    if hasattr(bot, "close"):
        with contextlib.suppress(Exception):
            bot.close()
