"""How searches think, and what their ideas are worth."""

from __future__ import annotations

from tabuleiro.bots.growth import GrownNode, GrowthTrace
from tabuleiro.bots.trace import Trace, TracedNode
from tabuleiro.lab.comparison import IDEAS_LADDER, SearchRow, compare, in_equal_time, sample
from tabuleiro.lab.playouts import GameFigures, game_figures
from tabuleiro.lab.strength import StrengthRow, play_ladder

__all__ = [
    "IDEAS_LADDER",
    "GameFigures",
    "GrownNode",
    "GrowthTrace",
    "SearchRow",
    "StrengthRow",
    "Trace",
    "TracedNode",
    "compare",
    "game_figures",
    "in_equal_time",
    "play_ladder",
    "sample",
]
