"""The file of an experiment: complete, without duplicates, and readable by others meanwhile."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import numpy as np
import pytest

from tabuleiro import InvalidRecord, JobFailed
from tabuleiro.experiments.settings import Settings
from tabuleiro.experiments.store import (
    CHANCES,
    EFFORT,
    FILE,
    KeptThought,
    Lock,
    Opening,
    Played,
    Store,
    pack,
)

SETTINGS = Settings("fanorona", ("easy", "random"), {"width": "5"}, games=6)
OPENING = Opening(0, "width=5", "", "c2-c3a d4-c5w", 0)


def game(number: int, pair: int, winner: int | None = 0, plies: int = 2) -> Played:
    first, second = (1, 0) if number % 2 else (0, 1)
    effort = np.zeros(plies, EFFORT)
    effort["seconds"] = [number + ply / 8 for ply in range(plies)]
    effort["nodes"] = 10**12 + number
    moves = "c3-c4a d3-d4w,c3a,c2a" if plies == 2 else ""
    return Played(
        number, 0, pair, 0, first, second, winner, "rules", "", plies, 1.5, moves, pack(effort)
    )


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.create(tmp_path, SETTINGS)


def test_what_was_kept_is_there_for_others_at_once(store: Store) -> None:
    assert store.add([(OPENING, game(0, 0)), (OPENING, game(3, 1))]) == [game(0, 0), game(3, 1)]
    with Store.open(store.directory) as other:
        assert other.settings == SETTINGS
        assert other.numbers() == {0, 3}
        assert other.game(3) == game(3, 1)
        assert other.opening(0) == OPENING


def test_no_game_is_there_twice(store: Store) -> None:
    store.add([(OPENING, game(0, 0, winner=0))])
    assert store.add([(OPENING, game(0, 0, winner=1)), (OPENING, game(1, 0))]) == [game(1, 0)]
    assert [row.winner for row in store.games()] == [0, 0]


def test_games_that_are_the_same_are_counted(store: Store) -> None:
    store.add([(OPENING, game(number, number // 2)) for number in range(3)])
    assert store.different() == 2  # 0 and 2 are alike; in 1 the seats are swapped
    store.add([(OPENING._replace(number=1, moves=""), game(4, 2)._replace(opening=1))])
    assert store.different() == 3


def test_plies_know_whose_they_are(store: Store) -> None:
    store.add([(OPENING, game(0, 0)), (OPENING, game(1, 0)), (OPENING, game(2, 1, plies=0))])
    (plies,) = store.plies()
    assert plies["game"].tolist() == [0, 0, 1, 1]
    assert plies["ply"].tolist() == [0, 1, 0, 1]
    assert plies["seat"].tolist() == [0, 1, 0, 1]
    assert plies["bot"].tolist() == [0, 1, 1, 0]
    assert plies["seconds"].tolist() == [0, 0.125, 1, 1.125]
    assert plies["nodes"].tolist() == [10**12, 10**12, 10**12 + 1, 10**12 + 1]


def test_the_seat_that_moves_first_is_the_openings(store: Store) -> None:
    store.add([(OPENING._replace(player=1), game(0, 0))])
    (plies,) = store.plies()
    assert plies["seat"].tolist() == [1, 0]
    assert plies["bot"].tolist() == [1, 0]


def test_games_after_a_verdict_do_not_count(store: Store) -> None:
    store.add([(OPENING, game(number, number // 2)) for number in range(6)])
    store.decide(0, 2, "H1")
    assert [row.number for row in store.games()] == [0, 1, 2, 3]
    (plies,) = store.plies()
    assert set(plies["game"].tolist()) == {0, 1, 2, 3}
    assert store.numbers() == set(range(6))
    assert store.verdicts() == {0: (2, "H1")}


def test_records_can_be_replayed(store: Store) -> None:
    store.add([(OPENING, game(1, 0, winner=None)._replace(detail="it said no"))])
    record = store.record(1)
    assert record.players == ("random", "easy")
    assert record.result == "1/2-1/2"
    moves = ["c2-c3a", "d4-c5w", "c3-c4a", "d3-d4w,c3a,c2a"]
    assert [move.text for move in record.moves] == moves
    assert record.tags["Termination"] == "it said no"
    assert type(record).parse(record.text()).moves == record.moves
    with pytest.raises(InvalidRecord, match="there is no game 5"):
        store.record(5)


def test_what_bots_thought_is_kept(store: Store) -> None:
    chances = pack(np.array([0.25, np.nan], CHANCES))
    store.add([(OPENING, game(0, 0)._replace(chances=chances)), (OPENING, game(1, 0))])
    assert store.thoughts(0) == [KeptThought(0.25, 0, 10**12), None]
    assert store.thoughts(1) == []


def test_a_file_without_thoughts_is_read_and_goes_on(store: Store) -> None:
    """As earlier versions have made them."""
    store.add([(OPENING, game(0, 0))])
    store._database.execute("DROP TABLE thoughts")
    with Store.open(store.directory) as old:
        assert old.thoughts(0) == []
        old.add([(OPENING, game(1, 0)._replace(chances=pack(np.zeros(2, CHANCES))))])
        assert [each is not None and each.chance for each in old.thoughts(1)] == [0, 0]


def test_what_is_no_experiment(tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord, match="there is no experiment in"):
        Store.open(tmp_path)
    (tmp_path / FILE).write_text("not a database")
    with pytest.raises(InvalidRecord, match="cannot be read"):
        Store.open(tmp_path)


def test_a_file_of_another_version(store: Store) -> None:
    with sqlite3.connect(store.directory / FILE) as database:
        database.execute("UPDATE experiment SET value = '99' WHERE key = 'format'")
    with pytest.raises(InvalidRecord, match="is of another version"):
        Store.open(store.directory)


def test_one_process_at_a_time(tmp_path: Path) -> None:
    with Lock(tmp_path / "new"), pytest.raises(JobFailed, match="another process is at work on"):
        Lock(tmp_path / "new")
    with Lock(tmp_path / "new"):
        assert (tmp_path / "new").is_dir()
    (tmp_path / "file").write_text("")
    with pytest.raises(JobFailed, match="cannot be written: File exists"):
        Lock(tmp_path / "file")
