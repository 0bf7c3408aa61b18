"""A game that Tabuleiro does not know, with colours that it does not know, on every board."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
from driving import opened, run

from tabuleiro import Game, Move
from tabuleiro.games.base import Player, Text
from tabuleiro.terminal.console import Look
from tabuleiro.terminal.layout import fit
from tabuleiro.terminal.painting import paint
from tabuleiro.terminal.picture import picture
from tabuleiro.terminal.seats import adviser, opponent

SOURCE = Path(__file__).parents[1] / "examples" / "tictactoe.py"
COLOURED = (
    Player(Text("Crosses", "Cruzes"), "x", "green"),
    Player(Text("Noughts", "Bolas"), "o", "violet"),
)  # type: ignore[arg-type]


@pytest.fixture
def tictactoe() -> Game:
    spec = importlib.util.spec_from_file_location("tictactoe", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    module = ModuleType("tictactoe")
    module.__file__ = str(SOURCE)
    spec.loader.exec_module(module)
    module.players = lambda board, s: COLOURED  # type: ignore[attr-defined]
    return Game("tictactoe", module, {})


def test_it_is_drawn(tictactoe: Game) -> None:
    here = tictactoe.start().play("b2").play("a1")
    assert "X" in picture(here).plain
    layout = fit(tictactoe.geometry, 51, 18)
    assert layout is not None
    for look in Look:
        assert paint(here, layout, look).height == layout.height


def test_it_is_played_and_its_missing_parts_are_explained(tictactoe: Game) -> None:
    async def story() -> None:
        async with opened(tictactoe.start()) as person:
            await person.press("r")
            assert "no written rules" in person.message
            for text in ("b2", "a1", "a2", "c3"):
                await person.make(Move.parse(person.here, text), person.pick_by_mouse)
            await person.make(Move.parse(person.here, "c2"), person.pick_by_keys)
            assert person.message.endswith("The winner is Crosses.")

    run(story)


def test_its_bots(tictactoe: Game) -> None:
    assert opponent(tictactoe) == "random"
    assert adviser(tictactoe).name == "mcts"
