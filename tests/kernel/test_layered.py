"""Layers that threads go through together, as one thread sees them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tabuleiro.kernel import layered
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
    finish,
    take,
)

GOING = SimpleNamespace(stop=0)
FAR = 10**6


def of_things(count: int) -> Any:
    shared = np.zeros(layered.FREE, np.int64)
    shared[[EDGE, ADDED]] = count
    return shared


def test_blocks_end_where_a_layer_does_and_the_last_one_opens_the_next() -> None:
    shared = of_things(5)
    assert [take(shared, GOING, 3, FAR), shared[TAKEN]] == [0, 3]
    assert [take(shared, GOING, 3, FAR), shared[TAKEN]] == [3, 5]
    shared[ADDED] += 4
    finish(shared, 2)
    assert shared[EDGE] == 5
    finish(shared, 3)
    assert [shared[EDGE], *shared[LAYERS : LAYERS + 2]] == [9, 1, 9]
    assert [take(shared, GOING, 9, FAR), shared[TAKEN]] == [5, 9]
    finish(shared, 4)
    assert shared[WHY] == OVER
    assert take(shared, GOING, 1, FAR) == -1


def test_the_caller_is_asked_after_some_layers_and_at_a_limit() -> None:
    shared, seen = of_things(1), []
    while shared[DONE] < shared[ADDED]:
        shared[[WHY, LAYERS]] = FINE, 0
        limit = shared[DONE] + 80
        while (thing := take(shared, GOING, 1, limit)) >= 0:
            seen.append(thing)
            shared[ADDED] += len(seen) < 200
            finish(shared, 1)
        assert shared[LAYERS] <= MOST_LAYERS
    assert seen == list(range(200))


def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layered, "PATIENCE", 3)
    shared = of_things(1)
    assert take(shared, GOING, 1, FAR) == 0
    assert take(shared, SimpleNamespace(stop=1), 1, FAR) == -1
    assert shared[WHY] == FINE
    assert take(shared, GOING, 1, FAR) == -1
    assert shared[WHY] == ENOUGH
