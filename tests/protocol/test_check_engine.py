"""`tabuleiro check-engine` finds each fault of a program, and none where there is none."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from commands import command

import tabuleiro
from tabuleiro.adapters.ugi_check import CHECKS, Verdict, check_engine

COMMAND = Path(sys.executable).with_name("tabuleiro")
SMALL = Path(__file__).with_name("small_engine.py")
GAME = "fanorona"

FAULTS = {
    "no name": {"identity": "no line `id name NAME`"},
    "bad option": {"options": "the option 'hash' needs numbers"},
    "fragile": {"rubbish": "ValueError: what is 'xyzzy 1 2 3'?"},
    "no query": {
        "start_position": "query gameover is not answered",
        "whole_game": "query gameover is not answered",
        "position_text": "query gameover is not answered",
    },
    "wrong turn": {
        "start_position": "query p1turn in the start position is answered 'false'",
        "whole_game": "instead of 'true'",
        "position_text": "query p1turn",
    },
    "no move": dict.fromkeys(
        ("depth", "movetime", "nodes", "clocks", "info", "whole_game"),
        "bestmove is not followed by a move",
    ),
    "illegal": dict.fromkeys(
        ("depth", "movetime", "nodes", "clocks", "infinite", "info", "whole_game"), "a1-z9"
    ),
    "illegal later": {"whole_game": "bestmove after 4 turns: move 'a1-z9'"},
    "crash later": {"whole_game": "RuntimeError: the board is on fire"},
    "late": {"movetime": "the move of 'go movetime 200' came after 2."},
    "no nodes": {"nodes": "did not answer with 'bestmove'"},
    "slow clock": {"clocks": "came after 3."},
    "not infinite": {"infinite": "came although nothing asked for it"},
    "deaf": {"infinite": "after go infinite"},
    "no stop": {"infinite": "stop is not answered with bestmove"},
    "two moves": {"infinite": "came although nothing asked for it"},
    "eager stop": {"idle_stop": "came although nothing asked for it"},
    "bad info": {"info": "the depth is not a whole number"},
    "no fen": {"position_text": "query p1turn"},
    "bad position": {"bad_position": "after a move that does not exist"},
    "stays": {"goodbye": "it is still there"},
    "exit code": {"goodbye": "its exit code is 3"},
}


def failures(verdicts: list[Verdict]) -> dict[str, str]:
    names = {str(check.__doc__).rstrip("."): check.__name__ for check in CHECKS}
    return {names[each.check]: each.reason for each in verdicts if each.passed is False}


def checked(*words: str, patience: float = 3.0) -> list[Verdict]:
    command = [sys.executable, str(SMALL), *words]
    return list(check_engine(command, tabuleiro.game(GAME), patience))


def test_a_sound_engine_passes_every_check() -> None:
    assert [each.passed for each in checked(GAME)] == [True] * len(CHECKS)


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_named(fault: str) -> None:
    found = failures(checked(GAME, fault))
    assert found.keys() == FAULTS[fault].keys()
    for check, words in FAULTS[fault].items():
        assert words in found[check]


def test_without_a_game_the_moves_are_not_checked() -> None:
    verdicts = list(check_engine([sys.executable, str(SMALL), GAME, "illegal later"]))
    assert failures(verdicts) == {}
    untried = [each.reason for each in verdicts if each.passed is None]
    assert untried == ["name a game to have this checked"] * 2


def test_a_program_that_does_not_greet_is_asked_no_more() -> None:
    first, *others = checked(GAME, "no greeting", patience=1.0)
    assert first.passed is False
    assert "did not answer with 'ugiok' in 1 s" in first.reason
    assert [each.passed for each in others] == [None] * (len(CHECKS) - 1)


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return command("check-engine", *words)


@pytest.mark.parametrize("game", ["cifra", "fanorona"])
def test_our_own_engine_passes_every_check(game: str) -> None:
    done = run(f"{COMMAND} engine {game}", game, "--json", "--patience", "60")
    found = json.loads(done.stdout)
    assert [each["reason"] for each in found["checks"] if not each["passed"]] == []
    assert found["passed"] is True
    assert done.returncode == 0


def test_the_command_lists_the_checks_and_fails_if_one_does() -> None:
    done = run(f"{sys.executable} {SMALL} {GAME} 'exit code'")
    assert done.returncode == 1
    assert (
        "FAILED     `quit` ends it with exit code 0\n           its exit code is 3" in done.stdout
    )
    assert done.stdout.count("passed") == len(CHECKS) - 3
    assert done.stderr == f"tabuleiro: 1 of {len(CHECKS)} checks failed\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["./nothing-there"], "there is no program './nothing-there' that can be run"),
        (["'"], 'the command "\'" cannot be read: No closing quotation'),
        (["cat", "-o", "size=6"], "options belong to a game; name the game after the command"),
    ],
)
def test_what_cannot_be_checked_is_said_in_a_sentence(words: list[str], message: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert done.stderr == f"tabuleiro: {message}\n"
