"""A program that speaks the Universal Game Interface, as a bot.

It is asked for by its command and what should be different, such as
`ugi:./engine --flag,seconds=0.5,hash=64`: the limits of a search, `patience`, `margin`, a `name`,
and the options that the program itself declares. Quotes keep a comma within the command.
"""

from __future__ import annotations

import contextlib
import shlex
import threading
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from time import monotonic

from tabuleiro.bots import program
from tabuleiro.bots.analysis import Analysis, Line, Score
from tabuleiro.bots.base import SearchBot
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.program import Program
from tabuleiro.bots.search import Search
from tabuleiro.bots.settings import SETTINGS
from tabuleiro.bots.text import BotText
from tabuleiro.bots.ugi import Declared, Go, Info, position_command
from tabuleiro.errors import EngineFailed, InvalidOption, TabuleiroError, UnknownOption
from tabuleiro.game import Game
from tabuleiro.move import Move
from tabuleiro.options import Interval, Option
from tabuleiro.position import Position
from tabuleiro.text import Text

PREFIX = "ugi:"

PATIENCE = Option(
    "patience",
    10.0,
    Text(
        "Seconds to wait for an answer that is due.",
        "Segundos de espera por uma resposta em atraso.",
    ),
    Interval(0.1, 86400),
)
MARGIN = Option(
    "margin",
    0.5,
    Text(
        "Seconds that a move may come later than its limit before it loses a game of the arena.",
        "Segundos de atraso de uma jogada a partir dos quais se perde uma partida da arena.",
    ),
    Interval(0, 86400),
)
NAME = "name"
LIMITS = {setting.name: setting for setting in SETTINGS if setting.is_limit}
LONGEST_NAME = 60
MOST_OPTIONS = 1000
"""How many options of a program are listened to."""

GET_READY = 120.0
"""Seconds that a program may take to get ready: it may have to compile something."""

UNTIMED = 600.0
"""Seconds that a search may take whose limit is not a time."""


class UgiBot(SearchBot):
    """Starts the program when it is needed, and anew after it has failed."""

    limit: Limit

    def __init__(self, game: Game, text: str) -> None:
        command, *changes = BotText.parse(f"{PREFIX}{text}").pieces
        command = command.removeprefix(PREFIX)
        self.game = game
        self._command = program.find(command)
        given = dict(_change(part) for part in changes)
        self._called = clean_name(given.pop(NAME, ""))
        self.name = self._called or Path(self._command[0]).name
        """What it was given; else, once it runs, what it calls itself."""
        limits = {key: LIMITS[key].read(given.pop(key)) for key in list(given) if key in LIMITS}
        self.limit = Limit(**limits).or_else(Limit(seconds=1.0))  # type: ignore[arg-type]
        self._patience = float(PATIENCE.read(given.pop(PATIENCE.name, PATIENCE.default)))
        self._margin = float(MARGIN.read(given.pop(MARGIN.name, MARGIN.default)))
        self._options = given
        self._starting = threading.Lock()
        self._program: Program | None = None
        self._declared: dict[str, Declared] = {}
        self._said = ""

    @property
    def latest(self) -> float | None:  # type: ignore[override]
        """Seconds after which a move comes too late; None if its limit is not a time."""
        return None if self.limit.seconds is None else self.limit.seconds + self._margin

    def prepare(self) -> None:
        """Start the program if it is not there."""
        self._running()

    def run(self, position: Position, limit: Limit, lines: int, search: Search) -> None:
        """Ask the program; EngineFailed if it gives no move that is legal."""
        try:
            self._ask(self._running(), position, limit, lines, search)
        except BaseException:  # a search that was left alone would answer the next question
            self.close()
            raise

    def new_game(self, seed: int | None = None) -> None:
        """See that the program runs and is ready for another game; chance is its own business.

        So its first move does not pay for its start.
        """
        if self._program is not None:
            try:
                self._begin(self._program)
            except EngineFailed:
                self.close()
        self._running()

    def close(self) -> None:
        """End the program."""
        running, self._program = self._program, None
        if running is not None:
            running.close()

    def _ask(
        self, running: Program, position: Position, limit: Limit, lines: int, search: Search
    ) -> None:
        told: dict[int, list[str]] = {}
        begin = monotonic()

        def hear(words: list[str]) -> None:
            if words[:2] == ["info", "string"]:
                self._said = " ".join(words[2:])[: program.LONGEST]
            elif words[0] == "info" and (number := Info.number_of(words[1:])) is not None:
                first_move = words[1 : words.index("pv") + 2]
                if Info.read(first_move, position) is not None:
                    told[number] = words[1:]
                    search.tell(partial(_told, position, dict(told), monotonic() - begin))

        def stop() -> None:
            with contextlib.suppress(EngineFailed):  # whoever waits for the move is told
                running.send("stop")

        set_options(running, self._declared, {"multipv": str(lines)})
        running.send(position_command(position))
        running.send(Go(limit).text())
        search.on_stop(stop)
        patience = self._patience + (UNTIMED if limit.seconds is None else limit.seconds)
        best = self._legal(position, running.wait_for("bestmove", patience, hear))
        found = _read(position, told)
        if not found or found[0].line.moves[0] != best:
            found = [Info(Line(Score(0, position.player), (best,)))]
        search.finish(partial(_analysis, position, found, monotonic() - begin))

    def _legal(self, position: Position, words: list[str]) -> Move:
        text = words[1] if len(words) > 1 else ""
        try:
            return Move.parse(position, text)
        except TabuleiroError:
            said = f"; it said: {self._said}" if self._said else ""
            raise EngineFailed(
                f"{self._running().name} played {text!r}, which is not legal here{said}",
                f"{self._running().name} jogou {text!r}, que não é legal aqui{said}",
            ) from None

    def _running(self) -> Program:
        """The program, started if it is not there."""
        with self._starting:
            if self._program is None:
                self._program = Program(self._command)
                self._said = ""
                try:
                    called, self._declared = meet(self._program, self._patience)
                    self.name = self._called or called or self.name
                    set_options(self._program, self._declared, self._wanted())
                    self._begin(self._program)
                except TabuleiroError:
                    self.close()
                    raise
            return self._program

    def _wanted(self) -> dict[str, str]:
        """The game's options as far as the program knows them, and what it was asked for by."""
        for name in self._options:
            if name.lower() not in self._declared:
                own = (*LIMITS, PATIENCE.name, MARGIN.name, NAME)
                known = (*own, *(each.name for each in self._declared.values()))
                raise UnknownOption(
                    f"{shlex.join(self._command)} has no option {name!r}; "
                    f"accepted: {', '.join(known)}",
                    f"{shlex.join(self._command)} não tem a opção {name!r}; aceites: "
                    f"{', '.join(known)}",
                )
        return game_options(self.game) | self._options

    def _begin(self, running: Program) -> None:
        running.send("uginewgame")
        running.send("isready")
        running.wait_for("readyok", GET_READY)


def settings_text(text: str) -> str:
    """What a bot's text sets of the search and of the program, without the rest."""
    own = (NAME, PATIENCE.name, MARGIN.name)
    parts = (part.strip() for part in BotText.parse(text).parts)
    return ",".join(part for part in parts if part.partition("=")[0].strip() not in own)


def make(game: Game, seed: int | None, text: str = "") -> UgiBot:
    """The bot of `ugi:TEXT`."""
    return UgiBot(game, text)


def meet(running: Program, seconds: float) -> tuple[str, dict[str, Declared]]:
    """What a program says when it is greeted: its name, if any, and the options that it declares,
    by their names in small letters."""
    name = ""
    found: dict[str, Declared] = {}

    def hear(words: list[str]) -> None:
        nonlocal name
        if words[:2] == ["id", "name"]:
            name = clean_name(" ".join(words[2:]))
        elif words[0] == "option" and len(found) < MOST_OPTIONS:
            declared = Declared.read(words[1:])
            found[declared.name.lower()] = declared

    running.send("ugi")
    running.wait_for("ugiok", seconds, hear)
    return name, found


def clean_name(text: str) -> str:
    """A name as it can be shown anywhere: one line, not long, no signs that nobody sees."""
    seen = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(seen.split())[:LONGEST_NAME].strip()


def game_options(game: Game) -> dict[str, str]:
    """Every option of a game as text."""
    return {option.name: option.write(game.options[option.name]) for option in game.option_list}


def set_options(
    running: Program, declared: Mapping[str, Declared], values: Mapping[str, str]
) -> None:
    """Set those options that the program has declared."""
    for name, value in values.items():
        known = declared.get(name.lower())
        if known is not None:
            if known.kind == "check":
                value = {"yes": "true", "no": "false"}.get(value, value)
            running.send(f"setoption name {known.name} value {value}")


def _read(position: Position, told: Mapping[int, list[str]]) -> list[Info]:
    """The lines that a program has told of, the best first."""
    found = [Info.read(words, position) for words in told.values()]
    return sorted((each for each in found if each is not None), key=lambda each: each.number)


def _told(position: Position, told: Mapping[int, list[str]], seconds: float) -> Analysis:
    """What a program has told so far; to read all of it takes longer than some programs think."""
    return _analysis(position, _read(position, told), seconds)


def _analysis(position: Position, found: Sequence[Info], seconds: float) -> Analysis:
    return Analysis(
        player=position.player,
        lines=tuple(each.line for each in found),
        depth=found[0].depth,
        nodes=max(each.nodes for each in found),
        seconds=seconds,
        table_hits=0,
        cutoffs=0,
        terms={},
    )


def _change(part: str) -> tuple[str, str]:
    name, sign, value = part.partition("=")
    if not sign or not name.strip():
        raise InvalidOption(
            f"{part!r} is not of the form KEY=VALUE; put a command with a comma in quotes",
            f"{part!r} não tem a forma CHAVE=VALOR; põe entre aspas um comando com vírgula",
        )
    if not part.isprintable():  # a program would read the rest of it as another line
        raise InvalidOption(
            f"{part!r} has signs that cannot be printed",
            f"{part!r} tem sinais que não se podem escrever",
        )
    return name.strip(), value.strip()
