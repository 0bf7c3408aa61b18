"""What a newcomer reads of `learn` and `bots`, with a game of one's own."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from commands import command as run

from tabuleiro.cli.learn import report
from tabuleiro.learning.journal import Generation
from tabuleiro.learning.telling import Learned

BARE = Path(__file__).parents[1] / "examples" / "tictactoe.py"
"""A game without an evaluation."""


@pytest.mark.parametrize(
    ("search", "used", "says"),
    [
        (
            "alphabeta",
            True,
            ["The bots of the game use it.", "play mine.py -o size=3 --second hard"],
        ),
        (
            "mcts,rollout=1",
            True,
            ["No search with the net beats mcts", "novice, easy and medium use it."],
        ),
        (
            "mcts,rollout=1,rave=1000",
            True,
            ["by random games alone", "novice, easy and medium use it."],
        ),
        ("mcts,rollout=0.5", True, ["play as mcts,rollout=0.5", "The bots of the game use it."]),
        ("alphabeta", False, ["A bot uses it with net=my.net", "--second hard,net=my.net"]),
    ],
)
def test_a_report_says_who_uses_the_net_and_how_to_play(
    search: str, used: bool, says: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    loss = [(0.3, 0.3 - i / 1000) for i in range(25)]
    won = {"value": None, "low": 112.0, "high": None}
    done = Generation(0, 9, 900, 1.0, loss=loss, elo=won, accepted=True)
    report(
        Learned("mine", {}, "my.net", "", [done], search=search, used=used),
        "tabuleiro play mine.py -o size=3",
    )
    said = capsys.readouterr().out
    assert all(words in said for words in says), said
    assert "≥ +112" in said
    assert re.search(r"0\.2760 █[▁-█]{8}▁ ", said), said


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["learn", str(BARE), "--from", "none.net"], 2, "the net file 'none.net' cannot be read"),
        (["learn", str(BARE), "--minutes", "inf"], 2, "minutes cannot be inf; accepted: above 0"),
        (["learn", str(BARE), "--data", "none.npz"], 2, "cannot be read: No such file"),
        (["learn", str(BARE), "--out", f"{BARE}/my.net"], 1, "my.net' cannot be written"),
    ],
)
def test_what_cannot_be_is_one_sentence_before_anything_begins(
    words: list[str], code: int, sentence: str, tmp_path: Path
) -> None:
    done = run(*words, cwd=tmp_path, TABULEIRO_DATA_DIR=str(tmp_path / "data"))
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr.startswith("tabuleiro: ")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_game_that_nobody_can_judge_yet_has_no_levels(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_bytes(BARE.read_bytes())
    home = {"TABULEIRO_DATA_DIR": str(tmp_path / "data")}
    said = run("bots", "./mine.py", cwd=tmp_path, **home).stdout
    assert "no terms and no net, so no levels yet; `tabuleiro learn ./mine.py` makes" in said
    said = run("bots", "hex", cwd=tmp_path, **home).stdout
    assert "the levels use terms; `tabuleiro learn hex` makes one" in said


def test_without_a_terminal_a_run_tells_line_by_line_what_is_done(tmp_path: Path) -> None:
    words = ["learn", str(BARE), "--from", "nothing", "--generations", "2", "--positions", "300"]
    home = {"TABULEIRO_DATA_DIR": str(tmp_path / "data")}
    done = run(*words, "--seed", "1", "--json", cwd=tmp_path, **home)
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)["generations"]) == 2
    said = [line for line in done.stderr.splitlines() if line.startswith("generation ")]
    expected = [
        rf"generation {number}, {what}"
        for number in (0, 1)
        for what in (
            r"playing itself: [\d,]+ positions, [\d,]+ a second",
            r"training: loss 0\.\d{4}",
            r"match against what there was: Elo .+",
        )
    ]
    assert len(said) >= len(expected)
    for line, pattern in zip(said, expected, strict=False):
        assert re.fullmatch(pattern, line), line
