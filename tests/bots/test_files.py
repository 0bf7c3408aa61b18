"""Bots from files: a path is a bot, in a process of its own that can harm nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

import tabuleiro
from tabuleiro.bots.presets import make_bot
from tabuleiro.bots.text import BotText
from tabuleiro.errors import BrokenFile, EngineFailed, IllegalMove, TabuleiroError, TooSlow

GAME = tabuleiro.game("fanorona", width=3, height=3)


def bot_of(folder: Path, text: str, settings: str = "") -> tabuleiro.Move:
    path = folder / "mine.py"
    path.write_text(text)
    bot = make_bot(GAME, f"{path}{settings}", 1)
    try:
        return bot.choose(GAME.start())
    finally:
        bot.close()


def test_a_path_is_a_bot_unless_something_makes_it() -> None:
    assert BotText.parse("./mine.py,seconds=1").path == "./mine.py"
    assert BotText.parse("C:/bots/mine.py").path == "C:/bots/mine.py"
    assert BotText.parse("ugi:./engine.py --flag").path is None
    assert BotText.parse("hard,depth=3").path is None


@pytest.mark.parametrize(
    "text",
    [
        "def choose(position):\n    return list(position.legal_moves)[0]\n",
        "def choose(position):\n    return str(list(position.legal_moves)[0])\n",
        (
            "def choose(position, clock):\n"
            "    assert 0 < clock.seconds_left <= clock.limit == 5 and clock.increment == 0\n"
            "    return position.legal_moves[0]\n"
        ),
        "def evaluate(position):\n    return 0\n",
    ],
)
def test_what_a_file_may_define(tmp_path: Path, text: str) -> None:
    assert bot_of(tmp_path, text, ",seconds=5,margin=60") in GAME.start().legal_moves


def test_an_evaluation_wins_material(tmp_path: Path) -> None:
    text = (
        "def evaluate(position):\n"
        "    mine = sum(p.owners[-1] == position.player for p in position.view.pieces)\n"
        "    return 100 * (2 * mine - len(position.view.pieces))\n"
    )
    before = GAME.start()
    after = before.play(bot_of(tmp_path, text, ",depth=1"))
    best = min(len(before.play(move).view.pieces) for move in before.legal_moves)
    assert len(after.view.pieces) == best


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("x = 1\n", BrokenFile, r"mine.py, line 1: this is no bot"),
        ("import nothing_of_the_kind\n", BrokenFile, r"mine.py, line 1: ModuleNotFoundError"),
        ("def choose(position:\n", BrokenFile, r"mine.py, line 1: SyntaxError"),
        ("def choose(p):\n    return 1 / 0\n", EngineFailed, r"mine.py, line 2 in choose"),
        ("def choose(p):\n    return None\n", IllegalMove, "None, which is not a move"),
        ("def choose(p):\n    return 'a1-c3'\n", TabuleiroError, "a1-c3"),
        ("import os\ndef choose(p):\n    os._exit(3)\n", EngineFailed, "exit code 3"),
    ],
)
def test_what_goes_wrong_is_named(tmp_path: Path, text: str, error: type, said: str) -> None:
    with pytest.raises(error, match=said):
        bot_of(tmp_path, text)


def test_a_bot_that_does_not_move_is_ended(tmp_path: Path) -> None:
    with pytest.raises(TooSlow, match="no move within"):
        bot_of(tmp_path, "def choose(p):\n    while True: pass\n", ",seconds=0.1,margin=0.1")


def test_walls(tmp_path: Path) -> None:
    """Memory, processes, network, other files and other processes are out of reach."""
    from tabuleiro.bots.sandbox.confine import missing

    if missing():
        pytest.skip(f"this system cannot: {missing()}")
    victim = tmp_path / "victim"
    victim.mkdir()
    (victim / "other.py").write_text("secret")
    text = f"""
import os, signal, socket, subprocess, tempfile
def refused(work):
    try:
        work()
    except (OSError, MemoryError):
        return True
    return False
def choose(position):
    assert refused(lambda: bytearray(4 << 30)), "memory"
    assert refused(os.fork), "fork"
    assert refused(lambda: subprocess.run(["true"])), "run"
    assert refused(lambda: socket.socket()), "network"
    assert refused(lambda: open({str(victim.parent.parent / "x")!r}, "w")), "write"
    assert refused(lambda: open({str(tmp_path / "mine.py")!r}, "a")), "patch"
    assert refused(lambda: os.kill(os.getppid(), 0)), "signal"
    assert refused(os.setsid), "group"
    assert refused(lambda: os.chmod({str(victim / "other.py")!r}, 0)), "rights"
    with tempfile.TemporaryFile() as file:
        file.write(b"a place to write")
    return position.legal_moves[0]
"""
    assert bot_of(tmp_path, text) in GAME.start().legal_moves


def test_an_evaluation_of_ones_own_takes_the_place_of_the_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABULEIRO_PLAIN", "1")
    path = tmp_path / "mine.py"
    path.write_text(
        "TERMS = ('nothing',)\n\ndef evaluate(board, s, weights):\n    return weights[0]\n"
    )
    game = tabuleiro.game("fanorona", width=3, height=3)
    for text in (f"hard,depth=1,terms={path}", f"{path},depth=1"):
        bot = make_bot(game, text, 1)
        assert bot.game.terms == ("nothing",)  # type: ignore[attr-defined]
        assert bot.choose(game.start()) in game.start().legal_moves
    path.write_text("def evaluate(board, s, weights):\n    return 0\n")
    with pytest.raises(BrokenFile, match="line 1: this is no evaluation"):
        make_bot(game, f"hard,terms={path}")
