"""Many games at once, stepped by one compiled call: the fast path under all learning adapters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tabuleiro.adapters import observation, reading
from tabuleiro.errors import IllegalMove, InvalidOption
from tabuleiro.game import Game
from tabuleiro.kernel import batch as columns
from tabuleiro.kernel import records, rng
from tabuleiro.kernel.searcher import REPETITION
from tabuleiro.position import Position

PAST = 8192
"""Positions that a game remembers for the rules of repetition; longer pasts fade from the end."""


class Batch:
    """Games of one kind, played step by step side by side.

    All arrays belong to the batch and are overwritten by the next step: copy what you keep. The
    first axis is the game.
    """

    def __init__(
        self, game: Game, games: int = 1, *, begin_again: bool = True, seed: int = 0
    ) -> None:
        if games < 1:
            raise InvalidOption(f"games cannot be {games}; accepted: 1 or more")
        self.game = game
        self.begin_again = begin_again
        """Whether a game that ends starts anew in the same step."""
        self.plane_names = observation.plane_names(game)
        """What each plane of an observation shows."""
        own = observation.own_planes(game)
        effects = () if own else reading.effects_of(game)
        self._draws = effects is not None
        shape, self._grid = observation.grid(game.geometry)
        self.shape = (len(self.plane_names), *shape)
        """The planes, rows and columns of an observation."""
        self.n_actions = int(game.rules.MAX_ACTIONS)
        """The size of the action space."""

        engine = game.engine
        # Plain rules must not meet numpy's integers, which overflow.
        self._facts = np.zeros((games, columns.FACTS), object if engine.plain else np.int64)
        self._history = np.zeros((games, min(game.max_plies + 1, PAST)), np.int64)
        self._planes = np.zeros((games, self.shape[0], shape[0] * shape[1]), np.int8)
        self._cells = np.zeros((len(own), len(self._grid)), np.int8)
        self.masks = np.zeros((games, self.n_actions), np.int8)
        """1 for each legal action."""
        self.rewards = np.zeros((games, 2), np.float32)
        """What the last step brought to the first and the second player: 1, -1 or 0."""
        self.observations = self._planes.reshape(games, *self.shape)
        """The planes as the player who acts sees them."""
        self.states: Any
        """The kernel's own states."""
        if engine.plain:
            self.states = [records.Plain(game.rules.STATE) for _ in range(games)]
        else:
            self.states = np.zeros(games, records.dtype(game.rules.STATE))
        placed, *stones = _placed(effects or (), self._grid)
        sums = engine.new_rows(len(placed), 5)
        for row, effect in zip(sums, placed, strict=True):
            row[:] = effect
        memory = _memory(game)
        self._rng = memory.rng
        self._entry = engine.compile("batch")
        self._arguments = (
            engine.board,
            memory,
            self.states,
            self._facts,
            self._history,
            self.rewards,
            self.masks,
            self._planes,
            self._cells,
            self._grid,
            sums,
            *stones,
        )
        self.reset(seed)

    def __len__(self) -> int:
        return len(self._facts)

    @property
    def players(self) -> NDArray[np.int64]:
        """Who acts in each game: 0 or 1."""
        return self._facts[:, columns.PLAYER].astype(np.int64)

    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Which games the last step ended by their rules."""
        return np.equal(self._facts[:, columns.ENDED], columns.TERMINATED)

    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Which games the last step ended by the limit of length."""
        return np.equal(self._facts[:, columns.ENDED], columns.TRUNCATED)

    def reset(self, seed: int | None = None) -> None:
        """Start all games; a seed also starts the random numbers of `sample`."""
        if seed is not None:
            rng.seed(self._rng, seed)
        self._run(columns.BEGIN)

    def step(self, actions: ArrayLike) -> None:
        """Play one legal action in each game; if one is not, none is played."""
        chosen = np.asarray(actions)
        if chosen.shape != (len(self),) or chosen.dtype.kind not in "iu":
            raise IllegalMove(f"a step takes {len(self)} whole numbers, one action for each game")
        self._facts[:, columns.ACTION] = chosen
        illegal = self._run(columns.PLAY)
        if illegal >= 0:
            raise IllegalMove(f"action {chosen[illegal]} is not legal in game {illegal}")

    def sample(self) -> NDArray[np.int64]:
        """A legal action for each game, drawn at random."""
        return self._facts[:, columns.DRAWN].astype(np.int64)

    def seen_by(self, player: int) -> NDArray[np.int8]:
        """The planes as a player sees them, whoever acts."""
        if player not in (0, 1):
            raise InvalidOption(f"player cannot be {player}; accepted: 0, 1")
        self._run(columns.LOOK, player)
        planes = self.observations.copy()
        self._run(columns.LOOK)
        return planes

    def position(self, index: int = 0) -> Position:
        """A game's position, without its past."""
        state = self.states[index]
        if not isinstance(state, records.Plain):
            plain = records.Plain(self.game.rules.STATE)
            plain.load(records.unsigned_words(state))
            state = plain
        position = Position(self.game, state)
        position.ply = int(self._facts[index, columns.PLY])
        position.quiet = int(self._facts[index, columns.QUIET_TURNS])
        return position

    def _run(self, what: int, eyes: int = -1) -> int:
        """Call the compiled code; `eyes` is whose view to draw, -1 for whoever acts."""
        illegal = int(self._entry(*self._arguments, what, int(self.begin_again), eyes))
        if illegal < 0 and not self._draws:
            for i in range(len(self)):
                position = self.position(i)
                me = position.player if eyes < 0 else eyes
                observation.draw_view(position.view, me, self._grid, self._planes[i])
        return illegal


def _placed(
    effects: Sequence[reading.Row], grid: NDArray[np.int64]
) -> tuple[list[reading.Row], int, int]:
    """The rows of `kernel.batch`: first the pieces that a bit stands for, by player, each with its
    place in the grid; and where the players' rows end."""
    players: tuple[list[reading.Row], ...] = ([], [], [])
    for word, bit, what, side, value in effects:
        is_stone = word != columns.ALWAYS and what == columns.PIECE
        at = value if what == columns.RESERVE else int(grid[value])
        players[side if is_stone else 2].append((word, bit, what, side, at))
    first, second, rest = players
    return first + second + rest, len(first), len(first) + len(second)


def _memory(game: Game) -> Any:
    """The kernel's working memory, with the start of the game and the core's rules in it."""
    memory = game.engine.new_memory()
    records.fill(memory.states[0], game.start().state())
    memory.repetition = REPETITION[game.repetition]
    memory.quiet_limit = game.quiet_limit
    memory.length_left = game.max_plies
    return memory
