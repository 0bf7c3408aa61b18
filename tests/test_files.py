"""Games from files: a path is a game, and errors in it are told with file and line."""

from __future__ import annotations

import importlib
import re
import shutil
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import tabuleiro
from tabuleiro import drawing
from tabuleiro.adapters.observation import planes_of
from tabuleiro.bots import search
from tabuleiro.checking import glance
from tabuleiro.checking.suite import check_game
from tabuleiro.cli import main
from tabuleiro.errors import BrokenFile, NotBack, UnknownFile, UnknownGame
from tabuleiro.game import make_game
from tabuleiro.kernel import worker
from tabuleiro.terminal.picture import picture
from tabuleiro.text import Text
from tabuleiro.turn import Turn

START = Path(tabuleiro.__file__).parent / "starts" / "game.py"


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABULEIRO_PLAIN", "1")
    # What is opened here is not there for other tests.
    monkeypatch.setattr(importlib.import_module("tabuleiro.game"), "_opened", {})


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    shutil.copy(START, path)
    return path


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_a_path_is_a_game_and_its_name_is_known_from_then_on(own: Path) -> None:
    game = tabuleiro.game(str(own), size=4)
    assert game.start().play("a1").text == "............w... b"
    assert make_game(game.name, {}).reference == str(own)


def test_no_file_is_run_for_a_name(own: Path) -> None:
    with pytest.raises(UnknownGame):
        make_game(str(own), {})


def test_a_file_that_has_changed_is_read_again(own: Path) -> None:
    assert len(tabuleiro.game(str(own)).start().legal_moves) == 9
    change(own, '"size", 3,', '"size", 4,')
    assert len(tabuleiro.game(str(own)).start().legal_moves) == 16


@pytest.mark.parametrize("path", ["./" + "9" * 300, "~nobody-here/x.py", "./a\0b"])
def test_a_path_that_cannot_be_is_no_file(path: str) -> None:
    with pytest.raises(UnknownFile, match="no such file"):
        tabuleiro.game(path)


def test_no_file_shadows_a_game(tmp_path: Path) -> None:
    path = tmp_path / "fanorona.py"
    shutil.copy(START, path)
    assert tabuleiro.game(str(path)).name == "fanorona-2"
    assert tabuleiro.game("fanorona").path is None


def test_the_start_passes_every_check(own: Path) -> None:
    assert [verdict for verdict in check_game(str(own)) if verdict.passed is False] == []


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("STATE = dict(player=1,", "STATE = dict(", "STATE", "no field player"),
        ("MAX_ACTIONS = 1 + MOST", "MAX_ACTIONS = 5", "MAX_ACTIONS", "lists 9 actions"),
        ("    s.player = 1 - s.player\n", "", "MAX_STEPS", "more steps than MAX_STEPS"),
        (
            "    return 2\n\n\ndef outcome",
            "    return 9\n\n\ndef outcome",
            "def play(",
            "returned 9",
        ),
        ("    return 2\n\n\ndef outcome", "    return\n\n\ndef outcome", "def play(", "None"),
        ("out[n] = 1 + cell", "out[n] = 900 + cell", "def actions(", "listed 900"),
        ("return (action - 1,)", "return action - 1", "def touched(", "points at the cells 0"),
        ("lines=len(lines), ", "", "def tables(", "nothing for the field 'lines'"),
        ("                return side", "                return 7", "def outcome(", "returned 7"),
        (
            "    return -1\n",
            "    s.stones[0] &= 255\n    return -1\n",
            "def outcome(",
            "changes the",
        ),
        ("    return n\n", "    return min(n, 9)\n", "def actions(", "told to begin at out"),
        ("stones=2)", "stones=(2, 1, 1))", "STATE", "has the size"),
        ('"row", 3, ', '"size", 3, ', "OPTIONS", "two options are called 'size'"),
        ('"row", 3, ', '"max_plies", 3, ', "OPTIONS", "every game has an option 'max_plies'"),
        ('"row", 3, ', '"row", 9, ', "OPTIONS", "row cannot be '9'"),
        ("x + 0.5, y", "x / 9, y", "def geometry(", "overlap"),
        ('" " + "wb"[s.player]', '" w"', "def position_text(", "read back|is read as"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(
    own: Path, old: str, new: str, line: str, said: str
) -> None:
    change(own, old, new)
    failed = [verdict for verdict in check_game(str(own)) if verdict.passed is False]
    (finding, *_) = failed[0].findings
    lines = own.read_text().splitlines()
    assert finding.file.endswith("mine.py")
    assert lines[finding.line - 1].startswith(line), (finding, lines[finding.line - 1])
    assert re.search(said, finding.what), finding
    assert finding.mend


def test_an_error_in_a_file_is_its_authors(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(own, "    for cell in range(board.cells):\n", "    for cell in range(board.nothing):\n")
    assert main(["show", str(own)]) == 2
    said = capsys.readouterr().err
    assert "in actions: AttributeError" in said
    assert ", line " in said
    assert "mistake of the program" not in said


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("return (action - 1,)", "return action - 1", "points at the cells 0"),
        ("    return -1\n", "    return None\n", "outcome() returned None"),
        ("lines=len(lines), ", "", "tables() gives nothing for the field 'lines'"),
    ],
)
def test_what_a_function_returns_wrongly_is_no_mistake_of_the_program(
    own: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, said: str
) -> None:
    change(own, old, new)
    assert main(["show", str(own)]) in (1, 2)
    told = capsys.readouterr().err
    assert re.search(rf"mine\.py, line \d+: .*{re.escape(said)}", told), told


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("    return 2\n\n\ndef outcome", "    return\n\n\ndef outcome", "play() returned None"),
        ("out[n] = 1 + cell", "out[n] = -1 - cell", "actions() listed -1"),
        ("|= 1 << (action - 1)", "= s.stones[s.player] / 2", "is not a whole number"),
        ("s.player = 1 - s.player\n", "s.player = 1 // (1 - s.stones[0] // 256)\n", "ZeroDivision"),
        ("    return -1\n", "    while True:\n        pass\n", "outcome() is still here"),
        (
            "    for side in range(2):\n",
            "    while s.stones[1] & 257 == 257:\n        pass\n    for side in range(2):\n",
            "outcome() is still here",
        ),
    ],
)
def test_every_command_tells_what_is_wrong_before_it_compiles(
    own: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    old: str,
    new: str,
    said: str,
) -> None:
    monkeypatch.setattr(glance, "ENDLESS", 10_000)
    change(own, old, new)
    for command in (["perft", str(own), "2"], ["web", str(own), "--no-browser"]):
        assert main(command) == 2
        told = capsys.readouterr().err
        assert re.search(rf"mine\.py, line \d+.*: .*{re.escape(said)}", told), told


@pytest.fixture
def heard() -> Iterator[None]:
    """Ctrl-C is heard, also by tests that a shell runs in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard")
def test_ctrl_c_says_where_in_a_file_it_came(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(own, "    lines = []\n", "    __import__('signal').raise_signal(2)\n")
    assert main(["show", str(own)]) == 130
    assert re.search(r"stopped: .*mine\.py, line 33 in tables$", capsys.readouterr().err.strip())


def test_ctrl_c_does_not_wait_for_what_never_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    free = threading.Event()
    monkeypatch.setattr(worker, "GRACE", 0.01)
    monkeypatch.setattr(search, "GRACE", 0.01)

    def interrupt() -> None:
        raise KeyboardInterrupt

    with pytest.raises(NotBack):
        worker.call(lambda: free.wait(60), halt=lambda: None, poll=interrupt)
    with (
        pytest.raises(NotBack),
        search.Search(tabuleiro.game("hex").start(), lambda search: free.wait(60) or None),  # type: ignore[func-returns-value, misc, arg-type, return-value]
    ):
        interrupt()
    free.set()


def test_the_player_may_stand_anywhere_in_the_state(own: Path) -> None:
    change(own, "STATE = dict(player=1, stones=2)", "STATE = dict(stones=2, player=1)")
    start = tabuleiro.game(str(own)).start()
    assert start.play("a1").state().words() == (1, 64, 0)


def test_pieces_of_nobody_are_drawn_everywhere(own: Path) -> None:
    change(
        own, "    return View(tuple(pieces))", '    return View((*pieces, Piece(8, (), "blocked")))'
    )
    change(own, "size * size, row=row", "size * size - 1, row=row")
    start = tabuleiro.game(str(own)).start()
    assert picture(start).plain.splitlines()[2].split() == ["1", "·", "·", "#x"]
    assert drawing.NOBODYS[0] in drawing.svg(start)
    assert planes_of(start, 0)[:5, 2, 2].tolist() == [0, 0, 0, 0, 1]
    nobody = Turn(start.play("a1")).why_not(8, 7)
    assert nobody == Text("The piece on c1 has no legal move now.", nobody.pt if nobody else "")


def test_a_turn_that_never_ends_does_not_hang(own: Path) -> None:
    change(own, "    s.player = 1 - s.player\n", "")
    with pytest.raises(BrokenFile, match="more steps than MAX_STEPS"):
        tabuleiro.game(str(own)).start().play("a1")


def test_new_writes_files_that_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "game", "mygame", "--out", str(tmp_path)]) == 0
    assert main(["new", "bot", "mybot", "--out", str(tmp_path)]) == 0
    assert main(["new", "bot", "mybot", "--out", str(tmp_path)]) == 2
    capsys.readouterr()
    game, bot = str(tmp_path / "mygame.py"), str(tmp_path / "mybot.py")
    assert main(["play", game, "--first", bot, "--second", "random", "--plain", "--seed", "1"]) == 0
    assert "White" in capsys.readouterr().out
