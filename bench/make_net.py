"""A net from more positions, or of more boards, than `tabuleiro learn` takes: games, then training.

    python bench/make_net.py fanorona OUT --positions 7000000 --nodes 2500 --keep FILE.npz ...
    python bench/make_net.py cifra OUT --layouts 1000

The games are played by the net that comes with the game, by that of a file (`--net FILE`) or by the
best weights (`--net no`). `--keep` names files for the positions: each that is not there is filled
with so many, and the net learns from all of them. With `--layouts` the boards are so many random
layouts, among them none of `bench/nets.py --layouts`, and the net is for every layout. The error
over games that were held out (with layouts: over such layouts) is told after every pass.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import tabuleiro
from tabuleiro import Game
from tabuleiro.bots.nets import load_net, shipped_net
from tabuleiro.bots.weights import weight_sets
from tabuleiro.learning.data import Positions, Recipe, gather
from tabuleiro.learning.players import Judgement
from tabuleiro.learning.training import Curve, Training, train

SLICE = 500_000
"""Positions that are played at a time, to be put together."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("out", type=Path)
    parser.add_argument("--layouts", type=int, default=0)
    parser.add_argument("--positions", type=int, default=3_000_000)
    parser.add_argument("--nodes", type=int, default=1500)
    parser.add_argument("--chance", type=int, default=20, help="random turns in a thousand")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--passes", type=int, default=20)
    parser.add_argument("--symmetric", action="store_true", help="see images in each pass")
    parser.add_argument("--net", default="yes", help="yes, no or a file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, nargs="+", default=[])
    given = parser.parse_args()
    boards = [tabuleiro.game(given.game)]
    if given.layouts:
        boards = [tabuleiro.game(given.game, tiles=str(n + 1)) for n in range(given.layouts)]
    begin = time.monotonic()

    def judgement(board: Game) -> Judgement:
        path = shipped_net(board) if given.net == "yes" else given.net
        net = None if path in (None, "no") else load_net(board, path)
        return Judgement(weight_sets(board)["best"], net)

    def play(wanted: int, seed: int) -> Positions:
        parts: list[Positions] = []
        while (have := sum(map(len, parts))) < wanted:
            few = min(SLICE, wanted - have) if not given.layouts else wanted
            parts.append(
                gather(
                    boards,
                    judgement,
                    Recipe(nodes=given.nodes, chance=given.chance),
                    seed + 10_000_000 * len(parts),
                    given.threads,
                    lambda games, positions, few=few: positions >= few,
                )
            )
            print(
                f"{time.monotonic() - begin:.0f} s: {have + len(parts[-1]):,} positions", flush=True
            )
        return Positions.join(parts)

    def learned(number: int, curve: Curve) -> None:
        spent = time.monotonic() - begin
        print(f"{spent:.0f} s: pass {number + 1}, {curve.held_out:.5f} held out", flush=True)

    parts = []
    for number, path in enumerate(given.keep):
        if not path.exists():
            play(given.positions, given.seed + 1_000_000_000 * number).save(path)
        parts.append(Positions.load(path))
    known = Positions.join(parts or [play(given.positions, given.seed)])
    symmetric = given.symmetric or bool(given.layouts)
    lesson = Training(given.passes, seed=given.seed, exact=not given.layouts, symmetric=symmetric)
    facts = {"nodes": given.nodes, "layouts": given.layouts}
    file, _ = train(boards, known, lesson, learned, facts)
    file.write(given.out)


if __name__ == "__main__":
    main()
