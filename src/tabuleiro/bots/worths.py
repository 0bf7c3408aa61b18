"""What each piece on the board is worth to an evaluation: the value with it, less that without it.

A piece can be taken off where the state shows how: a bit, or the number of a cell, without which
the drawing is the same but for that piece. Where no bit or number does that (stacks), a piece has
no worth of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from tabuleiro.bots.alphabeta import voice_of
from tabuleiro.bots.analysis import VOICES, Voice
from tabuleiro.bots.base import Bot
from tabuleiro.bots.presets import make_analyst
from tabuleiro.drawing import svg
from tabuleiro.errors import InvalidOption
from tabuleiro.games.base import Piece
from tabuleiro.kernel import looking
from tabuleiro.kernel.engine import Engine
from tabuleiro.kernel.net import NetUse, put
from tabuleiro.kernel.records import Plain
from tabuleiro.position import Position

WHOLE = 64
"""The bits of a word."""


@dataclass(frozen=True)
class Worths:
    """What the pieces of a position are worth to their owners; a notebook shows the board."""

    position: Position
    points: dict[int, int]
    """By cell, in hundredths of a stone."""
    judge: Voice
    """What was asked."""

    def signs(self) -> dict[int, tuple[str, str, str]]:
        """A plate for each piece: its colour, a number, and the same in words."""
        names = [cell.name for cell in self.position.game.geometry.cells]
        return {
            cell: (
                "win" if points > 0 else "loss" if points < 0 else "draw",
                f"{points / 100:+.1f}",
                f"{names[cell]} {points / 100:+.2f}",
            )
            for cell, points in self.points.items()
        }

    def picture(self, size: int | None = None) -> str:
        """The board as SVG, with what each piece is worth."""
        return svg(self.position, size, self.signs())

    def _repr_html_(self) -> str:
        return f"{self.picture()}<p>{escape(VOICES[self.judge].en)}</p>"


def worths(position: Position, bot: Bot | str | None = None) -> Worths:
    """What each piece is worth to a bot's evaluation; the strongest bot's, if none is named."""
    game = position.game
    judge = bot if isinstance(bot, Bot) else make_analyst(game, bot)
    weights, stone, net = judge.judgement()
    if net is None and not any(weights):
        raise InvalidOption(
            f"{judge.name} cannot say what a piece of {game.name} is worth: it has no evaluation; "
            "`tabuleiro learn` makes one",
            f"{judge.name} não pode dizer quanto vale uma peça de {game.name}: não tem avaliação; "
            "`tabuleiro learn` faz uma",
        )
    whole = position.state()
    pieces, without = [], [whole]
    for piece, state in _alike(position, dict(_taken_off(position))):
        pieces.append(piece)
        without.append(state)
    if not pieces and position.view.pieces:
        raise InvalidOption(
            f"the pieces of {game.name} cannot be taken off one by one, so that none has a worth "
            "of its own",
            f"as peças de {game.name} não se podem tirar uma a uma; nenhuma tem valor próprio",
        )
    value, *others = _values(position, without, weights, net)
    signs = [1 if piece.owners[-1] == position.player else -1 for piece in pieces]
    points = {
        piece.cell: round(sign * (value - other) / stone)
        for piece, sign, other in zip(pieces, signs, others, strict=True)
    }
    return Worths(position, points, voice_of(net))


def _taken_off(position: Position) -> Iterator[tuple[Piece, Plain]]:
    """Each piece that can be taken off, and the state without it."""
    game = position.game
    here = {piece.cell: piece for piece in position.view.pieces}
    words = position.state().words()
    found: set[int] = set()
    for at, word in enumerate(words):
        if at == game.player_word or word == 0:
            continue
        bits = (word & ~(1 << bit) for bit in range(WHOLE) if word >> bit & 1)
        for less in (0, *bits) if word & word - 1 else (0,):
            state = position.state()
            state.load((*words[:at], less, *words[at + 1 :]))
            piece = _missing(position, here, state)
            if piece is not None and piece.cell not in found:
                found.add(piece.cell)
                yield piece, state


def _alike(position: Position, found: dict[Piece, Plain]) -> Iterable[tuple[Piece, Plain]]:
    """Stacks have a worth only where all have one, whatever some of them look like in the state."""
    stacks = {piece for piece in position.view.pieces if len(piece.owners) > 1}
    none = stacks if stacks - found.keys() else ()
    return [(piece, state) for piece, state in found.items() if piece not in none]


def _missing(position: Position, here: dict[int, Piece], state: Plain) -> Piece | None:
    """The one piece that is not in the drawing of a state, if all others are as they were."""
    game = position.game
    try:
        there = game.people.view(game.board, state).pieces
    except (ArithmeticError, LookupError, ValueError):
        return None  # no state that could be drawn
    if len(there) != len(here) - 1 or any(here.get(piece.cell) != piece for piece in there):
        return None
    return here[(here.keys() - {piece.cell for piece in there}).pop()]


def _values(
    position: Position, states: Sequence[Plain], weights: Sequence[int], net: NetUse | None
) -> list[int]:
    """What an evaluation says of states to the player of a position, computed plainly."""
    import numpy as np

    game = position.game
    engine = Engine(game.source, game.tables, plain=True, terms=game.terms_source)
    k: Any = engine.new_memory()
    k.weights[: len(weights)] = weights
    put(k, net)
    facts = np.zeros((len(states), 1), np.int64)
    none = np.zeros((1, 1), np.int32)
    engine.compile("looking")(engine.board, k, states, facts, none, none, looking.ASSESS, 0)
    return [int(value) for value in facts[:, 0]]
