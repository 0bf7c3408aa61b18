"""Many games at once are the games that positions play, step by step."""

from __future__ import annotations

import random

import numpy as np
import pytest
from cases import CASES, label, the_game

import tabuleiro
from tabuleiro import Game, IllegalMove, InvalidOption, Position, Termination
from tabuleiro.adapters import observation
from tabuleiro.adapters.batch import Batch
from tabuleiro.kernel.engine import Engine

Case = tuple[str, dict[str, object]]

every_case = pytest.mark.parametrize("case", CASES, ids=label)


def with_options(case: Case, **options: object) -> Game:
    return tabuleiro.game(case[0], seed=None, **(case[1] | options))


def agree(batch: Batch, positions: list[Position]) -> None:
    """The batch and the positions are in the same places, and may do the same."""
    for i, here in enumerate(positions):
        assert set(np.flatnonzero(batch.masks[i]).tolist()) == set(here.steps)
        assert batch.players[i] == here.player
        assert batch.position(i) == Position(here.game, here.state()) or here.quiet
        assert batch.position(i).state().words() == here.state().words()
        outcome = here.outcome
        cut = outcome is not None and outcome.termination is Termination.LENGTH
        assert batch.truncated[i] == cut
        assert batch.terminated[i] == (outcome is not None and not cut)
        first = {None: 0, 0: 1, 1: -1}[outcome.winner] if outcome is not None else 0
        assert batch.rewards[i].tolist() == [first, -first]


def follow(game: Game, games: int, steps: int, seed: int) -> set[Termination]:
    """Play random steps in a batch and in positions; returns the ways in which games ended."""
    chance = random.Random(seed)
    batch = Batch(game, games, begin_again=False)
    positions = [game.start()] * games
    endings = set()
    for _ in range(steps):
        agree(batch, positions)
        if any(here.outcome for here in positions):
            endings |= {here.outcome.termination for here in positions if here.outcome}
            batch.reset()
            positions = [game.start()] * games
        chosen = [chance.choice(here.steps) for here in positions]
        batch.step(chosen)
        positions = [here.step(a) for here, a in zip(positions, chosen, strict=True)]
    return endings


@every_case
def test_it_plays_what_positions_play(case: Case) -> None:
    follow(the_game(case), 3, 60, 1)


@every_case
def test_the_limit_of_length_cuts_the_game(case: Case) -> None:
    assert Termination.LENGTH in follow(with_options(case, max_plies=4), 1, 80, 2)


def test_games_end_in_every_way() -> None:
    quiet = tabuleiro.game("fanorona", width=5, height=3, no_capture_limit=4)
    assert follow(quiet, 1, 800, 3) == {Termination.RULES, Termination.NO_PROGRESS}
    small = tabuleiro.game("focus", size=4)
    assert follow(small, 1, 1500, 4) == {Termination.NO_MOVE, Termination.REPETITION}


def test_boards_that_may_not_return_are_left_out_also_in_half_made_turns() -> None:
    game = tabuleiro.game("shobu", repetition="forbid")
    here = game.start()
    batch = Batch(game, begin_again=False)
    there, back = "a1-a2,e1-e2", "a2-a1,e2-e1"
    for text in (there, "b8-b7,f8-f7", back, "a8-a7,e8-e7", there):
        for action in here.play(text).history[-1].actions:
            batch.step([action])
        here = here.play(text)
        agree(batch, [here])
    passive, returning, other = (game.read_step(here, t) or 0 for t in ("a7-a8", "e7-e8", "f7-f8"))
    batch.step([passive])
    agree(batch, [here.step(passive)])
    assert batch.masks[0, other]
    assert not batch.masks[0, returning]
    with pytest.raises(IllegalMove):
        batch.step([returning])


@every_case
def test_planes_show_what_stands_where(case: Case) -> None:
    """The first two planes, and all others from either side, agree with the drawing."""
    game = the_game(case)
    shape, places = observation.grid(game.geometry)
    batch = Batch(game, 2, seed=5)
    for _ in range(40):
        batch.step(batch.sample())
        for me in range(2):
            seen = batch.seen_by(me)
            drawn = np.zeros((len(observation.VIEWED), shape[0] * shape[1]), np.int8)
            for i in range(2):
                observation.draw_view(batch.position(i).view, me, places, drawn)
                assert np.array_equal(seen[i, :2], drawn[:2].reshape(2, *shape))
                assert seen[i, -3].any() == bool(me)
                if me == batch.players[i]:
                    assert np.array_equal(seen[i], batch.observations[i])


def test_planes_tell_states_apart() -> None:
    """The halves of a Shobu turn, the order in a Focus stack, the way of a Fanorona chain."""
    for name in ("shobu", "focus", "fanorona"):
        batch = Batch(tabuleiro.game(name), seed=6)
        seen: dict[bytes, bytes] = {}
        for _ in range(1500):
            batch.step(batch.sample())
            batch._planes[:, -2:] = 0  # without the counts of the past
            words = batch.states[0].tobytes()
            if name == "fanorona":  # which directions are barred, the mask alone tells
                words = words[:16] + words[24:]
            key = batch.observations[0].tobytes()
            assert seen.setdefault(key, words) == words


def test_planes_of_the_past() -> None:
    """A piece that goes to and fro: the position comes back, the quiet turns add up."""
    game = tabuleiro.game("shobu", no_push_limit=40)
    batch = Batch(game)
    here = game.start()
    for text in ("a1-a2,e1-e2", "a8-a7,e8-e7", "a2-a1,e2-e1", "a7-a8,e7-e8"):
        for action in here.play(text).history[-1].actions:
            batch.step([action])
        here = here.play(text)
    assert batch.observations[0, -2].max() == 1
    assert batch.observations[0, -1].max() == 4
    assert batch.observations[0, -3].max() == 0


def test_compiled_and_plain_are_the_same() -> None:
    for name, options in (
        ("cifra", {"mode": "sum"}),
        ("focus", {"size": 4}),
        ("shobu", {"repetition": "forbid"}),
    ):
        fast = Batch(tabuleiro.game(name, seed=None, **options), 2, seed=7)
        game = tabuleiro.game(name, seed=None, **options)
        game.engine = Engine(game.source, game.tables, plain=True)
        slow = Batch(game, 2, seed=7)
        for _ in range(30):
            actions = fast.sample()
            assert np.array_equal(actions, slow.sample())
            fast.step(actions)
            slow.step(actions)
            assert np.array_equal(fast.observations, slow.observations)
            assert np.array_equal(fast.masks, slow.masks)


def test_finished_games_begin_again() -> None:
    game = tabuleiro.game("aboyne", side=3)
    batch = Batch(game, 8, seed=8)
    start, mask = batch.observations[0].copy(), batch.masks[0].copy()
    finished = 0
    for _ in range(300):
        batch.step(batch.sample())
        for i in np.flatnonzero(batch.terminated):
            finished += 1
            assert abs(batch.rewards[i]).tolist() == [1, 1]
            assert np.array_equal(batch.observations[i], start)
            assert np.array_equal(batch.masks[i], mask)
        assert not batch.rewards[~batch.terminated].any()
    assert finished > 20


def test_samples_follow_the_seed() -> None:
    game = tabuleiro.game("cifra")

    def line(seed: int) -> list[int]:
        batch = Batch(game, 2, seed=seed)
        drawn = []
        for _ in range(12):
            drawn += batch.sample().tolist()
            batch.step(batch.sample())
        return drawn

    assert line(1) == line(1)
    assert line(1) != line(2)


def test_an_illegal_action_is_refused_and_nothing_is_played() -> None:
    batch = Batch(tabuleiro.game("cifra"), 3)
    before = batch.states.copy()
    for wrong in (0, -1, -2, 809, 10**12):
        with pytest.raises(IllegalMove, match=f"action {wrong} is not legal in game 1"):
            batch.step([1, wrong, 1])
        assert np.array_equal(batch.states, before)
    for shapeless in ([1, 1], [[1, 1, 1]], [1.0, 1.0, 1.0], ["a", "b", "c"], 1):
        with pytest.raises(IllegalMove, match="a step takes 3 whole numbers"):
            batch.step(shapeless)
    batch.step([1, 2, 3])
    with pytest.raises(InvalidOption, match="games cannot be 0"):
        Batch(tabuleiro.game("cifra"), 0)


def test_the_past_of_a_game_is_long_but_not_endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for few positions the ring turns, and play goes on under the rules."""
    monkeypatch.setattr("tabuleiro.adapters.batch.PAST", 5)
    game = tabuleiro.game("shobu")
    batch = Batch(game, begin_again=False)
    here = game.start()
    to_and_fro = ("a1-a2,e1-e2", "a8-a7,e8-e7", "a2-a1,e2-e1", "a7-a8,e7-e8")
    for text in to_and_fro * 2:
        assert not batch.terminated[0]
        for action in here.play(text).history[-1].actions:
            batch.step([action])
        here = here.play(text)
    assert here.outcome is not None
    assert not batch.terminated[0]  # the start has faded from the ring
