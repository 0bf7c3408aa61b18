"""Compiled code on disk: found again, noticed when stale, and never in the way."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tabuleiro.kernel import cache

RULES = Path(__file__).with_name("counting.py")

PROGRAM = """
import sys
from pathlib import Path
from tabuleiro.kernel import loader
from tabuleiro.kernel.engine import Engine
from tabuleiro.kernel.records import Plain

loader.listener = lambda message: print(message, flush=True)
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


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    folder = tmp_path / "counting"
    folder.mkdir()
    return Path(shutil.copy(RULES, folder / "rules.py"))


COMPILING = "Compiling counting (perft), first time only"


def test_second_process_uses_the_cache_and_an_edit_is_noticed(rules: Path, tmp_path: Path) -> None:
    home = tmp_path / "cache"
    assert run(rules, home) == [COMPILING, "27"]
    assert run(rules, home) == ["27"]
    text = rules.read_text()
    rules.write_text(text.replace("CHOICES = 3", "CHOICES = 4"))
    assert run(rules, home) == [COMPILING, "64"]
    rules.write_text(text)
    assert run(rules, home) == ["27"]


def test_flags_have_caches_of_their_own(rules: Path, tmp_path: Path) -> None:
    home = tmp_path / "cache"
    assert run(rules, home) == [COMPILING, "27"]
    assert run(rules, home, NUMBA_BOUNDSCHECK="1") == [COMPILING, "27"]
    assert run(rules, home, NUMBA_BOUNDSCHECK="1") == ["27"]


def test_a_damaged_unit_is_compiled_again(rules: Path, tmp_path: Path) -> None:
    home = tmp_path / "cache"
    run(rules, home)
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
