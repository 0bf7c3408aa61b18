"""A saved game, line by line: turn after turn on request, or all of it into a pipe."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from rich.console import Console

from tabuleiro.record import Record
from tabuleiro.terminal.console import make_console
from tabuleiro.terminal.line import Quit, read_line
from tabuleiro.terminal.picture import picture
from tabuleiro.text import Language, Text

SAYS: Mapping[str, Text] = {
    "title": Text("{game}: {first} and {second}, {result}", "{game}: {first} e {second}, {result}"),
    "start": Text("The start.", "O começo."),
    "turn": Text("Turn {turn}: {name} plays {move}", "Jogada {turn}: {name}, {move}"),
    "end": Text("That was the last turn.", "Foi a última jogada."),
    "help": Text(
        "  Enter  the next turn       back   the turn before\n"
        "  play [SECONDS]  go on by itself; Ctrl-C pauses\n"
        "  NUMBER  go to a turn       first, last\n"
        "  help   this list           quit   leave",
        "  Enter  a jogada seguinte   voltar  a jogada anterior\n"
        "  ver [SEGUNDOS]  continuar sozinho; Ctrl-C faz pausa\n"
        "  NÚMERO  ir para uma jogada  primeira, última\n"
        "  ajuda  esta lista          sair   sair",
    ),
    "hint": Text(
        'Enter shows the next turn; type "help" for more.',
        'Enter mostra a jogada seguinte; escreve "ajuda" para mais.',
    ),
    "what": Text(
        "{text!r} is not known here; type help for what is.",
        "{text!r} não é conhecido aqui; escreve ajuda para veres o que é.",
    ),
    "bye": Text("See you soon.", "Até breve."),
}
COMMANDS = {
    "next": ("", "next", "n", "seguinte"),
    "back": ("back", "b", "voltar", "v"),
    "play": ("play", "p", "ver"),
    "first": ("first", "primeira"),
    "last": ("last", "última", "ultima"),
    "help": ("help", "?", "h", "ajuda"),
    "quit": ("quit", "exit", "q", "sair"),
}


@dataclass
class Replay:
    """A record and the turn that is shown."""

    record: Record
    language: Language = "en"
    console: Console = field(default_factory=make_console)
    seconds: float = 1.0
    asks: bool = True
    """Whether a person says when to go on."""

    def __post_init__(self) -> None:
        self.positions = self.record.positions()
        self.turn = 0

    @property
    def last(self) -> int:
        """The number of the last turn."""
        return len(self.positions) - 1

    def run(self) -> None:
        """Show the game until its end, or until the person leaves."""
        first, second = self.record.players
        title = self.record.game.title[self.language]
        self._say("title", game=title, first=first, second=second, result=self.record.result)
        self._show()
        if self.asks:
            self._say("hint")
            try:
                while True:
                    self._obey(read_line(f"{self.turn}/{self.last}> ", self.console).strip())
            except Quit:
                pass
            self._say("bye")
        else:
            while self.turn < self.last:
                self._go(self.turn + 1)

    def _obey(self, text: str) -> None:
        word, _, rest = text.lower().partition(" ")
        command = next((name for name, words in COMMANDS.items() if word in words), "")
        if command == "quit":
            raise Quit
        if command == "help":
            self._say("help")
        elif command == "play" and (not rest or _number(rest) is not None):
            self.seconds = _number(rest) or self.seconds
            self._play()
        elif command and not rest:
            turns = {"next": self.turn + 1, "back": self.turn - 1, "first": 0, "last": self.last}
            self._go(turns[command])
        elif word.isascii() and word.isdecimal() and len(word) < 10 and not rest:
            self._go(int(word))
        else:
            self._say("what", text=text)

    def _play(self) -> None:
        """Go on by itself until the end or Ctrl-C."""
        try:
            while self.turn < self.last:
                self._go(self.turn + 1)
                time.sleep(self.seconds)
        except KeyboardInterrupt:
            self.console.print()

    def _go(self, turn: int) -> None:
        if turn > self.last:
            self._say("end")
            return
        self.turn = max(turn, 0)
        self._show()

    def _show(self) -> None:
        here = self.positions[self.turn]
        self.console.print()
        if self.turn > 0 and here.move is not None:
            before = self.positions[self.turn - 1]
            name = before.players[before.player].name[self.language]
            self._say("turn", turn=self.turn, name=name, move=here.move.text)
        else:
            self._say("start")
        self.console.print(picture(here, self.language))
        if self.turn in self.record.comments:
            self.console.print(self.record.comments[self.turn], markup=False)

    def _say(self, key: str, **words: object) -> None:
        self.console.print(SAYS[key][self.language].format(**words), markup=False)


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if 0 < number < float("inf") else None
