"""The contract suite runs each test once for every case."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest


def _load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


cases = _load("cases")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        wanted = [mark.args[0] for mark in metafunc.definition.iter_markers("offered_by")]
        fitting = [
            case
            for case in cases.CASES
            if all(hasattr(cases.the_game(case).rules, name) for name in wanted)
        ]
        assert fitting, f"no game has {wanted}"
        metafunc.parametrize("case", fitting, ids=cases.label)
