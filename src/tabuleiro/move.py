"""A move: one whole turn, as a value that compares, prints and is read from text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from tabuleiro.errors import AmbiguousMove, IllegalMove, InvalidNotation
from tabuleiro.text import Language, Text

if TYPE_CHECKING:
    from tabuleiro.position import Position

STOP_TEXT = "stop"
"""How ending a half-made turn is written when nothing else was done."""

SHOWN = 8
"""How many candidates an error message lists."""

COUNTED = 100
"""How many are counted: long chains of captures can branch into millions of turns."""

UNREADABLE = Text("cannot be read", "não se consegue ler")
EMPTY = Text("is empty", "está vazia")
EXAMPLES = Text("legal moves are, for example: ", "são legais, por exemplo: ")
NO_EXAMPLE = Text("no move is legal", "nenhuma jogada é legal")


class Move:
    """The steps of one turn. Equal steps are equal moves; the text is that of its position.

    A move that a position has listed is written only when somebody reads it.
    """

    __slots__ = ("_text", "actions", "origin")

    def __init__(
        self, actions: tuple[int, ...], text: str | None = None, origin: Position | None = None
    ) -> None:
        self.actions = actions
        self.origin = origin
        """The position that has found the move legal, if one has."""
        self._text = text

    @property
    def text(self) -> str:
        """The move in notation."""
        if self._text is None:
            assert self.origin is not None
            self._text = self.origin.text_of(self.actions)
        return self._text

    def __reduce__(self) -> tuple[object, ...]:
        return Move, (self.actions, self.text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.actions == other.actions

    def __hash__(self) -> int:
        return hash(self.actions)

    def __lt__(self, other: Move) -> bool:
        return self.text < other.text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Move {self.text}>"

    @staticmethod
    def parse(position: Position, text: str) -> Move:
        """The legal move that a text means in a position.

        The exact notation is decoded without listing moves. Failing that, capitals, spaces and
        signs are forgiven, and a beginning that fits one legal move alone stands for it.
        """
        exact = _decode(position, text)
        return exact if exact is not None else _match(position, text)


def _decode(position: Position, text: str) -> Move | None:
    """The move of a text in exact notation, or None."""
    here, texts = position, []
    for number, part in enumerate(text.strip().lower().split(",")):
        if number > 0 and here.turn_is_over:
            return None
        action = 0 if part == STOP_TEXT else here.game.read_step(here, part)
        if action is None or action not in here.steps:
            return None
        written = here.game.step_text(here, action)
        if written.lower() not in (part, ""):
            return None  # `d3-e3` where the notation has `d3-e3a` may fit another move as well
        texts.append(written)
        here = here.step(action)
    if not here.turn_is_over and 0 in here.steps:
        texts.append(here.game.step_text(here, 0))
        here = here.step(0)
    if not here.turn_is_over:
        return None
    actions = here.move_since(position).actions
    return Move(actions, ",".join(filter(None, texts)) or STOP_TEXT, position)


def _match(position: Position, text: str) -> Move:
    wanted = squeeze(text)
    if not wanted:
        raise _unreadable(position, text, UNREADABLE if text.strip(" -,") else EMPTY)
    if position.outcome is not None:
        raise IllegalMove(
            f"{text!r} cannot be played: the game is over",
            f"{text!r} não pode ser jogada: a partida acabou",
        )
    for whole in (True, False):
        fitting = islice(_beginning_with(position, wanted, whole), COUNTED + 1)
        found = [after.move_since(position) for after in fitting]
        if len(found) == 1:
            return found[0]
    if found:
        shown = ", ".join(move.text for move in found[:SHOWN])
        rest = min(len(found), COUNTED) - SHOWN
        more, mais = ("more than ", "mais de ") if len(found) > COUNTED else ("", "")
        number = min(len(found), COUNTED)
        raise AmbiguousMove(
            f"move {text!r} fits {more}{number} legal moves: {shown}"
            + (f" and {more}{rest} more" if rest > 0 else ""),
            f"a jogada {text!r} pode ser uma de {mais}{number} jogadas legais: {shown}"
            + (f" e mais {rest}" if rest > 0 else ""),
        )
    if _reads_as_steps(position, text):
        raise IllegalMove(
            f"move {text!r} is not legal here; {_example(position)}",
            f"a jogada {text!r} não é legal aqui; {_example(position, 'pt')}",
        )
    raise _unreadable(position, text, UNREADABLE)


def _unreadable(position: Position, text: str, why: Text) -> InvalidNotation:
    return InvalidNotation(
        f"move {text!r} {why.en}; {_example(position)}",
        f"a jogada {text!r} {why.pt}; {_example(position, 'pt')}",
    )


def _beginning_with(here: Position, wanted: str, whole: bool) -> Iterator[Position]:
    """Where the turns lead whose squeezed text is `wanted`, or at least begins with it.

    Other steps are not tried.
    """
    for action in here.steps:
        step = squeeze(here.game.step_text(here, action))
        if wanted.startswith(step) or (step.startswith(wanted) and not whole):
            after = here.step(action)
            rest = wanted[len(step) :]
            if not after.turn_is_over:
                yield from _beginning_with(after, rest, whole)
            elif not rest:
                yield after


def _reads_as_steps(position: Position, text: str) -> bool:
    parts = text.strip().lower().split(",")
    return position.game.read_step(position, parts[0]) is not None


def _example(position: Position, language: Language = "en") -> str:
    moves = []
    for move in position.legal_moves:
        moves.append(move.text)
        if len(moves) == SHOWN:
            break
    if not moves:
        return NO_EXAMPLE[language]
    return EXAMPLES[language] + ", ".join(moves)


def squeeze(text: str) -> str:
    """A text without capitals, spaces and signs, for a forgiving comparison."""
    return "".join(letter for letter in text.lower() if letter.isalnum() or letter == "*")
