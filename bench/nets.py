"""Is a net stronger than the best weights? Paired games from even openings at equal processor time.

python bench/nets.py focus                          the board's own net
python bench/nets.py focus mine.net --pairs 100     a file; `--against other.net` for two nets
python bench/nets.py cifra any.net --layouts 20     on random layouts that no net was made for
"""

from __future__ import annotations

import argparse
import json

import tabuleiro
from tabuleiro import Game
from tabuleiro.bots.nets import find_net, load_net
from tabuleiro.bots.weights import weight_sets
from tabuleiro.experiments.statistics import Tally, elo, score
from tabuleiro.learning.acceptance import compare
from tabuleiro.learning.players import Judgement

UNSEEN = 900_000
"""The first number of a layout that is in no training."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("net", nargs="?")
    parser.add_argument("--against", help="another net; else the best weights")
    parser.add_argument("--seconds", type=float, default=0.01, help="of processor time a move")
    parser.add_argument("--nodes", type=int, help="for a move of both, in place of a time")
    parser.add_argument("--pairs", type=int, default=60)
    parser.add_argument("--layouts", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    boards = [tabuleiro.game(given.game)]
    if given.layouts:
        boards = [
            tabuleiro.game(given.game, choose=False, tiles=str(UNSEEN + number))
            for number in range(given.layouts)
        ]
    total = Tally((0,) * 5)
    nodes: list[tuple[int, int]] = []
    for board in boards:
        new, old = judgement(board, given.net or find_net(board)), judgement(board, given.against)
        verdict = compare(
            board,
            new,
            old,
            seconds=given.seconds,
            pairs=given.pairs // len(boards),
            seed=given.seed,
            nodes=given.nodes,
            stops=False,
        )
        total = Tally(tuple(map(sum, zip(total.counts, verdict.tally.counts, strict=True))))
        nodes.append(verdict.nodes)
    print(
        json.dumps(
            {
                "game": given.game,
                "seconds": None if given.nodes else given.seconds,
                "pairs": total.units,
                "counts": total.counts,
                "score": score(total).facts(),
                "elo": elo(total).facts(),
                "nodes": nodes[0],
            }
        )
    )


def judgement(board: Game, net: object) -> Judgement:
    weights = weight_sets(board)["best"]
    return Judgement(weights, None if net is None else load_net(board, str(net)))


if __name__ == "__main__":
    main()
