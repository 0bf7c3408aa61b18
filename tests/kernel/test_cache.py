"""Compiled code on disk: found again, noticed when stale, and never in the way."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tabuleiro.kernel import cache

RULES = Path(__file__).with_name("counting.py")

PROGRAM = """
import sys
from pathlib import Path
from tabuleiro.kernel import compiling, loader
from tabuleiro.kernel.engine import Engine
from tabuleiro.kernel.records import Plain

compiling.listener = lambda message: print(message, flush=True)
path = Path(sys.argv[1])
tables = loader.rules_module(path, {}).tables()
engine = Engine(path, tables)
state = Plain(engine.rules.STATE)
print(engine.perft(state, 3), flush=True)
"""


def run(rules: Path, home: Path, **environment: str) -> list[str]:
    """The lines of a second process that counts with these rules and this cache."""
    done = _start(rules, home, **environment)
    output, errors = done.communicate(timeout=300)
    assert done.returncode == 0, errors
    return output.splitlines()


def _start(rules: Path, home: Path, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(rules)],
        env=os.environ | {"TABULEIRO_CACHE_DIR": str(home)} | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def copied(place: Path) -> Path:
    folder = place / "counting"
    folder.mkdir()
    return Path(shutil.copy(RULES, folder / "rules.py"))


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    return copied(tmp_path)


COMPILING = "Compiling counting (perft), first time only"


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with what these rules are compiled to."""
    place = tmp_path_factory.mktemp("filled")
    home = place / "cache"
    assert run(copied(place), home) == [COMPILING, "27"]
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    return home


@pytest.fixture
def home(filled: Path, tmp_path: Path) -> Path:
    """A copy of it, to change."""
    return Path(shutil.copytree(filled, tmp_path / "folder" / "cache"))


def test_second_process_uses_the_cache_and_an_edit_is_noticed(rules: Path, home: Path) -> None:
    assert run(rules, home) == ["27"]
    text = rules.read_text()
    rules.write_text(text.replace("CHOICES = 3", "CHOICES = 4"))
    assert run(rules, home) == [COMPILING, "64"]
    rules.write_text(text)
    assert run(rules, home) == ["27"]


def test_what_was_compiled_serves_copies_of_the_sources(
    rules: Path, home: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "copies"
    copy = folder / "counting" / "rules.py"
    copy.parent.mkdir(parents=True)
    copy.write_text(rules.read_text())
    package = Path(cache.__file__).parents[1]
    others = shutil.ignore_patterns("__pycache__", "static")
    shutil.copytree(package, folder / package.name, ignore=others)
    assert run(copy, home, PYTHONPATH=str(folder)) == ["27"]


def test_flags_have_caches_of_their_own(rules: Path, home: Path) -> None:
    assert run(rules, home, NUMBA_BOUNDSCHECK="1") == [COMPILING, "27"]
    assert run(rules, home, NUMBA_BOUNDSCHECK="1") == ["27"]


def test_a_damaged_unit_is_compiled_again(rules: Path, home: Path) -> None:
    (data,) = home.rglob("*.nbc")
    whole = data.read_bytes()
    data.write_bytes(whole[: len(whole) // 2] + b"\0" * (len(whole) // 2))
    assert run(rules, home) == [COMPILING, "27"]
    assert run(rules, home) == ["27"]
    (listed,) = home.rglob(cache.CHECKSUMS)
    listed.write_text("nonsense")
    assert run(rules, home) == [COMPILING, "27"]


def test_two_processes_at_once(rules: Path, tmp_path: Path) -> None:
    home = tmp_path / "cache"
    both = [_start(rules, home) for _ in range(2)]
    for process in both:
        output, errors = process.communicate(timeout=300)
        assert process.returncode == 0, errors
        assert output.splitlines()[-1] == "27"
    assert run(rules, home) == ["27"]
    assert len(list(home.iterdir())) == 1


def test_a_cache_that_cannot_be_written(rules: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    lines = run(rules, blocked / "cache")
    assert lines[0] == COMPILING
    assert (
        lines[1]
        == f"The cache directory {blocked / 'cache'} cannot be written; compiling in memory"
    )
    assert lines[2:] == ["27"]
    assert blocked.read_text() == "in the way"


def test_a_changed_kernel_file_changes_the_key(
    rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = cache.key(rules, {})
    assert cache.key(rules, {"WORDS": 2}) != before
    read = Path.read_bytes
    monkeypatch.setattr(
        Path, "read_bytes", lambda path: read(path) + (b"#" if path.name == "perft.py" else b"")
    )
    assert cache.key(rules, {}) != before


def test_another_numba_changes_the_key(rules: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache.key(rules, {})
    monkeypatch.setattr("numba.__version__", "0.0.1")
    assert cache.key(rules, {}) != before


def test_plain_python_on_request(rules: Path, tmp_path: Path) -> None:
    assert run(rules, tmp_path / "cache", TABULEIRO_PLAIN="1") == ["27"]
    assert not (tmp_path / "cache").exists()


def test_what_nobody_used_for_long_is_swept(rules: Path, tmp_path: Path) -> None:
    home = tmp_path / "cache"
    old = home / "gone-perft-0000"
    old.mkdir(parents=True)
    os.utime(old, (0, 0))
    run(rules, home)
    assert not old.exists()


class Payload:
    """What an attacker's file does when it is loaded."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Path.write_text, (self.mark, "run by whoever loads this")


def poison(home: Path, mark: Path) -> None:
    """Put code into a cache as somebody would who can write it, with checksums that fit."""
    for index in home.rglob("*.nbi"):
        index.write_bytes(pickle.dumps(Payload(mark)))
    for listed in home.rglob(cache.CHECKSUMS):
        listed.write_text(json.dumps(cache._checksums(listed.parent)))


def hand_over(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give files to another user; who is not root cannot, and becomes another one instead."""
    if os.geteuid() == 0:
        for path in (place, *place.rglob("*")):
            os.chown(path, 65534, 65534)
    else:
        become = "import os; os.geteuid = lambda: 4711\n"
        monkeypatch.setitem(globals(), "PROGRAM", become + PROGRAM)


def test_what_others_could_have_written_is_never_loaded(
    rules: Path, home: Path, tmp_path: Path
) -> None:
    mark = tmp_path / "mark"
    poison(home, mark)
    home.chmod(0o770)
    told = (
        f"The cache directory {home} can be written by others, so nothing is loaded from it "
        f"(chmod 700 {home} helps); compiling in memory"
    )
    assert run(rules, home) == [COMPILING, told, "27"]
    assert not mark.exists()
    home.chmod(0o700)
    (unit,) = home.iterdir()
    unit.chmod(0o707)  # it could have been written for as long as the directory could
    assert run(rules, home) == [COMPILING, "27"]
    assert not mark.exists()
    assert run(rules, home) == ["27"]
    poison(home, mark)
    (unit,) = home.iterdir()
    unit.chmod(0o755)
    next(each for each in unit.rglob("*") if each.is_file()).chmod(0o666)
    assert run(rules, home) == [COMPILING, "27"]
    assert not mark.exists()


def test_a_cache_in_a_folder_of_everybody_is_never_loaded(
    rules: Path, home: Path, tmp_path: Path
) -> None:
    mark = tmp_path / "mark"
    poison(home, mark)
    home.parent.chmod(0o777)
    assert "can be replaced by others" in run(rules, home)[1]
    home.parent.chmod(0o1777)  # as /tmp is: what is in it belongs to its owners
    assert not mark.exists()


@pytest.mark.parametrize("what", ["the cache", "a unit"])
def test_what_is_another_users_is_never_loaded(
    rules: Path, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    mark = tmp_path / "mark"
    poison(home, mark)
    (unit,) = home.iterdir()
    hand_over(home if what == "the cache" else unit, monkeypatch)
    lines = run(rules, home)
    assert (lines[0], lines[-1]) == (COMPILING, "27")
    told = "belongs to another user, so nothing is loaded from it; compiling in memory"
    assert what == "a unit" or lines[1] == f"The cache directory {home} {told}"
    assert not mark.exists()


def test_directories_of_others_are_seen_as_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABULEIRO_CACHE_DIR", "/")
    monkeypatch.setattr(os, "geteuid", lambda: 4711)
    assert cache.trouble() == "belongs to another user, so nothing is loaded from it"
    assert cache.new_directory("unit") is None
    assert cache.find("etc") is None


def test_the_users_own_directory_is_made_private(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TABULEIRO_CACHE_DIR", raising=False)
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda _: str(tmp_path / "tabuleiro"))
    (tmp_path / "tabuleiro").mkdir()
    (tmp_path / "tabuleiro").chmod(0o775)  # as an earlier version made it under umask 002
    assert cache.trouble() is None
    assert stat.S_IMODE((tmp_path / "tabuleiro").stat().st_mode) == 0o700
