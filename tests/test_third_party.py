"""A game of somebody else, found through the entry points of an installed distribution."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = Path(sys.executable).with_name("tabuleiro")
SOURCE = Path(__file__).with_name("examples") / "tictactoe.py"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder as pip would leave it: the module and its distribution's facts."""
    shutil.copy(SOURCE, tmp_path / "tictactoe.py")
    facts = tmp_path / "tictactoe-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: tictactoe\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[tabuleiro.games]\ntictactoe = tictactoe\n")
    return tmp_path


def run(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [COMMAND, *words],
        env=os.environ | {"PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_it_counts_at_compiled_speed(site: Path) -> None:
    counts = []
    for depth in (1, 5, 9):
        done = run(site, "perft", "tictactoe", str(depth), "--json")
        assert done.returncode == 0, done.stderr
        counts.append(json.loads(done.stdout)["nodes"])
    assert counts == [9, 15120, 127872]


def test_it_is_listed_shown_and_played(site: Path) -> None:
    assert "tictactoe" in run(site, "games").stdout
    shown = json.loads(run(site, "show", "tictactoe", "--moves", "b2 A1", "--json").stdout)
    assert shown["position"] == "....x.o.. x"
    seats = ("--first", "random", "--second", "random", "--seed", "1")
    played = json.loads(run(site, "play", "tictactoe", *seats, "--json").stdout)
    assert played["outcome"]["result"] in ("1-0", "0-1", "1/2-1/2")
    assert "X" in run(site, "show", "tictactoe", "--moves", "b2").stdout


def test_what_it_lacks_is_said_in_a_sentence(site: Path) -> None:
    done = run(site, "rules", "tictactoe")
    assert done.returncode == 2
    assert (
        done.stderr
        == "tabuleiro: tictactoe has no written rules: there is no rules.en.md beside it\n"
    )


def test_a_broken_game_is_named_and_does_no_harm(site: Path) -> None:
    (site / "tictactoe.py").write_text("import nothing_of_that_name\n")
    done = run(site, "games")
    assert done.returncode == 0
    assert "fanorona" in done.stdout
    assert done.stderr == (
        "the game 'tictactoe' cannot be loaded: "
        "ModuleNotFoundError: No module named 'nothing_of_that_name'\n"
    )
    assert run(site, "show", "tictactoe").returncode == 2
