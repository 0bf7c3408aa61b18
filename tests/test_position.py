"""Positions: values that do not change, how games end, half-made turns."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import tabuleiro
from tabuleiro import (
    IllegalMove,
    InvalidPosition,
    Move,
    Outcome,
    Position,
    Termination,
)
from tabuleiro.kernel.engine import Engine
from tabuleiro.position import BLOCK

GAMES = ("aboyne", "cifra", "fanorona", "focus", "shobu")

LONELY = "....B/...../...../...../W.... w"
"""Fanorona 5x5: two stones far apart, so that nothing happens."""
ROUND = ("a1-a2", "e5-e4", "a2-a1", "e4-e5")
"""Back to LONELY in four turns."""
CHAIN = "....B/.B.../..B../B..../..W.. w"
"""Fanorona 5x5: c1-c2 takes two, then b2 and b3 may take more."""
SHOBU_ROUND = ("c1-c2,f1-f2", "c8-c7,f8-f7", "c2-c1,f2-f1", "c7-c8,f7-f8")
"""Back to Shobu's start in four turns."""


def fanorona(text: str, **options: object) -> Position:
    return tabuleiro.game("fanorona", width=5, height=5, **options).position(text)


def texts(here: Position) -> list[str]:
    return [move.text for move in here.legal_moves]


def played(here: Position, *moves: str) -> Position:
    for move in moves:
        here = here.play(move)
    return here


@pytest.mark.parametrize("name", GAMES)
def test_playing_leaves_a_position_as_it_was(name: str) -> None:
    here = tabuleiro.game(name).start()
    before = (here.text, hash(here), here.state().words(), here.player, here.ply, here.quiet)
    for move in list(here.legal_moves)[:20]:
        here.play(move)
    for action in here.steps[:20]:
        here.step(action)
    assert before == (here.text, hash(here), here.state().words(), here.player, here.ply, 0)
    assert here.history == ()
    assert here == tabuleiro.game(name).start()


@pytest.mark.parametrize("name", GAMES)
def test_the_state_for_the_kernel_is_a_copy(name: str) -> None:
    here = tabuleiro.game(name).start()
    text = here.text
    copy = here.state()
    here.game.rules.play(here.game.board, copy, here.steps[0])
    assert copy.words() != here.state().words()
    assert here.text == text


def test_equal_boards_are_equal_however_they_came_about() -> None:
    start = tabuleiro.game("shobu").start()
    one = played(start, "c1-c2,f1-f2")
    other = played(start, "f1-f2,c1-c2")
    assert one.history != other.history
    assert one == other
    assert len({one, other, start}) == 2
    assert played(start, *SHOBU_ROUND) == start


def test_what_makes_positions_differ() -> None:
    here = fanorona(LONELY)
    assert here == fanorona(LONELY)
    assert here != fanorona(LONELY.replace(" w", " b"))
    assert here != fanorona(LONELY, stalemate="draw")
    assert here != fanorona("....B/...../...../W..../..... w")
    assert here != LONELY
    assert hash(here) == hash(fanorona(LONELY))


def test_turns_without_progress_count_where_a_rule_counts_them() -> None:
    assert fanorona(LONELY) != fanorona(LONELY + " quiet=7")
    free = fanorona(LONELY, no_capture_limit=0)
    later = fanorona(LONELY + " quiet=7", no_capture_limit=0)
    assert free == later
    assert hash(free) == hash(later)
    assert later.text == LONELY


def test_history_and_parents() -> None:
    start = fanorona(LONELY)
    here = played(start, *ROUND)
    assert [move.text for move in here.history] == list(ROUND)
    assert (start.ply, start.move, start.parent) == (0, None, None)
    assert here.ply == 4
    assert here.move == here.history[-1]
    before = here.parent
    assert before is not None
    assert (before.player, before.ply) == (1, 3)
    assert [move.text for move in before.history] == list(ROUND[:3])


def test_branches_have_histories_of_their_own() -> None:
    here = fanorona(LONELY).play("a1-a2")
    left, right = here.play("e5-e4"), here.play("e5-d5")
    assert [move.text for move in left.history] == ["a1-a2", "e5-e4"]
    assert [move.text for move in right.history] == ["a1-a2", "e5-d5"]


def test_third_occurrence_is_a_draw() -> None:
    here = fanorona(LONELY)
    for text in ROUND * 2:
        assert here.outcome is None
        assert len(here.legal_moves) > 0
        here = here.play(text)
    assert here.outcome == Outcome(None, Termination.REPETITION)
    assert here.outcome.result == "1/2-1/2"
    assert here.steps == ()
    assert texts(here) == []
    with pytest.raises(IllegalMove, match="'a1-a2' cannot be played: the game is over"):
        here.play("a1-a2")


def test_occurrences_count_over_a_long_game() -> None:
    """Two stones wander about until a position occurs for the third time, and no earlier."""
    longest = 0
    for seed in range(8):
        chance = random.Random(seed)
        game = tabuleiro.game("fanorona", width=10, height=9, no_capture_limit=0)
        empty = "/".join(7 * [10 * "."])
        here = game.position(f"B........./{empty}/.........W w")
        seen = Counter([here.text])
        while here.outcome is None:
            half = "123" if here.player == 0 else "789"
            here = here.play(chance.choice([move for move in texts(here) if move[-1] in half]))
            seen[here.text] += 1
            assert (here.outcome is not None) == (seen[here.text] == 3)
        assert here.outcome.termination is Termination.REPETITION
        longest = max(longest, here.ply)
    assert longest > BLOCK


def test_an_occurrence_has_the_same_player_to_move() -> None:
    # White needs three turns to go round and Black two, then it is the other way about: the board
    # of LONELY stands there for the third time, but once with Black to move.
    here = played(fanorona(LONELY), "a1-b2", "e5-e4", "b2-a2", "e4-e5", "a2-a1")
    assert here.text == LONELY.replace(" w", " b quiet=5")
    here = played(here, "e5-d4", "a1-a2", "d4-e4", "a2-a1", "e4-e5")
    assert here.text == LONELY + " quiet=10"
    assert here.outcome is None


def test_repetition_none_goes_on() -> None:
    assert played(fanorona(LONELY, repetition="none"), *ROUND * 3).outcome is None


def test_repetition_starts_anew_from_a_text() -> None:
    here = played(fanorona(LONELY), *ROUND)
    again = here.game.position(here.text)
    assert again == here
    assert again.history == ()
    assert played(again, *ROUND).outcome is None
    assert played(here, *ROUND).outcome is not None


def test_turns_of_several_steps_repeat_as_turns() -> None:
    here = played(tabuleiro.game("shobu").start(), *SHOBU_ROUND)
    for text in SHOBU_ROUND:
        assert here.outcome is None
        here = here.play(text)
    assert here.outcome == Outcome(None, Termination.REPETITION)


def test_forbid_bars_every_earlier_board() -> None:
    here = played(tabuleiro.game("shobu", repetition="forbid").start(), *SHOBU_ROUND[:3])
    barred = SHOBU_ROUND[3]
    assert barred not in texts(here)
    with pytest.raises(IllegalMove, match="is not legal here"):
        here.play(barred)
    # The passive step can only be completed to the earlier board, so it is barred as well.
    passive = here.game.read_step(here, barred.split(",")[0])
    assert passive not in here.steps
    anew = here.game.position(here.text)
    assert barred in texts(anew)


def test_forbid_ignores_who_is_to_move() -> None:
    corners = "b.../..../..../...w " * 4 + "b"
    moves = ("a4-b4,e4-f4", "d5-d6,h5-h6", "b4-c4,f4-g4", "d6-d5,h6-h5")
    back = "c4-a4,g4-e4"  # the first board again, but with White to move
    free = played(tabuleiro.game("shobu").position(corners), *moves)
    strict = played(tabuleiro.game("shobu", repetition="forbid").position(corners), *moves)
    assert back in texts(free)
    assert back not in texts(strict)


def test_forbid_without_another_turn_is_a_loss() -> None:
    text = "..../..../..bb/..bw ...b/b.../...b/w... ..../..../..bw/..b. ...b/w.../...b/.b.w b"
    moves = ("c2-b3,h6-g7", "e5-e6,d2-d3", "b3-c2,g7-h6")
    free = played(tabuleiro.game("shobu").position(text), *moves)
    assert texts(free) == ["e6-e5,d3-d2"]
    strict = played(tabuleiro.game("shobu", repetition="forbid").position(text), *moves)
    assert strict.steps == ()
    assert strict.outcome == Outcome(0, Termination.NO_MOVE)
    assert not strict.legal_moves


def test_a_game_has_a_greatest_length() -> None:
    here = played(fanorona(LONELY, max_plies=3), *ROUND[:2])
    assert here.outcome is None
    here = here.play(ROUND[2])
    assert here.outcome == Outcome(None, Termination.LENGTH)
    assert here.outcome.termination.value == "too many turns"


def test_length_is_counted_from_the_root() -> None:
    here = played(fanorona(LONELY, max_plies=3), *ROUND[:2])
    assert played(here.game.position(here.text), *ROUND[2:]).outcome is None


def test_turns_without_progress_end_the_game() -> None:
    here = played(fanorona(LONELY, no_capture_limit=3), *ROUND[:2])
    assert (here.quiet, here.outcome) == (2, None)
    assert here.text.endswith(" w quiet=2")
    here = here.play(ROUND[2])
    assert here.outcome == Outcome(None, Termination.NO_PROGRESS)
    assert fanorona(here.text, no_capture_limit=3).outcome == here.outcome
    assert fanorona(here.text, no_capture_limit=4).outcome is None


def test_progress_starts_the_count_again() -> None:
    here = fanorona("....B/..B../...../...../..W.. b quiet=48").play("c4-c3")
    assert here.quiet == 49
    assert here.play("c1-c2a").quiet == 0


def test_a_whole_chain_is_one_turn_with_progress() -> None:
    here = fanorona(CHAIN + " quiet=9")
    half = here.step(here.steps[0])
    assert (half.quiet, half.turn_is_over) == (9, False)
    assert half.play("stop").quiet == 0
    assert here.game.position(half.text).play("stop").quiet == 0


@pytest.mark.parametrize("number", ["x", "-1", "", "1.5"])
def test_a_count_that_is_no_number(number: str) -> None:
    with pytest.raises(InvalidPosition, match=f"field quiet='{number}' must be a whole number"):
        fanorona(f"{LONELY} quiet={number}")


def test_the_rules_decide_before_the_limits() -> None:
    last = "...../...../..B../...../..W.. w"
    won = fanorona(last, max_plies=1, no_capture_limit=1).play("c1-c2a")
    assert won.outcome == Outcome(0, Termination.RULES)
    assert won.outcome.result == "1-0"
    lost = fanorona("...../...../..W../...../..B.. b").play("c1-c2a")
    assert lost.outcome == Outcome(1, Termination.RULES)
    assert lost.outcome.result == "0-1"


@pytest.mark.parametrize(("stalemate", "winner"), [("loss", 0), ("draw", None)])
def test_no_legal_move_is_for_the_rules_to_judge(stalemate: str, winner: int | None) -> None:
    game = tabuleiro.game("fanorona", width=3, height=3, stalemate=stalemate)
    stuck = game.position("BW./WW./... b")
    assert stuck.outcome == Outcome(winner, Termination.NO_MOVE)
    assert not stuck.legal_moves


def test_the_last_turn_ends_in_a_draw_as_in_playouts() -> None:
    """The limit comes before the search for legal moves, for people and in the kernel alike."""
    options = dict(width=3, height=3, max_plies=1)
    here = tabuleiro.game("fanorona", **options).position("BWW/W../WW. w")
    results = {here.play(move).outcome for move in here.legal_moves}
    assert results == {Outcome(None, Termination.LENGTH)}
    free = tabuleiro.game("fanorona", width=3, height=3).position(here.text)
    assert free.play("b1-b2").outcome == Outcome(0, Termination.NO_MOVE)
    plain = Engine(here.game.source, here.game.tables, plain=True)
    assert plain.playouts(here.state(), 20, 1, 0, seed=1).draws == 20


def test_outcomes_are_values() -> None:
    assert Outcome(1, Termination.RULES) == Outcome(1, Termination.RULES)
    assert Outcome(1, Termination.RULES) != Outcome(1, Termination.NO_MOVE)
    assert len({Outcome(None, Termination.LENGTH), Outcome(None, Termination.LENGTH)}) == 1


def test_a_half_made_turn() -> None:
    here = fanorona(CHAIN)
    half = here.step(here.steps[0])
    assert not half.turn_is_over
    assert (half.player, half.ply, half.move, half.history) == (0, 0, None, ())
    assert half.outcome is None
    assert half.text == "....B/.B.../...../B.W../..... w chain:c2:c1:n"
    assert texts(half) == ["b2a,b3a", "b2a", "stop"]
    assert half.parent is here


def test_a_half_made_turn_is_completed() -> None:
    here = fanorona(CHAIN)
    half = here.step(here.steps[0])
    whole = half.play("b2a")
    assert whole == here.play("c1-c2a,b2a")
    assert whole.move is not None
    assert whole.move.text == "c1-c2a,b2a"
    assert whole.history == here.play("c1-c2a,b2a").history
    assert whole.move_since(half).text == "b2a"
    assert whole.move_since(here) == whole.move
    assert half.play("stop").move_since(half).text == "stop"
    assert half.play("stop").history[-1].text == "c1-c2a"
    for move in half.legal_moves:
        assert half.play(move).turn_is_over


def test_a_half_made_turn_from_its_text() -> None:
    here = fanorona(CHAIN)
    half = here.step(here.steps[0])
    again = here.game.position(half.text)
    assert again == half
    assert texts(again) == texts(half)
    assert again.play("b2a") == half.play("b2a")
    assert [move.text for move in again.play("b2a").history] == ["b2a"]


def test_half_a_shobu_turn() -> None:
    start = tabuleiro.game("shobu").start()
    passive = start.game.read_step(start, "c1-c2")
    assert passive is not None
    half = start.step(passive)
    assert half.text.endswith(" b passive:c1-c2")
    assert len(half.legal_moves) == len(half.steps) == 8
    assert half.play("f1-f2") == start.play("c1-c2,f1-f2")
    assert start.game.position(half.text).play("f1-f2") == start.play("c1-c2,f1-f2")


def test_illegal_steps_and_moves() -> None:
    here = fanorona(CHAIN)
    with pytest.raises(IllegalMove, match="step 9999 is not legal here"):
        here.step(9999)
    other = fanorona(LONELY).legal_moves[0]
    with pytest.raises(IllegalMove, match=f"move '{other}' is not legal here"):
        here.play(other)
    (first, *_) = here.steps
    with pytest.raises(IllegalMove, match="move 'half' is not a whole turn"):
        here.play(Move((first,), "half"))
    with pytest.raises(IllegalMove, match="move 'nothing' is not a whole turn"):
        here.play(Move((), "nothing"))


def test_a_move_is_one_turn_only() -> None:
    here = fanorona(LONELY)
    one = here.play("a1-a2")
    two = one.play("e5-e4")
    assert one.move is not None
    assert two.move is not None
    with pytest.raises(IllegalMove, match="move 'two' is not legal here"):
        here.play(Move(one.move.actions + two.move.actions, "two"))


def test_legal_moves_answer_questions() -> None:
    here = fanorona(CHAIN)
    moves = here.legal_moves
    assert texts(here) == ["c1-c2a,b2a,b3a", "c1-c2a,b2a", "c1-c2a"]
    assert len(moves) == 3
    assert moves[-1].text == "c1-c2a"
    assert list(moves) == [moves[0], moves[1], moves[2]]
    assert bool(moves)
    assert moves[1] in moves
    assert "c1-c2a,b2a" in moves
    assert "c1" not in moves
    assert fanorona(LONELY).legal_moves[0] not in moves
    assert 7 not in moves
    assert repr(moves) == "<LegalMoves c1-c2a,b2a,b3a c1-c2a,b2a c1-c2a>"


def test_images() -> None:
    here = fanorona(CHAIN)
    assert len(here.images) == here.game.symmetries == 16
    assert here.images[0] == here
    assert any(image.text == "B..../...B./..B../....B/..W.. w" for image in here.images)


def test_who_plays() -> None:
    here = fanorona(LONELY)
    assert here.player == 0
    assert [player.name["en"] for player in here.players] == ["White", "Black"]
    red = tabuleiro.game("aboyne", first="red").start()
    assert red.player == 0
    assert [player.letter for player in red.players] == ["r", "b"]


def test_a_position_prints_itself() -> None:
    assert repr(fanorona(LONELY)) == f"<Position fanorona {LONELY}>"
    assert fanorona(LONELY)._repr_svg_().startswith("<svg ")


def test_each_turn_counts_for_itself() -> None:
    """A capture long ago does not make a later turn irreversible, or one of progress."""
    game = tabuleiro.game("fanorona", width=5, height=5, no_capture_limit=1)
    here = game.position("..... ....B ..B.. ..... ..W..".replace(" ", "/") + " w").play("c1-c2a")
    assert here.quiet == 0
    after = here.play(here.legal_moves[0])
    assert after.quiet == 1
    assert after.outcome is not None
    assert after.outcome.termination is tabuleiro.Termination.NO_PROGRESS


def test_repetition_is_seen_after_a_capture() -> None:
    game = tabuleiro.game("fanorona", width=5, height=5, no_capture_limit=0)
    here = game.position("..... ....B ..B.. ..... ..W..".replace(" ", "/") + " w").play("c1-c2a")
    for text in ("e4-e5", "c2-c1", "e5-e4", "c1-c2") * 2:
        assert here.outcome is None
        here = here.play(text)
    assert here.outcome is not None
    assert here.outcome.termination is tabuleiro.Termination.REPETITION
