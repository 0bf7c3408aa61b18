"""`docs/your-own-game.md` does what it says: the test takes files and commands from the page."""

from __future__ import annotations

import importlib.util
import urllib.request
from pathlib import Path

import pytest
from environment import ROOT, Installed
from pages import File, steps

from tabuleiro.errors import IllegalMove, InvalidNotation, InvalidPosition
from tabuleiro.game import Game

PAGE = ROOT / "docs" / "your-own-game.md"


def test_the_game_has_under_80_lines_of_at_most_100_letters() -> None:
    [game] = [
        step for step in steps(PAGE) if isinstance(step, File) and step.path.endswith("rules.py")
    ]
    lines = game.text.splitlines()
    assert len(lines) < 80
    assert max(map(len, lines)) <= 100


@pytest.fixture
def clobber(tmp_path: Path) -> Game:
    """The game of the page, without installing it."""
    path = tmp_path / "clobber" / "rules.py"
    for step in steps(PAGE):
        if isinstance(step, File) and step.path == "clobber/rules.py":
            step.write(tmp_path)
    spec = importlib.util.spec_from_file_location("clobber_rules", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return Game("clobber", module, {"size": 4})


def test_a_game_without_a_notation_of_its_own_writes_the_cells_it_touches(clobber: Game) -> None:
    here = clobber.start()
    assert here.legal_moves[0].text == "a4-b4"
    assert here.play("A4 b4") == here.play("a4-b4")
    with pytest.raises(IllegalMove, match="move 'a4-a2' is not legal here"):
        here.play("a4-a2")
    with pytest.raises(InvalidNotation, match="move 'a4-z9' cannot be read"):
        here.play("a4-z9")


def test_its_positions_are_read_back_and_wrong_ones_refused(clobber: Game) -> None:
    here = clobber.start().play("a4-b4")
    assert clobber.position(here.text) == here
    for text in ("wb w", here.text[:-1] + "x", here.text.replace("w", "q"), "é", here.text + "w"):
        with pytest.raises(InvalidPosition):
            clobber.position(text)


def test_everything_on_the_page_works(installed: Installed, tmp_path: Path) -> None:
    with installed.as_it_was():
        done = follow(installed, tmp_path)
    for words in (["pip", "install"], ["tabuleiro", "arena"], ["tabuleiro", "check-engine"]):
        assert words in done


def follow(installed: Installed, folder: Path) -> list[list[str]]:
    """Do what the page says; the first two words of every command."""
    done = []
    for step in steps(PAGE):
        if isinstance(step, File):
            step.write(folder)
        elif step.words == "tabuleiro web":
            with installed.web(folder) as address:
                games = urllib.request.urlopen(f"{address}api/games").read().decode()
            assert "Jump onto an enemy beside you." in games
        else:
            finished = installed.run(step.words, folder)
            assert finished.returncode == 0, f"{step.words}\n{finished.stderr}"
            assert step.is_shown_by(finished.stdout), f"{step.words}\n{finished.stdout}"
            done.append(step.words.split()[:2])
    return done
