"""Streams that are closed, full, narrow or interrupted: never a traceback, nothing lost."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import tabuleiro
from tabuleiro.cli import main
from tabuleiro.errors import BrokenFile
from tabuleiro.kernel.engine import Engine

COMMAND = str(Path(sys.executable).with_name("tabuleiro"))
ENVIRONMENT = os.environ | {"LC_ALL": "C.UTF-8", "COLUMNS": "100"}


def run(*words: str, typed: bytes = b"", **more: Any) -> subprocess.CompletedProcess[bytes]:
    more.setdefault("stdout", subprocess.PIPE)
    return subprocess.run(
        [COMMAND, *words],
        input=typed,
        stderr=subprocess.PIPE,
        timeout=120,
        **({"env": ENVIRONMENT} | more),
    )


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """A command line for the shell, in which T is the program."""
    return subprocess.run(
        ["sh", "-c", f'T() {{ "$0" "$@"; }}; {line}', COMMAND],
        capture_output=True,
        text=True,
        timeout=120,
        env=ENVIRONMENT,
    )


@pytest.mark.parametrize("words", ["games", "games --json", "rules shobu", "show shobu", "--help"])
def test_a_reader_may_leave(words: str) -> None:
    done = shell(f"T {words} | true")
    assert done.stderr == ""


@pytest.mark.parametrize("words", ["games", "games --json", "rules shobu", "show shobu"])
def test_closed_output(words: str) -> None:
    done = shell(f"T {words} >&-")
    assert (done.returncode, done.stderr) == (0, "")


def test_closed_input_is_the_end_of_the_game() -> None:
    for words in ("play fanorona", "play"):
        done = shell(f"T {words} <&-")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.endswith("See you soon.\n")


def test_closed_messages() -> None:
    done = shell("T games go 2>&-")
    assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.parametrize("words", ["games", "games --json", "rules shobu", "show shobu", "--help"])
def test_output_that_cannot_be_written(words: str) -> None:
    with open(os.devnull) as unwritable:
        done = run(*words.split(), stdout=unwritable)
    assert done.returncode == 1
    assert done.stderr == b"tabuleiro: the output cannot be written: Bad file descriptor\n"


def test_letters_that_a_stream_does_not_know() -> None:
    plain = ENVIRONMENT | {"PYTHONIOENCODING": "ascii"}
    assert run("show", "cifra", env=plain).stdout.startswith(b" 5  w  b  w  b  w ")
    assert "Opcoes" in run("rules", "shobu", "--lang", "pt", env=plain).stdout.decode("ascii")
    there = json.loads(run("games", "--lang", "pt", "--json", env=plain).stdout)
    assert there == json.loads(run("games", "--lang", "pt", "--json").stdout)


def test_a_long_text_is_not_repeated_in_full() -> None:
    done = run("show", "fanorona", "--moves", "a" * 20_000)
    assert done.returncode == 2
    assert len(done.stderr) < 1100
    assert done.stderr.startswith(b"tabuleiro: move 'aaa")
    assert done.stderr.endswith(b"d3-e3w\n")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (b"\0\n", "move '\\x00' "),
        (b"\xff\xfe\n", "move '\\udcff\\udcfe' "),
        (b"[bold]e2[/bold] :a:\n", "move '[bold]e2[/bold] :a:' cannot be read"),
        (b"save \0\n", "cannot be written: embedded null"),
        (b"save /\n", "/ cannot be written: Is a directory"),
        (b"save ~nobody.at.all/game\n", "cannot be written: No such file or directory"),
    ],
)
def test_odd_lines_in_a_game(typed: bytes, said: str) -> None:
    done = run("play", "fanorona", typed=typed)
    assert (done.returncode, done.stderr) == (0, b"")
    assert said in done.stdout.decode()
    assert done.stdout.endswith(b"See you soon.\n")


def test_odd_choices_of_a_game() -> None:
    done = run("play", typed=b"\xff\n" + b"1" * 5000 + b"\n0\n-1\n\xd9\xa3\n\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"Please type a number from 1 to 11") == 6


def test_a_file_that_cannot_be_written_is_known_before_the_work(tmp_path: Path) -> None:
    done = run("play", "fanorona", "--record", str(tmp_path), typed=b"e2\n")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.endswith(b"cannot be written: Is a directory\n")
    done = run("bench", "fanorona", "--seconds", "600", "--save", str(tmp_path / "no" / "file"))
    assert done.returncode == 1
    assert done.stderr.endswith(b"cannot be written: No such file or directory\n")


@pytest.mark.parametrize(
    "text", ["", "[1]", "[" * 100_000, '{"shobu": {}}', '{"shobu": 1}', "\xff", "null"]
)
def test_figures_that_are_none(tmp_path: Path, text: str) -> None:
    file = tmp_path / "figures.json"
    file.write_bytes(text.encode("latin-1"))
    done = run("bench", "shobu", "--against", str(file))
    assert done.returncode == 2
    assert b"is not a file that `tabuleiro bench --save` has written" in done.stderr


def listen_to_ctrl_c() -> None:
    """Before a program starts: a shell's background jobs would ignore Ctrl-C, and so would it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_keeps_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    process = subprocess.Popen(
        [COMMAND, "play", "fanorona", "--second", "human", "--record", str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT | {"PYTHONUNBUFFERED": "1"},
        preexec_fn=listen_to_ctrl_c,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"e2\n")
    process.stdin.flush()
    while b"Black to move." not in process.stdout.readline():
        pass
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert errors.endswith(b"tabuleiro: stopped\n")
    assert [move.text for move in tabuleiro.Record.load(file).moves] == ["e2-e3a"]


def test_a_prompt_does_not_mix_with_json() -> None:
    person, terminal = pty.openpty()
    with open(terminal, "rb", buffering=0) as stdin:
        os.write(person, b"e2\nquit\n")
        done = subprocess.run(
            [COMMAND, "play", "fanorona", "--second", "human", "--json"],
            stdin=stdin,
            capture_output=True,
            timeout=60,
            env=ENVIRONMENT,
        )
    os.close(person)
    assert json.loads(done.stdout)["history"] == ["e2-e3a"]
    assert b"White> " in done.stderr
    assert b"Black> " in done.stderr


def in_a_terminal(*words: str, **environment: str) -> str:
    """What a command prints in a terminal that knows colours, 60 columns wide."""
    screen, terminal = pty.openpty()
    there = {"TERM": "xterm-256color", "COLUMNS": "60", "COLORTERM": "", "NO_COLOR": ""}
    there |= environment
    with open(terminal, "wb", buffering=0) as stdout:
        process = subprocess.Popen([COMMAND, *words], stdout=stdout, env=ENVIRONMENT | there)
    shown = b""
    with contextlib.suppress(OSError):  # how a terminal says that nobody writes to it any more
        while part := os.read(screen, 10_000):
            shown += part
    os.close(screen)
    assert process.wait() == 0
    return shown.decode()


def test_a_terminal_gets_colours_and_whole_words() -> None:
    shown = in_a_terminal("show", "shobu")
    assert "\x1b[1;38;5;" in shown  # a bold letter of some colour, not a dim one
    text = re.sub(r"\x1b\[[\d;]*m", "", shown)
    position = json.loads(run("show", "shobu", "--json").stdout)
    assert position["position"] in text
    _, _, listed = text.partition("legal moves: ")
    assert set(listed.replace("… (+192)", "").split()) < set(position["legal_moves"])
    assert max(len(line) for line in listed.splitlines()) <= 60


def test_a_terminal_without_colours() -> None:
    assert not re.search(r"\x1b\[[\d;]*[34]8;", in_a_terminal("show", "cifra", NO_COLOR="1"))
    assert "\x1b" not in in_a_terminal("show", "cifra", TERM="dumb")


def test_rules_in_a_terminal() -> None:
    shown = in_a_terminal("rules", "fanorona", "--lang", "pt")
    assert "```" not in shown
    assert not re.search(r"\x1b\[[\d;]*4[0-8][;m]", shown)  # no backgrounds
    text = re.sub(r"\x1b\[[\d;]*m", "", shown)
    assert "5  B B B B B B B B B" in text
    assert max(len(line) for line in text.splitlines()) <= 60


def test_a_mistake_of_a_game_is_no_traceback_unless_asked_for(tmp_path: Path) -> None:
    source = Path(__file__).parents[1] / "examples" / "tictactoe.py"
    (tmp_path / "broken.py").write_text(source.read_text() + "\n\ndef view(board, s):\n    1 / 0\n")
    facts = tmp_path / "broken-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text("[tabuleiro.games]\nbroken = broken\n")
    there = ENVIRONMENT | {"PYTHONPATH": str(tmp_path)}
    done = run("show", "broken", env=there)
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"broken.py, line" in done.stderr
    assert b"in view: ZeroDivisionError" in done.stderr
    assert b"Traceback" not in done.stderr
    assert b"Traceback" in run("show", "broken", env=there | {"TABULEIRO_DEBUG": "1"}).stderr


def test_a_broken_game_that_nobody_named_is_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = importlib.import_module("tabuleiro.cli.warm_up")
    monkeypatch.setattr(command, "UNITS", ("nothing",))
    monkeypatch.setattr(command, "all_games", lambda: [tabuleiro.game("shobu")])

    def fails(self: object, unit: str) -> None:
        raise BrokenFile(f"mine.py, line 3: {unit} cannot be compiled")

    monkeypatch.setattr(Engine, "compile", fails)
    assert main(["warm-up"]) == 0
    assert "left out: mine.py, line 3: nothing" in capsys.readouterr().err
    assert main(["warm-up", "shobu"]) == 2
