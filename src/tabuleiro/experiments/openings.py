"""Where games begin: random turns that leave the game in balance, or openings that were given."""

from __future__ import annotations

import random
from functools import cached_property
from pathlib import Path

from tabuleiro.errors import InvalidOption, InvalidPosition, JobFailed, TabuleiroError
from tabuleiro.experiments.balance import Judge
from tabuleiro.experiments.code import the_game
from tabuleiro.experiments.schedule import seed_of
from tabuleiro.experiments.settings import Settings
from tabuleiro.experiments.store import Opening
from tabuleiro.game import Game
from tabuleiro.position import Position

TRIES = 500
"""After so many openings that are not balanced there is probably none."""
FEW_TRIES = 40
"""The same where a tree search judges. It sees the end of small boards: then none may be even, and
the most even one is taken."""

EVERYTHING = 0.5
"""No position is further from balance."""
OTHERS = 8
"""So many balanced openings that lean to the wrong side are passed over."""


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

    def take(self, opening: Opening) -> None:
        """Have an opening that was made before; one that the rules do not allow is made anew."""
        if self._last is not None and self._last[0] == opening:
            return
        game = self.game(opening.number)
        try:
            here = game.position(opening.start) if opening.start else game.start()
            for move in opening.moves.split():
                here = here.play(move)
        except TabuleiroError:
            return
        self._last = opening, here

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
        settings = self.settings
        return the_game(settings.game, settings.options, seed, settings.code)

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
        """Random turns to a balanced position.

        By turns it leans to the side to move and to the other: most balanced positions of a game
        may lean to the same side, and all together would favour it.
        """
        chance = random.Random(seed_of(self.settings, "opening", number))
        if self._judge is None or self._judge.game is not game:
            self._judge = Judge(game)
        judge, most = self._judge, self.settings.balance
        open_ones, others = [], []
        for _ in range(TRIES if judge.weights is not None else FEW_TRIES):
            here = game.start()
            for _ in range(turns):
                if here.outcome is None:
                    here = random_turn(here, chance)
            if here.outcome is not None:
                continue
            if most >= EVERYTHING:
                return here
            open_ones.append(here)
            lead = judge.lead(here, most)
            if lead is None:
                continue
            if lead == 0 or (lead > 0) == (number % 2 == 0):
                return here
            others.append(here)
            if len(others) == OTHERS:
                break
        if others:
            return others[0]
        if judge.weights is None and open_ones:
            return min(open_ones, key=lambda here: abs(judge.chance(here) - 0.5))
        raise JobFailed(
            f"none of {TRIES} openings of {turns} random turns is balanced within "
            f"{self.settings.balance:g}; allow more with --balance, change the number of turns "
            "with --openings, or give your own in a file",
            f"nenhuma de {TRIES} aberturas de {turns} jogadas ao acaso é equilibrada dentro de "
            f"{self.settings.balance:g}; permite mais com --balance, muda o número de jogadas com "
            "--openings, ou indica as tuas num ficheiro",
        )


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
            raise InvalidPosition(
                f"{text!r} is neither a position nor moves: {reason}",
                f"{text!r} não é uma posição nem jogadas: {reason.pt}",
            ) from None
    if here.outcome is not None:
        raise InvalidPosition(
            f"the game is over after {text!r}", f"a partida acaba depois de {text!r}"
        )
    return here


def load(path: str | Path, game: Game) -> tuple[str, ...]:
    """The openings of a file, one a line; lines that begin with `#` are for people."""
    try:
        lines = Path(path).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not a text file"
        raise InvalidOption(
            f"the openings {str(path)!r} cannot be read: {reason}",
            f"as aberturas {str(path)!r} não se conseguem ler: {reason}",
        ) from None
    found = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text and not text.startswith("#"):
            try:
                read(game, text)
            except TabuleiroError as error:
                raise InvalidPosition(
                    f"line {number} of the openings {str(path)!r}: {error}",
                    f"linha {number} das aberturas {str(path)!r}: {error.pt}",
                ) from None
            found.append(text)
    if not found:
        raise InvalidOption(
            f"the openings {str(path)!r} are empty; write one on each line",
            f"as aberturas {str(path)!r} estão vazias; escreve uma em cada linha",
        )
    return tuple(found)
