"""A position painted on a canvas: one painter for every game, in colours or in plain signs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from tabuleiro.drawing import KNOWN
from tabuleiro.games.base import Geometry, Piece, Player
from tabuleiro.position import Position
from tabuleiro.solving.knowledge import Mark
from tabuleiro.terminal.canvas import Canvas, contrast, mix
from tabuleiro.terminal.console import Look
from tabuleiro.terminal.layout import Box, Layout
from tabuleiro.terminal.picture import MARKS, SIGNS, letter_of

WOOD = "#cdb083"
GRAIN = "#7a5c34"
TINTS = {
    "dark": "#8f6440",
    "light": "#d3b27a",
    "white": "#d5cebd",
    "blue": "#7b9ccb",
    "neutral": "#a39d90",
    "goal": "#a8c07a",
}
DISCS = {
    "white": "#fffdf6",
    "black": "#25221f",
    "red": "#b8322a",
    "blue": "#1d4c9c",
    "orange": "#f09428",
}
OTHERS = ("#fffdf6", "#25221f")
"""Discs of players whose colour has no name here."""
NOBODYS = "#6c6a64"
"""Pieces that belong to nobody."""
CURSOR, PICKED, MOVABLE, TARGET = "#ffe14d", "#3ddc6a", "#9be8b0", "#2f9e57"
TAKEN, LAST, HINT = "#e0483c", "#e8d36a", "#b884ff"
SPECIAL = {"blocked": "×", "goal": "★", "king": "♚", "moving": "◆"}
DOUBLE = {"×": "><", "✕": "><", "○": "()", "●": "••"}
"""Signs for cells whose middle is between two characters."""
PLAIN_SIGNS = {**SIGNS, "dark": "+"}
EMPTY: frozenset[int] = frozenset()


class Plate(NamedTuple):
    """A few letters on a cell, and whether they are good for somebody: `win`, `draw`, `loss`."""

    value: str
    sign: str


@dataclass(frozen=True)
class Marks:
    """Cells that are pointed out."""

    cursor: int | None = None
    picked: int | None = None
    movable: Set[int] = EMPTY
    """Pieces that a turn can go on with."""
    targets: Set[int] = EMPTY
    taken: Set[int] = EMPTY
    """Where pieces would leave the board."""
    last: Set[int] = EMPTY
    hint: Set[int] = EMPTY
    known: Mapping[int, Mark | Plate] = field(default_factory=dict)
    """What the moves from or to a cell, or the pieces there, are worth, where that is known."""
    ghosts: Mapping[int, int | None] = field(default_factory=dict)
    """Whose pieces were just captured, by the cell where they stood."""


def paint(
    position: Position, layout: Layout, look: Look = Look.colour, marks: Marks | None = None
) -> Canvas:
    """The board with its pieces and what is pointed out."""
    painter = PlainPainter if look is Look.plain else Colour
    return painter(position, layout, marks or Marks()).paint()


@dataclass
class Painter(ABC):
    """What the two ways of painting share."""

    position: Position
    layout: Layout
    marks: Marks
    canvas: Canvas = field(init=False)
    standing: dict[int, Piece] = field(init=False)

    def __post_init__(self) -> None:
        self.canvas = Canvas(self.layout.width, self.layout.height)
        self.standing = {piece.cell: piece for piece in self.position.view.pieces}

    @abstractmethod
    def paint(self) -> Canvas:
        """The finished picture."""

    @property
    def geometry(self) -> Geometry:
        return self.position.game.geometry

    @property
    def players(self) -> tuple[Player, Player]:
        return self.position.players

    def lines(self, ink: str | None) -> None:
        boxes = self.layout.boxes
        for a, b in self.geometry.lines:
            self.canvas.line(self.middle(boxes[a]), self.middle(boxes[b]), ink)

    def middle(self, box: Box) -> tuple[int, int]:
        return box.middle


class Colour(Painter):
    """Wood, tiles and discs."""

    def paint(self) -> Canvas:
        for x, y, text in self.layout.labels:
            self.canvas.write(x, y, text, look="dim")
        points = bool(self.geometry.lines)
        if points:
            self._wood()
        else:
            for index, box in enumerate(self.layout.boxes):
                self._tile(index, box)
        for index, box in enumerate(self.layout.boxes):
            if points:
                self._point(index, box)
        for index, piece in self.standing.items():
            self._piece(piece, self.layout.boxes[index])
        for index, box in enumerate(self.layout.boxes):
            self._outline(index, box)
        for index, owner in self.marks.ghosts.items():
            self._ghost(index, owner, self.layout.boxes[index])
        for index in self.marks.targets:
            self._target(index, self.layout.boxes[index])
        for index in self.marks.taken:
            self._cross(self.layout.boxes[index])
        for index, mark in self.marks.known.items():
            self._known(self.layout.boxes[index], mark)
        return self.canvas

    def _known(self, box: Box, mark: Mark | Plate) -> None:
        sign = mark.sign[: box.width]
        x = box.x + box.width - len(sign)
        self.canvas.write(x, box.y, sign, "#ffffff", ground=KNOWN[mark.value], look="bold")

    def _wood(self) -> None:
        boxes = self.layout.boxes
        left, top = min(box.x for box in boxes), min(box.y for box in boxes)
        right, bottom = (
            max(box.x + box.width for box in boxes),
            max(b.y + b.height for b in boxes),
        )
        self.canvas.fill(left, top, right - left, bottom - top, WOOD)
        self.lines(GRAIN)

    def _point(self, index: int, box: Box) -> None:
        x, y = box.middle
        strong = self.geometry.cells[index].tint == "strong"
        self.canvas.write(x, y, "●" if strong else "┼", GRAIN)
        tint = self._highlight(index, WOOD)
        if tint != WOOD:
            self.canvas.fill(x - 1, y, 3, 1, tint)

    def _tile(self, index: int, box: Box) -> None:
        tint = self._highlight(index, self._shade(index))
        self.canvas.fill(box.x, box.y, box.width, box.height, tint)

    def _shade(self, index: int) -> str:
        """The tint of a cell, a little darker on every second one (third on hexagons)."""
        cell, box = self.geometry.cells[index], self.layout.boxes[index]
        row = box.y // box.height
        if cell.shape == "hexagon":
            column = (box.x - (row % 2) * box.width // 2) // box.width
            step = (column - row - row // 2) % 3
        else:
            step = (int(cell.x) + int(cell.y)) % 2
        return mix(TINTS.get(cell.tint, WOOD), "#000000", 0.08 * step)

    def _highlight(self, index: int, tint: str) -> str:
        marks = self.marks
        for cells, colour, share in (
            (marks.last, LAST, 0.45),
            (marks.hint, HINT, 0.7),
            (marks.targets, TARGET, 0.3),
            (marks.taken, TAKEN, 0.4),
        ):
            if index in cells:
                tint = mix(tint, colour, share)
        if index == marks.picked:
            return mix(tint, PICKED, 0.7)
        return mix(tint, CURSOR, 0.3) if index == marks.cursor else tint

    def _outline(self, index: int, box: Box) -> None:
        """Corners around a cell, which a piece on it does not hide."""
        marks = self.marks
        for here, colour in (
            (index == marks.cursor, CURSOR),
            (index == marks.picked, PICKED),
            (index in marks.targets and index in self.standing, TARGET),
            (index in marks.movable, MOVABLE),
            (index in marks.hint, HINT),
            (index in marks.last and index in self.standing, LAST),
        ):
            if here:
                self._corners(box, colour)
                return

    def _corners(self, box: Box, colour: str) -> None:
        right, bottom = box.x + box.width - 1, box.y + box.height - 1
        if box.height == 1:
            corners = [(box.x, box.y, "▐"), (right, box.y, "▌")]
        else:
            corners = [(box.x, box.y, "▛"), (right, box.y, "▜")]
            corners += [(box.x, bottom, "▙"), (right, bottom, "▟")]
        for x, y, sign in corners:
            self.canvas.write(x, y, sign, colour)

    def _piece(self, piece: Piece, box: Box) -> None:
        fill = self.disc_colour(piece.owner)
        buried = piece.owners[:-1]
        if box.height == 1:
            self._flat(piece, box)
            return
        width, high = box.width, box.height - (1 if buried else 0)
        if high == 1:
            self.canvas.fill(box.x + 1, box.y, width - 2, 1, fill)
        else:
            # Where the lines are even in number, the air is above: signs stand in the middle.
            middle = box.y + (high + (high + 1) % 2 * 0.5) / 2
            across = min(width - 0.6, 2.2 * high)
            air = 0.8 if high > 2 else 0.5 if width > 4 else 0.6
            tall = min(high - air, across / 1.8)
            self.canvas.disc(box.x + width / 2, middle, across, tall, fill)
        sign = self._sign(piece, box)
        self.canvas.write(
            box.x + (width - len(sign)) // 2,
            box.y + high // 2,
            sign,
            contrast(fill),
            ground=fill,
            look="bold",
        )
        for place, each in enumerate(buried):
            ground = self.disc_colour(each)
            letter = self.players[each].letter.upper()
            column = box.x + (width - len(buried)) // 2 + place
            self.canvas.write(
                column, box.y + box.height - 1, letter, contrast(ground), ground=ground
            )

    def _ghost(self, index: int, owner: int | None, box: Box) -> None:
        """A captured piece: faint on an empty cell, small in the corner of one that is taken."""
        disc, letter = self.disc_colour(owner), letter_of(self.players, owner).lower()
        if index not in self.standing:
            x, y = box.middle
            ground = self._highlight(index, WOOD if self.geometry.lines else self._shade(index))
            faint = mix(ground, disc, 0.4)
            self.canvas.fill(x - 1, y, 3, 1, faint)
            self.canvas.write(x, y, letter, mix(faint, contrast(faint), 0.6))
        elif box.height > 1:
            right, bottom = box.x + box.width - 1, box.y + box.height - 1
            self.canvas.write(right, bottom, letter, contrast(disc), ground=disc)

    def _flat(self, piece: Piece, box: Box) -> None:
        """A piece or a stack on a single line."""
        shown = list(piece.owners or (None,))
        if len(shown) > box.width - 1:
            shown = shown[-1:]
        column = box.x + (box.width - len(shown)) // 2
        for place, owner in enumerate(shown):
            ground = self.disc_colour(owner)
            letter = letter_of(self.players, owner)
            self.canvas.write(
                column + place, box.y, letter, contrast(ground), ground=ground, look="bold"
            )
        extra = piece.label or (str(len(piece.owners)) if len(shown) < len(piece.owners) else "")
        extra += MARKS.get(piece.mark, "")
        self.canvas.write(column + len(shown), box.y, extra, "#1c1812", look="bold")

    def _sign(self, piece: Piece, box: Box) -> str:
        """What is written on a piece; the second player's carry a ring, so that hue is not all."""
        written = piece.label + SPECIAL.get(piece.mark, "")
        if not written and len(piece.owners) > 1:
            written = str(len(piece.owners))
        written = written or ("○" if piece.owner == 1 else " ")
        return self._even(written, box)

    def _target(self, index: int, box: Box) -> None:
        if index not in self.standing:
            self.canvas.write(*box.middle, self._even("●", box), "#0d5c2b", look="bold")

    def _cross(self, box: Box) -> None:
        self.canvas.write(*box.middle, self._even("✕", box), "#ffffff", ground=TAKEN, look="bold")

    def _even(self, sign: str, box: Box) -> str:
        return sign if box.width % 2 else DOUBLE.get(sign, sign)

    def disc_colour(self, player: int | None) -> str:
        if player is None:
            return NOBODYS
        return DISCS.get(self.players[player].colour, OTHERS[player])


class PlainPainter(Painter):
    """Letters and signs, without colours."""

    def paint(self) -> Canvas:
        for x, y, text in self.layout.labels:
            self.canvas.write(x, y, text, look="dim")
        self.lines(None)
        for index, box in enumerate(self.layout.boxes):
            self._cell(index, box, self.standing.get(index))
        for index, mark in self.marks.known.items():
            box = self.layout.boxes[index]
            sign = mark.sign[: box.width]
            x = box.x + box.width - len(sign)
            self.canvas.write(x, box.y + box.height - 1, sign, look="bold")
        return self.canvas

    def _cell(self, index: int, box: Box, piece: Piece | None) -> None:
        cell = self.geometry.cells[index]
        sign = PLAIN_SIGNS.get(cell.tint, "·")
        x, y = self.middle(box)
        text = sign
        if piece is not None:
            text = letter_of(self.players, piece.owner) + piece.label
            text += MARKS.get(piece.mark, "")
            stack = "".join(self.players[owner].letter.upper() for owner in piece.owners)
            if len(stack) > 1 and box.height > 1:
                text = stack[-1] + str(len(stack))
                self.canvas.write(x - len(stack[:-1]) // 2, y + 1, stack[:-1].lower())
            elif len(stack) > 1:
                text = stack if len(stack) < box.width - 1 else stack[-1] + str(len(stack))
            elif box.height > 1 and cell.tint in SIGNS and not self.geometry.lines:
                self.canvas.write(x, y + 1, sign, look="dim")
        if index in self.marks.ghosts:
            letter = letter_of(self.players, self.marks.ghosts[index]).lower()
            if piece is None:
                text = letter
            elif box.height > 1:
                self.canvas.write(x + 1, y + 1, letter, look="dim")
        start = x - len(text) // 2
        self.canvas.write(start, y, text, look="bold" if piece is not None else "")
        for before, after, look in self._brackets(index):
            self.canvas.write(start - 1, y, before, look=look)
            self.canvas.write(start + len(text), y, after, look=look)

    def middle(self, box: Box) -> tuple[int, int]:
        """Above the middle, so that there is a line below for what lies under a piece."""
        return box.middle[0], box.y + (box.height - 1) // 2

    def _brackets(self, index: int) -> list[tuple[str, str, str]]:
        marks = self.marks
        if index == marks.cursor:
            return [("[", "]", "bold reverse")]
        for here, signs in (
            (index in marks.taken, "xx"),
            (index == marks.picked, "<>"),
            (index in marks.targets, "()"),
            (index in marks.movable, "{}"),
            (index in marks.hint, "??"),
            (index in marks.last, "''"),
        ):
            if here:
                return [(signs[0], signs[1], "bold")]
        return []
