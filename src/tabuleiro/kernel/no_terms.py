"""The evaluation of a game that has none: every open position is even."""

from __future__ import annotations

from typing import Any

TERMS: tuple[str, ...] = ()


def evaluate(board: Any, s: Any, weights: Any) -> int:
    return 0
