"""Replaying a saved game: on the board, line by line, into a pipe."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pexpect
import pytest
from commands import command
from driving import GAMES, Person, run
from rich.console import Console

import tabuleiro
from tabuleiro import Record
from tabuleiro.terminal.app import TabuleiroApp
from tabuleiro.terminal.app.watch import WatchScreen
from tabuleiro.terminal.replay import Replay

COMMAND = str(Path(sys.executable).with_name("tabuleiro"))
ENVIRONMENT = os.environ | {"LC_ALL": "C.UTF-8"}


def a_record() -> Record:
    options, moves = GAMES["fanorona"]
    here = tabuleiro.game("fanorona", seed=None, **options).start()
    for move in moves.split():
        here = here.play(move)
    record = Record.of(here, ("Ana", "Rui"))
    record.comments = {2: "a strong reply"}
    return record


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    a_record().save(path)
    return path


def replayed(
    monkeypatch: pytest.MonkeyPatch, *typed: str, language: str = "en", asks: bool = True
) -> tuple[Replay, str]:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    said = io.StringIO()
    console = Console(file=said, width=100, highlight=False, soft_wrap=True)
    replay = Replay(a_record(), language, console, 0.01, asks)  # type: ignore[arg-type]
    replay.run()
    return replay, said.getvalue()


def test_all_turns_are_written_into_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    _, said = replayed(monkeypatch, asks=False)
    assert said.startswith("Fanorona: Ana and Rui, 0-1\n")
    for turn, move in enumerate(a_record().moves, 1):
        assert f"Turn {turn}: {('Black', 'White')[turn % 2]} plays {move.text}\n" in said
    assert "a strong reply" in said
    assert said.rstrip().splitlines()[-1].startswith("Black wins: ")


def test_a_person_goes_on_and_back(monkeypatch: pytest.MonkeyPatch) -> None:
    replay, said = replayed(monkeypatch, "", "next", "back")
    assert replay.turn == 1
    assert [line for line in said.splitlines() if line.startswith("Turn ")] == [
        "Turn 1: White plays b2-c3a",
        "Turn 2: Black plays e4-e5w,d4a",
        "Turn 1: White plays b2-c3a",
    ]
    assert said.endswith("See you soon.\n")


@pytest.mark.parametrize(
    ("typed", "turn"), [("last", 6), ("4", 4), ("back", 0), ("play 0.02", 6), ("play", 6), ("q", 0)]
)
def test_a_person_goes_where_he_likes(
    monkeypatch: pytest.MonkeyPatch, typed: str, turn: int
) -> None:
    assert replayed(monkeypatch, typed)[0].turn == turn


def test_what_is_not_understood_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    for typed in ("jump", "play soon", "back 2", "-1", "9999999999999"):
        replay, said = replayed(monkeypatch, "2", typed)
        assert replay.turn == 2
        assert f"{typed!r} is not known here; type help for what is." in said
    assert "That was the last turn." in replayed(monkeypatch, "last", "next")[1]
    assert "Ctrl-C pauses" in replayed(monkeypatch, "help")[1]


def test_portuguese(monkeypatch: pytest.MonkeyPatch) -> None:
    _, said = replayed(monkeypatch, "", "voltar", "sair", language="pt")
    assert "Jogada 1: Brancas, b2-c3a" in said
    assert said.endswith("Até breve.\n")


def test_the_command_in_a_pipe_and_its_mistakes(file: Path, tmp_path: Path) -> None:
    done = command("watch", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Turn ") == 6
    typed = command("watch", str(file), "--plain", typed="3\n")
    assert typed.stdout.count("Turn ") == 1
    missing = str(tmp_path / "none.txt")
    wrong = command("watch", missing)
    assert wrong.returncode == 2
    assert wrong.stderr == (
        f"tabuleiro: record {missing!r} cannot be read: No such file or directory\n"
    )


def test_the_command_in_a_terminal(file: Path) -> None:
    environment = ENVIRONMENT | {"TERM": "xterm-256color"}
    for words, first, last in (
        (["--plain"], "0/6> ", "See you soon."),
        ([], "Ana", "\x1b[?1049l"),
    ):
        with pexpect.spawn(
            COMMAND,
            ["watch", str(file), *words],
            env=environment,
            dimensions=(24, 80),
            encoding="utf-8",
            timeout=60,
        ) as person:
            person.expect_exact(first)
            person.send("q\r" if words else "q")
            person.expect_exact(last)
            person.expect(pexpect.EOF)
        assert person.exitstatus == 0


def test_the_board_replays_by_itself_and_by_hand() -> None:
    async def story() -> None:
        app = TabuleiroApp(record=a_record(), seconds=0.25)
        async with app.run_test(size=(80, 24)) as pilot:
            person = Person(app, pilot)
            screen = app.screen
            assert isinstance(screen, WatchScreen)
            await person.wait_for(lambda: screen.index >= 2)
            await person.press("space")
            assert screen.paused
            await person.press("home")
            assert person.message == "0/6"
            await person.press("right", "right")
            assert person.message == "2/6 Black plays e4-e5w,d4a. a strong reply"
            assert person.board.position == screen.positions[2]
            await person.press("left")
            assert screen.index == 1
            await pilot.pause(0.5)
            assert screen.index == 1
            await person.press("minus")
            assert person.message == "0.5 s a turn"
            await person.press("plus", "plus", "space")
            await person.wait_for(lambda: screen.index == 6)
            assert "Black wins: " in person.message
            await person.press(*["minus"] * 5)
            await person.press("space")  # once more from the beginning
            assert screen.index == 0
            await person.press("q")
        assert app.return_code == 0

    run(story)
