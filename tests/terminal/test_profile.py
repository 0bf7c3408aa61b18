"""What the terminal remembers of whoever learns there."""

from __future__ import annotations

import pytest

from tabuleiro.bots.presets import make_bot
from tabuleiro.game import game
from tabuleiro.terminal.profile import done, keep, keep_result, profile_file, rating
from tabuleiro.terminal.session import Session


def test_what_is_done_is_kept_once() -> None:
    assert done("lessons", "shobu") == []
    for name in ("push", "walk", "push"):
        keep("lessons", "shobu", name)
    keep("puzzles", "shobu", "abc")
    assert done("lessons", "shobu") == ["push", "walk"]
    assert done("puzzles", "shobu") == ["abc"]
    assert done("lessons", "focus") == []


@pytest.mark.parametrize("text", ["", "[1]", '{"lessons": 3}', '{"lessons": {"shobu": 4}}', "\0"])
def test_a_file_that_is_not_ours_is_nothing(text: str) -> None:
    profile_file().parent.mkdir(parents=True)
    profile_file().write_text(text, encoding="utf-8")
    assert done("lessons", "shobu") == []
    keep("lessons", "shobu", "push")
    assert done("lessons", "shobu") == ["push"]


def test_a_rating_grows_with_wins_and_with_the_level() -> None:
    played = game("fanorona")
    for _ in range(2):
        keep_result("fanorona", "easy", 1)
    keep_result("fanorona", "mcts", 0)  # no level
    assert rating(played) is None
    keep_result("fanorona", "easy", 0)
    even = rating(played)
    assert even is not None
    keep_result("fanorona", "hard", 1)
    better = rating(played)
    assert better is not None
    assert 800 < even < better < 1800


def test_a_game_counts_once_for_the_person() -> None:
    position = game("fanorona", width=3, height=3).start()
    while position.outcome is None:
        position = position.play(position.legal_moves[0])
    assert position.outcome.winner is not None
    for person in (0, 1):
        bot = make_bot(position.game, "random", 1)
        session = Session(position, (None, bot) if person == 0 else (bot, None))
        session.keep_result()
        session.keep_result()
        score = int(position.outcome.winner == person)
        assert [each.split()[:2] for each in done("results", "fanorona")][-1] == [
            "random",
            str(score),
        ]
    assert len(done("results", "fanorona")) == 2
    Session(position, (None, None)).keep_result()
    assert len(done("results", "fanorona")) == 2
