"""The board: a widget that draws a position and tells what a person points at."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from tabuleiro.games.base import Cell
from tabuleiro.position import Position
from tabuleiro.terminal.console import Look
from tabuleiro.terminal.layout import Layout, fit
from tabuleiro.terminal.painting import Marks, paint


class Board(Widget, can_focus=True):
    """A position at the largest scale that fits, with a cursor for the keyboard."""

    DEFAULT_CSS = "Board { width: 1fr; height: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "point(0, -1)", show=False),
        Binding("down", "point(0, 1)", show=False),
        Binding("left", "point(-1, 0)", show=False),
        Binding("right", "point(1, 0)", show=False),
        Binding("enter,space", "pick", show=False),
    ]

    position: reactive[Position | None] = reactive(None, layout=False)
    look: reactive[Look] = reactive(Look.colour)
    flipped: reactive[bool] = reactive(False)
    marks: reactive[Marks] = reactive(Marks())
    cursor: reactive[int | None] = reactive(None)

    class Pointed(Message):
        """The cursor has moved to another cell."""

    class Picked(Message):
        """A person has picked a cell."""

        def __init__(self, cell: int) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._strips: list[Strip] | None = None
        self._layout_of_board: Layout | None = None
        self._pressed: int | None = None
        """The cell where the mouse button went down."""
        self._column = 0.0
        """Where the cursor wants to be from left to right, whatever rows it crosses."""

    @property
    def fits(self) -> bool:
        """Whether the board can be drawn in this widget."""
        return self._layout() is not None

    def render_line(self, y: int) -> Strip:
        strips, row = self._painted(), y - self._offset().y
        if 0 <= row < len(strips):
            return strips[row]
        return Strip.blank(self.size.width, self.rich_style)

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell under a character of the widget."""
        layout, offset = self._layout(), self._offset()
        return None if layout is None else layout.cell_at(x - offset.x, y - offset.y)

    def middle_of(self, cell: int) -> Offset:
        """The character of the widget in the middle of a cell."""
        layout = self._layout()
        assert layout is not None
        return self._offset() + Offset(*layout.boxes[cell].middle)

    def action_point(self, dx: int, dy: int) -> None:
        """Move the cursor to the nearest cell in a direction."""
        if self.position is None:
            return
        cells = self.position.game.geometry.cells
        if self.cursor is None:
            self._point_at(_central(self.position))
            return
        way = (-dx, -dy) if self.flipped else (dx, dy)
        self.cursor = neighbour(cells, self.cursor, self._column, *way)
        if dx:
            self._column = cells[self.cursor].x

    def action_pick(self) -> None:
        """Pick the cell under the cursor."""
        if self.cursor is None:
            self.action_point(0, 0)
        else:
            self.post_message(self.Picked(self.cursor))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._pressed = self.cell_at(event.x, event.y)
        if self._pressed is not None:
            self._point_at(self._pressed)
            self.post_message(self.Picked(self._pressed))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """A piece that was dragged is put down."""
        cell, pressed, self._pressed = self.cell_at(event.x, event.y), self._pressed, None
        if pressed is not None and cell is not None and cell != pressed:
            self._point_at(cell)
            self.post_message(self.Picked(cell))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        cell = self.cell_at(event.x, event.y)
        if cell is not None:
            self._point_at(cell)

    def on_resize(self) -> None:
        self._forget()

    def watch_cursor(self) -> None:
        self.post_message(self.Pointed())

    def watch_position(self, before: Position | None, now: Position | None) -> None:
        if before is None or now is None or before.game is not now.game:
            self.cursor = None
            self._forget()
        self._strips = None

    def watch_marks(self) -> None:
        self._strips = None

    def watch_look(self) -> None:
        self._strips = None

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._strips = None

    def watch_flipped(self) -> None:
        self._forget()

    def _point_at(self, cell: int) -> None:
        assert self.position is not None
        self.cursor = cell
        self._column = self.position.game.geometry.cells[cell].x

    def _forget(self) -> None:
        self._layout_of_board = self._strips = None

    def _layout(self) -> Layout | None:
        if self._layout_of_board is None and self.position is not None:
            self._layout_of_board = fit(
                self.position.game.geometry, self.size.width, self.size.height, self.flipped
            )
        return self._layout_of_board

    def _painted(self) -> list[Strip]:
        """The lines of the board, painted when something has changed."""
        layout = self._layout()
        if self._strips is None and layout is not None and self.position is not None:
            canvas = paint(self.position, layout, self.look, self.marks)
            style, width = self.rich_style, self.size.width
            left = Strip.blank(self._offset().x, style)
            lines = (Strip(canvas.segments(row), canvas.width) for row in range(canvas.height))
            self._strips = [
                Strip.join([left, line.apply_style(style)]).adjust_cell_length(width, style)
                for line in lines
            ]
        return self._strips or []

    def _offset(self) -> Offset:
        """The board in the middle of the widget; row labels do not count."""
        layout = self._layout()
        if layout is None:
            return Offset(0, 0)
        free_x, free_y = self.size.width - layout.width, self.size.height - layout.height
        return Offset(max(free_x // 2 - 1, 0), max(free_y // 2, 0))


def neighbour(cells: Sequence[Cell], here: int, column: float, dx: int, dy: int) -> int:
    """The next cell of the row; or, in the next row, the one nearest to a column."""
    now = cells[here]
    if dx:
        ways = {
            index: (0.0, abs(cell.x - now.x))
            for index, cell in enumerate(cells)
            if abs(cell.y - now.y) < 0.1 and (cell.x - now.x) * dx > 0
        }
    else:
        ways = {
            index: (round(abs(cell.y - now.y), 3), abs(cell.x - column))
            for index, cell in enumerate(cells)
            if (cell.y - now.y) * dy > 0.1
        }
    return min(ways, key=lambda index: ways[index], default=here)


def _central(position: Position) -> int:
    """The cell nearest to the middle of the board."""
    geometry = position.game.geometry
    return min(
        range(len(geometry.cells)),
        key=lambda index: hypot(
            geometry.cells[index].x - geometry.width / 2,
            geometry.cells[index].y - geometry.height / 2,
        ),
    )
