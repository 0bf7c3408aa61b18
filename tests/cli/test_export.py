"""`tabuleiro export`: a game of an experiment that the other commands read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tabuleiro
from tabuleiro.cli import main
from tabuleiro.experiments.result import Result
from tabuleiro.record import Record


@pytest.fixture(scope="module")
def experiment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four games on a small board, from openings of two turns."""
    out = tmp_path_factory.mktemp("experiment") / "out"
    bots = ["random", "greedy"]
    size = {"width": 5, "height": 5}
    tabuleiro.arena("fanorona", bots, options=size, games=4, openings=2, seed=3, workers=1, out=out)
    return out


def test_a_game_is_read_by_the_other_commands(
    experiment: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    assert main(["export", str(experiment), "1", "--write", str(file)]) == 0
    assert capsys.readouterr().err == f"Game 1 is in {file}\n"
    played = Result(experiment).games[1]
    record = Record.load(file)
    assert record.players == (played["first"], played["second"]) == ("greedy", "random")
    assert record.result == played["result"] != "*"
    assert len(record.moves) == played["turns"] + 2
    assert record.game.options["width"] == 5
    assert main(["watch", str(file)]) == 0
    assert main(["review", str(file), "--depth", "1", "--json"]) == 0
    out = capsys.readouterr().out
    judged = json.loads(out[out.index("{\n") :])["turns"]
    assert [turn["number"] for turn in judged] == list(range(3, len(record.moves) + 1))


def test_it_goes_to_the_standard_output(
    experiment: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", str(experiment), "0"]) == 0
    output, errors = capsys.readouterr()
    assert errors == ""
    record = Record.parse(output)
    assert record.text() == output
    assert record.tags["Round"] == "0"


def test_the_first_turns_can_be_searched_on(
    experiment: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, part = tmp_path / "whole.txt", tmp_path / "part.txt"
    assert main(["export", str(experiment), "2", "--write", str(whole)]) == 0
    assert main(["export", str(experiment), "2", "--turns", "3", "--write", str(part)]) == 0
    record = Record.load(part)
    assert record.moves == Record.load(whole).moves[:3]
    assert record.result == "*"
    capsys.readouterr()
    assert main(["analyse", "fanorona", "--record", str(part), "--depth", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["position"] == record.positions()[-1].text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("4",), "there is no game 4 in {out!r}; finished games: 4, from 0 to 3"),
        (("1", "--turns", "999"), "game 1 has no 999 turns to take; accepted: 0 to {turns}"),
        (("1", "--turns", "-1"), "game 1 has no -1 turns to take; accepted: 0 to {turns}"),
    ],
)
def test_what_is_not_there(
    experiment: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    turns = len(Result(experiment).record(1).moves)
    assert main(["export", str(experiment), *words]) == 2
    wanted = sentence.format(out=str(experiment), turns=turns)
    assert capsys.readouterr() == ("", f"tabuleiro: {wanted}\n")


def test_no_experiment(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(tmp_path), "0"]) == 2
    said = f"tabuleiro: there is no experiment in {str(tmp_path)!r}\n"
    assert capsys.readouterr() == ("", said)
