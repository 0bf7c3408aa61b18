"""The rules compiled: the same as plain ones, within their bounds, and with known figures."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from tabuleiro.checking.case import Case, is_open, listed
from tabuleiro.checking.finding import Fault, at
from tabuleiro.errors import TabuleiroError
from tabuleiro.game import make_game, open_game
from tabuleiro.kernel.deepening import Root
from tabuleiro.kernel.engine import Engine
from tabuleiro.kernel.searcher import Searcher

DEEPEST = 12
LARGEST = 300_000_000
"""Perft figures above this take too long to count."""
PATIENCE = 600
SIGN = (
    "compiled numbers have 64 bits and a sign: mask after every ~, << and >>, and compare whole "
    "sets only with == and !="
)


def same(case: Case) -> Iterator[Fault]:
    """Step by step, compiled rules do what plain ones do."""
    game, engine = case.game, case.game.engine
    for here in case.samples:
        state = here.state()
        if engine.outcome(state) != game.rules.outcome(game.board, state):
            yield at(case.rules, "def outcome(", _differs("outcome()", here.text), SIGN)
            return
        if not is_open(here):
            continue
        actions = listed(game, state)
        if engine.actions(state) != actions:
            yield at(case.rules, "def actions(", _differs("actions()", here.text), SIGN)
            return
        for action in actions[:6]:
            after = here.state()
            kind = game.rules.play(game.board, after, action)
            words = tuple(word % (1 << 64) for word in after.words())
            if engine.play(state, action) != (kind, words):
                what = _differs(f"play() of the action {action}", here.text)
                yield at(case.rules, "def play(", what, SIGN)
                return


def counts(case: Case) -> Iterator[Fault]:
    """Compiled and plain rules count and play out alike."""
    game, start = case.game, case.game.start().state()
    plain = Engine(game.source, game.tables, plain=True)
    turns = game.engine.perft(start, 1)
    for depth in (1, 2) if turns <= 60 else (1,):
        if game.engine.perft(start, depth) != plain.perft(start, depth):
            yield at(case.rules, "def play(", _differs(f"perft of {depth} turns", "start"), SIGN)
            return
    limits = (60, game.quiet_limit)
    if game.engine.playouts(start, 3, *limits, 5) != plain.playouts(start, 3, *limits, 5):
        yield at(case.rules, "def play(", _differs("random games", "start"), SIGN)


def bounds(case: Case) -> Iterator[Fault]:
    """A search with checked bounds reads and writes nothing outside."""
    facts = json.dumps([case.game.reference, dict(case.game.options)])
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1"}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "tabuleiro.checking.compiled", facts],
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        yield at(
            case.rules,
            "def actions(",
            f"a search of two turns did not end within {PATIENCE} seconds",
            "look for a loop in actions() or play() that never ends",
        )
        return
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        said = lines[-1][:200] if lines else f"it ended with code {done.returncode}"
        yield at(
            case.rules,
            "def actions(",
            f"with checked bounds a search fails: {said}",
            "an index is outside its row: make the sizes in STATE, TABLES or MAX_ACTIONS larger",
        )


def known(case: Case) -> Iterator[Fault]:
    """The figures in the file are right: PERFT = {1: 9, 2: 72}."""
    given = getattr(case.game.people, "PERFT", None)
    if not isinstance(given, Mapping) or case.label:
        return
    for name, count in given.items():
        game, depths = (
            (case.game, {name: count})
            if isinstance(name, int)
            else (make_game(case.game.name, _options(str(name))), count)
        )
        for depth, wanted in depths.items():
            if not 1 <= depth <= DEEPEST or wanted > LARGEST:
                continue
            found = game.engine.perft(game.start().state(), depth)
            if found != wanted:
                options = "" if isinstance(name, int) else f" with {name}"
                yield at(
                    case.people,
                    "PERFT",
                    f"there are {found:,} sequences of {depth} turns{options}; "
                    f"PERFT says {wanted:,}",
                    "compare perft of fewer turns first, then the legal moves of the position in "
                    "which they differ",
                )
                return


def _options(text: str) -> dict[str, Any]:
    pairs = (part.partition("=") for part in text.split())
    return {key: value for key, _, value in pairs}


def _differs(what: str, text: str) -> str:
    return f"{what} is not the same compiled and plain, in the position {text}"


def main() -> None:
    """Search a game with checked bounds; `python -m tabuleiro.checking.compiled JSON`."""
    name, options = json.loads(sys.argv[1])
    game = open_game(name, options)
    start = game.start()
    game.engine.playouts(start.state(), 20, 200, game.quiet_limit, 1)
    root = Root(start.state(), [], 0, game.max_plies, game.repetition, game.quiet_limit)
    weights = [100] * len(game.terms)
    Searcher(game.engine, table_mb=1).search(root, weights, depth=2)


if __name__ == "__main__":
    try:
        main()
    except TabuleiroError as error:
        sys.exit(str(error))
