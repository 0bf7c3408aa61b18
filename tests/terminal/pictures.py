"""Write the pictures of the documents: `python tests/terminal/pictures.py` fills docs/images.

Blocks and grounds become shapes, because a browser leaves gaps between letters where a terminal
does not.
"""

from __future__ import annotations

import asyncio
import io
import sys
from html import escape
from itertools import groupby
from pathlib import Path

from driving import PEOPLE, STARTED
from rich.console import Console
from rich.segment import Segment
from rich.style import Style

import tabuleiro
from tabuleiro.terminal.app import TabuleiroApp
from tabuleiro.terminal.canvas import QUARTERS
from tabuleiro.terminal.console import Look
from tabuleiro.terminal.session import Session

IMAGES = Path(__file__).parents[2] / "docs" / "images"
WIDE, HIGH, LETTER = 9, 20, 15
STYLE = (
    f"text {{ font: {LETTER}px 'DejaVu Sans Mono', Menlo, Consolas, monospace; white-space: pre }} "
    ".b { font-weight: bold }"
)
INK, GROUND = "#ece6d8", "#1d1b18"
BLOCKS = {
    "█": (0, 0, 1, 1),
    "▀": (0, 0, 1, 1 / 2),
    "▄": (0, 1 / 2, 1, 1 / 2),
    "▌": (0, 0, 1 / 2, 1),
    "▐": (1 / 2, 0, 1 / 2, 1),
    "▔": (0, 0, 1, 1 / 8),
    "▁": (0, 7 / 8, 1, 1 / 8),
    "━": (0, 0.46, 1, 0.1),
    "╸": (0, 0.46, 0.5, 0.1),
    "╺": (0.5, 0.46, 0.5, 0.1),
    "▏": (0, 0, 1 / 8, 1),
    "▎": (0, 0, 1 / 4, 1),
    "▊": (0, 0, 3 / 4, 1),
}


def picture(app: TabuleiroApp) -> str:
    """What is on the screen of an application, as SVG."""
    width, height = app.size
    console = Console(
        width=width,
        height=height,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        record=True,
        legacy_windows=False,
    )
    console.print(app.screen._compositor.render_update(full=True, simplify=True))
    across, down = width * WIDE, height * HIGH
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}" role="img">',
        f"<style>{STYLE}</style>",
        f'<rect width="100%" height="100%" fill="{GROUND}"/>',
    ]
    segments = Segment.filter_control(console._record_buffer)
    for y, line in enumerate(Segment.split_lines(segments)):
        x = 0
        for text, style, _ in line:
            parts += _run(text, style or Style(), x, y)
            x += len(text)
    return "\n".join([*parts, "</svg>", ""])


def _run(text: str, style: Style, x: int, y: int) -> list[str]:
    """A run of characters of one style."""
    ink, ground = _colour(style.color, INK), _colour(style.bgcolor, GROUND)
    if style.reverse:
        ink, ground = ground, ink
    parts = []
    if ground != GROUND:
        parts.append(_rect(x, y, (0, 0, len(text), 1), ground))
    letters = ""
    for sign, group in groupby(text):
        count = len(list(group))
        shapes = _shapes(sign)
        for left, top, width, height in shapes:
            wide = width == 1
            for column in range(1 if wide else count):
                shape = (left, top, count if wide else width, height)
                parts.append(_rect(x + len(letters) + column, y, shape, ink))
        letters += (" " if shapes else sign) * count
    if letters.strip():
        start = len(letters) - len(letters.lstrip())
        looks = ' class="b"' if style.bold else ""
        looks += ' opacity="0.6"' if style.dim else ""
        letters = letters.strip()
        parts.append(
            f'<text x="{(x + start) * WIDE}" y="{y * HIGH + 15}" fill="{ink}"{looks} '
            f'textLength="{len(letters) * WIDE}">{escape(letters)}</text>'
        )
    return parts


def _shapes(sign: str) -> list[tuple[float, float, float, float]]:
    """The rectangles of a block, in parts of a character: left, top, width, height."""
    if sign in BLOCKS:
        return [BLOCKS[sign]]
    bits = QUARTERS.find(sign)
    return [
        (bit % 2 / 2, bit // 2 / 2, 0.5, 0.5) for bit in range(4) if bits > 0 and bits >> bit & 1
    ]


def _rect(x: int, y: int, shape: tuple[float, float, float, float], colour: str) -> str:
    left, top, width, height = shape
    return (
        f'<rect x="{(x + left) * WIDE:g}" y="{(y + top) * HIGH:g}" width="{width * WIDE:g}" '
        f'height="{height * HIGH:g}" fill="{colour}" shape-rendering="crispEdges"/>'
    )


def _colour(colour: object, default: str) -> str:
    triplet = getattr(colour, "triplet", None)
    return default if triplet is None else str(triplet.hex)


PICTURES: dict[str, tuple[str, Look, str]] = {
    "menu": ("", Look.colour, "down down"),
    "aboyne": ("aboyne", Look.colour, "a wait wait"),
    "cifra": ("cifra", Look.colour, "up right up enter down right"),
    "fanorona": ("fanorona", Look.colour, "down left left left down enter down right"),
    "focus": ("focus", Look.colour, "up down down enter right"),
    "shobu": ("shobu", Look.colour, "h wait h h"),
    "plain": ("fanorona", Look.plain, "down left left left down enter down right"),
}
"""Name, game, theme, and the keys that are pressed before the picture is taken."""


async def draw(name: str) -> None:
    """Write one picture."""
    played, look, keys = PICTURES[name]
    session = None
    if played:
        here = tabuleiro.game(played).start()
        for move in STARTED[played].split():
            here = here.play(move)
        session = Session(here, PEOPLE)
        here.game.engine.compile("alphabeta")  # so that nobody waits in the picture
    app = TabuleiroApp(session, look=look, seed=1)
    async with app.run_test(size=(80, 24)) as pilot:
        for key in keys.split():
            await (pilot.pause(2) if key == "wait" else pilot.press(key))
        await pilot.pause()
        (IMAGES / f"terminal-{name}.svg").write_text(picture(app), encoding="utf-8")


if __name__ == "__main__":
    IMAGES.mkdir(exist_ok=True)
    for each in sys.argv[1:] or PICTURES:
        asyncio.run(draw(each))
