"""Option sets in which every value of every option of every game occurs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import tabuleiro
from tabuleiro.options import Option, Value

SHORT = 16
"""Ranges of up to so many values are played in full, longer ones at both ends."""

BOARDS = (
    *((3, 3), (3, 10), (10, 3), (4, 4), (5, 5), (4, 7), (7, 4), (5, 6), (6, 5), (6, 6), (9, 3)),
    *((3, 9), (7, 7), (8, 8), (9, 5), (8, 9), (9, 8), (10, 10)),
)
"""Widths and heights for Fanorona."""


def cases() -> Iterator[tuple[str, dict[str, object]]]:
    """The option sets. Options that `product` does not cross take turns."""
    for i, (size, split) in enumerate(product((4, 6, 8, 10, 12), (True, False))):
        yield "focus", dict(size=size, split=split, first="ab"[i // 2 % 2])
    for size, target, split in ((4, 1, True), (6, 3, True), (8, 18, False), (10, 32, True)):
        yield "focus", dict(size=size, capture_target=target, split=split, repetition="none")

    for i, (width, height) in enumerate(BOARDS):
        yield (
            "fanorona",
            dict(
                width=width,
                height=height,
                direction_rule=("last", "turn", "off")[i % 3],
                mandatory_continuation=i % 2 == 1,
                first_turn_limit=i % 4 >= 2,
                stalemate=("loss", "draw")[i // 3 % 2],
                no_capture_limit=(50, 0, 1, 1000, 20)[i % 5],
                repetition=("draw3", "none")[i // 2 % 2],
            ),
        )
    yield "fanorona", {}
    yield "fanorona", dict(width=5, height=3)  # small enough to be walled in
    yield "fanorona", dict(width=3, height=5, stalemate="draw")
    yield "fanorona", dict(mandatory_continuation=True, direction_rule="off")
    yield "fanorona", dict(direction_rule="turn", first_turn_limit=True, stalemate="draw")

    for repetition, first in product(("draw3", "none", "forbid"), ("black", "white")):
        yield "shobu", dict(repetition=repetition, first=first)
    yield "shobu", dict(repetition="forbid", no_push_limit=50)
    yield "shobu", dict(no_push_limit=5, first="white")
    yield "shobu", dict(no_push_limit=1000)

    for i, (side, stalemate) in enumerate(product((3, 4, 5, 6), ("loss", "majority"))):
        first = ("blue", "red", "random")[i % 3]
        yield "aboyne", dict(side=side, stalemate=stalemate, first=first)
    yield "aboyne", dict(side=3, stalemate="majority", repetition="none")

    modes = product(("dash", "sum", "king"), (5, 9), ("own", "neutral"), (True, False))
    for i, (mode, size, centre, choose) in enumerate(modes):
        options = dict(mode=mode, size=size, centre=centre, choose=choose)
        options |= dict(tiles=("standard", "7", "random")[i // 2 % 3])
        options |= dict(numbers=("standard", "random", "5")[i % 3])
        if not choose:
            options |= dict(
                white=("top", "bottom")[i // 2 % 2], first=("white", "blue")[i // 4 % 2]
            )
        yield "cifra", options
    rows, numbers = "BBWBW/WBWWB/BW.BB/WWBWB/BWBWW", "54321/12345"
    yield "cifra", dict(mode="king", tiles=rows, numbers=numbers, repetition="none")


def missing(games: list[str]) -> Iterator[str]:
    """The values of options that no option set has."""
    played = [tabuleiro.game(name, seed=1, **options) for name, options in cases()]
    asked = list(cases())
    for name in games:
        for option in tabuleiro.game(name).option_list:
            seen: set[object] = {game.options[option.name] for game in played if game.name == name}
            seen |= {options.get(option.name) for each, options in asked if each == name}
            for value in values(option):
                if value not in seen:
                    yield f"{name} {option.name}={option.write(value)}"


def values(option: Option) -> tuple[Value, ...]:
    """What an option must be played with; the cap takes the place of max_plies."""
    if isinstance(option.default, bool):
        return (True, False)
    if isinstance(option.accepts, range):
        if option.name == "max_plies":
            return ()
        ends = (option.accepts[0], option.accepts[-1])
        return tuple(option.accepts) if len(option.accepts) <= SHORT else ends
    return option.accepts if isinstance(option.accepts, tuple) else (option.default,)
