"""What only POSIX has is not needed to import everything, to play, and to run bots from files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import asyncio, concurrent.futures, importlib, multiprocessing.pool, os, pkgutil, signal, subprocess
import sys

# The standard library of this system has taken what it needs; from here on it is not there.
subprocess.Popen.kill = subprocess.Popen.terminate
for name in ("fcntl", "resource"):
    sys.modules[name] = None
del os.killpg, signal.SIGKILL

import tabuleiro
from tabuleiro.cli import main

for module in pkgutil.walk_packages(tabuleiro.__path__, "tabuleiro."):
    if module.name.startswith(("tabuleiro.starts", "tabuleiro.__main__")):
        continue
    try:
        importlib.import_module(module.name)
    except ModuleNotFoundError as error:
        assert error.name in EXTRAS, error

small = ["-o", "width=3", "-o", "height=3"]
for words in (
    ["new", "game", "mygame"],
    ["new", "bot", "mybot"],
    ["show", "./mygame.py"],
    ["play", "fanorona", *small, "--first", "random", "--second", "./mybot.py", "--seed", "1"],
    ["arena", "./mygame.py", "random", "./mybot.py", "--games", "2", "--openings", "0",
     "--workers", "1", "--out", "a", "--no-report"],
):
    code = main(words)
    assert code == 0, (words, code)
"""
EXTRAS = ("dask", "distributed", "gymnasium", "pettingzoo", "pyspiel", "open_spiel", "pandas")
"""Packages that may be missing anywhere."""


def test_without_what_only_posix_has(tmp_path: Path) -> None:
    environment = os.environ | {"TABULEIRO_PLAIN": "1"}
    done = subprocess.run(
        [sys.executable, "-c", f"EXTRAS = {EXTRAS}\n{SCRIPT}"],
        cwd=tmp_path, env=environment, input="", capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
