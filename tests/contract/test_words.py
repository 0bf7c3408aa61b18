"""What people call options, values, terms and bots: said by the game and the core, in both."""

from __future__ import annotations

import pytest

from tabuleiro.bots.presets import bot_title, presets
from tabuleiro.bots.settings import SETTINGS
from tabuleiro.game import game, game_names
from tabuleiro.options import Option
from tabuleiro.text import Text

GAMES = game_names()


@pytest.mark.parametrize("name", GAMES)
def test_every_option_value_term_and_bot_has_a_title(name: str) -> None:
    played = game(name)
    for option in (*played.option_list, *SETTINGS):
        assert option.title is not None, option.name
        if isinstance(option.accepts, tuple):
            for value in option.accepts:
                assert not isinstance(value, str) or value in option.values, (option.name, value)
    assert set(played.people.TERM_TITLES) == set(played.terms)
    for preset in presets(played).values():
        assert preset.title is not None, preset.name


def test_what_has_no_title_is_called_by_its_name() -> None:
    plain = Option("last_chance", "off", Text("", ""), ("off", "on"))
    assert plain.heading == Text("last chance", "last chance")
    assert plain.value_title("on") == Text("on", "on")
    assert plain.facts("pt")["title"] == "last chance"


def test_a_bot_with_changes_has_a_star_and_a_classic_says_so() -> None:
    fanorona = game("fanorona")
    assert bot_title(fanorona, "hard") == Text("Hard", "Difícil")  # of the ladder, not of the game
    assert bot_title(fanorona, "hard,depth=3") == Text("Hard *", "Difícil *")
    assert bot_title(fanorona, "classic-easy") == Text("Easy (classic)", "Fácil (clássico)")
    assert bot_title(fanorona, "Maria") is None
