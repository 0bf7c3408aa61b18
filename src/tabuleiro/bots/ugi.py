"""The words of the Universal Game Interface, for whoever speaks it and whoever listens.

`docs/protocol.md` describes the whole conversation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tabuleiro.bots.analysis import MOST_LINES, OPPOSITE, Line, Score
from tabuleiro.bots.limit import Clock, Limit
from tabuleiro.bots.weights import steepness
from tabuleiro.errors import InvalidNotation, TabuleiroError
from tabuleiro.game import Game
from tabuleiro.options import Option
from tabuleiro.position import Position

NO_MOVE = "(none)"
"""What stands for the best move where there is none."""

ANSWERS = {0: "p1win", 1: "p2win", None: "draw"}
"""How `query result` is answered, by the winner."""
UNDECIDED = "none"

MOST = 10**9
"""The largest number that a limit is taken for; more is the same to everybody who waits."""

EMPTY = "<empty>"
"""How the protocol writes a text without letters."""
WHOLE = re.compile(r"[+-]?[0-9]+")
DIGITS = 18
LARGEST = 10**15
"""What every number is cut to: programs can write longer ones than a table can hold."""
DEEPEST = 10**6
MOST_MOVES = 200
"""How much of a variation is read."""

WON = 10_000
"""Hundredths that stand for a decided game whose length is not known."""

COUNTS = ("movetime", "depth", "nodes", "iterations", "p1time", "p2time", "p1inc", "p2inc")
"""The limits of `go` that have a number; times are in milliseconds."""


@dataclass(frozen=True)
class Go:
    """What a search is asked for: limits, the players' clocks, or no end before `stop`."""

    limit: Limit = field(default_factory=Limit)
    clocks: tuple[Clock | None, Clock | None] = (None, None)
    infinite: bool = False

    @classmethod
    def read(cls, words: Sequence[str], complain: Callable[[str], None]) -> Go:
        """What stands after `go`; what cannot be read is complained of and passed over."""
        counts: dict[str, int] = {}
        infinite = False
        rest = list(words)
        while rest:
            word = rest.pop(0)
            if word == "infinite":
                infinite = True
            elif word not in COUNTS:
                known = ", ".join(COUNTS)
                complain(f"go does not know {word!r}; accepted: infinite, {known}")
            elif (number := _whole(rest[0]) if rest else None) is None:
                complain(f"go {word} needs a whole number after it")
            else:
                counts[word] = min(max(number, 1), MOST)
                rest.pop(0)
        limit = Limit(
            counts["movetime"] / 1000 if "movetime" in counts else None,
            *(counts.get(name) for name in ("depth", "nodes", "iterations")),
        )
        first, second = (
            Clock(counts[f"{player}time"] / 1000, counts.get(f"{player}inc", 0) / 1000)
            if f"{player}time" in counts
            else None
            for player in ("p1", "p2")
        )
        return cls(limit, (first, second), infinite)

    def text(self) -> str:
        """The command, as it is sent."""
        words = ["go"]
        for player, clock in zip(("p1", "p2"), self.clocks, strict=True):
            if clock is not None:
                words += [f"{player}time", _milliseconds(clock.seconds)]
                words += [f"{player}inc", _milliseconds(clock.increment)]
        if self.limit.seconds is not None:
            words += ["movetime", _milliseconds(self.limit.seconds)]
        for name in ("depth", "nodes", "iterations"):
            value = getattr(self.limit, name)
            if value is not None:
                words += [name, str(value)]
        return " ".join([*words, "infinite"] if self.infinite else words)


@dataclass(frozen=True)
class Info:
    """What a search says on its way about one of its lines."""

    line: Line
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    number: int = 1

    def text(self) -> str:
        """The line, as it is sent."""
        speed = round(self.nodes / self.seconds) if self.seconds > 0 else 0
        moves = " ".join(move.text for move in self.line.moves)
        return (
            f"info depth {self.depth} multipv {self.number} score {score_text(self.line.score)} "
            f"nodes {self.nodes} nps {speed} time {_milliseconds(self.seconds)} pv {moves}"
        )

    @staticmethod
    def number_of(words: Sequence[str]) -> int | None:
        """Which of the best lines what stands after `info` is about; None if about none."""
        if "pv" not in words or "string" in words:
            return None
        found = _whole(dict(pairwise(words[: words.index("pv")])).get("multipv", ""))
        number = 1 if found is None else found
        return number if 1 <= number <= MOST_LINES else None

    @classmethod
    def read(cls, words: Sequence[str], position: Position) -> Info | None:
        """What stands after `info`; None if it says nothing of a line.

        Programs differ in what they say, so what is not known is passed over.
        """
        number = cls.number_of(words)
        if number is None:
            return None
        facts, moves = words[: words.index("pv")], words[words.index("pv") + 1 :]
        numbers = {name: _whole(value) or 0 for name, value in pairwise(facts)}
        played = []
        here = position
        for word in moves[:MOST_MOVES]:
            try:
                after = here.play(word)
            except TabuleiroError:
                break
            played.append(after.move_since(here))
            here = after
        if not played:
            return None
        return cls(
            Line(_read_score(facts, position), tuple(played)),
            min(max(numbers.get("depth", 0), 0), DEEPEST),
            max(numbers.get("nodes", 0), 0),
            max(numbers.get("time", 0), 0) / 1000,
            number,
        )


@dataclass(frozen=True)
class Declared:
    """An option that a program has declared."""

    name: str
    kind: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    """Its `default`, `min` and `max`, as far as they are given."""
    choices: tuple[str, ...] = ()

    @classmethod
    def read(cls, words: Sequence[str]) -> Declared:
        """What stands after `option`."""
        found: dict[str, list[str]] = {}
        choices: list[list[str]] = []
        part: list[str] = []
        for word in words:
            if word in ("name", "type", "default", "min", "max"):
                part = found.setdefault(word, [])
            elif word == "var":
                part = []
                choices.append(part)
            else:
                part.append(word)
        facts = {key: _unless_empty(" ".join(value)) for key, value in found.items()}
        return cls(
            facts.pop("name", ""),
            facts.pop("type", ""),
            facts,
            tuple(" ".join(choice) for choice in choices),
        )


def score_text(score: Score) -> str:
    """A score from the mover's side: hundredths, or the mover's own turns to a decided end.

    `win_in` and `decided` are ours, with the meaning that they have everywhere in Tabuleiro.
    """
    if score.decided is None:
        return f"cp {score.points}"
    if score.win_in is None:
        points = {"win": WON, "loss": -WON, "draw": 0}[score.decided]
        return f"cp {points} decided {score.decided}"
    turns = (abs(score.win_in) + 1) // 2
    mate = turns if score.win_in > 0 else -turns
    return f"mate {mate} win_in {score.win_in} decided {score.decided}"


def _read_score(words: Sequence[str], position: Position) -> Score:
    facts = dict(pairwise(words))
    player = position.player
    mate = _whole(facts.get("mate", ""))
    if mate is not None:
        turns = _whole(facts.get("win_in", "")) or (2 * mate - 1 if mate > 0 else 2 * mate)
        return Score(0, player, max(-DEEPEST, min(DEEPEST, turns)) or None)
    said = facts.get("decided")
    decided = next((each for each in OPPOSITE if each == said), None)
    points = _whole(facts.get("cp", "")) or 0
    return Score(points, player, decided=decided, steepness=steepness(position.game))


def position_command(position: Position) -> str:
    """The command that tells of a position and of how it came about."""
    if not position.turn_is_over:
        return f"position fen {position.text}"
    root = position
    while root.parent is not None:
        root = root.parent
    place = "startpos" if root == position.game.start() else f"fen {root.text}"
    moves = " ".join(move.text for move in position.history)
    return f"position {place} moves {moves}" if moves else f"position {place}"


def read_position(game: Game, words: Sequence[str]) -> Position:
    """The position that stands after `position`."""
    end = words.index("moves") if "moves" in words else len(words)
    place, moves = words[:end], words[end + 1 :]
    if place == ["startpos"]:
        here = game.start()
    elif place[:1] == ["fen"]:
        here = game.position(" ".join(place[1:]))
    else:
        raise InvalidNotation(
            "a position is `startpos` or `fen` and its text, then `moves` if any",
            "uma posição é `startpos` ou `fen` e o seu texto, e depois `moves` se houver jogadas",
        )
    for move in moves:
        here = here.play(move)
    return here


def option_text(option: Option) -> str:
    """An option as an engine declares it."""
    default = option.write(option.default)
    kind = f"string default {default or EMPTY}"
    if option.type == "check":
        kind = f"check default {'true' if option.default else 'false'}"
    elif option.type == "whole" and option.bounds is not None:
        low, high = option.bounds
        kind = f"spin default {default} min {low} max {high}"
    elif isinstance(option.accepts, tuple):
        choices = " ".join(f"var {option.write(choice)}" for choice in option.accepts)
        kind = f"combo default {default} {choices}"
    return f"option name {option.name} type {kind}"


def read_option(words: Sequence[str]) -> tuple[str, str]:
    """The name and the value that stand after `setoption`."""
    if words[:1] != ["name"] or len(words) < 2:
        raise InvalidNotation(
            "an option is set by `setoption name NAME value VALUE`",
            "uma opção define-se com `setoption name NOME value VALOR`",
        )
    end = words.index("value") if "value" in words else len(words)
    value = " ".join(words[end + 1 :])
    return " ".join(words[1:end]), _unless_empty(value)


def _unless_empty(text: str) -> str:
    """A text as it is meant."""
    return "" if text == EMPTY else text


def _whole(text: str) -> int | None:
    """A whole number, no larger than anybody can use; None for anything else."""
    if not WHOLE.fullmatch(text):
        return None
    return max(-LARGEST, min(LARGEST, int(text[:DIGITS])))


def _milliseconds(seconds: float) -> str:
    return str(max(0, round(1000 * seconds)))
