"""The notebook of the documents runs, and shows what it showed when it was written.

`python tests/adapters/regenerate.py` runs it and keeps what it shows.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

import tabuleiro

NOTEBOOKS = Path(__file__).parents[2] / "docs" / "notebooks"

pytestmark = [
    pytest.mark.filterwarnings("ignore:Kernel is running over TCP"),
    pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"),
]


def kinds(cell: Any) -> list[set[str]]:
    """The kinds of what a cell shows."""
    return [set(output.get("data", {"stream": ""})) for output in cell.outputs]


def texts(cell: Any) -> list[str]:
    """What a cell shows as text; what bots do may change with them."""
    if "varies" in cell.metadata.get("tags", ()):
        return []
    return [output.get("text") or output["data"]["text/plain"] for output in cell.outputs]


def run(path: Path, folder: Path) -> tuple[Any, Any]:
    """The notebook as it is kept, and as it is now."""
    kept = nbformat.read(path, as_version=4)
    again = nbformat.read(path, as_version=4)
    for cell in again.cells:
        cell.outputs = []
    NotebookClient(again, timeout=300, resources={"metadata": {"path": str(folder)}}).execute()
    return kept, again


def test_the_tour_shows_what_it_showed(tmp_path: Path) -> None:
    kept, again = run(NOTEBOOKS / "tour.ipynb", tmp_path)
    seen: set[str] = set()
    for old, new in zip(kept.cells, again.cells, strict=True):
        if old.cell_type == "code":
            assert kinds(new) == kinds(old), old.source
            assert texts(new) == texts(old), old.source
            seen = seen.union(*kinds(old))
    assert seen == {"stream", "text/plain", "text/html", "image/svg+xml", "image/png"}


def test_positions_are_pictures() -> None:
    for name in tabuleiro.game_names():
        picture = tabuleiro.game(name).start()._repr_svg_()
        assert picture.startswith("<svg")
        assert picture.endswith("</svg>")
