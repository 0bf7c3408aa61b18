"""How fast the opening explorer answers with 100,000 games: `python bench/explorer.py [GAMES]`.

The games are drawn at random from a game's own opening tree, a few turns of which are much more
common than the others, and kept in a database of their own. Times are of what the server does for
one request, the query and the answer: by the clock, and in parentheses of the processor.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time

from tabuleiro.game import make_game
from tabuleiro.position import Position
from tabuleiro.web.schema import turns
from tabuleiro.web.store import MatchStore
from tabuleiro.web.turns import FIRST_TURNS, RESULTS, explored, key_of, played_in

GAME = "aboyne"
ROUNDS = 40
BRANCHES = 6
"""How many turns of a position are played at all in these games."""
REAL = 3
"""Turns with real positions; beyond them games differ, and keys are drawn."""
Choices = list[tuple[str, int, Position]]


def rows(count: int, start: Position) -> list[tuple[str, int, int, str, str]]:
    """The first turns of so many games."""
    chance = random.Random(7)
    tree: dict[int, Choices] = {}

    def choices(key: int, here: Position) -> Choices:
        if key not in tree:
            after = [here.play(move) for move in list(here.legal_moves)[:BRANCHES]]
            tree[key] = [(there.move.text, key_of(there), there) for there in after if there.move]
        return tree[key]

    found = []
    for number in range(count):
        match, result = f"m{number}", chance.choice(RESULTS)
        key, here = key_of(start), start
        for ply in range(REAL):
            some = choices(key, here)
            move, following, here = some[min(len(some) - 1, int(chance.expovariate(1.0)))]
            found.append((match, ply, key, move, result))
            key = following
        found += [
            (match, ply, chance.getrandbits(62), "a1-a2", result)
            for ply in range(REAL, FIRST_TURNS)
        ]
    return found


def fill(store: MatchStore, games: list[tuple[str, int, int, str, str]]) -> None:
    """Write them at once: the index is made when they are there."""
    (index,) = turns.indexes
    with store.engine.begin() as connection:
        index.drop(connection)
        written = connection.connection.cursor()
        written.executemany("INSERT INTO turns VALUES (?, ?, ?, ?, ?)", games)
        index.create(connection)


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    here = make_game(GAME, {}).start()
    with tempfile.TemporaryDirectory() as folder:
        store = MatchStore(f"sqlite:///{Path(folder) / 'games.sqlite'}")
        fill(store, rows(count, here))
        for ply in range(REAL):
            clock, spent = [], []
            for _ in range(ROUNDS):
                began, cpu = perf_counter(), process_time()
                facts = explored(here, played_in(store, key_of(here)), True)
                clock.append(1000 * (perf_counter() - began))
                spent.append(1000 * (process_time() - cpu))
            print(
                f"turn {ply + 1}, {facts['games']:,} games: "
                f"median {median(clock):.1f} ms ({median(spent):.1f}), "
                f"p95 {quantiles(clock, n=20)[-1]:.1f} ms ({quantiles(spent, n=20)[-1]:.1f})",
                flush=True,
            )
            here = here.play(facts["turns"][0]["text"])
        store.close()


if __name__ == "__main__":
    main()
