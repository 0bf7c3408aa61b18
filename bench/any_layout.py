"""A net for every layout of CIFRA: games on many random ones, and training on all of them.

    python bench/any_layout.py OUT [--layouts 1000] [--positions 3000000] [--nodes 1500]
                                   [--threads 2] [--passes 20] [--keep FILE.npz]

The games are played by the net that comes with the game, or by the best weights with `--net no`.
Layouts of `bench/nets.py --layouts` are not among them. `--keep` is a file for the positions, which
are not played again where it is there. The net is written to OUT; its error over layouts that were
held out is told after every pass.
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--layouts", type=int, default=1000)
    parser.add_argument("--positions", type=int, default=3_000_000)
    parser.add_argument("--nodes", type=int, default=1500)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--passes", type=int, default=20)
    parser.add_argument("--net", default="yes", choices=("yes", "no"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    boards = [tabuleiro.game("cifra", tiles=str(number + 1)) for number in range(given.layouts)]
    begin = time.monotonic()

    def judgement(board: Game) -> Judgement:
        path = shipped_net(board) if given.net == "yes" else None
        return Judgement(
            weight_sets(board)["best"], None if path is None else load_net(board, path)
        )

    def told(games: int, positions: int) -> None:
        if games % 2000 == 0:
            print(f"{time.monotonic() - begin:.0f} s: {positions:,} positions", flush=True)

    def learned(number: int, curve: Curve) -> None:
        spent = time.monotonic() - begin
        print(f"{spent:.0f} s: pass {number + 1}, {curve.held_out:.5f} held out", flush=True)

    if given.keep is not None and given.keep.exists():
        known = Positions.load(given.keep)
    else:
        recipe = Recipe(nodes=given.nodes, chance=20)
        wanted = given.positions
        known = gather(
            boards,
            judgement,
            recipe,
            given.seed,
            given.threads,
            lambda games, positions: positions >= wanted,
            told,
        )
        if given.keep is not None:
            known.save(given.keep)
    lesson = Training(given.passes, seed=given.seed, exact=False)
    facts = {"nodes": given.nodes, "layouts": given.layouts}
    file, _ = train(boards, known, lesson, learned, facts)
    file.write(given.out)


if __name__ == "__main__":
    main()
