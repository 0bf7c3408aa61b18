"""Libraries that only some people need: asked for by name, and missed with an exact command."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from tabuleiro.errors import MissingExtra


def require(library: str, extra: str) -> Any:
    """The library, or one sentence with the command that installs it."""
    try:
        return import_module(library)
    except ImportError as error:
        name = (error.name or library).partition(".")[0]
        raise MissingExtra(
            f"{name} is not installed; install it with: pip install 'tabuleiro[{extra}]'",
            f"{name} não está instalado; instala-o com: pip install 'tabuleiro[{extra}]'",
        ) from error
