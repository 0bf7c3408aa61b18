"""`tabuleiro arena` at the prompt: what it prints, and what it says to odd requests."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from commands import command

from tabuleiro.cli import main

COMMAND = str(Path(sys.executable).with_name("tabuleiro"))
ENVIRONMENT = os.environ | {"LC_ALL": "C.UTF-8", "COLUMNS": "100"}
FEW = (
    *("fanorona", "random", "random", "-o", "width=5", "--openings", "0"),
    *("--games", "4", "--seed", "1", "--workers", "1", "--no-report"),
)


def arena(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return command("arena", *words, cwd=folder)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "say which GAME and which BOTs, or --resume with --out"),
        ("fanorona", "say which GAME and which BOTs, or --resume with --out"),
        ("go easy hard", "there is no game 'go'; accepted: aboyne"),
        ("fanorona easy", "an experiment needs two bots, or one bot and a ladder"),
        ("fanorona easy strong", "fanorona has no bot 'strong'; accepted: random"),
        ("fanorona easy hard,deep=3", "'hard' has no setting 'deep'; accepted: depth"),
        ("fanorona easy hard -o size=3", "fanorona has no option 'size'"),
        ("fanorona easy hard -o width", "option 'width' is not of the form KEY=VALUE"),
        ("fanorona easy hard --games 7", "so their number cannot be 7; accepted: an even number"),
        ("fanorona easy hard --games x", "Invalid value for '--games'"),
        ("fanorona easy hard --sprt 5", "--sprt cannot be '5'; accepted: two numbers as 0,10"),
        ("fanorona easy hard --sprt 5,1", "a test cannot be between leads of 5 and 1 Elo"),
        ("fanorona easy hard --limit 3", "the limit '3' is not known; accepted: depth"),
        ("fanorona random random --limit depth=3", "none of the bots takes the limit 'depth=3'"),
        ("fanorona easy hard --limit seconds=0", "seconds cannot be '0'"),
        ("fanorona easy --ladder depth", "the ladder 'depth' has no rungs"),
        ("fanorona easy --ladder speed=1..3", "'easy' has no setting 'speed'"),
        ("fanorona easy hard --openings none.txt", "the openings 'none.txt' cannot be read"),
        ("fanorona easy hard --openings 9999", "openings cannot be 9999 turns long"),
        ("fanorona easy hard --openings -3", "openings cannot be -3 turns long"),
        ("fanorona easy hard --balance 2", "the balance of openings cannot be 2"),
        ("fanorona easy hard --workers 0", "there cannot be 0 workers; accepted: 1 to 1024"),
        ("fanorona easy hard --patience 0", "the patience cannot be 0 seconds"),
        ("fanorona easy hard --resume", "say with --out which experiment to resume"),
        ("--resume --out nowhere", "there is no experiment to resume in 'nowhere'"),
    ],
)
def test_odd_requests(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: str,
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["arena", *words.split()]) == 2
    output, errors = capsys.readouterr()
    assert output == ""
    (said,) = errors.splitlines()
    assert said.startswith("tabuleiro: ")
    assert sentence in said
    assert not list(tmp_path.iterdir())


def test_json_is_one_document(tmp_path: Path) -> None:
    done = arena(tmp_path, *FEW, "--out", "out", "--json")
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert found["directory"] == "out"
    assert found["settings"]["seed"] == 1
    assert found["games"] == 4
    assert {player["bot"] for player in found["players"]} == {"random", "random (2)"}


def test_the_usual_place_is_new_each_time(tmp_path: Path) -> None:
    assert arena(tmp_path, *FEW).returncode == 0
    assert arena(tmp_path, *FEW).returncode == 0
    assert arena(tmp_path, *FEW, "--name", "my first try").returncode == 0
    found = sorted(path.name for path in (tmp_path / "arena").iterdir())
    assert len(found) == 3
    assert re.match(r"fanorona-\d{4}-\d\d-\d\d-\d{6}", found[0])
    assert found[2] == "my-first-try"
    again = arena(tmp_path, "--resume", "--name", "my first try", "--no-report")
    assert again.returncode == 0, again.stderr


def test_directories_of_others_are_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    def refused(*words: str) -> str:
        assert main(["arena", *words]) == 2
        output, errors = capsys.readouterr()
        assert output == ""
        (said,) = errors.splitlines()
        return str(said)

    assert main(["arena", *FEW, "--out", "out"]) == 0
    capsys.readouterr()
    before = (tmp_path / "out" / "games.sqlite").read_bytes()
    for words, sentence in (
        (FEW, "'out' holds this experiment already, 4 of 4 games; go on with --resume"),
        ((*FEW, "--games", "6"), "'out' holds another experiment (fanorona: random, random)"),
        ((*FEW, "--games", "6", "--resume"), "has games 4, not 6; leave out what is not"),
        (("--resume", "--seed", "9"), "has seed 1, not 9"),
        (("shobu", "random", "random", "--resume"), "has game 'fanorona', not 'shobu'"),
        (("fanorona", "random", "--resume"), "has bots random, random, not random"),
        (("--resume", "-o", "width=7"), "has options width=5, not width=7"),
    ):
        assert sentence in refused(*words, "--out", "out")
    assert (tmp_path / "out" / "games.sqlite").read_bytes() == before
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "report.html").write_text("precious")
    (tmp_path / "file").write_text("precious")
    for name in ("mine", "file"):
        sentence = f"'{name}' holds something else; choose another --out"
        assert sentence in refused(*FEW, "--out", name)
    assert (tmp_path / "mine" / "report.html").read_text() == "precious"
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["report.html"]


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = arena(tmp_path, *FEW, "--out", "file/out")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        "tabuleiro: 'file/out' cannot be written: Not a directory"
    )


def test_openings_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "openings.txt").write_text("c2-c3a d4-c5w\n")
    words = ("fanorona", "random", "random", "-o", "width=5", "--games", "2", "--no-report")
    done = arena(tmp_path, *words, "--openings", "openings.txt", "--out", "out", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["settings"]["openings"] == ["c2-c3a d4-c5w"]
    (tmp_path / "openings.txt").unlink()
    assert arena(tmp_path, "--resume", "--out", "out", "--no-report").returncode == 0


def test_a_report_is_written(tmp_path: Path) -> None:
    words = [word for word in FEW if word != "--no-report"]
    done = arena(tmp_path, *words, "--out", "out", "--lang", "pt")
    assert done.returncode == 0, done.stderr
    assert done.stderr.endswith(f"The report is {Path('out') / 'report.html'}\n")
    assert (tmp_path / "out" / "report.html").stat().st_size > 1000
    assert "won–drawn–lost" in done.stdout


def test_a_terminal_shows_how_things_stand(tmp_path: Path) -> None:
    screen, terminal = pty.openpty()
    there = ENVIRONMENT | {"TERM": "xterm-256color", "COLUMNS": "100", "LINES": "30"}
    words = ("focus", "random", "random", "random", "-o", "size=4", "--openings", "0")
    with open(terminal, "wb", buffering=0) as errors:
        process = subprocess.Popen(
            [COMMAND, "arena", *words, "--games", "60", "--no-report", "--workers", "1"],
            stdout=subprocess.PIPE,
            stderr=errors,
            env=there,
            cwd=tmp_path,
        )
    shown = b""
    with contextlib.suppress(OSError):  # how a terminal says that nobody writes to it any more
        while part := os.read(screen, 10_000):
            shown += part
    os.close(screen)
    output, _ = process.communicate()
    assert process.returncode == 0
    text = re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", shown.decode())
    assert "0 of 180 games" in text
    assert re.search(r"\d+ of 180 games\s+\d+ s left", text)
    assert re.search(r"random \(2\)\s+\d+\s+\d+", text)
    assert "\x1b" not in output.decode()
