"""What every game must do, whatever its options."""

from __future__ import annotations

import random

import pytest
from cases import samples, the_game, walk

import tabuleiro
from tabuleiro import IllegalMove, Position
from tabuleiro.kernel import rng
from tabuleiro.kernel.contract import FINAL, NOISY, OPEN, PROGRESS
from tabuleiro.kernel.engine import Engine
from tabuleiro.kernel.records import Plain

Case = tuple[str, dict[str, object]]

PLACING = ("connect4", "hex", "othello")
"""Games whose pieces come from nowhere, at most one a turn."""


offered_by = pytest.mark.offered_by
"""A test of what rules may offer runs for the games that do."""


def totals(position: Position) -> list[int]:
    """How many pieces each player has, on the board or in reserve."""
    view = position.view
    return [
        view.reserve[player] + sum(piece.owners.count(player) for piece in view.pieces)
        for player in range(2)
    ]


def actions_of(position: Position, state: Plain) -> list[int]:
    out = [0] * position.game.rules.MAX_ACTIONS
    return out[: position.game.rules.actions(position.game.board, state, out, 0)]


def test_legal_moves_can_be_played(case: Case) -> None:
    for here in samples(case, 1):
        moves = list(here.legal_moves)
        assert len(set(moves)) == len(moves)
        for move in moves[:40]:
            after = here.play(move)
            assert after.turn_is_over
            assert after.ply == here.ply + 1


def test_illegal_steps_are_refused(case: Case) -> None:
    chance = random.Random(2)
    for here in samples(case, 2):
        legal = set(here.steps)
        others = [chance.randrange(here.game.rules.MAX_ACTIONS) for _ in range(30)]
        for action in set(others) - legal:
            with pytest.raises(IllegalMove):
                here.step(action)


def test_actions_are_distinct_and_in_range(case: Case) -> None:
    for here in walk(the_game(case).start(), 3, 60):
        if here.outcome is None:
            listed = actions_of(here, here.state())
            assert len(set(listed)) == len(listed)
            assert all(0 <= action < here.game.rules.MAX_ACTIONS for action in listed)
            assert 0 not in listed[:-1]


def test_position_texts_round_trip(case: Case) -> None:
    for here in samples(case, 4):
        again = here.game.position(here.text)
        assert again == here
        assert again.text == here.text
        assert hash(again) == hash(here)


def test_move_texts_round_trip(case: Case) -> None:
    for here in samples(case, 5):
        moves = list(here.legal_moves)
        texts = [move.text for move in moves]
        assert len(set(texts)) == len(texts)
        for move in moves[:30]:
            assert here.play(move.text) == here.play(move)
            assert here.play(move.text.upper()).history[-1] == here.play(move).history[-1]


def test_step_texts_are_read_without_listing(case: Case) -> None:
    for here in samples(case, 6):
        for action in here.steps:
            text = here.game.step_text(here, action)
            if text:
                assert here.game.read_step(here, text) == action


def test_sides_alternate_and_turns_are_short(case: Case) -> None:
    steps = 0
    before = the_game(case).start()
    for here in walk(before, 7, 80):
        steps = 0 if here.turn_is_over else steps + 1
        assert steps < here.game.rules.MAX_STEPS
        if here.turn_is_over and here.ply > 0:
            assert here.player != before.player or here.outcome is not None
            before = here


def test_pieces_are_conserved(case: Case) -> None:
    before = None
    for here in walk(the_game(case).start(), 8, 120):
        if before is not None and here.turn_is_over and sum(totals(before)):
            mover = before.player
            if here.game.name in PLACING:
                assert 0 <= sum(totals(here)) - sum(totals(before)) <= 1
                before = here
                continue
            assert totals(here)[mover] == totals(before)[mover]
            assert totals(here)[1 - mover] <= totals(before)[1 - mover]
        if here.turn_is_over:
            before = here


def test_fields_of_a_turn_are_zero_between_turns(case: Case) -> None:
    """Equal boards have equal states, however they came about."""
    for here in samples(case, 9, 40):
        if here.turn_is_over and here.outcome is None:
            assert here.game.position(here.text).state().words() == here.state().words()


def test_symmetric_positions_have_symmetric_moves(case: Case) -> None:
    game = the_game(case)
    for here in samples(case, 10):
        if here.outcome is not None:
            continue
        for i, image in enumerate(here.images):
            there = {game.rules.image_action(game.board, a, i) if i else a for a in here.steps}
            assert there == set(image.steps)
            for action in here.steps[:5]:
                twin = game.rules.image_action(game.board, action, i) if i else action
                after = Position(game, here.step(action).state()).images[i]
                assert after.state().words() == image.step(twin).state().words()


@offered_by("decisive")
def test_what_is_not_decisive_decides_nothing(case: Case) -> None:
    """Where a game says that nothing will decide it within so many turns, nothing does."""
    game = the_game(case)
    open_ones = [here for here in samples(case, 11, 20) if here.outcome is None]
    assert open_ones

    def stays_open(here: Position, turns: int) -> bool:
        state = here.state()
        if game.rules.outcome(game.board, state) != OPEN:
            return False
        if turns == 0:
            return True
        buffer = [0] * game.rules.MAX_ACTIONS
        if game.rules.actions(game.board, state, buffer, 0) == 0:
            return False
        return all(stays_open(here.play(move), turns - 1) for move in list(here.legal_moves)[:40])

    for here in open_ones:
        if here.turn_is_over:
            for turns in (1, 2):
                if not game.rules.decisive(game.board, here.state(), turns):
                    assert stays_open(here, turns)


def test_a_finished_game_is_over(case: Case) -> None:
    for seed in range(3):
        last = list(walk(the_game(case).start(), seed, 150))[-1]
        if last.outcome is not None:
            assert last.steps == ()
            assert len(last.legal_moves) == 0
            assert last.outcome.winner in (0, 1, None)
            with pytest.raises(IllegalMove, match=r"over|not legal"):
                last.play("a1-a2")


@offered_by("random_action")
def test_random_action_draws_every_legal_action_alike(case: Case) -> None:
    game = the_game(case)
    word = [0]
    rng.seed(word, 99)
    for here in samples(case, 11)[::3]:
        if here.outcome is not None:
            continue
        listed = actions_of(here, here.state())
        draws = 60 * len(listed)
        counts = dict.fromkeys(listed, 0)
        for _ in range(draws):
            counts[game.rules.random_action(game.board, here.state(), word)] += 1
        assert max(abs(count - 60) for count in counts.values()) < 60 * 0.8


@pytest.mark.checked
def test_compiled_is_plain_step_by_step(case: Case) -> None:
    game = the_game(case)
    engine = game.engine
    for here in walk(game.start(), 12, 25):
        state = here.state()
        assert engine.outcome(state) == game.rules.outcome(game.board, state)
        if here.outcome is None:
            assert engine.actions(state) == actions_of(here, state)
            for action in here.steps[:6]:
                after = here.state()
                kind = game.rules.play(game.board, after, action)
                assert 0 <= kind <= PROGRESS | FINAL | NOISY
                assert engine.play(state, action) == (kind, after.words())


@pytest.mark.checked
def test_perft_compiled_plain_and_by_positions(case: Case) -> None:
    game = the_game(case)
    start = game.start()
    plain = Engine(game.source, game.tables, plain=True)
    turns = sum(1 for move in start.legal_moves)
    assert game.engine.perft(start.state(), 1) == plain.perft(start.state(), 1) == turns
    deeper = 2 if turns > 30 else 3
    assert game.engine.perft(start.state(), deeper) == plain.perft(start.state(), deeper)


@pytest.mark.checked
def test_perft_of_one_turn_is_the_number_of_legal_moves(case: Case) -> None:
    """Also in half-made turns, and where nothing can be played."""
    game = the_game(case)
    free = tabuleiro.game(game.name, seed=None, **(case[1] | {"repetition": "none"}))
    for here in samples(case, 13, 150):
        if game.rules.outcome(game.board, here.state()) == OPEN:
            twin = Position(free, here.state())
            assert game.engine.perft(here.state(), 1) == len(twin.legal_moves)


@pytest.mark.checked
def test_playouts_are_the_same_compiled_and_plain(case: Case) -> None:
    game = the_game(case)
    plain = Engine(game.source, game.tables, plain=True)
    rules = (60, game.quiet_limit)
    mine = game.engine.playouts(game.start().state(), 4, *rules, 5)
    assert mine == plain.playouts(game.start().state(), 4, *rules, 5)
    assert mine.first + mine.second + mine.draws == 4
    assert mine.longest <= 60
