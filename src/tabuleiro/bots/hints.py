"""Hints at full strength, in three grades: which piece, which direction, the whole move.

All grades of a position come from one search. It is limited by what it looks at and not by time,
and begins with an empty table, so that whoever asks again gets the same answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, hypot, pi
from typing import Any

from tabuleiro.bots.analysis import Analyst
from tabuleiro.bots.base import Bot, as_bot
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_analyst
from tabuleiro.bots.reasons import Reason, why_best
from tabuleiro.bots.search import Search
from tabuleiro.errors import InvalidOption
from tabuleiro.kernel.contract import STOP
from tabuleiro.move import Move
from tabuleiro.position import Position
from tabuleiro.text import Text
from tabuleiro.turn import RESERVE, Choice, steps_of

GRADES = {
    1: Text("which piece", "que peça"),
    2: Text("which direction", "que direção"),
    3: Text("the whole move", "a jogada toda"),
}
LIMIT = Limit(nodes=2_000_000, iterations=30_000)
"""For a hint, unless somebody says otherwise: half a second to a second."""

SEED = 1
"""What a bot's chance begins with, for hints and reviews that can be repeated."""

WHOLE_MOVE = Text("Play {move}.", "Joga {move}.")
STOP_HERE = Text("Finish your turn here.", "Termina aqui a jogada.")
LOOK = {
    "piece": Text("Look at the piece on {source}.", "Repara na peça em {source}."),
    "reserve": Text("Look at your reserve.", "Repara na tua reserva."),
    "place": Text("Look {area}.", "Procura {area}."),
}
GO = {
    "piece": Text("Move the piece on {source} {way}.", "Move a peça de {source} {way}."),
    "reserve": Text("Drop a piece {area}.", "Põe uma peça da reserva {area}."),
    "place": Text("Choose {source}.", "Escolhe {source}."),
}
WAYS = (
    Text("to the right", "para a direita"),
    Text("up and to the right", "para cima e para a direita"),
    Text("up", "para cima"),
    Text("up and to the left", "para cima e para a esquerda"),
    Text("to the left", "para a esquerda"),
    Text("down and to the left", "para baixo e para a esquerda"),
    Text("down", "para baixo"),
    Text("down and to the right", "para baixo e para a direita"),
)
"""Against the clock from the right, an eighth of a turn each."""
AREAS = (
    Text("on the right", "à direita"),
    Text("in the upper right", "em cima, à direita"),
    Text("in the upper half", "na metade de cima"),
    Text("in the upper left", "em cima, à esquerda"),
    Text("on the left", "à esquerda"),
    Text("in the lower left", "em baixo, à esquerda"),
    Text("in the lower half", "na metade de baixo"),
    Text("in the lower right", "em baixo, à direita"),
)
CENTRE = Text("near the centre", "perto do centro")


@dataclass(frozen=True)
class Hint:
    """A sentence for a person, and what a board may show with it: no more than the grade tells."""

    grade: int
    text: Text
    cells: tuple[int, ...]
    """The cells to point out; RESERVE for the player's reserve."""
    direction: tuple[float, float] | None
    """Where the piece goes as the board is drawn: to the right and downwards."""
    move: Move | None
    """The move, from the third grade alone."""
    why: Reason | None = None
    """Why it is good, with the move; None where the board does not tell."""

    def facts(self) -> dict[str, Any]:
        """The hint as plain data, but for its sentence."""
        return {
            "grade": self.grade,
            "cells": list(self.cells),
            "direction": None if self.direction is None else list(self.direction),
            "move": None if self.move is None else self.move.text,
            "why": None if self.why is None else self.why.facts(),
        }


def hint(
    position: Position,
    grade: int = 3,
    limit: Limit | None = None,
    seed: int | None = None,
    bot: Bot | Analyst | None = None,
) -> Hint:
    """A hint for the player who acts; `bot` may be one that has searched this game before."""
    if grade not in GRADES:
        accepted = ", ".join(f"{each} ({text['en']})" for each, text in GRADES.items())
        raise InvalidOption(
            f"the grade of a hint cannot be {grade}; accepted: {accepted}",
            f"o grau de uma dica não pode ser {grade}; aceites: {accepted}",
        )
    thinker = make_analyst(position.game, seed=seed) if bot is None else as_bot(bot)
    with look(thinker, position, limit, seed) as search:
        found = search.result
        return hint_at(position, found.move, grade, why_best(position, found))


def look(
    bot: Bot, position: Position, limit: Limit | None = None, seed: int | None = None
) -> Search:
    """The search that all hints at a position come from, by a bot that is not at work; the second
    best line is there to compare with."""
    bot.new_game(SEED if seed is None else seed)
    return bot.search(position, (limit or Limit()).or_else(LIMIT), lines=2)


def rest_of(move: Move, start: Position, here: Position) -> Move | None:
    """What is left of a hinted turn after some of its steps; None if others were made."""
    made: list[int] = []
    before: Position | None = here
    while before is not None and before is not start and before._turn:
        made.insert(0, before._turn[-1])
        before = before.parent
    count = len(made)
    if before is not start or move.actions[:count] != tuple(made):
        return None
    return here.play(Move(move.actions[count:], move.text)).move_since(here) if count else move


def hint_at(position: Position, move: Move, grade: int, why: Reason | None = None) -> Hint:
    """A hint at a move that is already known, and perhaps why it is good."""
    choice = Choice(position, move.actions[0])
    if choice.action == STOP:
        inside = not position.turn_is_over
        return Hint(
            grade, STOP_HERE if inside else _say(WHOLE_MOVE, move=move.text), (), None, move
        )
    if grade == 3:
        whole = _say(WHOLE_MOVE, move=move.text)
        if why is not None:
            whole = Text(f"{whole.en} {why.text.en}", f"{whole.pt} {why.text.pt}")
        return Hint(grade, whole, _cells(position, move), _way(choice), move, why)
    cells = position.game.geometry.cells
    source = choice.cells[0]
    kind = "reserve" if source == RESERVE else "piece" if len(choice.cells) > 1 else "place"
    way = _way(choice)
    words = {
        "source": "" if source == RESERVE else cells[source].name,
        "way": WAYS[_eighth(*way)] if way is not None else "",
        "area": _area(position, choice.cells[-1]),
    }
    if grade == 1:
        shown = () if kind == "place" else (source,)
        return Hint(grade, _say(LOOK[kind], **words), shown, None, None)
    return Hint(grade, _say(GO[kind], **words), (source,), way, None)


def _cells(position: Position, move: Move) -> tuple[int, ...]:
    """All cells that a turn points at, in order; where one step ends, the next may begin."""
    found: list[int] = []
    for choice in steps_of(position, move):
        found += [cell for cell in choice.cells if [cell] != found[-1:]]
    return tuple(found)


def _way(choice: Choice) -> tuple[float, float] | None:
    """The direction of a step on the board, of length 1."""
    cells = choice.before.game.geometry.cells
    if len(choice.cells) < 2 or choice.cells[0] == RESERVE:
        return None
    source, target = cells[choice.cells[0]], cells[choice.cells[1]]
    dx, dy = target.x - source.x, target.y - source.y
    return dx / hypot(dx, dy), dy / hypot(dx, dy)


def _area(position: Position, cell: int) -> Text:
    """Where on the board a cell is."""
    geometry = position.game.geometry
    place = geometry.cells[cell]
    dx, dy = place.x - geometry.width / 2, place.y - geometry.height / 2
    if hypot(dx / geometry.width, dy / geometry.height) < 1 / 6:
        return CENTRE
    return AREAS[_eighth(dx, dy)]


def _eighth(dx: float, dy: float) -> int:
    return round(atan2(-dy, dx) / (pi / 4)) % 8


def _say(text: Text, **words: Text | str) -> Text:
    def fill(language: Any) -> str:
        spoken = {
            key: word[language] if isinstance(word, Text) else word for key, word in words.items()
        }
        return text[language].format(**spoken)

    return Text(fill("en"), fill("pt"))
