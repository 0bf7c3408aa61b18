"""The commands that explain: review, analyse, hint and bots, as a user runs them."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from commands import command as run
from commands import wait_until_at_work

from tabuleiro import Record

COMMAND = Path(sys.executable).with_name("tabuleiro")
SMALL = ("-o", "width=5", "-o", "height=5")
FORK = "...../.B.../...B./.WB../....W w"
"""White wins at once with b2-b3a,c3a,c4w; b2-a2w takes one stone alone."""

RECORD = f"""[Game "fanorona"]
[Options "width=5 height=5"]
[First "Ana"]
[Start "{FORK}"]

1. b2-a2w {{hm}}
"""


def answer(*words: str) -> Any:
    done = run(*words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def refused(*words: str) -> str:
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    return done.stderr.removeprefix("tabuleiro: ").strip()


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(RECORD)
    return path


def test_a_review_names_the_mistake_and_the_better_move(record: Path) -> None:
    facts = answer("review", str(record), "--depth", "3")
    (turn,) = facts["turns"]
    assert turn["grade"] == "blunder"
    assert turn["best"] == ["b2-b3a,c3a,c4w"]
    assert turn["before"]["win_in"] == 1
    assert facts["summaries"][0]["counts"]["blunder"] == 1
    assert facts["summaries"][1]["accuracy"] is None
    assert len(facts["win_probabilities"]) == 2
    said = run("review", str(record), "--depth", "3").stdout
    assert "White (Ana)  b2-a2w  blunder  wins in 1 → " in said
    assert "b2-b3a,c3a,c4w" in said
    assert "accuracy" in said


def test_a_review_in_portuguese(record: Path) -> None:
    said = run("review", str(record), "--depth", "3", "--lang", "pt").stdout
    assert "erro grave" in said
    assert "ganha em 1 → " in said
    assert "precisão" in said
    assert "Brancas (Ana)" in said


def test_a_review_writes_comments(record: Path, tmp_path: Path) -> None:
    file = tmp_path / "commented.txt"
    done = run("review", str(record), "--depth", "3", "--annotate", str(file))
    assert done.returncode == 0
    assert f"The commented game is in {file}" in done.stderr
    assert Record.load(file).comments[1].startswith("hm blunder (wins in 1 → ")
    assert record.read_text() == RECORD


def test_what_cannot_be_reviewed(record: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text('[Game "shobu"]\n')
    assert refused("review", str(empty)) == "the record has no moves to review"
    assert "cannot be read: No such file" in refused("review", str(tmp_path / "none"))
    assert "the limit depth cannot be 0" in refused("review", str(record), "--depth", "0")
    assert "cannot be limited by iterations; accepted: depth, seconds, nodes" in refused(
        "review", str(record), "--iterations", "5"
    )
    assert "does not search" in refused("review", str(record), "--bot", "random")


def test_an_analysis_is_seen_from_a_stated_side() -> None:
    words = ("analyse", "fanorona", *SMALL, "--position", FORK, "--depth", "3")
    mover, first = answer(*words), answer(*words, "--as", "first")
    second = answer(*words, "--as", "second")
    assert mover["lines"] == first["lines"]
    assert (mover["player"], second["player"], second["to_move"]) == (0, 1, 0)
    assert [facts["lines"][0]["decided"] for facts in (mover, second)] == ["win", "loss"]
    assert second["lines"][0]["win_in"] == -1
    said = run(*words, "--as", "second").stdout
    assert "White to move; values for Black" in said
    assert "loses in 1" in said


def test_an_analysis_tells_its_numbers() -> None:
    words = ("analyse", "fanorona", *SMALL, "--depth", "4")
    done = run(*words)
    assert done.stderr == ""
    for part in ("depth 4 in ", " states considered (", " states avoided, ", " branches pruned"):
        assert part in done.stdout
    won = ("analyse", "fanorona", *SMALL, "--position", FORK, "--depth", "3")
    assert "why: Proven: wins in 1." in run(*won).stdout
    assert answer(*won)["why"]["text"] == {
        "en": "Proven: wins in 1.",
        "pt": "Provado: ganha em 1.",
    }
    said = run(*words, "--lang", "pt").stdout
    for part in ("profundidade 4 em ", "estados considerados", "ramos cortados", "Brancas a jogar"):
        assert part in said


def test_a_tree_search_analyses_too() -> None:
    words = ("analyse", "fanorona", *SMALL, "--bot", "mcts", "--seed", "1")
    facts = answer(*words, "--iterations", "300")
    assert facts["bot"] == "mcts"
    assert facts["states_considered"] >= 300
    assert 0 < facts["lines"][0]["win_probability"] < 1
    assert "the bot 'mcts' cannot be limited by depth" in refused(*words, "--depth", "3")


def test_ctrl_c_prints_what_is_known_by_then() -> None:
    answer("analyse", "fanorona", "--depth", "1")  # so that nothing is left to compile
    process = subprocess.Popen(
        [COMMAND, "analyse", "fanorona", "--seconds", "300", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    wait_until_at_work(process.pid)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    assert json.loads(output)["depth"] >= 1


def test_weights_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('start_from = "best"\nmobility = 0\nhunt = 5\n')
    words = ("analyse", "fanorona", *SMALL, "--depth", "2", "--weights")
    assert answer(*words, "pieces=10,approach=2")["terms"].keys() == {"pieces", "approach"}
    assert answer(*words, str(file))["terms"].keys() == {"pieces", "grab", "hunt"}
    file.write_text("pieces = 1\nmoblity = 0\n")
    assert refused(*words, str(file)).startswith(
        f"line 2 of the weights file {str(file)!r}: fanorona has no term 'moblity'; "
        "did you mean 'mobility'?"
    )


def test_a_hint_in_portuguese() -> None:
    words = ("hint", "fanorona", *SMALL, "--position", FORK, "--depth", "2", "--lang", "pt")
    assert run(*words, "--grade", "1").stdout == "Repara na peça em b2.\n"
    assert run(*words, "--grade", "2").stdout == "Move a peça de b2 para cima.\n"
    assert run(*words).stdout == "Joga b2-b3a,c3a,c4w. Provado: ganha em 1.\n"
    facts = answer(*words, "--grade", "1")
    assert (facts["cells"], facts["move"], facts["grade"]) == (["b2"], None, 1)


def test_bots_tell_what_can_be_set() -> None:
    facts = answer("bots", "shobu")["shobu"]
    kinds = {bot["name"]: bot["kind"] for bot in facts["bots"]}
    assert (kinds["master"], kinds["classic-1"], kinds["mcts"]) == ("level", "classic", "simple")
    depth = next(each for each in facts["settings"] if each["name"] == "depth")
    assert (depth["type"], depth["min"], depth["max"], depth["limit"]) == ("whole", 1, 60, True)
    said = run("bots", "--settings", "--lang", "pt").stdout
    assert "Segundos por jogada." in said
    listed = run("bots", "shobu", "--lang", "pt").stdout
    assert listed.index("Níveis") < listed.index("Jogadores dos programas originais")


def test_a_table_larger_than_memory_is_refused_at_once() -> None:
    sentence = refused("analyse", "shobu", "--bot", "master,table_mb=1000000")
    assert sentence.startswith("the table of 1000000 MB is larger than this machine's memory")


@pytest.mark.parametrize("columns", ["80", "60", "40"])
def test_a_narrow_screen_keeps_move_grade_and_better(record: Path, columns: str) -> None:
    name = "ugi:/home/ana/engines/fanorona/build/engine --threads 2,seconds=0.5"
    record.write_text(RECORD.replace("Ana", name))
    done = run("review", str(record), "--depth", "3", COLUMNS=columns)
    assert done.returncode == 0, done.stderr
    head, turn, *_ = done.stdout.splitlines()
    assert [word in head.split() for word in ("move", "grade", "better")] == [True] * 3
    for cell in ("b2-a2w", "blunder", "b2-b3a,c3a,c4w"):
        assert cell in turn
    assert all(len(line) <= int(columns) for line in done.stdout.splitlines())
