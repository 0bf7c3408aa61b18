"""A bot's text as a value."""

from __future__ import annotations

import pytest

import tabuleiro
from tabuleiro import UnknownOption
from tabuleiro.bots.presets import make_bot, needs
from tabuleiro.bots.text import BotText

GAME = tabuleiro.game("fanorona", width=5)


@pytest.mark.parametrize(
    ("text", "name", "changes", "again"),
    [
        ("hard", "hard", {}, "hard"),
        (" hard , depth = 3 ", "hard", {"depth": "3"}, "hard,depth = 3"),
        (
            "hard,weights=best+pieces=120",
            "hard",
            {"weights": "best+pieces=120"},
            "hard,weights=best+pieces=120",
        ),
        ("", "", {}, ""),
    ],
)
def test_a_name_and_what_is_different(
    text: str, name: str, changes: dict[str, str], again: str
) -> None:
    parsed = BotText.parse(text)
    assert (parsed.name, parsed.changes, str(parsed)) == (name, changes, again)
    assert parsed.argument is None
    assert BotText.parse(parsed) is parsed


def test_what_a_maker_gets_is_as_it_was_written() -> None:
    parsed = BotText.parse('ugi: "./my, engine" --flag, seconds = 2')
    assert parsed.name == "ugi"
    assert parsed.argument == '"./my, engine" --flag, seconds = 2'
    assert parsed.changes == {"seconds": "2"}
    assert parsed.has("depth", "seconds")
    assert not parsed.has("flag")


def test_a_change_takes_the_place_of_one_before_it() -> None:
    parsed = BotText.parse("hard,depth=3,table_mb=1").with_changes({"depth": "5", "nodes": "9"})
    assert str(parsed) == "hard,table_mb=1,depth=5,nodes=9"
    assert make_bot(GAME, parsed).name == str(parsed)


def test_what_is_no_change_is_named() -> None:
    with pytest.raises(UnknownOption, match="'depth' after the bot 'hard' is not of the form"):
        _ = BotText.parse("hard,depth").changes


@pytest.mark.parametrize(
    ("text", "templates"),
    [
        ("hard,depth=3", ("alphabeta",)),
        ("mcts", ("mcts",)),
        ("random", ()),
        ("ugi:./engine", ()),
    ],
)
def test_what_must_be_compiled_is_known_before(text: str, templates: tuple[str, ...]) -> None:
    assert needs(GAME, text) == templates


def test_a_path_may_have_commas() -> None:
    text = BotText.parse('bots/Silva, João "Zé".py,seconds=1')
    assert text.path == 'bots/Silva, João "Zé".py'
    assert text.changes == {"seconds": "1"}
    assert BotText.parse("bots/one, two,name=Ana").path == "bots/one, two"
    assert BotText.parse(str(text)) == text
