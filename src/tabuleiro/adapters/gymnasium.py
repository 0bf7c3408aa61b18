"""One learner against a bot, as an environment of Gymnasium.

    from tabuleiro.adapters.gymnasium import Environment
    env = Environment("aboyne", opponent="easy", seat="first", side=4)

Importing this module also registers the games as `tabuleiro/aboyne-v0` and so on. An action is one
step. The bot's turns are part of the learner's step; the reward is 1 for a won game, -1 for a lost
one, and 0 for a draw and on the way. An action that is not legal loses the game.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from tabuleiro.adapters import pettingzoo, rendering
from tabuleiro.bots.base import Bot
from tabuleiro.bots.presets import make_bot
from tabuleiro.errors import InvalidOption
from tabuleiro.extras import require
from tabuleiro.game import game_names
from tabuleiro.position import Position

gymnasium = require("gymnasium", "rl")
Env: Any = gymnasium.Env
EzPickle: Any = gymnasium.utils.EzPickle

SEATS = ("first", "second", "random")

Answer = tuple[dict[str, Any], float, bool, bool, dict[str, Any]]


class Environment(Env, EzPickle):  # type: ignore[misc]
    """A game against a bot, which is given as a text: `random`, `easy`, `hard,depth=3`."""

    metadata: ClassVar = {"render_modes": list(rendering.MODES), "render_fps": 2}

    def __init__(
        self,
        game: str,
        opponent: str = "random",
        seat: str = "random",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        EzPickle.__init__(self, game, opponent, seat, render_mode, **options)
        if seat not in SEATS:
            raise InvalidOption(f"seat cannot be {seat!r}; accepted: {', '.join(SEATS)}")
        self._table = pettingzoo.RawEnvironment(game, None, **options)
        make_bot(self._table.batch.game, opponent)  # says now what is wrong with its text
        self._opponent = opponent
        self._seat = seat
        self._bot: Bot | None = None
        self._position: Position = self._table.batch.game.start()
        self.render_mode = rendering.check_mode(render_mode)
        self.learner = 0
        """Which player the learner is: 0 moves first in the game."""
        self.action_space = self._table.action_space(pettingzoo.AGENTS[0])
        self.observation_space = self._table.observation_space(pettingzoo.AGENTS[0])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a game; the seed decides all chance: the seat, the options and the bot."""
        super().reset(seed=seed)
        deal, luck, side = (int(number) for number in self.np_random.integers(1 << 30, size=3))
        self._table.reset(seed=deal)
        game = self._table.batch.game
        self.learner = side & 1 if self._seat == "random" else SEATS.index(self._seat)
        if self._bot is None or game != self._position.game:
            self.close()
            self._bot = make_bot(game, self._opponent, luck)
        else:
            self._bot.new_game(luck)
        self._position = game.start()
        self._reply()
        self._show()
        return self._seen(), {}

    def step(self, action: int) -> Answer:
        """Play one step, and all of the bot's until the learner is to move again."""
        position = self._position
        if position.outcome is None and action not in position.steps:
            self._show()
            return self._seen(), -1.0, True, False, {"illegal action": int(action)}
        self._play(int(action))
        self._reply()
        self._show()
        outcome = self._position.outcome
        info = {}
        if outcome is not None:
            info = {"result": outcome.result, "reason": outcome.termination.value}
        me = pettingzoo.AGENTS[self.learner]
        table = self._table
        return self._seen(), table.rewards[me], table.terminations[me], table.truncations[me], info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, where a learning library asks for them by this name."""
        legal: NDArray[np.bool_] = np.equal(self._table.batch.masks[0], 1)
        return legal

    def render(self) -> Any:
        """The position as `render_mode` asks; in the mode `human` it is printed by itself."""
        if self.render_mode != "human":
            return rendering.render(self._position, self.render_mode)
        return None

    def close(self) -> None:
        """Let go of the bot."""
        if self._bot is not None:
            self._bot.close()
        self._bot = None

    def _play(self, action: int) -> None:
        self._table.step(action)
        self._position = self._position.step(action)

    def _reply(self) -> None:
        while self._position.outcome is None and self._position.player != self.learner:
            assert self._bot is not None
            for action in self._bot.choose(self._position).actions:
                self._play(action)

    def _seen(self) -> dict[str, Any]:
        return self._table.observe(pettingzoo.AGENTS[self.learner])

    def _show(self) -> None:
        if self.render_mode == "human":
            rendering.render(self._position, "human")


for _name in game_names():
    gymnasium.register(
        f"tabuleiro/{_name}-v0",
        entry_point="tabuleiro.adapters.gymnasium:Environment",
        kwargs={"game": _name},
    )
