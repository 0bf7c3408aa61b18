"""All checks in their order: what matters most first, and what rests on it after it."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

from tabuleiro import files
from tabuleiro.checking import compiled, people, returns, rules
from tabuleiro.checking.case import Case, cases
from tabuleiro.checking.finding import Check, Examined, Fault, at, of_error
from tabuleiro.errors import BrokenFile, TabuleiroError
from tabuleiro.game import open_game
from tabuleiro.kernel.engine import jit_is_off

PATIENCE = 60.0
"""Seconds after which a check that runs plain rules is taken to hang."""

LOADS = "the file is a game"

PLAIN: dict[str, Check] = {
    "STATE, TABLES and tables() fit each other": rules.shapes,
    "every function returns what it should": returns.returns,
    "the start is open and has legal actions": rules.begins,
    "actions are distinct and below MAX_ACTIONS": rules.action_ranges,
    "actions() and outcome() only look": rules.looking,
    "play() returns a kind and names who acts": rules.kinds,
    "turns end within MAX_STEPS, and players alternate": rules.turns_end,
    "outcome() and stuck() give outcomes": rules.outcomes,
    "legal moves can be played": rules.playable,
    "positions are read back from their texts": people.position_texts,
    "moves are read back from their texts": people.move_texts,
    "symmetries go with moves": rules.symmetries,
    "random games end": rules.ends,
    "the evaluation is a weighted sum": rules.evaluation,
}
COMPILED: dict[str, Check] = {
    "compiled rules do what plain ones do": compiled.same,
    "compiled and plain rules count alike": compiled.counts,
    "a search stays within its bounds": compiled.bounds,
    "the figures in PERFT are right": compiled.known,
}
DRAWN = "cells are inside the drawing and apart"
STANDING = "pieces and steps are on cells"


def check_game(name: str) -> Iterator[Examined]:
    """Every check of a game, by its name or path."""
    try:
        game = open_game(name, {})
        tried = cases(game)
    except BrokenFile as error:
        yield Examined(LOADS, False, (_of_sentence(error, name),))
        return
    except TabuleiroError as error:
        cause = error.__cause__
        if cause is None or not files.is_path(name):
            raise
        found = of_error(cause, files.find(name, "game"), WHAT, "def tables(")
        yield Examined(LOADS, False, (found,))
        return
    yield Examined(LOADS, True)
    sound = True
    for check, work in PLAIN.items():
        verdict = _try(check, work, tried) if sound else Examined(check, None)
        # What comes later plays games: it would only say the same again, or hang.
        sound = sound and verdict.passed is not False
        yield verdict
    plays = sound
    for check, work in COMPILED.items():
        can = sound and not jit_is_off()
        alone = tried[:1] if work is compiled.bounds else tried[:3]
        verdict = _try(check, work, alone, patience=None) if can else Examined(check, None)
        sound = sound and verdict.passed is not False
        yield verdict
    yield _try(DRAWN, people.drawing, tried)
    yield _try(STANDING, people.pieces, tried) if plays else Examined(STANDING, None)


WHAT = "see src/tabuleiro/kernel/contract.py for what a game defines"


def _try(check: str, work: Check, tried: list[Case], patience: float | None = PATIENCE) -> Examined:
    """What a check finds, be it that the game fails or never comes back."""
    found: list[Fault] = []

    def run() -> None:
        for case in tried:
            try:
                found.extend(work(case))
            except BrokenFile as error:
                found.append(_of_sentence(error, str(case.rules)))
            except Exception as error:
                found.append(of_error(error, case.rules, f"it happens{case.label or ' always'}"))
            if found:
                return

    if patience is None:
        run()
    else:
        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        thread.join(patience)
        if thread.is_alive():
            found.append(_hanging(thread, tried[0]))
    return Examined(check, not found, tuple(found))


def _hanging(thread: threading.Thread, case: Case) -> Fault:
    """Where a thread is that does not come back."""
    frame = sys._current_frames().get(thread.ident or 0)
    while frame is not None:
        name = frame.f_code.co_filename
        if files.is_authored(name):
            what = f"{frame.f_code.co_name}() is still here after {PATIENCE:g} seconds"
            mend = "look for a loop that never ends"
            return Fault(files.shown(name), frame.f_lineno, what, mend)
        frame = frame.f_back
    return at(
        case.rules, "def actions(", f"this takes more than {PATIENCE:g} seconds", "make it quicker"
    )


def _of_sentence(error: TabuleiroError, name: str) -> Fault:
    """A finding of an error that has its place in its sentence."""
    place, _, rest = str(error).partition(": ")
    file, comma, line = place.partition(", line ")
    number = line.partition(" ")[0]
    if comma and number.isdecimal():
        what, _, mend = rest.partition("; ")
        return Fault(file, int(number), what, mend or WHAT)
    path = files.find(name, "game") if files.is_path(name) else Path(name)
    return Fault(files.shown(path), 1, str(error), WHAT)
