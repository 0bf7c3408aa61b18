"""Aboyne."""

from tabuleiro.games.aboyne import board, rules

__all__ = ["board", "rules"]
