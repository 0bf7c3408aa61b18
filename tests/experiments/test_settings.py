"""What an experiment can be asked for, and who then plays whom."""

from __future__ import annotations

from dataclasses import fields
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
import typer.main

import tabuleiro
from tabuleiro import InvalidOption
from tabuleiro.bots.settings import SETTINGS
from tabuleiro.cli import app
from tabuleiro.experiments.parameters import FORM, PARAMETERS, USUAL
from tabuleiro.experiments.schedule import fixture, seed_of
from tabuleiro.experiments.settings import Settings, read_ladder


def settings(*bots: str, **more: Any) -> Settings:
    return Settings("fanorona", bots, **more)


def test_everybody_plays_everybody() -> None:
    found = settings("a", "b", "c")
    assert found.pairings == ((0, 1), (0, 2), (1, 2))
    assert found.total == 300


def test_in_a_gauntlet_the_first_plays_the_others() -> None:
    assert settings("a", "b", "c", gauntlet=True).pairings == ((0, 1), (0, 2))


def test_a_ladder_varies_the_first_bot() -> None:
    assert settings("hard,nodes=9,error=3", ladder="nodes=1,2").rungs == (
        "hard,error=3,nodes=1",
        "hard,error=3,nodes=2",
    )
    found = settings("hard", "random", ladder="depth=1..3")
    assert found.players == ("hard,depth=1", "hard,depth=2", "hard,depth=3", "random")
    assert len(found.pairings) == 6
    assert settings("hard", "random", ladder="depth=1..3", gauntlet=True).pairings == (
        (0, 3),
        (1, 3),
        (2, 3),
    )


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("depth=1..4", ("1", "2", "3", "4")),
        ("iterations=100, 200,400", ("100", "200", "400")),
        ("weights=material,pieces=10+groups=2", ("material", "pieces=10+groups=2")),
    ],
)
def test_ladders(text: str, values: tuple[str, ...]) -> None:
    assert read_ladder(text)[1] == values


@pytest.mark.parametrize("text", ["", "depth", "depth=", "depth=3", "=1..3", "depth=4..1"])
def test_ladders_without_rungs(text: str) -> None:
    with pytest.raises(InvalidOption, match="has no rungs; accepted: depth="):
        read_ladder(text)


def test_equal_bots_are_told_apart() -> None:
    assert settings("easy", "easy", "hard").labels == ("easy", "easy (2)", "hard")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"games": 7}, "games come in pairs with the seats swapped, so their number cannot be 7"),
        ({"games": 0}, "cannot be 0; accepted: an even number from 2 on"),
        ({"games": -2}, "cannot be -2"),
        ({"balance": 0}, "the balance of openings cannot be 0; accepted: above 0, up to 0.5"),
        ({"balance": float("nan")}, "the balance of openings cannot be nan"),
        ({"openings": -1}, "openings cannot be -1 turns long; accepted: 0 to 1000"),
        ({"patience": 0.0}, "the patience cannot be 0 seconds"),
        ({"patience": float("inf")}, "the patience cannot be inf seconds"),
        ({"sprt": (0.0, float("inf"))}, "a test cannot be between leads of 0 and inf Elo"),
        ({"sprt": (float("nan"), 5.0)}, "a test cannot be between leads of nan and 5 Elo"),
        ({"sprt": (5.0, 5.0)}, "a test cannot be between leads of 5 and 5 Elo; accepted: two"),
        ({"bots": ("hard",)}, "an experiment needs two bots, or one bot and a ladder"),
        ({"bots": ("a",), "ladder": "depth=1..2", "gauntlet": True}, "that the ladder plays"),
    ],
)
def test_what_is_no_experiment(more: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidOption, match=message):
        Settings(**({"game": "fanorona", "bots": ("hard", "easy")} | more))


def test_settings_survive_as_plain_data() -> None:
    found = settings("a", "b", options={"width": "5"}, sprt=(0.0, 5.0), openings=("e2 e4", "x"))
    facts = found.facts()
    assert Settings.of_facts({key: _as_json(value) for key, value in facts.items()}) == found


def _as_json(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def test_pairs_swap_seats_and_share_an_opening() -> None:
    found = settings("a", "b", "c", games=4)
    games = [fixture(found, number) for number in range(found.total)]
    assert len(set(games)) == 12
    for one, two in zip(games[::2], games[1::2], strict=True):
        assert (one.pairing, one.pair) == (two.pairing, two.pair)
        assert (one.first, one.second) == (two.second, two.first)
    assert [game.pair for game in games] == [0] * 6 + [1] * 6
    assert {(game.first, game.second) for game in games[:6]} == {
        (a, b) for a in range(3) for b in range(3) if a != b
    }


def test_seeds_differ_by_experiment_and_by_purpose() -> None:
    seeds = {
        seed_of(settings("a", "b", seed=seed), what, number)
        for seed in range(5)
        for what in ("game", "opening")
        for number in range(50)
    }
    assert len(seeds) == 500


def test_a_grid_varies_the_first_bot_twice() -> None:
    found = settings("hard", "random", grid="depth=1..2 weights=a,b")
    assert found.rungs == tuple(
        f"hard,depth={depth},weights={weights}" for depth in (1, 2) for weights in "ab"
    )
    assert found.players[-1] == "random"


@pytest.mark.parametrize(
    "grid",
    ["depth=1..2", "depth=1..2 depth=3,4", "depth=1..2 weights", "a=1,2 b=1,2 c=1,2", "a=1 b=1,2"],
)
def test_grids_that_do_not_vary_two_settings(grid: str) -> None:
    with pytest.raises(InvalidOption, match="does not vary two settings"):
        settings("hard", grid=grid)


def test_a_ladder_and_a_grid_are_refused() -> None:
    with pytest.raises(InvalidOption, match="not by both"):
        settings("hard", ladder="depth=1..2", grid="depth=1..2 weights=a,b")


@pytest.mark.parametrize("ladder", [f"depth=1..{'9' * 5000}", f"depth={'0' * 5000}1..2"])
def test_a_ladder_of_thousands_of_digits_is_refused(ladder: str) -> None:
    with pytest.raises(InvalidOption, match="has no rungs") as refused:
        read_ladder(ladder)
    assert len(str(refused.value)) < 1300


def test_plain_data_of_something_else_is_refused_in_a_sentence() -> None:
    with pytest.raises(InvalidOption, match="not the settings of an experiment"):
        Settings.of_facts({"game": "focus", "bots": ["easy", "hard"], "rounds": 3})


def test_parameters_are_declared_once() -> None:
    """The settings, the Python interface, the command line and the form all follow."""
    names = [each.name for each in PARAMETERS]
    kept = [each.name for each in fields(Settings)]
    assert kept == ["game", "bots", "options", *names, "code", "league"]
    usual = Settings("focus", ("easy", "hard"))
    assert {name: getattr(usual, name) for name in names} == USUAL
    offered = list(signature(tabuleiro.arena).parameters)
    assert set(names) <= set(offered)
    assert "parameters" not in offered
    command = typer.main.get_command(app).commands["arena"]  # type: ignore[attr-defined]
    assert set(names) <= {each.name for each in command.params}
    assert {each.name for each in FORM} == set(names) - {"sprt", "patience"}


def test_an_option_has_one_shape_everywhere() -> None:
    shapes = [
        *(each.facts() for each in (*PARAMETERS, *FORM)),
        *(each.facts(None) for each in tabuleiro.game("cifra").option_list),
        *(each.facts("pt") for each in SETTINGS),
    ]
    names = [
        "name",
        "title",
        "type",
        "default",
        "accepts",
        "help",
        "min",
        "max",
        "step",
        "choices",
        "choice_titles",
    ]
    assert {tuple(shape)[: len(names)] for shape in shapes} == {tuple(names)}
    games = FORM[0].facts("pt")
    assert (games["min"], games["max"], games["step"]) == (2, 2000, 2)
    assert games["accepts"] == "2, 4 … 2000"


def test_an_argument_that_no_experiment_has(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="has no argument 'game_count'; the settings are games"):
        tabuleiro.arena("focus", ["easy", "hard"], game_count=3, out=tmp_path / "x")
