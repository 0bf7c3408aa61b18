"""Texts that are nearly right, for everything that reads text from outside: only documented errors.

    python bench/fuzz.py                          10,000 inputs
    python bench/fuzz.py --inputs 1000000 --seed 1
    python bench/fuzz.py --only records,moves

Good texts are spoilt in one to three places, the same way for the same seed. Every reader must take
what it gets or refuse it with one of the errors that it documents, in a sentence. Whatever else
comes out is printed with the text that did it, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

os.environ.setdefault("TABULEIRO_PLAIN", "1")  # rules as they are: nothing is compiled

import tabuleiro
from tabuleiro import Position, Record, TabuleiroError
from tabuleiro.adapters.ugi import UgiEngine
from tabuleiro.bots import ugi
from tabuleiro.bots.presets import presets, read_bot
from tabuleiro.bots.weights import load_weights, read_weights, weight_sets
from tabuleiro.experiments.settings import Settings, read_ladder, seconds_of
from tabuleiro.move import Move
from tabuleiro.web import messages
from tabuleiro.web.arena_api import ArenaWanted
from tabuleiro.web.asking import BoardWanted, MatchWanted
from tabuleiro.web.guard import Guard, Refused
from tabuleiro.web.limits import Limits, check_bot
from tabuleiro.web.match import clean_name

GAMES = [
    tabuleiro.game(name, seed=1, **options)
    for name, options in (
        ("aboyne", {"side": 3}),
        ("aboyne", {"stalemate": "majority"}),
        ("cifra", {}),
        ("cifra", {"mode": "king", "choose": False}),
        ("fanorona", {"width": 5, "height": 5}),
        ("fanorona", {"first_turn_limit": True}),
        ("focus", {"size": 4}),
        ("focus", {"size": 6, "capture_target": 2}),
        ("shobu", {}),
        ("shobu", {"repetition": "forbid", "no_push_limit": 9}),
    )
]
ODD = [
    "",
    " ",
    "\0",
    "\n",
    "\r",
    "\t",
    ".",
    "..",
    "/",
    ",",
    ":",
    "-",
    "+",
    "*",
    "#",
    "=",
    "0",
    "-1",
]
ODD += ["٣", "²", "İ", "ß", "\ud800", "\x1b[31m", "\u202e", "9" * 5000, "1e999", "NaN", "1_000"]
ODD += ["a1", "stop", "pass", "quiet=3", "first:", "{", "}", "[", "]", '"', "'", "null", "true"]
LONG_TEXT = 100_000
POSITIONS = 500

Reader = Callable[[random.Random], tuple[str, Callable[[str], object]]]


def played(chance: random.Random, whole: bool = False) -> Position:
    """A position some random steps into a game, perhaps in the middle of a turn."""
    return _played(chance.randrange(POSITIONS), whole)


@cache
def _played(number: int, whole: bool) -> Position:
    chance = random.Random(number)
    here = chance.choice(GAMES).start()
    for _ in range(chance.randrange(16)):
        if here.outcome is None:
            here = here.step(chance.choice(here.steps))
    while whole and not here.turn_is_over:
        here = here.step(here.steps[-1])
    return here


def spoilt(text: str, chance: random.Random) -> str:
    """A text with a few pieces exchanged, repeated or lost; or something else altogether."""
    if chance.random() < 0.05:
        return chance.choice(ODD) * chance.randrange(1, 4)
    for _ in range(chance.randrange(1, 4)):
        at, length = chance.randrange(len(text) + 1), chance.choice((0, 0, 1, 1, 2, 5, 30))
        put = chance.choice(
            (
                chance.choice(ODD),
                text[at : at + chance.randrange(12)],
                chr(chance.randrange(1, 0x250)),
                "",
                str(chance.randrange(-10, 10**6)),
            )
        )
        text = text[:at] + put + text[at + length :]
    return text[:LONG_TEXT]


def use(here: Position) -> None:
    """A position that was read is one that can be written, read again and played on."""
    again = here.game.position(here.text)
    assert again == here, "not read back as it was written"
    assert here.outcome is not None or here.steps, "no steps and no end"


def positions(chance: random.Random) -> tuple[str, Callable[[str], object]]:
    here = played(chance)
    return here.text, lambda text: use(here.game.position(text))


def moves(chance: random.Random) -> tuple[str, Callable[[str], object]]:
    here = played(chance, whole=True)
    known = "a1-a2" if here.outcome is not None else _any_move(here, chance).text
    return known, lambda text: Move.parse(here, text)


def _any_move(here: Position, chance: random.Random) -> Move:
    after = here
    while True:
        after = after.step(chance.choice(after.steps))
        if after.turn_is_over:
            return after.move_since(here)


def records(chance: random.Random) -> tuple[str, Callable[[str], object]]:
    def read(text: str) -> None:
        record = Record.parse(text)
        assert Record.parse(record.text()).moves == record.moves, "not read back as written"

    return Record.of(played(chance, whole=True), ("Ana", "Rui")).text(), read


def options(chance: random.Random) -> tuple[str, Callable[[str], object]]:
    game = chance.choice(GAMES)
    option = chance.choice(game.option_list)

    def read(text: str) -> None:
        made = tabuleiro.game(game.name, seed=1, **{option.name: text})
        assert tabuleiro.game(game.name, seed=2, **made.changed_options) == made

    return option.write(option.default), read


def names(chance: random.Random) -> tuple[str, Callable[[str], object]]:
    return chance.choice(GAMES).name, tabuleiro.game


def bots(chance: random.Random) -> tuple[str, Callable[[str], object]]:
    game = chance.choice(GAMES)
    changes = ["", ",depth=3", ",seconds=0.5,threads=2", ",weights=pieces=10+best", ",table_mb=4"]
    text = chance.choice(list(presets(game))) + chance.choice(changes)
    if chance.random() < 0.5:
        return text, lambda text: check_bot(game, text, Limits())
    return text, lambda text: read_bot(game, text)


def weights(chance: random.Random) -> tuple[str, Callable[[str], object]]:
    game = chance.choice(GAMES)
    name, terms = chance.choice(list(weight_sets(game).items()))
    text = "+".join([name, *(f"{term}={value}" for term, value in terms.items())])
    return text, lambda text: read_weights(game, text, files=False)


def weights_files(chance: random.Random) -> tuple[str, Callable[[str], object]]:
    game = chance.choice(GAMES)
    terms = chance.choice(list(weight_sets(game).values()))

    def read(text: str) -> object:
        place = Path(FILES.name) / "weights.toml"
        place.write_bytes(text.encode("utf-8", "surrogatepass"))
        return load_weights(game, place)

    return "".join(f"{term} = {value}\n" for term, value in terms.items()), read


def ugi_lines(chance: random.Random) -> tuple[str, Callable[[str], object]]:
    """What an engine of ours hears; it complains in words and goes on."""
    here = played(chance, whole=True)
    lines = [
        ugi.position_command(here),
        "go depth 1",
        "query gameover",
        "setoption name seed value 3",
    ]
    lines += ["ugi", "isready", "uginewgame", "position startpos moves a1-a2", "query p1turn"]

    def read(text: str) -> None:
        UgiEngine(here.game, "random", io.StringIO(), 1).run(text.splitlines())

    return chance.choice(lines), read


def ugi_answers(chance: random.Random) -> tuple[str, Callable[[str], object]]:
    """What programs of others say."""
    here = played(chance, whole=True)
    info = "depth 3 multipv 1 score cp 12 nodes 100 nps 1000 time 5 pv a1-a2 a2-a3"
    if chance.random() < 0.3:
        option = "name depth type spin default 3 min 1 max 9"
        return option, lambda text: ugi.Declared.read(text.split())
    return info, lambda text: ugi.Info.read(text.split(), here)


def socket_messages(chance: random.Random) -> tuple[str, Callable[[str], object]]:
    known = [
        {"type": "hello", "token": "abc", "id": 1},
        {"type": "move", "node": 0, "actions": [1, 2], "id": "x"},
        {"type": "analyse", "node": 3, "lines": 3, "seconds": 1.5, "bot": "hard,depth=3"},
        {"type": "why", "node": 0, "actions": [], "cells": [1, 2]},
        {"type": "name", "name": "Ana", "player": 1},
        {"type": "speed", "seconds": 0.5},
    ]

    def read(text: str) -> None:
        messages.id_of(text)
        messages.read(text)

    return json.dumps(chance.choice(known)), read


def bodies(chance: random.Random) -> tuple[str, Callable[[str], object]]:
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "medium"}]
    known = [
        (MatchWanted, {"game": "focus", "seats": seats, "options": {"size": 6}, "seed": 1}),
        (BoardWanted, {"options": {"size": 6}, "position": "x"}),
        (ArenaWanted, {"game": "focus", "bots": ["easy", "random"], "games": 20, "balance": 0.1}),
    ]
    kind, facts = chance.choice(known)
    return json.dumps(facts), kind.model_validate_json


def hosts(chance: random.Random) -> tuple[str, Callable[[str], object]]:
    async def nothing(*_: object) -> None:
        pass

    guard = Guard(nothing, (), Limits())

    def read(text: str) -> None:
        value = text.encode("utf-8", "surrogatepass")
        for name in (b"host", b"origin", b"content-length"):
            headers = {b"host": b"localhost", name: value}
            guard._check({"type": "http", "method": "POST", "headers": list(headers.items())})

    return chance.choice(["localhost:8000", "http://localhost:8000", "12", "[::1]:80"]), read


def settings(chance: random.Random) -> tuple[str, Callable[[str], object]]:
    known: list[tuple[str, Callable[[str], object]]] = [
        ("depth=1..6", read_ladder),
        ("seconds=0.1", lambda text: seconds_of("master", text)),
        ("hard,seconds=3", lambda text: seconds_of(text, "")),
        (
            json.dumps(Settings("focus", ("easy", "hard"), ladder="depth=1..3").facts()),
            lambda text: Settings.of_facts(_facts(text)).total,
        ),
    ]
    return chance.choice(known)


def _facts(text: str) -> dict[str, object]:
    """What stands in an experiment's directory; what is no JSON is refused before."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise TabuleiroError("no JSON") from None
    if not isinstance(found, dict):
        raise TabuleiroError("no settings")
    return found


def people(chance: random.Random) -> tuple[str, Callable[[str], object]]:
    return "Ana Maria", clean_name


READERS: dict[str, Reader] = {
    reader.__name__: reader
    for reader in (
        positions,
        moves,
        records,
        options,
        names,
        bots,
        weights,
        weights_files,
        ugi_lines,
        ugi_answers,
        socket_messages,
        bodies,
        hosts,
        settings,
        people,
    )
}
FILES = tempfile.TemporaryDirectory()


def documented(error: Exception) -> bool:
    """Whether an error is one that the readers document, and says something."""
    if isinstance(error, TabuleiroError):
        return bool(str(error).strip()) and "\n" not in str(error).strip()
    return isinstance(error, Refused) or type(error).__name__ == "ValidationError"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--inputs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default=",".join(READERS))
    args = parser.parse_args()
    wanted = [READERS[name] for name in args.only.split(",")]
    read, refused = Counter[str](), Counter[str]()
    found: dict[tuple[str, str], str] = {}
    began = time.monotonic()
    for number in range(args.inputs):
        chance = random.Random(f"{args.seed} {number}")
        reader = wanted[number % len(wanted)]
        good, parse = reader(chance)
        text = spoilt(good, chance)
        try:
            parse(text)
            read[reader.__name__] += 1
        except Exception as error:
            refused[reader.__name__] += 1
            what = reader.__name__, f"{type(error).__name__}: {str(error)[:60]}"
            if not documented(error) and what not in found:
                found[what] = text
                print(f"{number} {what[0]}: {what[1]!r} from {text[:300]!r}", flush=True)
    for reader in wanted:
        name = reader.__name__
        print(f"{name:16} {read[name]:8} read, {refused[name]:8} refused")
    seconds = time.monotonic() - began
    print(f"{args.inputs} inputs in {seconds:.0f} s; {len(found)} kinds of other errors")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
