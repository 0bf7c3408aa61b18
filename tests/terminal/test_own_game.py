"""A game that Tabuleiro does not know, with colours that it does not know, on every board."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

import pexpect
import pytest
from driving import opened, run

from tabuleiro import Game, Move
from tabuleiro.bots.presets import opponent
from tabuleiro.games.base import Player, Text
from tabuleiro.terminal.console import Look
from tabuleiro.terminal.layout import fit
from tabuleiro.terminal.painting import paint
from tabuleiro.terminal.picture import picture
from tabuleiro.terminal.seats import adviser

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
            assert person.message.endswith("Crosses wins.")

    run(story)


def test_its_bots(tictactoe: Game) -> None:
    assert opponent(tictactoe) == "random"
    assert adviser(tictactoe).name == "mcts"


def test_its_mistakes_are_no_tracebacks(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(SOURCE.read_text() + "\n\ndef view(board, s):\n    1 / 0\n")
    facts = tmp_path / "broken-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[tabuleiro.games]\nbroken = broken\n")
    with pexpect.spawn(
        str(Path(sys.executable).with_name("tabuleiro")),
        ["play", "broken", "--second", "human"],
        env=os.environ | {"PYTHONPATH": str(tmp_path), "TERM": "xterm-256color"},
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=60,
    ) as person:
        person.expect_exact("\x1b[?1049l")
        person.expect(pexpect.EOF)
        said = person.before
    assert "ZeroDivisionError" in said
    assert "a mistake of the program" not in said
    assert "Traceback" not in said
    assert person.exitstatus == 1
