"""Openings are made once, by whoever has time, and kept."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from tabuleiro.experiments.executor import Agenda, Task
from tabuleiro.experiments.openings import Openings
from tabuleiro.experiments.play import Table
from tabuleiro.experiments.settings import Settings
from tabuleiro.experiments.shelf import Shelf
from tabuleiro.experiments.store import Opening, Store

Run = Callable[..., subprocess.CompletedProcess[str]]

SMALL = {"width": "5"}
SEED = 987_001
SETTINGS = Settings("fanorona", ("random", "random", "random"), SMALL, games=6, seed=SEED)
WORDS = (
    *("fanorona", "random", "random", "random", "-o", "width=5", "--seed", str(SEED)),
    *("--games", "6", "--workers", "2", "--no-report"),
)


@pytest.fixture
def kept() -> Iterator[Path]:
    """The file in which these openings are kept, not there yet."""
    file = Shelf(SETTINGS).file
    assert file is not None
    file.unlink(missing_ok=True)
    yield file
    file.unlink(missing_ok=True)


def lines(file: Path) -> list[Opening]:
    return [Opening(*json.loads(line)) for line in file.read_text().splitlines() if line]


def openings_of(directory: Path) -> list[Opening]:
    with Store.open(directory) as store:
        return sorted(store.openings())


def test_an_experiment_makes_each_opening_once_and_the_next_one_none(
    arena: Run, kept: Path, tmp_path: Path
) -> None:
    assert arena(*WORDS, "--out", "one").returncode == 0
    made = sorted(lines(kept))
    assert [opening.number for opening in made] == [0, 1, 2]
    assert openings_of(tmp_path / "one") == made
    own = Openings(SETTINGS)
    assert [own[number][0] for number in range(3)] == made
    # What is kept is what is played: other lines, other openings.
    other = [made[0]._replace(moves=made[1].moves), *made[1:]]
    kept.write_text("".join(json.dumps(opening) + "\n" for opening in other))
    assert arena(*WORDS, "--out", "two").returncode == 0
    assert openings_of(tmp_path / "two") == other
    assert len(lines(kept)) == 3


def test_damaged_lines_are_made_again(arena: Run, kept: Path, tmp_path: Path) -> None:
    own = Openings(SETTINGS)
    made = [own[number][0] for number in range(3)]
    kept.parent.mkdir(parents=True, exist_ok=True)
    wrong = json.dumps(made[1]._replace(moves="a1-z9"))
    kept.write_text(f'{json.dumps(made[0])}\nnothing\n[1, 2]\n["0", "", "", "", 0]\n{wrong}\n[2, "')
    assert arena(*WORDS, "--out", "out").returncode == 0
    assert openings_of(tmp_path / "out") == made


def test_other_openings_are_kept_elsewhere() -> None:
    facts = SETTINGS.facts()
    others: list[dict[str, object]] = [
        {"seed": 1},
        {"openings": 6},
        {"balance": 0.2},
        {"options": {"width": "7"}},
    ]
    files = [Shelf(Settings.of_facts(facts | other)).file for other in ({}, *others)]
    assert len(set(files)) == len(files)
    assert Shelf(Settings.of_facts(facts | {"games": 50, "bots": ["easy", "hard"]})).file in files
    assert Shelf(Settings.of_facts(facts | {"openings": 0})).file is None


def test_an_experiment_goes_on_with_the_openings_that_it_has(
    arena: Run, kept: Path, tmp_path: Path
) -> None:
    """Also where they were chosen otherwise, as by an earlier version."""
    table = Table(SETTINGS)
    chosen = table.openings[7][0]._replace(number=0)
    home = tmp_path / "out"
    home.mkdir()
    with Store.create(home, SETTINGS) as store:
        opening, game = table.play(0, chosen)
        assert opening == chosen
        store.add([(opening, game)])
    done = arena("--resume", "--out", "out", "--no-report", "--workers", "2")
    assert done.returncode == 0, done.stderr
    assert openings_of(home)[0] == chosen
    with Store.open(home) as store:
        assert len(store.numbers()) == SETTINGS.total
        assert store.record(1).moves[:4] == store.record(0).moves[:4]


def test_games_wait_for_their_opening_and_nobody_makes_it_twice(kept: Path) -> None:
    """Three pairings have the same opening: six games wait for it."""
    agenda = Agenda(SETTINGS, iter(range(18)), Shelf(SETTINGS))
    assert agenda.next() == Task(None, 0)
    assert agenda.next() == Task(None, 1)
    second, first = (Opening(number, "", "", "c2-c3a", 1) for number in (1, 0))
    agenda.made(second)
    assert [agenda.next() for _ in range(3)] == [Task(6 + n, 1, second) for n in range(3)]
    agenda.made(first)
    agenda.again(Task(6, 1, second))
    tasks = [task for _ in range(10) if (task := agenda.next()) is not None]
    assert sorted(task.game for task in tasks if task.game is not None) == [*range(7), 9, 10, 11]
    assert agenda.next() == Task(None, 2)
    assert agenda.next() is None
    assert sorted(lines(kept)) == [first, second]


def test_openings_that_cost_nothing_are_not_made_ahead() -> None:
    settings = Settings.of_facts(SETTINGS.facts() | {"openings": 0})
    agenda = Agenda(settings, count(), Shelf(settings))
    assert [agenda.next() for _ in range(3)] == [Task(0, 0), Task(1, 0), Task(2, 0)]
