"""The wheel has everything in it, and every command works where only the wheel is installed."""

from __future__ import annotations

import re
import urllib.request
import zipfile
from pathlib import Path

import pytest
from environment import ROOT, Installed

import tabuleiro
from tabuleiro.cli.app import app

RANDOM = "--first random --second random --seed 1"
COMMANDS = {
    "games": "games --json",
    "rules": "rules cifra --lang pt",
    "show": "show fanorona --moves e2-e3a",
    "play": f"play cifra {RANDOM}",
    "watch": f"play cifra {RANDOM} --record game.txt && tabuleiro watch game.txt --plain",
    "bots": "bots focus",
    "elo": "elo 10 2 8",
    "sprt": "sprt 10 2 8",
    "warm-up": "warm-up shobu",
    "hint": "hint shobu --depth 2",
    "analyse": "analyse shobu --depth 2",
    "review": f"play shobu {RANDOM} --record game.txt && tabuleiro review game.txt --depth 1",
    "perft": "perft shobu 2",
    "solve": "solve fanorona -o width=3 -o height=3",
    "tables": "tables fanorona -o width=3 -o height=3 --stones 3",
    "lab": "lab shobu --depth 2",
    "learn": "learn shobu --data list",
    "lessons": "lessons shobu 1 --json",
    "puzzles": "puzzles shobu --shipped --json",
    "bench": "bench shobu --seconds 0.05",
    "engine": "engine shobu",
    "check-engine": "check-engine 'tabuleiro engine shobu' --patience 60",
    "new": "new game mygame && tabuleiro new bot mybot",
    "check-game": "new game mygame && tabuleiro check-game ./mygame.py",
    "league": "new bot ana --out b && tabuleiro league cifra b --baseline random --openings 0",
    "arena": "arena shobu random novice --games 2 --seed 1",
    "export": "arena cifra random random --games 2 --openings 0 --out a && tabuleiro export a 1",
    "reproduce": "reproduce shobu --games 2 --workers 1",
}
"""Each command in a quick form; `web` is tested below."""


def test_every_command_is_tried() -> None:
    names = {
        command.name or str(command.callback.__name__).replace("_", "-")
        for command in app.registered_commands
        if command.callback is not None
    }
    assert {*COMMANDS, "web"} == names


def test_every_file_of_the_package_is_in_the_wheel(installed: Installed) -> None:
    package = ROOT / "src" / "tabuleiro"
    files = {
        str(path.relative_to(ROOT / "src"))
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(installed.wheel) as wheel:
        packed = {name for name in wheel.namelist() if not re.match(r"[^/]+\.dist-info/", name)}
    assert packed == files


def test_the_package_is_that_of_the_wheel(installed: Installed, tmp_path: Path) -> None:
    told = installed.run("python -c 'import tabuleiro; print(tabuleiro.__file__)'", tmp_path)
    assert Path(told.stdout.strip()).is_relative_to(installed.home)
    version = installed.run("tabuleiro --version", tmp_path)
    assert version.stdout == f"tabuleiro {tabuleiro.__version__}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_command(installed: Installed, tmp_path: Path, name: str) -> None:
    talk = "ugi\nposition startpos\ngo depth 1\n" if name == "engine" else ""
    done = installed.run(f"tabuleiro {COMMANDS[name]}", tmp_path, talk)
    assert done.returncode == 0, done.stderr
    assert done.stdout or done.stderr
    assert "Traceback" not in done.stderr


def test_help_tells_of_every_command(installed: Installed, tmp_path: Path) -> None:
    told = installed.run("tabuleiro --help", tmp_path).stdout
    for name in (*COMMANDS, "web"):
        assert re.search(rf"^│ {name} ", told, re.MULTILINE)


def test_the_web_app_is_served(installed: Installed, tmp_path: Path) -> None:
    with installed.web(tmp_path) as address:
        page = urllib.request.urlopen(address).read().decode()
        parts = re.findall(r'(?:src|href)="(/[^"#?]+\.(?:js|css|svg))', page)
        assert parts
        for part in parts:
            assert urllib.request.urlopen(address.rstrip("/") + part).status == 200
        assert "fanorona" in urllib.request.urlopen(f"{address}api/games").read().decode()
