"""A league: whatever a bot does wrong costs its own games, and is named."""

from __future__ import annotations

import csv
import json
import os
import subprocess
from pathlib import Path

import pytest

from tabuleiro.errors import InvalidOption
from tabuleiro.experiments.league import participants

from .conftest import COMMAND

BOTS = {
    "ana.py": "def choose(position):\n    return position.legal_moves[0]\n",
    "exits.py": "import os\ndef choose(position):\n    os._exit(0)\n",
    "loops/bot.py": "def choose(position):\n    while True:\n        pass\n",
}
FAULTS = {"exits": "failure", "loops": "too_slow"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "bots"
    for name, text in BOTS.items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (home / "_notes.py").write_text("not a bot")
    (home / "readme.txt").write_text("not a bot")
    return home


def test_every_file_and_folder_is_a_participant(folder: Path) -> None:
    assert [Path(each).name for each in participants(folder)] == ["ana.py", "exits.py", "loops"]


@pytest.mark.parametrize("name", ["nothing", "empty"])
def test_folders_without_bots(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InvalidOption, match=r"no (folder|bot)"):
        participants(tmp_path / name)


def test_a_league_ends_with_a_right_table(folder: Path, tmp_path: Path) -> None:
    words = ["league", "fanorona", "bots", "-o", "width=3", "-o", "height=3", "--seconds", "0.1"]
    words += ["--openings", "0", "--baseline", "random", "--seed", "1", "--out", "l", "--json"]
    environment = os.environ | {"TABULEIRO_PLAIN": "1"}

    def run(*more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [COMMAND, *words, *more], cwd=tmp_path, env=environment, capture_output=True, text=True
        )

    done = run("--csv", "grades.csv")
    assert done.returncode == 0, done.stderr
    table = (tmp_path / "grades.csv").read_text().splitlines()
    rows = {row["name"]: row for row in json.loads(done.stdout)["grades"]}
    assert list(rows) == [row["name"] for row in csv.DictReader(table)]
    assert set(rows) == {"ana", "exits", "loops", "random"}
    for name, row in rows.items():
        assert row["games"] == 6
        lost = {key[8:] for key, count in row.items() if key.startswith("lost_by_") and count}
        assert lost == ({FAULTS[name]} if name in FAULTS else set())
    assert min(rows["ana"]["points"], rows["random"]["points"]) >= 4
    report = (tmp_path / "l" / "report.html").read_text("utf-8")
    assert '<table id="lost">' in report
    assert "exits ended by itself with exit code 0" in report
    again = run("--resume")
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["games"] == 12
    (folder / "ana.py").write_text("def choose(position):\n    return position.legal_moves[-1]\n")
    changed = run("--resume")
    assert changed.returncode == 2
    assert "ana.py' is not here or not what it was" in changed.stderr
