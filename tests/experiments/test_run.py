"""Whole experiments, with real processes: whoever is killed, every game is there, and once."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tabuleiro
from tabuleiro.experiments.result import Result
from tabuleiro.experiments.store import Store

Start = Callable[..., subprocess.Popen[str]]
Run = Callable[..., subprocess.CompletedProcess[str]]
Games = Callable[[Path], list[tuple[Any, ...]]]
Peace = list[tuple[Any, ...]]

COMMAND = str(Path(sys.executable).with_name("tabuleiro"))

SMALL = ("fanorona", "-o", "width=5", "--seed", "4", "--no-report")
SLOW = (*SMALL, "sleepy", "random", "--openings", "0", "--games", "24", "--workers", "2")
"""Some seconds of games that need nothing compiled."""


def wait_for_games(directory: Path, count: int) -> int:
    """Until so many games are on disk; how many there are then."""
    for _ in range(3000):
        if Store.exists(directory):
            with Store.open(directory) as store:
                done = len(store.numbers())
            if done >= count:
                return done
        time.sleep(0.01)
    raise AssertionError(f"there are no {count} games")


def children(process: subprocess.Popen[str]) -> list[int]:
    """The worker processes of a command."""
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
    return [int(pid) for pid in listed.split()]


def wait_for_the_end_of(processes: list[int]) -> None:
    """Until none of them is there."""
    for _ in range(3000):
        if not any(Path(f"/proc/{pid}").exists() for pid in processes):
            return
        time.sleep(0.01)
    raise AssertionError(f"some of {processes} are still there")


def test_results_do_not_depend_on_the_number_of_workers(
    arena: Run, played: Games, tmp_path: Path
) -> None:
    bots = ("novice", "medium,nodes=500", "mcts,iterations=30,cap=40", "random")
    for workers in ("1", "2"):
        done = arena(*SMALL, *bots, "--games", "4", "--workers", workers, "--out", workers)
        assert done.returncode == 0, done.stderr
    one, two = played(tmp_path / "1"), played(tmp_path / "2")
    assert len(one) == 24
    assert one == two
    with Store.open(tmp_path / "1") as a, Store.open(tmp_path / "2") as b:
        for left, right in zip(a.plies(), b.plies(), strict=True):
            for field in ("game", "bot", "nodes", "depth", "hits", "cuts"):
                assert (left[field] == right[field]).all()


@pytest.fixture(scope="module")
def undisturbed(installed: Path, played: Games, tmp_path_factory: pytest.TempPathFactory) -> Peace:
    """The slow games, played in peace."""
    out = tmp_path_factory.mktemp("peace") / "out"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(installed), prepend=os.pathsep)
        subprocess.run([COMMAND, "arena", *SLOW, "--out", out], check=True)
    return played(out)


def test_killed_and_resumed(
    site: Path, undisturbed: Peace, command: Start, arena: Run, played: Games, tmp_path: Path
) -> None:
    out = tmp_path / "killed"
    for count in (3, 11):
        words = SLOW if count == 3 else ("--resume", "--no-report")
        process = command(*words, "--out", str(out))
        kept = wait_for_games(out, count)
        workers = children(process)
        process.kill()
        process.wait()
        with Store.open(out) as store:
            assert kept <= len(store.numbers()) < 24
        wait_for_the_end_of(workers)
    before = {game[0]: game for game in played(out)}
    done = arena("--resume", "--no-report", "--out", str(out), "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["complete"] is True
    after = played(out)
    assert after == undisturbed
    assert all(game in after for game in before.values())


def test_whoever_thinks_when_the_experiment_is_killed_ends_too(
    site: Path, command: Start, tmp_path: Path
) -> None:
    process = command(*SMALL, "hangs", "hangs", "--openings", "0", "--out", "out")
    while not (Store.exists(tmp_path / "out") and len(children(process)) == 2):
        time.sleep(0.01)
    workers = children(process)
    process.kill()
    process.wait()
    wait_for_the_end_of(workers)
    with Store.open(tmp_path / "out") as store:
        assert store.numbers() == set()


def listen_to_ctrl_c() -> None:
    """Before a program starts: a shell's background jobs would ignore Ctrl-C, and so would it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_and_resumed(
    site: Path,
    undisturbed: Peace,
    command: Start,
    arena: Run,
    played: Games,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    number: signal.Signals,
) -> None:
    out = tmp_path / "with a space"
    made = tmp_path / "made"
    monkeypatch.setenv("MADE", str(made))
    process = command(*SLOW, "--out", str(out), "--json", preexec_fn=listen_to_ctrl_c)
    wait_for_games(out, 5)
    process.send_signal(number)
    output, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in errors
    found = json.loads(output)
    assert found["complete"] is False
    assert 5 <= found["games"] == len(played(out)) < 24
    resume = re.search(r"to go on: tabuleiro arena (.*)", errors)
    assert resume is not None
    done = arena(*shlex.split(resume[1]))
    assert done.returncode == 0, done.stderr
    assert played(out) == undisturbed
    checked = 2  # at the start of both runs
    dropped = 4  # of each worker the game that it plays, and one that ended during the stop
    assert 24 + checked <= len(made.read_text()) <= 24 + checked + dropped


def test_a_dead_worker_is_replaced(
    site: Path, undisturbed: Peace, command: Start, played: Games, tmp_path: Path
) -> None:
    out = tmp_path / "dead"
    process = command(*SLOW, "--out", str(out))
    for count in (4, 12):
        wait_for_games(out, count)
        os.kill(children(process)[0], signal.SIGKILL)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    assert played(out) == undisturbed


def test_a_game_that_ends_its_process_is_played_again(
    site: Path, arena: Run, played: Games, tmp_path: Path
) -> None:
    (tmp_path / "lives" / "1").touch()
    done = arena(*SMALL, "crashes", "random", "--openings", "0", "--games", "4", "--out", "out")
    assert done.returncode == 0, done.stderr
    assert [game[0] for game in played(tmp_path / "out")] == [0, 1, 2, 3]


def test_a_game_that_always_ends_its_process_is_given_up(
    site: Path, arena: Run, tmp_path: Path
) -> None:
    for life in range(20):
        (tmp_path / "lives" / str(life)).touch()
    done = arena(*SMALL, "crashes", "random", "--openings", "0", "--games", "4", "--out", "out")
    assert done.returncode == 1
    assert re.search(r"game \d has ended 3 worker processes; what they said is in", done.stderr)


def test_bots_that_fail_lose_and_the_arena_goes_on(
    site: Path, arena: Run, played: Games, tmp_path: Path
) -> None:
    bots = ("noisy", "raises", "cheats", "hangs")
    quick = ("--games", "2", "--openings", "0", "--patience", "15")
    done = arena(*SMALL, *bots, *quick, "--out", "out", "--gauntlet", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["reasons"] == {"failure": 2, "illegal move": 2, "too slow": 2}
    noisy = found["players"][0]
    assert (noisy["bot"], noisy["wins"]) == ("noisy", 6)
    log = (tmp_path / "out" / "workers.log").read_text()
    assert "ZeroDivisionError: it cannot count" in log
    assert "thinking aloud" in log
    assert "very loudly" in log
    record = Result(tmp_path / "out").record(0)
    assert record.tags["Termination"] == "it cannot count"


def _runs(process: Path, program: Path) -> bool:
    with contextlib.suppress(OSError):  # it may end meanwhile
        return str(program).encode() in process.read_bytes()
    return False


def test_programs_play_lose_and_leave(arena: Run, played: Games, tmp_path: Path) -> None:
    engine = tmp_path / "small_engine.py"
    engine.write_text((Path(__file__).parents[1] / "protocol" / engine.name).read_text())
    good, bad = (f"ugi:{sys.executable} {engine} fanorona{fault}" for fault in ("", " illegal"))
    few = ("--games", "2", "--openings", "0", "--out", "out", "--no-report")
    done = arena("fanorona", "random", good, bad, *few)
    assert done.returncode == 0, done.stderr
    for _, first, second, winner, reason, _ in played(tmp_path / "out"):
        if 2 in (first, second):
            assert reason == "failure"
            assert (first, second)[1 - (winner or 0)] == 2
        else:
            assert reason != "failure"
    assert not [path for path in Path("/proc").glob("[0-9]*/cmdline") if _runs(path, engine)]


def test_a_test_stops_a_clear_case_at_the_same_pair_whoever_plays(
    arena: Run, played: Games, tmp_path: Path
) -> None:
    clear = (*SMALL, "easy", "random", "--games", "100", "--sprt", "0,100", "--json")
    counts = []
    for workers in ("1", "2"):
        done = arena(*clear, "--workers", workers, "--out", workers)
        assert done.returncode == 0, done.stderr
        found = json.loads(done.stdout)
        assert found["pairings"][0]["verdict"] == "H1"
        assert found["complete"] is True
        counts.append(found["games"])
    assert counts[0] == counts[1] < 80
    assert played(tmp_path / "1") == played(tmp_path / "2")
    again = arena("--resume", "--no-report", "--out", "1", "--json")
    assert json.loads(again.stdout)["games"] == counts[0]


def test_a_finished_experiment_has_nothing_to_resume(
    arena: Run, played: Games, tmp_path: Path
) -> None:
    few = (*SMALL, "random", "random", "--games", "2", "--openings", "0", "--out", "out")
    assert arena(*few).returncode == 0
    games = played(tmp_path / "out")
    again = arena("--resume", "--no-report", "--out", "out")
    assert again.returncode == 0
    assert "random (2)" in again.stdout
    assert played(tmp_path / "out") == games


def test_two_at_once_do_not_mix(site: Path, command: Start, arena: Run, tmp_path: Path) -> None:
    process = command(*SMALL, "hangs", "hangs", "--openings", "0", "--out", "out")
    while not Store.exists(tmp_path / "out"):
        time.sleep(0.01)
    done = arena("--resume", "--no-report", "--out", "out")
    assert process.poll() is None
    assert done.returncode == 1
    assert done.stderr.endswith("tabuleiro: another process is at work on 'out'\n")


def test_from_python(tmp_path: Path) -> None:
    result = tabuleiro.arena(
        "fanorona",
        ["novice", "random"],
        options={"width": 5},
        games=4,
        seed=1,
        workers=1,
        out=tmp_path / "out",
    )
    assert result.complete
    assert len(result.games) == 4
    assert result.games[0].keys() >= {"first", "second", "result", "turns"}
    assert sum(player.results.games for player in result.tables.players) == 8
    frame = result.to_pandas()
    assert list(frame["first"]) == ["novice", "random"] * 2
    assert set(result.to_pandas("players")["bot"]) == {"novice", "random"}
    with pytest.raises(tabuleiro.InvalidOption, match="there is no table 'plies'; accepted: games"):
        result.to_pandas("plies")
    html = result._repr_html_()
    assert "<td>novice</td>" in html
    assert "4 of 4 games" in html
    again = tabuleiro.arena(
        tabuleiro.game("fanorona", width=5),
        ["novice", "random"],
        games=4,
        out=tmp_path / "out",
        resume=True,
    )
    assert again.games == result.games


def test_a_script_needs_no_guard(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import tabuleiro\n"
        "found = tabuleiro.arena('fanorona', ['random', 'random'], options={'width': 5}, games=2,"
        " openings=0, workers=2, out='out')\n"
        "print(len(found.games))\n"
    )
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, cwd=tmp_path, timeout=60
    )
    assert done.stdout == "2\n", done.stderr
