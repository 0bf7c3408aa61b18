"""docs/bots.md says what is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tabuleiro
from tabuleiro.bots.presets import make_bot, menu
from tabuleiro.bots.review import GRADES
from tabuleiro.bots.settings import SETTINGS, Setting
from tabuleiro.bots.weights import LARGEST

TEXT = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
ROWS = {
    cells[0].strip("`"): cells
    for cells in ([cell.strip() for cell in line.split("|")[1:-1]] for line in TEXT.splitlines())
    if cells and cells[0].startswith("`")
}


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_settings(setting: Setting) -> None:
    accepts, default, algorithms = ROWS[setting.name][1:4]
    assert default.strip("`") == ("" if setting.is_limit else setting.write(setting.default))
    if accepts not in ("1 and more", "0 and more", "see below"):
        assert accepts == setting.accepted()
    names = {("alphabeta",): "alpha-beta", ("mcts",): "mcts", ("alphabeta", "mcts"): "both"}
    assert algorithms == names[setting.algorithms]


def test_levels_and_classics() -> None:
    for name in tabuleiro.game_names():
        groups = menu(tabuleiro.game(name))
        assert [preset.name for preset in groups["level"]] == [
            name for name in ROWS if name in {preset.name for preset in groups["level"]}
        ]
    classics = set(re.findall(r"`(classic-[a-z0-9-]+)`", TEXT))
    known = {
        preset.name
        for name in tabuleiro.game_names()
        for preset in menu(tabuleiro.game(name)).get("classic", ())
    }
    assert classics <= known
    ranges = {"classic-2", "classic-3", *(f"classic-f{number}" for number in range(2, 8))}
    assert known - classics == ranges  # "classic-1 to classic-4", "classic-f1 to classic-f8"


def test_errors_of_the_levels() -> None:
    bots = {preset.name: preset for preset in menu(tabuleiro.game("shobu"))["level"]}
    for name, stones in re.findall(r"^\| `(\w+)` \|.* at most ([\d.]+) stones worse", TEXT, re.M):
        assert bots[name].settings["error"] == round(100 * float(stones))


def test_bounds_of_grades_and_weights() -> None:
    bounds = [round(100 * bound) for bound, _ in GRADES.values()]
    found = re.search(
        r"less than (\d+) %, a good one less than (\d+) %;.* from (\d+) %.* from (\d+) %", TEXT
    )
    assert found is not None
    assert bounds == [0, *map(int, found.groups())]
    assert f"from -{LARGEST} to {LARGEST}" in TEXT


def test_its_bots_can_be_made() -> None:
    game = tabuleiro.game("fanorona")
    texts = ["hard,depth=3", "mcts,iterations=2000,rollout=0.5", "hard,weights=best+pieces=120"]
    for text in texts:
        assert text in TEXT
        assert make_bot(game, text).name == text
