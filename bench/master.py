"""Today's master against that of another checkout: paired games at equal time, even openings.

    python bench/master.py OLD [GAME ...] [--games 40] [--seconds 0.1] [--workers 1]

OLD is a checkout with a `.venv` of its own, in which it is installed; its master plays through
UGI, each bot on one thread. For every game: the score and Elo of today's master with their 95 %
intervals. CIFRA is played on the standard layout; `cifra:tiles=SEED` is another one.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

NAMES = ("shobu", "focus", "aboyne", "fanorona", "cifra")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("games", nargs="*", default=list(NAMES))
    parser.add_argument("--games", dest="count", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    engine = given.old.resolve() / ".venv" / "bin" / "tabuleiro"
    for text in given.games:
        name, _, rest = text.partition(":")
        options = [part for each in filter(None, rest.split(",")) for part in ("-o", each)]
        chosen = "".join(f" {part}" for part in options)
        bots = [
            f"master,seconds={given.seconds}",
            f"ugi:{engine} engine {name}{chosen},seconds={given.seconds}",
        ]
        with tempfile.TemporaryDirectory() as place:
            command = [sys.executable, "-m", "tabuleiro", "arena", name, *bots, *options]
            command += ["--games", str(given.count), "--seed", str(given.seed), "--json"]
            command += ["--workers", str(given.workers), "--out", f"{place}/match"]
            done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        report = json.loads(done.stdout)
        pairing = report["pairings"][0]
        print(json.dumps({"game": text, **pairing}), flush=True)


if __name__ == "__main__":
    main()
