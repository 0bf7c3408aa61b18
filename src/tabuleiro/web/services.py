"""What all rooms of a server share."""

from __future__ import annotations

from dataclasses import dataclass

from tabuleiro.web.compiling import Compiler
from tabuleiro.web.limits import Limits
from tabuleiro.web.store import Store
from tabuleiro.web.thinking import Thinker


@dataclass(frozen=True)
class Services:
    """Where matches are stored, where bots think, what is compiled and what is allowed."""

    store: Store
    thinker: Thinker
    compiler: Compiler
    limits: Limits
