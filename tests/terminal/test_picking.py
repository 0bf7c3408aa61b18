"""Turns made by pointing, without any screen; and thinking in the background."""

from __future__ import annotations

import random
import threading

import pytest
from driving import GAMES

import tabuleiro
from tabuleiro.terminal.picking import Picking
from tabuleiro.terminal.thinking import Thinking, Wanted


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_step_can_be_pointed_at(name: str) -> None:
    chance = random.Random(5)
    here = tabuleiro.game(name).start()
    for _ in range(12):
        if here.outcome is not None:
            break
        picking = Picking(here)
        while not picking.turn.is_over:
            choice = chance.choice([*picking.turn.choices, picking.turn.finish])
            if choice is None:
                continue
            before = picking.turn
            if choice is before.finish:
                assert picking.finish()
            else:
                given = picking.source == choice.cells[0]
                for cell in choice.cells[1:] if given else choice.cells:
                    assert picking.pick(cell) is None
                if picking.open:
                    assert choice.action in [each.action for each in picking.open]
                    picking.take(choice)
            assert picking.turn.actions == (*before.actions, choice.action)
        here = here.play(picking.turn.move)


def test_undo_goes_back_pick_by_pick() -> None:
    here = tabuleiro.game("shobu").start()
    picking = Picking(here)
    names = [cell.name for cell in here.game.geometry.cells]
    assert not picking.undo()
    for name in ("h1", "h2", "a1"):
        assert picking.pick(names.index(name)) is None
    assert picking.source == names.index("a1")
    assert picking.undo()
    assert (picking.source, len(picking.turn.actions)) == (None, 1)
    assert picking.undo()
    assert not picking.is_begun
    assert picking.here is here


def test_a_second_pick_of_the_same_piece_lets_it_go() -> None:
    picking = Picking(tabuleiro.game("fanorona").start())
    source = picking.turn.sources[0]
    picking.pick(source)
    assert picking.source == source
    picking.pick(source)
    assert picking.source is None
    picking.pick(source)
    other = picking.turn.sources[1]
    picking.pick(other)
    assert picking.source == other


class Answers:
    """Hears what a thread tells."""

    def __init__(self) -> None:
        self.heard: list[object] = []
        self.event = threading.Event()

    def __call__(self, answer: object) -> None:
        self.heard.append(answer)
        self.event.set()


def test_thinking_answers() -> None:
    tell = Answers()
    thinking = Thinking[int](lambda: None)
    thinking.ask(lambda wanted: 7, tell)
    assert tell.event.wait(10)
    assert tell.heard == [7]
    assert not thinking.is_busy


def test_a_mistake_is_told() -> None:
    tell = Answers()

    def fail(wanted: Wanted) -> int:
        raise tabuleiro.JobFailed("no")

    Thinking[int](lambda: None).ask(fail, tell)
    assert tell.event.wait(10)
    assert isinstance(tell.heard[0], tabuleiro.JobFailed)


def test_only_the_last_question_is_answered() -> None:
    """The first work cannot hear the first call to stop, as one that still compiles."""
    stops: list[bool] = []
    stopped, began = threading.Event(), threading.Event()

    def stop() -> None:
        stops.append(True)
        if len(stops) > 3:
            stopped.set()

    def slow(wanted: Wanted) -> str:
        began.set()
        assert stopped.wait(10)
        assert not wanted()
        return "old"

    old, new = Answers(), Answers()
    thinking = Thinking[str](stop)
    thinking.ask(slow, old)
    assert began.wait(10)
    assert thinking.is_busy
    thinking.ask(lambda wanted: "new", new)
    assert new.event.wait(10)
    assert (old.heard, new.heard) == ([], ["new"])
    count = len(stops)
    assert count > 3
    thinking.call_off()  # nothing runs: nobody is stopped
    assert len(stops) == count
