"""A game of somebody else, in one file, has all adapters without further code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SOURCE = Path(__file__).parents[1] / "examples" / "tictactoe.py"

OWN_PLANES = """

OBSERVED = ("crosses", "noughts")


def observe(board, s, me, out):
    for cell in range(9):
        for side in range(2):
            out[side, cell] = s.marks[side] >> cell & 1
"""

PLAY = """
import json
import numpy as np
import pyspiel
import tabuleiro
from gymnasium.utils.env_checker import check_env
from tabuleiro.adapters import gymnasium, openspiel, pettingzoo
from tabuleiro.adapters.batch import Batch

env = pettingzoo.env("tictactoe", render_mode="ansi")
env.reset()
for action in (5, 1, 9):
    env.step(action)
seen = env.observe("player_1")
board = env.render()
env.step(2)
env.step(3), env.step(4), env.step(6)
batch = Batch(tabuleiro.game("tictactoe"), 16, seed=1)
results = np.zeros(3, int)
for _ in range(60):
    batch.step(batch.sample())
    results += [(batch.rewards[:, 0] == r).sum() for r in (1, -1)] + [batch.terminated.sum()]
check_env(gymnasium.gymnasium.make("tabuleiro/tictactoe-v0").unwrapped)
pyspiel.random_sim_test(pyspiel.load_game("tabuleiro_tictactoe"), 2, True, False)
print(json.dumps({
    "names": batch.plane_names,
    "shape": batch.shape,
    "own": seen["observation"][0].tolist(),
    "theirs": seen["observation"][1].tolist(),
    "legal": np.flatnonzero(seen["action_mask"]).tolist(),
    "board": board,
    "rewards": env.rewards,
    "results": results.tolist(),
}))
"""


def run(site: Path, planes: str) -> dict[str, Any]:
    """Play in a process that finds the game as pip would have installed it."""
    (site / "tictactoe.py").write_text(SOURCE.read_text() + planes)
    facts = site / "tictactoe-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: tictactoe\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[tabuleiro.games]\ntictactoe = tictactoe\n")
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PLAY],
        env=os.environ | {"PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_planes_of_the_drawing(tmp_path: Path) -> None:
    found = run(tmp_path, "")
    assert found["names"][:2] == ["own pieces on top", "the opponent's pieces on top"]
    assert found["shape"] == [10, 3, 3]
    assert found["own"] == [[1, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert found["theirs"] == [[0, 0, 0], [0, 1, 0], [0, 0, 1]]
    assert found["legal"] == [2, 3, 4, 6, 7, 8]
    assert found["board"] == "O . .\n. X .\n. . X\nNoughts to move"
    assert sum(found["rewards"].values()) == 0
    first, second, ended = found["results"]
    assert first > second > 0
    assert ended > first + second


def test_planes_of_its_own(tmp_path: Path) -> None:
    found = run(tmp_path, OWN_PLANES)
    assert found["names"][:2] == ["crosses", "noughts"]
    assert found["shape"] == [5, 3, 3]
    assert found["own"] == [[0, 0, 0], [0, 1, 0], [0, 0, 1]]
    assert found["theirs"] == [[1, 0, 0], [0, 0, 0], [0, 0, 0]]


@pytest.mark.parametrize("planes", ["", OWN_PLANES])
def test_without_compiled_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, planes: str
) -> None:
    monkeypatch.setenv("TABULEIRO_PLAIN", "1")
    assert run(tmp_path, planes)["legal"] == [2, 3, 4, 6, 7, 8]
