"""What `import tabuleiro` offers."""

from __future__ import annotations

import ast
from importlib.metadata import version
from pathlib import Path

import tabuleiro
from tabuleiro import errors


def test_all_is_sorted_and_everything_in_it_is_there() -> None:
    assert tabuleiro.__all__ == sorted(tabuleiro.__all__)
    assert len(set(tabuleiro.__all__)) == len(tabuleiro.__all__)
    for name in tabuleiro.__all__:
        assert getattr(tabuleiro, name).__doc__


def test_nothing_public_is_left_out() -> None:
    own = {
        name
        for name, value in vars(tabuleiro).items()
        if not name.startswith("_")
        and getattr(value, "__module__", "").startswith("tabuleiro")
        and name != "annotations"
    }
    assert own == set(tabuleiro.__all__)


def test_every_error_is_public_and_of_one_family() -> None:
    found = {
        name
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, Exception)
    }
    assert found <= set(tabuleiro.__all__)
    assert all(issubclass(getattr(tabuleiro, name), tabuleiro.TabuleiroError) for name in found)


def test_no_class_name_stands_for_two_things() -> None:
    places: dict[str, list[str]] = {}
    for path in sorted(Path(str(tabuleiro.__file__)).parent.rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(path.stem)
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_version_is_that_of_the_installed_package() -> None:
    assert tabuleiro.__version__ == version("tabuleiro")


def test_the_package_is_typed() -> None:
    assert Path(str(tabuleiro.__file__)).with_name("py.typed").exists()
