"""Players of compiled games: an evaluation, a memory and a table; openings and games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from time import thread_time
from typing import Any

from tabuleiro.bots.weights import steepness, stone
from tabuleiro.game import Game
from tabuleiro.kernel import rng, selfplay
from tabuleiro.kernel.net import Net, NetUse, put
from tabuleiro.kernel.records import dtype, fill
from tabuleiro.kernel.searcher import REPETITION

LONGEST = 400
"""Turns after which a game for training is a draw."""
TRIES = 60
"""Openings that are tried before an uneven one is taken."""
ASPIRATION = 60


@dataclass(frozen=True)
class Judgement:
    """How a player judges: by weights, by a net, or by nothing at all."""

    weights: Mapping[str, int]
    net: Net | None = None

    def unit(self, game: Game) -> float:
        """What log-odds of one are worth in a search's values."""
        return steepness(game) * stone(self.weights)


@dataclass
class SelfPlayed:
    """A game: its positions at the start of every turn, and what was found there."""

    states: Any
    facts: Any
    result: int


class SelfPlayer:
    """One side of compiled games."""

    def __init__(self, game: Game, judgement: Judgement, table_mb: int = 1) -> None:
        import numpy as np

        engine = game.engine
        self.game = game
        self.judgement = judgement
        self.unit = judgement.unit(game)
        self.window = ASPIRATION * stone(judgement.weights)
        self.use = None if judgement.net is None else NetUse(judgement.net, self.unit)
        self.k = k = engine.new_memory()
        self.table = engine.new_rows(1 << ((table_mb << 20) // 16).bit_length() - 1, 2)
        weights = [judgement.weights.get(term, 0) for term in game.terms]
        k.weights[: len(weights)] = weights
        k.repetition = REPETITION[game.repetition]
        k.quiet_limit = game.quiet_limit
        k.turns_left = game.max_plies
        k.reductions = k.pruning = k.remembers = k.recalls = k.scouts = 1
        k.learns_history = k.learns_killers = 1
        k.exchange = engine.exchange if weights or self.use else 0
        put(k, self.use)
        self.entry = engine.compile("selfplay")
        self.states = np.zeros(LONGEST + 2, dtype(game.rules.STATE))
        self.facts = np.zeros((LONGEST + 2, selfplay.FACTS), np.int64)
        self.start = np.zeros(1, self.states.dtype)[0]
        fill(self.start, game.start().state())

    def clear(self, seed: int) -> None:
        """Forget everything and begin chance anew."""
        self.table[:] = 0
        self.k.history[:] = 0
        self.k.killers[:] = 0
        self.k.age = 0
        rng.seed(self.k.rng, seed)

    def opening(self, shortest: int, longest: int, nodes: int, even: float) -> bool:
        """Leave an opening of random turns in `states[0]` that is about even, in log-odds.

        Where none is, it need not be quite so even, and may be shorter; after many tries, anything
        will do that does not end the game.
        """
        for tries in range(TRIES):
            self.states[0] = self.start
            turns = shortest + rng.below(self.k.rng, longest - shortest + 1)
            begun = self._call(self, selfplay.OPENING, turns >> tries // 15, nodes, nodes, 0)
            limit = (even + tries / 20) * self.unit
            if begun and (tries + 1 == TRIES or abs(self.facts[0, selfplay.VALUE]) <= limit):
                return True
        return False

    def play(self, nodes: int, chance: int) -> SelfPlayed | None:
        """A game against itself from the opening in `states[0]`."""
        return self.against(self, 0, nodes, nodes, chance)

    def against(
        self, other: SelfPlayer, seat: int, nodes: int, other_nodes: int, chance: int = 0
    ) -> SelfPlayed | None:
        """A game from the opening in `states[0]`; None if it could not be finished."""
        turns = self._call(other, selfplay.GAME, seat, nodes, other_nodes, chance)
        if turns < 0:
            return None
        result = int(self.facts[turns, selfplay.RESULT])
        return SelfPlayed(self.states[:turns].copy(), self.facts[:turns].copy(), result)

    def _call(
        self, other: SelfPlayer, what: int, first: int, nodes: int, other_nodes: int, chance: int
    ) -> int:
        return int(
            self.entry(
                self.game.engine.board,
                self.k,
                other.k,
                self.table,
                other.table,
                self.states,
                self.facts,
                what,
                first,
                nodes,
                other_nodes,
                chance,
                self.window,
                LONGEST,
            )
        )

    def speed(self, nodes: int, seeds: Iterable[int] = (0,)) -> float:
        """Nodes a second of processor time, in games against itself of so many nodes a move."""
        total, begin = 0, thread_time()
        for seed in seeds:
            self.clear(seed)
            if self.opening(2, 4, nodes, 9.0):
                played = self.play(nodes, 0)
                total += int(played.facts[:, selfplay.NODES].sum()) if played else 0
        return total / max(thread_time() - begin, 1e-6)
