"""The rules as they stand, in plain Python."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

from tabuleiro.checking.case import Case, is_open, listed
from tabuleiro.checking.finding import Fault, at
from tabuleiro.kernel import loader
from tabuleiro.kernel.contract import DRAW, FINAL, NOISY, OPEN, PROGRESS
from tabuleiro.kernel.records import shape
from tabuleiro.position import Position, Termination

FURTHER = 3
"""Where a list of actions begins that does not begin at 0."""
SOME = 20
"""Actions of a position that are tried."""
LONG = 1000
"""Turns after which a random game should have ended."""


def shapes(case: Case) -> Iterator[Fault]:
    """STATE and TABLES name fields with sizes, and `tables` fills them."""
    rules, path = case.game.rules, case.rules
    for name, layout in (("STATE", rules.STATE), ("TABLES", rules.TABLES)):
        for field, size in layout.items():
            parts = size if isinstance(size, tuple) else (size,)
            if not 1 <= len(parts) <= 2 or any(type(n) is not int or n < 1 for n in parts):
                yield at(
                    path,
                    name,
                    f"the field {field!r} of {name} has the size {size!r}",
                    "a size is a whole number from 1 on, or two of them as (rows, columns)",
                )
    if rules.STATE.get("player") != 1:
        yield at(path, "STATE", "STATE has no field player of size 1", "write player=1 first")
    given = case.game.tables
    for field in rules.TABLES:
        if field not in given:
            yield at(
                path,
                "def tables(",
                f"tables() gives nothing for the field {field!r} of TABLES",
                f"return {field}=… in its dictionary, or take it out of TABLES",
            )
    for field, value in given.items():
        if not field.isupper() and field not in rules.TABLES:
            yield at(
                path,
                "def tables(",
                f"tables() gives {field!r}, which TABLES does not name",
                f"add {field} with its size to TABLES",
            )
        elif not shape(rules.TABLES.get(field, 2)) and isinstance(value, list | tuple):
            yield at(
                path,
                "TABLES",
                f"{field!r} is a single number in TABLES and a list in tables()",
                f"give TABLES the length: {field}={len(value)}",
            )


def begins(case: Case) -> Iterator[Fault]:
    """The start is an open position with something to do."""
    start = case.game.start()
    if start.player not in (0, 1):
        yield at(
            case.rules,
            "def start(",
            f"at the start s.player is {start.player}",
            "set s.player to 0 or 1",
        )
    elif not is_open(start):
        yield at(
            case.rules,
            "def outcome(",
            f"the game is over at its start{case.label}",
            "return -1 (OPEN) while nobody has won",
        )
    elif not listed(case.game, start.state()):
        yield at(
            case.rules,
            "def actions(",
            f"there is nothing to do at the start{case.label}",
            "write actions to out[n], add 1 to n, and return n",
        )


def action_ranges(case: Case) -> Iterator[Fault]:
    """Actions are distinct, from 0 to MAX_ACTIONS - 1, and stopping comes last."""
    most = case.game.rules.MAX_ACTIONS
    for walk in case.walks:
        for here in walk:
            if not is_open(here):
                continue
            found = listed(case.game, here.state())
            wrong = [action for action in found if not 0 <= action < most]
            twice = [action for action, times in Counter(found).items() if times > 1]
            where = f"in the position {here.text}{case.label}"
            if wrong:
                yield at(
                    case.rules,
                    "MAX_ACTIONS",
                    f"the action {wrong[0]} is not below MAX_ACTIONS, which is {most}, {where}",
                    "make MAX_ACTIONS larger than every action, or number the actions from 0 on",
                )
                return
            if twice:
                yield at(
                    case.rules,
                    "def actions(",
                    f"the action {twice[0]} is listed twice {where}",
                    "list every action once; two ways to the same step are one action",
                )
                return
            if 0 in found[:-1]:
                yield at(
                    case.rules,
                    "def actions(",
                    f"the action 0 is listed before others {where}",
                    "0 is for ending a turn or passing and comes last; count others from 1 on",
                )
                return


def looking(case: Case) -> Iterator[Fault]:
    """`actions` and `outcome` change nothing, and a list may begin at any place."""
    game, rules = case.game, case.game.rules
    for here in case.samples:
        if not is_open(here):
            continue
        state, room = here.state(), [0] * (FURTHER + rules.MAX_ACTIONS)
        end = rules.actions(game.board, state, room, FURTHER)
        changed = "actions" if state.words() != here.state().words() else ""
        for action in room[FURTHER : min(end, FURTHER + SOME)]:
            after = here.state()
            rules.play(game.board, after, action)
            before = after.words()
            rules.outcome(game.board, after)
            changed = changed or ("outcome" if after.words() != before else "")
        if changed:
            yield at(
                case.rules,
                f"def {changed}(",
                f"{changed}() changes the position that it looks at, in or after {here.text}",
                "only play() may change s; put back what was changed for a try",
            )
            return
        if room[FURTHER:end] != listed(game, here.state()):
            yield at(
                case.rules,
                "def actions(",
                f"told to begin at out[{FURTHER}], actions() lists other actions in the position "
                f"{here.text}",
                "n is not always 0 at first: write to out[n], add 1 to n, and return n",
            )
            return


def kinds(case: Case) -> Iterator[Fault]:
    """`play` returns what kind of step it was, and says who acts next."""
    game = case.game
    for here in case.samples:
        if not is_open(here):
            continue
        for action in listed(game, here.state())[:20]:
            state = here.state()
            kind: Any = game.rules.play(game.board, state, action)
            if not isinstance(kind, int) or not 0 <= kind <= PROGRESS | FINAL | NOISY:
                yield at(
                    case.rules,
                    "def play(",
                    f"play() returned {kind!r} for the action {action}",
                    "return 0 (quiet), 1 (progress) or 2 (no earlier position can come again)",
                )
                return
            if state.player not in (0, 1):
                yield at(
                    case.rules,
                    "def play(",
                    f"after the action {action} s.player is {state.player!r}",
                    "give the turn to the other player with s.player = 1 - s.player",
                )
                return
            wide = [word for word in state.words() if not -(1 << 63) <= word < 1 << 64]
            if wide:
                yield at(
                    case.rules,
                    "def play(",
                    f"after the action {action} a field holds a number of more than 64 bits",
                    "mask after every shift to the left; use two numbers for more than 64 cells",
                )
                return


def turns_end(case: Case) -> Iterator[Fault]:
    """A turn has at most MAX_STEPS steps; then the other player acts."""
    most = case.game.rules.MAX_STEPS
    for walk in case.walks:
        steps, before = 0, walk[0]
        for here in walk[1:]:
            steps += 1
            if steps > most:
                yield at(
                    case.rules,
                    ("MAX_STEPS", "MAX_ACTIONS, MAX_STEPS"),
                    f"a turn has {steps} steps and MAX_STEPS is {most}",
                    "change s.player in play() at the end of a turn, or make MAX_STEPS larger",
                )
                return
            if here.turn_is_over:
                if here.player == before.player and is_open(here):
                    yield at(
                        case.rules,
                        "def play(",
                        f"the same player moves twice, after {here.text}",
                        "end a turn with s.player = 1 - s.player",
                    )
                    return
                steps, before = 0, here


def outcomes(case: Case) -> Iterator[Fault]:
    """`outcome` and `stuck` give an outcome."""
    game = case.game
    for here in case.samples:
        result: Any = game.rules.outcome(game.board, here.state())
        if result not in (OPEN, 0, 1, DRAW):
            yield at(
                case.rules,
                "def outcome(",
                f"outcome() returned {result!r} in the position {here.text}",
                "return -1 (open), 0 or 1 (who has won) or 2 (a draw)",
            )
            return
        stuck: Any = game.rules.stuck(game.board, here.state())
        if stuck not in (0, 1, DRAW):
            yield at(
                case.rules,
                "def stuck(",
                f"stuck() returned {stuck!r}",
                "return 0 or 1 (who has won) or 2 (a draw) for a player who cannot move",
            )
            return


def playable(case: Case) -> Iterator[Fault]:
    """Every legal move can be played, and leads to the start of another turn."""
    for here in case.samples:
        for move in islice(here.legal_moves, 40):
            after = here.play(move)
            if not after.turn_is_over or after.ply != here.ply + 1:
                yield at(
                    case.rules,
                    "def play(",
                    f"the legal move {move} from {here.text} does not end the turn",
                    "change s.player when the turn is over",
                )
                return


def ends(case: Case) -> Iterator[Fault]:
    """Random games come to an end by the rules."""
    last: list[Position] = []
    for seed in range(4):
        chance = random.Random(seed)
        here = case.game.start()
        while here.outcome is None and here.ply < LONG:
            here = here.step(chance.choice(here.steps))
        last.append(here)
    unending = [here for here in last if here.outcome is None]
    length = [here for here in last if here.outcome is not None]
    too_long = [
        here
        for here in length
        if here.outcome is not None and here.outcome.termination is Termination.LENGTH
    ]
    if len(unending) + len(too_long) == len(last):
        yield at(
            case.rules,
            "def outcome(",
            f"no random game ends within {LONG} turns{case.label}",
            "see that outcome() or stuck() ends games, or limit turns without progress: "
            "QUIET_LIMIT names an option of the game that does",
        )


def symmetries(case: Case) -> Iterator[Fault]:
    """Symmetric positions have symmetric moves."""
    game = case.game
    if game.symmetries == 1 or not hasattr(game.rules, "image"):
        return
    for here in case.samples:
        if here.outcome is not None:
            continue
        for i, image in enumerate(here.images):
            there = {game.rules.image_action(game.board, a, i) if i else a for a in here.steps}
            if there != set(image.steps):
                yield at(
                    case.rules,
                    "def image",
                    f"symmetry {i} of {here.text} has other legal actions than its image_action",
                    "image() and image_action() must turn the board in the same way",
                )
                return
            for action in here.steps[:5]:
                twin = game.rules.image_action(game.board, action, i) if i else action
                after = Position(game, here.step(action).state()).images[i]
                if after.state().words() != image.step(twin).state().words():
                    yield at(
                        case.rules,
                        "def image(",
                        f"symmetry {i} of {here.text}: the action {action} leads elsewhere",
                        "playing and then turning must be turning and then playing",
                    )
                    return


def evaluation(case: Case) -> Iterator[Fault]:
    """An evaluation is a whole number, and weighs what is there."""
    game = case.game
    if not game.terms:
        return
    path = loader.part_path("terms", game.source)
    for here in case.samples:
        value: Any = game.evaluation.evaluate(game.board, here.state(), [100] * len(game.terms))
        if not isinstance(value, int):
            yield at(
                path,
                "def evaluate(",
                f"evaluate() returned {value!r}",
                "return a whole number: hundredths of a piece for s.player",
            )
            return
        if game.evaluation.evaluate(game.board, here.state(), [0] * len(game.terms)) != 0:
            yield at(
                path,
                "def evaluate(",
                "with all weights 0 the evaluation is not 0",
                "multiply every term by its weight",
            )
            return
    own = getattr(game.rules, "WEIGHTS", {})
    for term in own if isinstance(own, dict) else ():
        if term not in game.terms:
            yield at(path, "WEIGHTS", f"WEIGHTS names {term!r}", "name terms that are in TERMS")
