"""One learner against a bot: Gymnasium's own checks, and games to their end."""

from __future__ import annotations

import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import tabuleiro
from tabuleiro import InvalidOption, UnknownOption
from tabuleiro.adapters.gymnasium import Environment

every_game = pytest.mark.parametrize("name", tabuleiro.game_names())


def play(env: Any, seed: int, steps: int = 10_000) -> list[tuple[int, float]]:
    """Random legal actions to the end of a game: actions and rewards."""
    chance = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    played = []
    for _ in range(steps):
        action = int(chance.choice(np.flatnonzero(seen["action_mask"])))
        seen, reward, terminated, truncated, _ = env.step(action)
        played.append((action, reward))
        if terminated or truncated:
            break
    return played


@every_game
@pytest.mark.parametrize("seat", ["first", "second"])
def test_gymnasium_accepts_it(name: str, seat: str) -> None:
    check_env(gymnasium.make(f"tabuleiro/{name}-v0", seat=seat).unwrapped)


def test_it_can_be_made_by_the_name_of_the_module() -> None:
    made = gymnasium.make("tabuleiro.adapters.gymnasium:tabuleiro/shobu-v0", opponent="greedy")
    assert isinstance(made.unwrapped, Environment)
    assert len(play(made, 1, 5)) == 5


@every_game
def test_games_to_the_end(name: str) -> None:
    env = Environment(name, max_plies=60)
    seats = set()
    for seed in range(6):
        rewards = [reward for _, reward in play(env, seed)]
        seats.add(env.learner)
        assert not any(rewards[:-1])
        assert rewards[-1] in (-1, 0, 1)
    assert seats == {0, 1}


def test_the_last_step_says_how_the_game_ended() -> None:
    env = Environment("aboyne", seat="first", side=3)
    seen, _ = env.reset(seed=1)
    ended = False
    while not ended:
        assert env.learner == env._position.player
        action = int(np.flatnonzero(seen["action_mask"])[0])
        seen, reward, ended, truncated, info = env.step(action)
        assert not truncated
    assert info["reason"] in ("rules", "no legal move")
    assert info["result"] == {1: "1-0", -1: "0-1"}[int(reward)]
    assert not seen["action_mask"].any()
    with pytest.raises(ValueError, match="dead"):
        env.step(1)


def test_the_limit_of_length_truncates() -> None:
    env = Environment("focus", max_plies=3, seat="second")
    seen, _ = env.reset(seed=1)
    *_, reward, terminated, truncated, info = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert (reward, terminated, truncated) == (0, False, True)
    assert info == {"result": "1/2-1/2", "reason": "too many turns"}


def test_an_illegal_action_loses() -> None:
    env = Environment("fanorona")
    env.reset(seed=1)
    seen, reward, terminated, truncated, info = env.step(1600)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert info == {"illegal action": 1600}
    assert seen in env.observation_space
    env.reset(seed=1)
    assert env.step(int(np.flatnonzero(env.action_masks())[0]))[1] == 0


def test_a_stronger_bot_wins_against_chance() -> None:
    env = Environment("aboyne", opponent="greedy", side=3)
    results = [play(env, seed)[-1][1] for seed in range(12)]
    assert sum(results) < -6


@pytest.mark.parametrize(("name", "options"), [("cifra", {"tiles": "random"}), ("focus", {})])
def test_equal_seeds_play_equal_games(name: str, options: dict[str, Any]) -> None:
    env = Environment(name, max_plies=40, **options)
    games = [play(env, seed) for seed in (1, 2, 1)]
    assert games[0] == games[2]
    assert games[0] != games[1]
    again = pickle.loads(pickle.dumps(env))
    assert play(again, 2) == games[1]


def test_it_prints_the_board_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    env = Environment("fanorona", seat="first", render_mode="human")
    env.reset(seed=1)
    assert capsys.readouterr().out.endswith("White to move\n\n")
    assert env.render() is None
    assert capsys.readouterr().out == ""
    pixels = Environment("fanorona", render_mode="rgb_array")
    pixels.reset(seed=1)
    assert pixels.render().std() > 5


def test_wrong_texts_are_answered_in_a_sentence() -> None:
    with pytest.raises(UnknownOption, match="cifra has no bot 'deep-blue'"):
        Environment("cifra", opponent="deep-blue")
    with pytest.raises(InvalidOption, match="seat cannot be 'third'; accepted: first, second"):
        Environment("cifra", seat="third")
