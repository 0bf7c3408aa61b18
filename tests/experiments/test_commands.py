"""`tabuleiro elo`, `sprt` and `reproduce` as a user runs them."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from commands import command as run

from tabuleiro.cli.elo import read_counts
from tabuleiro.experiments.statistics import Tally, elo, score, sprt, superiority
from tabuleiro.experiments.store import Store
from tabuleiro.experiments.writers import elo_text, percent

PRIMER = (Path(__file__).parents[2] / "docs" / "statistics.md").read_text("utf-8")
COMMAND = Path(sys.executable).with_name("tabuleiro")


def answer(*words: str, cwd: Path | None = None) -> Any:
    done = run(*words, "--json", cwd=cwd)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_elo_of_games() -> None:
    found = answer("elo", "45", "15", "20")
    tally = Tally.of_games(45, 15, 20)
    assert (found["wins"], found["draws"], found["losses"]) == (45, 15, 20)
    assert found["elo"] == elo(tally).facts()
    assert found["superiority"] == superiority(tally)
    text = run("elo", "45", "15", "20").stdout
    assert "80 games: 45 won, 15 drawn, 20 lost" in text
    assert "+112" in text
    assert "more than chance" in text


def test_elo_of_pairs() -> None:
    found = answer("elo", "2", "6", "20", "8", "4")
    assert found["pairs"] == {"0": 2, "0.5": 6, "1": 20, "1.5": 8, "2": 4}
    assert found["games"] == 80
    assert found["elo"] == elo(Tally((2, 6, 20, 8, 4))).facts()


def test_elo_teaches() -> None:
    assert "may be chance" in run("elo", "7", "0", "3").stdout
    assert "at least +140" in run("elo", "10", "0", "0").stdout
    assert "at most -140" in run("elo", "0", "0", "10").stdout
    assert answer("elo", "10", "0", "0")["elo"]["high"] is None


def test_sprt() -> None:
    found = answer("sprt", "620", "390", "510", "--elo0", "0", "--elo1", "20")
    wanted = sprt(Tally.of_games(620, 390, 510), 0, 20)
    assert found["llr"] == wanted.llr
    assert found["accepted"] == "H1"
    assert "H1 is accepted" in run("sprt", "620", "390", "510", "--elo1", "20").stdout
    assert "play on" in run("sprt", "12", "90", "260", "110", "18").stdout
    normalised = answer("sprt", "620", "390", "510", "--model", "normalised")
    assert normalised["llr"] == sprt(Tally.of_games(620, 390, 510), 0, 10, model="normalised").llr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("elo", "1", "2"), "three (wins, draws, losses) or five"),
        (("elo", "0", "0", "0"), "at least one game"),
        (("elo", "x", "0", "0"), "integer"),
        (("elo", "1", "0", "0", "--confidence", "95"), "between 0 and 1"),
        (("sprt", "1", "1", "1", "--elo0", "5", "--elo1", "2"), "elo0 must be below elo1"),
        (("sprt", "1", "1", "1", "--alpha", "0.9"), "between 0 and 0.5"),
        (("sprt", "1", "1", "1", "--model", "odd"), "logistic"),
        (("reproduce", "chess"), "accepted: aboyne"),
        (("reproduce", "cifra", "--games", "3"), "even number"),
        (("reproduce", "cifra", "--workers", "0"), "accepted: 1 to"),
    ],
)
def test_bad_input_is_one_sentence(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    done = run(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    complaint = done.stderr.splitlines()[-1]
    assert complaint.startswith("tabuleiro: ")
    assert said in complaint
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.rglob("*.sqlite"))


def test_reproduce(tmp_path: Path) -> None:
    page = tmp_path / "results.md"
    words = ("reproduce", "cifra", "--games", "2", "--workers", "2", "--out", "here")
    done = run(*words, "--write", str(page), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "published 10–0–0 (100.0 %); measured " in done.stdout
    assert "published claims" in done.stdout
    text = page.read_text("utf-8")
    assert "## CIFRA Code25" in text
    assert text.count("| classic-hard") >= 5
    assert "![Measured in blue, published in orange: cifra, levels](results-charts/" in text
    assert (tmp_path / "results-charts" / "cifra-levels.svg").exists()
    assert "classic-medium – classic-easy: 2 of 2 games, and the means of all" in done.stdout
    assert 'id="chart-cifra-levels"' in (tmp_path / "here" / "report.html").read_text("utf-8")
    again = answer(*words, cwd=tmp_path)
    assert [each["experiment"] for each in again] == ["levels", "evaluations"]
    first = again[0]["rows"][0]
    assert first["published"] == [10, 0, 0]
    assert first["games"] == 2
    assert f"measured {first['wins']}–{first['draws']}–{first['losses']}" in done.stdout


def kept(home: Path) -> int:
    """How many games are on disk."""
    if not Store.exists(home):
        return 0
    with Store.open(home) as store:
        return len(store.numbers())


def test_reproduce_stops_at_once_and_keeps_its_games(tmp_path: Path) -> None:
    words = ("reproduce", "cifra", "--games", "5000", "--workers", "1", "--out", "here")
    process = subprocess.Popen(
        [COMMAND, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    home = tmp_path / "here" / "cifra" / "levels-1"
    while not kept(home):
        assert process.poll() is None, process.communicate()
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=120)
    assert process.returncode == 130
    assert output == ""
    assert "The same command goes on." in errors
    assert "Traceback" not in errors
    assert 0 < kept(home) < 5000


def test_reproduce_refuses_a_page_that_cannot_be_written(tmp_path: Path) -> None:
    done = run("reproduce", "cifra", "--quick", "--write", "no/such/place.md", cwd=tmp_path)
    assert done.returncode == 1
    assert "cannot be written" in done.stderr
    assert not list(tmp_path.rglob("*.sqlite"))


def test_the_primer_shows_what_is_printed() -> None:
    blocks = re.findall(r"```console\n\$ tabuleiro (.*?)\n(.*?)```", PRIMER, re.DOTALL)
    assert blocks
    for words, shown in blocks:
        printed = [line.rstrip() for line in run(*words.split()).stdout.splitlines()]
        assert printed == [line.rstrip() for line in shown.splitlines()]


def test_the_numbers_of_the_primer_are_right() -> None:
    rows = re.findall(r"^\| `tabuleiro elo ([\d ]+)` .*$", PRIMER, re.MULTILINE)
    assert len(rows) == 2
    for counts in rows:
        line = next(each for each in PRIMER.splitlines() if f"`tabuleiro elo {counts}`" in each)
        tally = read_counts([int(each) for each in counts.split()])
        assert elo_text(elo(tally)).replace("-", "−") in line
        assert percent(superiority(tally)) in line
    for games in (10, 100, 1000):
        found = score(Tally.of_games(games * 7 // 10, 0, games * 3 // 10))
        assert f"| {games} | 70 % | {100 * found.low:.1f} to {100 * found.high:.1f} |" in PRIMER
    assert sprt(Tally.of_games(620, 390, 510), 0, 20).llr == pytest.approx(5.14, abs=0.005)
