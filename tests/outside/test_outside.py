"""Games, bots and scripts that people wrote for version 1.0 go on working as they are.

The files beside this one are such: they are never changed together with the program.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
COMMAND = Path(sys.executable).with_name("tabuleiro")
ENTRY_POINTS = """[tabuleiro.games]
tictactoe = tictactoe
packaged = packaged
[tabuleiro.bots]
lucky = outside_bots:make_lucky
alphabet = outside_bots:make_alphabet
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as pip would leave it: modules and a distribution's facts."""
    place = tmp_path_factory.mktemp("site")
    shutil.copy(HERE.parent / "examples" / "tictactoe.py", place)
    shutil.copy(HERE / "outside_bots.py", place)
    package = place / "packaged"  # rules and board in files of their own, as the five games were
    package.mkdir()
    (package / "__init__.py").write_text("from packaged import board, rules\n")
    for part in ("board.py", "rules.py"):
        shutil.copy(HERE.parent / "examples" / "tictactoe.py", package / part)
    facts = place / "outside-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: outside\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(ENTRY_POINTS)
    return place


def run(site: Path, *words: object) -> str:
    done = subprocess.run(
        [*map(str, words)],
        env=os.environ | {"PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_script_runs_unchanged(site: Path) -> None:
    found = json.loads(run(site, sys.executable, HERE / "script.py"))
    assert found == {
        "depths": [1, 2, 3],
        "lines": 2,
        "legal": True,
        "views": pytest.approx(1.0),
        "analysts": [True, False],
        "stopped": True,
        "own": True,
        "last": 1,
        "tree": 100,
        "ply": found["ply"],
        "installed": ["alphabet", "lucky"],
        "names": ["lucky", "alphabet:x,y"],
        "lucky": True,
        "alphabet": True,
        "games": 0,
        "hint": True,
        "review": True,
        "review by": "alphabet",
        "clock": True,
        "tictactoe": 500,
        "arena": "Result",
        "read again": 4,
    }
    assert found["ply"] > 4


def test_names_of_earlier_versions_are_still_imported(site: Path) -> None:
    program = (
        "from tabuleiro.adapters.pettingzoo import Environment;"
        "print(Environment('cifra').possible_agents)"
    )
    assert run(site, sys.executable, "-W", "ignore", "-c", program) == "['player_0', 'player_1']\n"


def test_the_command_line_offers_and_uses_such_bots(site: Path) -> None:
    assert "lucky" in run(site, COMMAND, "bots", "tictactoe")
    seats = ("--first", "lucky", "--second", "alphabet:z", "--seed", "1")
    played = json.loads(run(site, COMMAND, "play", "tictactoe", *seats, "--json"))
    assert played["outcome"]["result"] in ("1-0", "0-1", "1/2-1/2")
    analysed = run(site, COMMAND, "analyse", "tictactoe", "--bot", "alphabet", "--json")
    assert json.loads(analysed)["lines"][0]["move"] == "a1"


def test_a_package_with_its_board_in_a_file_of_that_name_is_a_game(site: Path) -> None:
    shown = json.loads(run(site, COMMAND, "show", "packaged", "--moves", "b2 A1", "--json"))
    assert shown["position"] == "....x.o.. x"
