"""The commands that `--help` gives as examples work as they are written."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest
from commands import command

from tabuleiro.cli.app import app, root

COMMAND = Path(sys.executable).with_name("tabuleiro")
HELP = [command.callback for command in app.registered_commands] + [root]
EXAMPLES = {
    found
    for function in HELP
    for found in re.findall(r"`tabuleiro ([^`]+ [^`]+)`", function.__doc__ or "")
}
SHORT = {
    "arena": ["--games", "2", "--openings", "0"],
    "bench": ["shobu", "--seconds", "0.05"],
    "league": ["--rounds", "1", "--seconds", "0.02", "--openings", "0", "--out", "league"],
    "learn": ["--help"],
    "reproduce": ["--games", "2"],
    "web": ["--help"],
}
"""What makes an example quick: one game stands for all of them, a few games for many, a server
would go on until somebody stops it, and learning takes a quarter of an hour."""


def test_most_commands_have_an_example() -> None:
    assert len({example.split()[0] for example in EXAMPLES}) > len(HELP) // 2


@pytest.mark.parametrize("example", sorted(EXAMPLES))
def test_example(example: str, tmp_path: Path) -> None:
    if "--against" in example:
        run(tmp_path, "bench", "shobu", "--save", "before.json", "--seconds", "0.05")
    words = shlex.split(example)
    if words[0] == "export":
        few = ("--games", "4", "--openings", "0", "--no-report")
        run(tmp_path, "arena", "shobu", "random", "random", *few, "--out", words[1])
    if words[0] in ("review", "watch"):
        (tmp_path / "game.txt").write_text('[Game "shobu"]\n\n1. c1-c2,f1-f2\n')
    for kind in ("game", "bot"):
        if f"./my{kind}.py" in words:
            run(tmp_path, "new", kind, f"my{kind}")
    if words[0] == "league":
        run(tmp_path, "new", "bot", "ana", "--out", words[2])
    if "--watch" in words:  # it goes on until somebody stops it
        words.append("--help")
    assert run(tmp_path, *words, *SHORT.get(words[0], []))


def run(folder: Path, *words: str) -> str:
    done = command(*words, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout
