"""The same games on a real Dask cluster on this machine, one worker of which is killed."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tabuleiro.errors import JobFailed
from tabuleiro.experiments.cluster import Cluster as Client
from tabuleiro.experiments.settings import Settings
from tabuleiro.experiments.store import Store

Start = Callable[..., subprocess.Popen[str]]
Run = Callable[..., subprocess.CompletedProcess[str]]
Games = Callable[[Path], list[tuple[Any, ...]]]

QUICK = ("-o", "width=5", "--seed", "4", "--games", "24", "--no-report")
SETTINGS = ("fanorona", "sleepy", "random", "--openings", "0", *QUICK)
SEARCHING = ("fanorona", "sleepy", "novice", *QUICK)


class Cluster:
    """A scheduler and its workers, as separate processes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self.start("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", *words]
        with (self.folder / "dask.log").open("ab") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder)
        self.processes.append(process)
        return process

    def worker(self) -> subprocess.Popen[bytes]:
        return self.start("worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard")

    def end(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(site: Path, tmp_path: Path) -> Iterator[Cluster]:
    folder = tmp_path / "cluster"
    folder.mkdir()
    made = Cluster(folder)
    yield made
    made.end()


def wait_for_games(process: subprocess.Popen[str], directory: Path, count: int) -> None:
    """Until so many games of a command that still runs are on disk."""
    found = 0
    while found < count:
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
        if Store.exists(directory):
            with Store.open(directory) as store:
                found = len(store.numbers())


def start_on(cluster: Cluster, command: Start, out: Path) -> subprocess.Popen[str]:
    """A command that has some games on a cluster behind it and some before it."""
    cluster.worker()
    process = command(*SETTINGS, "--cluster", cluster.address, "--out", out.name)
    wait_for_games(process, out, 3)
    return process


def test_a_killed_worker_costs_nothing(
    cluster: Cluster, command: Start, arena: Run, played: Games, tmp_path: Path
) -> None:
    workers = [cluster.worker(), cluster.worker()]
    out = tmp_path / "out"
    process = command(*SEARCHING, "--cluster", cluster.address, "--out", str(out), "--json")
    wait_for_games(process, out, 6)
    workers[0].kill()
    output, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    found = json.loads(output)
    assert found["complete"] is True
    assert found["games"] == 24
    games = played(out)
    assert [game[0] for game in games] == list(range(24))
    assert workers[1].poll() is None
    here = arena(*SEARCHING, "--out", "here")
    assert here.returncode == 0, here.stderr
    assert played(tmp_path / "here") == games


def test_ctrl_c_and_the_command_that_goes_on(
    cluster: Cluster, command: Start, arena: Run, played: Games, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    process = start_on(cluster, command, out)
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert f"tabuleiro arena --resume --out out --cluster {cluster.address}\n" in errors
    kept = played(out)
    done = arena("--resume", "--no-report", "--out", "out")
    assert done.returncode == 0, done.stderr
    assert len(played(out)) == 24
    assert all(game in played(out) for game in kept)


def test_a_scheduler_that_dies(
    cluster: Cluster, command: Start, arena: Run, played: Games, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    process = start_on(cluster, command, out)
    cluster.processes[0].kill()
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 1
    assert errors.splitlines()[-1] == (
        f"tabuleiro: the scheduler at {cluster.address} is gone; finished games are kept, "
        f"to go on: tabuleiro arena --resume --out out --cluster {cluster.address}"
    )
    assert "Traceback" not in errors
    done = arena("--resume", "--no-report", "--out", "out")
    assert done.returncode == 0, done.stderr
    assert len(played(out)) == 24


def test_a_cluster_without_workers(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("tabuleiro.experiments.cluster.WORKERS", 1)
    monkeypatch.setattr("tabuleiro.experiments.cluster.CONNECT", 30)  # it may still be starting
    with pytest.raises(JobFailed, match="has no workers; start some with `dask worker tcp:"):
        Client(Settings("fanorona", ("random", "random")), cluster.address)
    assert f"no worker is at {cluster.address} yet; waiting 1 seconds for one" in caplog.messages


@pytest.mark.parametrize("address", ["127.0.0.1:1", "rubbish", "x://y"])
def test_a_cluster_that_is_not_there(arena: Run, tmp_path: Path, address: str) -> None:
    random = ("fanorona", "random", "random", "--openings", "0", "--out", "out")
    done = arena(*random, "--cluster", address)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last == (
        f"tabuleiro: no Dask scheduler answers at {address!r}; start one with `dask scheduler`"
    )
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()
