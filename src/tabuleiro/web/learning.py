"""Help for people who want to learn: hints, analysis, threats, what pieces are worth."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from time import monotonic

from tabuleiro.bots.analysis import Analysis, Line
from tabuleiro.bots.hints import hint_at, look
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import needs, strongest
from tabuleiro.bots.reasons import other_side, reason, why_best
from tabuleiro.bots.worths import worths
from tabuleiro.errors import Stopped
from tabuleiro.position import Position
from tabuleiro.web.match import Node
from tabuleiro.web.shapes import Json, line_of, move_of, text_of
from tabuleiro.web.thinking import Job

Tell = Callable[[Json], None]

COMPILING: Json = {"type": "compiling"}
"""What is told while somebody waits for a game that is compiled for the first time."""

THREATS = Limit(seconds=0.7)
MOST_LINES = 24
"""How many lines may be asked for: as many as an explorer of openings lists."""
WAITING = 2
"""How many times its own seconds an analysis may take in all, waiting included."""
LEAST = 0.01
"""Seconds that a search gets at least."""
PAUSE = 0.08
"""Seconds between two messages of an analysis: as fast as anybody can read."""


def hint_for(job: Job, node: Node, grade: int) -> Json:
    """A hint for the player who acts; all grades come from one search, which is made once."""
    position, best = node.position, node.best
    if best is None:
        with (
            job.bot(position.game, strongest(position.game), object()) as bot,
            job.follow(look(bot, position)) as search,
        ):
            best = search.result
            if not search.stopped:
                node.best = best
    found = hint_at(position, best.move, grade, why_best(position, best))
    shown = {} if found.move is None else move_of(position, found.move)
    return {
        **found.facts(),
        "text": text_of(found.text),
        "actions": shown.get("actions"),
        "steps": shown.get("steps"),
    }


class Study:
    """An analysis, deeper and deeper; it can give way to other searches and go on later."""

    def __init__(
        self, position: Position, text: str, lines: int, seconds: float, owner: object, tell: Tell
    ) -> None:
        self.position = position
        self.text = text
        self.lines = lines
        self.seconds = seconds
        self.owner = owner
        self.tell = tell
        self._goes_by_depth = "alphabeta" in needs(position.game, text)
        self._until = monotonic() + WAITING * seconds
        self._spent = 0.0
        self._deepest = self._nodes = 0
        self._facts: Json = {}

    def __call__(self, job: Job) -> bool:
        """Search until the time is over or the search is stopped; whether it is done."""
        limit = Limit(seconds=max(self._left, LEAST))
        with (
            job.bot(self.position.game, self.text, self.owner) as bot,
            job.follow(bot.search(self.position, limit, self.lines)) as search,
        ):
            for found in search.every(PAUSE):
                self._show(found)
            with suppress(Stopped):
                self._nodes += search.result.nodes
                self._spent += search.result.seconds
        if search.stopped and self._left > 0:
            return False
        self.tell({**self._facts, "running": False})
        return True

    @property
    def _left(self) -> float:
        return min(self.seconds - self._spent, self._until - monotonic())

    def _show(self, found: Analysis) -> None:
        """Tell what is found, unless it is less deep than what was told before giving way."""
        if found.depth < self._deepest:
            return
        self._deepest = found.depth if self._goes_by_depth else 0
        nodes, seconds = self._nodes + found.nodes, self._spent + found.seconds
        self._facts = _analysis(self.position, found, nodes, seconds)
        self.tell({**self._facts, "running": True})


def _analysis(position: Position, found: Analysis, nodes: int, seconds: float) -> Json:
    first = found.seen_by(0)
    return {
        "depth": found.depth,
        "nodes": nodes,
        "nodes_per_second": round(nodes / seconds) if seconds > 0 else 0,
        "seconds": round(seconds, 3),
        "player": position.player,
        "win_probability": first.score.win_probability,
        "why": _why(position, *found.lines[:2]),
        "voice": found.voice,
        "lines": [line_of(position, line) for line in found.lines],
    }


def threats(job: Job, position: Position, owner: object) -> Json:
    """What the other side would do if it were its turn, or its answer to the best move."""
    text = strongest(position.game)
    passed = other_side(position)
    with job.bot(position.game, text, owner) as bot:
        if passed is not None and passed.outcome is None:
            place, lines = passed, 3
        else:
            place, lines = position, 1
        with job.follow(bot.search(place, THREATS, lines)) as search:
            found = search.result
    return {
        "passes": place is not position,
        "why": _threat(place, found.lines[0], place is not position),
        "lines": [line_of(place, line) for line in found.lines],
    }


def _threat(place: Position, line: Line, passes: bool) -> Json | None:
    """Why the other side would do that: what it gains by it."""
    if not passes:  # its answer to the best move
        place, line = place.play(line.moves[0]), Line(line.score, line.moves[1:])
    return _why(place, line) if line.moves else None


def worths_of(job: Job, position: Position, owner: object) -> Json:
    """What each piece is worth to its owner, by the evaluation of the strongest bot."""
    with job.bot(position.game, strongest(position.game), owner) as bot:
        found = worths(position, bot)
    cells = [{"cell": cell, "points": points} for cell, points in found.points.items()]
    return {"voice": found.judge, "cells": cells}


def _why(position: Position, line: Line, other: Line | None = None) -> Json | None:
    """Why a move is good, in both languages; None where the board does not tell."""
    found = reason(position, line, other)
    return None if found is None else text_of(found.text)
