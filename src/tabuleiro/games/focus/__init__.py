"""Focus."""

from tabuleiro.games.focus import board, rules

__all__ = ["board", "rules"]
