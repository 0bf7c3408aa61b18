"""Boards that tests of several folders are about."""

from __future__ import annotations

LARGEST: tuple[tuple[str, dict[str, object]], ...] = (
    ("aboyne", {"side": 6}),
    ("cifra", {"mode": "king", "size": 9}),
    ("fanorona", {"width": 10, "height": 10}),
    *(("focus", {"size": size}) for size in (10, 12)),
    ("shobu", {}),
    ("shobu", {"repetition": "forbid"}),
)
"""The largest board of each game, which needs the most memory."""
