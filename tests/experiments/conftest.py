"""Experiments with quick games, and bots of somebody else that do what they should not."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tabuleiro.experiments.store import Store

COMMAND = str(Path(sys.executable).with_name("tabuleiro"))

BOTS = '''
import os, time

class Sleepy:
    """Plays the first legal move, after some hundredths of a second; made for one game."""
    name = "sleepy"
    def __init__(self):
        if "MADE" in os.environ:
            with open(os.environ["MADE"], "a") as file:
                file.write("x")
    def choose(self, position):
        time.sleep(0.02)
        return position.legal_moves[0]

class Steady(Sleepy):
    def choose(self, position):
        time.sleep(0.2)
        return position.legal_moves[-1]

class Raises(Sleepy):
    def choose(self, position):
        raise ZeroDivisionError("it cannot count")

class Cheats(Sleepy):
    def choose(self, position):
        return "a1-z9"

class Mute(Sleepy):
    def choose(self, position):
        return None

class Hangs(Sleepy):
    def choose(self, position):
        while True:
            time.sleep(0.01)

class Crashes(Sleepy):
    """Ends its process, once for each file in the directory that it is told of."""
    def choose(self, position):
        lives = sorted(os.listdir(os.environ["LIVES"]))
        if lives:
            os.unlink(os.path.join(os.environ["LIVES"], lives[0]))
            os._exit(3)
        return super().choose(position)

class Noisy(Sleepy):
    def choose(self, position):
        print("thinking aloud")
        os.write(1, b"very loudly")
        return super().choose(position)

def make(kind):
    return lambda game, seed: kind()

sleepy, steady, raises, cheats, mute, hangs, crashes, noisy = map(
    make, (Sleepy, Steady, Raises, Cheats, Mute, Hangs, Crashes, Noisy)
)
'''
NAMES = ("sleepy", "steady", "raises", "cheats", "mute", "hangs", "crashes", "noisy")


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as pip would leave it, with the bots above."""
    home = tmp_path_factory.mktemp("site")
    facts = home / "odd_bots-1.0.dist-info"
    facts.mkdir()
    (home / "odd_bots.py").write_text(BOTS)
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: odd_bots\nVersion: 1.0\n")
    lines = [f"{name} = odd_bots:{name}" for name in NAMES]
    (facts / "entry_points.txt").write_text("\n".join(["[tabuleiro.bots]", *lines, ""]))
    return home


@pytest.fixture
def site(installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, for this process and its children."""
    monkeypatch.setenv("PYTHONPATH", str(installed), prepend=os.pathsep)
    monkeypatch.syspath_prepend(str(installed))
    (tmp_path / "lives").mkdir()
    monkeypatch.setenv("LIVES", str(tmp_path / "lives"))
    return installed


@pytest.fixture
def command(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts `tabuleiro arena`; what still runs at the end of the test is ended."""
    started = []

    def start(*words: str, **more: Any) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [COMMAND, "arena", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=tmp_path,
            env=os.environ | {"LC_ALL": "C.UTF-8", "COLUMNS": "120"},
            **more,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()


@pytest.fixture
def arena(
    command: Callable[..., subprocess.Popen[str]],
) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs `tabuleiro arena` to its end."""

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        process = command(*words)
        output, errors = process.communicate(timeout=120)
        return subprocess.CompletedProcess(words, process.returncode, output, errors)

    return run


@pytest.fixture(scope="session")
def played() -> Callable[[Path], list[tuple[Any, ...]]]:
    """What was played in a directory, without times: number, seats, winner, reason, moves."""

    def read(directory: Path) -> list[tuple[Any, ...]]:
        with Store.open(directory) as store:
            games = [store.game(row.number) for row in store.games()]
            return [
                (game.number, game.first, game.second, game.winner, game.reason, game.moves)
                for game in games
            ]

    return read
