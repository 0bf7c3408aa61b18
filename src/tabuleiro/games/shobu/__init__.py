"""Shobu."""

from tabuleiro.games.shobu import board, rules

__all__ = ["board", "rules"]
