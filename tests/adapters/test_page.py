"""What docs/learning-agents.md says: its examples run, and its planes are those of the games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tabuleiro
from tabuleiro.adapters import observation

PAGE = Path(__file__).parents[2] / "docs" / "learning-agents.md"
TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_examples_run(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(EXAMPLES[number], f"{PAGE.name}, example {number + 1}", "exec"), {})
    assert ("print(" in EXAMPLES[number]) == (capsys.readouterr().out != "")


def test_there_are_examples_of_all_adapters() -> None:
    for adapter in ("pettingzoo", "gymnasium", "batch", "openspiel"):
        assert any(f"tabuleiro.adapters.{adapter}" in code for code in EXAMPLES) or any(
            f"tabuleiro.adapters import {adapter}" in code for code in EXAMPLES
        )


@pytest.mark.parametrize("name", tabuleiro.game_names())
def test_planes_are_those_of_the_games(name: str) -> None:
    rows = dict(re.findall(r"^\| ([\w', ]+) \| (.* · .*) \|$", TEXT, re.MULTILINE))
    game = tabuleiro.game(name)
    row = (rows.get(game.title["en"]) or rows[game.title["en"].split()[0]]).split(" · ")
    planes = observation.own_planes(game)
    if name == "focus":  # ten planes of a stack in one phrase
        assert row[2].startswith("the same for the piece second, third, fourth and fifth")
        row[2:3] = [
            f"{whose} piece {place} from the top"
            for place in ("second", "third", "fourth", "fifth")
            for whose in ("own", "the opponent's")
        ]
    assert row == list(planes)
    assert rows["others"].split(" · ") == list(observation.VIEWED)
    assert rows["all, at the end"].split(" · ") == list(observation.CORE)
