"""The options of CIFRA Code25: what they are called, and which values go together."""

from __future__ import annotations

import random as chance
from collections.abc import Mapping

from tabuleiro.errors import InvalidOption
from tabuleiro.games.base import grid_name
from tabuleiro.games.cifra.rules import neutral_cells
from tabuleiro.options import Option, Value
from tabuleiro.text import Text

COMPILATIONS: tuple[dict[str, Value], ...] = (
    {},
    {"mode": "sum"},
    {"size": 9},
    {"size": 9, "mode": "sum"},
)
FRESH: dict[str, Value] = {"tiles": "random"}
OPTIONS = (
    Option(
        "mode",
        "dash",
        Text(
            "What wins: more pieces at the goal (dash), the larger sum of their numbers (sum), or "
            "the king, by reaching the goal or being captured (king).",
            "O que dá a vitória: mais peças na meta (dash), a maior soma dos seus números (sum) "
            "ou o rei, por chegar à meta ou ser capturado (king).",
        ),
        ("dash", "sum", "king"),
        title=Text("What wins", "O que dá a vitória"),
        values={
            "dash": Text("dash", "corrida"),
            "sum": Text("sum", "soma"),
            "king": Text("king", "rei"),
        },
    ),
    Option(
        "size",
        5,
        Text("Tiles along each side of the board.", "Casas em cada lado do tabuleiro."),
        (3, 5, 7, 9),
        title=Text("Size", "Tamanho"),
    ),
    Option(
        "centre",
        "own",
        Text(
            "A neutral tile counts as one of the mover's tiles (own) or as nobody's (neutral).",
            "Uma casa neutra conta como sendo de quem joga (own) ou de ninguém (neutral).",
        ),
        ("own", "neutral"),
        title=Text("Neutral tile", "Casa neutra"),
        values={"own": Text("own", "própria"), "neutral": Text("neutral", "neutra")},
    ),
    Option(
        "tiles",
        "standard",
        Text(
            "The tiles: standard, random, a seed such as 7, or the rows from the top, "
            "such as WBWBW/WBBWB/BW.BW/WWBBW/BWBWB.",
            "As casas: standard (as habituais), random (ao acaso), uma semente como 7, ou as "
            "linhas a partir de cima, como WBWBW/WBBWB/BW.BW/WWBBW/BWBWB.",
        ),
        Text("standard, random, a seed, rows", "standard, random, semente, linhas"),
        title=Text("Tiles", "Casas"),
    ),
    Option(
        "choose",
        True,
        Text(
            "The second player begins by choosing a side and a colour.",
            "O segundo jogador começa por escolher um lado e uma cor.",
        ),
        title=Text("Choice of side", "Escolha do lado"),
    ),
    Option(
        "white",
        "top",
        Text("White's home row, without the choice.", "A base das Brancas, se não há escolha."),
        ("top", "bottom"),
        title=Text("White's home", "Base das Brancas"),
        values={"top": Text("top", "em cima"), "bottom": Text("bottom", "em baixo")},
    ),
    Option(
        "first",
        "white",
        Text("Who moves first, without the choice.", "Quem joga primeiro, se não há escolha."),
        ("white", "blue"),
        title=Text("Who begins", "Quem começa"),
        values={"white": Text("White", "Brancas"), "blue": Text("Blue", "Azuis")},
    ),
    Option(
        "numbers",
        "standard",
        Text(
            "In sum and king, the numbers along the first and the second player's home row, from "
            "the left or the top, such as 13542/24531; or standard, random, a seed.",
            "Em sum e king, os números ao longo da base do primeiro e do segundo jogador, a partir "
            "da esquerda ou de cima, como 13542/24531; ou standard, random, uma semente.",
        ),
        Text("standard, random, a seed, numbers", "standard, random, semente, números"),
        title=Text("Numbers", "Números"),
    ),
)
SEED_DIGITS = 18


def resolve(options: Mapping[str, Value], random: chance.Random) -> dict[str, Value]:
    values = dict(options)
    for name in ("tiles", "numbers"):
        text = str(values[name])
        if text.lower() == "random":
            values[name] = str(random.randrange(1_000_000))
        else:
            values[name] = text.upper() if "/" in text else text.lower()
    return values


def check_options(options: Mapping[str, Value]) -> None:
    size = int(options["size"])
    tiles, numbers = str(options["tiles"]), str(options["numbers"])
    if not is_standard_or_seed(tiles):
        check_tiles(size, tiles)
    if not is_standard_or_seed(numbers):
        rows = numbers.split("/")
        digits = "".join(str(number) for number in range(1, size + 1))
        if len(rows) != 2 or any(sorted(row) != list(digits) for row in rows):
            raise InvalidOption(
                f"option numbers cannot be {numbers!r}; accepted: standard, random, a seed of up "
                f"to {SEED_DIGITS} digits, or two rows joined by '/' that each have the digits "
                f"1 to {size} once",
                f"a opção numbers não pode ser {numbers!r}; aceites: standard, random, uma "
                f"semente de "
                f"até {SEED_DIGITS} algarismos, ou duas linhas separadas por '/', cada uma com os "
                f"algarismos de 1 a {size} uma vez",
            )


def is_standard_or_seed(text: str) -> bool:
    return text == "standard" or (text.isascii() and text.isdecimal() and len(text) <= SEED_DIGITS)


def check_tiles(size: int, text: str) -> None:
    rows = text.split("/")
    if len(rows) != size or any(len(row) != size for row in rows) or set(text) - set("WB./"):
        raise InvalidOption(
            f"option tiles cannot be {text!r}; accepted: standard, random, a seed of up to "
            f"{SEED_DIGITS} digits, or {size} rows of {size} tiles (W, B, '.') joined by '/'",
            f"a opção tiles não pode ser {text!r}; aceites: standard, random, uma semente de até "
            f"{SEED_DIGITS} algarismos, ou {size} linhas de {size} casas (W, B, '.') "
            f"separadas por '/'",
        )
    tile = "".join(rows)
    neutral = neutral_cells(size)
    if [p for p, letter in enumerate(tile) if letter == "."] != neutral:
        places = ", ".join(grid_name(p % size, p // size, size) for p in neutral)
        raise InvalidOption(
            f"option tiles cannot be {text!r}; accepted: neutral tiles ('.') on {places} alone",
            f"a opção tiles não pode ser {text!r}; aceites: casas neutras ('.') só em {places}",
        )
    if tile.count("W") != tile.count("B"):
        raise InvalidOption(
            f"option tiles has {tile.count('W')} white and {tile.count('B')} blue tiles; "
            f"accepted: {(size * size - len(neutral)) // 2} of each",
            f"a opção tiles tem {tile.count('W')} casas brancas e {tile.count('B')} azuis; "
            f"aceites: {(size * size - len(neutral)) // 2} de cada",
        )
