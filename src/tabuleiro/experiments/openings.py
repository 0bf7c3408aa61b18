"""Where games begin: random turns that leave the game in balance, or openings that were given."""

from __future__ import annotations

import random
from functools import cached_property
from pathlib import Path

from tabuleiro.bots.alphabeta import AlphaBetaBot
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.weights import weight_sets
from tabuleiro.errors import InvalidOption, InvalidPosition, JobFailed, TabuleiroError
from tabuleiro.game import Game, make_game
from tabuleiro.experiments.schedule import seed_of
from tabuleiro.experiments.settings import Settings
from tabuleiro.experiments.store import Opening
from tabuleiro.position import Position

DEPTH = 3
"""Turns that the search looks ahead which says whether an opening is balanced."""

TRIES = 500
"""After so many openings that are not balanced there is probably none."""


class Openings:
    """The openings of an experiment by number, the same wherever they are made."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._game: Game | None = None
        self._judge: Judge | None = None
        self._last: tuple[Opening, Position] | None = None

    def __getitem__(self, number: int) -> tuple[Opening, Position]:
        """An opening, and the position that it leads to."""
        if self._last is None or self._last[0].number != number:
            self._last = self._make(number)
        return self._last

    def game(self, number: int) -> Game:
        """The game that an opening is of; where options are left to chance, each has its own."""
        if self._game is None or self._is_left_to_chance:
            found = self._game_of(number)
            if found != self._game:
                self._game = found
        assert self._game is not None
        return self._game

    def _game_of(self, number: int) -> Game:
        seed = seed_of(self.settings, "options", number)
        return make_game(self.settings.game, self.settings.options, seed)

    @cached_property
    def _is_left_to_chance(self) -> bool:
        return self._game_of(0) != self._game_of(1)

    def _make(self, number: int) -> tuple[Opening, Position]:
        given = self.settings.openings
        game = self.game(number)
        if isinstance(given, int):
            here = self._random(game, number, given) if given else game.start()
        else:
            here = read(game, given[number % len(given)])
        root = here
        while root.parent is not None:
            root = root.parent
        options = " ".join(f"{key}={value}" for key, value in game.changed_options.items())
        start = "" if root == game.start() else root.text
        moves = " ".join(move.text for move in here.history)
        return Opening(number, options, start, moves, here.player), here

    def _random(self, game: Game, number: int, turns: int) -> Position:
        chance = random.Random(seed_of(self.settings, "opening", number))
        if self._judge is None or self._judge.game is not game:
            self._judge = Judge(game)
        for _ in range(TRIES):
            here = game.start()
            for _ in range(turns):
                if here.outcome is None:
                    here = random_turn(here, chance)
            if here.outcome is None and self._judge.advantage(here) <= self.settings.balance:
                return here
        raise JobFailed(
            f"none of {TRIES} openings of {turns} random turns is balanced within "
            f"{self.settings.balance:g}; allow more with --balance, change the number of turns "
            "with --openings, or give your own in a file"
        )


class Judge:
    """A shallow search that says how unequal a position is."""

    def __init__(self, game: Game) -> None:
        self.game = game
        weights = weight_sets(game).get("best", {})
        self._bot = AlphaBetaBot(game, weights, Limit(depth=DEPTH), table_mb=1)

    def advantage(self, here: Position) -> float:
        """How far the win probability is from a half; the same whatever was judged before."""
        self._bot.new_game()
        return abs(self._bot.analyse(here).score.win_probability - 0.5)


def random_turn(here: Position, chance: random.Random) -> Position:
    """The position after a turn whose every step is drawn."""
    here = here.step(chance.choice(here.steps))
    while not here.turn_is_over:
        here = here.step(chance.choice(here.steps))
    return here


def read(game: Game, text: str) -> Position:
    """An opening from a line of text: a position, or the moves from the start."""
    try:
        here = game.position(text)
    except InvalidPosition as error:
        here = game.start()
        try:
            for move in text.split():
                here = here.play(move)
        except TabuleiroError as worse:
            reason = worse if here.ply else error
            raise InvalidPosition(f"{text!r} is neither a position nor moves: {reason}") from None
    if here.outcome is not None:
        raise InvalidPosition(f"the game is over after {text!r}")
    return here


def load(path: str | Path, game: Game) -> tuple[str, ...]:
    """The openings of a file, one a line; lines that begin with `#` are for people."""
    try:
        lines = Path(path).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not a text file"
        raise InvalidOption(f"the openings {str(path)!r} cannot be read: {reason}") from None
    found = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text and not text.startswith("#"):
            try:
                read(game, text)
            except TabuleiroError as error:
                message = f"line {number} of the openings {str(path)!r}: {error}"
                raise InvalidPosition(message) from None
            found.append(text)
    if not found:
        raise InvalidOption(f"the openings {str(path)!r} are empty; write one on each line")
    return tuple(found)
