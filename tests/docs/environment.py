"""Where the tests of documents and of the wheel run: what a user has after installing it."""

from __future__ import annotations

import os
import subprocess
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
    """A virtual environment, and the wheel that was installed in it."""

    home: Path
    wheel: Path

    @property
    def environment(self) -> dict[str, str]:
        """The variables of a shell in which the environment is active."""
        kept = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        path = f"{self.home / 'bin'}{os.pathsep}{os.environ['PATH']}"
        return kept | QUIET_PIP | {"PATH": path, "LC_ALL": "C.UTF-8"}

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
