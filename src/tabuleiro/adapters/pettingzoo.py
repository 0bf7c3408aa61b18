"""Every game as an environment of PettingZoo's agent-environment cycle.

    from tabuleiro.adapters import pettingzoo
    env = pettingzoo.env("fanorona", width=5, height=5)

Importing this module also registers the games as `tabuleiro/fanorona-v0` and so on. An action is
one step; where a turn has several, `agent_selection` stays with the same player. A game ends by its
rules, draws included, or is truncated by its limit of length.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from tabuleiro.adapters import rendering
from tabuleiro.adapters.batch import Batch
from tabuleiro.adapters.observation import MOST
from tabuleiro.extras import require
from tabuleiro.game import game_names, open_game

pettingzoo = require("pettingzoo", "rl")
wrappers = require("pettingzoo.utils.wrappers", "rl")
spaces = require("gymnasium.spaces", "rl")
AECEnv: Any = pettingzoo.AECEnv
EzPickle: Any = require("gymnasium.utils", "rl").EzPickle

AGENTS = ("player_0", "player_1")


class RawEnvironment(AECEnv, EzPickle):  # type: ignore[misc]
    """A game for two agents, without a wrapper."""

    def __init__(self, game: str, render_mode: str | None = None, **options: object) -> None:
        EzPickle.__init__(self, game, render_mode, **options)
        super().__init__()
        self.metadata = {
            "name": f"{game}_v0",
            "render_modes": list(rendering.MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.render_mode = rendering.check_mode(render_mode)
        self.possible_agents = list(AGENTS)
        self._name, self._options = game, options
        self._random = random.Random()
        self.batch = self._deal(None)
        """The compiled stepper, with one game."""
        n, shape = self.batch.n_actions, self.batch.shape
        self.action_spaces = {agent: spaces.Discrete(n) for agent in AGENTS}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, MOST, shape, np.int8),
                    "action_mask": spaces.Box(0, 1, (n,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self.state_space = spaces.Box(0, MOST, shape, np.int8)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game; the seed decides what the game's options leave to chance."""
        if seed is not None:
            self._random.seed(seed)
        if _leaves_to_chance(self._options):
            self.batch = self._deal(self._random.randrange(1 << 30))
        else:
            self.batch.reset(seed)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.batch.players[0]]

    def observe(self, agent: str) -> dict[str, Any]:
        """The planes as an agent sees them; only the one who acts has legal actions."""
        me = AGENTS.index(agent)
        if me == self.batch.players[0]:
            return {
                "observation": self.batch.observations[0].copy(),
                "action_mask": self.batch.masks[0].copy(),
            }
        return {
            "observation": self.batch.seen_by(me)[0],
            "action_mask": np.zeros(self.batch.n_actions, np.int8),
        }

    def state(self) -> Any:
        """The position as the first player sees it."""
        return self.batch.seen_by(0)[0]

    def step(self, action: int | None) -> None:
        """Play one step for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        batch = self.batch
        batch.step(np.asarray([action]))
        self._cumulative_rewards[agent] = 0.0
        for reward, name in zip(batch.rewards[0].tolist(), AGENTS, strict=True):
            self.rewards[name] = reward
        self._accumulate_rewards()
        if batch.terminated[0]:
            self.terminations = dict.fromkeys(AGENTS, True)
        elif batch.truncated[0]:
            self.truncations = dict.fromkeys(AGENTS, True)
        self.agent_selection = AGENTS[batch.players[0]]
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The position as `render_mode` asks: pixels, text, or printed."""
        return rendering.render(self.batch.position(), self.render_mode)

    def close(self) -> None:
        """There is nothing to release."""

    def _deal(self, seed: int | None) -> Batch:
        game = open_game(self._name, self._options, seed)
        return Batch(game, begin_again=False, seed=seed or 0)


def env(game: str, render_mode: str | None = None, **options: object) -> Any:
    """A game with options, in the wrapper that notices calls in the wrong order.

    An illegal step raises IllegalMove and changes nothing; PettingZoo's TerminateIllegalWrapper
    around it makes it lose the game instead.
    """
    return wrappers.OrderEnforcingWrapper(RawEnvironment(game, render_mode, **options))


def _leaves_to_chance(options: dict[str, object]) -> bool:
    return any(str(value).lower() == "random" for value in options.values())


Environment = RawEnvironment
"""Its name in earlier versions."""

for _name in game_names():
    pettingzoo.register(
        "aec",
        f"tabuleiro/{_name}-v0",
        entry_point="tabuleiro.adapters.pettingzoo:env",
        kwargs={"game": _name},
    )
