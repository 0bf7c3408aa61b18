"""Where text goes: to a terminal, with colours and whole words, or to a pipe, as it is."""

from __future__ import annotations

import os
import sys
from enum import StrEnum

from rich.console import Console
from rich.markdown import Markdown
from rich.theme import Theme

THEME = Theme({"markdown.code": "bold", "markdown.code_block": "none"})
"""No backgrounds, so that rules read well on light and on dark terminals."""


def make_console(stderr: bool = False) -> Console:
    """A console that breaks lines between words, and only in a terminal."""
    made = Console(stderr=stderr, highlight=False, emoji=False, theme=THEME)
    made.soft_wrap = not made.is_terminal
    return made


def print_rules(console: Console, text: str) -> None:
    """Rules for people: set in a terminal, as they are written elsewhere."""
    if console.is_terminal:
        console.print(Markdown(text, code_theme="ansi_light"))
    else:
        console.print(text, end="", markup=False)


class Look(StrEnum):
    """How the board is drawn in a terminal."""

    colour = "colour"
    plain = "plain"

    @classmethod
    def default(cls) -> Look:
        """Colours, unless the person's system asks for none."""
        return cls.plain if os.environ.get("NO_COLOR") else cls.colour


def can_draw() -> bool:
    """Whether a person sits at a terminal that can show a board."""
    dumb = os.environ.get("TERM", "") in ("dumb", "unknown")
    return not dumb and sys.stdin.isatty() and sys.stdout.isatty()
