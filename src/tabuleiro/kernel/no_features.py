"""What a net sees of a game that does not say: see `evaluation.look`."""

from __future__ import annotations

from typing import Any


def features(board: Any, s: Any, k: Any, seen: Any) -> Any:
    return seen, 0
