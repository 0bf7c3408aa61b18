"""Breakthrough."""

from tabuleiro.games.breakthrough import people, rules

__all__ = ["people", "rules"]
