"""The plain reference and the example game can be imported."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "examples")]


@pytest.fixture(autouse=True)
def _nothing_shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes with the program is not what is tested here."""
    monkeypatch.setattr("tabuleiro.solving.files.SHIPPED", tmp_path / "shipped")
