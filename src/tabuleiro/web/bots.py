"""What the bots of a match do: choose a move, and answer an offer of a draw."""

from __future__ import annotations

from dataclasses import replace

from tabuleiro.bots.limit import Clock, Limit
from tabuleiro.bots.presets import strongest
from tabuleiro.move import Move
from tabuleiro.position import Position
from tabuleiro.web.clock import MARGIN
from tabuleiro.web.learning import unit_of
from tabuleiro.web.match import Match
from tabuleiro.web.services import Services
from tabuleiro.web.thinking import Job

PERSUADED = 0.35
"""A bot that wins less often than this takes a draw."""
HASTE = Limit(depth=1, iterations=50)
GLANCE = Limit(seconds=0.3)


def is_compiled(services: Services, match: Match) -> bool:
    """Whether the bot to move can begin at once."""
    return services.compiler.is_ready(match.game, unit_of(bot_to_move(match)))


def bot_to_move(match: Match) -> str:
    """The text of the bot whose turn it is."""
    return match.seats[match.current.position.player].bot or "random"


def chosen_move(
    job: Job, position: Position, text: str, owner: object, clock: Clock | None
) -> Move:
    """What a bot plays; in great haste, what it sees at once."""
    with job.bot(position.game, text, owner) as bot:
        own = getattr(bot, "limit", None)
        if clock is not None and own is not None:
            seconds = clock.limit().seconds or MARGIN
            bot.limit = replace(own, seconds=min(own.seconds or seconds, seconds))
        try:
            return bot.choose(position)  # type: ignore[no-any-return]
        except (IndexError, ValueError):  # the time was over before anything was searched
            if job.stopped:
                raise
            bot.limit = HASTE
            return bot.choose(position)  # type: ignore[no-any-return]


async def takes_draw(services: Services, match: Match, player: int) -> bool:
    """Whether a bot would rather not go on from here."""
    position = match.current.position
    text = strongest(position.game)

    def look(job: Job) -> float:
        with job.bot(position.game, text, match.id) as bot:
            score = bot.analyse(position, GLANCE).score.seen_by(player)
            return float(score.win_probability)

    await services.compiler.ready(position.game, unit_of(text))
    return await services.thinker.run(look) < PERSUADED
