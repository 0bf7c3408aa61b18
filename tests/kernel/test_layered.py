"""Layers that threads go through together, as one thread sees them."""

from __future__ import annotations

from importlib import import_module
from inspect import isfunction
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tabuleiro.kernel import addresses, atomics, layered, nets, words
from tabuleiro.kernel.layered import (
    ADDED,
    DONE,
    EDGE,
    ENOUGH,
    FINE,
    LAYERS,
    MOST_LAYERS,
    OVER,
    TAKEN,
    WHY,
    end_block,
    take_block,
)
from tabuleiro.kernel.loader import COMPILED_LIBRARIES

GOING = SimpleNamespace(stop=0)
FAR = 10**6


def of_things(count: int) -> Any:
    shared = np.zeros(layered.FREE, np.int64)
    shared[[EDGE, ADDED]] = count
    return shared


def test_blocks_end_where_a_layer_does_and_the_last_one_opens_the_next() -> None:
    shared = of_things(5)
    assert [take_block(shared, GOING, 3, FAR), shared[TAKEN]] == [0, 3]
    assert [take_block(shared, GOING, 3, FAR), shared[TAKEN]] == [3, 5]
    shared[ADDED] += 4
    end_block(shared, 2)
    assert shared[EDGE] == 5
    end_block(shared, 3)
    assert [shared[EDGE], *shared[LAYERS : LAYERS + 2]] == [9, 1, 9]
    assert [take_block(shared, GOING, 9, FAR), shared[TAKEN]] == [5, 9]
    end_block(shared, 4)
    assert shared[WHY] == OVER
    assert take_block(shared, GOING, 1, FAR) == -1


def test_the_caller_is_asked_after_some_layers_and_at_a_limit() -> None:
    shared, seen = of_things(1), []
    while shared[DONE] < shared[ADDED]:
        shared[[WHY, LAYERS]] = FINE, 0
        limit = shared[DONE] + 80
        while (thing := take_block(shared, GOING, 1, limit)) >= 0:
            seen.append(thing)
            shared[ADDED] += len(seen) < 200
            end_block(shared, 1)
        assert shared[LAYERS] <= MOST_LAYERS
    assert seen == list(range(200))


def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layered, "PATIENCE", 3)
    shared = of_things(1)
    assert take_block(shared, GOING, 1, FAR) == 0
    assert take_block(shared, SimpleNamespace(stop=1), 1, FAR) == -1
    assert shared[WHY] == FINE
    assert take_block(shared, GOING, 1, FAR) == -1
    assert shared[WHY] == ENOUGH


def test_names_of_compiled_libraries_are_theirs_alone() -> None:
    """They are compiled into every unit, where a second function of a name takes its place."""
    others = {name for module in (addresses, atomics, nets, words) for name in own_names(module)}
    for library in COMPILED_LIBRARIES:
        module = import_module(f"tabuleiro.kernel.{library}")
        assert own_names(module)
        assert not own_names(module) & others


def own_names(module: ModuleType) -> set[str]:
    return {
        name
        for name, function in vars(module).items()
        if isfunction(function) and function.__module__ == module.__name__
    }
