"""The application: its screens, its themes, its language, and the size of its window."""

from __future__ import annotations

from collections.abc import Mapping

from textual import events
from textual.app import App
from textual.reactive import reactive
from textual.theme import Theme

from tabuleiro.kernel import compiling
from tabuleiro.record import Record
from tabuleiro.terminal.app.dialogs import HEIGHT, WIDTH, FileDialog, TooSmall
from tabuleiro.terminal.app.menu import MenuScreen
from tabuleiro.terminal.app.play import PlayScreen
from tabuleiro.terminal.app.screen import Notice
from tabuleiro.terminal.app.watch import WatchScreen
from tabuleiro.terminal.app.words import say
from tabuleiro.terminal.console import Look
from tabuleiro.terminal.session import Session
from tabuleiro.text import Language

THEMES = {
    Look.colour: Theme(
        name="tabuleiro-colour",
        primary="#d9a441",
        secondary="#8fb573",
        accent="#ffe14d",
        foreground="#ece6d8",
        background="#1d1b18",
        surface="#24211d",
        panel="#302b25",
        error="#ff8a7a",
        dark=True,
    ),
    Look.plain: Theme(
        name="tabuleiro-plain",
        primary="#ffffff",
        secondary="#ffffff",
        accent="#ffffff",
        foreground="#ffffff",
        background="#000000",
        surface="#000000",
        panel="#1c1c1c",
        error="#ffffff",
        dark=True,
    ),
}


class TabuleiroApp(App[None]):
    """The board in the terminal."""

    TITLE = "Tabuleiro"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    .dim { color: $text-muted; }
    * {
        scrollbar-size: 1 1; scrollbar-color: $panel-lighten-2; scrollbar-background: $surface;
        scrollbar-background-hover: $surface; scrollbar-background-active: $surface;
    }
    """

    look: reactive[Look] = reactive(Look.colour)

    def __init__(
        self,
        session: Session | None = None,
        *,
        record: Record | None = None,
        language: Language = "en",
        look: Look | None = None,
        seed: int | None = None,
        seconds: float = 1.0,
    ) -> None:
        super().__init__()
        self.session = session
        """The game that was played last."""
        self.record = record
        self.language: Language = language
        self.seed = seed
        self.seconds = seconds
        self.asked: dict[str, Mapping[str, object]] = {}
        """The options that were set in the menu, by game."""
        for theme in THEMES.values():
            self.register_theme(theme)
        self.set_reactive(TabuleiroApp.look, look or Look.default())

    def on_mount(self) -> None:
        self.theme = THEMES[self.look].name
        self._said_before, compiling.listener = compiling.listener, self._hear
        if self.record is not None:
            self.push_screen(WatchScreen(self.record, self.language, self.seconds), self._leave)
        elif self.session is not None:
            self.play(self.session)
        else:
            self.push_screen(MenuScreen(self.language))

    def on_unmount(self) -> None:
        compiling.listener = self._said_before

    def watch_look(self, look: Look) -> None:
        self.theme = THEMES[look].name

    def play(self, session: Session) -> None:
        """Begin or go on with a game."""
        self.session = session
        self.push_screen(PlayScreen(session, self.language), self._after_game)

    def show_menu(self) -> None:
        """The menu, in the language that is set now."""
        self.switch_screen(MenuScreen(self.language))

    def open_game(self) -> None:
        """Ask for a saved game and go on with it."""
        opened: list[Session] = []

        def attempt(name: str) -> None:
            opened.append(Session.load(name, self.seed))

        def go_on(done: bool | None) -> None:
            if done:
                screen = self.screen
                if isinstance(screen, PlayScreen | WatchScreen):
                    screen.close()
                self.play(opened[-1])

        self.push_screen(FileDialog(say(self.language, "open"), self.language, attempt), go_on)

    def on_resize(self, event: events.Resize) -> None:
        size = event.size
        small = size.width < WIDTH or size.height < HEIGHT
        if isinstance(self.screen, TooSmall):
            if small:
                self.screen.show(size)
            else:
                self.screen.dismiss()
        elif small:
            self.push_screen(TooSmall(self.language, size))

    def open_window(self) -> None:
        """Run in the terminal; a mistake of the program comes out as it is."""
        self.run()
        if self._exception is not None:
            raise self._exception

    def _fatal_error(self) -> None:
        """Close the window without a traceback, which is for whoever opened it to show."""
        self._close_messages_no_wait()

    def _hear(self, text: str) -> None:
        """What is said about compiling, in whichever thread it works."""
        self.screen.post_message(Notice(text))

    def _after_game(self, _: None) -> None:
        if not any(isinstance(screen, MenuScreen | PlayScreen) for screen in self.screen_stack):
            self.push_screen(MenuScreen(self.language))

    def _leave(self, _: None) -> None:
        self.exit()


def run(
    session: Session | None,
    language: Language = "en",
    look: Look | None = None,
    seed: int | None = None,
) -> Session | None:
    """Play until the person leaves; returns the last game."""
    app = TabuleiroApp(session, language=language, look=look, seed=seed)
    app.open_window()
    return app.session


def watch(
    record: Record,
    language: Language = "en",
    look: Look | None = None,
    seconds: float = 1.0,
) -> None:
    """Replay a saved game."""
    TabuleiroApp(record=record, language=language, look=look, seconds=seconds).open_window()
