"""What people can meet is said in both languages."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import tabuleiro
from tabuleiro import errors
from tabuleiro.bots.presets import read_bot
from tabuleiro.endings import REASONS, ending_words
from tabuleiro.game import game, make_game
from tabuleiro.position import Termination
from tabuleiro.record import Record

SOURCES = Path(tabuleiro.__file__).parent
SPOKEN = ("games", "bots", "web", "terminal", "experiments", "solving")
"""Whose errors players and experimenters meet; commands, adapters and the kernel speak English."""
ELSEWHERE = {
    ("bots/program.py", "EngineFailed"),
    ("bots/weights.py", "InvalidOption"),
    ("bots/filebot.py", "BrokenFile"),
    ("bots/filebot.py", "EngineFailed"),
    ("bots/sandbox/child.py", "EngineFailed"),
    ("files.py", "BrokenFile"),
    ("web/connection.py", "BrokenFile"),
}
"""What repeats the words of a program, of Python, or of the library that reads files."""
GAMES = ("aboyne", "cifra", "fanorona", "focus", "shobu")


def one_language_only() -> Iterator[tuple[str, str, int]]:
    """Errors that are made of one sentence."""
    known = {name for name, each in vars(errors).items() if isinstance(each, type)}
    top = (path for path in SOURCES.glob("*.py") if path.name != "errors.py")
    inside = (path for part in SPOKEN for path in (SOURCES / part).rglob("*.py"))
    for path in (*top, *inside):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            if node.func.id in known and len(node.args) + len(node.keywords) == 1:
                yield path.relative_to(SOURCES).as_posix(), node.func.id, node.lineno


def test_errors_are_said_in_both_languages() -> None:
    found = [each for each in one_language_only() if each[:2] not in ELSEWHERE]
    assert found == []


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("text", ["", "x", "w/w w", "w b - - - - -", "a b c d e f g"])
def test_positions_that_cannot_be_read(name: str, text: str) -> None:
    with pytest.raises(errors.InvalidPosition) as caught:
        game(name).position(text)
    assert caught.value.words("pt") != caught.value.words("en")


def test_options_bots_and_records_that_cannot_be() -> None:
    for given in ({"wings": 3}, {"width": 99}):
        with pytest.raises(errors.TabuleiroError) as caught:
            make_game("fanorona", given)
        assert "aceites" in caught.value.pt
    for bot in ("nobody", "hard,wings=1", "hard,depth=0", "hard,depth"):
        with pytest.raises(errors.TabuleiroError) as caught:
            read_bot(game("fanorona"), bot)
        assert caught.value.pt != str(caught.value)
    with pytest.raises(errors.InvalidRecord) as caught:
        Record.parse('[Game "fanorona"]\n\n1. z9-z8a')
    assert caught.value.pt.startswith("jogada 1 do registo: ")


def test_every_ending_of_the_core_has_words() -> None:
    players = game("fanorona").start().players
    for termination in Termination:
        assert termination.value in REASONS
    assert ending_words(players, 0, "rules").pt == "Vitória: Brancas"
    assert ending_words(players, None, "no progress").en == "A draw: no progress for too long"
    assert ending_words(players, 1, "the moon").en == "Black wins: the moon"
