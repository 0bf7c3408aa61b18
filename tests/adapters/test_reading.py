"""Planes that are read off the bits of a state are those of the drawing."""

from __future__ import annotations

import importlib
import random
import shutil
from pathlib import Path

import numpy as np
import pytest

import tabuleiro
from tabuleiro.adapters.batch import Batch
from tabuleiro.adapters.observation import planes_of
from tabuleiro.adapters.reading import effects_of

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABULEIRO_PLAIN", "1")
    monkeypatch.setattr(importlib.import_module("tabuleiro.game"), "_opened", {})


@pytest.mark.parametrize("name", ["tictactoe", "morris", "breakthrough"])
def test_a_batch_sees_what_is_drawn(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}_seen.py"
    shutil.copy(EXAMPLES / f"{name}.py", path)
    game = tabuleiro.game(str(path))
    assert effects_of(game)
    chance, batch, here = random.Random(1), Batch(game, 1, begin_again=False), game.start()
    for _ in range(30):
        assert np.array_equal(batch.observations[0], planes_of(here, here.player))
        if not here.steps:
            break
        action = chance.choice(here.steps)
        batch.step([action])
        here = here.step(action)


def test_a_drawing_that_is_no_sum_is_drawn_each_time(tmp_path: Path) -> None:
    path = tmp_path / "shy.py"
    text = (EXAMPLES / "tictactoe.py").read_text()
    shown = "def view(board, s):\n"
    assert shown in text
    path.write_text(
        text.replace(shown, shown + "    if s.marks[0] & 3 == 3:\n        return View(())\n")
    )
    game = tabuleiro.game(str(path))
    assert effects_of(game) is None
    batch, here = Batch(game, 1, begin_again=False), game.start()
    for move in ("a3", "a2", "b3"):
        here = here.play(move)
        assert here.move is not None
        batch.step([here.move.actions[0]])
    assert np.array_equal(batch.observations[0], planes_of(here, here.player))
    assert not batch.observations[0, :4].any()
