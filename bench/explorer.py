"""How fast the opening explorer answers with 100,000 games: `python bench/explorer.py [GAMES]`.

The games are drawn at random from a game's own opening tree, a few turns of which are much more
common than the others, and kept in a database of their own. Each figure is the best and the worst
of several rounds of what the server does for one request: the query and the answer.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from sqlalchemy import insert

from tabuleiro.game import make_game
from tabuleiro.position import Position
from tabuleiro.web.schema import turns
from tabuleiro.web.store import MatchStore
from tabuleiro.web.turns import FIRST_TURNS, RESULTS, explored, key_of, played_in

GAME = "aboyne"
ROUNDS = 15
BRANCHES = 6
"""How many turns of a position are played at all in these games."""


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    chance = random.Random(7)
    start = make_game(GAME, {}).start()
    tree: dict[int, tuple[Position, list[tuple[str, int]]]] = {}

    def known(here: Position) -> tuple[int, list[tuple[str, int]]]:
        """The key of a position and some of its turns with the keys that they lead to."""
        key = key_of(here)
        if key not in tree:
            moves = list(here.legal_moves)[:BRANCHES]
            tree[key] = here, [(move.text, key_of(here.play(move))) for move in moves]
            for move in moves:
                after = here.play(move)
                positions.setdefault(key_of(after), after)
        return key, tree[key][1]

    positions: dict[int, Position] = {key_of(start): start}
    deep = 3
    """Turns with real positions; beyond them games differ, and keys are drawn."""
    with tempfile.TemporaryDirectory() as folder:
        store = MatchStore(f"sqlite:///{Path(folder) / 'games.sqlite'}")
        for first in range(0, count, 5000):
            rows = []
            for number in range(first, min(count, first + 5000)):
                result, here = chance.choice(RESULTS), start
                for ply in range(FIRST_TURNS):
                    if ply < deep and here.outcome is None:
                        key, some = known(here)
                        move, following = some[min(len(some) - 1, int(chance.expovariate(1.0)))]
                        here = positions[following]
                    else:
                        key, move = chance.getrandbits(62), "a1-a2"
                    rows.append(
                        {"match": f"m{number}", "ply": ply, "position": key, "move": move,
                         "result": result}
                    )  # fmt: skip
            with store.engine.begin() as connection:
                connection.execute(insert(turns), rows)
        here = start
        for ply in range(deep):
            times = []
            for _ in range(ROUNDS):
                began = perf_counter()
                facts = explored(here, played_in(store, key_of(here)), True)
                times.append(1000 * (perf_counter() - began))
            best, worst = min(times), max(times)
            print(
                f"turn {ply + 1}: {facts['games']:,} games, {best:.1f} ms, at worst {worst:.1f} ms"
            )
            here = here.play(facts["turns"][0]["text"])
        store.close()


if __name__ == "__main__":
    main()
