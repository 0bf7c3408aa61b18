"""A grid of coloured characters to paint on: fills, discs with round edges, lines and texts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby

from rich.segment import Segment
from rich.style import Style

QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""The block of each set of quarters: 1 upper left, 2 upper right, 4 lower left, 8 lower right."""


@dataclass(slots=True)
class Spot:
    """One character and how it looks."""

    sign: str = " "
    ink: str | None = None
    ground: str | None = None
    look: str = ""
    """`bold`, `dim` and `reverse`, as in rich."""

    def style(self) -> Style:
        """The style for the terminal."""
        return _style(self.ink, self.ground, self.look)


@dataclass
class Canvas:
    """So many columns and lines of characters."""

    width: int
    height: int
    ground: str | None = None
    spots: list[list[Spot]] = field(init=False)

    def __post_init__(self) -> None:
        self.spots = [
            [Spot(ground=self.ground) for _ in range(self.width)] for _ in range(self.height)
        ]

    def fill(self, x: int, y: int, width: int, height: int, colour: str) -> None:
        """A rectangle in one colour."""
        for spot in self._within(x, y, width, height):
            spot.sign, spot.ground = " ", colour

    def write(
        self, x: int, y: int, text: str, ink: str | None = None, ground: str = "", look: str = ""
    ) -> None:
        """A text on what is there, or on a ground of its own; what lies outside is cut off."""
        for spot, sign in zip(self._within(x, y, len(text), 1), text, strict=False):
            spot.sign, spot.ink, spot.look = sign, ink, look
            if ground:
                spot.ground = ground

    def disc(self, x: float, y: float, across: float, high: float, colour: str) -> None:
        """An ellipse around a point, both in characters, with edges cut to quarters."""
        for line in range(max(int(y - high / 2), 0), min(int(y + high / 2) + 1, self.height)):
            for column in range(
                max(int(x - across / 2), 0), min(int(x + across / 2) + 1, self.width)
            ):
                inside = 0
                for bit in range(4):
                    dx = (column + 0.25 + 0.5 * (bit & 1) - x) / (across / 2)
                    dy = (line + 0.25 + 0.5 * (bit >> 1) - y) / (high / 2)
                    inside |= (dx * dx + dy * dy <= 1) << bit
                spot = self.spots[line][column]
                if inside == 15:
                    spot.sign, spot.ground = " ", colour
                elif inside:
                    spot.sign, spot.ink, spot.look = QUARTERS[inside], colour, ""

    def line(self, start: tuple[int, int], end: tuple[int, int], ink: str | None) -> None:
        """A thin line between two characters, without its ends: level, upright or slanting."""
        (x, y), (to_x, to_y) = sorted((start, end), key=lambda point: (point[1], point[0]))
        if y == to_y:
            self.write(x + 1, y, "─" * (to_x - x - 1), ink)
            return
        sign = "│" if x == to_x else "╲" if to_x > x else "╱"
        for step in range(1, to_y - y):
            column = x + (to_x - x) * step / (to_y - y)
            self.write(int(column + 0.5), y + step, sign, ink)

    def segments(self, line: int) -> list[Segment]:
        """A line as runs of equal style."""
        return [
            Segment("".join(spot.sign for spot in run), style)
            for style, run in groupby(self.spots[line], key=Spot.style)
        ]

    def _within(self, x: int, y: int, width: int, height: int) -> Iterator[Spot]:
        for line in range(max(y, 0), min(y + height, self.height)):
            yield from self.spots[line][max(x, 0) : max(min(x + width, self.width), 0)]


_styles: dict[tuple[str | None, str | None, str], Style] = {}


def _style(ink: str | None, ground: str | None, look: str) -> Style:
    key = (ink, ground, look)
    if key not in _styles:
        _styles[key] = Style(color=ink, bgcolor=ground) + Style.parse(look)
    return _styles[key]


def mix(one: str, other: str, share: float) -> str:
    """A colour between two; `share` is that of the other."""
    parts = [(int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)


def contrast(ground: str) -> str:
    """Dark ink on a light ground, light ink on a dark one."""
    red, green, blue = (int(ground[i : i + 2], 16) for i in (1, 3, 5))
    return "#1c1812" if 0.3 * red + 0.59 * green + 0.11 * blue > 140 else "#fdfaf2"
