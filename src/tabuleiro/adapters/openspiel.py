"""Every game as a game of OpenSpiel.

    import pyspiel
    import tabuleiro.adapters.openspiel
    game = pyspiel.load_game("tabuleiro_fanorona(width=5,height=5)")

The options are the parameters. An action is one step; where a turn has several, the same player
acts again.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from tabuleiro.adapters import observation, rendering
from tabuleiro.extras import require
from tabuleiro.files import is_path
from tabuleiro.game import Game, all_games, make_game, open_file, open_game
from tabuleiro.move import STOP_TEXT
from tabuleiro.options import Value
from tabuleiro.position import Position

pyspiel = require("pyspiel", "openspiel")
observers = require("open_spiel.python.observation", "openspiel")
SpielGame: Any = pyspiel.Game
SpielState: Any = pyspiel.State

PREFIX = "tabuleiro_"


class BoardGame(SpielGame):  # type: ignore[misc]
    """A game with its options set; each game has a class of its own."""

    name: str

    def __init__(self, params: Mapping[str, Value] | None = None) -> None:
        given = params or {}
        self.game = make_game(self.name, {key: _plain(given[key]) for key in given})
        super().__init__(
            game_type(self.game),
            pyspiel.GameInfo(
                num_distinct_actions=self.game.rules.MAX_ACTIONS,
                max_chance_outcomes=0,
                num_players=2,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=self.game.max_plies * self.game.rules.MAX_STEPS,
            ),
            {key: _quoted(self.game.options[key]) for key in given},
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self, state: None = None) -> BoardState:
        return BoardState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return BoardObserver(self.game, params)
        return observers.IIGObserverForPublicInfoGame(iig_obs_type, params)


class BoardState(SpielState):  # type: ignore[misc]
    """A position as a state that changes."""

    def __init__(self, game: BoardGame) -> None:
        super().__init__(game)
        self._here = _Shared(game.game.start())

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._here.position

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.position.player

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.steps)

    def _apply_action(self, action: int) -> None:
        self._here = _Shared(self.position.step(action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.game.step_text(self.position, action) or STOP_TEXT

    def is_terminal(self) -> bool:
        return self.position.outcome is not None

    def returns(self) -> list[float]:
        outcome = self.position.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == 0 else [-1.0, 1.0]

    def __str__(self) -> str:
        return f"{rendering.text(self.position)}\n{self.position.text}"


class BoardObserver:
    """The planes of `adapters.observation`, and the board as text."""

    def __init__(self, game: Game, params: Any) -> None:
        if params:
            raise ValueError(f"observations take no parameters, but got {params}")
        (rows, columns), _ = observation.grid(game.geometry)
        shape = (len(observation.plane_names(game)), rows, columns)
        self.tensor = np.zeros(shape[0] * rows * columns, np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: BoardState, player: int) -> None:
        self.dict["observation"][:] = observation.planes_of(state.position, player)

    def string_from(self, state: BoardState, player: int) -> str:
        return str(state)


class _Shared:
    """A position that copies of a state share, since it never changes; kept as its game's steps."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def __deepcopy__(self, memo: object) -> _Shared:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        here = self.position
        steps = [action for move in here.history for action in move.actions]
        return _replay, (
            here.game.reference,
            tuple(here.game.options.items()),
            (*steps, *here._turn),
        )


@lru_cache(maxsize=8)
def _same_game(name: str, options: tuple[tuple[str, Value], ...]) -> Game:
    return open_game(name, dict(options))


def _replay(name: str, options: tuple[tuple[str, Value], ...], steps: tuple[int, ...]) -> _Shared:
    here = _same_game(name, options).start()
    for action in steps:
        here = here.step(action)
    return _Shared(here)


def game_type(game: Game) -> Any:
    """What OpenSpiel wants to know of a game, whatever its options."""
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=game.title["en"],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={option.name: option.default for option in game.option_list},
    )


def _quoted(value: Value) -> Value:
    """OpenSpiel writes games as text and reads 7 as a number, so such a text gets quotes."""
    return f'"{value}"' if isinstance(value, str) and value.isdecimal() else value


def _plain(value: Value) -> Value:
    return value.strip("\"'") if isinstance(value, str) else value


def register(name: str) -> str:
    """Tell OpenSpiel of a game, or of the file of one; the name that `pyspiel.load_game` takes."""
    own = open_file(name) if is_path(name) else name
    if PREFIX + own not in pyspiel.registered_names():
        _register(make_game(own, {}))
    return PREFIX + own


def _register(game: Game) -> None:
    pyspiel.register_game(game_type(game), type("Game", (BoardGame,), {"name": game.name}))


for _game in all_games():
    _register(_game)
