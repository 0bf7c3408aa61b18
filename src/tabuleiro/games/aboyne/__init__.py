"""Aboyne."""

from tabuleiro.games.aboyne import people, rules

__all__ = ["people", "rules"]
