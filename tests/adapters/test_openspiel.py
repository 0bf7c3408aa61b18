"""The games as OpenSpiel games: OpenSpiel's own checks, its search, and playthroughs."""

from __future__ import annotations

import pickle
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from cases import CASES, label
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator
from open_spiel.python.observation import make_observation

import tabuleiro
from tabuleiro import InvalidOption, Position
from tabuleiro.adapters import openspiel
from tabuleiro.adapters.batch import Batch

Case = tuple[str, dict[str, Any]]

PLAYTHROUGHS = Path(__file__).with_name("playthroughs")

every_case = pytest.mark.parametrize("case", CASES, ids=label)
every_game = pytest.mark.parametrize("name", tabuleiro.game_names())


def load(name: str, **options: object) -> Any:
    return pyspiel.load_game(openspiel.PREFIX + name, options)


@every_case
def test_openspiel_simulates_it(case: Case) -> None:
    name, options = case
    game = load(name, **options, max_plies=6)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@every_game
def test_openspiel_simulates_and_pickles_it(name: str) -> None:
    from open_spiel.python.tests import games_sim_test  # these import all of SciPy's statistics

    games_sim_test.GamesSimTest().sim_game(load(name, max_plies=30))


@every_game
def test_openspiel_finds_its_rules_kept(name: str) -> None:
    """The checks that OpenSpiel runs over a part of the tree of each of its own games."""
    from open_spiel.integration_tests import api_test

    facts = {"game": load(name, max_plies=12), "game_name": name}
    case = type("Checks", (api_test.EnforceAPIOnPartialTreeBase,), facts)
    case.setUpClass()
    case.some_states = case.some_states[:: max(1, len(case.some_states) // 40)]
    checks = [check for check in dir(case) if check.startswith("test_")]
    assert len(checks) >= 5
    for check in checks:
        result = unittest.TestResult()
        case(check).run(result)
        assert result.wasSuccessful(), (check, result.errors + result.failures)


@every_game
def test_playthroughs_are_as_they_were(name: str) -> None:
    """`python tests/adapters/regenerate.py` writes them anew."""
    flags.FLAGS.mark_as_parsed()
    kept, played = generate_playthrough.replay(str(PLAYTHROUGHS / f"{name}.txt"))
    assert played.split("\n") == kept.split("\n")


@every_game
def test_its_tree_search_plays_our_games(name: str) -> None:
    game = load(name, max_plies=12)
    bot = MCTSBot(game, 1.4, 4, RandomRolloutEvaluator(1, np.random.RandomState(1)), solve=True)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sum(state.returns()) == 0
    assert state.position.outcome is not None
    assert state.history() == [a for move in state.position.history for a in move.actions]


def test_its_tree_search_finds_a_win() -> None:
    """A Fanorona position in which a single step takes the last piece."""
    game = load("fanorona", width=3, height=3, repetition="none")
    state = game.new_initial_state()
    before = None
    chance = np.random.RandomState(3)
    while not state.is_terminal():
        before = state.clone()
        state.apply_action(chance.choice(state.legal_actions()))
    assert before is not None
    bot = MCTSBot(game, 1.4, 200, RandomRolloutEvaluator(1, chance), solve=True)
    winner = before.current_player()
    before.apply_action(bot.step(before))
    assert before.returns()[winner] == 1


@every_case
def test_tensors_are_those_of_the_environments(case: Case) -> None:
    name, options = case
    game = load(name, **options)
    batch = Batch(tabuleiro.game(name, seed=None, **options), begin_again=False, seed=9)
    state = game.new_initial_state()
    observer = make_observation(game)
    for _ in range(60):
        if state.is_terminal():
            break
        assert state.legal_actions_mask() == batch.masks[0].tolist()
        for player in range(2):
            observer.set_from(state, player)
            assert np.array_equal(observer.dict["observation"], batch.seen_by(player)[0])
        action = int(batch.sample()[0])
        state.apply_action(action)
        batch.step([action])


def test_actions_have_texts() -> None:
    state = load("fanorona").new_initial_state()
    texts = [state.action_to_string(action) for action in state.legal_actions()]
    assert sorted(texts) == ["d2-e3a", "d3-e3a", "d3-e3w", "e2-e3a", "f2-e3a"]
    state.apply_action(state.string_to_action("d3-e3a"))
    assert state.current_player() == 1 or "stop" in map(
        state.action_to_string, state.legal_actions()
    )


def test_states_are_copied_and_kept() -> None:
    state = load("shobu").new_initial_state()
    for _ in range(5):
        state.apply_action(state.legal_actions()[0])
    copy, kept = state.clone(), pickle.loads(pickle.dumps(state))
    assert str(copy) == str(kept) == str(state)
    assert kept.position.ply == 2
    assert not kept.position.turn_is_over
    copy.apply_action(copy.legal_actions()[0])
    assert str(copy) != str(state)
    assert isinstance(state.position, Position)


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("tabuleiro_cifra(size=9,choose=False,mode=sum)")
    assert game.game == tabuleiro.game("cifra", size=9, choose=False, mode="sum")
    assert pickle.loads(pickle.dumps(game)).game == game.game
    with pytest.raises(InvalidOption, match="option size cannot be '6'"):
        pyspiel.load_game("tabuleiro_cifra(size=6)")
    with pytest.raises(pyspiel.SpielError, match="width"):
        pyspiel.load_game("tabuleiro_cifra(width=6)")


def test_chance_is_settled_when_a_game_is_loaded() -> None:
    game = load("cifra", tiles="random", numbers="7", mode="sum")
    again = pyspiel.load_game(str(game))
    assert again.game == game.game
    assert game.game.options["numbers"] == "7"
    assert game.game.options["tiles"] != "random"


def test_a_process_that_uses_it_ends_well() -> None:
    code = "import pyspiel, tabuleiro.adapters.openspiel; pyspiel.load_game('tabuleiro_shobu')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
