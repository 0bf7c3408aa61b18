"""A position with what is known of its moves, by the cells that a person points at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape

from tabuleiro.drawing import svg
from tabuleiro.errors import JobFailed
from tabuleiro.move import Move
from tabuleiro.position import Position
from tabuleiro.solving.knowledge import Mark, marks, step_marks, worth_asking
from tabuleiro.text import Language
from tabuleiro.turn import Choice, Turn


def cell_marks(
    choices: Iterable[Choice], known: Mapping[int, Mark], picked: int | None = None
) -> dict[int, Mark]:
    """The marks of cells: of what can be picked, or of where what is picked can go.

    Of several steps the best one counts.
    """
    found: dict[int, Mark] = {}
    for choice in choices:
        if picked is not None and choice.cells[:1] != (picked,):
            continue
        mark = known.get(choice.action)
        cell = (choice.cells[0 if picked is None else -1] if choice.cells else -1) if mark else -1
        if mark and cell >= 0 and (cell not in found or mark.rank > found[cell].rank):
            found[cell] = mark
    return found


@dataclass(frozen=True)
class MarkedPosition:
    """A known position and what each of its legal moves is worth; a notebook shows its board."""

    position: Position
    mark: Mark
    """What the position is worth to the player who acts."""
    moves: dict[Move, Mark]

    def picture(self, language: Language = "en", size: int | None = None) -> str:
        """The board as SVG; each piece carries the mark of its best move."""
        known = step_marks(self.position) or {}
        cells = cell_marks(Turn(self.position).choices, known)
        signs = {
            cell: (mark.value, mark.sign, mark.words(language)) for cell, mark in cells.items()
        }
        return svg(self.position, size, signs)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(move.text)}</td><td>{mark.sign}</td><td>{mark.words()}</td></tr>"
            for move, mark in sorted(
                self.moves.items(), key=lambda each: each[1].rank, reverse=True
            )
        )
        said = f"{self.mark.words()}{', proven' if self.mark.sure else ''}"
        return f"{self.picture()}<p>{said}</p><table>{rows}</table>"


def marked(position: Position) -> MarkedPosition:
    """What solved boards and tables of endings know of a position and of all its moves."""
    found = marks(position) if position.outcome is None and worth_asking(position) else None
    if found is None:
        raise JobFailed(
            f"nothing is known for certain of {position.text!r}; `tabuleiro solve` and "
            "`tabuleiro tables` make such knowledge for small boards and endings",
            f"nada se sabe ao certo de {position.text!r}; `tabuleiro solve` e `tabuleiro tables` "
            "criam esse saber para tabuleiros pequenos e finais",
        )
    best = max(found.values(), key=lambda mark: mark.rank)
    return MarkedPosition(position, best, found)
