"""Games: found by name, their options read from texts and values, equal if those are."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

import tabuleiro
from tabuleiro import (
    Game,
    InvalidOption,
    InvalidPosition,
    TabuleiroError,
    UnknownGame,
    UnknownOption,
)
from tabuleiro.game import GROUP, all_games, installed, make_game
from tabuleiro.games import shobu
from tabuleiro.games.base import Option, Text

FIVE = ("aboyne", "cifra", "fanorona", "focus", "shobu")
GAMES = (*FIVE, "breakthrough", "connect4", "draughts", "hex", "morris", "othello")


def test_the_games_there_are() -> None:
    assert tabuleiro.game_names() == GAMES
    assert [each.name for each in all_games()] == list(GAMES)


def test_unknown_games() -> None:
    with pytest.raises(UnknownGame) as caught:
        tabuleiro.game("chess")
    assert str(caught.value) == (f"there is no game 'chess'; accepted: {', '.join(GAMES)}")


@pytest.mark.parametrize("name", GAMES)
def test_facts_for_people(name: str) -> None:
    game = tabuleiro.game(name)
    assert game.title["en"]
    assert game.summary["en"] != game.summary["pt"]
    assert game.rules_text("en").startswith("# ")
    assert game.rules_text("pt") != game.rules_text("en")
    with pytest.raises(TabuleiroError, match=f"{name} has no written rules: .* no rules.fr.md"):
        game.rules_text("fr")  # type: ignore[arg-type]
    assert all(option.help["en"] and option.help["pt"] for option in game.option_list)
    assert [option.name for option in game.option_list[-2:]] == ["repetition", "max_plies"]
    assert list(game.options) == [option.name for option in game.option_list]


@pytest.mark.parametrize("name", GAMES)
def test_geometry_fits_its_frame_and_its_names_are_distinct(name: str) -> None:
    geometry = tabuleiro.game(name).geometry
    names = [cell.name for cell in geometry.cells]
    assert len(set(names)) == len(names)
    assert all(0 < cell.x < geometry.width for cell in geometry.cells)
    assert all(0 < cell.y < geometry.height for cell in geometry.cells)
    assert len({(cell.x, cell.y) for cell in geometry.cells}) == len(names)


@pytest.mark.parametrize("name", GAMES)
def test_defaults(name: str) -> None:
    game = tabuleiro.game(name)
    assert game.options == {option.name: option.default for option in game.option_list}
    assert game.changed_options == {}
    assert repr(game) == f"<Game {name}>"
    assert (game.repetition, game.max_plies) == ("draw3", 5000)


def test_options_are_given_as_values_or_as_text() -> None:
    one = tabuleiro.game("fanorona", width=5, mandatory_continuation=True, stalemate="draw")
    other = tabuleiro.game("fanorona", width="5", mandatory_continuation="yes", stalemate="DRAW")
    assert one == other
    assert hash(one) == hash(other)
    assert one.options["width"] == 5
    assert one.options["mandatory_continuation"] is True
    assert one.options["stalemate"] == "draw"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("yes", True),
        ("true", True),
        ("on", True),
        ("1", True),
        ("YES", True),
        (True, True),
        (1, True),
        ("no", False),
        ("false", False),
        ("off", False),
        ("0", False),
        ("No", False),
        (False, False),
        (0, False),
    ],
)
def test_spellings_of_yes_and_no(text: object, value: bool) -> None:
    assert tabuleiro.game("focus", split=text).options["split"] is value


BAD: list[tuple[str, dict[str, object], str]] = [
    ("focus", {"split": "perhaps"}, "option split cannot be 'perhaps'; accepted: yes, no"),
    ("focus", {"split": ""}, "option split cannot be ''; accepted: yes, no"),
    ("focus", {"split": 2}, "option split cannot be '2'; accepted: yes, no"),
    ("focus", {"size": 7}, "option size cannot be '7'; accepted: 4, 6, 8, 10, 12"),
    (
        "focus",
        {"size": 4, "capture_target": 3},
        "option capture_target cannot be '3' on size 4; accepted: 0 to 2",
    ),
    ("fanorona", {"width": 11}, "option width cannot be '11'; accepted: 3 to 10"),
    ("fanorona", {"width": "five"}, "option width cannot be 'five'; accepted: 3 to 10"),
    ("fanorona", {"width": 5.5}, "option width cannot be '5.5'; accepted: 3 to 10"),
    ("fanorona", {"width": None}, "option width cannot be 'None'; accepted: 3 to 10"),
    ("fanorona", {"repetition": "forbid"}, "cannot be 'forbid'; accepted: draw3, none"),
    ("shobu", {"repetition": "never"}, "cannot be 'never'; accepted: draw3, none, forbid"),
    ("shobu", {"max_plies": 0}, "option max_plies cannot be '0'; accepted: 1 to 1000000"),
    ("aboyne", {"first": "green"}, "option first cannot be 'green'; accepted: blue, red, random"),
    ("cifra", {"size": 4}, "option size cannot be '4'; accepted: 3, 5, 7, 9"),
]


@pytest.mark.parametrize(("name", "options", "message"), BAD)
def test_invalid_options(name: str, options: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        make_game(name, options)
    assert str(caught.value).endswith(message)


@pytest.mark.parametrize("option", ["size", "seed", "name", ""])
def test_unknown_options(option: str) -> None:
    with pytest.raises(UnknownOption) as caught:
        make_game("shobu", {option: "5"})
    assert str(caught.value) == (
        f"shobu has no option {option!r}; accepted: first, no_push_limit, repetition, max_plies"
    )


def test_options_of_other_kinds_say_what_they_accept() -> None:
    help_text = Text("", "")
    assert Option("text", "a", help_text).accepted() == "any text"
    assert Option("text", "a", help_text).read("Anything") == "Anything"
    number = Option("number", 1, help_text)
    assert number.accepted() == "a whole number"
    assert number.read("-70") == -70
    with pytest.raises(InvalidOption, match="option number cannot be 'x'; accepted: a whole numb"):
        number.read("x")


def test_equal_games() -> None:
    game = tabuleiro.game("fanorona", width=5)
    assert game == tabuleiro.game("fanorona", height=5, width=5, repetition="draw3")
    assert game != tabuleiro.game("fanorona")
    assert game != tabuleiro.game("fanorona", width=5, max_plies=7)
    assert game != "fanorona"
    assert tabuleiro.game("shobu") != tabuleiro.game("focus")
    assert Game("shobu", shobu, {}) == tabuleiro.game("shobu")
    assert Game("another", shobu, {}) != tabuleiro.game("shobu")
    assert len({game, tabuleiro.game("fanorona", width=5), tabuleiro.game("fanorona")}) == 2


def test_changed_options_make_the_game_again() -> None:
    game = tabuleiro.game("fanorona", width=5, height=7, first_turn_limit=True, stalemate="loss")
    assert game.changed_options == {"width": "5", "height": "7", "first_turn_limit": "yes"}
    assert make_game("fanorona", game.changed_options) == game
    assert repr(game) == "<Game fanorona width=5 height=7 first_turn_limit=yes>"
    off = tabuleiro.game("focus", split=False)
    assert off.changed_options == {"split": "no"}
    assert make_game("focus", off.changed_options) == off


def test_the_limit_on_turns_without_progress() -> None:
    assert tabuleiro.game("fanorona").quiet_limit == 50
    assert tabuleiro.game("shobu").quiet_limit == 0
    assert tabuleiro.game("shobu", no_push_limit=30).quiet_limit == 30
    assert tabuleiro.game("focus").quiet_limit == 0


def chosen(name: str, option: str, seeds: range) -> list[object]:
    return [
        make_game(name, {option: "random"}, seed).options[option] for seed in seeds for _ in (1, 2)
    ]


def test_a_seed_decides_who_begins_in_aboyne() -> None:
    found = chosen("aboyne", "first", range(20))
    assert found[::2] == found[1::2]
    assert set(found) == {"blue", "red"}
    game = tabuleiro.game("aboyne", seed=0, first="random")
    assert game == tabuleiro.game("aboyne", first=game.options["first"])
    letters = {"blue": "b", "red": "r"}
    assert game.start().players[0].letter == letters[str(game.options["first"])]


def test_a_seed_decides_the_tiles_of_cifra() -> None:
    found = chosen("cifra", "tiles", range(5))
    assert found[::2] == found[1::2]
    assert len(set(found)) == 5
    game = tabuleiro.game("cifra", seed=1, tiles="random")
    again = make_game("cifra", game.changed_options)
    assert again == game
    assert again.start().text == game.start().text
    assert game.start().text != tabuleiro.game("cifra").start().text


def test_without_a_seed_chance_decides() -> None:
    found = {tabuleiro.game("cifra", tiles="random").options["tiles"] for _ in range(20)}
    assert len(found) > 1


def test_a_seed_does_not_matter_where_nothing_is_left_to_chance() -> None:
    assert tabuleiro.game("cifra", seed=1) == tabuleiro.game("cifra", seed=2)


@pytest.mark.parametrize("name", GAMES)
def test_positions_from_texts(name: str) -> None:
    game = tabuleiro.game(name)
    start = game.start()
    assert game.position(start.text) == start
    assert game.position(f"  {start.text.replace(' ', '   ')}\n") == start
    for empty in ("", "  ", "quiet=3"):
        with pytest.raises(InvalidPosition) as caught:
            game.position(empty)
        assert str(caught.value) == (
            f"the position is empty; a {name} position looks like: {start.text}"
        )


def test_clicks() -> None:
    game: Game = tabuleiro.game("fanorona")
    start = game.start()
    action = game.read_step(start, "e2-e3a")
    assert action is not None
    names = [game.geometry.cells[cell].name for cell in game.touched(start, action)]
    assert names == ["e2", "e3"]
    assert game.step_text(start, action) == "e2-e3a"
    assert game.read_step(start, "nonsense") is None


def test_games_that_come_and_go_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Packages are looked up once, and again when a place where they are has changed."""
    monkeypatch.syspath_prepend(str(tmp_path))
    assert tabuleiro.game_names() == GAMES
    first = installed(GROUP)
    assert installed(GROUP) is first
    facts = tmp_path / "tictactoe-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: tictactoe\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[tabuleiro.games]\ntictactoe = tictactoe\n")
    os.utime(tmp_path, (1, 1))  # a clock may be too coarse to tell
    assert tabuleiro.game_names() == (*GAMES, "tictactoe")
    shutil.rmtree(facts)
    assert tabuleiro.game_names() == GAMES
