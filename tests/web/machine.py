"""Installs what the tests need and pip does not have, where it may: a browser and PostgreSQL.

`make test` calls it. It never fails: what is still missing, the tests say.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


def browser() -> str | None:
    """An installed Chromium or Chrome."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def postgresql() -> Path | None:
    """The directory with PostgreSQL's programs."""
    found = shutil.which("initdb")
    places = [Path(found).resolve().parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in places if (place / "pg_ctl").exists()), None)


def install(package: str) -> None:
    """A package of Debian's, if this is Debian and we may."""
    if os.name != "posix" or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    print(f"Installing {package} for the tests", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "install", "--yes", "--no-install-recommends", package]
    for words in (command, ["apt-get", "update"], command):
        done = subprocess.run(words, env=environment, capture_output=True, check=False)
        if words is command and done.returncode == 0:
            return


def main() -> None:
    if postgresql() is None:
        install("postgresql")
    if browser() is None:
        install("chromium")
    if browser() is None:
        print("Asking Playwright for a browser for the tests", flush=True)
        command = [sys.executable, "-m", "playwright", "install", "chromium"]
        subprocess.run(command, capture_output=True, check=False, timeout=600)


if __name__ == "__main__":
    main()
