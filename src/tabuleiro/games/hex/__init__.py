"""Hex."""

from tabuleiro.games.hex import people, rules

__all__ = ["people", "rules"]
