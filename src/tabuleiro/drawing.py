"""A position as an SVG picture: one renderer for every game, from its geometry and view."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from html import escape
from math import cos, radians, sin
from typing import TYPE_CHECKING

from tabuleiro.games.base import Cell, Geometry, Piece, Player, View

if TYPE_CHECKING:
    from tabuleiro.position import Position

SCALE = 48
MARGIN = 0.75

TINTS = {
    "": "#e9d8b4",
    "strong": "#e9d8b4",
    "dark": "#a9784b",
    "light": "#e8cfa0",
    "white": "#f4f1e8",
    "blue": "#86aede",
    "neutral": "#cfcabd",
    "goal": "#c9dfae",
}
DISCS = {
    "white": ("#fbf8f0", "#57503f"),
    "black": ("#37332d", "#14110d"),
    "red": ("#c8463a", "#6d1a13"),
    "blue": ("#3a68b8", "#16305f"),
    "orange": ("#e38a2c", "#7c4206"),
}
NOBODYS = ("#8d8678", "#4f493e")
KNOWN = {"win": "#1b6e3c", "draw": "#6b5a1e", "loss": "#9c1c22"}
Known = tuple[str, str, str]
"""What is known of a cell: `win`, `draw` or `loss`, its sign, and its words."""
BOARD, LINE, INK = "#e9d8b4", "#8a6d45", "#5f5340"
RADIUS = 0.34
LIFT = 0.13
"""How far each piece of a stack stands above the one below."""


def svg(
    position: Position, size: int | None = None, known: Mapping[int, Known] | None = None
) -> str:
    """The picture of a position; `size` is its width in pixels, `known` what cells carry."""
    geometry, view = position.game.geometry, position.view
    trays = [tray for tray in geometry.trays if _count(view, tray.kind, tray.player)]
    top = MARGIN + (0.7 if any(tray.y < 0 for tray in geometry.trays) else 0)
    bottom = MARGIN + (0.7 if any(tray.y > geometry.height for tray in geometry.trays) else 0)
    width, height = geometry.width + 2 * MARGIN, geometry.height + top + bottom
    box = f"{-MARGIN} {-top} {width} {height}"
    pixels = size or round(width * SCALE)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{pixels}" role="img">',
        "<style>text { font-family: system-ui, sans-serif }</style>",
        f"<title>{escape(position.game.title['en'])}: {escape(position.text)}</title>",
    ]
    parts += _board(geometry)
    for piece in view.pieces:
        parts += _piece(geometry.cells[piece.cell], piece, position.players)
    for tray in trays:
        count = _count(view, tray.kind, tray.player)
        fill, edge = _colours(position.players, tray.player)
        parts.append(_disc(tray.x - 0.35, tray.y, 0.2, fill, edge))
        word = "in reserve" if tray.kind == "reserve" else "lost"
        parts.append(_text(f"{count} {word}", tray.x, tray.y, 0.3, INK, "start"))
    for index, what in (known or {}).items():
        parts += _known(geometry.cells[index], what)
    parts.append("</svg>")
    return "\n".join(parts)


def _known(cell: Cell, what: Known) -> list[str]:
    """What is known of the moves of a cell: a colour, a sign, and words for those who ask."""
    value, sign, words = what
    wide = 0.16 + 0.15 * len(sign)
    left, top = cell.x + 0.5 - wide, cell.y - 0.5
    return [
        f"<g><title>{escape(words)}</title>",
        (
            f'<rect x="{left:.3f}" y="{top:.3f}" width="{wide:.3f}" height="0.34" rx="0.1" '
            f'fill="{KNOWN[value]}"/>'
        ),
        _text(sign.replace("-", "\u2212"), left + wide / 2, top + 0.17, 0.26, "#ffffff") + "</g>",
    ]


def _colours(players: tuple[Player, Player], owner: int | None) -> tuple[str, str]:
    """The fill and the edge of a player's pieces; white and black for colours unknown here."""
    if owner is None:
        return NOBODYS
    return DISCS.get(players[owner].colour, DISCS[("white", "black")[owner]])


def _count(view: View, kind: str, player: int) -> int:
    return (view.reserve if kind == "reserve" else view.captured)[player]


@lru_cache(maxsize=16)
def _board(geometry: Geometry) -> list[str]:
    parts = []
    if geometry.lines:
        parts.append(
            f'<rect x="-0.1" y="-0.1" width="{geometry.width + 0.2}" '
            f'height="{geometry.height + 0.2}" rx="0.2" fill="{BOARD}"/>'
        )
    for a, b in geometry.lines:
        start, end = geometry.cells[a], geometry.cells[b]
        parts.append(
            f'<line x1="{start.x}" y1="{start.y}" x2="{end.x}" y2="{end.y}" '
            f'stroke="{LINE}" stroke-width="0.045" stroke-linecap="round"/>'
        )
    parts += [_cell(cell) for cell in geometry.cells]
    parts += [_text(label.text, label.x, label.y, 0.28, INK) for label in geometry.labels]
    return parts


def _cell(cell: Cell) -> str:
    fill = TINTS.get(cell.tint, TINTS[""])
    if cell.shape == "point":
        return f'<circle cx="{cell.x}" cy="{cell.y}" r="0.07" fill="{LINE}"/>'
    if cell.shape == "hexagon":
        corners = " ".join(
            f"{cell.x + 0.57 * sin(radians(60 * i)):.3f},{cell.y + 0.57 * cos(radians(60 * i)):.3f}"
            for i in range(6)
        )
        return f'<polygon points="{corners}" fill="{fill}" stroke="{LINE}" stroke-width="0.03"/>'
    return (
        f'<rect x="{cell.x - 0.49:.3f}" y="{cell.y - 0.49:.3f}" width="0.98" height="0.98" '
        f'rx="0.06" fill="{fill}" stroke="{LINE}" stroke-width="0.02"/>'
    )


def _piece(cell: Cell, piece: Piece, players: tuple[Player, Player]) -> list[str]:
    tall = max(len(piece.owners), 1)
    parts = []
    y = cell.y + LIFT * (tall - 1) / 2
    fill, edge = _colours(players, piece.owner)
    if piece.owner is None:
        side = 2 * RADIUS
        parts.append(
            f'<rect x="{cell.x - RADIUS:.3f}" y="{cell.y - RADIUS:.3f}" width="{side}" '
            f'height="{side}" rx="0.1" fill="{fill}" stroke="{edge}" stroke-width="0.04"/>'
        )
        y -= LIFT
    for owner in piece.owners:
        face, rim = _colours(players, owner)
        parts.append(_disc(cell.x, y, RADIUS, face, rim))
        # The second player's pieces carry a ring, so that nobody depends on hue.
        if owner == 1:
            parts.append(
                f'<circle cx="{cell.x}" cy="{y:.3f}" r="{RADIUS * 0.55:.3f}" fill="none" '
                f'stroke="{_contrast(face)}" stroke-width="0.04"/>'
            )
        y -= LIFT
    top = y + LIFT
    label = piece.label or (str(tall) if tall >= 3 else "")
    if label:
        parts.append(_disc(cell.x, top, RADIUS * 0.5, fill, fill))
        parts.append(_text(label, cell.x, top, 0.32, _contrast(fill)))
    if piece.mark == "blocked":
        parts.append(
            f'<path d="M{cell.x - 0.16} {top - 0.16}l0.32 0.32m0 -0.32l-0.32 0.32" '
            f'stroke="{_contrast(fill)}" stroke-width="0.06" stroke-linecap="round"/>'
        )
    elif piece.mark in ("goal", "king"):
        sign = "★" if piece.mark == "goal" else "♚"
        parts.append(_text(sign, cell.x + 0.27, top - 0.27, 0.3, edge))
    elif piece.mark == "moving":
        parts.append(
            f'<circle cx="{cell.x}" cy="{top:.3f}" r="{RADIUS + 0.07:.3f}" fill="none" '
            'stroke="#2f8f5b" stroke-width="0.06"/>'
        )
    return parts


def _disc(x: float, y: float, radius: float, fill: str, edge: str) -> str:
    return (
        f'<circle cx="{x:.3f}" cy="{y:.3f}" r="{radius:.3f}" fill="{fill}" '
        f'stroke="{edge}" stroke-width="0.04"/>'
    )


def _text(text: str, x: float, y: float, size: float, fill: str, anchor: str = "middle") -> str:
    return (
        f'<text x="{x:.3f}" y="{y:.3f}" font-size="{size}" fill="{fill}" text-anchor="{anchor}" '
        f'dy="0.35em">{escape(text)}</text>'
    )


def _contrast(fill: str) -> str:
    """Dark ink on a light disc, light ink on a dark one."""
    red, green, blue = (int(fill[i : i + 2], 16) for i in (1, 3, 5))
    return "#2b2620" if 0.3 * red + 0.59 * green + 0.11 * blue > 140 else "#fbf8f0"
