"""What `learn` makes of nothing in so many minutes of quiet cores, however busy the machine is.

    python bench/nothing.py GAME [--minutes 15] [--threads 2] [--pairs 40] [--seconds 0.01]

The minutes are counted by processor time: that of self-play and matches divided by the threads,
that of training too where two nets are trained at once, else as it is. After each generation a line
tells its loss and what its net scores against the best weights at equal nodes. In the end the net
plays them, or `mcts` where the game has none, at equal processor time.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from time import process_time

import tabuleiro
from tabuleiro.bots.nets import load_net
from tabuleiro.bots.settings import PLAIN
from tabuleiro.bots.weights import weight_sets
from tabuleiro.experiments.statistics import elo, score
from tabuleiro.learning import api, duel
from tabuleiro.learning.acceptance import compare
from tabuleiro.learning.journal import LOG, NET
from tabuleiro.learning.players import Judgement
from tabuleiro.learning.telling import Stage

NODES = 4000
"""For a move in the games after each generation."""


class Clock:
    """Processor time as a quiet machine's clock would show it."""

    def __init__(self, threads: int, both: bool) -> None:
        self.threads, self.cores, self.both = threads, threads, both
        self.shown, self.used = 0.0, process_time()

    def __call__(self) -> float:
        now = process_time()
        self.shown += (now - self.used) / self.cores
        self.used = now
        return self.shown

    def hear(self, stage: Stage) -> None:
        self()
        alone = stage.what == "train" and not self.both
        self.cores = 1 if alone else self.threads


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.01, help="of processor time a move")
    parser.add_argument("--out", type=Path, help="keep the net there")
    given = parser.parse_args()
    game = tabuleiro.game(given.game)
    weights = dict(weight_sets(game).get("best", {}))
    clock = Clock(given.threads, game.symmetries > 1)
    told = 0

    def heard(stage: Stage) -> None:
        nonlocal told
        clock.hear(stage)
        if stage.generation > told:
            told = stage.generation
            tell()
            clock.used = process_time()  # telling costs nothing

    def tell() -> None:
        """What the last generation has brought, and what its net makes of the best weights."""
        done = json.loads((Path(folder) / LOG).read_text())["generations"][-1]
        done["loss"] = [done["loss"][0], done["loss"][-1]]
        score = None
        if weights and (Path(folder) / NET).exists():
            now = load_net(game, str(Path(folder) / NET))
            both = Judgement(weights, now), Judgement(weights)
            score = compare(game, *both, nodes=NODES, pairs=30, stops=False).tally.mean
        print(f"{clock():.0f} s", json.dumps(done), "against the best weights:", score, flush=True)

    with tempfile.TemporaryDirectory() as folder:
        api.monotonic = duel.monotonic = clock  # type: ignore[attr-defined]
        out = given.out or Path(folder) / "made.net"
        made = api.learn(
            game,
            minutes=given.minutes,
            start=api.NOTHING,
            threads=given.threads,
            folder=folder,
            out=out,
            heard=heard,
        )
        print(f"{clock():.0f} s", json.dumps(made.facts()), flush=True)
        if made.net is None:
            return
        net = load_net(game, made.net)
        if weights:
            verdict = compare(
                game,
                Judgement(weights, net),
                Judgement(weights),
                seconds=given.seconds,
                pairs=given.pairs,
                stops=False,
                seed=5,
            )
            tally, rival = verdict.tally, f"best, nodes a move {verdict.nodes}"
        else:
            rival = f"mcts, by {made.search}"
            if made.search == PLAIN:
                print(f"against {rival}: it is the same")
                return
            hall = duel.Hall(game, net, given.seconds, seed=5)
            hall.play([made.search], given.pairs)
            tally = hall.tally(made.search)
        print(f"against {rival}:", tally.counts, score(tally).facts(), elo(tally).facts())


if __name__ == "__main__":
    main()
