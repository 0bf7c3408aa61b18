"""The symmetries of a board as a group: which of them follows from two others."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

from tabuleiro.game import Game
from tabuleiro.kernel.contract import OPEN
from tabuleiro.kernel.explore import LABELS
from tabuleiro.kernel.records import Plain

TRIES = 200
SURE = 20
"""Positions on which a symmetry must do the same."""


@dataclass(frozen=True)
class Group:
    """`combined[i][j]` is the symmetry that undoes j and then does i."""

    combined: tuple[tuple[int, ...], ...]
    swaps: frozenset[int] = frozenset()
    """Those that make it the other side's turn."""

    def __len__(self) -> int:
        return len(self.combined)

    @property
    def tried(self) -> int:
        """Which of them compiled code tries: see `explore.GROUP`."""
        everyone = (1 << len(self)) - 1
        swaps = sum(1 << i for i in self.swaps)
        mine, theirs = (everyone & ~swaps, swaps) if swaps else (everyone, everyone)
        return mine | theirs << LABELS + 1


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
            group = _combine(game, here, images)
            return replace(group, swaps=_swaps(game, here, len(group)))
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


def images_of(game: Game, state: Plain, tried: int) -> dict[int, Plain]:
    """The images that are tried of a state, by their symmetries."""
    mine = tried >> (LABELS + 1) * state.player
    return {i: image_of(game, state, i) for i in range(LABELS + 1) if mine >> i & 1}


def _swaps(game: Game, start: Plain, size: int) -> frozenset[int]:
    """Which symmetries make it the other side's turn; none if that is not the same everywhere."""
    chance, here, found = random.Random(2), copy_of(game, start), set()
    for _ in range(SURE):
        images = (image_of(game, here, i) for i in range(size))
        found.add(frozenset(i for i, each in enumerate(images) if each.player != here.player))
        if not step(game, here, chance):
            here = copy_of(game, start)
    return found.pop() if len(found) == 1 else frozenset()


def _combine(game: Game, state: Plain, images: list[tuple[int, ...]]) -> Group:
    number = {words: i for i, words in enumerate(images)}
    size = range(len(images))
    then = []
    for i in size:
        first = image_of(game, state, i)
        both = [image_of(game, first, j).words() for j in size]
        if not number.keys() >= set(both) or images[0] not in both:
            return ALONE
        then.append([number[words] for words in both])
    undone = [after.index(0) for after in then]
    return Group(tuple(tuple(then[j][i] for j in undone) for i in size))
