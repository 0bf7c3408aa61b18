"""Where the tests of documents and of the wheel run: what a user has after installing it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
QUIET_PIP = {
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "PIP_NO_BUILD_ISOLATION": "0",  # pip's way to say: build with what is installed
    "PIP_NO_DEPS": "1",
    "PIP_NO_INDEX": "1",
}


@dataclass(frozen=True)
class Installed:
    """A virtual environment, the wheel that was installed in it, and its user's directory."""

    home: Path
    wheel: Path
    data: Path

    @property
    def environment(self) -> dict[str, str]:
        """The variables of a shell in which the environment is active."""
        kept = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        path = f"{self.home / 'bin'}{os.pathsep}{os.environ['PATH']}"
        own = {"TABULEIRO_DATA_DIR": str(self.data), "PATH": path, "LC_ALL": "C.UTF-8"}
        return kept | QUIET_PIP | own

    def run(
        self, command: str | list[str], folder: Path, text: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """Run a command as somebody would who has activated the environment."""
        return subprocess.run(
            command,
            shell=isinstance(command, str),
            cwd=folder,
            env=self.environment,
            input=text,
            capture_output=True,
            text=True,
            timeout=600,
        )

    @contextmanager
    def as_it_was(self) -> Iterator[None]:
        """Remove in the end what was installed meanwhile."""
        [site] = self.home.glob("lib/*/site-packages")
        before = set(site.iterdir())
        try:
            yield
        finally:
            for path in set(site.iterdir()) - before:
                shutil.rmtree(path) if path.is_dir() else path.unlink()

    @contextmanager
    def web(self, folder: Path) -> Iterator[str]:
        """The address of the web app while it is served."""
        serving = subprocess.Popen(
            ["tabuleiro", "web", "--no-browser", "--database", f"sqlite:///{folder}/games.db"],
            env=self.environment,
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            assert serving.stdout is not None
            yield serving.stdout.readline().split()[-1]
        finally:
            serving.send_signal(signal.SIGINT)
            serving.communicate(timeout=60)
