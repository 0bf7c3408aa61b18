"""One game between two bots: who fails, hangs or plays an illegal move loses it."""

from __future__ import annotations

import contextlib
import logging
import threading
from time import monotonic, perf_counter

import numpy as np

from tabuleiro.bots.simple import Bot
from tabuleiro.errors import TabuleiroError
from tabuleiro.experiments.openings import Openings
from tabuleiro.experiments.players import Players
from tabuleiro.experiments.schedule import Fixture, fixture, seed_of
from tabuleiro.experiments.settings import Settings
from tabuleiro.experiments.store import EFFORT, Opening, Played, pack
from tabuleiro.position import Position

log = logging.getLogger("tabuleiro")

ILLEGAL, FAILURE, SLOW = "illegal move", "failure", "too slow"
"""What a bot can lose a game by, besides the rules."""

LAST_WORDS = 1.0
"""Seconds that a bot has to come to its senses before its thread is given up."""

LONGEST = 500
"""Letters of what a failing bot said."""


class Forfeit(Exception):
    """A bot did not make a legal move: the reason, what happened in a sentence, and its seat."""


class Table:
    """What plays the games of an experiment in one process, one after the other."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.openings = Openings(settings)
        self.players = Players(settings)
        self.is_stuck = False
        """Whether a bot still thinks that has lost its game long ago."""

    def prepare(self) -> None:
        """See that bots and openings can be made, and compile what they need."""
        game = self.openings.game(0)
        for template in self.players.check(game):
            game.engine.compile(template)
        self.openings[0]

    def play(self, number: int) -> tuple[Opening, Played]:
        """Play the game of a number to its end."""
        which = fixture(self.settings, number)
        opening, here = self.openings[which.pair]
        match = Match(self.players, which, here)
        thread = threading.Thread(target=match.run, name=f"game {number}", daemon=True)
        thread.start()
        while thread.is_alive():
            thread.join(max(0.0, match.since + self.settings.patience - monotonic()))
            if thread.is_alive() and match.abandon(self.settings.patience):
                thread.join(LAST_WORDS)
                self.is_stuck = thread.is_alive()
                break
        return opening, match.played(opening)

    def close(self) -> None:
        """Let go of the bots."""
        self.players.close()


class Match:
    """A game in progress, played in a thread that can be given up."""

    def __init__(self, players: Players, which: Fixture, here: Position) -> None:
        self.since = monotonic()
        """When the bot to move began to think."""
        self._players = players
        self._fixture = which
        self._here = here
        self._opening_plies = here.ply
        self._efforts: list[tuple[float, int, int, int, int]] = []
        self._forfeit: Forfeit | None = None
        self._thinking: Bot | None = None
        self._lock = threading.Lock()
        self._begin = perf_counter()

    def run(self) -> None:
        """Play until the game is over or somebody has lost it otherwise."""
        bots: list[Bot] = []
        try:
            for seat, player in enumerate((self._fixture.first, self._fixture.second)):
                bots.append(self._seat(seat, player))
            while self._here.outcome is None and self._forfeit is None:
                self._turn(bots[self._here.player])
        except Forfeit as forfeit:
            self._forfeit = self._forfeit or forfeit

    def abandon(self, patience: float) -> bool:
        """End the game if the bot to move has thought for too long."""
        with self._lock:
            if monotonic() - self.since < patience:
                return False
            said = f"no move within {patience:g} seconds"
            self._forfeit = Forfeit(SLOW, said, self._here.player)
        stop = getattr(self._thinking, "stop", None)
        if stop is not None:
            with contextlib.suppress(Exception):
                stop()
        return True

    def played(self, opening: Opening) -> Played:
        """The game as it is kept."""
        forfeit, outcome = self._forfeit, self._here.outcome
        if forfeit is not None:
            reason, detail, loser = forfeit.args
            winner = 1 - loser
        else:
            assert outcome is not None
            winner, reason, detail = outcome.winner, outcome.termination.value, ""
        moves = self._here.history[self._opening_plies :]
        efforts = self._efforts[: len(moves)]
        return Played(
            *self._fixture[:3],
            opening.number,
            self._fixture.first,
            self._fixture.second,
            winner,
            reason,
            detail,
            len(moves),
            perf_counter() - self._begin,
            " ".join(move.text for move in moves),
            pack(np.array(efforts, EFFORT)),
        )

    def _seat(self, seat: int, player: int) -> Bot:
        """The bot in a seat, ready for the game."""
        seed = seed_of(self._players.settings, "game", self._fixture.number, seat)
        try:
            return self._players.ready(self._here.game, player, seed)
        except Exception as error:
            raise self._failed(FAILURE, error, seat) from error

    def _turn(self, bot: Bot) -> None:
        here = self._here
        self._thinking = bot
        begin = perf_counter()
        try:
            move = bot.choose(here)
        except Exception as error:
            raise self._failed(FAILURE, error) from error
        seconds = perf_counter() - begin
        try:
            after = here.play(move)
        except Exception as error:
            raise self._failed(ILLEGAL, error) from error
        effort = _effort(bot)
        with self._lock:
            if self._forfeit is None:
                self._efforts.append((seconds, *effort))
                self._here = after
                self.since = monotonic()

    def _failed(self, reason: str, error: Exception, seat: int | None = None) -> Forfeit:
        """What becomes of a bot's mistake; those of its code are logged with their place."""
        if not isinstance(error, TabuleiroError):
            log.warning("game %d: %s", self._fixture.number, reason, exc_info=error)
        said = " ".join(str(error).split()) or type(error).__name__
        return Forfeit(reason, said[:LONGEST], self._here.player if seat is None else seat)


def _effort(bot: Bot) -> tuple[int, int, int, int]:
    """Depth, nodes, hits and cuts of a bot's last search."""
    found = getattr(bot, "last", None)
    if found is None:
        return 0, 0, 0, 0
    return found.depth, found.nodes, found.table_hits, found.cutoffs
