"""`docs/your-own-game.md` does what it says: the test takes files and commands from the page."""

from __future__ import annotations

import urllib.request
from pathlib import Path

from environment import ROOT, Installed
from pages import File, steps

PAGE = ROOT / "docs" / "your-own-game.md"


def test_the_game_has_under_80_lines_of_at_most_100_letters() -> None:
    [game] = [
        step for step in steps(PAGE) if isinstance(step, File) and step.path.endswith("rules.py")
    ]
    lines = game.text.splitlines()
    assert len(lines) < 80
    assert max(map(len, lines)) <= 100


def test_everything_on_the_page_works(installed: Installed, tmp_path: Path) -> None:
    done = []
    for step in steps(PAGE):
        if isinstance(step, File):
            step.write(tmp_path)
        elif step.words == "tabuleiro web":
            with installed.web(tmp_path) as address:
                games = urllib.request.urlopen(f"{address}api/games").read().decode()
            assert "Jump onto an enemy beside you." in games
        else:
            finished = installed.run(step.words, tmp_path)
            assert finished.returncode == 0, f"{step.words}\n{finished.stderr}"
            assert step.is_shown_by(finished.stdout), f"{step.words}\n{finished.stdout}"
            done.append(step.words.split()[:2])
    for words in (["pip", "install"], ["tabuleiro", "arena"], ["tabuleiro", "check-engine"]):
        assert words in done
