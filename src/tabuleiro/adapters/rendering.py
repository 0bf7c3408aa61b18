"""Positions as pixels and as text, for the `render` of environments."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tabuleiro import drawing
from tabuleiro.adapters import observation
from tabuleiro.errors import InvalidOption
from tabuleiro.extras import require
from tabuleiro.position import Position

MODES = ("human", "rgb_array", "ansi")
PIXELS = 480
PAPER = "#ffffff"
FONT = "DejaVu Sans"


def check_mode(mode: str | None) -> str | None:
    """The mode itself, if it is one."""
    if mode is not None and mode not in MODES:
        raise InvalidOption(f"render_mode cannot be {mode!r}; accepted: {', '.join(MODES)}")
    return mode


def render(position: Position, mode: str | None) -> Any:
    """The position as a mode asks: pixels, text, or printed; nothing without a mode."""
    if mode == "rgb_array":
        return pixels(position)
    if mode == "ansi":
        return text(position)
    if mode == "human":
        print(text(position), end="\n\n")
    return None


def pixels(position: Position, width: int = PIXELS) -> NDArray[np.uint8]:
    """The picture of a position: rows, columns, and red, green and blue."""
    from matplotlib import get_data_path
    from matplotlib.image import imread

    png = require("resvg_py", "rl").svg_to_bytes(
        svg_string=drawing.svg(position, width),
        background=PAPER,
        # Not every machine has fonts; this one comes with Matplotlib, and makes pictures alike.
        skip_system_fonts=True,
        font_files=[str(Path(get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf")],
        font_family=FONT,
        sans_serif_family=FONT,
    )
    picture = imread(BytesIO(png))[:, :, :3]
    return np.round(picture * 255).astype(np.uint8)


def text(position: Position) -> str:
    """The board in letters, a row to a line, and who is to move or how the game ended."""
    (rows, columns), places = observation.grid(position.game.geometry)
    letters = [player.letter.upper() for player in position.players]
    board = [" "] * (rows * columns)
    for place in places:
        board[place] = "."
    for piece in position.view.pieces:
        board[places[piece.cell]] = ("".join(letters[i] for i in piece.owners) or "#") + piece.label
    wide = max(map(len, board)) + 1
    lines = [
        "".join(f"{place:{wide}}" for place in board[i : i + columns]).rstrip()
        for i in range(0, rows * columns, columns)
    ]
    for word, counts in (("in reserve", position.view.reserve), ("lost", position.view.captured)):
        if any(counts):
            lines.append(f"{word}: {letters[0]} {counts[0]}, {letters[1]} {counts[1]}")
    if position.view.note is not None:
        lines.append(position.view.note["en"])
    if position.outcome is None:
        lines.append(f"{position.players[position.player].name['en']} to move")
    else:
        lines.append(f"{position.outcome.result} ({position.outcome.termination.value})")
    return "\n".join(lines)
