"""Every command as a user runs it: a real process, its two streams and its exit code."""

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

from tabuleiro import game_names

COMMAND = Path(sys.executable).with_name("tabuleiro")
GAMES = ("aboyne", "cifra", "fanorona", "focus", "shobu")


def answer(*words: str, typed: str = "") -> Any:
    """The one JSON document on standard output."""
    done = run(*words, "--json", typed=typed)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def refused(*words: str) -> str:
    """The one sentence of a usage error."""
    done = run(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("tabuleiro: ")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    return done.stderr.removeprefix("tabuleiro: ").strip()


def test_games_lists_all() -> None:
    done = run("games")
    assert done.returncode == 0
    lines = [line for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert [line.split()[0] for line in lines] == list(game_names())
    listed = answer("games")
    assert [each["name"] for each in listed] == list(game_names())
    assert game_names()[: len(GAMES)] == GAMES  # the five come first
    assert all(each["summary"] and each["options"] for each in listed)
    assert "Madagáscar" in run("games", "--lang", "pt").stdout


def test_games_shows_options() -> None:
    done = run("games", "fanorona")
    assert "no_capture_limit" in done.stdout
    assert "3 to 10" in done.stdout
    (facts,) = answer("games", "fanorona")
    assert {"name": "width", "default": 9, "accepts": "3 to 10"}.items() <= facts["options"][
        0
    ].items()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("lang", ["en", "pt"])
def test_rules(name: str, lang: str) -> None:
    text = run("rules", name, "--lang", lang).stdout
    assert text.startswith("# ")
    assert "```" in text  # a diagram
    assert answer("rules", name, "--lang", lang) == {"game": name, "lang": lang, "text": text}


@pytest.mark.parametrize("name", GAMES)
def test_show(name: str) -> None:
    facts = answer("show", name)
    assert facts["outcome"] is None
    move = facts["legal_moves"][0]
    after = answer("show", name, "--moves", move)
    assert after["history"] == [move]
    again = answer("show", name, "--position", after["position"])
    assert again["legal_moves"] == after["legal_moves"]
    shown = run("show", name)
    assert shown.returncode == 0
    assert facts["position"] in shown.stdout
    assert "to move" in shown.stdout


def test_show_writes_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    done = run("show", "shobu", "--svg", str(file))
    assert done.returncode == 0
    assert file.read_text().startswith("<svg ")
    assert "cannot be written" in run("show", "shobu", "--svg", str(tmp_path / "no" / "x")).stderr


def test_perft_of_one_game() -> None:
    facts = answer("perft", "fanorona", "4", "-o", "width=5", "-o", "height=5")
    assert facts["nodes"] == 3469
    assert facts["game"] == "fanorona"
    assert facts["depth"] == 4
    assert facts["options"]["width"] == 5
    assert facts["seconds"] > 0
    assert "3,469" in run("perft", "fanorona", "4", "-o", "width=5", "-o", "height=5").stdout


def test_perft_divide_adds_up() -> None:
    facts = answer("perft", "fanorona", "3", "--divide")
    assert facts["nodes"] == 724 == sum(facts["divide"].values())
    assert facts["divide"]["d3-e3w"] == 436


def test_perft_of_a_finished_game_is_nothing() -> None:
    rows = "...../...../..W../...../..... b"
    facts = answer("perft", "fanorona", "2", "-o", "width=5", "--position", rows)
    assert facts["nodes"] == 0


def test_bench_keeps_and_compares(tmp_path: Path) -> None:
    file = tmp_path / "before.json"
    first = answer("bench", "fanorona", "--seconds", "0.05", "--save", str(file))
    figures = first["fanorona"]
    speeds = {key for key in figures if key.endswith("_per_second")}
    assert speeds == {
        "perft_nodes_per_second",
        "playouts_per_second",
        "plies_per_second",
        "alphabeta_nodes_per_second",
        "mcts_iterations_per_second",
    }
    assert all(figures[key] > 0 for key in speeds)
    reached = figures["seconds_to_depth"]
    assert list(reached) == [str(depth + 1) for depth in range(figures["alphabeta_depth"])]
    assert sorted(reached.values()) == list(reached.values())
    later = answer("bench", "fanorona", "--seconds", "0.05", "--against", str(file))
    assert set(later["fanorona"]["ratio"]) == {*speeds, "seconds_to_depth"}
    shown = run("bench", "fanorona", "--seconds", "0.05", "--against", str(file)).stdout
    assert "× earlier" in shown
    file.write_text('{"fanorona": {"perft_nodes_per_second": 10}}')  # a version that measured less
    older = answer("bench", "fanorona", "--seconds", "0.05", "--against", str(file))
    assert set(older["fanorona"]["ratio"]) == {"perft_nodes_per_second"}
    file.write_text("[1]")
    assert "is not a file that `tabuleiro bench --save` has written" in refused(
        "bench", "fanorona", "--against", str(file)
    )


def test_warm_up_says_what_is_ready() -> None:
    small = str(Path(__file__).parents[1] / "examples" / "tictactoe.py")
    facts = answer("warm-up", small)
    assert set(facts["seconds"]) == {small}
    assert run("warm-up", small).stdout.startswith(f"{small} is ready")


@pytest.mark.parametrize("name", GAMES)
def test_bots_play_each_other_and_equal_seeds_play_equal_games(name: str) -> None:
    words = ("play", name, "--first", "random", "--second", "random", "-o", "max_plies=40")
    facts = answer(*words, "--seed", "4")
    assert facts["outcome"] is not None
    assert facts["history"] == answer(*words, "--seed", "4")["history"]
    assert facts["history"] != answer(*words, "--seed", "5")["history"]


def test_a_person_plays_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    typed = "\n".join(
        ["help", "moves", "E2", "zz", "undo", "undo", "board", f"save {file}", "quit"]
    )
    done = run("play", "fanorona", "--seed", "1", typed=typed)
    assert done.returncode == 0
    said = done.stdout
    assert "take back" in said
    assert "d3-e3w" in said
    assert "Black plays" in said
    assert "move 'zz' cannot be read" in said
    assert "There is nothing to take back." in said
    assert "See you soon." in said
    assert '[Game "fanorona"]' in file.read_text()


def test_a_person_plays_in_portuguese() -> None:
    done = run("play", "fanorona", "--seed", "1", typed="ajuda\nsair\n", LC_ALL="pt_PT.UTF-8")
    assert "desfazer" in done.stdout
    assert "Brancas a jogar." in done.stdout
    assert "Até breve." in done.stdout


def test_play_without_a_game_lets_you_choose() -> None:
    done = run("play", "--plain", typed="77\nfan\ne2\nquit\n")
    assert done.returncode == 0
    assert "Which game?" not in done.stderr
    assert f"Please type a number from 1 to {len(game_names())}" in done.stdout
    assert "White to move." in done.stdout
    assert run("play", "--plain", typed="").returncode == 0


def test_a_game_can_be_recorded_and_loaded(tmp_path: Path) -> None:
    import tabuleiro

    file = tmp_path / "game.txt"
    seats = ("--first", "random", "--second", "random", "--seed", "9")
    facts = answer("play", "fanorona", *seats, "--record", str(file))
    record = tabuleiro.Record.load(file)
    assert [move.text for move in record.moves] == facts["history"]
    assert record.players == ("random", "random")
    assert record.result == facts["outcome"]["result"]


def test_version_and_help() -> None:
    assert run("--version").stdout.startswith("tabuleiro ")
    assert "perft" in run("--help").stdout
    assert "DEPTH" in run("perft", "--help").stdout.upper()


def test_shell_completion() -> None:
    script = run("--show-completion", "bash", _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1")
    assert "tabuleiro" in script.stdout


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("perft fa", ["fanorona"]),
        ("warm-up shobu fo", ["focus"]),
        ("show fanorona -o sta", ["stalemate=loss", "stalemate=draw"]),
        ("show fanorona -o mand", ["mandatory_continuation=yes", "mandatory_continuation=no"]),
        ("perft focus 3 -o size=1", ["size=10", "size=12"]),
        ("play shobu --second hu", ["human"]),
        ("play shobu --first rand", ["random"]),
        ("rules shobu --lang p", ["pt"]),
        ("show go -o ", []),
    ],
)
def test_the_shell_is_offered(words: str, offered: list[str]) -> None:
    asked = {"COMP_WORDS": f"tabuleiro {words}", "COMP_CWORD": str(words.count(" ") + 1)}
    done = run(_TABULEIRO_COMPLETE="complete_bash", **asked)
    assert done.stdout.split() == offered
    assert done.stderr == ""


BAD = {
    ("perft",): "Missing argument",
    ("perft", "chess", "3"): "there is no game 'chess'; accepted: aboyne, cifra, fanorona, focus",
    ("perft", "fanorona", "0"): "greater than or equal to 1",
    ("perft", "fanorona", "65"): "less than or equal to 64",
    ("perft", "fanorona", "x"): "integer",
    ("perft", "fanorona", "2", "-o", "width=2"): "width cannot be '2'; accepted: 3 to 10",
    ("perft", "fanorona", "2", "-o", "size=5"): "no option 'size'; accepted: width, height",
    ("perft", "fanorona", "2", "-o", "width"): "'width' is not of the form KEY=VALUE",
    ("perft", "fanorona", "2", "--position", "nonsense"): "position 'nonsense' needs",
    ("perft", "fanorona", "2", "--position", ""): "the position is empty; a fanorona position",
    ("show", "fanorona", "--moves", "a1-a9"): "move 'a1-a9' cannot be read; legal moves are",
    ("show", "fanorona", "--moves", "a1-a2"): "move 'a1-a2' is not legal here",
    ("show", "fanorona", "--moves", "d3"): "move 'd3' fits 2 legal moves: d3-e3a, d3-e3w",
    ("rules", "go"): "there is no game 'go'",
    ("rules", "shobu", "--lang", "fr"): "--lang",
    ("play", "shobu", "--first", "deep"): "there is no player 'deep'; accepted: human, random",
    ("play", "shobu", "--seed", "x"): "--seed",
    ("bench", "go"): "there is no game 'go'",
    ("bench", "shobu", "--seconds", "0"): "--seconds",
    ("bench", "shobu", "--against", "missing.json"): "cannot be read: No such file",
    ("warm-up", "go"): "there is no game 'go'",
    ("games", "go"): "there is no game 'go'",
    ("prft",): "No such command",
}


@pytest.mark.parametrize("words", BAD, ids=" ".join)
def test_bad_input_gets_one_sentence(words: tuple[str, ...]) -> None:
    assert BAD[words] in refused(*words)


@pytest.mark.parametrize("words", ["show shobu -o foo=1 --lang pt", "bots shobbu --lang=pt"])
def test_bad_input_is_answered_in_the_language_asked_for(words: str) -> None:
    assert "aceites: " in refused(*words.split())


def test_a_job_that_fails_exits_with_1(tmp_path: Path) -> None:
    done = run("show", "fanorona", "--svg", str(tmp_path / "none" / "board.svg"))
    assert done.returncode == 1
    assert done.stderr.startswith("tabuleiro: ")


def listen_to_ctrl_c() -> None:
    """Before a program starts: a shell's background jobs would ignore Ctrl-C, and so would it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_stops_compiled_code() -> None:
    assert run("perft", "fanorona", "1").returncode == 0  # compiled by now
    process = subprocess.Popen(
        [COMMAND, "perft", "fanorona", "12"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=listen_to_ctrl_c,
    )
    wait_until_at_work(process.pid)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert output == ""
    assert errors.strip().endswith("tabuleiro: stopped")


def test_bots_are_listed() -> None:
    facts = answer("bots", "fanorona")
    names = [bot["name"] for bot in facts["fanorona"]["bots"]]
    assert names[:2] == ["novice", "easy"]
    assert {"master", "classic-easy", "random", "mcts"} <= set(names)
    assert "pieces" in facts["fanorona"]["terms"]
    assert "master" in run("bots", "fanorona").stdout


def test_analyse_and_hint() -> None:
    words = ("-o", "width=5", "-o", "height=5")
    facts = answer("analyse", "fanorona", *words, "--depth", "4", "--lines", "2")
    assert facts["depth"] == 4
    assert len(facts["lines"]) == 2
    best = facts["lines"][0]["move"]
    said = run("analyse", "fanorona", *words, "--depth", "4").stdout
    assert best in said
    assert "depth 4" in said
    hints = [
        answer("hint", "fanorona", *words, "--depth", "4", "--grade", grade)["hint"]
        for grade in "123"
    ]
    assert hints[0] == f"Look at the piece on {best[:2]}."
    assert hints[1].startswith(f"Move the piece on {best[:2]} ")
    assert hints[2].startswith(f"Play {best}.")


def test_analyse_reads_records(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text('[Game "fanorona"]\n[Options "width=5 height=5"]\n\n1. c2-c3a\n')
    assert answer("analyse", "fanorona", "--record", str(file), "--depth", "2")["player"] == 1
    assert "the record is of fanorona, not of shobu" in refused(
        "analyse", "shobu", "--record", str(file)
    )


BAD_SEARCHES = {
    ("analyse", "fanorona", "--bot", "deep"): "fanorona has no bot 'deep'; accepted: random",
    ("analyse", "fanorona", "--bot", "random"): "the bot 'random' does not search",
    ("analyse", "fanorona", "--seconds", "0"): "the limit seconds cannot be 0",
    ("analyse", "fanorona", "--depth", "-1"): "the limit depth cannot be -1",
    ("analyse", "fanorona", "--weights", "stones=1"): "fanorona has no term 'stones'",
    ("analyse", "fanorona", "--lines", "0"): "--lines",
    ("hint", "fanorona", "--grade", "4"): "--grade",
    ("bots", "go"): "there is no game 'go'",
}


@pytest.mark.parametrize("words", BAD_SEARCHES, ids=" ".join)
def test_bad_searches_get_one_sentence(words: tuple[str, ...]) -> None:
    assert BAD_SEARCHES[words] in refused(*words)
