"""Does an idea make the search stronger? Paired games from even openings at equal processor time.

    python bench/ideas.py FIELD=NUMBER ... [--games 600] [--seconds 0.02] [--names GAME ...]
                          [--into FILE] [--minutes M]

One player searches with these fields of its memory set otherwise (`exchange=0`, `reductions=0`, or
the switch of something new), against one that searches as ever; both have the board's net. A number
with a point is in log-odds of the net. Each has as many nodes for a move as it makes in so many
seconds of processor time. Pairs are played in turns in all games and counted together, until the
test (SPRT, 0 against 30 Elo) is clear. With `--into` a file holds the pairs as they are played, and
a match that has ended before that, by its minutes or otherwise, goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from time import monotonic, process_time

import tabuleiro
from tabuleiro.bots.nets import load_net, shipped_net
from tabuleiro.bots.weights import weight_sets
from tabuleiro.experiments.statistics import Tally, elo, sprt
from tabuleiro.learning.acceptance import equal_time, play_pair
from tabuleiro.learning.players import Judgement, SelfPlayer

NAMES = ("shobu", "focus", "aboyne", "fanorona", "cifra")
ELO = (0.0, 30.0)
TABLE = 16


class Table:
    """The two players of a game."""

    def __init__(
        self, name: str, fields: dict[str, str], seconds: float, nodes: Sequence[int] | None
    ) -> None:
        game = tabuleiro.game(name)
        path = shipped_net(game)
        assert path is not None
        judge = Judgement(weight_sets(game)["best"], load_net(game, path))
        self.players = [SelfPlayer(game, judge, TABLE) for _ in range(2)]
        new, old = self.players
        for field, text in fields.items():
            new.k[field] = round(float(text) * new.unit) if "." in text else int(text)
        self.nodes = nodes or equal_time(new, old, seconds)

    def pair(self, seed: int) -> float | None:
        """What the new player scores in two games from one opening; None if there is none."""
        new, old = self.players
        return play_pair((new, old), seed, (self.nodes[0], self.nodes[1]))


def said(points: list[float]) -> str:
    """What some pairs tell."""
    tally = Tally.of_pairs(points)
    lead, test = elo(tally), sprt(tally, *ELO)
    ends = (lead.value or 0, lead.low or 0, lead.high or 0)
    return "{} games, {:+.0f} [{:+.0f}, {:+.0f}], test {:.2f} {}".format(
        tally.games, *ends, test.llr, test.accepted or "open"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("fields", nargs="+", metavar="FIELD=NUMBER")
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seconds", type=float, default=0.02)
    parser.add_argument("--names", nargs="+", default=NAMES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--into", type=Path, help="a file for the pairs, to go on from")
    parser.add_argument("--minutes", type=float, default=1e9, help="after which to stop")
    given = parser.parse_args()
    begin, end = process_time(), monotonic() + 60 * given.minutes
    fields = dict(field.split("=", 1) for field in given.fields)
    lines = given.into.read_text().splitlines() if given.into and given.into.exists() else []
    kept = [json.loads(line) for line in lines]
    nodes = kept[0] if kept else {}
    tables = {name: Table(name, fields, given.seconds, nodes.get(name)) for name in given.names}
    for name, table in tables.items():
        print(name, "nodes a move:", *table.nodes, flush=True)
    points: dict[str, list[float]] = defaultdict(list)
    every: list[float] = []
    note(given.into, {} if kept else {name: table.nodes for name, table in tables.items()})
    seeds = random.Random(given.seed)
    played = iter(kept[1:])
    while 2 * len(every) < given.games and monotonic() < end:
        for name, table in tables.items():
            seed = seeds.getrandbits(32)
            known = next(played, None)
            score = known[1] if known else table.pair(seed)
            if not known:
                note(given.into, [name, score])
            if score is not None:
                points[name].append(score)
                every.append(score)
        if known:
            continue
        print(f"{process_time() - begin:.0f} s:", said(every), flush=True)
        if sprt(Tally.of_pairs(every), *ELO).accepted is not None:
            break
    print("all:", said(every))
    for name, scores in points.items():
        print(name, said(scores))


def note(into: Path | None, fact: object) -> None:
    """Write a line, if there is something to write and a file for it."""
    if into is not None and fact:
        with into.open("a") as file:
            file.write(json.dumps(fact) + "\n")


if __name__ == "__main__":
    main()
