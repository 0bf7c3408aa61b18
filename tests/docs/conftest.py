"""An environment of its own with Tabuleiro installed from its wheel, as a user has it."""

from __future__ import annotations

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


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The dependencies are those of the project's own environment; the package is the wheel's."""
    source = tmp_path_factory.mktemp("source")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    unwanted = shutil.ignore_patterns("__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", source / "src", ignore=unwanted)
    pip = [sys.executable, "-m", "pip", "--quiet"]
    environment = os.environ | QUIET_PIP
    wheels = tmp_path_factory.mktemp("wheels")
    subprocess.run([*pip, "wheel", source, "--wheel-dir", wheels], env=environment, check=True)
    [wheel] = wheels.iterdir()

    home = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    python = home / "bin" / "python"
    site = subprocess.check_output(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], text=True
    )
    (Path(site.strip()) / "dependencies.pth").write_text(f"{DEPENDENCIES}\n")
    install = [python, "-m", "pip", "--quiet", "install", "--ignore-installed", wheel]
    subprocess.run(install, env=environment, check=True)
    shim = home / "bin" / "pip"
    shim.write_text(f'#!/bin/sh\nexec "{python}" -m pip "$@"\n')
    shim.chmod(0o755)
    return Installed(home, wheel)
