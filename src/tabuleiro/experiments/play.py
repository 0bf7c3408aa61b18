"""One game between two bots: who fails, hangs or plays an illegal move loses it."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Mapping
from math import isnan, nan
from time import monotonic, perf_counter
from typing import Any

import numpy as np

from tabuleiro import files
from tabuleiro.bots.base import Bot
from tabuleiro.bots.search import Search
from tabuleiro.errors import (
    AmbiguousMove,
    BrokenRules,
    IllegalMove,
    InvalidNotation,
    TabuleiroError,
    TooSlow,
)
from tabuleiro.experiments.code import Code
from tabuleiro.experiments.openings import Openings
from tabuleiro.experiments.players import Players
from tabuleiro.experiments.schedule import Fixture, fixture, seed_of
from tabuleiro.experiments.settings import Settings
from tabuleiro.experiments.shelf import Shelf
from tabuleiro.experiments.store import CHANCES, EFFORT, Opening, Played, pack
from tabuleiro.move import Move
from tabuleiro.position import Position

log = logging.getLogger("tabuleiro")

ILLEGAL, FAILURE, SLOW = "illegal move", "failure", "too slow"
"""What a bot can lose a game by, besides the rules."""

GET_READY = 180.0
"""Seconds that a bot may take to sit down, if the patience for a move is shorter."""

GLANCE = 0.05
"""Seconds between two looks at whether the bots sit: then they have less time for what is due."""

LAST_WORDS = 1.0
"""Seconds that a bot has to come to its senses before its thread is given up."""

LONGEST = 500
"""Letters of what a failing bot said."""


class Forfeit(Exception):
    """A bot did not make a legal move: the reason, what happened in a sentence, and its seat."""


class Table:
    """What plays the games of an experiment in one process, one after the other."""

    def __init__(
        self,
        settings: Settings,
        code: Code | None = None,
        objects: Mapping[str, Any] | None = None,
    ) -> None:
        (code or Code()).install(settings.code)
        self.settings = settings
        self.openings = Openings(settings)
        self.players = Players(settings, objects)
        self.is_stuck = False
        """Whether a bot still thinks that has lost its game long ago."""

    def prepare(self, shelf: Shelf | None = None) -> None:
        """See that bots and openings can be made, and compile what they need."""
        game = self.openings.game(0)
        for template in self.players.check(game):
            game.engine.compile(template)
        if shelf is None or shelf.get(0) is None:
            opening, _ = self.openings[0]
            if shelf is not None:
                shelf.put(opening)

    def play(self, number: int, begin: Opening | None = None) -> tuple[Opening, Played]:
        """Play the game of a number to its end, from an opening that was made before or its own."""
        which = fixture(self.settings, number)
        if begin is not None:
            self.openings.take(begin)
        opening, here = self.openings[which.pair]
        match = ArenaGame(self.players, which, here)
        thread = threading.Thread(target=match.run, name=f"game {number}", daemon=True)
        thread.start()
        while thread.is_alive():
            thread.join(match.wait)
            if thread.is_alive() and match.abandon():
                thread.join(LAST_WORDS)
                self.is_stuck = thread.is_alive()
                break
        if self.settings.league:  # no bot goes on thinking in a game of others
            self.players.close()
        return opening, match.played(opening)

    def close(self) -> None:
        """Let go of the bots."""
        self.players.close()


class ArenaGame:
    """A game in progress, played in a thread that can be given up."""

    def __init__(self, players: Players, which: Fixture, here: Position) -> None:
        self._patience = max(players.settings.patience, GET_READY)
        """Seconds to wait for what is due: a bot in its seat, then a move."""
        self._since = monotonic()
        self._sits_down: int | None = 0
        """The seat whose bot gets ready; None once both are."""
        self._players = players
        self._fixture = which
        self._here = here
        self._opening_plies = here.ply
        self._efforts: list[tuple[float, int, int, int, int]] = []
        self._chances: list[float] = []
        self._forfeit: Forfeit | None = None
        self._broken: BrokenRules | None = None
        self._thinking: Search | None = None
        self._lock = threading.Lock()
        self._begin = perf_counter()

    def run(self) -> None:
        """Play until the game is over or somebody has lost it otherwise."""
        bots: list[Bot] = []
        try:
            for seat, player in enumerate((self._fixture.first, self._fixture.second)):
                bots.append(self._seat(seat, player))
            with self._lock:  # only now do the clocks run
                self._sits_down, self._patience = None, self._players.settings.patience
                self._since, self._begin = monotonic(), perf_counter()
            while self._here.outcome is None and self._forfeit is None:
                self._turn(bots[self._here.player])
        except Forfeit as forfeit:
            self._forfeit = self._forfeit or forfeit
        except Exception as error:
            self._broken = self._rules_failed(error)
            if self._broken is None:
                raise

    @property
    def wait(self) -> float:
        """Seconds until somebody should look whether the game has to be given up."""
        left = max(0.0, self._since + self._patience - monotonic())
        return left if self._sits_down is None else min(left, GLANCE)

    def abandon(self) -> bool:
        """End the game if the bot that is due has taken too long."""
        with self._lock:
            if monotonic() - self._since < self._patience:
                return False
            what, seat = "no move", self._here.player
            if self._sits_down is not None:
                what, seat = "not ready", self._sits_down
            self._forfeit = Forfeit(SLOW, f"{what} within {self._patience:g} seconds", seat)
            thinking = self._thinking
        if thinking is not None:
            with contextlib.suppress(Exception):
                thinking.stop()
        return True

    def played(self, opening: Opening) -> Played:
        """The game as it is kept; `BrokenRules` if it could not be played to its end."""
        if self._broken is not None and self._forfeit is None:
            raise self._broken
        forfeit, outcome = self._forfeit, self._here.outcome
        if forfeit is not None:
            reason, detail, loser = forfeit.args
            winner = 1 - loser
        else:
            assert outcome is not None
            winner, reason, detail = outcome.winner, outcome.termination.value, ""
        moves = self._here.history[self._opening_plies :]
        efforts, chances = self._efforts[: len(moves)], self._chances[: len(moves)]
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
            b"" if all(map(isnan, chances)) else pack(np.array(chances, CHANCES)),
        )

    def _seat(self, seat: int, player: int) -> Bot:
        """The bot in a seat, ready for the game."""
        with self._lock:
            self._sits_down, self._since = seat, monotonic()
        seed = seed_of(self._players.settings, "game", self._fixture.number, seat)
        try:
            return self._players.ready(self._here.game, player, seed)
        except Exception as error:
            raise self._failed(FAILURE, error, seat) from error

    def _turn(self, bot: Bot) -> None:
        here = self._here
        begin = perf_counter()
        try:
            thinking = bot.think(here)
            with self._lock:
                self._thinking = thinking
                is_abandoned = self._forfeit is not None
            if is_abandoned:
                thinking.stop()
            move = thinking.move
        except Exception as error:
            raise self._failed(FAILURE, error) from error
        seconds = perf_counter() - begin
        latest = bot.latest
        if latest is not None and seconds > latest:
            said = f"a move after {seconds:.3g} seconds; the limit and its margin are {latest:g}"
            raise Forfeit(SLOW, said, here.player)
        try:
            after = here.play(move)
        except Exception as error:
            raise self._failed(ILLEGAL, error) from error
        effort, chance = _effort(bot), _chance(bot, move)
        with self._lock:
            if self._forfeit is None:
                self._efforts.append((seconds, *effort))
                self._chances.append(chance)
                self._here = after
                self._since = monotonic()

    def _failed(self, reason: str, error: Exception, seat: int | None = None) -> Forfeit:
        """What becomes of a bot's mistake; those of its code are logged with their place.

        Mistakes of the rules are nobody's in the game, and end the match.
        """
        broken = self._rules_failed(error)
        if broken is not None:
            raise broken from error
        blamed = files.blame(error)
        if blamed is None and not isinstance(error, TabuleiroError):
            log.warning("game %d: %s", self._fixture.number, reason, exc_info=error)
        said = " ".join((blamed or str(error)).split()) or type(error).__name__
        if isinstance(error, TooSlow):
            reason = SLOW
        elif isinstance(error, IllegalMove | InvalidNotation | AmbiguousMove):
            reason = ILLEGAL
        return Forfeit(reason, said[:LONGEST], self._here.player if seat is None else seat)

    def _rules_failed(self, error: Exception) -> BrokenRules | None:
        """What is wrong with the rules, if it is they that have failed."""
        game = self._here.game
        if isinstance(error, BrokenRules):
            return error
        if files.culprit(error) in (str(game.source), str(game.people.__file__)):
            said = str(files.blame(error))
            return BrokenRules(said, said)
        return None


def _effort(bot: Bot) -> tuple[int, int, int, int]:
    """Depth, nodes, hits and cuts of a bot's last search."""
    found = bot.last
    if found is None:
        return 0, 0, 0, 0
    return found.depth, found.nodes, found.table_hits, found.cutoffs


def _chance(bot: Bot, move: Move) -> float:
    """How likely the first player wins, by the bot that plays a move; no number if it says none."""
    found = bot.last
    if found is None or not found.lines:
        return nan
    return found.line_of(move).score.seen_by(0).win_probability
