"""What the templates do with whole records. Plain here; `intrinsics` has the compiled form."""

from __future__ import annotations

from typing import Any


def copy_record(target: Any, source: Any) -> None:
    """Make `target` equal to `source`."""
    target.assign(source)
