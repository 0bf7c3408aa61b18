"""Loops that never end in somebody's file come to an end, and are told with their line."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

import tabuleiro
from tabuleiro import files, loops
from tabuleiro.errors import BrokenFile, BrokenRules
from tabuleiro.experiments.play import Table
from tabuleiro.experiments.settings import Settings
from tabuleiro.kernel import worker

START = Path(tabuleiro.__file__).parent / "starts" / "game.py"
LOOPS = """
def ends(n):
    seen = []
    while n > 0:
        n -= 1
        if n == 3:
            continue
        while True:
            seen.append(n)
            break
    else:
        seen.append("else")
    return seen


def goes_on():
    rounds = 0
    while True:
        rounds += 1
"""


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.import_module("tabuleiro.game"), "_opened", {})


@pytest.fixture
def looping(tmp_path: Path) -> Path:
    """A game whose `outcome` never comes back once the middle and a corner are White's."""
    path = tmp_path / "looping.py"
    text, head = START.read_text(), "def outcome(board, s):\n"
    assert head in text
    path.write_text(text.replace(head, head + "    while s.stones[0] == 17:\n        pass\n"))
    return path


def module_of(path: Path, **how: bool) -> dict[str, Any]:
    path.write_text(LOOPS)
    return vars(files.load(path, **how))


def test_loops_that_end_do_what_they_did(tmp_path: Path) -> None:
    found = module_of(tmp_path / "own.py", has_bounds=True)
    assert found["ends"](5) == [4, 2, 1, 0, "else"]


def test_one_that_never_ends_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loops, "ROUNDS", 1000)
    found = module_of(tmp_path / "own.py", has_bounds=True)
    with pytest.raises(BrokenFile, match=r"^own\.py, line 18 in goes_on\(\): this loop") as told:
        found["goes_on"]()
    assert told.value.pt.startswith("own.py, linha 18")


def test_a_bot_may_think_as_long_as_it_likes(tmp_path: Path) -> None:
    code = files.code_of(tmp_path / "bot.py", LOOPS, has_bounds=False)
    assert not any(
        loops.ERROR in part.co_names for part in code.co_consts if hasattr(part, "co_names")
    )


def test_compiled_code_says_where_it_loops(looping: Path) -> None:
    game = tabuleiro.game(str(looping))
    with pytest.raises(BrokenRules, match=r"looping\.py, line \d+ in outcome\(\)"):
        game.engine.perft(game.start().state(), 4)


def test_rules_that_fail_end_a_match_and_cost_nobody_the_game(
    looping: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABULEIRO_PLAIN", "1")
    monkeypatch.setattr(loops, "ROUNDS", 1000)
    table = Table(Settings(str(looping), ("random", "random"), games=100, openings=0, seed=1))
    with pytest.raises(BrokenRules, match=r"looping\.py, line"):
        [table.play(number) for number in range(100)]


def test_what_fails_in_a_thread_beside_is_told() -> None:
    def fail() -> None:
        raise BrokenRules("it loops")

    halted = []
    with (
        pytest.raises(BrokenRules, match="it loops"),
        worker.assisted([fail], lambda: halted.append(True)),
    ):
        pass
    assert halted
