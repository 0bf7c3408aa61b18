"""The screen around a board: seats, panel, messages; browsing, analysis, rules, themes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import OptionList, Static, TabbedContent, TabPane

from tabuleiro.bots.analysis import VOICES, Analysis, Line
from tabuleiro.bots.base import SearchBot
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.search import Search
from tabuleiro.bots.worths import Worths, worths
from tabuleiro.errors import TabuleiroError
from tabuleiro.game import Game
from tabuleiro.position import Position
from tabuleiro.terminal.app.board import Board
from tabuleiro.terminal.app.dialogs import FileDialog, KeyList, Reader
from tabuleiro.terminal.app.panels import AnalysisView, Keys, Moves, SeatLine
from tabuleiro.terminal.app.words import say
from tabuleiro.terminal.console import Look
from tabuleiro.terminal.painting import Marks, Plate
from tabuleiro.terminal.picture import headline
from tabuleiro.terminal.seats import adviser
from tabuleiro.terminal.thinking import Thinking
from tabuleiro.text import Language
from tabuleiro.turn import just_captured

if TYPE_CHECKING:
    from tabuleiro.terminal.app.application import TabuleiroApp

LINES = 3
"""Best lines that an analysis shows."""
PATIENCE = Limit(seconds=30.0)
"""After which an analysis looks no deeper."""
FRAME = 0.8
"""Seconds that each turn of a line stays on the board."""
SPEEDS = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)
"""Seconds that a turn stays on the board when nobody has to make the next one."""


class Notice(Message):
    """Something that happens elsewhere, such as compilation."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class Heard(Message):
    """What a thread has to say to the screen that asked it."""

    def __init__(self, react: Callable[[], None]) -> None:
        super().__init__()
        self.react = react


class BoardScreen(Screen[None]):
    """A line of positions, one of which is on the board."""

    DEFAULT_CSS = """
    BoardScreen #middle { height: 1fr; }
    BoardScreen #table { width: 1fr; }
    BoardScreen #panel {
        width: 35%; min-width: 28; max-width: 48; border-left: vkey $panel-lighten-1;
    }
    BoardScreen #message { height: auto; max-height: 2; padding: 0 1; text-style: bold; }
    BoardScreen #coach { height: auto; padding: 0 1; color: $text-accent; }
    BoardScreen #message.error { color: $text-error; }
    BoardScreen TabPane { padding: 0; }
    BoardScreen TabbedContent { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left_square_bracket,pageup", "browse(-1)", show=False),
        Binding("right_square_bracket,pagedown", "browse(1)", show=False),
        Binding("home", "browse(-1000000)", show=False),
        Binding("end", "browse(1000000)", show=False),
        Binding("a", "analyse", show=False),
        Binding("v", "show_line", show=False),
        Binding("w", "worth", show=False),
        Binding("m", "moves", show=False),
        Binding("f", "flip", show=False),
        Binding("r", "rules", show=False),
        Binding("t", "theme", show=False),
        Binding("s", "save", show=False),
        Binding("o", "open", show=False),
        Binding("plus,equals_sign", "speed(-1)", show=False),
        Binding("minus", "speed(1)", show=False),
        Binding("question_mark", "keys", show=False),
        Binding("escape", "escape", show=False),
        Binding("q", "leave", show=False),
    ]
    KEYS: ClassVar[tuple[tuple[str, str], ...]] = ()
    """All keys and what they do, for the list of keys."""

    app: TabuleiroApp

    def __init__(self, language: Language) -> None:
        super().__init__()
        self.language = language
        self.speed = SPEEDS.index(1.0)
        self.analysing = False
        self._best: tuple[Position, Line] | None = None
        self._worths: Worths | None = None
        """The position that was analysed last, and its best line."""
        self._film: Timer | None = None
        self._compiling = False

    # What the two kinds of screen know.

    @property
    @abstractmethod
    def line(self) -> list[Position]:
        """The positions that can be browsed."""

    @property
    @abstractmethod
    def shown(self) -> int:
        """Which of them is on the board."""

    @property
    @abstractmethod
    def names(self) -> tuple[str, str]:
        """Who plays."""

    @abstractmethod
    def action_browse(self, by: int) -> None:
        """Show an earlier or a later position."""

    @abstractmethod
    def key_hints(self) -> list[tuple[str, str, str]]:
        """The keys of the bottom line: key, action, text."""

    @abstractmethod
    def save_to(self, name: str) -> None:
        """Write the game to a file."""

    @property
    def position(self) -> Position:
        """What is on the board."""
        return self.line[self.shown]

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.position.game

    def thought_of(self, player: int) -> str:
        """What a bot thought of its last move, and a graph of its values; mostly nothing."""
        return ""

    def marks(self) -> Marks:
        """What is pointed out on the board."""
        return marks_of(self.position, self.board.cursor)

    def compose(self) -> ComposeResult:
        with Horizontal(id="middle"):
            with Vertical(id="table"):
                yield SeatLine(id="above", markup=False)
                yield Board(id="board")
                yield SeatLine(id="below", markup=False)
            with Vertical(id="panel"):
                yield Static(id="coach", markup=False)
                with TabbedContent(initial="moves-tab"):
                    with TabPane(self.say("moves"), id="moves-tab"):
                        yield Moves(id="moves")
                    with TabPane(self.say("analysis"), id="analysis-tab"), VerticalScroll():
                        yield AnalysisView(id="analysis")
        yield Static(id="message", markup=False)
        yield from self.compose_below()
        yield Keys(id="keys")

    def compose_below(self) -> ComposeResult:
        """What stands between the message and the keys."""
        yield from ()

    def on_mount(self) -> None:
        self.query_one(AnalysisView).say(self.say("press_a"))
        self.set_focus(self.board)
        self.update_all()

    @property
    def board(self) -> Board:
        """The board."""
        return self.query_one(Board)

    def say(self, key: str, **words: object) -> str:
        """A text in the person's language."""
        return say(self.language, key, **words)

    def tell(self, text: str, error: bool = False) -> None:
        """A message below the board."""
        message = self.query_one("#message", Static)
        message.update(text)
        message.set_class(error, "error")

    def update_all(self) -> None:
        """Show the position and all that depends on it."""
        self._stop_film()
        position, board = self.position, self.board
        board.look = self.app.look
        board.position = position
        board.marks = self.all_marks()
        below = 1 if board.flipped else 0
        for place, player in (("#below", below), ("#above", 1 - below)):
            plain = self.app.look is Look.plain
            self.query_one(place, SeatLine).show(
                position, player, self.names[player], self.language, plain, self.thought_of(player)
            )
        coach = self.query_one("#coach", Static)
        coach.update(self.coach())
        coach.display = bool(self.coach())
        self.query_one(Moves).show(self.line, self.shown)
        self.query_one(Keys).show(self.key_hints())

    def coach(self) -> str:
        """What a person can do now, in one sentence; empty where nobody is asked."""
        return ""

    def headline(self) -> str:
        """Who is to move, or how the game ended."""
        return headline(self.position, self.language).plain

    # Hearing from threads

    def post(self, react: Callable[[], None]) -> None:
        """Have something done in this screen's own thread, from any other."""
        self.post_message(Heard(react))

    def on_heard(self, event: Heard) -> None:
        if not self.is_attached:
            return
        if self._compiling:
            self._compiling = False
            self.tell(self.headline())
        event.react()

    def on_notice(self, event: Notice) -> None:
        self._compiling = event.text.startswith("Compiling")
        if self._compiling:
            self.tell(self.say("compiling", game=self.game.title[self.language]))
        else:
            self.tell(event.text)

    # Analysis

    @cached_property
    def adviser(self) -> SearchBot:
        """The bot that explains and gives hints."""
        return adviser(self.game, self.app.seed)

    @cached_property
    def advice(self) -> Thinking:
        """The adviser at work."""
        return Thinking(self.post)

    def action_analyse(self) -> None:
        """Begin to analyse what is on the board, or stop."""
        self.analysing = not self.analysing
        if self.analysing:
            self.query_one(TabbedContent).active = "analysis-tab"
            self.analyse_now()
        else:
            self.advice.call_off()
            self.query_one(TabbedContent).active = "moves-tab"
        self.update_all()

    def analyse_now(self) -> None:
        """Analyse what is on the board, deeper and deeper."""
        if not self.analysing:
            return
        position, view = self.position, self.query_one(AnalysisView)
        if position.outcome is not None:
            self.advice.call_off()
            view.say(self.say("over"))
            return
        view.say(self.say("analysing"))
        self.advice.call_off()
        self.advice.follow(
            self.adviser.search(position, PATIENCE, LINES),
            self._analysis_is_over,
            partial(self._show_analysis, position),
        )

    def _show_analysis(self, position: Position, found: Analysis) -> None:
        if self.analysing and position is self.position:
            self._best = position, found.lines[0]
            self.query_one(AnalysisView).show(position, found, self.language)

    def _analysis_is_over(self, search: Search) -> None:
        try:
            _ = search.result
        except TabuleiroError as error:
            self.query_one(AnalysisView).say(error.words(self.language))

    def action_worth(self) -> None:
        """Show what each piece on the board is worth to its owner, or no longer."""
        if self._worths is not None and self._worths.position is self.position:
            self._worths = None
            self.tell(self.headline())
        else:
            try:
                self._worths = worths(self.position, self.adviser)
            except TabuleiroError as error:
                self.tell(error.words(self.language), error=True)
                return
            voice = VOICES[self._worths.judge][self.language]
            self.tell(self.say("worths", voice=voice))
        self.update_all()

    def all_marks(self) -> Marks:
        """What is pointed out, with what pieces are worth where that was asked."""
        if self._worths is None or self._worths.position is not self.position:
            return self.marks()
        plates = {
            cell: Plate(value, sign) for cell, (value, sign, _) in self._worths.signs().items()
        }
        return replace(self.marks(), known=plates)

    def action_show_line(self) -> None:
        """Show the best line on the board, turn by turn; nothing is played."""
        if self._best is None or self._best[0] is not self.position:
            self.tell(self.say("no_line"), error=True)
            return
        here, line = self._best
        frames: list[Position] = []
        for move in line.moves:
            here = here.play(move)
            frames.append(here)

        def show_next() -> None:
            if frames:
                here = frames.pop(0)
                self.board.position = here
                self.board.marks = marks_of(here, self.board.cursor)
                self.tell("" if here.move is None else here.move.text)
            else:
                self.tell(self.headline())
                self.update_all()

        self._stop_film()
        show_next()
        self._film = self.set_interval(FRAME, show_next)

    def _stop_film(self) -> None:
        if self._film is not None:
            self._film.stop()
            self._film = None

    # Actions

    def action_moves(self) -> None:
        """Show the list of moves."""
        self.query_one(TabbedContent).active = "moves-tab"

    def action_flip(self) -> None:
        """Turn the board around."""
        self.board.flipped = not self.board.flipped
        self.update_all()

    def action_theme(self) -> None:
        """Colours or plain signs."""
        self.app.look = Look.plain if self.app.look is Look.colour else Look.colour
        self.update_all()

    def action_rules(self) -> None:
        """Read the rules."""
        try:
            self.app.push_screen(Reader(self.game.rules_text(self.language), self.language))
        except TabuleiroError as error:
            self.tell(error.words(self.language), error=True)

    def action_keys(self) -> None:
        """List the keys."""
        self.app.push_screen(KeyList(self.KEYS, self.language))

    def action_speed(self, by: int) -> None:
        """Let turns follow each other faster or slower."""
        self.speed = min(max(self.speed + by, 0), len(SPEEDS) - 1)
        seconds = SPEEDS[self.speed]
        self.tell(self.say("speed_is", seconds=seconds) if seconds else self.say("fastest"))

    def action_save(self) -> None:
        """Save the game."""
        name = f"{self.game.name}.txt"
        self.app.push_screen(
            FileDialog(self.say("save"), self.language, self._save, name, writes=True)
        )

    def _save(self, name: str) -> None:
        self.save_to(name)
        self.tell(self.say("saved", path=name))

    def action_open(self) -> None:
        """Open a saved game."""
        self.app.open_game()

    def action_escape(self) -> None:
        """Stop the analysis."""
        if self.analysing:
            self.action_analyse()

    def action_leave(self) -> None:
        """Back to the menu."""
        self.close()

    def close(self) -> None:
        """Call off all work and leave the screen."""
        self.advice.call_off()
        self.dismiss()

    def on_board_pointed(self) -> None:
        self.board.marks = self.all_marks()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.action_browse(event.option_index - self.shown)
        self.set_focus(self.board)


def marks_of(position: Position, cursor: int | None) -> Marks:
    """What the turn before a position did: where it was made, and what it captured."""
    ghosts = {piece.cell: piece.owner for piece in just_captured(position)}
    return Marks(cursor=cursor, last=last_cells(position), ghosts=ghosts)


def last_cells(position: Position) -> frozenset[int]:
    """The cells that the turn before a position pointed at."""
    here, cells = position, set[int]()
    for action in reversed(position.move.actions if position.move is not None else ()):
        assert here.parent is not None
        here = here.parent
        cells.update(here.game.touched(here, action))
    return frozenset(cells)
