"""CIFRA Code25."""

from tabuleiro.games.cifra import people, rules

__all__ = ["people", "rules"]
