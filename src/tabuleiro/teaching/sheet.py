"""Puzzles on a sheet of paper: boards with what is asked, and the answers upside down below."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from pathlib import Path

from tabuleiro import drawing
from tabuleiro.errors import InvalidOption, JobFailed
from tabuleiro.extras import require
from tabuleiro.games.base import Language, Text
from tabuleiro.teaching.puzzles import Puzzle

COLUMNS = 2
WIDTH, HEIGHT, HEAD = 360, 380, 46
ANSWERS = Text("Answers", "Soluções")
KINDS = (".svg", ".png")
FONT = "DejaVu Sans"


def sheet(puzzles: Sequence[Puzzle], language: Language = "en") -> str:
    """The sheet as SVG."""
    rows = -(-len(puzzles) // COLUMNS)
    width, foot = WIDTH * COLUMNS, 30 + 16 * len(puzzles)
    height = rows * (HEIGHT + HEAD) + foot
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="system-ui, sans-serif">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for number, puzzle in enumerate(puzzles):
        x, y = number % COLUMNS * WIDTH, number // COLUMNS * (HEIGHT + HEAD)
        said = f"{number + 1}. {puzzle.task[language]} ({puzzle.level_text[language]})"
        parts.append(f'<text x="{x + 14}" y="{y + 28}" font-size="14">{escape(said)}</text>')
        parts.append(_board(puzzle, x + 10, y + HEAD))
    parts.append(
        f'<g transform="rotate(180 {width / 2} {height - foot / 2})" font-size="11" '
        f'fill="#555555"><text x="14" y="{height - foot + 14}">{ANSWERS[language]}</text>'
    )
    for number, puzzle in enumerate(puzzles):
        y = height - foot + 30 + 16 * number
        parts.append(f'<text x="14" y="{y}">{number + 1}. {escape(puzzle.answer)}</text>')
    parts.append("</g></svg>")
    return "\n".join(parts)


def _board(puzzle: Puzzle, x: int, y: int) -> str:
    """A picture within the sheet, in a box of its own."""
    picture = drawing.svg(puzzle.start())
    box = f'<svg x="{x}" y="{y}" width="{WIDTH - 20}" height="{HEIGHT - 20}" '
    return re.sub(
        r'<svg xmlns="[^"]*" (viewBox="[^"]*") width="\d+"', rf"{box}\1", picture, count=1
    )


def sheet_of(puzzles: Sequence[Puzzle], path: Path, language: Language = "en") -> None:
    """Write the sheet, as the file's name asks."""
    if path.suffix not in KINDS:
        raise InvalidOption(
            f"a sheet cannot be {path.name!r}; accepted: names that end in .svg, .png"
        )
    if not puzzles:
        raise JobFailed("there are no puzzles to draw", "não há problemas para desenhar")
    text = sheet(puzzles, language)
    data = text.encode()
    if path.suffix == ".png":
        data = _png(text)
    try:
        path.write_bytes(data)
    except OSError as error:
        raise JobFailed(f"{str(path)!r} cannot be written: {error.strerror}") from None


def _png(text: str) -> bytes:
    from matplotlib import get_data_path

    # Not every machine has fonts; this one comes with Matplotlib.
    font = Path(get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
    made = require("resvg_py", "rl").svg_to_bytes(
        svg_string=text,
        skip_system_fonts=True,
        font_files=[str(font)],
        font_family=FONT,
        sans_serif_family=FONT,
    )
    return bytes(made)
