"""Small windows over the board: a question, a file name, texts to read, a window too small."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import ClassVar

from rich.table import Table
from rich.text import Text as RichText
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Horizontal, Vertical, VerticalScroll
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.suggester import Suggester
from textual.widgets import Button, Input, Markdown, Static

from tabuleiro.errors import TabuleiroError
from tabuleiro.terminal.app.words import say
from tabuleiro.text import Language

WIDTH, HEIGHT = 80, 24
"""The smallest window in which every usual board can be played."""


class Dialog(ModalScreen[bool]):
    """A box in the middle of the screen that Escape closes."""

    DEFAULT_CSS = """
    Dialog { align: center middle; }
    Dialog > .box {
        width: 64; max-width: 95%; height: auto; max-height: 90%;
        padding: 1 2; background: $panel; border: round $primary;
    }
    Dialog .buttons { height: auto; align-horizontal: right; margin-top: 1; }
    Dialog .buttons Button { margin-left: 2; min-width: 10; }
    Dialog .says { color: $text-error; height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", show=False)]

    def __init__(self, language: Language) -> None:
        super().__init__()
        self.language = language

    def say(self, key: str, **words: object) -> str:
        """A text in the person's language."""
        return say(self.language, key, **words)

    def action_close(self) -> None:
        """Leave things as they are."""
        self.dismiss(False)


class Confirm(Dialog):
    """A question with yes and no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,s", "yes", show=False),
        Binding("n", "close", show=False),
    ]

    def __init__(self, question: str, language: Language) -> None:
        super().__init__(language)
        self.question = question

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self.question, markup=False)
            with Horizontal(classes="buttons"):
                yield Button(self.say("no"), id="no", compact=True)
                yield Button(self.say("yes"), id="yes", variant="primary", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")

    def action_yes(self) -> None:
        """Answer yes."""
        self.dismiss(True)


class FileNames(Suggester):
    """Completes the name of a file that is there."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)

    async def get_suggestion(self, value: str) -> str | None:
        folder, start = os.path.split(value)
        try:
            names = sorted(os.listdir(os.path.expanduser(folder) or "."))
        except (OSError, ValueError):
            return None
        found = next((name for name in names if start and name.startswith(start)), None)
        return None if found is None else os.path.join(folder, found)


class FileDialog(Dialog):
    """Asks for a file and tries something with it, until it works or the person gives up."""

    def __init__(
        self,
        title: str,
        language: Language,
        attempt: Callable[[str], object],
        name: str = "",
        *,
        writes: bool = False,
    ) -> None:
        super().__init__(language)
        self.heading = title
        self.attempt = attempt
        self.start = name
        self.writes = writes
        self._warned = ""

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            yield Static(self.heading, markup=False)
            yield Input(self.start, placeholder=self.say("file"), suggester=FileNames())
            yield Static(classes="says", markup=False)
            with Horizontal(classes="buttons"):
                yield Button(self.say("cancel"), id="cancel", compact=True)
                yield Button(self.heading, id="ok", variant="primary", compact=True)

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    def on_input_submitted(self) -> None:
        self._try()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "ok":
            self._try()
        else:
            self.dismiss(False)

    def _try(self) -> None:
        name = self.query_one(Input).value.strip()
        says = self.query_one(".says", Static)
        if not name:
            says.update(self.say("file") + "?")
            return
        if self.writes and name != self._warned and Path(os.path.expanduser(name)).is_file():
            self._warned = name
            says.update(self.say("replace", path=name))
            return
        try:
            self.attempt(name)
        except TabuleiroError as error:
            says.update(error.words(self.language))
        else:
            self.dismiss(True)


class Reader(Dialog):
    """A long text, such as the rules."""

    DEFAULT_CSS = """
    Reader > .box { width: 84; height: 90%; padding: 0 1; }
    Reader VerticalScroll { height: 1fr; }
    Reader Markdown { background: transparent; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,r", "close", show=False)]

    def __init__(self, text: str, language: Language) -> None:
        super().__init__(language)
        self.text = text

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"), VerticalScroll():
            yield Markdown(self.text)

    def on_mount(self) -> None:
        self.query_one(".box").border_subtitle = self.say("close")
        self.query_one(VerticalScroll).focus()


class KeyList(Dialog):
    """All keys of a screen."""

    DEFAULT_CSS = "KeyList > .box { width: 76; padding: 0 1; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,question_mark", "close", show=False)]

    def __init__(self, keys: Iterable[tuple[str, str]], language: Language) -> None:
        super().__init__(language)
        self.keys = tuple(keys)

    def compose(self) -> ComposeResult:
        table = Table(box=None, pad_edge=False, show_header=False)
        for key, meaning in self.keys:
            table.add_row(RichText(key, "bold"), self.say(meaning))
        with Vertical(classes="box"):
            yield Static(table)

    def on_mount(self) -> None:
        self.query_one(".box").border_subtitle = self.say("close")


class TooSmall(ModalScreen[None]):
    """Says how large the window should be, and goes when it is."""

    DEFAULT_CSS = """
    TooSmall { align: center middle; background: $background; }
    TooSmall Static { width: auto; max-width: 90%; text-align: center; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "app.quit", show=False)]

    def __init__(self, language: Language, size: Size) -> None:
        super().__init__()
        self.language = language
        self.measured = size

    def compose(self) -> ComposeResult:
        with Center():
            yield Static(id="small")

    def on_mount(self) -> None:
        self.show(self.measured)

    def show(self, size: Size) -> None:
        """Say it for a window of this size."""
        more = say(
            self.language,
            "small_more",
            width=WIDTH,
            height=HEIGHT,
            columns=size.width,
            lines=size.height,
        )
        title = RichText(say(self.language, "small"), "bold")
        self.query_one("#small", Static).update(title.append(f"\n\n{more}", "not bold"))
