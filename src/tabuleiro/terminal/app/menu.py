"""The first screen: which game, with which options, who plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar

from rich.console import Console
from rich.text import Text as RichText
from textual.app import ComposeResult, SuspendNotSupported
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Checkbox, Input, Label, OptionList, Select, Static
from textual.widgets.option_list import Option as Row

from tabuleiro.bots.presets import menu as bot_menu
from tabuleiro.bots.presets import opponent
from tabuleiro.errors import TabuleiroError
from tabuleiro.game import Game, all_games, make_game
from tabuleiro.options import MOST_CHOICES, Option
from tabuleiro.teaching.lessons import lessons_of
from tabuleiro.teaching.puzzles import puzzles_of
from tabuleiro.terminal.app.board import Board
from tabuleiro.terminal.app.dialogs import Dialog, Reader
from tabuleiro.terminal.app.words import say
from tabuleiro.terminal.console import Look
from tabuleiro.terminal.profile import done, rating
from tabuleiro.terminal.seats import HUMAN, take_seats
from tabuleiro.terminal.session import Session
from tabuleiro.terminal.tasks import give_lessons, give_puzzles
from tabuleiro.text import Language

if TYPE_CHECKING:
    from tabuleiro.terminal.app.application import TabuleiroApp


BUTTONS = (
    "play",
    "options",
    "open",
    "lessons",
    "puzzles",
    "rules",
    "language",
    "theme",
    "quit",
)


class MenuScreen(Screen[None]):
    """Games on the left, the chosen one on the right."""

    DEFAULT_CSS = """
    MenuScreen #title { height: 1; padding: 0 1; background: $panel; text-style: bold; }
    MenuScreen #games { width: 22; height: 1fr; border: none; padding: 1 1; }
    MenuScreen #chosen { width: 1fr; height: 1fr; padding: 0 1; }
    MenuScreen #summary { height: auto; padding: 1 0 0 1; }
    MenuScreen #changed, MenuScreen #yours { height: auto; padding: 0 0 0 1; color: $text-muted; }
    MenuScreen .seats { height: 1; }
    MenuScreen .seats Label { width: 12; padding: 0 1; }
    MenuScreen .seats Select { width: 1fr; }
    MenuScreen #buttons { height: 1; margin: 1 1 0 1; align-horizontal: center; }
    MenuScreen #buttons Button { margin-right: 1; min-width: 8; width: auto; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "play", show=False),
        Binding("o", "options", show=False),
        Binding("f", "open", show=False),
        Binding("r", "rules", show=False),
        Binding("e", "lessons", show=False),
        Binding("z", "puzzles", show=False),
        Binding("l", "language", show=False),
        Binding("t", "theme", show=False),
        Binding("q", "app.quit", show=False),
    ]

    app: TabuleiroApp

    def __init__(self, language: Language) -> None:
        super().__init__()
        self.language = language
        self.games = {each.name: each for each in all_games()}
        self.chosen = next(iter(self.games))

    @property
    def game(self) -> Game:
        """The game that is chosen, with its options."""
        return self.games[self.chosen]

    def say(self, key: str, **words: object) -> str:
        """A text in the person's language."""
        return say(self.language, key, **words)

    def compose(self) -> ComposeResult:
        yield Static(f"Tabuleiro · {self.say('which_game')}", id="title", markup=False)
        with Horizontal():
            yield OptionList(
                *(
                    Row(RichText(each.title[self.language]), id=each.name)
                    for each in self.games.values()
                ),
                id="games",
            )
            with Vertical(id="chosen"):
                yield Static(id="summary", markup=False)
                yield Static(id="changed", markup=False)
                yield Static(id="yours", markup=False)
                yield Board(id="preview")
                players = _bots(self.game, self.language)
                for seat, usual in self._usual().items():
                    with Horizontal(classes="seats"):
                        yield Label(id=f"{seat}-name")
                        yield Select(players, value=usual, id=seat, compact=True, allow_blank=False)
        with Horizontal(id="buttons"):
            for name in BUTTONS:
                yield Button(
                    self.say(name),
                    id=name,
                    compact=True,
                    variant="primary" if name == "play" else "default",
                )

    def on_mount(self) -> None:
        self.query_one(Board).can_focus = False
        games = self.query_one("#games", OptionList)
        games.highlighted = list(self.games).index(self.chosen)
        games.focus()
        self.show()

    def show(self) -> None:
        """Show the chosen game."""
        game, start = self.game, self.game.start()
        self.query_one("#summary", Static).update(game.summary[self.language])
        changed = self.query_one("#changed", Static)
        options = ", ".join(f"{key}={value}" for key, value in game.changed_options.items())
        changed.display = bool(options)
        changed.update(self.say("changed", options=options))
        yours = self.query_one("#yours", Static)
        told = self._profile()
        yours.display = bool(told)
        yours.update(f"{self.say('you')}: {told}")
        board = self.query_one(Board)
        board.look = self.app.look
        board.position = start
        players = _bots(game, self.language)
        known = {value for _, value in players}
        for player, (seat, usual) in enumerate(self._usual().items()):
            select = self.query_one(f"#{seat}", Select)
            before = select.value
            select.set_options(players)
            select.value = before if before in known else usual
            name = start.players[player].name[self.language]
            self.query_one(f"#{seat}-name", Label).update(name[:11])

    def _profile(self) -> str:
        """What the person has done in the chosen game; empty for a newcomer."""
        name, usual = self.chosen, make_game(self.chosen, {})
        lessons, puzzles, games = (
            len(done("lessons", name)),
            len(done("puzzles", name)),
            len(done("results", name)),
        )
        found = rating(usual)
        told = [
            self.say("your_lessons", done=lessons, of=len(lessons_of(usual))) if lessons else "",
            self.say("your_puzzles", done=puzzles, of=len(puzzles_of(usual))) if puzzles else "",
            self.say("your_games", count=games) if games else "",
            self.say("your_rating", rating=found) if found is not None else "",
        ]
        return " · ".join(filter(None, told))

    def _usual(self) -> dict[str, str]:
        """Who plays unless the person says otherwise."""
        return {"first": HUMAN, "second": opponent(self.game)}

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_id in self.games and event.option_id != self.chosen:
            self.chosen = str(event.option_id)
            self.show()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_list.id == "games":
            self.action_play()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "quit":
            self.app.exit()
        else:
            getattr(self, f"action_{event.button.id}")()

    def action_play(self) -> None:
        """Begin the game."""
        first, second = (self.query_one(f"#{seat}", Select).value for seat in ("first", "second"))
        seed = self.app.seed
        # Options that are left to chance are drawn anew for every game.
        game = make_game(self.game.name, self.app.asked.get(self.game.name, {}), seed)
        seats = take_seats(game, str(first), str(second), seed)
        self.app.play(Session(game.start(), seats))

    def action_options(self) -> None:
        """Set the options of the game."""
        given = self.app.asked.get(self.chosen, {})
        self.app.push_screen(OptionsDialog(self.game, given, self.language), self._set_options)

    def _set_options(self, changed: bool | None) -> None:
        if changed:
            self.games[self.chosen] = make_game(
                self.chosen, self.app.asked[self.chosen], self.app.seed
            )
            self.show()

    def action_open(self) -> None:
        """Go on with a saved game."""
        self.app.open_game()

    def action_rules(self) -> None:
        """Read the rules."""
        try:
            self.app.push_screen(Reader(self.game.rules_text(self.language), self.language))
        except TabuleiroError as error:
            self.notify(error.words(self.language), markup=False)

    def action_lessons(self) -> None:
        """Learn the game, line by line."""
        known = done("lessons", self.chosen)
        found = lessons_of(make_game(self.chosen, {}))
        rest = [lesson for lesson in found if lesson.name not in known]
        self._teach(lambda console: give_lessons(rest or found, self.language, console))

    def action_puzzles(self) -> None:
        """Solve puzzles, line by line, those that are not solved yet first."""
        known = done("puzzles", self.chosen)
        found = sorted(puzzles_of(make_game(self.chosen, {})), key=lambda each: each.id in known)
        self._teach(lambda console: give_puzzles(found, self.language, console))

    def _teach(self, give: Callable[[Console], None]) -> None:
        """Leave the window for the lines of a lesson, and come back."""
        try:
            with self.app.suspend():
                give(Console())
        except SuspendNotSupported:
            command = f"tabuleiro lessons {self.chosen}"
            self.notify(self.say("teach_elsewhere", command=command), markup=False)
        self.refresh(layout=True)

    def action_language(self) -> None:
        """The other language."""
        self.app.language = "pt" if self.language == "en" else "en"
        self.app.show_menu()

    def action_theme(self) -> None:
        """Colours or plain signs."""
        self.app.look = Look.plain if self.app.look is Look.colour else Look.colour
        self.show()


def _bots(game: Game, language: Language) -> list[tuple[str, str]]:
    """The players of a game for a list: what is shown, and the name."""
    found = [(say(language, "person"), HUMAN)]
    for group in bot_menu(game).values():
        found += [(f"{bot.name} · {bot.text[language]}", bot.name) for bot in group]
    return found


class OptionsDialog(Dialog):
    """A form with every option of a game."""

    DEFAULT_CSS = """
    OptionsDialog > .box { width: 76; height: 90%; }
    OptionsDialog VerticalScroll { height: 1fr; }
    OptionsDialog .help { color: $text-muted; height: auto; margin-bottom: 1; }
    OptionsDialog .field { height: 1; }
    OptionsDialog .field Label { width: 26; text-style: bold; }
    OptionsDialog Select, OptionsDialog Input { width: 1fr; }
    """

    app: TabuleiroApp

    def __init__(self, game: Game, given: Mapping[str, object], language: Language) -> None:
        super().__init__(language)
        self.game = game
        self._fields = {
            option.name: _field(option, given.get(option.name, option.default), language)
            for option in game.option_list
        }

    def compose(self) -> ComposeResult:
        with Vertical(classes="box"):
            with VerticalScroll():
                for option in self.game.option_list:
                    with Horizontal(classes="field"):
                        yield Label(option.name, markup=False)
                        yield self._fields[option.name]
                    yield Static(option.help[self.language], classes="help", markup=False)
            yield Static(classes="says", markup=False)
            with Horizontal(classes="buttons"):
                yield Button(self.say("cancel"), id="cancel", compact=True)
                yield Button(self.say("ok"), id="ok", variant="primary", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "ok":
            self._try()
        else:
            self.dismiss(False)

    def on_input_submitted(self) -> None:
        self._try()

    def _try(self) -> None:
        values: dict[str, object] = {}
        for option in self.game.option_list:
            value = self._fields[option.name].value
            values[option.name] = option.write(value) if isinstance(value, bool) else str(value)
        try:
            make_game(self.game.name, values, self.app.seed)
        except TabuleiroError as error:
            self.query_one(".says", Static).update(error.words(self.language))
        else:
            self.app.asked[self.game.name] = values
            self.dismiss(True)


def _field(option: Option, given: object, language: Language) -> Checkbox | Select[str] | Input:
    """A field of the form, filled in."""
    value, name = option.read(given), f"option-{option.name}"
    if isinstance(option.default, bool):
        return Checkbox(value=bool(value), id=name, compact=True)
    if isinstance(option.accepts, range | tuple) and len(option.accepts) <= MOST_CHOICES:
        choices = [option.write(choice) for choice in option.accepts]
        return Select(
            [(choice, choice) for choice in choices],
            value=option.write(value),
            allow_blank=False,
            id=name,
            compact=True,
        )
    return Input(option.write(value), placeholder=option.accepted(language), id=name, compact=True)
