"""What pieces are worth: the value with each less that without it, where it can be taken off."""

from __future__ import annotations

import pytest

import tabuleiro
from tabuleiro.bots.limit import Limit
from tabuleiro.bots.presets import make_analyst
from tabuleiro.errors import InvalidOption

BY_PIECES = "hard,weights=pieces=30"
SMALL = "#,.,.,.,.,#/.,A,AB,.,B,./.,B,BA,.,A,./.,A,A,B,B,./.,B,B,A,A,./#,.,.,.,.,# A 0 0"
"""Focus with a stack of each side."""


def test_with_one_term_every_stone_is_worth_one() -> None:
    here = tabuleiro.game("fanorona", width=5, height=5).start().play("c2-c3a")
    found = tabuleiro.worths(here, BY_PIECES)
    assert found.judge == "terms"
    assert found.points == {piece.cell: 100 for piece in here.view.pieces}


def test_a_net_tells_stones_apart() -> None:
    here = tabuleiro.game("aboyne").start()
    found = tabuleiro.worths(here)
    assert found.judge == "net"
    assert set(found.points) == {piece.cell for piece in here.view.pieces}
    assert len(set(found.points.values())) > 1
    assert found.picture().count("<title>") >= len(found.points)
    assert "judged by the net" in found._repr_html_()


def test_stacks_have_no_worth_of_their_own() -> None:
    """Not even one that is a single bit of the state."""
    here = tabuleiro.game("focus", size=6).position(SMALL)
    high = {piece.cell for piece in here.view.pieces if len(piece.owners) > 1}
    found = tabuleiro.worths(here)
    assert {piece.owners for piece in here.view.pieces} >= {(0, 1), (1, 0)}
    assert not high & found.points.keys()
    assert found.points


def test_who_has_no_evaluation_is_not_asked() -> None:
    here = tabuleiro.game("fanorona", width=3, height=3).start()
    with pytest.raises(InvalidOption, match="has no evaluation"):
        tabuleiro.worths(here, "mcts")


def test_an_analysis_says_what_it_rests_on() -> None:
    game = tabuleiro.game("fanorona", width=3, height=3)
    for text, limit, voice in (
        (BY_PIECES, Limit(depth=2), "terms"),
        (BY_PIECES, Limit(depth=30), "proof"),
        ("mcts,tables=no,solver=no", Limit(iterations=10), "playouts"),
    ):
        found = make_analyst(game, text).analyse(game.start(), limit)
        assert found.voice == voice
        assert found.facts()["voice"] == voice
