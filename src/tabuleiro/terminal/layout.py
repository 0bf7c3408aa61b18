"""Where the cells of a board lie on a grid of characters, at the largest scale that fits."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from tabuleiro.games.base import Cell, Geometry

LARGEST = 12
"""Lines of a cell on the largest terminals."""
LEFT = 3
"""Columns for the row labels."""


@dataclass(frozen=True)
class Box:
    """A rectangle of characters."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> tuple[int, int]:
        """The character in the middle, the left and lower one of two."""
        return self.x + (self.width - 1) // 2, self.y + self.height // 2


@dataclass(frozen=True)
class Layout:
    """The boxes of a board's cells, in the order of the cells, and the coordinates beside them."""

    width: int
    height: int
    boxes: tuple[Box, ...]
    labels: tuple[tuple[int, int, str], ...]

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell that a character belongs to."""
        for index, box in enumerate(self.boxes):
            if 0 <= x - box.x < box.width and 0 <= y - box.y < box.height:
                return index
        return None


def fit(geometry: Geometry, width: int, height: int, flipped: bool = False) -> Layout | None:
    """The largest layout within so many characters; None if there is none."""
    hexagons = any(cell.shape == "hexagon" for cell in geometry.cells)
    for lines in range(LARGEST, 0, -1):
        # Odd, so that a cell has a middle; even where rows are half a cell apart.
        widest = 2 * lines + 2 if hexagons else max(2 * lines + 1, 5)
        for columns in range(widest, max(ceil(5 * lines / 3), 3) - 1, -1):
            if columns % 2 == hexagons:
                continue
            found = lay_out(geometry, columns, lines, flipped)
            if found.width <= width and found.height <= height:
                return found
    return None


def lay_out(geometry: Geometry, columns: int, lines: int, flipped: bool = False) -> Layout:
    """The board with cells of so many characters."""
    cells = geometry.cells
    left, top = min(cell.x for cell in cells), min(cell.y for cell in cells)
    right, bottom = max(cell.x for cell in cells), max(cell.y for cell in cells)
    pitch = _row_distance(cells)

    def column(x: float) -> int:
        return LEFT + int((x - left) * columns + 0.5)

    def line(y: float) -> int:
        return int((y - top) / pitch * lines + 0.5)

    def place(cell: Cell) -> Box:
        x, y = (left + right - cell.x, top + bottom - cell.y) if flipped else (cell.x, cell.y)
        return Box(column(x), line(y), columns, lines)

    boxes = tuple(place(cell) for cell in cells)
    below = max(box.y + box.height for box in boxes)
    labels = []
    leaning = any(cell.shape == "hexagon" for cell in cells)
    for label in geometry.labels:
        beside = top - 0.5 <= label.y <= bottom and label.x <= (left + right) / 2
        if leaning and not beside:
            continue  # a line for the columns would cost every cell one
        if label.y > bottom + 0.5:
            x = left + right - label.x if flipped else label.x
            labels.append((column(x) + (columns - 1) // 2, below, label.text))
        else:
            y = top + bottom - label.y if flipped else label.y
            x = max(column(label.x + 0.85) - 1 - len(label.text), 0)
            labels.append((x, line(y) + (lines - 1) // 2, label.text))
    return Layout(
        max(box.x + box.width for box in boxes),
        max([below, *(y + 1 for _, y, _ in labels)]),
        boxes,
        tuple(labels),
    )


def _row_distance(cells: tuple[Cell, ...]) -> float:
    """How far apart two rows are: less than 1 on boards of hexagons."""
    heights = sorted({cell.y for cell in cells})
    return min((b - a for a, b in pairwise(heights)), default=1.0)
