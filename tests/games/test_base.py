"""What a game tells people: all that it leaves out is filled in."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from tabuleiro import Game, InvalidPosition
from tabuleiro.games import base
from tabuleiro.games.base import NEVER_LEGAL, filled
from tabuleiro.kernel.contract import STOP
from tabuleiro.turn import Turn
from tabuleiro.web.editing import arranged

EXAMPLE = Path(__file__).parent.parent / "examples" / "breakthrough.py"


@pytest.fixture(scope="module")
def module() -> ModuleType:
    """A game in one file that says no more than it must."""
    spec = importlib.util.spec_from_file_location("breakthrough", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.fixture(scope="module")
def game(module: ModuleType) -> Game:
    return Game("breakthrough", module, {"size": 4})


def test_options_of_a_game_that_names_none_of_the_core(game: Game) -> None:
    assert [option.name for option in game.option_list] == ["size", "repetition", "max_plies"]
    assert game.option_list[1].accepts == ("draw3", "none")
    assert (game.quiet_limit, game.fresh_options, game.compilations) == (0, {}, ({},))


def test_steps_are_written_and_read_as_the_cells_that_they_touch(game: Game) -> None:
    start = game.start()
    for action in start.steps:
        assert game.read_step(start, game.step_text(start, action)) == action
    assert game.step_text(start, start.steps[0]) == "a2-b3"
    assert game.read_step(start, "a1-a4") == NEVER_LEGAL
    assert game.read_step(start, "a1-z9") is None
    over = game.position("w..." + ".b.." + "........ b")
    assert over.outcome is not None
    assert game.read_step(over, "b3-b2") == NEVER_LEGAL


def test_words_are_the_general_ones(game: Game) -> None:
    turn = Turn(game.start())
    assert turn.choices[0].words.en == "a2 to b3, takes 1"
    far = [[cell.name for cell in game.geometry.cells].index(name) for name in ("a2", "a4")]
    reason = turn.why_not(*far)
    assert reason is not None
    assert reason.pt == "A peça em a2 não pode ir para a4."
    assert turn.culprits(*far) == ()


def test_positions_are_edited_as_text_only(game: Game) -> None:
    with pytest.raises(InvalidPosition, match="Breakthrough can only be edited as text"):
        arranged(game, [(0, (0,), "")], 0, (0, 0), None)


def test_what_a_game_says_itself_is_kept(module: ModuleType) -> None:
    own = ModuleType("own")
    vars(own).update(vars(module))
    own.step_text = lambda board, s, action: f"step {action}"  # type: ignore[attr-defined]
    own.REPETITION = ("none", "draw3")  # type: ignore[attr-defined]
    game = Game("own", own, {"size": 4})
    assert game.repetition == "none"
    assert game.step_text(game.start(), STOP) == "step 0"


@pytest.mark.parametrize("part", ["people", "board"])
def test_a_package_has_a_part_for_people(module: ModuleType, part: str) -> None:
    package = ModuleType("package")
    setattr(package, part, module)
    assert filled(package).TITLE.en == "Breakthrough"
    assert filled(module).__file__ == str(EXAMPLE)


def test_the_names_that_games_import_are_offered() -> None:
    assert base.__all__ == sorted(base.__all__, key=lambda name: (not name.isupper(), name))
    assert all(hasattr(base, name) for name in base.__all__)
