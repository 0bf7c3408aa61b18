"""Draws `house.svg`, the layers and the way of a click: `python docs/images/house.py`."""

from __future__ import annotations

from html import escape
from pathlib import Path

TARGET = Path(__file__).with_suffix(".svg")
INK, SOFT, LINE, PAPER = "#1f2937", "#4b5563", "#94a3b8", "#ffffff"
FONT = "system-ui, -apple-system, 'Segoe UI', sans-serif"
WIDTH, TOP, GAP = 1080, 58, 8

LAYERS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    ("#fde8d7", (("cli/", "one file per command"),)),
    ("#fde8d7", (("web/", "server, rooms, pages"), ("terminal/", "board and line mode"))),
    ("#fdf3cf", (("learning/", "nets by self-play"), ("lab/", "searches side by side"))),
    ("#fdf3cf", (("experiments/", "arena and reports"), ("adapters/", "UGI, PettingZoo …"))),
    ("#e3f1d9", (("teaching/", "lessons, puzzles"), ("bots/", "searches held in the hand"))),
    ("#e3f1d9", (("solving/", "boards solved whole"), ("checking/", "what is wrong with a game"))),
    ("#dbeafe", (("game, position, move, turn, record …", "the public objects, in plain Python"),)),
    ("#dbeafe", (("games/", "rules, terms and people of each game"),)),
    ("#e9e3f8", (("kernel/", "search templates, the loader that compiles them, the cache"),)),
    ("#f1f5f9", (("text, options, places, files, errors", ""),)),
)
"""From the top down: a colour, and the parts with a word on each."""

CLICK = (
    ("the page", "a cell is picked among the legal steps that the server has sent"),
    ("web/socket", "the message is read and checked, and goes to the match's room"),
    ("web/room", "is it this seat's turn, is there time, is it allowed"),
    ("turn", "the steps are played, once; what is illegal is refused in a sentence"),
    ("web/store", "move and clock are written together, if nobody wrote meanwhile"),
    ("web/match", "the tree's node is made of that turn: position, words, effects"),
    ("the pages", "all who watch get the node, and move the pieces"),
    ("bots/", "a bot to move: search(position, limit), which anybody can stop"),
    ("kernel/", "the compiled search; its move takes the same way from 4 on"),
)
"""Where, and what happens there."""

ROW, LEFT, RIGHT = 52, 24, 560


def text(x: float, y: float, words: str, size: int = 14, fill: str = INK, more: str = "") -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{fill}" {more}>{escape(words)}</text>'


def layers() -> list[str]:
    parts, wide = [], RIGHT - LEFT - 44
    for number, (colour, row) in enumerate(LAYERS):
        y, each = TOP + number * (ROW + GAP), (wide - GAP * (len(row) - 1)) / len(row)
        for place, (name, note) in enumerate(row):
            x = LEFT + place * (each + GAP)
            parts.append(
                f'<rect x="{x}" y="{y}" width="{each}" height="{ROW}" rx="8" fill="{colour}" '
                f'stroke="{LINE}"/>'
            )
            parts.append(text(x + 12, y + (22 if note else 31), name, 15, more='font-weight="600"'))
            if note:
                parts.append(text(x + 12, y + 41, note, 13, SOFT))
    x, bottom = LEFT + wide + 16, TOP + len(LAYERS) * (ROW + GAP) - GAP
    parts.append(f'<path d="M{x} {TOP}V{bottom - 8}" stroke="{SOFT}" marker-end="url(#tip)"/>')
    turned = f'transform="rotate(90 {x + 8} {TOP + 12})"'
    parts.append(text(x + 8, TOP + 12, "never imports from above", 12, SOFT, turned))
    return parts


def click() -> list[str]:
    parts = []
    step = (len(LAYERS) * (ROW + GAP) - GAP) / len(CLICK)
    for number, (where, what) in enumerate(CLICK, 1):
        y = TOP + (number - 1) * step + 20
        if number < len(CLICK):
            end = y + step - 18
            parts.append(
                f'<path d="M{RIGHT + 14} {y + 14}V{end}" stroke="{SOFT}" marker-end="url(#tip)"/>'
            )
        parts.append(f'<circle cx="{RIGHT + 14}" cy="{y}" r="13" fill="{INK}"/>')
        middle = 'text-anchor="middle" font-weight="600"'
        parts.append(text(RIGHT + 14, y + 5, str(number), 14, PAPER, middle))
        parts.append(text(RIGHT + 40, y - 2, where, 15, more='font-weight="600"'))
        parts.append(text(RIGHT + 40, y + 17, what, 13, SOFT))
    return parts


def picture() -> str:
    height = TOP + len(LAYERS) * (ROW + GAP) + 14
    heads = 'font-weight="700"'
    tip = (
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="8" '
        f'markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="{SOFT}"/></marker></defs>'
    )
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'font-family="{FONT}" role="img" aria-labelledby="t">'
    )
    return "\n".join(
        [
            head,
            '<title id="t">The layers of Tabuleiro, and the way of a click through them</title>',
            tip,
            f'<rect width="{WIDTH}" height="{height}" rx="12" fill="{PAPER}"/>',
            text(LEFT, 36, "The layers", 20, more=heads),
            text(RIGHT, 36, "The way of a click", 20, more=heads),
            *layers(),
            *click(),
            "</svg>\n",
        ]
    )


if __name__ == "__main__":
    TARGET.write_text(picture(), encoding="utf-8")
