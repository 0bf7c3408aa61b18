"""Whether a program keeps to the Universal Game Interface: a list of checks, each with its verdict.

A check is a function that talks to the program and raises `Broken` with a sentence. After a check
that fails the program is started anew, so that each failure stands for itself.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from time import monotonic

from tabuleiro.bots import external
from tabuleiro.bots.limit import Clock, Limit
from tabuleiro.bots.program import Program
from tabuleiro.bots.ugi import ANSWERS, UNDECIDED, Declared, Go, position_command
from tabuleiro.errors import EngineFailed, TabuleiroError
from tabuleiro.game import Game
from tabuleiro.position import Position

PATIENCE = 10.0
"""Seconds to wait for what is due at once, if nothing else is asked for."""

LATE = 2.0
"""Seconds after its time at which a move is too late."""

PLIES = 60
"""Turns of the game that is played to compare the rules."""

KINDS = ("check", "spin", "combo", "string", "button")
QUICK = 0.05
"""Seconds for a move of a whole game, for programs that know no depth."""
NUMBERS = ("depth", "seldepth", "multipv", "nodes", "nps", "time", "cp", "mate", "hashfull")


class Broken(Exception):
    """The program does not do what the protocol asks for."""


class NotTried(Exception):
    """What is needed for the check is not there."""


@dataclass(frozen=True)
class Verdict:
    """A check and how it went: `passed` is None if it was not tried, `reason` says why."""

    check: str
    passed: bool | None
    reason: str = ""


class Talk:
    """The conversation with a program, started when it is needed."""

    def __init__(self, command: Sequence[str], game: Game | None, patience: float) -> None:
        self.game = game
        self.patience = patience
        self._command = command
        self._program: Program | None = None
        self.declared: dict[str, Declared] = {}

    @property
    def program(self) -> Program:
        """The program, ready for a game."""
        if self._program is None:
            self._program = Program(self._command)
            _, self.declared = external.meet(self._program, self.patience)
            if self.game is not None:
                wanted = external.game_options(self.game)
                external.set_options(self._program, self.declared, wanted)
            self.say("isready")
            self._program.wait_for("readyok", external.GET_READY)
        return self._program

    def rules(self) -> Game:
        """The game that is played, if its name was given."""
        if self.game is None:
            raise NotTried("name a game to have this checked")
        return self.game

    def say(self, line: str) -> None:
        """Send a line."""
        self.program.send(line)

    def hear(
        self, word: str, said: list[list[str]] | None = None, seconds: float = 0.0
    ) -> list[str]:
        """The words of the next line that begins with a word; `said` gets the lines before it."""
        before: list[list[str]] = [] if said is None else said
        return self.program.wait_for(word, self.patience + seconds, before.append)

    def alive(self, after: str) -> None:
        """It must still answer."""
        try:
            self.say("isready")
            self.hear("readyok")
        except EngineFailed as error:
            raise Broken(f"after {after}: {error}") from None

    def query(self, question: str) -> str:
        """The answer to a query."""
        self.say(f"query {question}")
        try:
            words = self.hear("response")
        except EngineFailed as error:
            raise Broken(f"query {question} is not answered: {error}") from None
        return " ".join(words[1:])

    def expect(self, question: str, answer: str, where: str) -> None:
        """Compare the answer to a query with what is right."""
        found = self.query(question)
        if found != answer:
            raise Broken(f"query {question} {where} is answered {found!r} instead of {answer!r}")

    def search(self, go: Go, seconds: float = 0.0) -> tuple[str, list[list[str]]]:
        """The best move of a search that may take its time, and the lines before it."""
        said: list[list[str]] = []
        self.say(go.text())
        words = self.hear("bestmove", said, seconds)
        if len(words) < 2:
            raise Broken("bestmove is not followed by a move")
        return words[1], said

    def silence(self, word: str, seconds: float) -> None:
        """No line that begins with a word may come for so long."""
        end = monotonic() + seconds
        while (left := end - monotonic()) > 0:
            line = self.program.receive(left)
            if line is not None and line.split()[:1] == [word]:
                raise Broken(f"{line!r} came although nothing asked for it")

    def hang_up(self) -> None:
        """End the program."""
        running, self._program = self._program, None
        if running is not None:
            running.close()


def check_engine(
    command: Sequence[str], game: Game | None = None, patience: float = PATIENCE
) -> Iterator[Verdict]:
    """Every check in turn; if the program does not even greet, the others are not tried."""
    talk = Talk(command, game, patience)
    greeted = True
    try:
        for check in CHECKS:
            if not greeted:
                yield Verdict(_name(check), None, "the program does not answer the greeting")
                continue
            verdict = _try(check, talk)
            greeted = verdict.passed is not False or check is not CHECKS[0]
            yield verdict
    finally:
        talk.hang_up()


def _try(check: Callable[[Talk], None], talk: Talk) -> Verdict:
    try:
        check(talk)
    except NotTried as reason:
        return Verdict(_name(check), None, str(reason))
    except (Broken, EngineFailed) as error:
        talk.hang_up()
        return Verdict(_name(check), False, str(error))
    return Verdict(_name(check), True)


def _name(check: Callable[[Talk], None]) -> str:
    return str(check.__doc__).rstrip(".")


def greeting(talk: Talk) -> None:
    """`ugi` is answered with `ugiok`, `isready` with `readyok`."""
    talk.say("isready")
    talk.hear("readyok")


def identity(talk: Talk) -> None:
    """It says its name: `id name …`."""
    said: list[list[str]] = []
    talk.say("ugi")
    talk.hear("ugiok", said)
    if not any(words[:2] == ["id", "name"] and len(words) > 2 for words in said):
        raise Broken("no line `id name NAME` comes before ugiok")


def options(talk: Talk) -> None:
    """Its options are declared with a known type and a default that they accept."""
    talk.alive("the greeting")
    for option in talk.declared.values():
        if not option.name or option.kind not in KINDS:
            raise Broken(
                f"the option {option.name!r} has the type {option.kind!r}; "
                f"accepted: {', '.join(KINDS)}"
            )
        default = option.facts.get("default", "")
        if option.kind == "check" and default not in ("true", "false"):
            raise Broken(f"the option {option.name!r} needs a default of true or false")
        if option.kind == "spin" and not _in_range(option):
            raise Broken(f"the option {option.name!r} needs numbers min, default and max in order")
        if option.kind == "combo" and default not in option.choices:
            raise Broken(f"the option {option.name!r} has a default that is none of its choices")


def rubbish(talk: Talk) -> None:
    """A command that does not exist is survived."""
    talk.say("xyzzy 1 2 3")
    talk.say("")
    talk.alive("an unknown command")


def start_position(talk: Talk) -> None:
    """Queries about the start position are answered: whose turn it is, and no result yet."""
    _set_up(talk)
    if talk.game is not None:
        _compare(talk, talk.game.start())
        return
    talk.expect("gameover", "false", "in the start position")
    talk.expect("result", "none", "in the start position")
    if (answer := talk.query("p1turn")) not in ("true", "false"):
        raise Broken(f"query p1turn is answered {answer!r} instead of 'true' or 'false'")


def depth(talk: Talk) -> None:
    """`go depth 1` gives a move."""
    _set_up(talk)
    _legal(talk, talk.search(Go(Limit(depth=1)))[0])


def movetime(talk: Talk) -> None:
    """`go movetime 200` gives a move in time."""
    _set_up(talk)
    _legal(talk, _timely(talk, Go(Limit(seconds=0.2)), 0.2))


def nodes(talk: Talk) -> None:
    """`go nodes 1000` gives a move."""
    _set_up(talk)
    _legal(talk, talk.search(Go(Limit(nodes=1000)))[0])


def clocks(talk: Talk) -> None:
    """With three seconds on the clock (`go p1time 3000 …`) a move comes before they are over."""
    _set_up(talk)
    clock = Clock(3.0, 0.1)
    _legal(talk, _timely(talk, Go(clocks=(clock, clock)), 3.0, late=0.0))


def infinite(talk: Talk) -> None:
    """`go infinite` searches until `stop`, answers `isready` meanwhile, and then gives one move."""
    _set_up(talk)
    talk.say(Go(infinite=True).text())
    talk.silence("bestmove", 0.5)
    talk.alive("go infinite")
    talk.say("stop")
    try:
        words = talk.hear("bestmove")
    except EngineFailed:
        raise Broken("stop is not answered with bestmove") from None
    _legal(talk, "".join(words[1:2]))
    talk.silence("bestmove", 0.2)


def idle_stop(talk: Talk) -> None:
    """`stop` while nothing is searched is survived and gives no move."""
    _set_up(talk)
    talk.say("stop")
    talk.silence("bestmove", 0.2)
    talk.alive("stop without a search")


def info(talk: Talk) -> None:
    """What `info` says can be read: numbers are numbers, variations are legal."""
    _set_up(talk)
    for words in talk.search(Go(Limit(depth=2)))[1]:
        if words[0] != "info" or "string" in words:
            continue
        for name, value in pairwise(words):
            if name == "pv":
                break
            if name in NUMBERS and not value.removeprefix("-").isdecimal():
                raise Broken(f"in {' '.join(words)!r} the {name} is not a whole number")
        if talk.game is not None and "pv" in words:
            here = talk.game.start()
            for move in words[words.index("pv") + 1 :]:
                here = _play(here, move, f"the variation in {' '.join(words)!r}")


def whole_game(talk: Talk) -> None:
    """In a game against itself its moves, turns and results are those of the rules."""
    here = talk.rules().start()
    talk.say("uginewgame")
    for _ in range(PLIES):
        talk.say(position_command(here))
        _compare(talk, here)
        if here.outcome is not None:
            break
        move, _ = talk.search(Go(Limit(depth=1, seconds=QUICK)))
        here = _play(here, move, f"bestmove after {len(here.history)} turns")


def position_text(talk: Talk) -> None:
    """A position can be given as text: `position fen TEXT moves …`."""
    game = talk.rules()
    here = game.start()
    for _ in range(2):
        here = here.play(here.legal_moves[0])
    talk.say(f"position fen {here.text}")
    _compare(talk, here)
    if here.outcome is None:
        after = here.play(here.legal_moves[0])
        talk.say(f"position fen {here.text} moves {after.history[-1]}")
        _compare(talk, after)


def bad_position(talk: Talk) -> None:
    """Moves and positions that do not exist are survived."""
    talk.say("position startpos moves xyzzy")
    talk.alive("a move that does not exist")
    talk.say("position fen xyzzy")
    talk.alive("a position that does not exist")
    talk.say("position")
    talk.alive("an empty position command")


def goodbye(talk: Talk) -> None:
    """`quit` ends it with exit code 0."""
    talk.say("quit")
    code = talk.program.leave(talk.patience)
    if code is None:
        raise Broken(f"it is still there {talk.patience:g} seconds after quit")
    if code != 0:
        raise Broken(f"its exit code is {code}")


CHECKS: tuple[Callable[[Talk], None], ...] = (
    greeting,
    identity,
    options,
    rubbish,
    start_position,
    depth,
    movetime,
    nodes,
    clocks,
    infinite,
    idle_stop,
    info,
    whole_game,
    position_text,
    bad_position,
    goodbye,
)


def _set_up(talk: Talk) -> None:
    talk.say("uginewgame")
    talk.say("position startpos")


def _timely(talk: Talk, go: Go, seconds: float, late: float = LATE) -> str:
    """The move of a search that must not take much longer than its time."""
    begin = monotonic()
    move, _ = talk.search(go, seconds)
    taken = monotonic() - begin
    if taken > seconds + late:
        raise Broken(f"the move of {go.text()!r} came after {taken:.1f} seconds")
    return move


def _legal(talk: Talk, move: str) -> None:
    if talk.game is not None:
        _play(talk.game.start(), move, "bestmove in the start position")


def _play(here: Position, move: str, where: str) -> Position:
    try:
        return here.play(move)
    except TabuleiroError as error:
        raise Broken(f"{where}: {error}") from None


def _compare(talk: Talk, here: Position) -> None:
    turns = len(here.history)
    where = f"after {turns} turns, in {here.text!r}," if turns else "in the start position"
    talk.expect("gameover", "true" if here.outcome else "false", where)
    talk.expect("result", ANSWERS[here.outcome.winner] if here.outcome else UNDECIDED, where)
    if here.outcome is None:
        talk.expect("p1turn", "true" if here.player == 0 else "false", where)


def _in_range(option: Declared) -> bool:
    with contextlib.suppress(KeyError, ValueError):
        low, default, high = (int(option.facts[name]) for name in ("min", "default", "max"))
        return low <= default <= high
    return False
