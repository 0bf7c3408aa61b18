"""Lets the tests of this folder share what stands beside them, and keeps their profile apart."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A profile of nobody yet."""
    monkeypatch.setenv("TABULEIRO_DATA_DIR", str(tmp_path / "data"))
