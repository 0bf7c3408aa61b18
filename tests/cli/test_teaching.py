"""Lessons and puzzles on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tabuleiro.cli.app import app
from tabuleiro.game import game
from tabuleiro.teaching.lessons import lessons_of
from tabuleiro.teaching.puzzles import puzzles_of


def run(*words: str, typed: str = "") -> str:
    done = CliRunner().invoke(app, [*words], input=typed)
    assert done.exit_code == 0, done.output
    return done.output


def test_lessons_are_given_one_after_the_other() -> None:
    lessons = lessons_of(game("focus"))
    answers = "".join(f"{lesson.solution}\n" for lesson in lessons)
    said = run("lessons", "focus", "--lang", "pt", typed=f"nonsense\n?\n{answers}")
    assert "não se consegue ler" in said
    assert "Repara na peça em c3." in said
    assert said.count("Muito bem!") == len(lessons)


def test_lessons_as_data() -> None:
    facts = json.loads(run("lessons", "shobu", "--json"))
    assert [lesson["solution"] for lesson in facts["lessons"]] == [
        lesson.solution for lesson in lessons_of(game("shobu"))
    ]


def test_shipped_puzzles_as_data() -> None:
    facts = json.loads(run("puzzles", "aboyne", "--shipped", "--json"))
    assert [puzzle["id"] for puzzle in facts["puzzles"]] == [
        puzzle.id for puzzle in puzzles_of(game("aboyne"))
    ]


@pytest.mark.parametrize(("kind", "begin"), [("svg", b"<svg"), ("png", b"\x89PNG")])
def test_a_sheet_to_print(kind: str, begin: bytes, tmp_path: Path) -> None:
    path = tmp_path / f"sheet.{kind}"
    run("puzzles", "cifra", "--sheet", str(path), "--count", "3", "--seed", "1")
    assert path.read_bytes().startswith(begin)


def test_a_puzzle_is_solved_in_the_terminal() -> None:
    said = run("puzzles", "shobu", "--solve", "--seed", "1", typed="?\n?\n?\nquit\n")
    assert "Play " in said
    assert "See you soon." in said
