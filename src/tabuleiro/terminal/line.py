"""A game in the terminal, line by line: for keyboards, pipes and screen readers."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rich.console import Console
from rich.table import Table

from tabuleiro.bots import Bot
from tabuleiro.bots.analysis import VOICES, Analysis
from tabuleiro.bots.base import SearchBot
from tabuleiro.bots.hints import GRADES, hint_at, look
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.reasons import why_best
from tabuleiro.bots.worths import worths
from tabuleiro.coaching import coach_words
from tabuleiro.errors import BrokenRules, TabuleiroError
from tabuleiro.game import Game, all_games
from tabuleiro.position import Position
from tabuleiro.solving.knowledge import marks, worth_asking
from tabuleiro.terminal.console import make_console, print_rules
from tabuleiro.terminal.picture import picture
from tabuleiro.terminal.seats import adviser
from tabuleiro.terminal.session import TOLD, Session
from tabuleiro.text import Language, Text
from tabuleiro.turn import Turn

LINES = 3
"""Best moves that `analyse` shows."""

SAYS: Mapping[str, Text] = {
    "welcome": Text("Welcome to Tabuleiro.", "Boas-vindas ao Tabuleiro."),
    "choose": Text("Which game? A number or a name: ", "Que jogo? Um número ou um nome: "),
    "no_such": Text(
        "Please type a number from 1 to {count} or a name from the list.",
        "Escreve um número de 1 a {count} ou um nome da lista.",
    ),
    "help": Text(
        "Type a move as in the rules (a unique beginning is enough), or:\n"
        "  moves [START]  the legal moves           undo       take back your last move\n"
        "  hint [1|2|3]   a hint, more each time    analyse [SECONDS]  the best moves, and why\n"
        "  rules          the rules of the game     board      show the board again\n"
        "  history        the moves so far          position   the position as text\n"
        "  save FILE      write the game to a file  open FILE  go on with a saved game\n"
        "  worth          what each piece is worth\n"
        "  help           this list                 quit       leave",
        "Escreve uma jogada como nas regras (basta um começo único), ou:\n"
        "  jogadas [INÍCIO]  as jogadas legais      desfazer   desfazer a última jogada\n"
        "  dica [1|2|3]      uma dica, cada vez mais clara\n"
        "  analisar [SEGUNDOS]  as melhores jogadas, e porquê\n"
        "  valor             quanto vale cada peça\n"
        "  regras            as regras do jogo      tabuleiro  mostrar o tabuleiro\n"
        "  lances            as jogadas já feitas   posição    a posição em texto\n"
        "  guardar FICHEIRO  escrever a partida num ficheiro\n"
        "  abrir FICHEIRO    continuar uma partida guardada\n"
        "  ajuda             esta lista             sair       sair",
    ),
    "hint": Text(
        'Type "help" for what you can do.', 'Escreve "ajuda" para veres o que podes fazer.'
    ),
    "nothing": Text("There is nothing to take back.", "Não há nada para desfazer."),
    "no_moves": Text("Nothing has been played yet.", "Ainda não se jogou nada."),
    "none_begin": Text("No legal move begins with {start}.", "Nenhuma jogada começa por {start}."),
    "grades": Text("A hint has the grades {accepted}.", "Uma dica tem os graus {accepted}."),
    "seconds": Text(
        "{text!r} is not a number of seconds above 0.", "{text!r} não é um número de segundos."
    ),
    "plays": Text("{name} plays {move}", "{name}: {move}"),
    "thinks": Text(
        "  {value}, depth {depth}, {nodes} positions: {line}",
        "  {value}, profundidade {depth}, {nodes} posições: {line}",
    ),
    "forfeits": Text("{name} loses: {why}", "{name} perde: {why}"),
    "saved": Text("The game is in {path}", "A partida está em {path}"),
    "save_what": Text(
        "Type a file name after save.", "Escreve o nome do ficheiro depois de guardar."
    ),
    "open_what": Text(
        "Type a file name after open.", "Escreve o nome do ficheiro depois de abrir."
    ),
    "values": Text("Values are those of {name}.", "Os valores são os de {name}."),
    "why": Text("Why: {reason}", "Porquê: {reason}"),
    "depth": Text("Depth {depth}, {nodes} positions.", "Profundidade {depth}, {nodes} posições."),
    "bye": Text("See you soon.", "Até breve."),
}
COMMANDS = {
    "help": ("help", "?", "h", "ajuda"),
    "moves": ("moves", "m", "jogadas"),
    "undo": ("undo", "u", "desfazer"),
    "hint": ("hint", "dica"),
    "analyse": ("analyse", "analyze", "analisar"),
    "worth": ("worth", "valor"),
    "rules": ("rules", "r", "regras"),
    "board": ("board", "tabuleiro"),
    "history": ("history", "lances"),
    "position": ("position", "posição", "posicao"),
    "save": ("save", "guardar"),
    "open": ("open", "abrir"),
    "quit": ("quit", "exit", "q", "sair"),
}


class Quit(Exception):
    """The person has left."""


@dataclass
class LineGame:
    """One game between two seats, from its position on."""

    session: Session
    language: Language = "en"
    console: Console = field(default_factory=make_console)
    seed: int | None = None
    _hints: tuple[Position, Analysis, int] | None = None
    """The position of the last hint, what it was about, and its grade."""

    def run(self) -> Position:
        """Play to the end, or until the person leaves; returns the last position."""
        self._show()
        if None in self.session.seats:
            self._say("hint")
        try:
            while self.session.position.outcome is None and not self.session.forfeit:
                bot = self.session.bot
                if bot is None:
                    self._ask()
                else:
                    self._bot_plays(bot)
        except Quit:
            self._say("bye")
        self.session.keep_result()
        return self.session.position

    @property
    def _here(self) -> Position:
        return self.session.position

    @property
    def _name(self) -> str:
        return self._here.players[self._here.player].name[self.language]

    @cached_property
    def _adviser(self) -> SearchBot:
        return adviser(self._here.game, self.seed)

    def _bot_plays(self, bot: Bot) -> None:
        name = self._name
        try:
            move = bot.choose(self._here)
        except BrokenRules:
            raise
        except TabuleiroError as error:
            self.session.failure = (self._here, str(error))
            self._say("forfeits", name=name, why=str(error))
            return
        self.session.play(bot, move)
        self._say("plays", name=name, move=move.text)
        thought = self.session.thoughts.get(self._here)
        if thought is not None:
            value, depth, nodes = thought.line.score.percent, thought.depth, thought.nodes
            line = " ".join(each.text for each in thought.line.moves[:TOLD])
            self._say("thinks", value=value, depth=str(depth), nodes=f"{nodes:,}", line=line)
        if None in self.session.seats or self._here.outcome is not None:
            self._show()

    def _ask(self) -> None:
        words = read_line(f"{self._name}> ", self.console).split()
        if not words:
            return
        try:
            for command, spellings in COMMANDS.items():
                if words[0].lower() in spellings:
                    self._commands[command](" ".join(words[1:]))
                    return
            self.session.position = self._here.play(" ".join(words))
        except TabuleiroError as error:
            self.console.print(error.words(self.language), markup=False)
            return
        if self._here.outcome is not None or self.session.bot is None:
            self._show()  # otherwise the bot's answer comes first

    @cached_property
    def _commands(self) -> Mapping[str, Callable[[str], None]]:
        return {
            "help": lambda _: self._say("help"),
            "moves": self._moves,
            "undo": self._undo,
            "hint": self._hint,
            "analyse": self._analyse,
            "worth": self._worth,
            "rules": lambda _: print_rules(self.console, self._here.game.rules_text(self.language)),
            "board": lambda _: self._show(),
            "history": self._history,
            "position": lambda _: self._print(self._here.text),
            "save": self._save,
            "open": self._open,
            "quit": self._quit,
        }

    def _moves(self, start: str) -> None:
        known = (marks(self._here) if worth_asking(self._here) else None) or {}
        moves = [move for move in self._here.legal_moves if move.text.startswith(start)]
        if moves and known:
            for move in sorted(moves, key=lambda each: known[each].rank, reverse=True):
                self._print(
                    f"{known[move].sign:>4}  {move.text}  {known[move].words(self.language)}"
                )
        elif moves:
            self._print("  ".join(move.text for move in moves))
        else:
            self._say("none_begin", start=start)

    def _history(self, _: str) -> None:
        record = self.session.record()
        if record.moves:
            self._print(record.text().partition("\n\n")[2].rstrip())
        else:
            self._say("no_moves")

    def _hint(self, text: str) -> None:
        """A hint of the grade that was asked for, or one grade above the last one."""
        if text and text not in map(str, GRADES):
            accepted = ", ".join(f"{i} ({each[self.language]})" for i, each in GRADES.items())
            self._say("grades", accepted=accepted)
            return
        if self._hints is not None and self._hints[0] is self._here:
            _, found, last = self._hints
        else:
            found, last = look(self._adviser, self._here).result, 0
        grade = int(text) if text else min(last + 1, len(GRADES))
        self._hints = (self._here, found, grade)
        why = why_best(self._here, found)
        self._print(hint_at(self._here, found.move, grade, why).text[self.language])

    def _analyse(self, text: str) -> None:
        seconds = _seconds(text)
        if text and seconds is None:
            self._say("seconds", text=text)
            return
        found = self._adviser.analyse(self._here, Limit(seconds=seconds), LINES)
        for line in found.lines:
            moves = " ".join(move.text for move in line.moves)
            chance = f"{line.score.win_probability:.0%}"
            self._print(f"{line.score.words(self.language):>12} {chance:>5}  {moves}")
        self._say("values", name=self._name)
        why = why_best(self._here, found)
        if why is not None:
            self._say("why", reason=why.text[self.language])
        self._say("depth", depth=str(found.depth), nodes=f"{found.nodes:,}")
        if found.voice:
            self._print(VOICES[found.voice][self.language])

    def _worth(self, text: str) -> None:
        """What each piece is worth to its owner, the best first."""
        found = worths(self._here, self._adviser)
        cells = self._here.game.geometry.cells
        for player in (0, 1):
            own = {p.cell for p in self._here.view.pieces if p.owners[-1] == player}
            listed = sorted(own & found.points.keys(), key=lambda cell: -found.points[cell])
            if listed:
                said = [f"{cells[cell].name} {found.points[cell] / 100:+.2f}" for cell in listed]
                name = self._here.players[player].name[self.language]
                self._print(f"{name}: {', '.join(said)}")
        self._print(VOICES[found.judge][self.language])

    def _save(self, text: str) -> None:
        if text:
            self._say("saved", path=str(self.session.save(text)))
        else:
            self._say("save_what")

    def _open(self, text: str) -> None:
        if not text:
            self._say("open_what")
            return
        self.session = Session.load(text, self.seed)
        self.__dict__.pop("_adviser", None)  # the game may be another one
        self._show()

    def _undo(self, _: str) -> None:
        if self.session.undo():
            self._show()
        else:
            self._say("nothing")

    def _quit(self, _: str) -> None:
        raise Quit

    def _show(self) -> None:
        self.console.print()
        self.console.print(picture(self._here, self.language))
        words = coach_words(Turn(self._here)) if self.session.bot is None else None
        if words is not None:
            self._print(words[self.language])

    def _print(self, text: str) -> None:
        self.console.print(text, markup=False)

    def _say(self, key: str, **words: str) -> None:
        self._print(SAYS[key][self.language].format(**words))


def _seconds(text: str) -> float | None:
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if 0 < seconds < float("inf") else None


def choose_game(language: Language, console: Console) -> Game | None:
    """The game that a person wants to play; None for none of them."""
    console.print(SAYS["welcome"][language], style="bold")
    games = all_games()
    table = Table(box=None, pad_edge=False, show_header=False)
    for number, each in enumerate(games, 1):
        table.add_row(f"{number:>3}", f"[bold]{each.title[language]}[/]", each.summary[language])
    console.print(table)
    try:
        return _choose(games, language, console)
    except Quit:
        console.print(SAYS["bye"][language])
        return None


def _choose(games: list[Game], language: Language, console: Console) -> Game:
    numbered = {str(number): each for number, each in enumerate(games, 1)}
    while True:
        answer = read_line(SAYS["choose"][language], console).strip().lower()
        if answer in COMMANDS["quit"]:
            raise Quit
        if answer in numbered:
            return numbered[answer]
        matching = [each for each in games if answer and each.name.startswith(answer)]
        if len(matching) == 1:
            return matching[0]
        console.print(SAYS["no_such"][language].format(count=len(games)))


def read_line(prompt: str, console: Console) -> str:
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
