"""Calls of somebody's rules that never end."""

from __future__ import annotations

import threading

import pytest

from tabuleiro import files
from tabuleiro.web import interrupting

LOOP = "def outcome(over):\n    while not over.is_set():\n        pass\n    return 0\n"


def call(name: str, over: threading.Event) -> tuple[threading.Thread, list[object]]:
    """A function of a file in a thread of its own, and what comes of it."""
    space: dict[str, object] = {}
    exec(compile(LOOP, name, "exec"), space)
    came: list[object] = []

    def run() -> None:
        try:
            came.append(space["outcome"](over))  # type: ignore[operator]
        except Exception as error:
            came.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread, came


def test_a_call_that_never_ends_is_interrupted_and_others_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(interrupting, "GLANCE", 0.01)
    monkeypatch.setattr(interrupting, "PATIENCE", 3)
    monkeypatch.setattr(interrupting, "opened_games", lambda: ("mine",))
    files.authored("/somebody/mine.py")
    over = threading.Event()
    with interrupting.interrupting():
        ours, answer = call("/ours/rules.py", over)
        theirs, failure = call("/somebody/mine.py", over)
        theirs.join(60)
    assert [type(error) for error in failure] == [interrupting.NeverEnds]
    assert ours.is_alive()
    over.set()
    ours.join(60)
    assert answer == [0]
