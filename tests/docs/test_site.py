"""The documentation site: built without a warning, from here alone, and complete."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from environment import ROOT

from tabuleiro.bots.presets import menu
from tabuleiro.bots.settings import SETTINGS
from tabuleiro.game import game

GAMES = ("aboyne", "cifra", "fanorona", "focus", "shobu")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", target],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    return target


def text_of(page: Path) -> str:
    """What a reader sees."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", page.read_text(encoding="utf-8")))


def test_every_page_comes_from_here(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 20
    for page in pages:
        for address in re.findall(
            r'<(?:script|link|img)[^>]+(?:src|href)="?([^" >]+)', page.read_text()
        ):
            assert not re.match(r"(https?:)?//", address), f"{page}: {address}"


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_its_rules_options_and_bots(site: Path, name: str) -> None:
    played = game(name)
    page = text_of(site / "games" / f"{name}.html")
    assert played.summary.en in page
    for option in played.option_list:
        assert option.help.en in page
    for level in menu(played)["level"]:
        assert level.text.en in page
    assert (site / "games" / f"{name}.pt.html").exists()
    assert (site / "games" / f"{name}.svg").read_text().startswith("<svg")


def test_settings_are_those_of_the_program(site: Path) -> None:
    page = text_of(site / "settings.html")
    for setting in SETTINGS:
        assert f"{setting.name} " in page
        assert setting.help.en in page


def test_the_api_is_documented(site: Path) -> None:
    page = text_of(site / "api.html")
    for words in ("The position after a whole turn, given as a move or as text.", "IllegalMove"):
        assert words in page
