"""The games as PettingZoo environments: PettingZoo's own tests, and what our games add."""

from __future__ import annotations

import pickle
import random
from functools import partial
from typing import Any

import numpy as np
import pettingzoo
import pytest
from cases import CASES, label
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

import tabuleiro
from tabuleiro import IllegalMove, InvalidOption, Termination, UnknownGame, UnknownOption
from tabuleiro.adapters.pettingzoo import AGENTS, RawEnvironment, env

Case = tuple[str, dict[str, Any]]

every_case = pytest.mark.parametrize("case", CASES, ids=label)
every_game = pytest.mark.parametrize("name", tabuleiro.game_names())

pytestmark = [
    # What PettingZoo's tests say of every environment with an action mask that is not its own.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    # And of the mask of a game that is over.
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def play(environment: Any, seed: int, steps: int = 10**6) -> list[tuple[str, int]]:
    """Random steps until the end; the agents and their actions."""
    chance = random.Random(seed)
    played = []
    environment.reset(seed=seed)
    for agent in environment.agent_iter():
        observation, _, terminated, truncated, _ = environment.last()
        if terminated or truncated:
            environment.step(None)
            continue
        action = int(chance.choice(np.flatnonzero(observation["action_mask"])))
        environment.step(action)
        played.append((agent, action))
        if len(played) == steps:
            break
    return played


@every_case
def test_pettingzoo_accepts_it(case: Case) -> None:
    name, options = case
    api_test(env(name, **options), num_cycles=60)


@every_case
def test_equal_seeds_play_equal_games(case: Case) -> None:
    name, options = case
    seed_test(partial(env, name, **options), num_cycles=30)


def test_seeds_decide_what_options_leave_to_chance() -> None:
    options = {"tiles": "random", "numbers": "random", "mode": "sum"}
    seed_test(partial(env, "cifra", **options), num_cycles=50)
    environment = env("cifra", **options)
    boards = set()
    for seed in (1, 2, 1):
        environment.reset(seed=seed)
        boards.add(environment.state().tobytes())
    environment.reset()
    boards.add(environment.state().tobytes())
    assert len(boards) == 3


@every_game
def test_every_way_to_render(name: str) -> None:
    render_test(
        partial(env, name),
        {
            "rgb_array": lambda picture: picture.std() > 5 and picture.shape[1] == 480,
            "ansi": lambda text: text.count("\n") > 4 and "to move" in text,
        },
    )


def test_pictures_have_their_letters_on_machines_without_fonts() -> None:
    environment = env("cifra", render_mode="rgb_array")
    environment.reset()
    assert environment.render()[:, :40].min() < 150  # the numbers of the rows


def test_the_text_of_a_board(capsys: pytest.CaptureFixture[str]) -> None:
    environment = env("fanorona", render_mode="ansi", width=5, height=3)
    environment.reset()
    board = ["B B B B B", "B W . B W", "W W W W W", "White to move"]
    assert environment.render().split("\n") == board
    environment = env("focus", render_mode="human", size=4)
    environment.reset()
    assert capsys.readouterr().out == ""
    environment.step(int(np.flatnonzero(environment.observe("player_0")["action_mask"])[0]))
    shown = capsys.readouterr().out
    assert "AB" in shown or "BA" in shown or "AA" in shown
    assert shown.endswith("to move\n\n")


@every_game
def test_games_are_registered(name: str) -> None:
    made = pettingzoo.make("aec", f"tabuleiro/{name}-v0", max_plies=2)
    assert isinstance(made.unwrapped, RawEnvironment)
    assert len({agent for agent, _ in play(made, 1)}) == 2
    assert str(made) == f"{name}_v0"


@every_case
def test_long_random_play(case: Case) -> None:
    """A game to its end is one of ours, step by step, with the same result."""
    name, options = case
    options = options | {"max_plies": 800}
    environment = env(name, **options)
    here = tabuleiro.game(name, seed=None, **options).start()
    chance = random.Random(5)
    environment.reset(seed=5)
    while here.outcome is None:
        agent = environment.agent_selection
        assert agent == AGENTS[here.player]
        assert not any(environment.terminations.values())
        action = int(chance.choice(np.flatnonzero(environment.observe(agent)["action_mask"])))
        environment.step(action)
        here = here.step(action)
    first = {None: 0, 0: 1, 1: -1}[here.outcome.winner]
    assert environment.rewards == {"player_0": first, "player_1": -first}
    cut = here.outcome.termination is Termination.LENGTH
    assert all(ended is cut for ended in environment.truncations.values())
    assert all(ended is not cut for ended in environment.terminations.values())


def test_steps_of_one_turn_are_the_same_agents() -> None:
    agents = [agent for agent, _ in play(env("shobu"), 1, 20)]
    assert agents == ["player_0", "player_0", "player_1", "player_1"] * 5


def test_the_second_player_may_begin() -> None:
    environment = env("cifra")
    environment.reset()
    assert environment.agent_selection == "player_1"
    environment.step(3)
    assert environment.agent_selection == "player_0"


def test_draws_end_and_the_limit_of_length_truncates() -> None:
    environment = env("fanorona", max_plies=3)
    play(environment, 1)
    environment = env("shobu", max_plies=3)
    environment.reset()
    for _ in range(6):
        mask = environment.observe(environment.agent_selection)["action_mask"]
        assert not any(environment.truncations.values())
        environment.step(int(np.flatnonzero(mask)[0]))
    assert environment.truncations == {"player_0": True, "player_1": True}
    assert not any(environment.terminations.values())
    assert not any(environment.rewards.values())

    environment = env("shobu", no_push_limit=4)
    environment.reset()
    here = tabuleiro.game("shobu", no_push_limit=4).start()
    for text in ("a1-a2,e1-e2", "a8-a7,e8-e7", "a2-a1,e2-e1", "a7-a8,e7-e8"):
        for action in here.play(text).history[-1].actions:
            environment.step(action)
        here = here.play(text)
    assert environment.terminations == {"player_0": True, "player_1": True}
    assert not any(environment.truncations.values())
    assert not any(environment.rewards.values())


def test_both_agents_see_the_board_from_their_side() -> None:
    environment = env("fanorona")
    environment.reset()
    mine, theirs = (environment.observe(agent) for agent in AGENTS)
    assert np.array_equal(mine["observation"][0], theirs["observation"][1])
    assert np.array_equal(mine["observation"][1], theirs["observation"][0])
    assert mine["observation"][0].sum() == 22
    assert mine["action_mask"].sum() == 5
    assert theirs["action_mask"].sum() == 0
    assert np.array_equal(environment.state(), mine["observation"])


def test_observations_are_the_users_to_keep() -> None:
    environment = env("aboyne")
    environment.reset()
    seen = environment.observe("player_0")
    copies = {key: value.copy() for key, value in seen.items()}
    environment.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert all(np.array_equal(seen[key], copies[key]) for key in seen)


def test_an_illegal_step_is_refused_or_loses() -> None:
    environment = env("cifra", choose=False)
    environment.reset()
    with pytest.raises(IllegalMove, match="action 0 is not legal"):
        environment.step(0)
    assert environment.agent_selection == "player_0"
    strict = TerminateIllegalWrapper(RawEnvironment("cifra", choose=False), illegal_reward=-1)
    strict.reset()
    strict.step(0)
    assert strict.rewards == {"player_0": -1, "player_1": 0}


def test_it_can_be_sent_to_another_process() -> None:
    environment = RawEnvironment("aboyne", side=3)
    again = pickle.loads(pickle.dumps(environment))
    assert play(again, 3) == play(environment, 3)


def test_wrong_names_are_answered_in_a_sentence() -> None:
    with pytest.raises(UnknownGame, match="there is no game 'go'"):
        env("go")
    with pytest.raises(UnknownOption, match="cifra has no option 'width'"):
        env("cifra", width=3)
    with pytest.raises(InvalidOption, match="option size cannot be '6'"):
        env("cifra", size=6)
    with pytest.raises(InvalidOption, match="render_mode cannot be 'film'"):
        env("cifra", render_mode="film")
