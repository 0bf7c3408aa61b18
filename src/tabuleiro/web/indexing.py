"""Games that the index of openings does not have yet are added in the background."""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy import select

from tabuleiro.errors import TabuleiroError
from tabuleiro.experiments.store import Store
from tabuleiro.record import UNFINISHED
from tabuleiro.web.arenas import Arenas
from tabuleiro.web.match import Match
from tabuleiro.web.schema import matches, turns
from tabuleiro.web.store import MatchStore
from tabuleiro.web.turns import FIRST_TURNS, RESULTS, Rows, keep_turns, turns_to

log = logging.getLogger("tabuleiro.web")

AT_ONCE = 20
"""Games that are added before others may use the database again."""
PAUSE = 60.0
"""Seconds until somebody looks again for games that are not in the index."""
Found = list[tuple[str, Rows]]


async def index_all(store: MatchStore, arenas: Arenas) -> None:
    """Add what is missing, again and again, a few games at a time."""
    hopeless: set[str] = set()
    while True:
        try:
            added = await index_some(store, arenas, hopeless)
        except TabuleiroError as error:
            log.warning("the index of openings waits: %s", error)
            added = 0
        await asyncio.sleep(0 if added >= AT_ONCE else PAUSE)


async def index_some(store: MatchStore, arenas: Arenas, hopeless: set[str]) -> int:
    """Add a few games; how many there were. `hopeless` gets those that have nothing to keep."""
    found = await asyncio.to_thread(lambda: _missing(store, arenas, hopeless))
    for match, rows in found:
        await store.write(keep_turns(match, rows))
    return len(found)


def _missing(store: MatchStore, arenas: Arenas, hopeless: set[str]) -> Found:
    """Some games that are not in the index; those without a turn to keep are not asked again."""
    found: Found = []
    for name in _unindexed(store, hopeless):
        loaded = store.load(name)
        try:
            end = None if loaded is None else Match(*loaded).current.position
            rows = [] if loaded is None or end is None else turns_to(end, loaded[0].result)
        except TabuleiroError:  # a game that is not installed any more
            rows = []
        if rows:
            found.append((name, rows))
        else:
            hopeless.add(name)
    for run in arenas.names():
        if len(found) >= AT_ONCE:
            break
        found += _of_experiment(store, arenas, run, hopeless, AT_ONCE - len(found))
    return found


def _unindexed(store: MatchStore, hopeless: set[str]) -> list[str]:
    there = select(turns.c.match).where(turns.c.match == matches.c.id, turns.c.ply == 0).exists()
    wanted = (
        select(matches.c.id)
        .where(matches.c.result != UNFINISHED, matches.c.analysis.is_(False), ~there)
        .limit(AT_ONCE + len(hopeless))
    )
    with store.reading() as connection:
        names = connection.execute(wanted).scalars().all()
    return [name for name in names if name not in hopeless][:AT_ONCE]


def _of_experiment(
    store: MatchStore, arenas: Arenas, run: str, hopeless: set[str], most: int
) -> Found:
    there = select(turns.c.match).where(
        turns.c.match.startswith(f"{run}/", autoescape=True), turns.c.ply == 0
    )
    with store.reading() as connection:
        known = set(connection.execute(there).scalars()) | hopeless
    found: Found = []
    with Store.open(arenas.place(run)) as games:
        if games.settings.code:  # files of games are never run here
            return []
        for row in games.games():
            name = f"{run}/{row.number}"
            if name in known:
                continue
            if len(found) == most:
                break
            game = games.game(row.number)
            made = len(f"{games.opening(game.opening).moves} {game.moves}".split())
            first = games.record(row.number, min(FIRST_TURNS, made)).positions()[-1]
            rows = turns_to(first, RESULTS[2] if game.winner is None else RESULTS[game.winner])
            if rows:
                found.append((name, rows))
            else:
                hopeless.add(name)
    return found
