"""The rules for people: complete, and the same in both languages."""

from __future__ import annotations

import re

import pytest

import tabuleiro

GAMES = ("aboyne", "cifra", "fanorona", "focus", "shobu")
LANGUAGES = ("en", "pt")
HEADINGS = {
    "en": ("The board", "A turn", "The end", "Notation", "Options"),
    "pt": ("O tabuleiro", "Uma jogada", "O fim", "Notação", "Opções"),
}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> tabuleiro.Game:
    return tabuleiro.game(request.param)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_five_are_built_alike(game: tabuleiro.Game, language: str) -> None:
    text = game.rules_text(language)  # type: ignore[arg-type]
    assert text.startswith(f"# {game.title['en']}\n")
    found = [line.removeprefix("## ") for line in text.splitlines() if line.startswith("## ")]
    usual = HEADINGS[language]
    if game.name == "shobu":
        usual = ({"en": "The boards", "pt": "Os tabuleiros"}[language], *usual[1:])
    assert [heading for heading in found if heading in usual] == list(usual)
    assert "**" in text.split("\n## ")[0]  # the goal, before anything else


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_and_choice_is_explained(game: tabuleiro.Game, language: str) -> None:
    table = game.rules_text(language).split("|---|---|\n")[1]  # type: ignore[arg-type]
    rows = [line.split(" | ") for line in table.splitlines()]
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row[0])]
    assert named == [option.name for option in game.option_list]
    for row in rows:
        for option in game.option_list:
            if f"`{option.name}`" in row[0] and isinstance(option.accepts, tuple):
                missing = [choice for choice in option.accepts if f"`{choice}`" not in row[1]]
                assert not missing


def test_both_languages_say_the_same(game: tabuleiro.Game) -> None:
    english, portuguese = (game.rules_text(language) for language in LANGUAGES)  # type: ignore[arg-type]
    for mark in (r"(?m)^#", r"```", r"(?m)^\| ", r"(?m)^- ", r"\*\*"):
        assert len(re.findall(mark, english)) == len(re.findall(mark, portuguese)), mark
    for one, other in zip(english.split("```")[1::2], portuguese.split("```")[1::2], strict=True):
        assert len(one.splitlines()) == len(other.splitlines())
    assert set(re.findall(r"`[^`\n]+`", english)) <= set(re.findall(r"`[^`\n]+`", portuguese))


def test_portuguese_is_european(game: tabuleiro.Game) -> None:
    words = set(re.findall(r"\w+", game.rules_text("pt").lower()))
    assert not words & {"você", "vocês", "tela", "arquivo", "time", "pego", "salvar", "reto"}
