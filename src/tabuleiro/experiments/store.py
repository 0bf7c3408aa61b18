"""What an experiment has found so far: one SQLite file in the experiment's directory.

    experiment   what was asked for, as JSON, one row per setting; and, once they have said it, what
                 the programs among the bots are called; what the files held that are played with
    openings     number, options of the game, start position (empty: the usual one), moves, and who
                 is to move after them
    games        one row per finished game: its number, pairing and pair, opening, the bots in the
                 two seats (indexes of the settings' bots), winner (0: first seat, 1: second, NULL:
                 draw), reason and detail, plies, seconds, moves after the opening, and `effort`:
                 seconds, depth, nodes, hits and cuts of every ply, packed
    thoughts     of games with bots that say it: the chance of the first player after every ply, by
                 the bot that made it, packed
    verdicts     pairings that a sequential test has decided, and after how many pairs
    counted      the view of the games that count: all but those after a verdict

A game is written in a transaction of its own the moment it ends (write-ahead log, synced), so a
killed process loses nothing that was reported as finished. Its number is the primary key, so no
game is there twice.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tabuleiro.errors import InvalidOption, InvalidRecord, JobFailed
from tabuleiro.experiments.code import Code, Contents, the_game
from tabuleiro.experiments.names import shown_names, shown_title
from tabuleiro.experiments.settings import Settings
from tabuleiro.position import RESULTS
from tabuleiro.record import UNFINISHED, Record

FILE = "games.sqlite"
LOCK = ".lock"
PART = ".part"
FORMAT = 1
CALLED = "called"
CONTENTS = "contents"

"""A game's result as records write it, by the seat that won."""

SCHEMA = """
CREATE TABLE experiment (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE openings (
  number INTEGER PRIMARY KEY, options TEXT NOT NULL, start TEXT NOT NULL, moves TEXT NOT NULL,
  player INTEGER NOT NULL
);
CREATE TABLE games (
  number INTEGER PRIMARY KEY, pairing INTEGER NOT NULL, pair INTEGER NOT NULL,
  opening INTEGER NOT NULL, first INTEGER NOT NULL, second INTEGER NOT NULL,
  winner INTEGER, reason TEXT NOT NULL, detail TEXT NOT NULL,
  plies INTEGER NOT NULL, seconds REAL NOT NULL, moves TEXT NOT NULL, effort BLOB NOT NULL
);
CREATE TABLE verdicts (pairing INTEGER PRIMARY KEY, pairs INTEGER NOT NULL, accepted TEXT NOT NULL);
CREATE VIEW counted AS
  SELECT games.* FROM games LEFT JOIN verdicts USING (pairing)
  WHERE verdicts.pairs IS NULL OR games.pair < verdicts.pairs;
"""

EFFORT = np.dtype(
    [("seconds", "<f4"), ("depth", "<i4"), ("nodes", "<i8"), ("hits", "<i8"), ("cuts", "<i8")]
)
"""What one ply cost: all 0 but the seconds for a bot that does not search."""

PLY = np.dtype(
    [("game", "<i4"), ("ply", "<i4"), ("bot", "<i4"), ("seat", "<i4"), *EFFORT.descr[0:]]
)
"""The same with where it belongs; `ply` counts from 0 at the first turn after the opening."""

THOUGHTS = "CREATE TABLE IF NOT EXISTS thoughts (number INTEGER PRIMARY KEY, chances BLOB NOT NULL)"
"""Made when it is needed: files of earlier versions are without it."""
CHANCES = np.dtype("<f4")
"""No number where a bot said nothing."""

AT_ONCE = 5000
"""Games whose plies are unpacked at once."""


class SeatTime(NamedTuple):
    """What a game took one of its players."""

    turns: int
    """Those after the opening."""
    seconds: float

    @property
    def mean(self) -> float | None:
        """Of a turn; None for a player who had none."""
        return self.seconds / self.turns if self.turns else None


class KeptThought(NamedTuple):
    """What a bot thought of its move."""

    chance: float
    """How likely the first player wins."""
    depth: int
    nodes: int


class Opening(NamedTuple):
    """Where the two games of a pair begin."""

    number: int
    options: str
    """The game's options that differ from the usual ones, as `key=value key=value`."""
    start: str
    """A position, or nothing for the usual start."""
    moves: str
    """The moves from there, with spaces between."""
    player: int
    """Who acts after them."""


class Played(NamedTuple):
    """A finished game as it is kept."""

    number: int
    pairing: int
    pair: int
    opening: int
    first: int
    second: int
    winner: int | None
    """The seat that won: 0 is the player who moves first in the game; None for a draw."""
    reason: str
    """A `Termination`, or what the losing bot did: `illegal move`, `failure`, `too slow`."""
    detail: str
    """What a failing bot said, in a sentence; else nothing."""
    plies: int
    """Turns after the opening."""
    seconds: float
    moves: str
    """Those after the opening, with spaces between."""
    effort: bytes
    chances: bytes = b""
    """What the bots thought, see `thoughts`; kept apart from the rest."""

    @property
    def points(self) -> tuple[float, float]:
        """What the first and the second seat have made of it."""
        if self.winner is None:
            return 0.5, 0.5
        return (1.0, 0.0) if self.winner == 0 else (0.0, 1.0)


@dataclass(frozen=True)
class Row:
    """A finished game without its moves and efforts, for tables."""

    number: int
    pairing: int
    pair: int
    opening: int
    first: int
    second: int
    winner: int | None
    reason: str
    detail: str
    plies: int
    seconds: float


ROW = ", ".join(each.name for each in fields(Row))


def is_free(directory: Path) -> bool:
    """Whether a directory is empty but for what an interrupted start may have left."""
    return all(path.name.startswith((LOCK, f"{FILE}{PART}")) for path in directory.iterdir())


def pack(effort: np.ndarray) -> bytes:
    """The efforts of a game in few bytes."""
    return zlib.compress(effort.tobytes(), 1)


class Store:
    """The file of one experiment."""

    def __init__(
        self,
        directory: Path,
        database: sqlite3.Connection,
        settings: Settings,
        called: Mapping[int, str],
        contents: Contents | None = None,
    ) -> None:
        self.directory = directory
        self.settings = settings
        self._database = database
        self._called = dict(called)
        self.code = Code(contents or {})
        """The files that are played with, as they were when it began."""

    @classmethod
    def exists(cls, directory: str | Path) -> bool:
        """Whether a directory holds an experiment."""
        return (Path(directory) / FILE).is_file()

    @classmethod
    def create(
        cls, directory: str | Path, settings: Settings, contents: Contents | None = None
    ) -> Store:
        """A new experiment in a directory that is free."""
        home = Path(directory)
        part = home / f"{FILE}{PART}"
        try:
            part.unlink(missing_ok=True)
            with closing(sqlite3.connect(part)) as database, database:
                database.executescript(SCHEMA)
                facts = settings.facts() | {"format": FORMAT, CONTENTS: contents or {}}
                rows = [(key, json.dumps(value)) for key, value in facts.items()]
                database.executemany("INSERT INTO experiment VALUES (?, ?)", rows)
            part.rename(home / FILE)
        except (OSError, sqlite3.Error) as error:
            raise _unwritable(home, error) from None
        return cls.open(home)

    @classmethod
    def open(cls, directory: str | Path) -> Store:
        """An experiment that is there."""
        home = Path(directory)
        if not cls.exists(home):
            raise InvalidRecord(
                f"there is no experiment in {str(home)!r}",
                f"não há nenhuma experiência em {str(home)!r}",
            )
        try:
            database = sqlite3.connect(home / FILE, timeout=60, isolation_level=None)
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("PRAGMA synchronous=FULL")
            rows = database.execute("SELECT key, value FROM experiment").fetchall()
            facts = {key: json.loads(value) for key, value in rows}
        except (sqlite3.Error, ValueError) as error:
            raise InvalidRecord(
                f"the games in {str(home)!r} cannot be read: {error}",
                f"as partidas em {str(home)!r} não se conseguem ler: {error}",
            ) from None
        if facts.pop("format", None) != FORMAT:
            raise InvalidRecord(
                f"the experiment in {str(home)!r} is of another version",
                f"a experiência em {str(home)!r} é de outra versão",
            )
        called = {int(player): str(name) for player, name in facts.pop(CALLED, {}).items()}
        contents = facts.pop(CONTENTS, {})
        return cls(home, database, Settings.of_facts(facts), called, contents)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Leave the file; everything in it stays."""
        self._database.close()

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called where people read; `settings.labels` are their texts."""
        return shown_names(self.settings, self._called)

    @property
    def title(self) -> str:
        """What the experiment is called where people read."""
        return shown_title(self.settings, self._called, self.names)

    def call(self, called: Mapping[int, str]) -> None:
        """Keep what programs are called; what they were called at first stays."""
        if called and self._insert("experiment", (CALLED, json.dumps(dict(called)))):
            self._called = dict(called)

    def add(self, finished: Iterable[tuple[Opening, Played]]) -> list[Played]:
        """Keep games that have just ended; those that were not there yet are returned."""
        new = []
        try:
            self._database.execute("BEGIN IMMEDIATE")
            self._database.execute(THOUGHTS)
            for opening, game in finished:
                self._insert("openings", opening)
                if self._insert("games", game[:-1]):
                    new.append(game)
                    if game.chances:
                        self._insert("thoughts", (game.number, game.chances))
            self._database.execute("COMMIT")
        except sqlite3.Error as error:
            raise _unwritable(self.directory / FILE, error) from None
        return new

    def decide(self, pairing: int, pairs: int, accepted: str) -> None:
        """Keep the verdict of a sequential test: later games of the pairing do not count."""
        self._insert("verdicts", (pairing, pairs, accepted))

    def verdicts(self) -> dict[int, tuple[int, str]]:
        """By pairing: the number of pairs that decided a sequential test, and what it accepted."""
        rows = self._database.execute("SELECT pairing, pairs, accepted FROM verdicts")
        return {pairing: (pairs, accepted) for pairing, pairs, accepted in rows}

    def numbers(self) -> set[int]:
        """The numbers of all games that are there."""
        return {number for (number,) in self._database.execute("SELECT number FROM games")}

    def games(self) -> Iterator[Row]:
        """The games that count, in order, without moves and efforts."""
        for row in self._database.execute(f"SELECT {ROW} FROM counted ORDER BY number"):
            yield Row(*row)

    def game(self, number: int) -> Played:
        """One game with everything."""
        row = self._database.execute("SELECT * FROM games WHERE number = ?", (number,)).fetchone()
        if row is None:
            numbers = self.numbers()
            there = f"{len(numbers):,}, from 0 to {max(numbers)}" if numbers else "none yet"
            raise InvalidRecord(
                f"there is no game {number} in {str(self.directory)!r}; finished games: {there}",
                f"não há partida {number} em {str(self.directory)!r}; partidas acabadas: {there}",
            )
        return Played(*row)

    def thoughts(self, number: int) -> list[KeptThought | None]:
        """What the bots thought of each ply of a game after its opening, as far as they said it."""
        there = self._database.execute(
            "SELECT name FROM sqlite_master WHERE name = 'thoughts'"
        ).fetchone()
        kept = (
            there
            and self._database.execute(
                "SELECT chances FROM thoughts WHERE number = ?", (number,)
            ).fetchone()
        )
        if not kept:
            return []
        chances = np.frombuffer(zlib.decompress(kept[0]), CHANCES)
        effort = np.frombuffer(zlib.decompress(self.game(number).effort), EFFORT)
        return [
            None
            if np.isnan(chance)
            else KeptThought(float(chance), int(ply["depth"]), int(ply["nodes"]))
            for chance, ply in zip(chances, effort, strict=True)
        ]

    def opening(self, number: int) -> Opening:
        """One opening."""
        row = self._database.execute("SELECT * FROM openings WHERE number = ?", (number,))
        return Opening(*row.fetchone())

    def openings(self) -> list[Opening]:
        """All openings that games have begun with."""
        return [Opening(*row) for row in self._database.execute("SELECT * FROM openings")]

    def plies(self) -> Iterator[np.ndarray]:
        """Every ply of the games that count, as arrays of `PLY`, some thousand games at a time."""
        rows = self._database.execute(
            "SELECT games.number, first, second, plies, player, effort FROM counted AS games "
            "JOIN openings ON openings.number = opening ORDER BY games.number"
        )
        while some := rows.fetchmany(AT_ONCE):
            yield _plies(some)

    def seat_times(self) -> dict[int, tuple[SeatTime, SeatTime]]:
        """What the games that count took the player in the first seat and the one in the second."""
        found: dict[int, tuple[SeatTime, SeatTime]] = {}
        for plies in self.plies():
            numbers, place = np.unique(plies["game"], return_inverse=True)
            seats = 2 * place + plies["seat"]
            turns = np.bincount(seats, minlength=2 * len(numbers)).tolist()
            spent = np.bincount(seats, plies["seconds"], 2 * len(numbers)).tolist()
            times = [SeatTime(*each) for each in zip(turns, spent, strict=True)]
            found |= zip(numbers.tolist(), zip(times[::2], times[1::2], strict=True), strict=True)
        return found

    def different(self) -> int:
        """How many of the games that count are no repetition of another, move for move."""
        (count,) = self._database.execute(
            "SELECT COUNT(*) FROM (SELECT DISTINCT first, second, options, start, openings.moves, "
            "games.moves FROM counted AS games JOIN openings ON openings.number = opening)"
        ).fetchone()
        return int(count)

    def record(self, number: int, turns: int | None = None) -> Record:
        """A game as a record that can be replayed, or its first turns; the opening counts."""
        game = self.game(number)
        opening = self.opening(game.opening)
        options = dict(part.split("=", 1) for part in opening.options.split())
        played = the_game(self.settings.game, options, None, self.settings.code)
        start = played.position(opening.start) if opening.start else None
        here = start or played.start()
        moves = f"{opening.moves} {game.moves}".split()
        if turns is not None and not 0 <= turns <= len(moves):
            raise InvalidOption(
                f"game {number} has no {turns} turns to take; accepted: 0 to {len(moves)}",
                f"a partida {number} não tem {turns} jogadas para tirar; aceites: 0 a {len(moves)}",
            )
        for text in moves[:turns]:
            here = here.play(text)
        whole = len(here.history) == len(moves)
        result = RESULTS[game.winner] if whole else UNFINISHED
        tags = {"Event": self.title, "Round": str(game.number)}
        if opening.moves:
            tags["Opening"] = opening.moves
        if game.detail and whole:
            tags["Termination"] = game.detail
        players = self.names[game.first], self.names[game.second]
        return Record(played, here.history, players, result, start, tags=tags)

    def _insert(self, table: str, row: tuple[Any, ...]) -> bool:
        marks = ", ".join("?" * len(row))
        done = self._database.execute(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", row)
        return done.rowcount > 0


def _plies(rows: list[tuple[int, int, int, int, int, bytes]]) -> np.ndarray:
    """The plies of some games in one array."""
    numbers, firsts, seconds, lengths, players, efforts = zip(*rows, strict=True)
    effort = np.frombuffer(b"".join(map(zlib.decompress, efforts)), EFFORT)
    found = np.empty(len(effort), PLY)
    for name in EFFORT.names or ():
        found[name] = effort[name]
    length = np.array(lengths)
    found["game"] = np.repeat(numbers, length)
    found["ply"] = np.arange(len(effort)) - np.repeat(np.cumsum(length) - length, length)
    found["seat"] = (found["ply"] + np.repeat(players, length)) % 2
    found["bot"] = np.where(
        found["seat"] == 0, np.repeat(firsts, length), np.repeat(seconds, length)
    )
    return found


class Lock:
    """One process at a time works on an experiment; the system lets go when the process ends."""

    def __init__(self, directory: Path) -> None:
        try:
            directory.mkdir(parents=True, exist_ok=True)
            self._database = sqlite3.connect(directory / LOCK, timeout=0, isolation_level=None)
        except (OSError, sqlite3.Error) as error:
            raise _unwritable(directory, error) from None
        try:
            self._database.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._database.close()
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise JobFailed(
                    f"another process is at work on {str(directory)!r}",
                    f"outro processo está a trabalhar em {str(directory)!r}",
                ) from None
            raise _unwritable(directory, error) from None

    def __enter__(self) -> Lock:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()


def _unwritable(path: Path, error: Exception) -> JobFailed:
    reason = getattr(error, "strerror", None) or error
    return JobFailed(
        f"{str(path)!r} cannot be written: {reason}",
        f"{str(path)!r} não pode ser escrito: {reason}",
    )
