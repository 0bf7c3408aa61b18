"""What is known is used: marks on moves, searches that ask, and a bot that never errs."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import tabuleiro
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_bot, presets
from tabuleiro.bots.review import review
from tabuleiro.errors import InvalidOption, JobFailed
from tabuleiro.game import Game
from tabuleiro.kernel.known import NOTHING
from tabuleiro.position import Position
from tabuleiro.record import Record
from tabuleiro.solving.api import solve
from tabuleiro.solving.endgames import Endings
from tabuleiro.solving.knowledge import for_searches, known, mark_of, marks, step_marks


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABULEIRO_DATA_DIR", str(tmp_path))


def fanorona(width: int, height: int, **options: object) -> Game:
    return tabuleiro.game("fanorona", width=width, height=height, **options)


def test_moves_are_marked_and_the_best_mark_is_the_position() -> None:
    game = fanorona(3, 3)
    assert marks(game.start()) is None
    solve(game)
    found = marks(game.start())
    assert found is not None
    assert {move.text: mark.sign for move, mark in found.items()} == {
        "a1-b2a": "-10",
        "b1-b2a": "-8",
        "c1-b2a": "+11",
        "c2-b2a": "+11",
    }
    here = mark_of(game.start())
    assert here is not None
    assert (here.words(), here.words("pt")) == ("win in 11", "vitória em 11")


def test_a_step_is_marked_as_the_best_turn_that_begins_with_it() -> None:
    game = fanorona(5, 3)
    solve(game)
    chance = random.Random(2)
    here = game.start()
    longer = 0
    while here.outcome is None:
        whole, steps = marks(here), step_marks(here)
        assert whole is not None
        assert steps is not None
        assert steps.keys() == set(here.steps)
        for action, mark in steps.items():
            ranks = [each.rank for move, each in whole.items() if move.actions[0] == action]
            longer += len(ranks) > 1
            assert mark.rank == max(ranks)
        here = here.play(chance.choice(list(here.legal_moves)))
    assert longer > 0


def test_the_perfect_bot_wins_the_shortest_way() -> None:
    game = fanorona(3, 3)
    assert "perfect" not in presets(game)
    with pytest.raises(InvalidOption, match="tabuleiro solve"):
        make_bot(game, "perfect")
    solve(game)
    bot, chance = make_bot(game, "perfect"), random.Random(1)
    for _ in range(5):
        here = game.start()
        while here.outcome is None:
            before = known(here)
            assert before is not None
            assert before.turns is not None
            if here.player == 0:
                here = here.play(bot.choose(here))
                after = known(here)
                assert here.outcome is not None or (
                    after is not None and after.turns == before.turns - 1
                )
            else:
                here = here.play(chance.choice(list(here.legal_moves)))
        assert here.outcome.winner == 0


def endings_of(game: Game, stones: int, number: int) -> list[Position]:
    """Open positions with so many stones, drawn at random."""
    chance = random.Random(stones)
    found = []
    while len(found) < number:
        cells = ["."] * game.board.points
        for i, point in enumerate(chance.sample(range(len(cells)), stones)):
            cells[point] = "W" if i < stones // 2 else "B"
        width = game.options["width"]
        rows = ["".join(cells[i : i + width]) for i in range(0, len(cells), width)]
        position = game.position(f"{'/'.join(rows)} w")
        if position.outcome is None:
            found.append(position)
    return found


@pytest.mark.parametrize("bot", ["master,depth=2", "mcts,iterations=300,rollout=0"])
def test_a_search_sees_what_tables_know(bot: str) -> None:
    game = fanorona(5, 5)
    Endings(game).build(4)
    assert for_searches(game).classes.keys() == {2, 3, 4}
    seen = 0
    for position in endings_of(game, 5, 25):
        plain = make_bot(game, f"{bot},tables=no").search(position).result
        told = make_bot(game, bot).search(position).result
        if told.score.decided == "win" and plain.score.decided is None:
            after = position.play(told.move)
            mark = mark_of(after)
            assert after.outcome is not None or (mark is not None and mark.value == "loss")
            seen += 1
    assert seen > 0 or bot.startswith("mcts")


def test_without_tables_nothing_changes() -> None:
    game = fanorona(5, 5)
    position = game.start()
    one = make_bot(game, "master").search(position, Limit(depth=5)).result
    other = make_bot(game, "master,tables=no").search(position, Limit(depth=5)).result
    assert (one.nodes, one.score) == (other.nodes, other.score)
    assert for_searches(tabuleiro.game("shobu", repetition="forbid")) == NOTHING


def test_a_win_that_the_rules_may_spoil_is_not_proven() -> None:
    sudden = fanorona(3, 3, no_capture_limit=4)
    solve(sudden)
    found = marks(sudden.start())
    assert found is not None
    assert [mark.sure for mark in found.values()] == [False] * len(found)
    best = make_bot(sudden, "perfect").search(sudden.start()).result.score
    assert best.decided is None
    assert best.if_in_time == 11
    assert best.words() == "wins in 11, if in time"
    assert best.seen_by(1).words("pt") == "perde em 11, se for a tempo"
    assert 0.9 < best.win_probability < 1


def test_a_review_knows_true_blunders_and_the_distance() -> None:
    game = fanorona(3, 3)
    solve(game)
    record = Record.of(game.start().play("b1-b2a").play("c3-b3"), ("a", "b"))
    found = review(record, "novice", Limit(depth=1))
    assert found.turns[0].grade == "blunder"
    assert found.turns[0].before.words() == "wins in 11"
    assert found.turns[0].after.words() == "loses in 8"
    assert found.facts()["known"][:2] == [
        {"value": "win", "turns": 11, "proven": True},
        {"value": "loss", "turns": 7, "proven": True},
    ]
    assert [value.win_probability for value in found.values][:2] == [1, 0]


def test_a_damaged_table_is_not_used_and_said(tmp_path: Path) -> None:
    game = fanorona(3, 3)
    endings = Endings(game)
    endings.build(3)
    data = bytearray(endings.path(3).read_bytes())
    data[-1] ^= 3
    endings.path(3).write_bytes(data)
    assert for_searches(game).classes.keys() == {2}
    with pytest.raises(JobFailed, match="is damaged"):
        endings.values(3)


def test_a_notebook_shows_the_board_with_its_marks() -> None:
    game = fanorona(3, 3)
    with pytest.raises(JobFailed, match="nothing is known for certain"):
        tabuleiro.marked(game.start())
    solve(game)
    shown = tabuleiro.marked(game.start())
    assert shown.mark.sign == "+11"
    html = shown._repr_html_()
    assert "win in 11, proven" in html
    assert html.count("<tr>") == len(shown.moves) == 4
    assert html.count('fill="#1b6e3c"') == 2  # two pieces begin a win
    assert "vitória em 11" in shown.picture("pt")
