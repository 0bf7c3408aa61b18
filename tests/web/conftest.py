"""One server for the tests that do not stop it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from serving import Served, serving


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A running server over an empty database."""
    with serving(tmp_path_factory.mktemp("web") / "games.sqlite") as server:
        yield server
