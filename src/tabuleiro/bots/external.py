"""A program that speaks the Universal Game Interface, as a bot.

It is asked for by its command and what should be different, such as
`ugi:./engine --flag,seconds=0.5,hash=64`: the limits of a search, `patience`, and the options that
the program itself declares. Quotes keep a comma within the command.
"""

from __future__ import annotations

import contextlib
import re
import shlex
from collections.abc import Mapping, Sequence
from time import monotonic

from tabuleiro.bots import program
from tabuleiro.bots.analysis import Analysis, Line, Listener, Score, nothing_to_search
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.program import Program
from tabuleiro.bots.settings import SETTINGS
from tabuleiro.bots.ugi import Declared, Go, Info, position_command
from tabuleiro.errors import EngineFailed, InvalidOption, TabuleiroError, UnknownOption
from tabuleiro.game import Game
from tabuleiro.games.base import Interval, Option, Text
from tabuleiro.move import Move
from tabuleiro.position import Position

PREFIX = "ugi:"
PART = re.compile(r"""(?:[^,"']|"[^"]*"|'[^']*')+""")

PATIENCE = Option(
    "patience",
    10.0,
    Text(
        "Seconds to wait for an answer that is due.",
        "Segundos de espera por uma resposta em atraso.",
    ),
    Interval(0.1, 86400),
)
LIMITS = {setting.name: setting for setting in SETTINGS if setting.is_limit}

GET_READY = 120.0
"""Seconds that a program may take to get ready: it may have to compile something."""

UNTIMED = 600.0
"""Seconds that a search may take whose limit is not a time."""


class UgiBot:
    """Starts the program when it is needed, and anew after it has failed."""

    def __init__(self, game: Game, text: str) -> None:
        command, *changes = [part.strip() for part in PART.findall(text)] or [""]
        self.name = f"{PREFIX}{text}"
        self.game = game
        self._command = program.find(command)
        given = dict(_change(part) for part in changes)
        limits = {key: LIMITS[key].read(given.pop(key)) for key in list(given) if key in LIMITS}
        self.last: Analysis | None = None
        """What the last move rests on."""
        self.limit = Limit(**limits).or_else(Limit(seconds=1.0))  # type: ignore[arg-type]
        self._patience = float(PATIENCE.read(given.pop("patience", PATIENCE.default)))
        self._options = given
        self._program: Program | None = None
        self._declared: dict[str, Declared] = {}
        self._said = ""

    def choose(self, position: Position) -> Move:
        """The move to play; EngineFailed if the program gives none that is legal."""
        self.last = self.analyse(position)
        return self.last.move

    def analyse(
        self,
        position: Position,
        limit: Limit | None = None,
        lines: int = 1,
        listener: Listener | None = None,
    ) -> Analysis:
        """What the program says of a position that is not over; `listener` hears of it."""
        if position.outcome is not None:
            raise nothing_to_search()
        asked = (limit or Limit()).or_else(self.limit)
        try:
            return self._ask(self._running(), position, asked, lines, listener)
        except BaseException:  # a search that was left alone would answer the next question
            self.close()
            raise

    def stop(self) -> None:
        """End a search that runs in another thread; it returns the best move so far."""
        if self._program is not None:
            with contextlib.suppress(EngineFailed):  # whoever waits for the move is told
                self._program.send("stop")

    def new_game(self, seed: int | None = None) -> None:
        """Tell the program that another game begins; chance is its own business."""
        if self._program is not None:
            try:
                self._begin(self._program)
            except EngineFailed:
                self.close()  # it is started anew for its first move

    def close(self) -> None:
        """End the program."""
        running, self._program = self._program, None
        if running is not None:
            running.close()

    def _ask(
        self,
        running: Program,
        position: Position,
        limit: Limit,
        lines: int,
        listener: Listener | None,
    ) -> Analysis:
        told: dict[str, list[str]] = {}
        begin = monotonic()

        def hear(words: list[str]) -> None:
            if words[:2] == ["info", "string"]:
                self._said = " ".join(words[2:])
            elif words[0] == "info" and "pv" in words:
                number = words[words.index("multipv") + 1] if "multipv" in words else "1"
                told[number] = words[1:]
                if listener is not None and (found := _read(position, told)):
                    listener(_analysis(position, found, monotonic() - begin))

        set_options(running, self._declared, {"multipv": str(lines)})
        running.send(position_command(position))
        running.send(Go(limit).text())
        patience = self._patience + (UNTIMED if limit.seconds is None else limit.seconds)
        best = self._legal(position, running.wait_for("bestmove", patience, hear))
        found = _read(position, told)
        if not found or found[0].line.moves[0] != best:
            found = [Info(Line(Score(0, position.player), (best,)))]
        return _analysis(position, found, monotonic() - begin)

    def _legal(self, position: Position, words: list[str]) -> Move:
        text = words[1] if len(words) > 1 else ""
        try:
            return Move.parse(position, text)
        except TabuleiroError:
            said = f"; it said: {self._said}" if self._said else ""
            raise EngineFailed(
                f"{self._running().name} played {text!r}, which is not legal here{said}"
            ) from None

    def _running(self) -> Program:
        """The program, started if it is not there."""
        if self._program is None:
            self._program = Program(self._command)
            self._said = ""
            try:
                self._declared = meet(self._program, self._patience)
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
                known = (*LIMITS, PATIENCE.name, *(each.name for each in self._declared.values()))
                raise UnknownOption(
                    f"{shlex.join(self._command)} has no option {name!r}; "
                    f"accepted: {', '.join(known)}"
                )
        return game_options(self.game) | self._options

    def _begin(self, running: Program) -> None:
        running.send("uginewgame")
        running.send("isready")
        running.wait_for("readyok", GET_READY)


def make(game: Game, seed: int | None, text: str = "") -> UgiBot:
    """The bot of `ugi:TEXT`."""
    return UgiBot(game, text)


def meet(running: Program, seconds: float) -> dict[str, Declared]:
    """The options that a program declares when it is greeted, by their names in small letters."""
    found: dict[str, Declared] = {}

    def hear(words: list[str]) -> None:
        if words[0] == "option":
            declared = Declared.read(words[1:])
            found[declared.name.lower()] = declared

    running.send("ugi")
    running.wait_for("ugiok", seconds, hear)
    return found


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


def _read(position: Position, told: Mapping[str, list[str]]) -> list[Info]:
    """The lines that a program has told of, the best first."""
    found = [Info.read(words, position) for words in told.values()]
    return sorted((each for each in found if each is not None), key=lambda each: each.number)


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
            f"{part!r} is not of the form KEY=VALUE; put a command with a comma in quotes"
        )
    return name.strip(), value.strip()
