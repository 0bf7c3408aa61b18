"""The index of openings: what is counted, for whom, and how an older database gets one."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text

from tabuleiro.game import game, make_game
from tabuleiro.web import schema
from tabuleiro.web.arenas import Arenas
from tabuleiro.web.database import open_engine
from tabuleiro.web.indexing import index_some
from tabuleiro.web.limits import Limits
from tabuleiro.web.match import Seat, hash_of, new_match
from tabuleiro.web.rows import TokenRow, create, remove
from tabuleiro.web.store import MatchStore
from tabuleiro.web.turns import FIRST_TURNS, explored, keep_turns, key_of, played_in, turns_to

HUMANS = (Seat("human"), Seat("human"))


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.sqlite'}"


def add(store: MatchStore, *moves: str, result: str = "1-0", secret: str = "s") -> str:
    """A finished game of Connect Four, not yet in the index."""
    played = make_game("connect4", {})
    here = played.start()
    made = []
    for move in moves:
        here = here.play(move)
        made.append(here.move)
    row, rows = new_match(played, HUMANS, moves=[move for move in made if move], ended=result)
    token = TokenRow(hash_of(secret), (0, 1), True)
    asyncio.run(store.write(create(row, [token], rows)))
    return row.id


def index(store: MatchStore, tmp_path: Path) -> None:
    """What the background does, until there is nothing to do."""

    arenas, hopeless = Arenas(tmp_path / "none", Limits()), set[str]()

    async def all_of_them() -> None:
        while await index_some(store, arenas, hopeless):
            pass

    asyncio.run(all_of_them())


def test_turns_are_counted_with_their_results(url: str, tmp_path: Path) -> None:
    store = MatchStore(url)
    start = game("connect4").start()
    first, second = (move.text for move in list(start.legal_moves)[:2])
    reply = next(iter(start.play(first).legal_moves)).text
    add(store, first, reply)
    add(store, first, result="0-1", secret="mine")
    last = add(store, second, result="1/2-1/2")
    index(store, tmp_path)
    facts = explored(start, played_in(store, key_of(start)), True)
    assert [(turn["text"], turn["games"]) for turn in facts["turns"]] == [(first, 2), (second, 1)]
    assert facts["turns"][0]["wins"] == [1, 1]
    assert facts["turns"][1]["draws"] == 1
    after = start.play(first)
    assert [tally.move for tally in played_in(store, key_of(after))] == [reply]

    own = played_in(store, key_of(start), [hash_of("mine")])
    assert [(tally.move, tally.games, tally.second) for tally in own] == [(first, 1, 1)]
    assert played_in(store, key_of(start), [hash_of("nobody")]) == []

    asyncio.run(store.write(remove(last)))
    assert [tally.move for tally in played_in(store, key_of(start))] == [first]
    store.close()


def test_other_options_are_another_opening_and_transpositions_the_same() -> None:
    small, usual = game("connect4", width=5).start(), game("connect4").start()
    assert key_of(small) != key_of(usual)
    cells = [move.text for move in usual.legal_moves]
    one = usual.play(cells[0]).play(cells[6]).play(cells[3])
    other = usual.play(cells[3]).play(cells[6]).play(cells[0])
    assert key_of(one) == key_of(other)


def test_only_the_first_turns_of_finished_games_are_kept() -> None:
    here = game("connect4").start()
    while here.ply < FIRST_TURNS + 3 and here.outcome is None:
        here = here.play(here.legal_moves[here.ply % len(here.legal_moves)])
    assert turns_to(here, "*") == []
    assert len(turns_to(here, "1-0")) == min(here.ply, FIRST_TURNS)


def test_a_database_of_version_4_gets_its_index_and_keeps_its_games(
    url: str, tmp_path: Path
) -> None:
    store = MatchStore(url)
    start = game("connect4").start()
    move = next(iter(start.legal_moves)).text
    name = add(store, move)
    store.close()
    engine = open_engine(url)
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE turns"))
        connection.execute(text("ALTER TABLE nodes DROP COLUMN thought"))
        connection.execute(text("UPDATE schema_version SET version = 4"))
    engine.dispose()

    store = MatchStore(url)
    with store.engine.connect() as connection:
        assert schema.version_of(connection) == schema.VERSION
    assert store.load(name) is not None
    assert played_in(store, key_of(start)) == []
    index(store, tmp_path)
    index(store, tmp_path)  # nothing is counted twice
    assert [tally.games for tally in played_in(store, key_of(start))] == [1]
    asyncio.run(store.write(keep_turns(name, [])))  # as a game that goes on again
    assert played_in(store, key_of(start)) == []
    store.close()


def test_matches_are_searched_by_name_bot_and_result(url: str) -> None:
    store = MatchStore(url)
    for name, bot in (("João", "easy"), ("Ana", "hard")):
        seats = (Seat("human"), Seat("bot", bot))
        row, _ = new_match(make_game("connect4", {}), seats, names=(name, ""))
        asyncio.run(store.write(create(row, [])))
    for asked, names in (("joão", ["João"]), ("hard", ["Ana"]), ("%", []), ("1-0", [])):
        assert [row.names[0] for row in store.listed(None, None, 9, 0, asked)[0]] == names
    store.close()
