"""Weights by name, from files, and changed term by term."""

from __future__ import annotations

from pathlib import Path

import pytest

import tabuleiro
from tabuleiro import InvalidOption, TabuleiroError
from tabuleiro.bots.alphabeta import AlphaBetaBot
from tabuleiro.bots.presets import make_bot
from tabuleiro.bots.weights import LARGEST, read_weights, weight_sets

GAMES = ("aboyne", "cifra", "fanorona", "focus", "shobu")


@pytest.fixture(scope="module")
def game() -> tabuleiro.Game:
    return tabuleiro.game("fanorona", width=5, height=5)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text('# mine\nstart_from = "best"\npieces = 120\nhunt = -3\n', encoding="utf-8")
    return path


@pytest.mark.parametrize("name", GAMES)
def test_the_sets_of_a_game_are_what_anybody_could_write(name: str) -> None:
    played = tabuleiro.game(name)
    for weights in weight_sets(played).values():
        assert read_weights(played, weights) == weights


def test_parts_count_from_left_to_right(game: tabuleiro.Game, file: Path) -> None:
    best = weight_sets(game)["best"]
    assert read_weights(game, "best") == best
    assert read_weights(game, "pieces=10, approach=2") == {"pieces": 10, "approach": 2}
    assert read_weights(game, "best,pieces=1") == best | {"pieces": 1}
    assert read_weights(game, "pieces=1+best") == best
    assert read_weights(game, str(file)) == best | {"pieces": 120, "hunt": -3}
    assert read_weights(game, f"{file}+hunt=4")["hunt"] == 4


def test_what_a_file_says_counts_wherever_it_stands(game: tabuleiro.Game, file: Path) -> None:
    file.write_text('pieces = 120\nstart_from = "best"\n')
    assert read_weights(game, str(file)) == weight_sets(game)["best"] | {"pieces": 120}


def test_a_bot_takes_a_file(game: tabuleiro.Game, file: Path) -> None:
    for bot in (make_bot(game, f"hard,weights={file}"), make_bot(game, "hard", weights=str(file))):
        assert isinstance(bot, AlphaBetaBot)
        assert bot.weights[game.terms.index("hunt")] == -3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "pieces = 1\npeices = 3\n",
            "line 2 of .*: fanorona has no term 'peices'; did you mean 'pieces'. accepted: pieces",
        ),
        ("\n\nhunt = 1.5\n", "line 3 of .*: the weight of 'hunt' cannot be '1.5'; it must be"),
        ('hunt = "x"\n', "line 1 of .*: the weight of 'hunt' cannot be 'x'"),
        ("pieces = true\n", "line 1 of .*: the weight of 'pieces' cannot be 'True'"),
        (f"pieces = {LARGEST + 1}\n", f"a whole number from -{LARGEST} to {LARGEST}"),
        ("[pieces]\na = 1\n", "line 1 of .*: the weight of 'pieces' cannot be"),
        ('start_from = "bets"\n', "line 1 of .*: fanorona has no weights 'bets'; accepted: mat"),
        ("pieces 3\n", "cannot be read: .*line 1.*; accepted: lines such as pieces = 10"),
        ("pieces = 1\npieces = 2\n", "cannot be read: .*line 2"),
    ],
)
def test_typos_in_a_file_get_one_sentence(
    game: tabuleiro.Game, tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(TabuleiroError, match=message) as caught:
        read_weights(game, str(path))
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_files_that_cannot_be_read(game: tabuleiro.Game, tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match="cannot be read: No such file"):
        read_weights(game, str(tmp_path / "none.toml"))
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidOption, match="is not a text file"):
        read_weights(game, str(tmp_path / "bytes.toml"))
    (tmp_path / "folder.toml").mkdir()
    with pytest.raises(InvalidOption, match="cannot be read: Is a directory"):
        read_weights(game, str(tmp_path / "folder.toml"))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (f"pieces = {'9' * 5000}", "cannot be read: Exceeds the limit .4300 digits"),
        (f"pieces = 0x{'f' * 5000}", "the weight of 'pieces' cannot be a number of thousands of"),
        ("pieces = " + "[" * 5000, "cannot be read: it is nested too deeply"),
        ("pieces = true", "the weight of 'pieces' cannot be 'True'"),
        ("pieces = nan", "the weight of 'pieces' cannot be 'nan'"),
        ('pieces = "٣"', "the weight of 'pieces' cannot be '٣'"),
    ],
)
def test_odd_numbers_in_a_file(game: tabuleiro.Game, file: Path, line: str, message: str) -> None:
    file.write_text(line, encoding="utf-8")
    with pytest.raises(InvalidOption, match=message) as refused:
        read_weights(game, str(file))
    assert len(str(refused.value)) < 1300
    assert "\n" not in str(refused.value)


def test_odd_weights_from_a_program(game: tabuleiro.Game) -> None:
    with pytest.raises(InvalidOption, match="cannot be a number of thousands of digits"):
        read_weights(game, {"pieces": 10**5000})
    with pytest.raises(InvalidOption, match="cannot be read: embedded null byte"):
        read_weights(game, "a\0.toml")
