"""CIFRA Code25."""

from tabuleiro.games.cifra import board, rules

__all__ = ["board", "rules"]
