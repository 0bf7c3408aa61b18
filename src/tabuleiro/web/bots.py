"""What the bots of a match do: choose a move, and answer an offer of a draw."""

from __future__ import annotations

from tabuleiro.bots.analysis import Analysis
from tabuleiro.bots.filebot import FileBot
from tabuleiro.bots.limit import Clock, Limit
from tabuleiro.bots.presets import strongest
from tabuleiro.move import Move
from tabuleiro.position import Position
from tabuleiro.web.match import Match
from tabuleiro.web.scheduling import Ask
from tabuleiro.web.services import Services
from tabuleiro.web.shapes import Json
from tabuleiro.web.thinking import Job

PERSUADED = 0.35
"""A bot that wins less often than this takes a draw."""
GLANCE = Limit(seconds=0.3)
TOLD = 6
"""How many moves of a bot's line are told."""


def bot_to_move(match: Match) -> str:
    """The text of the bot whose turn it is."""
    return match.seats[match.current.position.player].bot or "random"


def chosen_move(
    job: Job, position: Position, text: str, owner: object, clock: Clock | None, tells: bool
) -> tuple[Move, Json | None]:
    """What a bot plays, and what it thought, if it can and is to tell.

    With a clock it thinks no longer than it can afford.
    """
    with job.bot(position.game, text, owner) as bot:
        if isinstance(bot, FileBot):
            bot.clock = clock
        seconds = None if clock is None else clock.limit().seconds
        move = job.move(bot, position, seconds, tells)
        return move, thought_of(bot.last, move) if tells and bot.last is not None else None


def thought_of(found: Analysis, move: Move) -> Json:
    """What a bot thought of the move that it plays, with values for player 0."""
    line = found.line_of(move)
    score = line.score.seen_by(0)
    return {
        "win_probability": round(score.win_probability, 4),
        "points": score.points,
        "win_in": score.win_in,
        "decided": score.decided,
        "depth": found.depth,
        "nodes": found.nodes,
        "line": [each.text for each in line.moves[:TOLD]],
    }


def brief_thought(chance: float, depth: int, nodes: int) -> Json:
    """What is kept of a thought in an experiment, in the same shape."""
    return {
        "win_probability": round(chance, 4),
        "points": None,
        "win_in": None,
        "decided": None,
        "depth": depth,
        "nodes": nodes,
        "line": [],
    }


async def takes_draw(services: Services, match: Match, player: int, address: str) -> bool:
    """Whether a bot would rather not go on from here."""
    position = match.current.position
    text = strongest(position.game)

    def look(job: Job) -> float:
        with (
            job.bot(position.game, text, match.id) as bot,
            job.follow(bot.search(position, GLANCE)) as search,
        ):
            return search.result.score.seen_by(player).win_probability

    await services.compiler.ready_for(position.game, text)
    ask = Ask("answer", address, match.id, guess=GLANCE.seconds or 1.0)
    return await services.thinker.run(ask, look) < PERSUADED
