"""Whether a position is as good for one side as for the other.

A search looks one turn deeper than before and the lead changes: the side that moves last looks
better. So two successive depths count, and their mean. A shallow look sorts out most positions
first. Where a game comes with a net for the board, the net judges; one that was learned here does
not, so that openings are the same on every machine.

What a deep search calls even need not be even in play. A game's `bots.toml` may say what its games
say (`bench/openings.py` measures it), and how deep to look:

    [openings]
    even = 0.55     # the side to move's win probability at which it makes half of the points
    even_by_net = 0.45    # the same where a net judges
    depth = 6       # the deeper of the two searches, in turns; 8 if it is not said
    depth_by_net = 10     # the same where a net judges; as `depth` if it is not said
    doubt = 0.03    # how far off the first look may be, as a win probability; 0.1 if it is not said
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from tabuleiro.bots.alphabeta import AlphaBetaBot
from tabuleiro.bots.analysis import Analysis
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.mcts import MctsBot
from tabuleiro.bots.nets import shipped_net, use_of
from tabuleiro.bots.weights import bots_file, steepness, weight_sets
from tabuleiro.game import Game
from tabuleiro.position import Position

METHOD = 5
"""Counts the ways in which openings have been chosen; those that are kept are of one of them."""

DEPTH = 8
"""The deeper of the two searches that judge a position, in turns."""

DOUBT = 0.1
"""How much further from even than allowed the first look may call a position."""

NODES = 8_000_000
"""States after which a position is judged by the depths that were reached: on large boards."""

ITERATIONS = 3000
"""Random games that judge a position where a game has no evaluation."""


class Judge:
    """Says how likely the side to move wins; the same whatever was judged before."""

    def __init__(self, game: Game) -> None:
        self.game = game
        given: Mapping[str, Any] = bots_file(game).get("openings", {})
        self.weights = weight_sets(game).get("best")
        self.net = shipped_net(game) if self.weights is not None else None
        """The file of the net that judges, if there is one."""
        suffix = "" if self.net is None else "_by_net"
        self.even = float(given.get(f"even{suffix}", 0.5))
        self.depth = int(given.get(f"depth{suffix}", given.get("depth", DEPTH)))
        self.shallow = (self.depth + 2) // 2
        """The same of the first look, which costs a thirtieth."""
        self.doubt = float(given.get("doubt", DOUBT))

    def key(self) -> str:
        """A text that changes with anything that a judgement depends on but the position."""
        own = (self.even, self.depth, self.shallow, self.doubt, self.weights, steepness(self.game))
        digest = hashlib.sha256(json.dumps([METHOD, NODES, ITERATIONS, *own]).encode())
        for part in ("rules.py", "terms.py"):
            path = self.game.source.with_name(part)
            digest.update(path.read_bytes() if path.exists() else b"")
        digest.update(self.net.read_bytes() if self.net is not None else b"")
        return digest.hexdigest()

    def lead(self, here: Position, most: float) -> float | None:
        """By how much the win probability is above what is even; nothing if it is too far from
        that, or further than so much from a half.

        What is allowed reaches as far above what is even as below it.
        """
        allowed = max(most - abs(self.even - 0.5), most / 2)
        if self.weights is not None:
            first = self._mean_of_depths(here, self.shallow)
            if abs(first - self.even) > allowed + self.doubt:
                return None
        chance = self.chance(here)
        lead = chance - self.even
        return lead if abs(lead) <= allowed and abs(chance - 0.5) <= most else None

    def chance(self, here: Position) -> float:
        """How likely the side to move wins."""
        if self.weights is None:
            return self._share_of_random_games(here)
        return self._mean_of_depths(here, self.depth)

    def _mean_of_depths(self, here: Position, depth: int) -> float:
        """The mean of the last two depths; of a decided game the last one alone."""
        self._alphabeta.new_game()
        chances: dict[int, float] = {}

        def hear(found: Analysis) -> None:
            chances[found.depth] = found.score.win_probability

        limit = Limit(depth=depth, nodes=NODES)
        found = self._alphabeta.analyse(here, limit, listener=hear)
        if found.score.decided is not None:
            return found.score.win_probability
        last = [chances[each] for each in sorted(chances)[-2:]] or [found.score.win_probability]
        return sum(last) / len(last)

    def _share_of_random_games(self, here: Position) -> float:
        self._tree.new_game(1)
        return self._tree.analyse(here).score.win_probability

    @cached_property
    def _alphabeta(self) -> AlphaBetaBot:
        weights = self.weights or {}
        net = None if self.net is None else use_of(self.game, self.net, weights)
        return AlphaBetaBot(self.game, weights, Limit(depth=self.depth), net=net)

    @cached_property
    def _tree(self) -> MctsBot:
        return MctsBot(self.game, {}, Limit(iterations=ITERATIONS), tree_mb=16)
