"""A league with malicious bots among honest ones: does the table come out right?

    python bench/league.py                 20 bots, five of them malicious
    python bench/league.py --honest 3      fewer honest ones, for a quick look

The malicious ones exit, fork, ask for 4 GB, never answer, or patch their opponents. They must lose
by what they did, and nobody else may lose by any fault. Run it as root and as somebody else.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

HONEST = """
import random
def choose(position):
    random.seed({seed})
    return random.choice(list(position.legal_moves))
"""
MALICIOUS = {
    "exits": ("failure", "import os\ndef choose(position):\n    os._exit(0)\n"),
    "forks": ("failure", "import os\ndef choose(position):\n    while True:\n        os.fork()\n"),
    "hoards": ("failure", "def choose(position):\n    return bytearray(4 << 30)\n"),
    "loops": ("too slow", "def choose(position):\n    while True:\n        pass\n"),
    "patches": (
        "",
        """
import contextlib, os, pathlib, random, signal
def choose(position):
    for path in pathlib.Path(__file__).parent.glob("*.py"):
        with contextlib.suppress(OSError):
            path.write_text("def choose(position):\\n    raise SystemExit\\n")
    for process in (os.getppid(), *(int(p) for p in os.listdir("/proc") if p.isdigit())):
        with contextlib.suppress(OSError):
            if process != os.getpid():
                os.kill(process, signal.SIGSTOP)
    random.choice = lambda moves: None
    return position.legal_moves[0]
""",
    ),
}
"""By name: what such a bot loses its games by, and its file; the last one plays legal moves."""


def write_bots(folder: Path, honest: int) -> dict[Path, str]:
    """The files of the bots, with what is in them."""
    folder.mkdir()
    files = {f"honest{number:02}": HONEST.format(seed=number) for number in range(honest)}
    files |= {name: text for name, (_, text) in MALICIOUS.items()}
    found = {folder / f"{name}.py": text for name, text in files.items()}
    for path, text in found.items():
        path.write_text(text)
    return found


def play(folder: Path, home: Path, *more: str) -> dict[str, Any]:
    """A league on the smallest board, as a person runs it."""
    command = [sys.executable, "-m", "tabuleiro", "league", "fanorona", str(folder), "--json"]
    small = ["-o", "width=3", "-o", "height=3", "--openings", "0", "--seconds", "0.2"]
    done = subprocess.run(
        [*command, *small, "--out", str(home), *more],
        stdout=subprocess.PIPE, text=True, env=os.environ | {"TABULEIRO_PLAIN": "1"},
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"the league ended with {done.returncode}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def wrong(found: dict[str, Any], files: dict[Path, str]) -> list[str]:
    """What is not as it should be."""
    said = [f"{path.name} was changed" for path, text in files.items() if path.read_text() != text]
    rows = {row["name"]: row for row in found["grades"]}
    games = 2 * (len(files) - 1)
    for path in files:
        row = rows[path.stem]
        lost = {
            key[8:].replace("_", " "): n for key, n in row.items() if key.startswith("lost_by_")
        }
        lost = {key: n for key, n in lost.items() if n}
        fault = MALICIOUS.get(path.stem, ("",))[0]
        if row["games"] != games:
            said.append(f"{path.stem} has {row['games']} games, not {games}")
        if set(lost) != ({fault} if fault else set()):
            said.append(f"{path.stem} lost by {lost}")
        faulty = sum(bool(each[0]) for each in MALICIOUS.values())
        if fault and row["won"] > 2 * (faulty - 1):
            said.append(f"{path.stem} won {row['won']} games")
    return said


def main() -> None:
    """Play, and say what came out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--honest", type=int, default=15)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        files = write_bots(Path(place) / "bots", given.honest)
        began = perf_counter()
        found = play(Path(place) / "bots", Path(place) / "league")
        took = perf_counter() - began
        said = wrong(found, files)
    who = "root" if hasattr(os, "geteuid") and os.geteuid() == 0 else "not root"
    print(f"{len(files)} bots, {found['games']} games in {took:.0f} s as {who}")
    print("\n".join(said) or "the table is right")
    sys.exit(bool(said))


if __name__ == "__main__":
    main()
