"""The index of openings: which turns were played in a position, how often and with what results.

The first turns of every finished game are kept by the position before them, in the database beside
the matches. Games that end are added with their last move; a task in the background adds those of
experiments, and those of a database that an earlier version has made.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256

from sqlalchemy import Connection, delete, func, insert, select

from tabuleiro.errors import TabuleiroError
from tabuleiro.move import Move
from tabuleiro.position import Position
from tabuleiro.record import UNFINISHED
from tabuleiro.turn import Turn
from tabuleiro.web.rows import Write
from tabuleiro.web.schema import tokens, turns
from tabuleiro.web.shapes import Json, move_of, players_of, text_of
from tabuleiro.web.store import MatchStore

FIRST_TURNS = 20
"""How many turns of a game are kept."""
MOST_TURNS = 40
"""How many turns of a position are told, the most played first."""
RESULTS = ("1-0", "0-1", "1/2-1/2")
Rows = list[tuple[int, str, str]]
"""The position before a turn, the turn, and how the game ended."""


@dataclass
class TurnTally:
    """How often a turn was played in a position, and how the games ended: won, lost, drawn by the
    first player."""

    move: str
    games: int = 0
    first: int = 0
    second: int = 0
    draws: int = 0

    def add(self, result: str, count: int) -> None:
        """Count games with a result."""
        self.games += count
        if result == RESULTS[0]:
            self.first += count
        elif result == RESULTS[1]:
            self.second += count
        else:
            self.draws += count


def key_of(position: Position) -> int:
    """What positions have in common that are the same: game, options, and what stands where."""
    game = position.game
    options = " ".join(f"{name}={value}" for name, value in sorted(game.changed_options.items()))
    stands = position.text.partition(" quiet=")[0]
    said = f"{game.name} {options} {stands}"
    return int.from_bytes(sha256(said.encode()).digest()[:8], signed=True)


def keep_turns(match: str, rows: Rows) -> Write:
    """Put a game's first turns in place of those that were kept of it."""

    def write(connection: Connection) -> None:
        connection.execute(delete(turns).where(turns.c.match == match))
        if rows:
            connection.execute(
                insert(turns),
                [
                    {"match": match, "ply": ply, "position": key, "move": move, "result": result}
                    for ply, (key, move, result) in enumerate(rows)
                ],
            )

    return write


def forget_experiment(name: str) -> Write:
    """Remove the games of an experiment."""

    def write(connection: Connection) -> None:
        connection.execute(
            delete(turns).where(turns.c.match.startswith(f"{name}/", autoescape=True))
        )

    return write


def played_in(store: MatchStore, key: int, own: Sequence[str] | None = None) -> list[TurnTally]:
    """The turns of a position, the most played first; of one's own games alone, if they are told
    by the hashes of their secrets."""
    wanted = [turns.c.position == key]
    if own is not None:
        mine = select(tokens.c.match).where(tokens.c.hash.in_(own))
        wanted.append(turns.c.match.in_(mine))
    counted = (
        select(turns.c.move, turns.c.result, func.count())
        .where(*wanted)
        .group_by(turns.c.move, turns.c.result)
    )
    found: dict[str, TurnTally] = {}
    with store.reading() as connection:
        for move, result, count in connection.execute(counted):
            found.setdefault(move, TurnTally(move)).add(result, count)
    return sorted(found.values(), key=lambda tally: (-tally.games, tally.move))


def turns_to(end: Position, result: str) -> Rows:
    """The first turns of a game that ended in a position; none while it goes on."""
    if result == UNFINISHED:
        return []
    path: list[tuple[Position, Move]] = []
    here = end
    while here.parent is not None:
        move, before = here.move, here.parent
        while before.parent is not None and not before.turn_is_over:
            before = before.parent
        assert move is not None
        path.append((before, move))
        here = before
    return [(key_of(before), move.text, result) for before, move in path[: -FIRST_TURNS - 1 : -1]]


def explored(here: Position, found: Sequence[TurnTally], everybody: bool) -> Json:
    """What the page gets of a position: its turns with what they led to."""
    known = []
    for tally in found[:MOST_TURNS]:
        with suppress(TabuleiroError):  # another game's turn, under the same key by chance
            known.append((tally, Move.parse(here, tally.move)))
    return {
        "position": here.text,
        "player": here.player,
        "players": players_of(here),
        "everybody": everybody,
        "games": sum(tally.games for tally in found),
        "turns": [
            {
                **move_of(here, move),
                "words": text_of(Turn.of(here, move.actions).words),
                "games": tally.games,
                "wins": [tally.first, tally.second],
                "draws": tally.draws,
            }
            for tally, move in known
        ],
    }
