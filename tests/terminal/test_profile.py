"""What the terminal remembers of whoever learns there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabuleiro.terminal.profile import done, keep, profile_file


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABULEIRO_DATA_DIR", str(tmp_path / "data"))


def test_what_is_done_is_kept_once() -> None:
    assert done("lessons", "shobu") == []
    for name in ("push", "walk", "push"):
        keep("lessons", "shobu", name)
    keep("puzzles", "shobu", "abc")
    assert done("lessons", "shobu") == ["push", "walk"]
    assert done("puzzles", "shobu") == ["abc"]
    assert done("lessons", "focus") == []


@pytest.mark.parametrize("text", ["", "[1]", '{"lessons": 3}', '{"lessons": {"shobu": 4}}', "\0"])
def test_a_file_that_is_not_ours_is_nothing(text: str) -> None:
    profile_file().parent.mkdir(parents=True)
    profile_file().write_text(text, encoding="utf-8")
    assert done("lessons", "shobu") == []
    keep("lessons", "shobu", "push")
    assert done("lessons", "shobu") == ["push"]
