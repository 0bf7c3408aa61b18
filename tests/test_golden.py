"""Golden playthroughs: a game of each kind, turn by turn, must stay as it is written down."""

from __future__ import annotations

import difflib
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import tabuleiro

FOLDER = Path(__file__).with_name("golden")


def _load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("regenerate", FOLDER / "regenerate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


regenerate = _load()


@pytest.mark.parametrize("name", regenerate.PLAYTHROUGHS)
def test_playthrough(name: str) -> None:
    wanted = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    found = regenerate.playthrough(name).splitlines()
    difference = "\n".join(difflib.unified_diff(wanted, found, f"{name}.txt", "now", lineterm=""))
    assert not difference, (
        f"{difference}\n\nIf this is meant, run: python tests/golden/regenerate.py"
    )


def test_every_game_has_playthroughs_and_every_file_its_test() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(regenerate.PLAYTHROUGHS)
    games = [game for game, _, _ in regenerate.PLAYTHROUGHS.values()]
    assert set(games) == set(tabuleiro.game_names())
    assert set(games) <= set(regenerate.PLAYTHROUGHS)  # one of each with the usual options


@pytest.mark.parametrize("name", regenerate.PLAYTHROUGHS)
def test_a_playthrough_can_be_played_again_from_its_file(name: str) -> None:
    """The positions and moves in the file agree with each other, whoever chose the moves."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    options = dict(line.split(" = ") for line in lines[2 : lines.index("", 2)])
    known = {option.name for option in tabuleiro.game(name.split("-")[0]).option_list}
    given = {key: value for key, value in options.items() if key in known}
    here = tabuleiro.game(name.split("-")[0], seed=None, **given).start()
    played = 0
    for line in lines:
        kind, _, text = line.partition(": ")
        if kind == "position":
            assert here.text == text
            assert here.game.position(text) == here
        elif kind == "played":
            here = here.play(text)
            played += 1
        elif kind == "result":
            assert here.outcome is not None
            assert text == f"{here.outcome.result} ({here.outcome.termination.value})"
    assert played == here.ply > 5
