"""Planes of a drawing, read off the bits of a state by compiled code.

Of a game without planes of its own a learner sees the drawing. In most games the drawing is a sum:
each bit of the state puts one piece on one cell, or adds to a reserve. That is found by drawing
states of a single bit, and checked on the positions of random games. A game whose drawing is not
such a sum is drawn position by position, which is slower.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabuleiro.adapters.observation import MOST, VIEWED, draw_view, grid
from tabuleiro.game import Game
from tabuleiro.games.base import View
from tabuleiro.kernel.batch import ALWAYS, MARKED, PIECE, RESERVE
from tabuleiro.kernel.records import Plain

GAMES, STEPS = 8, 120
"""Random games on which the sum is checked, and the steps of each."""

Effect = tuple[int, int, int]
"""What a bit does: PIECE, MARKED or RESERVE; the player; the cell, or how many."""
Row = tuple[int, int, int, int, int]
"""A word of the state, one of its bits, and an effect."""


@lru_cache(maxsize=32)
def effects_of(game: Game) -> tuple[Row, ...] | None:
    """What each bit of a state adds to the drawing; None if the drawing is no such sum."""
    empty = Plain(game.rules.STATE)
    words = len(empty.words())
    try:
        base = _effects(game.people.view(game.board, empty))
        found: list[Row] = [(ALWAYS, 0, *effect) for effect in base]
        for word in range(1, words):  # the first is the player
            for bit in range(64):
                found += ((word, bit, *effect) for effect in _added(game, words, word, bit, base))
        return tuple(found) if all(_agrees(game, found, seed) for seed in range(GAMES)) else None
    except Exception:  # a drawing may fail on states that no game has
        return None


def _added(game: Game, words: int, word: int, bit: int, base: list[Effect]) -> list[Effect]:
    """What one bit adds to an empty state's drawing; nothing if no game can have it."""
    state = Plain(game.rules.STATE)
    state.load(1 << bit if i == word else 0 for i in range(words))
    try:
        here = _effects(game.people.view(game.board, state))
    except Exception:
        return []
    if any(each[0] != RESERVE and each not in here for each in base):
        raise ValueError("a bit takes something off the board")
    more = [each for each in here if each[0] != RESERVE and each not in base]
    for player in (0, 1):
        count = _reserve(here, player) - _reserve(base, player)
        if count:
            more.append((RESERVE, player, max(-MOST, min(count, MOST))))
    return more


def _effects(view: View) -> list[Effect]:
    found: list[Effect] = []
    for piece in view.pieces:
        if len(piece.owners) > 1 or piece.owner not in (0, 1, None):
            raise ValueError("a stack, or a piece of nobody known")
        if piece.owner is not None:
            found.append((PIECE, piece.owner, piece.cell))
        if piece.mark or piece.owner is None:
            found.append((MARKED, 0, piece.cell))
    return found + [(RESERVE, side, count) for side, count in enumerate(view.reserve) if count]


def _reserve(effects: list[Effect], player: int) -> int:
    return sum(count for what, side, count in effects if (what, side) == (RESERVE, player))


def _agrees(game: Game, effects: list[Row], seed: int) -> bool:
    """Whether the sum is what is drawn, all through a random game."""
    chance, here = random.Random(seed), game.start()
    (rows, columns), places = grid(game.geometry)
    drawn, summed = (np.zeros((len(VIEWED), rows * columns), np.int8) for _ in range(2))
    for _ in range(STEPS):
        for me in (0, 1):
            draw_view(here.view, me, places, drawn)
            _sum(here.state().words(), effects, me, places, summed)
            if not np.array_equal(drawn, summed):
                return False
        if not here.steps:
            break
        here = here.step(chance.choice(here.steps))
    return True


def _sum(
    words: tuple[int, ...], effects: list[Row], me: int, places: NDArray[np.int64], out: Any
) -> None:
    """What compiled code makes of a state (`kernel.batch.look`), in plain Python."""
    out[:] = 0
    reserve = [0, 0]
    for word, bit, what, side, value in effects:
        if word != ALWAYS and not words[word] >> bit & 1:
            continue
        theirs = int(side != me)
        if what == PIECE:
            out[theirs, places[value]] = 1
            out[2 + theirs, places[value]] += 1
        elif what == MARKED:
            out[4, places[value]] = 1
        else:
            reserve[theirs] += value
    for plane, count in zip(out[5:], reserve, strict=True):
        plane[places] = min(max(count, 0), MOST)
