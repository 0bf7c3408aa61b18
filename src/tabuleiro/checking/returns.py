"""What the functions of a game give back: the first thing to look at, and quick to look at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tabuleiro.checking.case import Case, listed
from tabuleiro.checking.finding import Fault, at
from tabuleiro.files import blame
from tabuleiro.game import make_game, opened_games
from tabuleiro.games.base import Geometry, Option, Player, Text, View
from tabuleiro.kernel.contract import DRAW, FINAL, NOISY, OPEN, PROGRESS
from tabuleiro.kernel.records import Plain

ROOM = 1024
"""Room for more actions than a game says that it has."""
MAX_ACTIONS = ("MAX_ACTIONS", "MAX_STEPS, MAX_ACTIONS")
SOME = 20
"""Actions of the start that are tried."""
KINDS = "return 0 (quiet), 1 (progress) or 2 (no earlier position can come again)"
OUTCOMES = "return -1 (open), 0 or 1 (who has won) or 2 (a draw)"


def returns(case: Case) -> Iterator[Fault]:
    """Every function gives back what the contract says, at the start and one action later."""
    yield from _facts(case)
    game, rules, board = case.game, case.rules, case.game.board
    state = Plain(game.rules.STATE)
    game.rules.start(board, state)
    yield from _numbers(case, "start", state, "at the start")
    result: Any = game.rules.outcome(board, state)
    if result not in (OPEN, 0, 1, DRAW) or not isinstance(result, int):
        yield at(rules, "def outcome(", f"outcome() returned {result!r}", OUTCOMES)
        return
    most = game.rules.MAX_ACTIONS
    count: Any = game.rules.actions(board, state, [0] * (most + ROOM), 0)
    if not isinstance(count, int):
        mend = "write actions to out[n], add 1 to n, and return n"
        yield at(rules, "def actions(", f"actions() returned {count!r}", mend)
        return
    if count > most:
        what = f"actions() lists {count} actions at the start and MAX_ACTIONS is {most}"
        yield at(rules, MAX_ACTIONS, what, "make MAX_ACTIONS larger than every action")
        return
    yield from _drawn(case, state)
    for action in listed(game, state)[:SOME]:
        if not (isinstance(action, int) and 0 <= action < most):
            yield at(
                rules,
                "def actions(",
                f"actions() listed {action!r}; MAX_ACTIONS is {most}",
                "actions are whole numbers from 0 on, below MAX_ACTIONS",
            )
            return
        yield from _touched(case, state, action)
        after = state.copy()
        kind: Any = game.rules.play(board, after, action)
        if not isinstance(kind, int) or not 0 <= kind <= PROGRESS | FINAL | NOISY:
            what = f"play() returned {kind!r} for the action {action}"
            yield at(rules, "def play(", what, KINDS)
            return
        yield from _numbers(case, "play", after, f"after the action {action}")


def _facts(case: Case) -> Iterator[Fault]:
    """Names and options."""
    people, path = case.game.people, case.people
    for name in ("TITLE", "SUMMARY"):
        if not isinstance(getattr(people, name), Text):
            yield at(path, name, f"{name} is no Text", f'write {name} = Text("…", "…")')
    if not all(isinstance(option, Option) for option in people.OPTIONS):
        yield at(path, "OPTIONS", "OPTIONS holds something else than an Option", "see Option")


def _numbers(case: Case, function: str, state: Plain, when: str) -> Iterator[Fault]:
    """A state holds whole numbers."""
    for name in case.game.rules.STATE:
        value = getattr(state, name)
        numbers = value.values() if isinstance(value, dict) else value
        each = numbers if isinstance(value, dict | list) else (value,)
        if not all(isinstance(number, int) for number in each):
            yield at(
                case.rules,
                f"def {function}(",
                f"{when} the field {name!r} is not a whole number",
                "keep whole numbers in it: divide with //",
            )


def _drawn(case: Case, state: Plain) -> Iterator[Fault]:
    """What people see."""
    people, board, path = case.game.people, case.game.board, case.people
    sides: Any = people.players(board, state)
    if not (
        isinstance(sides, tuple)
        and len(sides) == 2
        and all(isinstance(side, Player) for side in sides)
    ):
        yield at(path, "def players(", "players() gives no pair of Player", "return two of them")
    for name, kind, found in (
        ("geometry", Geometry, people.geometry(board)),
        ("view", View, people.view(board, state)),
        ("position_text", str, people.position_text(board, state)),
    ):
        if not isinstance(found, kind):
            what = f"{name}() gave {type(found).__name__}"
            yield at(path, f"def {name}(", what, f"return a {kind.__name__}")


def _touched(case: Case, state: Plain, action: int) -> Iterator[Fault]:
    """The cells of a step."""
    cells: Any = case.game.people.touched(case.game.board, state, action)
    count = len(case.game.geometry.cells)
    whole = isinstance(cells, tuple | list) and all(isinstance(cell, int) for cell in cells)
    if not whole or any(not 0 <= cell < count for cell in cells):
        yield at(
            case.people,
            "def touched(",
            f"the action {action} points at the cells {cells!r}; there are {count}",
            "return the numbers of cells of geometry(), from 0 on: (cell,) for one",
        )


def at_fault() -> str | None:
    """What is wrong with a file that was opened as a game, if it explains that something failed."""
    for name in opened_games():
        try:
            found = next(returns(Case(make_game(name, {}))), None)
        except Exception as error:  # in the author's own lines
            return blame(error)
        if found is not None:
            return str(found)
    return None
