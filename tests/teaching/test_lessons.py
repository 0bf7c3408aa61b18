"""Lessons: each can be solved, wrong turns are told apart, mistakes are named by their line."""

from __future__ import annotations

import pytest

from tabuleiro.errors import InvalidRecord
from tabuleiro.game import game, game_names
from tabuleiro.teaching.lessons import Lesson, lessons_of, read_lessons

GAMES = ("aboyne", "cifra", "fanorona", "focus", "shobu")
LESSONS = [
    pytest.param(lesson, id=f"{name}-{lesson.name}")
    for name in GAMES
    for lesson in lessons_of(game(name))
]
FREE = {("shobu", "turn"), ("aboyne", "blocked"), ("fanorona", "approach"), ("fanorona", "must")}
"""Lessons in which every legal turn is right: they are about what is not legal."""
GOOD = """\
lesson step
options   side=3
position  .../..../.B.../...R/... b
accept    on c3
solution  c2-c3
title.en  One
title.pt  Um
task.en   Go
          there.
task.pt   Vai.
done.en   Yes.
done.pt   Sim.
"""


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_eight_to_twelve(name: str) -> None:
    assert 8 <= len(lessons_of(game(name))) <= 12


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_tells_right_from_wrong(lesson: Lesson) -> None:
    start = lesson.start()
    assert start.outcome is None
    right = [move for move in start.legal_moves if lesson.is_done(start.play(move))]
    assert lesson.solution in [move.text for move in right]
    assert (len(right) == len(start.legal_moves)) == ((lesson.game, lesson.name) in FREE)
    for text in (lesson.title, lesson.task, lesson.done, lesson.hint):
        assert text.en
        assert text.pt
        assert text.en != text.pt


def test_a_game_without_a_file_has_none() -> None:
    assert set(game_names()) >= set(GAMES)
    assert read_lessons("aboyne", "# nothing\n\n") == ()


def test_values_go_on_in_the_next_line() -> None:
    (lesson,) = read_lessons("aboyne", GOOD)
    assert lesson.task.en == "Go there."
    assert lesson.options == {"side": "3"}


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("accept    on c3", "accept    on z9", 4, "no cell 'z9'"),
        ("accept    on c3", "accept    jumps 2", 4, "accepted: takes, steps"),
        ("accept    on c3", "accept    takes", 4, "accept takes N"),
        ("accept    on c3", "accept    takes many", 4, "not a whole number"),
        ("accept    on c3", "accept    takes 1", 5, "does not do what"),
        ("accept    on c3\n", "", 1, "has no 'accept'"),
        ("solution  c2-c3", "solution  c2-c5", 5, "not legal"),
        ("position  ...", "position  ..", 3, "rows"),
        ("options   side=3", "options   side", 2, "KEY=VALUE"),
        ("options   side=3", "options   side=99", 3, "cannot be '99'"),
        ("title.pt  Um\n", "", 1, "has no 'title.pt'"),
        ("title.en  One", "titel.en  One", 6, "'titel.en' is not known"),
        ("title.pt  Um", "title.en  Um", 7, "stands twice"),
        ("lesson step", "lesson Step", 1, "cannot be called"),
        ("lesson step", "title.en x\nlesson step", 1, "before the first lesson"),
    ],
)
def test_mistakes_are_named_by_their_line(old: str, new: str, line: int, said: str) -> None:
    with pytest.raises(InvalidRecord, match=f"line {line}: ") as caught:
        read_lessons("aboyne", GOOD.replace(old, new, 1), "aboyne/lessons.txt")
    assert said in str(caught.value)
    assert str(caught.value).startswith("aboyne/lessons.txt, line")


def test_two_lessons_of_one_name() -> None:
    with pytest.raises(InvalidRecord, match="line 13: there are two lessons 'step'"):
        read_lessons("aboyne", GOOD + GOOD)
