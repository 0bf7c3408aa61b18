"""The symmetries of a board as a group: which of them follows from two others."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from tabuleiro.game import Game
from tabuleiro.kernel.contract import OPEN
from tabuleiro.kernel.explore import LABELS
from tabuleiro.kernel.records import Plain

TRIES = 200


@dataclass(frozen=True)
class Group:
    """`combined[i][j]` is the symmetry that undoes j and then does i."""

    combined: tuple[tuple[int, ...], ...]

    def __len__(self) -> int:
        return len(self.combined)


ALONE = Group(((0,),))


def group_of(game: Game, start: Plain) -> Group:
    """The symmetries of a game, found by trying them on positions of random games.

    Only those of a board on which all of them can be told apart, and no others follow from them.
    """
    size = game.symmetries
    if not 1 < size <= LABELS + 1:
        return ALONE
    chance = random.Random(1)
    here = copy_of(game, start)
    for _ in range(TRIES):
        images = [image_of(game, here, i).words() for i in range(size)]
        if len(set(images)) == size:
            return _combine(game, here, images)
        if not step(game, here, chance):
            here = copy_of(game, start)
    return ALONE


def copy_of(game: Game, state: Plain) -> Plain:
    """A state of one's own."""
    copied = Plain(game.rules.STATE)
    copied.assign(state)
    return copied


def image_of(game: Game, state: Plain, i: int) -> Plain:
    """The image of a state under symmetry i."""
    if i == 0:
        return copy_of(game, state)
    image = Plain(game.rules.STATE)
    game.rules.image(game.board, state, image, i)
    return image


def step(game: Game, state: Plain, chance: random.Random) -> bool:
    """Play a random step; False if the game is over."""
    out: dict[int, Any] = {}
    if game.rules.outcome(game.board, state) != OPEN:
        return False
    count = game.rules.actions(game.board, state, out, 0)
    if count == 0:
        return False
    game.rules.play(game.board, state, out[chance.randrange(count)])
    return True


def _combine(game: Game, state: Plain, images: list[tuple[int, ...]]) -> Group:
    number = {words: i for i, words in enumerate(images)}
    undone = []
    for i in range(len(images)):
        back = [image_of(game, image_of(game, state, i), j).words() for j in range(len(images))]
        if images[0] not in back:
            return ALONE
        undone.append(back.index(images[0]))
    combined = []
    for i in range(len(images)):
        after = [image_of(game, image_of(game, state, j), i).words() for j in undone]
        if not number.keys() >= set(after):
            return ALONE
        combined.append(tuple(number[words] for words in after))
    return Group(tuple(combined))
