"""What all rooms of a server share."""

from __future__ import annotations

from dataclasses import dataclass

from tabuleiro.web.compiling import Compiler
from tabuleiro.web.limits import Limits
from tabuleiro.web.store import MatchStore
from tabuleiro.web.thinking import Thinker
from tabuleiro.web.work import Work


@dataclass(frozen=True)
class Services:
    """Where matches are stored, where bots think, what is compiled and what is allowed."""

    store: MatchStore
    thinker: Thinker
    compiler: Compiler
    limits: Limits
    work: Work
