"""What an experiment can be asked for, and who then plays whom."""

from __future__ import annotations

from typing import Any

import pytest

from tabuleiro import InvalidOption
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
