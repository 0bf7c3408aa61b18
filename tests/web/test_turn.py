"""A turn made by pointing: every legal turn can be made so, and no other."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain

import pytest

from tabuleiro import IllegalMove, Position, game, game_names
from tabuleiro.games.base import Piece, View
from tabuleiro.turn import RESERVE, Choice, Turn, steps_of
from tabuleiro.web.match import Node
from tabuleiro.web.messages import by_actions

SMALL: dict[str, dict[str, object]] = {
    "aboyne": {"side": 3, "stalemate": "majority"},
    "cifra": {"mode": "sum"},
    "fanorona": {"width": 5, "height": 5},
    "focus": {"size": 6},
    "shobu": {},
}


def walk(name: str, seed: int, turns: int, **options: object) -> Iterator[Position]:
    """The positions of a random game."""
    chance = random.Random(seed)
    here = game(name, seed=seed, **options).start()
    for _ in range(turns):
        yield here
        if here.outcome is not None:
            return
        while True:
            here = here.step(chance.choice(here.steps))
            if here.turn_is_over:
                break


def by_pointing(turn: Turn) -> Iterator[tuple[int, ...]]:
    """The actions of every turn that can be made by picks, in the way of a person."""
    if turn.is_over:
        yield turn.actions
        return
    if turn.finish is not None:
        yield from by_pointing(turn.take(turn.finish))
    for source in turn.sources:
        alone = [choice for choice in turn.at(source) if len(choice.cells) == 1]
        for choice in alone:
            yield from by_pointing(turn.take(choice))
        for target in turn.targets(source):
            for choice in turn.at(source, target):
                yield from by_pointing(turn.take(choice))


@pytest.mark.parametrize("name", sorted(SMALL))
def test_every_legal_turn_can_be_pointed_at_and_no_other(name: str) -> None:
    for seed in range(4):
        for here in walk(name, seed, 60, **SMALL[name]):
            pointed = list(by_pointing(Turn(here)))
            assert len(pointed) == len(set(pointed))
            assert set(pointed) == {move.actions for move in here.legal_moves}


@pytest.mark.parametrize("name", sorted(SMALL))
def test_what_a_choice_shows_is_what_happens(name: str) -> None:
    seen = 0
    walks = (walk(name, seed, 40, **SMALL[name]) for seed in range(4))
    for here in chain.from_iterable(walks):
        for choice in Turn(here).choices:
            assert applied(here.view, choice) == pieces(here.step(choice.action).view)
            before, after = (sum(map(height, p.view.pieces)) for p in (here, choice.after))
            if len(choice.cells) == 2:
                dropped = choice.cells[0] == RESERVE
                assert before - sum(choice.takes.values()) + dropped == after
                assert choice.slides[0][:2] == (choice.cells[0], choice.cells[1])
                seen += 1
    assert seen > 50


@pytest.mark.parametrize("name", sorted(SMALL))
def test_a_step_can_be_undone(name: str) -> None:
    turn = Turn(game(name, **SMALL[name]).start())
    made = [turn]
    while not turn.is_over:
        turn = turn.take(turn.choices[0] if turn.choices else turn.finish or 0)
        made.append(turn)
    assert turn.move.actions == turn.actions
    for earlier in reversed(made[:-1]):
        turn = turn.undo()
        assert turn.here == earlier.here
        assert turn.actions == earlier.actions
    assert turn.undo() is turn


def test_a_fanorona_turn_can_be_finished_after_a_capture_but_not_before() -> None:
    here = game("fanorona").position("B...B..../........./..W....../........./.B.....B. w")
    turn = Turn(game("fanorona", width=5, height=5).position("..B../...../..W../.B.../..... w"))
    assert turn.finish is None
    assert Turn(here).finish is None
    half = next(one for one in map(turn.take, turn.choices) if not one.is_over)
    assert half.finish is not None
    assert half.finish.ends_turn
    assert half.sources == (half.at()[0].cells[0],)
    assert half.take(half.finish).is_over


def test_approach_and_withdrawal_are_told_apart_by_their_victims() -> None:
    played = game("fanorona")
    turn = Turn(played.start())
    names = [cell.name for cell in played.geometry.cells]
    both = turn.at(names.index("d3"), names.index("e3"))
    assert [choice.text for choice in both] == ["d3-e3a", "d3-e3w"]
    assert [[names[cell] for cell in turn.tells(choice)] for choice in both] == [["f3"], ["c3"]]
    alone = turn.at(names.index("f2"))[0]
    assert turn.tells(alone) == ()
    assert [names[cell] for cell in alone.takes] == ["c5", "d4"]


def test_a_push_slides_two_stones() -> None:
    played = game("shobu")
    here = played.position(
        "wwww/..../..../bbbb wwww/..../..../bbbb www./..../.w../bbb. wwww/..../..../bbbb b"
    )
    names = [cell.name for cell in played.geometry.cells]
    passive = Turn(here).at(names.index("e1"), names.index("e2"))[0]
    turn = Turn(here).take(passive)
    push = turn.at(names.index("b1"), names.index("b2"))[0]
    moved = [(names[a], names[b], n) for a, b, n in push.slides]
    assert moved == [("b1", "b2", 1), ("b2", "b3", 1)]
    assert push.takes == {}
    assert push.words.en == "b1 to b2, pushes"
    assert turn.take(push).words.pt == "Pretas: e1 para e2; b1 para b2, empurra"


def test_a_drop_comes_from_the_reserve_and_a_tall_stack_loses_its_bottom() -> None:
    played = game("focus", size=6)
    here = played.position(next(iter(walk("focus", 1, 1, size=6))).text)
    found = [
        (position, choice)
        for seed in range(3)
        for position in walk("focus", seed, 120, size=6)
        if position.outcome is None
        for choice in Turn(position).choices
    ]
    drops = [choice for _, choice in found if choice.cells[0] == RESERVE]
    tall = [choice for _, choice in found if choice.takes]
    assert drops
    assert tall
    assert all(choice.text.startswith("*") for choice in drops)
    assert all(set(choice.takes) == {choice.cells[-1]} for choice in tall)
    assert Turn(here).why_not(RESERVE) is not None


def test_illegal_picks_are_explained_and_legal_ones_are_not() -> None:
    played = game("fanorona")
    turn = Turn(played.start())
    cell = {place.name: number for number, place in enumerate(played.geometry.cells)}

    def why(*names: str) -> str:
        text = turn.why_not(*(cell[name] for name in names))
        assert text is not None
        assert text.pt != text.en
        return text.en

    assert turn.why_not(cell["f2"]) is None
    assert turn.why_not(cell["f2"], cell["e3"]) is None
    assert why("e3") == "There is no piece on e3."
    assert why("a5") == "The piece on a5 is not yours; White to move."
    assert why("e1") == "A capture is possible, so you must capture."
    assert why("h2", "e3") == "A piece goes one step along a line."
    able = {played.geometry.cells[number].name for number in turn.culprits(cell["e1"])}
    assert able == {"d2", "d3", "e2", "f2"}


REASONS = [
    ("shobu", (), ("a5",), "A turn begins with a passive move on one of your home boards."),
    ("shobu", (), ("a1", "d4"), "A passive move goes one or two cells"),
    ("shobu", ("a1-a2",), ("a5",), "The aggressive move is on a board of the other shade."),
    ("shobu", ("a1-a2",), ("e5", "e7"), "The aggressive move goes the same way"),
    ("focus", (), ("c6", "d7"), "A stack moves in a straight line"),
    ("focus", (), ("c6", "c4"), "A stack moves at most as many cells"),
    ("cifra", ("top-white",), ("a1", "b1"), "One of your own pieces is there."),
    ("cifra", ("top-white",), ("a1", "a4"), "A piece goes in a straight line"),
]


@pytest.mark.parametrize(("name", "steps", "cells", "words"), REASONS)
def test_games_explain_in_their_own_words(
    name: str, steps: tuple[str, ...], cells: tuple[str, ...], words: str
) -> None:
    here = game(name).start()
    for step in steps:
        here = here.step(here.game.read_step(here, step) or 0)
    cell = {place.name: number for number, place in enumerate(here.game.geometry.cells)}
    text = Turn(here).why_not(*(cell[each] for each in cells))
    assert text is not None
    assert text.en.startswith(words)
    assert text.pt != text.en


def test_a_blocked_stone_points_at_its_blockers() -> None:
    played = game("aboyne", side=3)
    turn = Turn(played.position("B../..../.BR../..../..R b"))
    cell = {place.name: number for number, place in enumerate(played.geometry.cells)}
    text = turn.why_not(cell["c2"])
    assert text is not None
    assert text.en == "A stone next to an enemy is blocked: it cannot move."
    assert turn.culprits(cell["c2"]) == (cell["c3"],)
    assert turn.culprits(cell["e1"]) == ()


@pytest.mark.parametrize("name", sorted(SMALL))
def test_why_not_says_nothing_exactly_of_what_is_legal(name: str) -> None:
    for here in walk(name, 3, 12, **SMALL[name]):
        turn = Turn(here)
        cells = range(len(here.game.geometry.cells))
        for source in (RESERVE, *cells):
            assert (turn.why_not(source) is None) == (source in turn.sources)
            for target in list(cells)[::3]:
                legal = bool(turn.at(source, target))
                assert (turn.why_not(source, target) is None) == legal


def test_nothing_follows_the_end_of_a_turn() -> None:
    turn = Turn(game("aboyne").start())
    over = turn.take(turn.choices[0])
    assert over.choices == ()
    assert over.finish is None
    with pytest.raises(IllegalMove):
        over.take(turn.choices[0])
    with pytest.raises(IllegalMove):
        turn.take(99999)


@pytest.mark.parametrize("name", game_names())
def test_moves_are_said_in_both_languages(name: str) -> None:
    for here in walk(name, 5, 20):
        if here.outcome is not None:
            break
        move = here.legal_moves[0]
        text = Turn(here, here.play(move)).words
        assert text.en.startswith(here.players[here.player].name.en + ": ")
        assert text.pt.startswith(here.players[here.player].name.pt + ": ")
        assert len(steps_of(here, move)) == len(move.actions)


def height(piece: Piece) -> int:
    return len(piece.owners)


def pieces(view: View) -> dict[int, Piece]:
    return {piece.cell: piece for piece in view.pieces}


def applied(view: View, choice: Choice) -> dict[int, Piece]:
    changed = {**pieces(view), **choice.changes}
    return {cell: piece for cell, piece in changed.items() if piece is not None}


@pytest.mark.parametrize("name", ["fanorona", "shobu"])
def test_a_click_plays_its_turn_once(name: str) -> None:
    """What is stored, said and shown of a turn comes from the positions that it went through."""
    here = game(name, seed=None).start()
    move = max(here.legal_moves, key=lambda move: len(move.actions))
    steps = 0
    after = Position._after

    def counted(position: Position, action: int) -> Position:
        nonlocal steps
        steps += 1
        return after(position, action)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Position, "_after", counted)
        turn = by_actions(move.actions)(here)
        parent = Node(0, None, here)
        facts = Node(1, parent, turn.here, turn.move).facts()
    assert steps == len(move.actions)
    assert facts["move"] == move.text
    assert facts["actions"] == move.actions
    assert len(facts["steps"]) == len(move.actions)
    assert facts["said"]["en"] == turn.words.en
