"""What comes with the program is of these rules, complete and right."""

from __future__ import annotations

from pathlib import Path

import pytest

import tabuleiro
from tabuleiro.bots.presets import presets
from tabuleiro.solving import files
from tabuleiro.solving.endgames import Endings
from tabuleiro.solving.knowledge import mark_of, solved_board

SHIPPED = Path(files.__file__).parents[1] / "shipped"
MOST = 10_000_000


@pytest.fixture(autouse=True)
def _shipped(_nothing_shipped: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABULEIRO_DATA_DIR", str(tmp_path))
    monkeypatch.setattr("tabuleiro.solving.files.SHIPPED", SHIPPED)


@pytest.mark.parametrize("size", [(3, 3), (3, 4), (4, 3), (3, 5), (5, 3), (4, 4)])
def test_small_boards_are_known(size: tuple[int, int]) -> None:
    game = tabuleiro.game("fanorona", width=size[0], height=size[1])
    board = solved_board(game)
    assert board is not None, "rules have changed: run bench/solved.py --ship"
    assert "perfect" in presets(game)
    mark = mark_of(game.start())
    assert mark is not None
    assert (mark.value, mark.turns) == tuple(board.header["facts"][n] for n in ("value", "turns"))


def test_endings_are_known() -> None:
    endings = Endings(tabuleiro.game("fanorona"))
    assert sorted(endings.all_values()) == [2, 3, 4], "run bench/solved.py --ship"
    assert endings.check(3) == 0


def test_it_stays_small() -> None:
    assert sum(path.stat().st_size for path in SHIPPED.rglob("*") if path.is_file()) < MOST
