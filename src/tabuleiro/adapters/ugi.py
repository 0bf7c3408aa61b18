"""Tabuleiro as an engine: it answers the commands of the Universal Game Interface."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from typing import TextIO

from tabuleiro.bots import Bot
from tabuleiro.bots.analysis import Analysis, Line
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_bot, presets
from tabuleiro.bots.search import Search, any_move
from tabuleiro.bots.settings import SETTINGS
from tabuleiro.bots.text import BotText
from tabuleiro.bots.ugi import (
    ANSWERS,
    NO_MOVE,
    UNDECIDED,
    Go,
    Info,
    option_text,
    read_option,
    read_position,
)
from tabuleiro.checking.returns import at_fault
from tabuleiro.errors import IllegalMove, InvalidNotation, TabuleiroError, UnknownOption
from tabuleiro.files import blame
from tabuleiro.game import Game, open_game
from tabuleiro.options import Option
from tabuleiro.position import Position
from tabuleiro.text import Text
from tabuleiro.version import VERSION

FOREVER = Limit(seconds=7 * 86400.0)
LONGEST_LINE = 1 << 20
"""Letters of a command."""

LAST = 2.0
"""Seconds that a search has to end when everything ends."""


class UgiEngine:
    """One game, one position, and one bot that may be searching while commands come in."""

    def __init__(self, game: Game, bot: str, out: TextIO, seed: int | None = None) -> None:
        self._out = out
        self._speech = threading.Lock()
        self._seed = seed
        self._game = game
        self._game_options: dict[str, object] = dict(game.options)
        self._asked = BotText.parse(bot)
        self._lines = 1
        self._told: tuple[int, tuple[Line, ...]] | None = None
        self._bot: Bot | None = None
        self._position: Position | None = game.start()
        self._refusal = ""
        """Why the last position was not accepted, if there is none."""
        self._asked_for = Go()
        self._halted = threading.Event()
        self._search: Search | None = None
        self._follower: threading.Thread | None = None
        self._searching = False
        make_bot(game, bot, seed)  # says at once what is wrong with it

    def run(self, lines: Iterable[str]) -> None:
        """Answer commands until `quit` or the end of the input; nothing that is said ends it."""
        for line in lines:
            if len(line) > LONGEST_LINE:
                self._refuse(line)
                continue
            words = line.split()
            if words[:1] == ["quit"]:
                break
            if words:
                self.obey(words)
        else:
            self._finish()
        self._stop(LAST)

    def _refuse(self, line: str) -> None:
        """Pass over a line that is too long; a position that it holds is not accepted."""
        self._explain(f"a line of more than {LONGEST_LINE:,} letters is not read")
        if line.split(maxsplit=1)[:1] == ["position"] and not self._searching:
            self._position, self._refusal = None, "the last one was too long"

    def obey(self, words: list[str]) -> None:
        """Carry out one command; what is wrong with it is said as `info string`."""
        try:
            command = COMMANDS.get(words[0])
            if command is None:
                raise InvalidNotation(
                    f"there is no command {words[0]!r}; accepted: {', '.join(COMMANDS)}, quit"
                )
            command(self, words[1:])
        except TabuleiroError as error:
            self._explain(str(error))
        except Exception as error:
            said = f"a mistake of the program: {type(error).__name__}: {error}"
            self._explain(blame(error) or at_fault() or said)

    @property
    def options(self) -> dict[str, Option]:
        """What can be set: the bot, its settings, and the options of the game."""
        known = presets(self._game)
        found = [
            Option("bot", self._asked.head, Text("Who plays.", "Quem joga."), tuple(known)),
            Option("MultiPV", 1, Text("Best lines to show.", "Linhas a mostrar."), range(1, 31)),
            *(each for each in SETTINGS if not each.is_limit),
            *self._game.option_list,
        ]
        return {option.name: option for option in found}

    def _ugi(self, words: list[str]) -> None:
        self.say(f"id name Tabuleiro {VERSION} {self._game.name}")
        self.say("id author the authors of Tabuleiro")
        for option in self.options.values():
            self.say(option_text(option))
        self.say("ugiok")

    def _isready(self, words: list[str]) -> None:
        try:
            if not self._searching:
                self._player().prepare()
        finally:
            self.say("readyok")

    def _setoption(self, words: list[str]) -> None:
        self._be_idle()
        asked, value = read_option(words)
        known = {name.lower(): option for name, option in self.options.items()}
        option = known.get(asked.lower())
        if option is None:
            raise UnknownOption(
                f"there is no option {asked!r}; accepted: {', '.join(self.options)}"
            )
        read = option.read(value)
        if option.name == "MultiPV":
            self._lines = int(read)
        elif option in self._game.option_list:
            self._game_options[option.name] = read
        elif option.name == "bot":
            self._ask_for(BotText.parse(str(read)))
        else:
            written = option.write(read).replace(",", "+")
            self._ask_for(self._asked.with_changes({option.name: written}))

    def _ask_for(self, asked: BotText) -> None:
        """Have another bot, if there is one such."""
        before, self._asked, self._bot = self._asked, asked, None
        try:
            self._player()
        except TabuleiroError:
            self._asked = before
            raise

    def _uginewgame(self, words: list[str]) -> None:
        self._be_idle()
        self._apply_options()
        self._position = self._game.start()
        if self._bot is not None:
            self._bot.new_game()

    def _set_position(self, words: list[str]) -> None:
        self._be_idle()
        self._position = None  # not the one before, if this one cannot be read
        try:
            self._apply_options()
            self._position = read_position(self._game, words)
        except TabuleiroError as error:
            self._refusal = str(error)
            raise

    def _go(self, words: list[str]) -> None:
        self._be_idle()
        go = Go.read(words, self._explain)
        self._apply_options()
        position = self._position
        if position is None or position.outcome is not None:
            why = self._refusal if position is None else "the game is over"
            self._explain(f"there is nothing to search: {why}")
            self.say(f"bestmove {NO_MOVE}")
            return
        try:
            self._search = self._player().think(position, self._limit(position, go), self._lines)
        except Exception as error:
            self._explain(_failed(error))
            self.say(f"bestmove {_any_text(position)}")
            return
        self._halted.clear()
        self._asked_for = go
        self._told = None
        self._searching = True
        self._follower = threading.Thread(target=self._follow, args=(self._search, go), daemon=True)
        self._follower.start()

    def _halt(self, words: list[str]) -> None:
        self._stop()

    def _query(self, words: list[str]) -> None:
        self._apply_options()
        position = self._position
        if position is None:
            raise IllegalMove(f"there is no position to ask about: {self._refusal}")
        outcome = position.outcome
        match words:
            case ["gameover"]:
                answer = _truth(outcome is not None)
            case ["p1turn"]:
                answer = _truth(position.player == 0)
            case ["result"]:
                answer = ANSWERS[outcome.winner] if outcome else UNDECIDED
            case ["fen"]:
                answer = position.text
            case ["islegal", move]:
                answer = _truth(move in position.legal_moves)
            case _:
                raise InvalidNotation(
                    f"there is no query {' '.join(words)!r}; "
                    "accepted: gameover, p1turn, result, fen, islegal MOVE"
                )
        self.say(f"response {answer}")

    def _follow(self, search: Search, go: Go) -> None:
        """Say what a search tells, and its move in the end."""
        try:
            for now in search:
                self._tell(now)
            text = search.move.text
        except Exception as error:
            self._explain(_failed(error))
            text = _any_text(search.position)
        if go.infinite:
            self._halted.wait()
        self._searching = False  # before anybody can answer
        self.say(f"bestmove {text}")

    def _limit(self, position: Position, go: Go) -> Limit:
        clock = go.clocks[position.player]
        if go.infinite:
            return FOREVER
        if clock is not None and go.limit.seconds is None:
            return clock.limit(go.limit)
        return go.limit

    def _tell(self, now: Analysis) -> None:
        lines = now.lines[: self._lines]
        if (now.depth, lines) != self._told:
            self._told = (now.depth, lines)
            for number, line in enumerate(lines, 1):
                self.say(Info(line, now.depth, now.nodes, now.seconds, number).text())

    def _player(self) -> Bot:
        """The bot, made anew if something was set."""
        self._apply_options()
        if self._bot is None:
            self._bot = make_bot(self._game, self._asked, self._seed)
        return self._bot

    def _apply_options(self) -> None:
        """Take over the game's options, all together: one alone may not go with the others."""
        if self._game_options == self._game.options:
            return
        wanted, self._game_options = self._game_options, dict(self._game.options)
        self._game = open_game(self._game.reference, wanted, self._seed)
        self._game_options = dict(self._game.options)
        self._position = self._game.start()
        self._bot = None

    def _be_idle(self) -> None:
        if self._searching:
            raise IllegalMove("a search is running; send stop first")

    def _stop(self, seconds: float | None = None) -> None:
        self._halted.set()
        if self._search is not None and self._follower is not None:
            self._search.stop()
            self._follower.join(seconds)

    def _finish(self) -> None:
        """The input has ended: let a search come to its end, if it has one."""
        if self._follower is not None and not self._asked_for.infinite:
            self._follower.join()

    def say(self, line: str) -> None:
        """Write a line at once."""
        with self._speech:
            self._out.write(line + "\n")
            self._out.flush()

    def _explain(self, message: str) -> None:
        self.say("info string " + " ".join(message.split()))


def lines_of(stream: TextIO) -> Iterator[str]:
    """The lines of a stream; of one that is too long, its beginning."""
    while line := stream.readline(LONGEST_LINE + 1):
        yield line
        while line and not line.endswith("\n"):
            line = stream.readline(LONGEST_LINE)


def _failed(error: Exception) -> str:
    """Why a search has failed; where the game is somebody's own, perhaps in its file."""
    return f"the search failed: {blame(error) or at_fault() or error}"


def _any_text(position: Position) -> str:
    """A legal move, if the rules still give one."""
    try:
        return any_move(position).text
    except Exception:  # it has been said what is wrong with them
        return NO_MOVE


def _truth(value: bool) -> str:
    return "true" if value else "false"


COMMANDS: dict[str, Callable[[UgiEngine, list[str]], None]] = {
    "ugi": UgiEngine._ugi,
    "isready": UgiEngine._isready,
    "setoption": UgiEngine._setoption,
    "uginewgame": UgiEngine._uginewgame,
    "position": UgiEngine._set_position,
    "go": UgiEngine._go,
    "stop": UgiEngine._halt,
    "query": UgiEngine._query,
}
