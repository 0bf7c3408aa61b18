"""An environment of its own with Tabuleiro installed from its wheel, as a user has it."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from environment import QUIET_PIP, ROOT, Installed

DEPENDENCIES = sysconfig.get_path("purelib")
PLACE = ROOT / "build" / "wheel"
PACKAGE = ROOT / "src" / "tabuleiro"
BESIDE = [ROOT / name for name in ("pyproject.toml", "README.md", "LICENSE")]


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The dependencies are those of the project's own environment; the package is the wheel's.

    It stays in `build/`: the other process that tests, and the next run, need not make it again. It
    is made anew when anything in it has changed.
    """
    PLACE.mkdir(parents=True, exist_ok=True)
    mark, digest = PLACE / "made-of", _digest()
    with (PLACE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not mark.exists() or mark.read_text() != digest:
            mark.unlink(missing_ok=True)
            _make(tmp_path_factory.mktemp("source"))
            mark.write_text(digest)
    [wheel] = (PLACE / "wheels").iterdir()
    return Installed(PLACE / "environment", wheel, tmp_path_factory.mktemp("data"))


def _digest() -> str:
    """A hash of all that the environment is made of."""
    digest = hashlib.sha256(f"{sys.version} {DEPENDENCIES}".encode())
    for path in [*BESIDE, Path(__file__), *sorted(_sources())]:
        digest.update(f"{path}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def _sources() -> list[Path]:
    return [p for p in PACKAGE.rglob("*") if p.is_file() and "__pycache__" not in p.parts]


def _make(source: Path) -> None:
    """Build the wheel and install it in an environment that is empty but for the dependencies."""
    for path in BESIDE:
        shutil.copy(path, source)
    unwanted = shutil.ignore_patterns("__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", source / "src", ignore=unwanted)
    wheels, home = PLACE / "wheels", PLACE / "environment"
    shutil.rmtree(wheels, ignore_errors=True)
    shutil.rmtree(home, ignore_errors=True)
    environment = os.environ | QUIET_PIP
    pip = [sys.executable, "-m", "pip", "--quiet"]
    subprocess.run([*pip, "wheel", source, "--wheel-dir", wheels], env=environment, check=True)
    [wheel] = wheels.iterdir()

    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    python = home / "bin" / "python"
    site = subprocess.check_output(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], text=True
    ).strip()
    (Path(site) / "dependencies.pth").write_text(f"{DEPENDENCIES}\n")
    install = [python, "-m", "pip", "--quiet", "install", "--ignore-installed", wheel]
    subprocess.run(install, env=environment, check=True)
    shim = home / "bin" / "pip"
    shim.write_text(f'#!/bin/sh\nexec "{python}" -m pip "$@"\n')
    shim.chmod(0o755)
