"""Records: written for people, read back exactly, and refused with one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

import tabuleiro
from tabuleiro import IllegalMove, InvalidRecord, Position, Record
from tabuleiro.bots import RandomBot
from tabuleiro.game import game_names

GAMES = ("aboyne", "cifra", "fanorona", "focus", "shobu")

SMALL = """\
[Game "fanorona"]
[Options "width=5"]
[First "Ana"]
[Second "Rui"]
[Result "*"]

1. c2-c3a d4-c5w,c4a
2. e2-e3a
"""


def opening(moves: int = 3) -> Position:
    here = tabuleiro.game("fanorona", width=5, height=5).start()
    for text in ("c2-c3a", "d4-c5w,c4a", "e2-e3a")[:moves]:
        here = here.play(text)
    return here


def random_game(name: str, turns: int, seed: int, **options: object) -> Position:
    bot = RandomBot(seed)
    here = tabuleiro.game(name, seed=seed, **options).start()
    while here.outcome is None and here.ply < turns:
        here = here.play(bot.choose(here))
    return here


def test_the_text_of_a_record() -> None:
    assert Record.of(opening(), ("Ana", "Rui")).text() == SMALL


def test_a_record_is_read_back() -> None:
    record = Record.parse(SMALL)
    assert record == Record.of(opening(), ("Ana", "Rui"))
    assert record.game == tabuleiro.game("fanorona", width=5, height=5)
    assert record.players == ("Ana", "Rui")
    assert record.moves == opening().history
    assert (record.result, record.start) == ("*", None)
    assert record.positions() == (opening(0), opening(1), opening(2), opening(3))


def test_a_record_with_everything() -> None:
    game = tabuleiro.game("fanorona", width=5, height=5, stalemate="draw", no_capture_limit=9)
    start = game.position("....B/...../...../...../W.... w quiet=4")
    here = start.play("a1-a2").play("e5-e4")
    record = Record(
        game,
        here.history,
        ("Ana Sá", "O'Neill"),
        "1-0",
        start,
        {0: "from a book", 1: "forward!", 2: "resigns"},
        {"Date": "2024-05-01", "Event": "Café"},
    )
    assert record.text() == (
        '[Game "fanorona"]\n'
        '[Options "width=5 stalemate=draw no_capture_limit=9"]\n'
        '[First "Ana Sá"]\n'
        '[Second "O\'Neill"]\n'
        '[Start "....B/...../...../...../W.... w quiet=4"]\n'
        '[Date "2024-05-01"]\n'
        '[Event "Café"]\n'
        '[Result "1-0"]\n'
        "\n"
        "{from a book}\n"
        "1. a1-a2 {forward!} e5-e4 {resigns}\n"
    )
    again = Record.parse(record.text())
    assert again == record
    assert again.positions()[-1] == here


@pytest.mark.parametrize("name", GAMES)
def test_every_game_round_trips_through_a_file(name: str, tmp_path: Path) -> None:
    last = random_game(name, 40, seed=3)
    record = Record.of(last, ("one", "two"))
    record.save(tmp_path / "game.txt")
    again = Record.load(str(tmp_path / "game.txt"))
    assert again == record
    assert again.positions()[-1] == last
    assert [move.text for move in again.moves] == [move.text for move in last.history]
    assert again.text() == record.text()


OPTIONS: list[tuple[str, dict[str, object]]] = [
    ("aboyne", {"side": 3, "first": "random", "stalemate": "majority"}),
    ("cifra", {"tiles": "random", "numbers": "random", "mode": "sum"}),
    ("cifra", {"choose": False, "tiles": "WBWBW/WBBWB/BW.BW/WWBBW/BWBWB", "centre": "neutral"}),
    ("fanorona", {"width": 3, "height": 5, "mandatory_continuation": True, "repetition": "none"}),
    ("focus", {"size": 6, "split": False, "first": "b", "capture_target": 2}),
    ("shobu", {"repetition": "forbid", "no_push_limit": 30, "max_plies": 8}),
]


@pytest.mark.parametrize(("name", "options"), OPTIONS)
def test_options_round_trip(name: str, options: dict[str, object]) -> None:
    last = random_game(name, 12, seed=5, **options)
    again = Record.parse(Record.of(last).text())
    assert again.game == last.game
    assert again.moves == last.history
    assert again.positions()[-1].outcome == last.outcome


def test_the_result_of_a_finished_game() -> None:
    game = tabuleiro.game("fanorona", width=5, height=5)
    won = game.position("...../...../..B../...../..W.. w").play("c1-c2a")
    record = Record.of(won)
    assert record.result == "1-0"
    assert record.start == won.parent
    assert Record.parse(record.text()) == record
    # A record may leave the result out or open.
    assert Record.parse(record.text().replace('[Result "1-0"]\n', "")).result == "1-0"
    assert Record.parse(record.text().replace('"1-0"', '"*"')).result == "*"


def test_a_game_may_be_given_up() -> None:
    assert Record.parse(SMALL.replace('Result "*"', 'Result "0-1"')).result == "0-1"


def test_a_game_without_moves() -> None:
    record = Record.of(tabuleiro.game("shobu").start())
    assert record.text() == (
        '[Game "shobu"]\n[First "?"]\n[Second "?"]\n[Result "*"]\n\n'  # no options, no moves
    )
    assert Record.parse(record.text()) == record
    assert Record.parse('[Game "shobu"]') == record


def test_a_record_that_begins_inside_a_turn() -> None:
    game = tabuleiro.game("fanorona", width=5, height=5)
    half = game.position("....B/.B.../...../B.W../..... w chain:c2:c1:n")
    record = Record.of(half.play("b2a"))
    assert [move.text for move in record.moves] == ["b2a"]
    assert Record.parse(record.text()) == record


def test_what_people_may_write() -> None:
    """Short moves, capitals, any line ends and numbers, results and comments between."""
    text = (
        '[Game "fanorona"]\r\n[Options "height=5  width=5"]\r\n\r\n'
        "1. C2 {a good start}\r\n{and a quiet one} 1... d4-c5w,c4a{at once}\r\n"
        "2.\r\n e2-e3a\r\n*\r\n"
    )
    record = Record.parse(text)
    assert record.moves == opening().history
    assert record.comments == {1: "a good start and a quiet one", 2: "at once"}
    assert Record.parse(record.text()) == record


def test_signs_that_a_record_cannot_hold() -> None:
    record = Record.of(opening(1), ('Ana "the Fan" Sá', "two\nlines"))
    record.comments = {1: "braces {like these}\nand lines", 0: '[Game "shobu"]'}
    again = Record.parse(record.text())
    assert again.players == ("Ana 'the Fan' Sá", "two lines")
    assert again.comments == {1: "braces (like these)\nand lines", 0: '[Game "shobu"]'}
    assert again.moves == record.moves


def test_a_file_with_a_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text(SMALL, encoding="utf-8-sig")
    assert Record.load(tmp_path / "game.txt") == Record.parse(SMALL)


def test_a_move_of_another_game_is_noticed() -> None:
    with pytest.raises(IllegalMove):
        Record(tabuleiro.game("shobu"), opening(1).history).positions()


BAD = {
    "": 'a record needs a first line such as [Game "fanorona"]',
    "1. c2-c3a": 'a record needs a first line such as [Game "fanorona"]',
    "[Game fanorona]": "line 1 of the record is not a tag: '[Game fanorona]'",
    '[Game "shobu"]\n[First]': "line 2 of the record is not a tag: '[First]'",
    '[Game "go"]': (
        f"the record cannot be read: there is no game 'go'; accepted: {', '.join(game_names())}"
    ),
    '[Game "shobu"]\n[Options "first"]': (
        "the record's option 'first' has no value; write first=VALUE"
    ),
    '[Game "shobu"]\n[Options "first=red"]': (
        "the record cannot be read: option first cannot be 'red'; accepted: black, white"
    ),
    '[Game "shobu"]\n[Options "size=5"]': (
        "the record cannot be read: shobu has no option 'size'; "
        "accepted: first, no_push_limit, repetition, max_plies"
    ),
    '[Game "shobu"]\n[Options "seed=5"]': (
        "the record cannot be read: shobu has no option 'seed'; "
        "accepted: first, no_push_limit, repetition, max_plies"
    ),
    '[Game "fanorona"]\n[Start "BBB w"]': (
        "the record cannot be read: position 'BBB' must have 5 rows of 9 points, joined by '/'"
    ),
    '[Game "shobu"]\n[Result "2-0"]': (
        "the record's result cannot be '2-0'; accepted: 1-0, 0-1, 1/2-1/2, *"
    ),
    '[Game "fanorona"]\n\n1. e2-e3a zz': (
        "turn 2 of the record: move 'zz' cannot be read; "
        "legal moves are, for example: f4-e5w,e4a, f4-e5w"
    ),
    '[Game "fanorona"]\n\n1. a1-a2': (
        "turn 1 of the record: move 'a1-a2' is not legal here; "
        "legal moves are, for example: f2-e3a, e2-e3a, d2-e3a, d3-e3a, d3-e3w"
    ),
    '[Game "fanorona"]\n\n1. d3': (
        "turn 1 of the record: move 'd3' fits 2 legal moves: d3-e3a, d3-e3w"
    ),
    '[Game "fanorona"]\n\n1. e2-e3a {never closed': (
        "the comment '{never closed' is not closed; end it with '}'"
    ),
}


@pytest.mark.parametrize("text", BAD)
def test_bad_records(text: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        Record.parse(text)
    assert str(caught.value) == BAD[text]


FINISHED = '[Game "fanorona"]\n[Options "width=3 height=3"]\n[Start ".B./.../.W. w"]\n'


def test_a_result_that_the_moves_contradict() -> None:
    with pytest.raises(InvalidRecord) as caught:
        Record.parse(FINISHED + '[Result "0-1"]\n\n1. b1-b2a')
    assert str(caught.value) == "the record says 0-1, but its moves end in 1-0"


def test_a_move_after_the_end() -> None:
    with pytest.raises(InvalidRecord) as caught:
        Record.parse(FINISHED + "\n1. b1-b2a b2-b1")
    assert str(caught.value) == "the record goes on with 'b2-b1' after the game is over"


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    missing = tmp_path / "none.txt"
    with pytest.raises(InvalidRecord) as caught:
        Record.load(missing)
    assert str(caught.value) == f"record '{missing}' cannot be read: No such file or directory"
    with pytest.raises(InvalidRecord, match="cannot be read: Is a directory"):
        Record.load(tmp_path)
    (tmp_path / "picture").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidRecord, match="cannot be read: it is not a text file"):
        Record.load(tmp_path / "picture")


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        Record.of(opening()).save(tmp_path / "none" / "game.txt")


def test_a_path_that_is_no_text_is_refused() -> None:
    for path in ("a\0b", "\ud800"):
        with pytest.raises(InvalidRecord, match="cannot be read: it is not a text file"):
            Record.load(path)
