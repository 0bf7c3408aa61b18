"""A game in the terminal, line by line: for keyboards, pipes and screen readers."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tabuleiro.bots import Bot
from tabuleiro.bots.presets import make_bot, presets
from tabuleiro.errors import InvalidOption, TabuleiroError
from tabuleiro.game import Game, all_games
from tabuleiro.games.base import Language, Text
from tabuleiro.position import Position
from tabuleiro.record import Record
from tabuleiro.terminal.console import make_console, print_rules
from tabuleiro.terminal.picture import headline, picture

HUMAN = "human"
OPPONENT = "medium"
"""Whom a person meets who did not ask for anybody."""

SAYS: Mapping[str, Text] = {
    "welcome": Text("Welcome to Tabuleiro.", "Boas-vindas ao Tabuleiro."),
    "choose": Text("Which game? A number or a name: ", "Que jogo? Um número ou um nome: "),
    "no_such": Text(
        "Please type a number from 1 to {count} or a name from the list.",
        "Escreve um número de 1 a {count} ou um nome da lista.",
    ),
    "help": Text(
        "Type a move as in the rules (a unique beginning is enough), or:\n"
        "  moves       the legal moves          undo   take back your last move\n"
        "  rules       the rules of the game    board  show the board again\n"
        "  save FILE   write the game to a file\n"
        "  help        this list                quit   leave",
        "Escreve uma jogada como nas regras (basta um começo único), ou:\n"
        "  jogadas          as jogadas legais      desfazer   desfazer a última jogada\n"
        "  regras           as regras do jogo      tabuleiro  mostrar o tabuleiro\n"
        "  guardar FICHEIRO escrever a partida num ficheiro\n"
        "  ajuda            esta lista             sair       sair",
    ),
    "hint": Text(
        'Type "help" for what you can do.', 'Escreve "ajuda" para veres o que podes fazer.'
    ),
    "nothing": Text("There is nothing to take back.", "Não há nada para desfazer."),
    "plays": Text("{name} plays {move}", "{name}: {move}"),
    "saved": Text("The game is in {path}", "A partida está em {path}"),
    "cannot_save": Text("{path} cannot be written: {why}", "{path} não pode ser escrito: {why}"),
    "save_what": Text(
        "Type a file name after save.", "Escreve o nome do ficheiro depois de guardar."
    ),
    "bye": Text("See you soon.", "Até breve."),
}
COMMANDS = {
    "help": ("help", "?", "h", "ajuda"),
    "moves": ("moves", "m", "jogadas"),
    "undo": ("undo", "u", "desfazer"),
    "rules": ("rules", "r", "regras"),
    "board": ("board", "tabuleiro"),
    "save": ("save", "guardar"),
    "quit": ("quit", "exit", "q", "sair"),
}


class Quit(Exception):
    """The person has left."""


def seat(played: Game, text: str, seed: int | None = None) -> Bot | None:
    """The bot of a seat; None for a person."""
    if text == HUMAN:
        return None
    known = presets(played)
    if text.split(",")[0].strip() not in known:
        raise InvalidOption(f"there is no player {text!r}; accepted: {', '.join((HUMAN, *known))}")
    return make_bot(played, text, seed)


def opponent(played: Game) -> str:
    """The usual opponent, or a random one where a game knows no better."""
    return OPPONENT if OPPONENT in presets(played) else "random"


@dataclass
class LineGame:
    """One game between two seats, from its position on."""

    position: Position
    seats: tuple[Bot | None, Bot | None]
    language: Language = "en"
    console: Console = field(default_factory=make_console)

    def run(self) -> Position:
        """Play to the end, or until the person leaves; returns the last position."""
        self._show()
        if None in self.seats:
            self._say("hint")
        try:
            while self.position.outcome is None:
                bot = self.seats[self.position.player]
                if bot is None:
                    self._ask()
                else:
                    self._bot_plays(bot)
        except Quit:
            self._say("bye")
        return self.position

    def record(self) -> Record:
        """The game so far."""
        first, second = (bot.name if bot is not None else HUMAN for bot in self.seats)
        return Record.of(self.position, (first, second))

    def _bot_plays(self, bot: Bot) -> None:
        name = self.position.players[self.position.player].name[self.language]
        move = bot.choose(self.position)
        self.position = self.position.play(move)
        self._say("plays", name=name, move=move.text)
        if None in self.seats or self.position.outcome is not None:
            self._show()

    def _ask(self) -> None:
        name = self.position.players[self.position.player].name[self.language]
        words = _read(f"{name}> ", self.console).split()
        if not words:
            return
        for command, spellings in COMMANDS.items():
            if words[0].lower() in spellings:
                self._command(command, words[1:])
                return
        try:
            self.position = self.position.play(" ".join(words))
        except TabuleiroError as error:
            self.console.print(str(error), markup=False)
            return
        if self.position.outcome is not None or self.seats[self.position.player] is None:
            self._show()  # otherwise the bot's answer comes first

    def _command(self, command: str, words: list[str]) -> None:
        if command == "help":
            self._say("help")
        elif command == "moves":
            moves = "  ".join(move.text for move in self.position.legal_moves)
            self.console.print(moves, markup=False)
        elif command == "rules":
            print_rules(self.console, self.position.game.rules_text(self.language))
        elif command == "board":
            self._show()
        elif command == "save":
            self._save(words)
        elif command == "undo":
            self._undo()
        else:
            raise Quit

    def _save(self, words: list[str]) -> None:
        if not words:
            self._say("save_what")
            return
        path = Path(os.path.expanduser(" ".join(words)))
        try:
            self.record().save(path)
        except (OSError, ValueError) as error:
            self._say("cannot_save", path=str(path), why=getattr(error, "strerror", str(error)))
        else:
            self._say("saved", path=str(path))

    def _undo(self) -> None:
        """Back to the last position where a person was to move."""
        here = self.position.parent
        while here is not None and not (here.turn_is_over and self.seats[here.player] is None):
            here = here.parent
        if here is None:
            self._say("nothing")
        else:
            self.position = here
            self._show()

    def _show(self) -> None:
        self.console.print()
        if None in self.seats or self.position.outcome is not None or self.position.ply == 0:
            self.console.print(picture(self.position, self.language))
        else:
            self.console.print(headline(self.position, self.language))

    def _say(self, key: str, **words: str) -> None:
        self.console.print(SAYS[key][self.language].format(**words), markup=False)


def welcome(language: Language, console: Console) -> int:
    """Choose a game and play it against the computer."""
    console.print(SAYS["welcome"][language], style="bold")
    games = all_games()
    table = Table(box=None, pad_edge=False, show_header=False)
    for number, each in enumerate(games, 1):
        table.add_row(f"{number:>3}", f"[bold]{each.title[language]}[/]", each.summary[language])
    console.print(table)
    try:
        chosen = _choose(games, language, console)
    except Quit:
        console.print(SAYS["bye"][language])
        return 0
    bot = seat(chosen, opponent(chosen))
    LineGame(chosen.start(), (None, bot), language, console).run()
    return 0


def _choose(games: list[Game], language: Language, console: Console) -> Game:
    numbered = {str(number): each for number, each in enumerate(games, 1)}
    while True:
        answer = _read(SAYS["choose"][language], console).strip().lower()
        if answer in COMMANDS["quit"]:
            raise Quit
        if answer in numbered:
            return numbered[answer]
        matching = [each for each in games if answer and each.name.startswith(answer)]
        if len(matching) == 1:
            return matching[0]
        console.print(SAYS["no_such"][language].format(count=len(games)))


def _read(prompt: str, console: Console) -> str:
    """A line from the person, with the prompt where the rest of the game is."""
    try:
        if sys.stdin.isatty():
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  arrows and history, where there is such a thing
            with contextlib.redirect_stdout(console.file):
                return input(prompt)
        line = sys.stdin.readline()
    except EOFError:
        raise Quit from None
    if not line:
        raise Quit
    return line.rstrip("\n")
