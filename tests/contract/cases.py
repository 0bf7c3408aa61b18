"""Every game with a spread of its options: what the contract suite runs over."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import tabuleiro
from tabuleiro import Game, Position

CASES: tuple[tuple[str, dict[str, object]], ...] = (
    ("aboyne", {}),
    ("aboyne", {"side": 3, "first": "red"}),
    ("aboyne", {"side": 4, "stalemate": "majority"}),
    ("aboyne", {"side": 6}),
    ("cifra", {}),
    ("cifra", {"choose": False, "white": "bottom", "first": "blue", "centre": "neutral"}),
    ("cifra", {"mode": "sum", "choose": False, "tiles": "7"}),
    ("cifra", {"mode": "king", "tiles": "11"}),
    ("cifra", {"size": 9, "choose": False}),
    ("cifra", {"size": 9, "mode": "sum", "centre": "neutral"}),
    ("fanorona", {}),
    ("fanorona", {"width": 3, "height": 3, "stalemate": "draw"}),
    ("fanorona", {"width": 5, "height": 5, "mandatory_continuation": True}),
    ("fanorona", {"width": 6, "height": 7, "direction_rule": "turn", "first_turn_limit": True}),
    ("fanorona", {"width": 8, "height": 8, "direction_rule": "off"}),
    ("fanorona", {"width": 10, "height": 10}),
    ("fanorona", {"width": 9, "height": 9, "no_capture_limit": 0, "repetition": "none"}),
    ("focus", {}),
    ("focus", {"size": 4}),
    ("focus", {"size": 6, "split": False}),
    ("focus", {"size": 6, "capture_target": 3, "first": "b"}),
    ("focus", {"size": 10}),
    ("focus", {"size": 12}),
    ("shobu", {}),
    ("shobu", {"first": "white", "no_push_limit": 30}),
    ("shobu", {"repetition": "forbid"}),
    ("breakthrough", {}),
    ("breakthrough", {"size": 5}),
    ("connect4", {}),
    ("connect4", {"width": 9, "height": 4}),
    ("draughts", {}),
    ("hex", {}),
    ("hex", {"size": 4}),
    ("morris", {}),
    ("othello", {}),
    ("othello", {"size": 4}),
)


def label(case: tuple[str, dict[str, object]]) -> str:
    name, options = case
    return "-".join([name, *(f"{key}={value}" for key, value in options.items())])


@cache
def _game(name: str, items: tuple[tuple[str, object], ...]) -> Game:
    return tabuleiro.game(name, seed=None, **dict(items))


def the_game(case: tuple[str, dict[str, object]]) -> Game:
    """The game of a case, made once."""
    return _game(case[0], tuple(case[1].items()))


def walk(start: Position, seed: int, turns: int) -> Iterator[Position]:
    """The positions of a game of random steps, half-made turns included."""
    chance = random.Random(seed)
    here = start
    yield here
    while here.steps and here.ply < start.ply + turns:
        here = here.step(chance.choice(here.steps))
        yield here


def samples(case: tuple[str, dict[str, object]], seed: int, turns: int = 60) -> list[Position]:
    """A dozen positions spread over a random game, the first and the last among them."""
    played = list(walk(the_game(case).start(), seed, turns))
    return played[:: max(1, len(played) // 12)] + played[-1:]
