"""What a bot from a file may use."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Allowed:
    """The limits of a process; those of time are kept by whoever asks it."""

    memory_mb: int = 1024
    """Address space: more is refused by the system, as a MemoryError."""
    file_mb: int = 16
    """The size of a file that it writes in its temporary directory."""
    output_kb: int = 1024
    """What it prints in a game."""
    open_files: int = 256
    start_seconds: float = 30.0
    """For its file to be loaded."""
    neighbours: bool = True
    """Whether it may read what lies beside its file."""
